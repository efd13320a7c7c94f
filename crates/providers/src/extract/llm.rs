//! The extractor itself: windows out, answers in, the rules wherever the model fails.

use std::sync::Arc;

use quintet::extract::RuleExtractor;
use quintet::limits;
use quintet::model::{Claim, EntityKind, Span};
use quintet::ports::{
    Completion, Extraction, Extractor, Fault, LanguageError, LanguageModel, Mention, ModelError, Note, Prompt, Reading,
    Usage,
};
use serde_json::Value;

use super::answer::{self, Found, number_of, text_of};
use super::claim::{self, Refusal};
use super::ground::Source;
use super::merge;
use super::prompt::{self, SCHEMA, SYSTEM};
use super::window::{Part, Window, windows};

/// Reads texts with a language model, and by rules where that fails.
///
/// One request for a window, a second one when the answer cannot be used. Readings that want no claims cost nothing. Cost
/// otherwise: about 1,000 tokens of instructions and 2,000 of text for 8,000 characters.
pub struct LlmExtractor {
    model: Arc<dyn LanguageModel>,
    rules: Arc<dyn Extractor>,
}

/// What a window gave.
struct Taken {
    /// For each part of the window, what was found in it.
    parts: Vec<PartTaken>,
    n_given: usize,
    /// The answer was the whole object that was asked for.
    is_whole: bool,
    /// What to tell the model when it is asked again.
    complaint: &'static str,
}

#[derive(Default)]
struct PartTaken {
    mentions: Vec<Mention>,
    claims: Vec<Claim>,
    /// Items of the answer that were about this part, and those of them that were not taken, with why.
    n_given: usize,
    n_dropped: usize,
    refusal: Option<Refusal>,
}

impl Taken {
    fn n_kept(&self) -> usize {
        self.parts.iter().map(|part| part.mentions.len() + part.claims.len()).sum()
    }

    /// Good enough to stop asking: all of it there, and not all of it made up.
    fn is_usable(&self) -> bool {
        self.is_whole && (self.n_given == 0 || self.n_kept() > 0)
    }
}

/// How a window ended.
enum Outcome {
    Read(Taken),
    Broken(Taken),
    Failed(Fault),
}

impl LlmExtractor {
    /// An extractor that asks that model.
    pub fn new(model: Arc<dyn LanguageModel>) -> Self {
        Self { model, rules: Arc::new(RuleExtractor) }
    }

    /// The same with other rules to fall back to.
    pub fn with_rules(self, rules: Arc<dyn Extractor>) -> Self {
        Self { rules, ..self }
    }

    fn ask(&self, window: &Window, readings: &[Reading<'_>], usage: &mut Usage) -> Outcome {
        let request = prompt::user(window, readings);
        let first = match self.complete(&request, usage) {
            Ok(completion) => take(&completion, window, readings),
            // An answer without a text may have one the second time.
            Err(LanguageError::BadAnswer { .. }) => {
                Taken { parts: Vec::new(), n_given: 0, is_whole: false, complaint: "there is no text in it" }
            }
            Err(error) => return Outcome::Failed(Fault::Unanswered(error)),
        };
        if first.is_usable() {
            return Outcome::Read(first);
        }
        let second = match self.complete(&prompt::again(&request, first.complaint), usage) {
            Ok(completion) => take(&completion, window, readings),
            Err(error) if first.n_kept() == 0 => return Outcome::Failed(Fault::Unanswered(error)),
            Err(_) => return Outcome::Broken(first),
        };
        if second.is_usable() {
            return Outcome::Read(second);
        }
        let best = if second.n_kept() > first.n_kept() { second } else { first };
        if best.n_kept() > 0 {
            Outcome::Broken(best)
        } else {
            Outcome::Failed(Fault::Unusable { reason: best.complaint })
        }
    }

    fn complete(&self, user: &str, usage: &mut Usage) -> Result<Completion, LanguageError> {
        let prompt = Prompt {
            system: &SYSTEM,
            user,
            schema: Some(&SCHEMA),
            max_tokens: limits::EXTRACT_TOKENS_MAX,
            temperature: 0.0,
        };
        let completion = self.model.complete(&prompt)?;
        usage.calls += 1;
        usage.tokens_in += u64::from(completion.tokens_in);
        usage.tokens_out += u64::from(completion.tokens_out);
        Ok(completion)
    }
}

impl Extractor for LlmExtractor {
    fn name(&self) -> &str {
        self.model.name()
    }

