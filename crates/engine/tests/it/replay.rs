//! A log of 32 days with 10,000 writes, most of which say nothing new: what reads see stays clean, and nothing true is lost.

mod log;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use quintet::model::{MemoryId, Micros};
use quintet::recall::RecallRequest;
use quintet::store::{EntityAsk, Filter, KnowledgeAsk};
use quintet_devkit::fake::WordEmbedder;

use self::log::{Log, Worth};
use crate::memory::Memory;

/// Share of junk and doubles among what reads see, at most. From the acceptance of this part.
const DIRT_MAX: f64 = 0.02;

#[test]
fn a_month_of_noise_leaves_a_clean_memory_that_lost_no_fact() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open_with(folder.path(), WordEmbedder::new(64), 2);
    let log = log::log(11);
    let worth = replay(&memory, &log);
    memory.clock.set(Micros::parse("2026-06-02T12:00:00Z").unwrap());
    let live = live(&memory);
    let dirt = dirt(&worth, &live);
    let n_again = live.iter().filter(|row| matches!(worth.get(&row.id), Some(Worth::Again { .. }))).count();
    let n_dirty: usize = dirt.values().map(Vec::len).sum();
    let share = n_dirty as f64 / live.len() as f64;
    eprintln!("{} rows live, {n_dirty} of them dirt ({:.2} %)", live.len(), 100.0 * share);
    eprintln!("  {n_again} turns say again what was said in another conversation");
    for (what, texts) in &dirt {
        eprintln!("  {what}: {}, such as {:?}", texts.len(), &texts[..texts.len().min(6)]);
    }
    let lost = lost(&memory, &log);
    eprintln!("{} facts, lost {}: {:?}", log.facts.len(), lost.len(), &lost[..lost.len().min(10)]);
    let found = found(&memory, &log, &worth);
    eprintln!("{} of {} questions find the present value among ten hits", found.0, found.1);
    assert_eq!(lost, Vec::<String>::new());
    assert_eq!(found.0, found.1);
    assert!(share <= DIRT_MAX, "{share}");
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
}

/// Writes everything; what each memory that was written is worth.
fn replay(memory: &Memory, log: &Log) -> BTreeMap<MemoryId, Worth> {
    let mut worth = BTreeMap::new();
    let mut n_writes = 0;
    for session in &log.sessions {
        memory.clock.set(session[0].item.known_at.unwrap());
        for part in session.chunks(8) {
            n_writes += part.len();
            let items = part.iter().map(|write| write.item.clone()).collect();
            let kept = memory.engine.remember_all(&memory.context, items).unwrap();
            for (write, kept) in part.iter().zip(kept) {
                match (&write.worth, kept) {
                    (_, Ok(kept)) => {
                        worth.insert(kept.id, write.worth.clone());
                    }
                    (Worth::Noise(_) | Worth::Handed { question: None, .. }, Err(_)) => {}
                    (worth, Err(error)) => panic!("{worth:?} was refused: {error}"),
                }
            }
        }
    }
    assert_eq!(n_writes, log::WRITES);
    worth
}

/// Everything that reads see: told texts, and what was read in them.
fn live(memory: &Memory) -> Vec<quintet::model::Memory> {
    let filter = Filter { told: true, now: Some(memory.engine.now()), ..Filter::everything() };
    let view = memory.engine.context_store(&memory.context).unwrap().view(&filter).unwrap();
    let rows = view.by_time(false, usize::MAX).unwrap();
    assert_eq!(rows.len(), view.len());
    view.memories(&rows).unwrap().into_iter().map(Option::unwrap).collect()
}

