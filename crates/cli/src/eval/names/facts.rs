//! How many of the facts that somebody wrote down are found among what was read out of the texts they come from.
//!
//! A fact counts as found when one claim about its subject holds at least half of its words of substance: those that are no
//! stop words and not the subject's name, compared by their stems. A deed counts in the words in which it is told, which is what
//! becomes of it in a memory.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use quintet::model::{Claim, Micros, Party, Said};
use quintet::ports::Reading;
use quintet::text;
use serde::{Deserialize, Serialize};

use super::super::dataset::{DatasetError, Document, json_lines};

/// Share of a fact's words that a claim must hold. Chosen: a fact written by somebody else has words of its own.
const COVERED_MIN: f64 = 0.5;

/// Facts found.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Covered {
    pub(crate) facts: usize,
    pub(crate) found: usize,
    pub(crate) share: f64,
    /// Mean share of a fact's words in the claim that has most of them.
    pub(crate) words: f64,
}

#[derive(Deserialize)]
struct Observation {
    speaker: String,
    fact: String,
    #[serde(default)]
    evidence: Vec<String>,
}

#[derive(Deserialize)]
struct MemoryItem {
    text: String,
    memories: Vec<Memory>,
}

#[derive(Deserialize)]
struct Memory {
    content: String,
}

/// Evaluates the facts of a folder, where it has any.
pub(super) fn run(folder: &Path) -> Result<Option<Covered>, DatasetError> {
    let mut shares = Vec::new();
    if folder.join("observations.jsonl").exists() && folder.join("corpus.jsonl").exists() {
        observations(folder, &mut shares)?;
    }
    if folder.join("memory_extraction.jsonl").exists() {
        for item in json_lines::<MemoryItem>(&folder.join("memory_extraction.jsonl"))? {
            let read = super::read(&Reading { claims: true, ..Reading::of(&item.text) });
            let claims: Vec<String> = read.claims.iter().map(|claim| said(claim, &item.text)).collect();
            shares.extend(
                item.memories.iter().map(|memory| best(&memory.content, "", claims.iter().map(String::as_str))),
            );
        }
    }
    if shares.is_empty() {
        return Ok(None);
    }
    let found = shares.iter().filter(|share| **share >= COVERED_MIN).count();
    let n = shares.len() as f64;
    let words = shares.iter().sum::<f64>() / n;
    Ok(Some(Covered { facts: shares.len(), found, share: found as f64 / n, words }))
}

fn observations(folder: &Path, shares: &mut Vec<f64>) -> Result<(), DatasetError> {
    let turns: BTreeMap<String, Document> =
        json_lines::<Document>(&folder.join("corpus.jsonl"))?.into_iter().map(|turn| (turn.id.clone(), turn)).collect();
    for observation in json_lines::<Observation>(&folder.join("observations.jsonl"))? {
        let mut claims = Vec::new();
        for turn in observation.evidence.iter().filter_map(|id| turns.get(id)) {
            let speaker = turn.speaker.as_deref();
            let text =
                speaker.and_then(|speaker| turn.text.strip_prefix(speaker)?.strip_prefix(": ")).unwrap_or(&turn.text);
            let said_at = turn.time.as_deref().and_then(|time| Micros::parse(time).ok());
            let read = super::read(&Reading { speaker, said_at, claims: true, ..Reading::of(text) });
            let of_subject = read.claims.iter().filter(|claim| is_about(claim, &observation.speaker, speaker));
            claims.extend(of_subject.map(|claim| said(claim, text)));
        }
        shares.push(best(&observation.fact, &observation.speaker, claims.iter().map(String::as_str)));
    }
    Ok(())
}

/// Whether a claim's subject is somebody, or somebody of theirs.
fn is_about(claim: &Claim, name: &str, speaker: Option<&str>) -> bool {
    fn is(party: &Party, name: &str, speaker: Option<&str>) -> bool {
        match party {
            Party::Speaker => speaker == Some(name),
            Party::Named { name: own, .. } | Party::Known { name: own, .. } => own.eq_ignore_ascii_case(name),
            Party::Role { of, .. } => is(of, name, speaker),
        }
    }
    match &claim.said {
        Said::Attribute { subject, .. } => is(subject, name, speaker),
        Said::Relation { subject, object, .. } => is(subject, name, speaker) || is(object, name, speaker),
        Said::Action { actor, .. } => is(actor, name, speaker),
        Said::Instruction { .. } | Said::Uncertainty { .. } => speaker == Some(name),
    }
}

/// A claim as words.
fn said(claim: &Claim, text: &str) -> String {
    fn party(whom: &Party) -> String {
        match whom {
            Party::Speaker => String::new(),
            Party::Named { name, .. } | Party::Known { name, .. } => name.clone(),
            Party::Role { role, of, .. } => format!("{} {role}", party(of)),
        }
    }
    match &claim.said {
        Said::Attribute { subject, key, value, .. } => format!("{} {} {value}", party(subject), key.replace('_', " ")),
        Said::Relation { subject, label, object } => {
            format!("{} {} {}", party(subject), label.replace('_', " "), party(object))
        }
        Said::Action { actor, verb, .. } => {
            let told = text.get(claim.span.start as usize..claim.span.end as usize).unwrap_or_default();
            format!("{} {verb} {told}", party(actor))
        }
        Said::Instruction { description, .. } => description.clone(),
        Said::Uncertainty { about, .. } => about.clone(),
    }
}

/// The largest share of a fact's words that one claim holds.
fn best<'a>(fact: &str, subject: &str, claims: impl Iterator<Item = &'a str>) -> f64 {
    let name: BTreeSet<String> = words(subject);
    let wanted: BTreeSet<String> = words(fact).difference(&name).cloned().collect();
    let share = |claim: &str| words(claim).intersection(&wanted).count() as f64 / wanted.len().max(1) as f64;
    claims.map(share).fold(0.0, f64::max)
}

/// The words of substance of a text by their stems.
fn words(text: &str) -> BTreeSet<String> {
    let terms = text::query_terms(text);
    terms.into_iter().map(|token| token.term).filter(|term| !term.starts_with('~')).collect()
}