    /// Never fails: what the model does not read, the rules do.
    fn extract(&self, readings: &[Reading<'_>]) -> Result<Vec<Extraction>, ModelError> {
        let mut by_rules = self.rules.extract(readings).unwrap_or_default();
        by_rules.resize_with(readings.len(), Extraction::default);
        let (windows, beyond) = windows(readings);
        let mut merging: Vec<Option<Merging>> = readings.iter().map(|_| None).collect();
        // Once nobody answers, the other windows are not tried: each would only wait as long again.
        let mut silence: Option<LanguageError> = None;
        for window in &windows {
            let mut usage = Usage::default();
            let outcome = match &silence {
                Some(error) => Outcome::Failed(Fault::Unanswered(error.clone())),
                None => self.ask(window, readings, &mut usage),
            };
            if let Outcome::Failed(Fault::Unanswered(error)) = &outcome
                && error.is_general()
            {
                silence = Some(error.clone());
            }
            spread(window, outcome, usage, &by_rules, &mut merging);
        }
        for (reading, from) in beyond {
            let span = Span { start: from as u32, end: readings[reading].text.len() as u32 };
            let entry = merging[reading].get_or_insert_default();
            entry.claims.extend(claims_in(&by_rules[reading].claims, span));
            entry.notes.push(Note { span, fault: Fault::Beyond { max: limits::WINDOWS_MAX } });
        }
        Ok(by_rules.into_iter().zip(merging).map(|(rules, model)| finish(rules, model)).collect())
    }
}

/// What is known of one reading so far.
#[derive(Default)]
struct Merging {
    mentions: Vec<Mention>,
    claims: Vec<Claim>,
    notes: Vec<Note>,
    usage: Usage,
}

fn finish(rules: Extraction, model: Option<Merging>) -> Extraction {
    let Some(model) = model else { return rules };
    let notes = [rules.notes, model.notes].concat();
    Extraction {
        mentions: merge::mentions(rules.mentions, model.mentions),
        keyphrases: rules.keyphrases,
        claims: merge::claims(model.claims),
        notes,
        usage: model.usage,
    }
}

/// Claims that begin in a stretch.
fn claims_in(claims: &[Claim], span: Span) -> impl Iterator<Item = Claim> {
    claims.iter().filter(move |claim| (span.start..span.end).contains(&claim.span.start)).cloned()
}

/// Gives each part of a window its share.
fn spread(window: &Window, outcome: Outcome, usage: Usage, by_rules: &[Extraction], merging: &mut [Option<Merging>]) {
    if let Some(part) = window.first() {
        let spent = &mut merging[part.reading].get_or_insert_default().usage;
        spent.calls += usage.calls;
        spent.tokens_in += usage.tokens_in;
        spent.tokens_out += usage.tokens_out;
    }
    let (taken, fault) = match outcome {
        Outcome::Read(taken) => (Some(taken), None),
        Outcome::Broken(taken) => {
            let n_kept = taken.n_kept();
            (Some(taken), Some(Fault::Broken { n_kept }))
        }
        Outcome::Failed(fault) => (None, Some(fault)),
    };
    let mut parts = taken.map(|taken| taken.parts).unwrap_or_default();
    parts.resize_with(window.len(), PartTaken::default);
    for (part, taken) in window.iter().zip(parts) {
        let span = Span { start: part.fresh as u32, end: part.bytes.end as u32 };
        let mut rules = claims_in(&by_rules[part.reading].claims, span).peekable();
        let entry = merging[part.reading].get_or_insert_default();
        let is_silent = fault.is_none() && taken.claims.is_empty() && rules.peek().is_some();
        if fault.is_some() || is_silent {
            entry.claims.extend(rules);
        }
        let own = match &fault {
            Some(fault) => Some(fault.clone()),
            None if is_silent => Some(Fault::Silent),
            None => taken.refusal.map(|reason| Fault::Partial {
                n_dropped: taken.n_dropped,
                n_given: taken.n_given,
                reason,
            }),
        };
        entry.notes.extend(own.map(|fault| Note { span, fault }));
        entry.mentions.extend(taken.mentions);
        entry.claims.extend(taken.claims);
    }
}

/// What of an answer stands in the texts.
fn take(completion: &Completion, window: &Window, readings: &[Reading<'_>]) -> Taken {
    let Found { names, claims, broken } = answer::find(&completion.text);
    let source = |part: &Part| Source::of(readings[part.reading].text, part.bytes.clone());
    let sources: Vec<Source<'_>> = window.iter().map(source).collect();
    let mut parts: Vec<PartTaken> = window.iter().map(|_| PartTaken::default()).collect();
    let most = limits::WINDOW_CLAIMS_MAX;
    let n_given = names.len() + claims.len();
    for item in names.iter().take(most) {
        let (at, mention) = first_part(item, window.len(), |at| claim::mention(item, &sources[at]));
        note(&mut parts[at], mention, |part| &mut part.mentions);
    }
    let kinds: Vec<(String, EntityKind)> = names
        .iter()
        .filter_map(|item| Some((text_of(item, "name")?.to_lowercase(), claim::kind(text_of(item, "kind")?))))
        .collect();
    for item in claims.iter().take(most) {
        let read = |at: usize| claim::claim(item, &sources[at], &readings[window[at].reading], &kinds);
        let (at, claim) = first_part(item, window.len(), read);
        note(&mut parts[at], claim, |part| &mut part.claims);
    }
    let n_beyond = names.len().saturating_sub(most) + claims.len().saturating_sub(most);
    if n_beyond > 0 {
        parts[0].n_dropped += n_beyond;
        parts[0].n_given += n_beyond;
        parts[0].refusal.get_or_insert("more than is taken from one window");
    }
    let complaint = match broken {
        Some(_) if completion.is_cut => "it was too long and broke off; list only the weightiest claims",
        Some(reason) => reason,
        None => parts.iter().find_map(|part| part.refusal).unwrap_or("nothing in it stands in the texts"),
    };
    Taken { parts, n_given, is_whole: broken.is_none(), complaint }
}

/// Reads an item against the part that it names; where it does not stand there, against the others: small models lose count.
fn first_part<T>(
    item: &Value,
    n_parts: usize,
    read: impl Fn(usize) -> Result<T, Refusal>,
) -> (usize, Result<T, Refusal>) {
    let named = number_of(item, "text").map_or(0, |number| number as usize).saturating_sub(1);
    let named = if named < n_parts { named } else { 0 };
    let refusal = match read(named) {
        Ok(found) => return (named, Ok(found)),
        Err(refusal) => refusal,
    };
    let other = (0..n_parts).filter(|at| *at != named).find_map(|at| read(at).ok().map(|found| (at, Ok(found))));
    other.unwrap_or((named, Err(refusal)))
}

fn note<T>(part: &mut PartTaken, read: Result<T, Refusal>, list: impl FnOnce(&mut PartTaken) -> &mut Vec<T>) {
    part.n_given += 1;
    match read {
        Ok(found) => list(part).push(found),
        Err(refusal) => {
            part.n_dropped += 1;
            part.refusal.get_or_insert(refusal);
        }
    }
}
