//! Chains of names: "what does the flatmate of my desk neighbour do" is answered by a row that names neither.
//!
//! One row says who the desk neighbour is, another who that person's flatmate is, and a third tells of the flatmate. Each
//! step brings in a name that the question does not have, and the next row mentions it. The answer stands at the end of
//! the chain, where no further name comes in; when the question asks who somebody is, one step before it.
//!
//! Only questions that relate somebody to somebody ("my brother's coach", "the owner of our gym") are followed this way.
//! Must not know: weights, fusion.

use std::collections::BTreeSet;

use super::{ChannelError, Inquiry, Lift};
use crate::model::{EdgeKind, Kind, Memory, NodeKind};
use crate::store::{Facets, Linked, NodeNumber, Ordinal, Step, Term};
use crate::text;

/// First hits that may begin a chain. Measured on the golden set.
const STARTS: usize = 3;
/// Steps of a chain, at most: the published walk has three hops.
const STEPS_MAX: usize = 3;
/// Rows that mention a name, at most, for it to carry a chain. Chosen: who is named everywhere leads everywhere.
const NAME_ROWS_MAX: u32 = 12;
/// Words of a turn that may be a step of a chain, at most. Chosen.
const FACT_WORDS_MAX: u32 = 60;
/// The same for a passage of a page. Measured: paragraphs of an encyclopaedia name many for many reasons, and following
/// those of 60 words costs 0.09 R@5 on questions over linked pages.
const NOTE_WORDS_MAX: u32 = 24;
/// Chains kept after each step, best first. Chosen.
const BEAM: usize = 6;
/// Share of the first hit's strength at the end of a chain, and what each step costs. Measured on the golden set.
const END_SHARE: f32 = 1.0;
const STEP_COST: f32 = 0.97;
const SHARE_MAX: f32 = 0.99;
/// What is left of a chain that uses none of the question's relations. Chosen.
const SHORT_SHARE: f32 = 0.55;
/// What each step costs that goes beyond the question's relations: some rows need two for one. Chosen.
const BEYOND: f32 = 0.85;
/// Share of the best end's worth from which another end counts. Chosen.
const ENDS_SHARE: f32 = 0.8;
/// Ends that count, at most. Chosen: more would fill the head of the list with guesses.
const ENDS_MAX: usize = 2;
/// Strength of a row that says who "my manager" is, beside the first hit's. Chosen.
const ANCHORED: f32 = 1.0;
/// Words of such a phrase, and rows that hold it, at most. Chosen.
const ANCHOR_WORDS_MAX: usize = 3;
const ANCHOR_ROWS_MAX: usize = 4;
/// How much a row's likeness to the question counts when a step may go several ways. Chosen.
const LIKENESS: f32 = 0.5;

/// The end of a chain.
#[derive(Clone, Debug)]
pub(super) struct End {
    /// The row.
    pub(super) row: Ordinal,
    /// What it is worth.
    pub(super) lift: Lift,
    /// From the first row over the names to it.
    pub(super) path: Vec<Step>,
}

#[derive(Clone)]
struct Chain {
    rows: Vec<Ordinal>,
    /// Relations of the question that the first row has in it already ("the godmother of my daughter is ...").
    spent: usize,
    names: BTreeSet<NodeNumber>,
    path: Vec<Step>,
    worth: f32,
}

