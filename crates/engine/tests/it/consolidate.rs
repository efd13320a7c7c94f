//! Consolidation, elaboration and reflection: what they draw, what they leave alone, and how they are taken back.

use std::path::Path;
use std::sync::Arc;

use quintet::model::{EntityKind, Grant, Kind, MemoryId, Micros, Pattern, Scope, ScopeSets, SessionId};
use quintet::ports::{Completion, LanguageError, LanguageModel, Prompt};
use quintet::recall::RecallRequest;
use quintet::retain::{FactItem, RememberItem, Remembered};
use quintet::store::{Filter, KnowledgeAsk};
use quintet::views::EntityName;
use quintet::{
    ConsolidateRequest, Consolidated, ElaborateRequest, Engine, Observation, OutcomeKind, ReflectRequest, RememberError,
};
use quintet_devkit::fake::{PlainExtractor, WordEmbedder};

use crate::memory::Memory;

const DAY: i64 = 86_400_000_000;

fn open(folder: &Path) -> Memory {
    Memory::open_reading(folder, WordEmbedder::new(64), 2, Some(Arc::new(PlainExtractor)))
}

fn at(day: i64) -> Micros {
    Micros::parse("2026-03-01T10:00:00Z").unwrap().plus(day * DAY)
}

fn grant(patterns: &[&str]) -> Grant {
    Grant(patterns.iter().map(|text| Pattern::parse(text).unwrap()).collect())
}

impl Memory {
    fn tell(&self, day: i64, speaker: &str, text: &str) -> Remembered {
        self.tell_in(Scope::root().as_str(), day, speaker, text)
    }

    fn tell_in(&self, scope: &str, day: i64, speaker: &str, text: &str) -> Remembered {
        let scope = if scope.is_empty() { Scope::root() } else { Scope::new(scope).unwrap() };
        self.remember(RememberItem {
            session: Some(SessionId::new(format!("s-{}-{day}", scope.as_str().replace('/', "-"))).unwrap()),
            speaker: Some(speaker.to_owned()),
            known_at: Some(at(day)),
            scopes: Some(ScopeSets::single(scope)),
            ..RememberItem::new(text)
        })
    }

    fn draw(&self, request: &ConsolidateRequest) -> Consolidated {
        self.clock.advance_us(1_000_000);
        self.engine.consolidate(&self.context, request).unwrap()
    }

    fn draw_all(&self) -> Consolidated {
        self.draw(&ConsolidateRequest::new(Grant::everything()))
    }

    fn observed(&self) -> Vec<Observation> {
        self.engine.observations(&self.context, None, &Filter::everything(), 100).unwrap()
    }

    fn texts(&self, filter: &Filter) -> Vec<String> {
        let mut request = RecallRequest::new("What is known of Dana and of hiking?", filter.clone());
        request.k = 50;
        self.recall(&request).hits.into_iter().map(|hit| hit.memory.text).collect()
    }

    fn healthy(&self) {
        assert_eq!(self.engine.verify(&self.context).unwrap().faults, []);
    }
}

fn shown(observed: &[Observation]) -> Vec<(&str, &str, usize)> {
    observed.iter().map(|one| (one.statement.key(), one.statement.value(), one.proofs)).collect()
}

fn counts(done: &Consolidated) -> (u64, u64, u64) {
    (done.created, done.updated, done.superseded)
}

#[test]
fn a_fact_told_twice_is_observed_once_and_grows() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    memory.tell(0, "Ann", "Dana role = CEO");
    memory.tell(1, "Ann", "Dana home = Porto");
    assert_eq!(counts(&memory.draw_all()), (0, 0, 0), "one is no repetition");
    memory.tell(2, "Bob", "Dana role = CEO");
    let first = memory.draw_all();
    assert_eq!(counts(&first), (1, 0, 0));
    let one = &first.outcomes[0];
    assert_eq!((one.entity_name.as_str(), one.key.as_str(), one.value.as_str()), ("Dana", "role", "CEO"));
    assert_eq!((one.kind, one.proofs, one.is_written), (OutcomeKind::Created, 2, true));
    assert_eq!(one.text, "Dana role = CEO", "a sentence of a source");
    assert_eq!(counts(&memory.draw_all()), (0, 0, 0));
    let before = memory.engine.memory(&memory.context, one.observation.unwrap()).unwrap();
    memory.tell(3, "Eve", "Dana role = CEO");
    assert_eq!(counts(&memory.draw_all()), (0, 1, 0));
    assert_eq!(counts(&memory.draw_all()), (0, 0, 0));
    assert_eq!(shown(&memory.observed()), [("role", "CEO", 3)]);
    let after = memory.engine.memory(&memory.context, one.observation.unwrap()).unwrap().unwrap();
    assert_eq!(after.memory.text, before.unwrap().memory.text);
    assert_eq!((after.memory.kind, after.memory.trust), (Kind::Observation, 0.5));
    memory.healthy();
}

