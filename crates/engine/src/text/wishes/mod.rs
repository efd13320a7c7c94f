//! Standing wishes: what a person wants of every answer ("always use metric units") and what holds for them whatever is
//! asked ("I'm allergic to nuts").
//!
//! Rules over the words at the beginning of each sentence, in English, German, French, Spanish and Chinese. They look for
//! the form in which such wishes are said, never for a subject. Must not know: memories, categories.

mod rules;
mod words;

use super::sentences;
use words::{INSTRUCTIONS, INSTRUCTIONS_UNSPACED, LEAD_INS, PREFERENCES, PREFERENCES_UNSPACED, TOLD};

/// What a text wishes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// How the agent is to answer or act from now on.
    Instruction,
    /// What the person prefers, avoids or cannot have.
    Preference,
}

/// Sentences of a text that are looked at: a wish deep inside a long message is about that message. Chosen.
const SENTENCES_MAX: usize = 6;

/// The wish that a text states, if any; an instruction outranks a preference.
///
/// Cost: linear in the first sentences.
pub fn wish(text: &str) -> Option<Wish> {
    let mut found = None;
    for span in sentences(text).into_iter().take(SENTENCES_MAX) {
        let sentence = text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let words = words_of(sentence);
        // A question gives no instruction, but it may state a preference on the way: "I prefer tea, so where do I get some?"
        let instructs = !is_question(sentence)
            && (is_instruction(&words)
                || rules::is_rule(sentence, &words)
                || INSTRUCTIONS_UNSPACED.iter().any(|cue| sentence.trim_start().starts_with(cue)));
        if instructs {
            return Some(Wish::Instruction);
        }
        let prefers = PREFERENCES.iter().any(|cue| stands_in(&words, cue))
            || is_preference_unspaced(sentence)
            || !is_question(sentence) && (rules::is_habit(&words) || rules::is_condition(&words));
        if prefers {
            found = Some(Wish::Preference);
        }
    }
    found
}

fn is_question(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '\'', ')', ' ']).ends_with(['?', '？'])
}

fn is_preference_unspaced(sentence: &str) -> bool {
    // 我对 … 过敏 is an allergy only with its verb.
    PREFERENCES_UNSPACED.iter().any(|cue| sentence.contains(cue) && (*cue != "我对" || sentence.contains("过敏")))
}

fn words_of(sentence: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '\'' || c == '-';
    let plain = sentence.replace('’', "'").to_lowercase();
    plain.split(|c: char| !is_part(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn starts_with(words: &[String], cue: &str) -> bool {
    let mut words = words.iter();
    cue.split(' ').all(|wanted| words.next().is_some_and(|word| word == wanted))
}

fn stands_in(words: &[String], cue: &str) -> bool {
    (0..words.len()).any(|from| starts_with(&words[from..], cue))
}

/// True when the sentence begins with an instruction, after words that only lead in to it.
fn is_instruction(words: &[String]) -> bool {
    let mut rest = words;
    loop {
        let told = matches!(rest.first().map(String::as_str), Some("always" | "never"))
            && rest.get(1).is_none_or(|next| TOLD.contains(&next.as_str()) || next.ends_with("ed"));
        // "Whoever it was" is after somebody, and asks for nothing.
        let told =
            told || rest.first().is_some_and(|first| first == "whoever") && rest.iter().any(|word| word == "was");
        if !told && INSTRUCTIONS.iter().any(|cue| starts_with(rest, cue)) {
            return !is_report(words, words.len() - rest.len());
        }
        match rest.split_first() {
            Some((first, after)) if LEAD_INS.contains(&first.as_str()) => rest = after,
            _ => return false,
        }
    }
}

/// "I always sleep late", "you can never know" and "I never did" tell something; "I want you to always ..." asks for it.
fn is_report(words: &[String], before: usize) -> bool {
    let lead = &words[..before];
    let Some(last) = lead.last() else { return false };
    let asks = lead.iter().any(|word| matches!(word.as_str(), "want" | "like" | "need" | "should" | "must" | "please"));
    matches!(last.as_str(), "i" | "you" | "can" | "could" | "would" | "well" | "i'd") && !asks
}

#[cfg(test)]
mod tests;
