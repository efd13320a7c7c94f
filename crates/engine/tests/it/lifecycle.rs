//! Wear, use, ends and retention.

use std::sync::Arc;

use quintet::ExpiryReason;
use quintet::model::{Category, DAY_US, Kind, Micros, Pattern, Scope, ScopeSets, SessionId};
use quintet::ports::{Extraction, Extractor, ModelError, Reading};
use quintet::retain::RememberItem;
use quintet::store::{ContextSettings, Filter, ForgetMode, Grade, KnowledgeAsk, RetentionRule};
use quintet_devkit::fake::{PlainExtractor, WordEmbedder};

use crate::memory::{Memory, noon, texts};

/// Reads like the plain one; what it reads of moods is going on at present.
struct Moods;

impl Extractor for Moods {
    fn name(&self) -> &'static str {
        "moods"
    }

    fn extract(&self, readings: &[Reading<'_>]) -> Result<Vec<Extraction>, ModelError> {
        let mut read = PlainExtractor.extract(readings)?;
        for (extraction, reading) in read.iter_mut().zip(readings) {
            for claim in extraction.claims.iter_mut().filter(|_| reading.text.contains("mood")) {
                claim.category = Category::Context;
            }
        }
        Ok(read)
    }
}

fn open(folder: &std::path::Path) -> Memory {
    Memory::open_reading(folder, WordEmbedder::new(64), 2, Some(Arc::new(Moods)))
}

fn say(memory: &Memory, at: Micros, text: &str) -> quintet::model::MemoryId {
    let item =
        RememberItem { session: Some(SessionId::new("s").unwrap()), known_at: Some(at), ..RememberItem::new(text) };
    memory.remember(item).id
}

fn fact(memory: &Memory, key: &str) -> Option<quintet::model::Memory> {
    let ask = KnowledgeAsk { key: Some(key.to_owned()), ..KnowledgeAsk::default() };
    let filter = Filter { now: Some(memory.engine.now()), ..Filter::everything() };
    memory.engine.knowledge(&memory.context, &ask, &filter, 9).unwrap().pop().map(|row| row.memory)
}

fn sound(memory: &Memory) {
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
}

#[test]
fn importance_fades_by_whole_days_whatever_the_steps() {
    let fade = |steps: &[i64]| {
        let folder = tempfile::tempdir().unwrap();
        let memory = open(folder.path());
        say(&memory, noon(), "me car = van");
        say(&memory, noon(), "me mood = calm");
        for hours in steps {
            let at = noon().plus(hours * DAY_US / 24);
            memory.engine.decay(&memory.context, at).unwrap();
            assert_eq!(memory.engine.decay(&memory.context, at).unwrap(), 0, "the same moment again changes nothing");
        }
        sound(&memory);
        (fact(&memory, "car").unwrap().importance, fact(&memory, "mood").unwrap().importance)
    };
    let at_once = fade(&[240]);
    assert!((at_once.0 - 0.8 * 0.995_f32.powi(10)).abs() < 1e-5, "{at_once:?}");
    assert!((at_once.1 - 0.5 * 0.95_f32.powi(10)).abs() < 1e-5, "{at_once:?}");
    for steps in [&[12, 23, 25, 100, 239, 240][..], &[239, 240], &[240, 10]] {
        let stepped = fade(steps);
        assert!((stepped.0 - at_once.0).abs() < 1e-5 && (stepped.1 - at_once.1).abs() < 1e-5, "{steps:?}: {stepped:?}");
    }
}