#[test]
fn an_observation_follows_the_fact_that_it_restates() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    for (day, text) in ["Dana home = Porto", "Dana home = Porto"].iter().enumerate() {
        memory.tell(day as i64, "Ann", text);
    }
    memory.draw_all();
    memory.tell(3, "Ann", "Dana home = Lisbon");
    memory.tell(4, "Bob", "Dana home = Lisbon");
    let moved = memory.draw_all();
    assert_eq!(counts(&moved), (0, 0, 1));
    assert_eq!(shown(&memory.observed()), [("home", "Lisbon", 2)]);
    let newest = memory.engine.memory(&memory.context, moved.outcomes[0].observation.unwrap()).unwrap().unwrap();
    let older = memory.engine.memory(&memory.context, newest.memory.supersedes.unwrap()).unwrap().unwrap();
    assert_eq!(older.memory.superseded_by, Some(newest.memory.id), "history is a chain");
    // Told once otherwise: nothing new is sure, and the old one does not hold.
    memory.tell(5, "Ann", "Dana home = Braga");
    let ended = memory.draw_all();
    assert_eq!((counts(&ended), ended.outcomes[0].proofs), ((0, 0, 1), 0));
    assert!(memory.observed().is_empty());
    assert_eq!(counts(&memory.draw_all()), (0, 0, 0));
    memory.healthy();
}

#[test]
fn what_was_said_several_times_is_kept_in_its_own_words_and_contraries_apart() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let said = [
        "Hello there. I really love hiking in the Alps.",
        "I love hiking in the Alps!",
        "I do not love hiking in the Alps.",
        "My locker code is K-4711 at work.",
        "So my locker code is K-4711 at work.",
        "My locker code is K-4712 at work.",
    ];
    for (day, text) in said.iter().enumerate() {
        memory.tell(day as i64, "Ann", text);
    }
    memory.tell(8, "Bob", "I love hiking in the Alps.");
    let done = memory.draw_all();
    assert_eq!(counts(&done), (2, 0, 0));
    let expected =
        [("said", "I really love hiking in the Alps.", 2), ("said", "So my locker code is K-4711 at work.", 2)];
    assert_eq!(shown(&memory.observed()), expected);
    for one in memory.observed() {
        assert_eq!(one.statement.subject.unwrap().name, "Ann");
        let text = one.statement.memory.text;
        assert!(said.iter().any(|whole| whole.contains(&text)), "{text} is of nobody");
    }
    assert_eq!(counts(&memory.draw_all()), (0, 0, 0));
    memory.healthy();
}

#[test]
fn nothing_that_was_there_is_changed_or_pushed_away() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    for day in 0..3 {
        memory.tell(day, "Ann", "Dana role = CEO");
        memory.tell(day, "Bob", &format!("I love hiking in the Alps, really. It is day {day}."));
        memory.tell(day, "Eve", &format!("Dana spoke of hiking on trip {day}."));
    }
    let as_of = Filter { as_of: Some(memory.clock_now()), ..Filter::everything() };
    let everything = Filter::everything();
    let (before, before_then) = (memory.texts(&everything), memory.texts(&as_of));
    let known =
        |filter: &Filter| memory.engine.knowledge(&memory.context, &KnowledgeAsk::default(), filter, 100).unwrap();
    let facts = known(&everything);
    assert_eq!(memory.draw_all().created, 2);
    assert_eq!(memory.texts(&everything), before, "observations take no place that nobody gives them");
    assert_eq!((memory.texts(&as_of), known(&as_of), known(&everything)), (before_then, facts.clone(), facts));
    let kinds = Filter { kinds: Some(vec![Kind::Observation]), ..Filter::everything() };
    assert_eq!(memory.texts(&kinds).len(), 2, "who asks for them finds them");
    let earlier = Filter { as_of: as_of.as_of, ..kinds };
    assert!(memory.texts(&earlier).is_empty());
    memory.engine.rebuild(&memory.context).unwrap();
    assert_eq!(memory.texts(&everything), before);
    memory.healthy();
}

impl Memory {
    fn clock_now(&self) -> Micros {
        self.engine.now()
    }
}

