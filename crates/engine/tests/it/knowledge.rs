//! What becomes of claims: corrections, repeats, ends, doubts, entities, and the three clocks on all of it.

use std::path::Path;
use std::sync::Arc;

use quintet::model::{EntityId, Grant, Kind, Micros, Pattern, Scope, ScopeSets, SessionId};
use quintet::retain::{RememberItem, Remembered};
use quintet::store::{EntityAsk, EntityChange, Fate, Filter, KnowledgeAsk, Row};
use quintet_devkit::fake::{PlainExtractor, WordEmbedder};

use crate::memory::Memory;

fn open(folder: &Path) -> Memory {
    Memory::open_reading(folder, WordEmbedder::new(64), 2, Some(Arc::new(PlainExtractor)))
}

fn at(text: &str) -> Micros {
    Micros::parse(text).unwrap()
}

impl Memory {
    fn say(&self, when: &str, speaker: &str, text: &str) -> Remembered {
        self.remember(RememberItem {
            session: Some(SessionId::new("s").unwrap()),
            speaker: Some(speaker.to_owned()),
            known_at: Some(at(when)),
            ..RememberItem::new(text)
        })
    }

    fn who(&self, name: &str) -> EntityId {
        let ask = EntityAsk { name: Some(name.to_owned()), ..EntityAsk::default() };
        self.engine.entities(&self.context, &ask, &Filter::everything(), 10).unwrap()[0].id
    }

    fn values(&self, subject: EntityId, key: &str, filter: &Filter) -> Vec<String> {
        let ask = KnowledgeAsk { subject: Some(subject), key: Some(key.to_owned()), ..KnowledgeAsk::default() };
        let rows = self.engine.knowledge(&self.context, &ask, filter, 100).unwrap();
        rows.iter().map(|row| row.memory.text.rsplit(": ").next().unwrap().to_owned()).collect()
    }

    fn sound(&self) {
        let report = self.engine.verify(&self.context).unwrap();
        assert_eq!(report.faults, [], "{report:?}");
    }
}

fn fates(remembered: &Remembered) -> Vec<Fate> {
    remembered.learned.iter().map(|learned| learned.asserted.fate).collect()
}

/// The filter as of a moment on the known clock.
fn as_of(when: &str) -> Filter {
    Filter { as_of: Some(at(when)), ..Filter::everything() }
}

#[test]
fn a_promotion_twice_makes_a_chain_of_three_that_each_moment_reads_rightly() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    memory.say("2026-01-10T10:00:00Z", "Ann", "Dana role = COO");
    let second = memory.say("2026-02-10T10:00:00Z", "Ann", "Dana role = CEO");
    assert_eq!(fates(&second), [Fate::Superseded]);
    assert_eq!(second.learned[0].asserted.corrections[0].old, "COO");
    assert_eq!(second.learned[0].asserted.corrections[0].new.as_deref(), Some("CEO"));
    memory.say("2026-03-10T10:00:00Z", "Ann", "Dana role = CTO");
    let dana = memory.who("Dana");
    assert_eq!(memory.values(dana, "role", &Filter::everything()), ["CTO"]);
    assert_eq!(memory.values(dana, "role", &as_of("2026-01-20T00:00:00Z")), ["COO"]);
    assert_eq!(memory.values(dana, "role", &as_of("2026-02-20T00:00:00Z")), ["CEO"]);
    assert_eq!(memory.values(dana, "role", &as_of("2026-03-20T00:00:00Z")), ["CTO"]);
    assert!(memory.values(dana, "role", &as_of("2026-01-01T00:00:00Z")).is_empty());
    let history = memory.engine.history(&memory.context, dana, "role", &Filter::everything()).unwrap();
    let chain: Vec<_> = history.iter().map(|row| (row.memory.supersedes, row.memory.superseded_by)).collect();
    assert_eq!(chain.len(), 3);
    assert_eq!(chain[0], (None, Some(history[1].memory.id)));
    assert_eq!(chain[1], (Some(history[0].memory.id), Some(history[2].memory.id)));
    assert_eq!(chain[2], (Some(history[1].memory.id), None));
    memory.sound();
    // A bad correction is taken back.
    memory.clock.advance_us(1_000_000);
    memory.engine.reopen(&memory.context, history[1].memory.id).unwrap();
    assert_eq!(memory.values(dana, "role", &Filter::everything()), ["CEO"]);
    memory.sound();
}

#[test]
fn what_was_said_earlier_goes_before_whenever_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    memory.say("2026-03-01T00:00:00Z", "Ann", "me home = Lisbon");
    assert_eq!(fates(&memory.say("2026-01-01T00:00:00Z", "Ann", "me home = Porto")), [Fate::Backfilled]);
    let ann = memory.who("Ann");
    assert_eq!(memory.values(ann, "home", &Filter::everything()), ["Lisbon"]);
    assert_eq!(memory.values(ann, "home", &as_of("2026-02-01T00:00:00Z")), ["Porto"]);
    memory.sound();
}