/// Ends of the chains that begin at the first hits; empty unless the question relates somebody to somebody.
///
/// # Errors
/// As the view's readers.
pub(super) fn ends(inquiry: &Inquiry<'_>) -> Result<Vec<End>, ChannelError> {
    let relations = relations(&inquiry.question.text);
    if relations == 0 {
        return Ok(Vec::new());
    }
    let best = inquiry.seeds.first().map_or(1.0, |seed| seed.1).max(f32::MIN_POSITIVE);
    let asked: BTreeSet<NodeNumber> = inquiry.question.names.iter().map(|named| named.linked.node).collect();
    let mut starts: Vec<(Ordinal, f32, usize)> =
        anchored(inquiry)?.into_iter().map(|(row, spent)| (row, ANCHORED, spent)).collect();
    for (row, score) in inquiry.seeds.iter().take(STARTS) {
        if starts.iter().all(|start| start.0 != *row) {
            starts.push((*row, score / best, 0));
        }
    }
    let rows: Vec<Ordinal> = starts.iter().map(|start| start.0).collect();
    let short: Vec<bool> =
        inquiry.view.facets(&rows)?.iter().map(|facets| facets.as_ref().is_some_and(is_fact)).collect();
    let begin = |(row, strength, spent): (Ordinal, f32, usize)| Chain {
        rows: vec![row],
        spent,
        names: asked.clone(),
        path: vec![Step { kind: EdgeKind::Mentions, row: Some(row), node: None }],
        worth: END_SHARE * strength,
    };
    let mut chains: Vec<Chain> =
        starts.into_iter().zip(short).filter(|(_, short)| *short).map(|(start, _)| begin(start)).collect();
    let mut done: Vec<Chain> = Vec::new();
    for _ in 0..STEPS_MAX.min(relations + 1) {
        let mut next = Vec::new();
        for chain in &chains {
            let further = step(inquiry, chain)?;
            if further.is_empty() {
                done.push(chain.clone());
            }
            next.extend(further);
        }
        next.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.rows.cmp(&b.rows)));
        next.truncate(BEAM);
        chains = next;
    }
    done.extend(chains);
    let asks_who = asks_who(&inquiry.question.text);
    let mut ends: Vec<End> = done
        .into_iter()
        .filter(|chain| chain.rows.len() > 1)
        .filter_map(|chain| {
            let place = if asks_who { chain.rows.len().checked_sub(2)? } else { chain.rows.len() - 1 };
            // A longer chain uses more of the question.
            let n_used = chain.rows.len() - 1 + chain.spent;
            let used = n_used.min(relations) as f32 / relations as f32;
            let beyond = BEYOND.powi(n_used.saturating_sub(relations).min(STEPS_MAX) as i32);
            let share = (chain.worth * beyond * (SHORT_SHARE + (1.0 - SHORT_SHARE) * used)).min(SHARE_MAX);
            Some(End { row: chain.rows[place], lift: Lift { from: None, share }, path: chain.path })
        })
        .collect();
    ends.sort_by(|a, b| b.lift.share.total_cmp(&a.lift.share).then(a.row.cmp(&b.row)));
    let best = ends.first().map_or(0.0, |end| end.lift.share);
    ends.retain(|end| end.lift.share >= ENDS_SHARE * best);
    let mut seen = BTreeSet::new();
    ends.retain(|end| seen.insert(end.row));
    ends.truncate(ENDS_MAX);
    Ok(ends)
}

/// Every way on from the end of a chain: over a name that is new to it, to a row that is new to it.
fn step(inquiry: &Inquiry<'_>, chain: &Chain) -> Result<Vec<Chain>, ChannelError> {
    let Some(last) = chain.rows.last() else { return Ok(Vec::new()) };
    let Some(memory) = inquiry.view.memories(&[*last])?.pop().flatten() else { return Ok(Vec::new()) };
    let mut further = Vec::new();
    let text = memory.spoken();
    for linked in introduced(inquiry, text)? {
        if chain.names.contains(&linked.node) || linked.degree > NAME_ROWS_MAX {
            continue;
        }
        let kind = match linked.kind {
            NodeKind::Entity => EdgeKind::Mentions,
            NodeKind::Section => EdgeKind::InSection,
            _ => continue,
        };
        let rows: Vec<Ordinal> = inquiry
            .view
            .touching(linked.node, kind, NAME_ROWS_MAX as usize)?
            .into_iter()
            .filter(|row| !chain.rows.contains(row))
            .collect();
        let facets = inquiry.view.facets(&rows)?;
        let rows: Vec<Ordinal> = rows
            .into_iter()
            .zip(&facets)
            .filter(|(_, f)| f.as_ref().is_some_and(is_fact))
            .map(|(row, _)| row)
            .collect();
        let likeness = likeness(inquiry, &rows)?;
        for (row, likeness) in rows.into_iter().zip(likeness) {
            let mut next = chain.clone();
            next.rows.push(row);
            next.names.insert(linked.node);
            next.path.push(Step { kind: EdgeKind::Mentions, row: None, node: Some(linked.name.clone()) });
            next.path.push(Step { kind, row: Some(row), node: None });
            next.worth *= STEP_COST * (1.0 - LIKENESS + LIKENESS * likeness);
            further.push(next);
        }
    }
    Ok(further)
}

