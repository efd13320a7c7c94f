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
use crate::model::{EdgeKind, Kind, NodeKind};
use crate::store::{Facets, NodeNumber, Ordinal, Step};
use crate::text;

/// First hits that may begin a chain. Measured on the golden set.
const STARTS: usize = 3;
/// Steps of a chain, at most: the published walk has three hops.
const STEPS_MAX: usize = 3;
/// Rows that mention a name, at most, for it to carry a chain. Chosen: who is named everywhere leads everywhere.
const NAME_ROWS_MAX: u32 = 12;
/// Words of a turn that may be a step of a chain, at most. Chosen.
const FACT_WORDS_MAX: u32 = 60;
/// Chains kept after each step, best first. Chosen.
const BEAM: usize = 6;
/// Share of the first hit's strength at the end of a chain, and what each step costs. Measured on the golden set.
const END_SHARE: f32 = 0.9;
const STEP_COST: f32 = 0.95;
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
    // Pages are followed by their titles, one step at a time.
    let rows: Vec<Ordinal> = inquiry.seeds.iter().take(STARTS).map(|seed| seed.0).collect();
    let is_turn: Vec<bool> =
        inquiry.view.facets(&rows)?.iter().map(|facets| facets.as_ref().is_some_and(is_fact)).collect();
    let mut chains: Vec<Chain> = inquiry
        .seeds
        .iter()
        .zip(is_turn)
        .filter(|(_, is_turn)| *is_turn)
        .map(|(seed, _)| seed)
        .map(|(row, score)| Chain {
            rows: vec![*row],
            names: asked.clone(),
            path: vec![Step { kind: EdgeKind::Mentions, row: Some(*row), node: None }],
            worth: END_SHARE * score / best,
        })
        .collect();
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
            let used = (chain.rows.len() - 1).min(relations) as f32 / relations as f32;
            let share = (chain.worth * (0.7 + 0.3 * used)).min(0.95);
            Some(End { row: chain.rows[place], lift: Lift { from: None, share }, path: chain.path })
        })
        .collect();
    ends.sort_by(|a, b| b.lift.share.total_cmp(&a.lift.share).then(a.row.cmp(&b.row)));
    Ok(ends)
}

/// Every way on from the end of a chain: over a name that is new to it, to a row that is new to it.
fn step(inquiry: &Inquiry<'_>, chain: &Chain) -> Result<Vec<Chain>, ChannelError> {
    let Some(last) = chain.rows.last() else { return Ok(Vec::new()) };
    let Some(memory) = inquiry.view.memories(&[*last])?.pop().flatten() else { return Ok(Vec::new()) };
    let mut further = Vec::new();
    for linked in inquiry.view.link(memory.spoken())? {
        if chain.names.contains(&linked.node) || linked.degree > NAME_ROWS_MAX {
            continue;
        }
        if linked.kind != NodeKind::Entity {
            continue;
        }
        let kind = EdgeKind::Mentions;
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

/// True for turns that are short enough to say one thing of one person: a long message names many for many reasons.
fn is_fact(facets: &Facets) -> bool {
    facets.kind == Kind::Turn && facets.words <= FACT_WORDS_MAX
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

/// How many times a question goes from one to another: possessives, "of" and relative clauses after "my", "our" or a name.
///
/// 0 for questions that do so less than twice: those are about the first one itself.
fn relations(question: &str) -> usize {
    let words: Vec<&str> = question.split_whitespace().collect();
    let bare: Vec<String> = words.iter().map(|w| w.to_lowercase().replace('’', "'")).collect();
    let mut count = 0;
    let mut anchored = false;
    for (idx, word) in bare.iter().enumerate() {
        let plain = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'');
        let possessive = plain.ends_with("'s") && !CONTRACTIONS.contains(&plain);
        if possessive || OWN.contains(&plain) {
            anchored = true;
            count += 1;
        } else if matches!(plain, "of" | "von" | "vom" | "der" | "du" | "de" | "del") && idx > 0 {
            count += usize::from(
                matches!(
                    bare.get(idx + 1).map(String::as_str),
                    Some("my" | "our" | "the" | "ma" | "mon" | "mi" | "la" | "der" | "dem" | "meinem" | "meiner")
                ) || words.get(idx + 1).is_some_and(|next| next.starts_with(char::is_uppercase)),
            );
        } else if idx > 1 && matches!(plain, "who" | "whom" | "whose" | "that" | "which" | "by" | "with") {
            count += 1;
        }
    }
    if anchored && count >= 2 { count.min(STEPS_MAX) } else { 0 }
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