#[test]
fn a_dry_run_says_what_the_real_one_does_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    for day in 0..2 {
        memory.tell(day, "Ann", "Dana role = CEO");
        memory.tell(day, "Ann", "I love hiking in the Alps.");
    }
    let counted = memory.engine.counts(&memory.context).unwrap();
    let dry = ConsolidateRequest { dry_run: true, ..ConsolidateRequest::new(Grant::everything()) };
    let told = memory.draw(&dry);
    assert_eq!(memory.engine.counts(&memory.context).unwrap(), counted);
    assert!(told.dry_run && told.trace.is_none() && memory.observed().is_empty());
    let done = memory.draw_all();
    let bare = |done: &Consolidated| {
        let one = |one: &quintet::Outcome| {
            (one.kind, one.key.clone(), one.value.clone(), one.text.clone(), one.proofs, one.rationale.clone())
        };
        (counts(done), done.outcomes.iter().map(one).collect::<Vec<_>>())
    };
    assert_eq!(bare(&told), bare(&done));
    assert!(memory.engine.trace(&memory.context, done.trace.unwrap()).unwrap().is_some());
}

#[test]
fn proofs_fall_with_what_is_forgotten_and_the_last_takes_the_observation_along() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let facts: Vec<MemoryId> = (0..3).map(|day| memory.tell(day, "Ann", "Dana role = CEO").id).collect();
    // Word for word the same would go with the first of them.
    let words = ["I love hiking in the Alps.", "I really love hiking in the Alps.", "Well, I love hiking in the Alps!"];
    let tell = |(day, text): (usize, &&str)| memory.tell(day as i64, "Ann", text).id;
    let said: Vec<MemoryId> = words.iter().enumerate().map(tell).collect();
    assert_eq!(memory.draw_all().created, 2);
    memory.engine.forget(&memory.context, &[facts[0], said[0]]).unwrap();
    assert_eq!(shown(&memory.observed()), [("role", "CEO", 2), ("said", words[2], 2)]);
    memory.engine.forget(&memory.context, &[facts[1], said[1]]).unwrap();
    assert_eq!(shown(&memory.observed()), [("role", "CEO", 1), ("said", words[2], 1)]);
    assert_eq!(counts(&memory.draw_all()), (0, 0, 0));
    memory.engine.forget(&memory.context, &[facts[2], said[2]]).unwrap();
    assert!(memory.observed().is_empty());
    memory.healthy();
}

#[test]
fn forgetting_a_fact_takes_its_observation_and_forgetting_an_observation_takes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    for day in 0..2 {
        memory.tell(day, "Ann", "Dana role = CEO");
        memory.tell(day, "Ann", "I love hiking in the Alps.");
    }
    let before = memory.texts(&Filter::everything());
    let done = memory.draw_all();
    let ids: Vec<MemoryId> = done.outcomes.iter().filter_map(|one| one.observation).collect();
    memory.engine.forget(&memory.context, &ids).unwrap();
    assert!(memory.observed().is_empty());
    assert_eq!(memory.texts(&Filter::everything()), before);
    let facts = memory.engine.knowledge(&memory.context, &KnowledgeAsk::default(), &Filter::everything(), 10).unwrap();
    assert_eq!(facts.len(), 1);
    // Forgetting is no ban: it may be drawn again, and goes with its fact.
    assert_eq!(memory.draw_all().created, 2);
    memory.engine.forget(&memory.context, &[facts[0].memory.id]).unwrap();
    assert_eq!(shown(&memory.observed()), [("said", "I love hiking in the Alps.", 2)]);
    memory.healthy();
}

#[test]
fn only_what_may_be_read_is_pooled_and_only_where_it_may_be_written_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    for scope in ["team/a", "team/b"] {
        for day in 0..2 {
            memory.tell_in(scope, day, "Ann", "Dana role = CEO");
        }
    }
    memory.tell_in("team/c", 0, "Ann", "Dana role = CEO");
    memory.tell_in("team/d", 0, "Ann", "Dana role = CEO");
    let none = memory.draw(&ConsolidateRequest::new(grant(&["other/*"])));
    assert!(none.outcomes.is_empty(), "an empty region pools nothing");
    let request = ConsolidateRequest { write: grant(&["team/a"]), ..ConsolidateRequest::new(grant(&["team/*"])) };
    let done = memory.draw(&request);
    assert_eq!(done.outcomes.iter().map(|one| one.is_written).collect::<Vec<_>>(), [true, false]);
    let see = |pattern: &str| {
        let filter = Filter { grant: grant(&[pattern]), ..Filter::default() };
        shown(&memory.engine.observations(&memory.context, None, &filter, 10).unwrap()).len()
    };
    assert_eq!((see("team/a"), see("team/b"), see("team/c")), (1, 0, 0));
    assert_eq!(memory.observed().len(), 1);
    // Facts of two scopes are never told together.
    assert!(memory.observed()[0].sources.len() == 3, "the fact and two turns");
    memory.healthy();
}