/// Rows that hold a phrase of the question that stands for somebody ("my manager", "the plumber"), the best match first.
///
/// The row that says who that is resembles the question less than rows about what is asked ("what is the hobby of ...").
///
/// With each the number of relations that it has in it.
fn anchored(inquiry: &Inquiry<'_>) -> Result<Vec<(Ordinal, usize)>, ChannelError> {
    let mut found: Vec<(Ordinal, usize)> = Vec::new();
    for (phrase, n_first) in anchors(&inquiry.question.text) {
        // The longest beginning of the phrase that any row holds: where it ends, only the memories can tell.
        for n_words in (1..=phrase.len()).rev() {
            let words = &phrase[..n_words];
            let terms: Vec<Term> = text::query_terms(&words.join(" "))
                .into_iter()
                .map(|token| Term { term: token.term, weight: token.weight })
                .collect();
            let rows: Vec<Ordinal> = inquiry
                .view
                .matching(&terms, 4 * ANCHOR_ROWS_MAX, inquiry.deadline)?
                .into_iter()
                .map(|(row, _)| row)
                .collect();
            let memories = inquiry.view.memories(&rows)?;
            let holds = |memory: &Memory| {
                let held: BTreeSet<String> =
                    text::query_terms(memory.spoken()).into_iter().map(|token| token.term).collect();
                terms.iter().all(|term| held.contains(&term.term))
            };
            let rows: Vec<Ordinal> = rows
                .into_iter()
                .zip(&memories)
                .filter(|(_, memory)| memory.as_ref().is_some_and(holds))
                .map(|(row, _)| row)
                .take(ANCHOR_ROWS_MAX)
                .collect();
            if !rows.is_empty() {
                let spent = usize::from(n_words > n_first);
                found.extend(rows.into_iter().map(|row| (row, spent)));
                break;
            }
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|(row, _)| seen.insert(*row));
    Ok(found)
}

/// Phrases that stand for somebody: what follows "my" or "our", and what a possessive belongs to. With each the number of
/// words that stand for the first one ("daughter" of "my daughter's godmother").
fn anchors(question: &str) -> Vec<(Vec<String>, usize)> {
    let words: Vec<String> = question
        .split_whitespace()
        .map(|word| word.to_lowercase().replace('\u{2019}', "'"))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'').to_owned())
        .collect();
    let bare = |word: &String| word.strip_suffix("'s").unwrap_or(word).to_owned();
    let is_possessive = |word: &str| word.ends_with("'s") && !CONTRACTIONS.contains(&word);
    let follows = |idx: usize| words.get(idx + 1).is_some_and(|next| is_person(next));
    let mut phrases: Vec<(Vec<String>, usize)> = Vec::new();
    let mut covered = 0;
    for (idx, word) in words.iter().enumerate() {
        let from = match () {
            () if OWN.contains(&word.as_str()) => idx + 1,
            () if is_possessive(word) && idx >= covered && (is_person(&bare(word)) || follows(idx)) => idx,
            () => continue,
        };
        let to = (from + ANCHOR_WORDS_MAX).min(words.len());
        let first_end = (from..to).find(|at| is_possessive(&words[*at])).map_or(to, |end| end + 1);
        covered = to;
        if from < to {
            phrases.push((words[from..to].iter().map(bare).collect(), first_end - from));
        }
    }
    phrases
}

/// Names that a text brings in. What it begins with it speaks of, and has from elsewhere; what is written small is no name.
/// A name of this text alone is looked up without its first word too ("Dr Yusra Halabi" is "Yusra Halabi" elsewhere).
fn introduced(inquiry: &Inquiry<'_>, text: &str) -> Result<Vec<Linked>, ChannelError> {
    let mut names = Vec::new();
    for linked in inquiry.view.link(text)? {
        let (start, end) = (linked.span.0 as usize, linked.span.1 as usize);
        let written = text.get(start..end).unwrap_or_default();
        if start == 0 || written.starts_with(char::is_lowercase) {
            continue;
        }
        if linked.degree < 2
            && let Some((_, rest)) = written.split_once(' ')
        {
            names.extend(inquiry.view.link(rest)?);
        }
        names.push(linked);
    }
    Ok(names)
}

/// True for rows that are short enough to say one thing of one person: a long message names many for many reasons.
fn is_fact(facets: &Facets) -> bool {
    match facets.kind {
        Kind::Turn => facets.words <= FACT_WORDS_MAX,
        Kind::Passage => facets.words <= NOTE_WORDS_MAX,
        _ => false,
    }
}

