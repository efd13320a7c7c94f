//! Evaluating what is read out of texts: names with their kinds, relations, and facts that somebody else wrote down.
//!
//! Each text goes to the extractor alone; the labels are looked at afterwards. Sets are folders with `items.jsonl` (tokens,
//! entities as ranges of tokens, relations), `*entit*.jsonl` or `*_entities.tsv` (entities by name), `observations.jsonl` or
//! `memory_extraction.jsonl` (facts).

mod facts;
mod labels;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use quintet::extract::RuleExtractor;
use quintet::model::{Claim, EntityKind, Party, Said};
use quintet::ports::{Extraction, Extractor, Reading};
use serde::Serialize;

use self::labels::{Item, kind_of};
use super::dataset::DatasetError;

pub(crate) use self::labels::NameSet;

/// Right, wrong and missed.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Found {
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    pub(crate) missed: usize,
    pub(crate) precision: f64,
    pub(crate) recall: f64,
    pub(crate) f1: f64,
}

impl Found {
    fn count<T: Ord>(&mut self, found: &BTreeSet<T>, right: &BTreeSet<T>) {
        self.right += found.intersection(right).count();
        self.wrong += found.difference(right).count();
        self.missed += right.difference(found).count();
    }

    fn finish(mut self) -> Self {
        let share = |part: usize, rest: usize| if part == 0 { 0.0 } else { part as f64 / (part + rest) as f64 };
        self.precision = share(self.right, self.wrong);
        self.recall = share(self.right, self.missed);
        let sum = self.precision + self.recall;
        self.f1 = if sum > 0.0 { 2.0 * self.precision * self.recall / sum } else { 0.0 };
        self
    }
}

/// What was found in one set.
#[derive(Debug, Serialize)]
pub(crate) struct NameReport {
    pub(crate) name: String,
    pub(crate) texts: usize,
    /// Names whatever their kind: the same bytes, or the same words where the set has no places.
    pub(crate) names: Found,
    /// Names of a kind that is right too.
    pub(crate) kinds: BTreeMap<String, Found>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) relations: BTreeMap<String, Found>,
    /// Facts written down by somebody, and how many were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) facts: Option<facts::Covered>,
}

/// Evaluates a set.
pub(crate) fn run(set: &NameSet) -> Result<NameReport, DatasetError> {
    let mut names = Found::default();
    let mut kinds: BTreeMap<String, Found> = BTreeMap::new();
    let mut relations: BTreeMap<String, Found> = BTreeMap::new();
    for item in &set.items {
        let read = read(&Reading { claims: true, ..Reading::of(&item.text) });
        count_names(item, &read, &mut names, &mut kinds);
        if set.has_relations {
            count_relations(item, &read, &mut relations);
        }
    }
    let finish =
        |found: BTreeMap<String, Found>| found.into_iter().map(|(kind, found)| (kind, found.finish())).collect();
    Ok(NameReport {
        name: set.name.clone(),
        texts: set.items.len(),
        names: names.finish(),
        kinds: finish(kinds),
        relations: finish(relations),
        facts: facts::run(&set.folder)?,
    })
}

/// What the rules read out of a text.
fn read(reading: &Reading<'_>) -> Extraction {
    RuleExtractor.extract(&[*reading]).ok().and_then(|mut read| read.pop()).unwrap_or_default()
}