/// What should not be seen, by what it is. What a person says again in another conversation is a turn of its own; what is read in
/// it is not.
fn dirt(worth: &BTreeMap<MemoryId, Worth>, live: &[quintet::model::Memory]) -> BTreeMap<String, Vec<String>> {
    let mut dirt: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut read = BTreeSet::new();
    for row in live {
        let what = match worth.get(&row.id) {
            Some(Worth::Fact { .. } | Worth::Talk) => None,
            Some(Worth::Again { .. }) => Some("told again".to_owned()),
            Some(Worth::Noise(what)) => Some((*what).to_owned()),
            Some(Worth::Handed { question, texts }) => {
                let is_question = question.as_ref().is_some_and(|question| row.text.contains(question.as_str()));
                let is_clean = is_question && !texts.iter().any(|text| row.text.contains(text.as_str()));
                (!is_clean).then(|| "handed in again".to_owned())
            }
            // What was read: from something worth it, and once.
            None => {
                let from = row.source.derived_from.first().and_then(|source| worth.get(source));
                let is_worth = matches!(from, Some(Worth::Fact { .. } | Worth::Again { .. } | Worth::Talk));
                let is_new = read.insert((row.kind, row.text.clone(), row.event.start));
                (!is_worth || !is_new).then(|| format!("read in {from:?}").chars().take(40).collect())
            }
        };
        if let Some(what) = what {
            dirt.entry(what).or_default().push(row.text.clone());
        }
    }
    dirt
}

/// Facts that are known no more, or known wrongly.
fn lost(memory: &Memory, log: &Log) -> Vec<String> {
    let mut lost = Vec::new();
    for fact in &log.facts {
        let current = fact.values.len() - 1;
        let values = known_values(memory, fact);
        let is_known = values.iter().any(|value| value.ends_with(fact.values[current]));
        // A value that was replaced is known no more.
        let is_right = fact.values[..current].iter().all(|old| !values.iter().any(|value| value.ends_with(old)));
        if !is_known || !is_right {
            lost.push(format!("{}: {:?} of {:?}", fact.question(), values, fact.values));
        }
    }
    lost
}

/// How many of the questions, every third of them, find the present value: as the fact, or as a turn that tells it.
fn found(memory: &Memory, log: &Log, worth: &BTreeMap<MemoryId, Worth>) -> (usize, usize) {
    let asked = log.facts.iter().enumerate().step_by(3);
    let is_found = |(idx, fact): &(usize, &log::Fact)| {
        let recalled = memory.recall(&RecallRequest::new(fact.question(), Filter::everything()));
        let tells = |id: &MemoryId| {
            matches!(worth.get(id), Some(Worth::Fact { fact: told, version } | Worth::Again { fact: told, version })
                if (*told, *version) == (*idx, fact.values.len() - 1))
        };
        let whose = fact.subject.as_deref().unwrap_or("The user");
        let value = fact.values[fact.values.len() - 1];
        let states = |text: &str| text.starts_with(&format!("{whose}'s ")) && text.ends_with(&format!(": {value}"));
        let is_found = recalled.hits.iter().any(|hit| tells(&hit.memory.id) || states(&hit.memory.text));
        if !is_found {
            let told = format!("  {}: {:?}\n", fact.question(), crate::memory::texts(&recalled));
            std::io::Write::write_all(&mut std::io::stderr(), told.as_bytes()).unwrap();
        }
        is_found
    };
    (asked.clone().filter(is_found).count(), asked.count())
}

/// What is known of a fact's subject under the fact's key.
fn known_values(memory: &Memory, fact: &log::Fact) -> Vec<String> {
    const NAMES: [&str; 5] = ["home", "employer", "allergy", "language", "origin"];
    let ask = EntityAsk { name: fact.subject.clone(), nameless: fact.subject.is_none(), ..EntityAsk::default() };
    let cards = memory.engine.entities(&memory.context, &ask, &Filter::everything(), 500).unwrap();
    let mut values = Vec::new();
    for card in cards {
        let ask =
            KnowledgeAsk { subject: Some(card.id), key: Some(NAMES[fact.key].to_owned()), ..KnowledgeAsk::default() };
        let rows = memory.engine.knowledge(&memory.context, &ask, &Filter::everything(), 100).unwrap();
        values.extend(rows.into_iter().map(|row| row.memory.text));
    }
    values
}