#[test]
fn what_is_going_on_ends_after_a_week_unless_it_is_told_again() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    say(&memory, noon(), "me mood = calm");
    say(&memory, noon(), "me car = van");
    let after = |days: i64| noon().plus(days * DAY_US);
    let within = |days: i64| memory.engine.expiring(&memory.context, days * DAY_US, &Filter::everything()).unwrap();
    assert!(within(6).is_empty());
    let soon = within(7);
    assert_eq!((soon.len(), soon[0].reason, soon[0].at), (1, ExpiryReason::Lapse, after(7)));
    assert_eq!(memory.engine.expire(&memory.context, after(6)).unwrap().lapsed, 0);
    // Told again on the fifth day, it goes on until the twelfth.
    say(&memory, after(5), "me mood = calm");
    assert_eq!(memory.engine.expire(&memory.context, after(8)).unwrap().lapsed, 0);
    assert_eq!(memory.engine.expire(&memory.context, after(12)).unwrap().lapsed, 1);
    assert_eq!(memory.engine.expire(&memory.context, after(12)).unwrap().lapsed, 0);
    memory.clock.advance_us(13 * DAY_US as u64);
    assert_eq!(fact(&memory, "mood"), None);
    assert!(fact(&memory, "car").is_some());
    // It was closed and not forgotten.
    let ask = KnowledgeAsk { key: Some("mood".to_owned()), ..KnowledgeAsk::default() };
    let then = Filter { as_of: Some(after(6)), ..Filter::everything() };
    let rows = memory.engine.knowledge(&memory.context, &ask, &then, 9).unwrap();
    assert_eq!(rows[0].memory.valid.until, Some(after(12)));
    sound(&memory);
}

#[test]
fn use_counts_once_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let id = say(&memory, noon(), "The pier was repaired.");
    let stability = || memory.engine.memory(&memory.context, id).unwrap().unwrap().memory.stability_days;
    let use_it = |grade| memory.engine.used(&memory.context, &[id, id], grade).unwrap();
    let first = stability();
    memory.clock.advance_us(3 * DAY_US as u64);
    assert_eq!(use_it(Grade::Good), 1, "twice in a call is once");
    let grown = stability();
    assert!(grown > first * 1.1, "{first} {grown}");
    memory.clock.advance_us(DAY_US as u64 - 1);
    assert_eq!((use_it(Grade::Good), stability()), (0, grown));
    memory.clock.advance_us(1);
    assert_eq!(use_it(Grade::Again), 1);
    assert!(stability() < grown);
    assert!(memory.engine.used(&memory.context, &[quintet::model::MemoryId(5)], Grade::Good).is_err());
    sound(&memory);
}

#[test]
fn rules_of_retention_are_checked_listed_and_carried_out() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let put = |scope: &str, text: &str| {
        let scopes = Some(ScopeSets::single(Scope::new(scope).unwrap()));
        memory.remember(RememberItem { scopes, known_at: Some(noon()), ..RememberItem::new(text) }).id
    };
    let (short, long) = (put("support/tickets", "The retentionmark printer jams."), put("team", "The printer is new."));
    let rule = |days| RetentionRule {
        scope: Some(Pattern::Subtree(Scope::new("support").unwrap())),
        label: None,
        kinds: vec![Kind::Passage],
        days,
        action: ForgetMode::Purge,
    };
    let settings = |days| ContextSettings { retention: vec![rule(days)], ..ContextSettings::default() };
    assert!(memory.engine.set_settings(&memory.context, settings(0)).is_err());
    memory.engine.set_settings(&memory.context, settings(30)).unwrap();
    let soon = memory.engine.expiring(&memory.context, 30 * DAY_US, &Filter::everything()).unwrap();
    assert_eq!((soon.len(), soon[0].id, soon[0].reason), (1, short, ExpiryReason::RetentionPurge));
    assert_eq!(memory.engine.expire(&memory.context, noon().plus(29 * DAY_US)).unwrap().purged, 0);
    let expired = memory.engine.expire(&memory.context, noon().plus(30 * DAY_US)).unwrap();
    assert_eq!((expired.purged, expired.complete), (1, true));
    assert_eq!(memory.engine.expire(&memory.context, noon().plus(30 * DAY_US)).unwrap().purged, 0);
    assert_eq!(memory.engine.memory(&memory.context, short).unwrap(), None);
    assert!(memory.engine.memory(&memory.context, long).unwrap().is_some());
    assert_eq!(texts(&memory.ask("retentionmark printer")), ["The printer is new."]);
    sound(&memory);
}