#[test]
fn limits_are_kept_and_what_is_left_comes_next() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    for value in ["tea", "figs", "jazz"] {
        for day in 0..2 {
            memory.tell(day, "Ann", &format!("Dana likes = {value}"));
        }
    }
    let request = ConsolidateRequest { observation_limit: 2, ..ConsolidateRequest::new(Grant::everything()) };
    let first = memory.draw(&request);
    assert!(first.is_cut && first.created == 2);
    let second = memory.draw(&request);
    assert!(!second.is_cut && second.created == 1);
    for wrong in [0, 1_000_000] {
        let request = ConsolidateRequest { fact_limit: wrong, ..ConsolidateRequest::new(Grant::everything()) };
        let refused = memory.engine.consolidate(&memory.context, &request);
        assert!(matches!(refused, Err(RememberError::Invalid { field: "factLimit", .. })));
    }
}

/// A model that always answers the same.
struct Says(&'static str);

impl LanguageModel for Says {
    fn name(&self) -> &'static str {
        "says"
    }

    fn complete(&self, _: &Prompt<'_>) -> Result<Completion, LanguageError> {
        if self.0.is_empty() {
            return Err(LanguageError::TimedOut { model: "says".to_owned(), limit_ms: 1 });
        }
        Ok(Completion { text: self.0.to_owned(), ..Completion::default() })
    }
}

fn with_model(memory: Memory, answer: &'static str) -> Memory {
    let Memory { engine, embedder, context, clock } = memory;
    let engine: Engine = engine.with_language(Some(Arc::new(Says(answer))));
    Memory { engine, embedder, context, clock }
}

#[test]
fn a_language_model_may_word_and_may_not_invent() {
    let own = "The rent of the flat in Porto is 900 euros.";
    for (answer, expected) in [
        ("In Porto the flat has a rent of 900 euros.", "In Porto the flat has a rent of 900 euros."),
        ("In Porto the flat has a rent of 950 euros.", own),
        ("In Lisbon the flat has a rent of 900 euros.", own),
        ("The flat in Porto has a rent.", own),
        ("The rent of the flat in Porto is not 900 euros.", own),
        ("", own),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let memory = with_model(open(folder.path()), answer);
        for day in 0..2 {
            memory.tell(day, "Ann", own);
        }
        // Each memory is asked about, or two equal texts would be one.
        memory.tell(2, "Ann", "Really, the rent of the flat in Porto is 900 euros!");
        let done = memory.draw_all();
        let texts: Vec<&str> = done.outcomes.iter().map(|one| one.text.as_str()).collect();
        let fullest = "Really, the rent of the flat in Porto is 900 euros!";
        assert_eq!(texts, [if expected == own { fullest } else { expected }], "{answer}");
        assert_eq!(done.outcomes[0].value, fullest, "the value stays verbatim");
    }
}