/// How far rows resemble the question, in `[0, 1]`, the most alike at 1; all alike when there is one.
fn likeness(inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Vec<f32>, ChannelError> {
    let Some(vector) = inquiry.question.vector.as_deref() else { return Ok(vec![1.0; rows.len()]) };
    let cosines: Vec<f32> =
        inquiry.view.similarity(vector, rows)?.into_iter().map(|cosine| cosine.unwrap_or(0.0).max(0.0)).collect();
    let best = cosines.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    Ok(cosines.into_iter().map(|cosine| cosine / best).collect())
}

/// Words that make somebody the asker's own.
const OWN: &[&str] = &[
    "my", "our", "mein", "meine", "meiner", "meinem", "meinen", "unser", "unsere", "unserer", "mon", "ma", "mes",
    "notre", "nos", "mi", "mis", "nuestro", "nuestra",
];
const CONTRACTIONS: &[&str] = &["what's", "who's", "it's", "that's", "where's", "how's", "there's", "let's"];

/// Nouns for people and firms, and endings of such nouns: what follows their genitive is asked of somebody else.
const PERSONS: &[&str] = &[
    "man",
    "woman",
    "person",
    "company",
    "firm",
    "friend",
    "boss",
    "wife",
    "husband",
    "son",
    "partner",
    "twin",
    "fiancé",
    "fiancée",
    "architect",
    "guest",
    "one",
    "somebody",
    "cousin",
    "uncle",
    "aunt",
    "niece",
    "nephew",
];
const PERSON_ENDINGS: &[&str] = &["er", "or", "ist", "ian", "ess", "mate", "wright", "smith"];
/// Words of those endings that are nobody.
const NO_PERSON: &[&str] = &[
    "number", "paper", "letter", "dinner", "computer", "order", "summer", "winter", "river", "water", "weather",
    "color", "colour", "floor", "door", "flower", "corner", "chapter", "power", "matter", "answer", "offer", "tower",
    "error", "never", "ever", "over", "after", "under", "other", "another", "whether", "for", "or", "her", "their",
    "your",
];

/// Words after "of" that stand for somebody or something known.
const OF_WHOM: &[&str] = &["my", "our", "the", "ma", "mon", "mi", "la", "der", "dem", "meinem", "meiner"];

fn is_person(word: &str) -> bool {
    PERSONS.contains(&word)
        || word.len() > 4 && PERSON_ENDINGS.iter().any(|end| word.ends_with(end)) && !NO_PERSON.contains(&word)
}

/// How many times a question goes from one to another: possessives, "of" and relative clauses after "my", "our" or a name.
///
/// 0 for questions that do so less than twice: those are about the first one itself. "The plumber's wife", "the donor of
/// the school" and "the man whose yard ..." count twice, since the one in the middle is never named.
fn relations(question: &str) -> usize {
    let words: Vec<&str> = question.split_whitespace().collect();
    let bare: Vec<String> = words.iter().map(|w| w.to_lowercase().replace('’', "'")).collect();
    let plain = |idx: usize| bare.get(idx).map_or("", |w| w.trim_matches(|c: char| !c.is_alphanumeric() && c != '\''));
    let mut count = 0;
    let mut anchored = false;
    // Somebody in the middle is never named.
    let mut unnamed = false;
    for idx in 0..bare.len() {
        let word = plain(idx);
        let owner = word.strip_suffix("'s").filter(|_| !CONTRACTIONS.contains(&word));
        let person_before = idx > 0 && is_person(plain(idx - 1));
        if let Some(owner) = owner {
            anchored = true;
            count += 1;
            unnamed |= is_person(owner) && idx > 0 && plain(idx - 1) == "the";
        } else if OWN.contains(&word) {
            anchored = true;
            count += 1;
            // "The person my manager talks about" leaves its "whom" out.
            unnamed |= person_before;
        } else if matches!(word, "of" | "von" | "vom" | "der" | "du" | "de" | "del") && idx > 0 {
            let next = plain(idx + 1);
            let related =
                OF_WHOM.contains(&next) || words.get(idx + 1).is_some_and(|next| next.starts_with(char::is_uppercase));
            count += usize::from(related);
            unnamed |= related && word == "of" && person_before && !OWN.contains(&next);
        } else if idx > 1 && matches!(word, "who" | "whom" | "whose" | "that" | "which" | "by" | "with") {
            count += 1;
            // "The person after whom the market is called", "the man whose yard".
            unnamed |= match word {
                "whom" => (0..idx).any(|at| is_person(plain(at))),
                "whose" => person_before,
                _ => false,
            };
        }
    }
    match (unnamed, anchored && count >= 2) {
        (true, _) => count.clamp(2, STEPS_MAX),
        (false, true) => count.min(STEPS_MAX),
        (false, false) => 0,
    }
}

fn asks_who(question: &str) -> bool {
    let words: Vec<String> = text::name_words(question).into_iter().map(|word| word.key).take(3).collect();
    matches!(words.first().map(String::as_str), Some("who" | "wer" | "qui" | "quién"))
        && matches!(
            words.get(1).map(String::as_str),
            Some("is" | "was" | "are" | "were" | "ist" | "war" | "est" | "es" | "fue")
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_that_relate_somebody_to_somebody_are_known() {
        let related = [
            ("What does the flatmate of my desk neighbour do?", 2),
            ("Where does the landlady of Ebbe's teacher live?", 2),
            ("What job does my brother's best player have?", 2),
            ("What does the woman who saved Lars's godfather do today?", 2),
        ];
        for (question, count) in related {
            assert_eq!(relations(question), count, "{question}");
        }
        for question in
            ["What does my brother do?", "When did Anna leave?", "What's the name of the river?", "Who is it?"]
        {
            assert_eq!(relations(question), 0, "{question}");
        }
        assert!(asks_who("Who was the teacher of our neighbour?") && !asks_who("What does he do, who is it?"));
    }
}