fn count_names(item: &Item, read: &Extraction, names: &mut Found, kinds: &mut BTreeMap<String, Found>) {
    // A name is its place where the set tells it, else its words.
    let place = |span: (usize, usize), name: &str| {
        if item.has_spans { format!("{}..{}", span.0, span.1) } else { name.to_lowercase() }
    };
    let right: BTreeSet<(String, Option<&str>)> =
        item.entities.iter().map(|entity| (place(entity.span, &entity.name), kind_of(&entity.kind))).collect();
    let found: BTreeSet<(String, Option<&str>)> = read
        .mentions
        .iter()
        .map(|mention| {
            let span = (mention.span.start as usize, mention.span.end as usize);
            (place(span, &mention.name), mention.kind.map(quintet::model::EntityKind::as_str))
        })
        .collect();
    let places =
        |names: &BTreeSet<(String, Option<&str>)>| names.iter().map(|name| name.0.clone()).collect::<BTreeSet<_>>();
    names.count(&places(&found), &places(&right));
    let own: BTreeSet<&str> = right.iter().chain(&found).filter_map(|name| name.1).collect();
    for kind in own {
        let of_kind = |names: &BTreeSet<(String, Option<&str>)>| {
            names.iter().filter(|name| name.1 == Some(kind)).map(|name| name.0.clone()).collect::<BTreeSet<_>>()
        };
        kinds.entry(kind.to_owned()).or_default().count(&of_kind(&found), &of_kind(&right));
    }
}

fn count_relations(item: &Item, read: &Extraction, relations: &mut BTreeMap<String, Found>) {
    let right: BTreeSet<(String, String, String)> = item
        .relations
        .iter()
        .map(|relation| (relation.kind.clone(), bare(&relation.head), bare(&relation.tail)))
        .collect();
    let found: BTreeSet<(String, String, String)> = read.claims.iter().filter_map(relation_of).collect();
    let kinds: BTreeSet<&String> = right.iter().chain(&found).map(|relation| &relation.0).collect();
    for kind in kinds {
        let of = |all: &BTreeSet<(String, String, String)>| {
            all.iter().filter(|relation| relation.0 == *kind).cloned().collect::<BTreeSet<_>>()
        };
        relations.entry(kind.clone()).or_default().count(&of(&found), &of(&right));
    }
}

fn bare(name: &str) -> String {
    name.to_lowercase().trim_end_matches(['.', ' ']).to_owned()
}

/// A claim as one of the relations that sets label: who works for whom, who lives where, what lies where, who killed whom.
fn relation_of(claim: &Claim) -> Option<(String, String, String)> {
    let name = |party: &Party| match party {
        Party::Named { name, .. } => Some(bare(name)),
        _ => None,
    };
    let (kind, head, tail) = match &claim.said {
        Said::Attribute { subject, key, value, .. } => {
            let kind = match key.as_str() {
                "employer" => "Work_For",
                "home" | "origin" => "Live_In",
                _ => return None,
            };
            (kind, name(subject)?, bare(value))
        }
        Said::Relation { subject, label, object } => {
            let is_firm = matches!(subject, Party::Named { kind: EntityKind::Organisation, .. });
            let kind = match label.as_str() {
                "killed" => "Kill",
                // Sets that label relations call an agency based where it reports from.
                "based_in" | "reports_from" => "OrgBased_In",
                "located_in" if is_firm => "OrgBased_In",
                "located_in" => "Located_In",
                _ => return None,
            };
            (kind, name(subject)?, name(object)?)
        }
        _ => return None,
    };
    Some((kind.to_owned(), head, tail))
}

/// The reports as a table for people.
pub(crate) fn name_table(reports: &[NameReport]) -> String {
    let mut text = String::new();
    for report in reports {
        let _ = writeln!(text, "{:<28} {:>6} {:>9} {:>7} {:>6}", report.name, "n", "precision", "recall", "F1");
        let mut line = |name: &str, found: &Found| {
            let n = found.right + found.missed;
            let _ =
                writeln!(text, "  {name:<26} {n:>6} {:>9.3} {:>7.3} {:>6.3}", found.precision, found.recall, found.f1);
        };
        if report.texts > 0 {
            line("names", &report.names);
        }
        for (kind, found) in report.kinds.iter().chain(&report.relations) {
            line(kind, found);
        }
        if let Some(facts) = &report.facts {
            let _ = writeln!(text, "  facts found: {} of {} ({:.3})", facts.found, facts.facts, facts.share);
        }
    }
    text
}

/// True for a folder that holds labelled names and no questions.
pub(crate) fn is_name_set(folder: &Path) -> bool {
    labels::is_in(folder)
}