#[test]
fn ties_are_proposed_from_what_is_named_together_and_are_no_facts() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    for day in 0..8 {
        memory.tell(day, "Eve", &format!("The weather was fine on trip number {day}."));
    }
    memory.tell(8, "Eve", "Dana is a nurse. Milo is a pilot.");
    memory.tell(9, "Eve", "Dana works at Halyard.");
    memory.tell(10, "Eve", "At Halyard they say Dana is good.");
    for day in 11..14 {
        memory.tell(day, "Eve", &format!("I had lunch with Dana and Milo, meeting {day}."));
    }
    let request = ElaborateRequest::new(Grant::everything());
    let dry = memory.engine.elaborate(&memory.context, &ElaborateRequest { dry_run: true, ..request.clone() }).unwrap();
    assert_eq!((dry.emitted, dry.outcomes.len()), (0, 1));
    let done = memory.engine.elaborate(&memory.context, &request).unwrap();
    let one = &done.outcomes[0].proposed[0];
    assert_eq!(
        (done.emitted, one.subject.as_str(), one.label.as_str(), one.object.as_str()),
        (1, "Dana", "related_to", "Milo")
    );
    assert!(one.shared.len() == 4 && one.confidence < 0.5 && one.likelihood > 6.63, "{one:?}");
    assert_eq!(memory.engine.elaborate(&memory.context, &request).unwrap().emitted, 0, "it is known");
    let relations = KnowledgeAsk { sorts: vec!["relation"], ..KnowledgeAsk::default() };
    let rows = memory.engine.knowledge(&memory.context, &relations, &Filter::everything(), 10).unwrap();
    assert!(rows.is_empty(), "a proposal is no relation");
    assert_eq!(memory.observed()[0].statement.sort(), "proposal");
    let missing = ElaborateRequest { entity: Some(EntityName::parse("Nobody")), ..request.clone() };
    let refused = memory.engine.elaborate(&memory.context, &missing);
    assert!(matches!(refused, Err(RememberError::Invalid { field: "entityRef", .. })));
    let milo = ElaborateRequest { entity: Some(EntityName::parse("Milo")), ..request };
    assert_eq!(memory.engine.elaborate(&memory.context, &milo).unwrap().emitted, 0, "whoever is asked about");
    let person = |name: &'static str| (EntityKind::Person, name);
    memory
        .engine
        .assert_fact(&memory.context, FactItem::relation(person("Dana"), "friend of", person("Milo")))
        .unwrap();
    let known = memory.engine.elaborate(&memory.context, &milo).unwrap();
    assert!(known.outcomes.is_empty(), "two that a relation ties need no proposal");
    memory.healthy();
}

#[test]
fn a_reflection_cites_what_was_recalled_and_is_kept_where_it_may_be() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    memory.tell_in("team/a", 0, "Ann", "We rented a boat in Porto for 40 euros. The sun was out.");
    memory.tell_in("team/b", 1, "Bob", "The boat in Porto lost its mast.");
    memory.tell_in("team/a", 2, "Ann", "Who likes cake?");
    let filter = Filter { grant: grant(&["team/*"]), ..Filter::default() };
    let request = ReflectRequest::new("What about the boat in Porto?", filter);
    let told = memory.engine.reflect(&memory.context, &request).unwrap();
    let quotes: Vec<&str> = told.evidence.iter().map(|one| one.quote.as_str()).collect();
    assert_eq!(quotes[..2], ["We rented a boat in Porto for 40 euros.", "The boat in Porto lost its mast."]);
    assert!(told.reflection.contains("40 euros. [1]") && told.kept.is_empty() && told.model.is_none(), "{told:?}");
    let keep = ReflectRequest { persist: true, write: grant(&["team/a"]), ..request.clone() };
    let kept = memory.engine.reflect(&memory.context, &keep).unwrap().kept;
    assert_eq!(
        kept.iter().map(|one| one.value.as_str()).collect::<Vec<_>>(),
        ["We rented a boat in Porto for 40 euros."]
    );
    let row = memory.engine.memory(&memory.context, kept[0].memory).unwrap().unwrap();
    assert_eq!(row.memory.scopes, ScopeSets::single(Scope::new("team/a").unwrap()));
    let again = memory.engine.reflect(&memory.context, &keep).unwrap().kept;
    assert_eq!(again[0].memory, kept[0].memory, "the same is kept once");
    // A consolidation leaves it alone, and it goes with its memory.
    assert_eq!(counts(&memory.draw_all()), (0, 0, 0));
    memory.engine.forget(&memory.context, &[told.evidence[0].id]).unwrap();
    assert!(memory.observed().is_empty());
    memory.healthy();
    let nothing = ReflectRequest::new("boat", Filter { grant: grant(&["nowhere"]), ..Filter::default() });
    let none = memory.engine.reflect(&memory.context, &nothing).unwrap();
    assert!(none.reflection.is_empty() && none.evidence.is_empty());
}

#[test]
fn a_model_reflects_only_with_what_it_was_given() {
    for (answer, is_taken) in [
        ("Ann rented a boat in Porto for 40 euros [1].", true),
        ("Ann rented a boat in Porto for 40 euros [7].", false),
        ("Ann rented a boat in Lisbon [1].", false),
        ("Ann rented a boat.", false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let memory = with_model(open(folder.path()), answer);
        memory.tell(0, "Ann", "We rented a boat in Porto for 40 euros.");
        let request = ReflectRequest::new("What about the boat in Porto?", Filter::everything());
        let told = memory.engine.reflect(&memory.context, &request).unwrap();
        assert!(!told.abstain);
        assert_eq!((told.model.is_some(), told.reflection == answer), (is_taken, is_taken), "{answer}");
        assert_eq!(told.evidence.len(), 1);
    }
}