#[test]
fn a_repeat_is_counted_and_not_written_however_many_come_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    std::thread::scope(|scope| {
        for _ in 0..50 {
            scope.spawn(|| memory.remember(RememberItem::new("me likes = coffee")));
        }
    });
    let ask = KnowledgeAsk { key: Some("likes".to_owned()), ..KnowledgeAsk::default() };
    let rows: Vec<Row> = memory.engine.knowledge(&memory.context, &ask, &Filter::everything(), 100).unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].memory.repeats, 49);
    let cards = memory.engine.entities(&memory.context, &EntityAsk::default(), &Filter::everything(), 100).unwrap();
    assert_eq!(cards.len(), 1);
    memory.sound();
}

#[test]
fn an_end_closes_and_liking_ends_disliking() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    memory.say("2026-01-01T00:00:00Z", "Ann", "me likes = tea");
    assert_eq!(fates(&memory.say("2026-02-01T00:00:00Z", "Ann", "me not likes = tea")), [Fate::Closed]);
    let ann = memory.who("Ann");
    assert!(memory.values(ann, "likes", &Filter::everything()).is_empty());
    assert_eq!(memory.values(ann, "likes", &as_of("2026-01-15T00:00:00Z")), ["tea"]);
    memory.say("2026-03-01T00:00:00Z", "Ann", "me likes = jazz");
    memory.say("2026-04-01T00:00:00Z", "Ann", "me dislikes = jazz");
    assert!(memory.values(ann, "likes", &Filter::everything()).is_empty());
    assert_eq!(memory.values(ann, "dislikes", &Filter::everything()), ["jazz"]);
    memory.sound();
}

#[test]
fn a_doubtful_clash_is_noted_and_a_clear_word_settles_it() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    memory.say("2026-01-01T00:00:00Z", "Ann", "Dana home = Porto");
    let doubtful = memory.say("2026-02-01T00:00:00Z", "Ann", "?Dana home = Faro");
    assert_eq!(fates(&doubtful), [Fate::Doubted]);
    let dana = memory.who("Dana");
    let doubts = KnowledgeAsk { sorts: vec!["uncertainty"], ..KnowledgeAsk::default() };
    let open_doubts = || memory.engine.knowledge(&memory.context, &doubts, &Filter::everything(), 10).unwrap().len();
    assert_eq!(open_doubts(), 1);
    memory.say("2026-03-01T00:00:00Z", "Ann", "Dana home = Lisbon");
    assert_eq!(open_doubts(), 0);
    assert_eq!(memory.values(dana, "home", &Filter::everything()), ["Lisbon"]);
    memory.sound();
}

#[test]
fn scopes_do_not_correct_each_other_and_two_nameless_people_are_two() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let in_scope = |scope: &str, text: &str| {
        let scopes = Some(ScopeSets::single(Scope::new(scope).unwrap()));
        memory.remember(RememberItem { scopes, ..RememberItem::new(text) })
    };
    in_scope("user/a", "me home = Paris");
    let other = in_scope("user/b", "me home = Rome");
    assert_eq!(fates(&other), [Fate::Created]);
    let seen = |scope: &str| Filter { grant: Grant(vec![Pattern::parse(scope).unwrap()]), ..Filter::default() };
    let ask = KnowledgeAsk::default();
    for (scope, home) in [("user/a", "Paris"), ("user/b", "Rome")] {
        let rows = memory.engine.knowledge(&memory.context, &ask, &seen(scope), 10).unwrap();
        assert_eq!(rows.len(), 1);
        assert!(rows[0].memory.text.ends_with(home));
        let cards = memory.engine.entities(&memory.context, &EntityAsk::default(), &seen(scope), 10).unwrap();
        assert_eq!(cards.len(), 1);
    }
    let everyone = memory.engine.entities(&memory.context, &EntityAsk::default(), &Filter::everything(), 10).unwrap();
    assert_eq!(everyone.len(), 2);
}

#[test]
fn a_role_becomes_the_person_once_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    memory.say("2026-01-01T00:00:00Z", "Ann", "me's sister home = Porto");
    memory.say("2026-01-02T00:00:00Z", "Ann", "Bea sister_of > me");
    let bea = memory.who("Bea");
    assert_eq!(memory.values(bea, "home", &Filter::everything()), ["Porto"]);
    memory.say("2026-01-03T00:00:00Z", "Ann", "me's sister home = Faro");
    assert_eq!(memory.values(bea, "home", &Filter::everything()), ["Faro"]);
    memory.sound();
}

#[test]
fn merging_brings_together_and_splitting_takes_apart_again() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    memory.say("2026-01-01T00:00:00Z", "Ann", "NYC likes = noise");
    memory.say("2026-01-02T00:00:00Z", "Ann", "Gotham likes = night");
    let (nyc, gotham) = (memory.who("NYC"), memory.who("Gotham"));
    let merge = EntityChange::Merge { from: gotham, into: nyc };
    memory.engine.change_entities(&memory.context, vec![merge]).unwrap();
    assert_eq!(memory.who("Gotham"), nyc);
    assert_eq!(memory.values(nyc, "likes", &Filter::everything()), ["noise", "night"]);
    let entity = memory.engine.entity(&memory.context, nyc, &Filter::everything()).unwrap().unwrap();
    assert_eq!(entity.aliases, ["Gotham"]);
    let loops = EntityChange::Merge { from: nyc, into: gotham };
    assert!(memory.engine.change_entities(&memory.context, vec![loops]).is_err());
    memory.engine.change_entities(&memory.context, vec![EntityChange::Split { entity: gotham }]).unwrap();
    assert_eq!(memory.values(nyc, "likes", &Filter::everything()), ["noise"]);
    assert_eq!(memory.values(gotham, "likes", &Filter::everything()), ["night"]);
    memory.sound();
}

#[test]
fn what_was_read_in_one_memory_alone_is_forgotten_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let first = memory.say("2026-01-01T00:00:00Z", "Ann", "me likes = tea");
    let second = memory.say("2026-01-02T00:00:00Z", "Ann", "me likes = tea");
    let ann = memory.who("Ann");
    memory.engine.forget(&memory.context, &[first.id]).unwrap();
    assert_eq!(memory.values(ann, "likes", &Filter::everything()), ["tea"]);
    memory.engine.forget(&memory.context, &[second.id]).unwrap();
    assert!(memory.values(ann, "likes", &Filter::everything()).is_empty());
    assert!(memory.values(ann, "likes", &as_of("2026-01-15T00:00:00Z")).is_empty());
    memory.sound();
}

#[test]
fn facts_are_found_by_recall_and_replaced_ones_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    memory.say("2026-01-01T00:00:00Z", "Ann", "Dana home = Porto");
    memory.say("2026-02-01T00:00:00Z", "Ann", "Dana home = Lisbon");
    memory.say("2026-02-02T00:00:00Z", "Ann", "the weather was fine");
    let facts = Filter { kinds: Some(vec![Kind::Fact]), ..Filter::everything() };
    let request = quintet::recall::RecallRequest::new("Dana's home", facts);
    let recalled = memory.engine.recall(&memory.context, &request).unwrap();
    assert_eq!(recalled.hits.len(), 1);
    assert!(recalled.hits[0].memory.text.ends_with("Lisbon"));
    assert!(recalled.hits[0].memory.source.span.is_some());
    memory.sound();
}

/// Values of updates, long enough that no two are near-duplicates.
const TOWNS: [&str; 12] =
    ["Porto", "Lisbon", "Faro", "Braga", "Coimbra", "Evora", "Aveiro", "Setubal", "Viseu", "Leiria", "Guarda", "Tomar"];
const PEOPLE: [&str; 8] = ["Dana", "Ann", "Bea", "Carl", "Dev", "Edna", "Femi", "Gus"];

#[test]
fn the_present_value_comes_first_in_every_chain_of_updates_and_each_moment_has_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let keys = ["home", "role", "employer", "car", "diet"];
    let questions = [
        "Where does {} live?",
        "What is {}'s role?",
        "Where does {} work?",
        "What car does {} drive?",
        "What is {}'s diet?",
    ];
    // 200 chains of two to five steps, told in an order that mixes them.
    let chain = |number: usize| {
        let (who, key) = (format!("{} {}", PEOPLE[number % 8], number / 40), number / 8 % 5);
        let steps: Vec<&str> = (0..2 + number % 4).map(|step| TOWNS[(number * 5 + step * 7) % 12]).collect();
        (who, key, steps)
    };
    for step in 0..5 {
        let items = (0..200).filter_map(|number| {
            let (who, key, steps) = chain(number);
            let value = steps.get(step)?;
            Some(RememberItem {
                session: Some(SessionId::new(format!("s{step}")).unwrap()),
                speaker: Some("Teller".to_owned()),
                known_at: Some(at(&format!("2026-0{}-10T00:00:00Z", step + 1))),
                ..RememberItem::new(format!("{who} {} = {value}", keys[key]))
            })
        });
        for outcome in memory.engine.remember_all(&memory.context, items.collect()).unwrap() {
            outcome.unwrap();
        }
    }
    let top = |question: &str, as_of: Option<Micros>| {
        let filter = Filter { as_of, ..Filter::everything() };
        let request = quintet::recall::RecallRequest {
            now: Some(at("2026-06-15T12:00:00Z")),
            ..quintet::recall::RecallRequest::new(question, filter)
        };
        memory.engine.recall(&memory.context, &request).unwrap().hits[0].memory.text.clone()
    };
    for number in 0..200 {
        let (who, key, steps) = chain(number);
        let question = questions[key].replace("{}", &who);
        let present = steps.last().unwrap();
        assert!(top(&question, None).ends_with(present), "{question}: {} for {present}", top(&question, None));
        for (step, value) in steps.iter().enumerate() {
            let moment = at(&format!("2026-0{}-20T00:00:00Z", step + 1));
            let then = top(&question, Some(moment));
            assert!(then.ends_with(value), "{question} in month {}: {then} for {value}", step + 1);
        }
    }
    memory.sound();
}
