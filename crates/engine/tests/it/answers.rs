//! Remembering and recalling as a whole: what users are promised.

use quintet::model::{Grant, Labels, Micros, Pattern, Scope, ScopeSets};
use quintet::recall::{RecallError, RecallRequest};
use quintet::retain::{RememberError, RememberItem};
use quintet::store::Filter;
use quintet::{StoreError, channel, limits};
use quintet_devkit::fake::WordEmbedder;

use crate::memory::{Memory, noon, texts};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn what_was_remembered_is_found_by_every_channel_at_once() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    let text = "I was furious when Zephyria Quandt broke the lamp.";
    memory.talk("a", "2026-03-02T10:00:00Z", &["Nora: We met at the harbour.", &format!("Nora: {text}")]);
    memory.remember(RememberItem::new("Zephyria Quandt collects old lamps from harbours."));
    for (channel, question) in [
        ("semantic", "broke the lamp"),
        ("keyword", "furious lamp"),
        ("temporal", "What happened in March 2026?"),
        ("emotional", "When was Nora angry?"),
        ("graph", "Who collects harbours?"),
    ] {
        let found = memory.ask_one(channel, question);
        assert!(found.iter().any(|found| found == text), "{channel}: {found:?}");
    }
}

#[test]
fn contributions_add_up_to_the_score_and_name_their_rank() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    memory.talk("a", "2026-03-02T10:00:00Z", &["Nora: The ferry leaves at nine.", "Jonas: The ferry was late again."]);
    let recalled = memory.ask("When does the ferry leave?");
    assert!(recalled.degraded.is_empty(), "{:?}", recalled.degraded);
    for hit in &recalled.hits {
        let sum: f32 = hit.contributions.iter().map(|one| one.contribution).sum();
        assert!((sum - hit.score).abs() < 1e-5, "{sum} {}", hit.score);
        assert!(hit.contributions.iter().any(|one| one.rank.is_some()));
    }
    let ranks: Vec<u32> = recalled.hits.iter().map(|hit| hit.rank).collect();
    assert_eq!(ranks, [1, 2]);
}

#[test]
fn a_short_turn_is_found_by_the_words_of_its_neighbours() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    let turns = ["Nora: Which colour did you paint the kitchen?", "Jonas: Green.", "Nora: Lovely."];
    memory.talk("a", "2026-03-02T10:00:00Z", &turns);
    memory.talk("b", "2026-03-03T10:00:00Z", &["Nora: Unrelated talk about taxes.", "Jonas: Indeed."]);
    assert!(memory.ask_one("keyword", "kitchen colour").contains(&"Green.".to_owned()));
    assert!(memory.ask_one("semantic", "paint the kitchen colour")[..2].contains(&"Green.".to_owned()));
}

#[test]
fn turns_that_come_one_by_one_end_up_like_turns_that_come_together() {
    let (one, all) = (folder(), folder());
    let turns = [
        "Nora: Where is the spare key?",
        "Jonas: Under the blue pot.",
        "Nora: Thanks.",
        "Jonas: Bring it back, please.",
    ];
    let singly = Memory::open(one.path());
    for (idx, turn) in turns.iter().enumerate() {
        singly.talk("a", &format!("2026-03-02T10:0{idx}:00Z"), &[turn]);
    }
    let together = Memory::open(all.path());
    together.talk("a", "2026-03-02T10:00:00Z", &turns);
    for question in ["spare key", "blue pot", "bring back"] {
        for channel in ["keyword", "semantic"] {
            assert_eq!(singly.ask_one(channel, question), together.ask_one(channel, question), "{channel} {question}");
        }
    }
}

#[test]
fn deleting_the_index_snapshot_changes_no_answer() {
    let folder = folder();
    let questions =
        ["Who met Dana?", "What happened in March 2026?", "When was Nora happy?", "E_HLD_4107", "spare key"];
    let answers = |memory: &Memory| {
        questions.map(|question| {
            let hits = memory.ask(question).hits;
            hits.iter().map(|hit| (hit.memory.id, hit.score.to_bits())).collect::<Vec<_>>()
        })
    };
    let memory = Memory::open(folder.path());
    memory.talk(
        "a",
        "2026-03-02T10:00:00Z",
        &["Nora: I met Dana Reyes, what a joy!", "Jonas: The log says E_HLD_4107.", "Nora: The spare key is lost."],
    );
    memory
        .remember(RememberItem { title: Some("Dana Reyes".to_owned()), ..RememberItem::new("A painter from Porto.") });
    let before = answers(&memory);
    memory.engine.flush().unwrap();
    drop(memory);
    let context = folder.path().join("contexts/test");
    for file in ["index.snapshot", "mark"] {
        let memory = Memory::open(folder.path());
        assert_eq!(answers(&memory), before, "reopened before deleting {file}");
        drop(memory);
        std::fs::remove_file(context.join(file)).unwrap();
    }
    std::fs::write(context.join("index.snapshot"), b"garbled").unwrap();
    let memory = Memory::open(folder.path());
    assert_eq!(answers(&memory), before);
    assert_eq!(memory.engine.report().snapshots_rebuilt, 1);
    let report = memory.engine.verify(&memory.context).unwrap();
    assert_eq!(report.faults, []);
}

#[test]
fn an_identifier_is_found_whatever_else_resembles_the_question() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    for idx in 0..60 {
        memory.remember(RememberItem::new(format!(
            "What is the error of the gateway number {idx} about, and what did we do?"
        )));
    }
    memory.remember(RememberItem::new("INC-90312: restart of pump."));
    let recalled = memory.ask("What is the error INC-90312 of the gateway about, and what did we do?");
    assert!(texts(&recalled).contains(&"INC-90312: restart of pump."), "{:?}", texts(&recalled));
}

#[test]
fn the_end_of_a_long_text_is_found_by_word_and_by_meaning() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    let filler = "The committee discussed many ordinary matters at length. ".repeat(200);
    let long = format!("{filler}Finally the zebra escaped through gate ZX-TAIL-991.");
    let remembered = memory.remember(RememberItem::new(long));
    assert!(!remembered.parts.is_empty());
    memory.remember(RememberItem::new("Something else entirely about lunch."));
    let found_by = |channel: &str, question: &str| {
        let mut request = RecallRequest::new(question, Filter::everything());
        request.channels = Some(vec![channel.to_owned()]);
        let hits = memory.recall(&request).hits;
        hits.into_iter().find(|hit| hit.memory.id == remembered.id).unwrap()
    };
    let by_word = found_by("keyword", "ZX-TAIL-991");
    assert_eq!(by_word.rank, 1);
    assert_eq!(by_word.part, None, "the words stand in the whole");
    let part = found_by("semantic", "Finally the zebra escaped through gate").part.unwrap();
    assert!(remembered.parts.contains(&part.id));
    let span = part.span.unwrap();
    assert!(by_word.memory.text[span.start as usize..span.end as usize].contains("zebra"));
}

#[test]
fn what_is_forgotten_is_gone_from_every_channel() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    let said =
        memory.talk("a", "2026-03-02T10:00:00Z", &["Nora: I was furious at Zephyria Quandt.", "Jonas: Why was that?"]);
    memory.engine.forget(&memory.context, &[said[0].id]).unwrap();
    for channel in channel::ALL {
        for question in ["furious Zephyria Quandt", "What happened in March 2026?", "When was Nora angry?"] {
            let found = memory.ask_one(channel.spec().name, question);
            assert!(!found.iter().any(|text| text.contains("furious")), "{}: {found:?}", channel.spec().name);
        }
    }
    assert_eq!(memory.engine.counts(&memory.context).unwrap().forgotten, 1);
    let unknown = quintet::model::MemoryId(1);
    assert_eq!(memory.engine.forget(&memory.context, &[unknown]), Err(StoreError::NoSuchMemory(unknown)));
}

#[test]
fn scopes_hold_in_every_channel_and_a_small_reader_is_not_starved() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    let scoped = |path: &str, text: String| RememberItem {
        scopes: Some(ScopeSets::single(Scope::new(path).unwrap())),
        ..RememberItem::new(text)
    };
    let crowd = (0..300)
        .map(|idx| scoped("org/acme", format!("Budget meeting {idx} made Zephyria Quandt angry in March 2026.")));
    for outcome in memory.engine.remember_all(&memory.context, crowd.collect()).unwrap() {
        outcome.unwrap();
    }
    memory
        .remember(scoped("org/acme2/x", "A quiet budget note about Zephyria Quandt, angry in March 2026.".to_owned()));
    for grant in ["org/acme2/*", "org/acme2/x"] {
        for channel in channel::ALL {
            let mut request = RecallRequest::new(
                "Why was Zephyria Quandt angry about the budget in March 2026?",
                Filter::everything(),
            );
            request.filter.grant = Grant(vec![Pattern::parse(grant).unwrap()]);
            request.channels = Some(vec![channel.spec().name.to_owned()]);
            request.k = 5;
            let hits = memory.recall(&request).hits;
            assert!(hits.iter().all(|hit| hit.memory.text.starts_with("A quiet")), "{}", channel.spec().name);
        }
        let mut request = RecallRequest::new("budget", Filter::everything());
        request.filter.grant = Grant(vec![Pattern::parse(grant).unwrap()]);
        assert_eq!(memory.recall(&request).hits.len(), 1);
    }
    let mut nobody = RecallRequest::new("budget", Filter::default());
    nobody.k = 5;
    assert!(memory.recall(&nobody).hits.is_empty());
}

#[test]
fn an_explicit_window_and_a_label_hold_in_every_channel() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    memory.talk("a", "2026-03-02T10:00:00Z", &["Nora: The red boat sank.", "Jonas: A red boat, really?"]);
    memory.talk("b", "2026-05-02T10:00:00Z", &["Nora: The red boat was raised."]);
    let labelled = Labels::from([("topic".to_owned(), "boats".to_owned())]);
    memory.remember(RememberItem { labels: labelled, ..RememberItem::new("A red boat in a book.") });
    let window =
        quintet::recall::window(Some(Micros::parse("2026-05-01").unwrap()), Some(Micros::parse("2026-06-01").unwrap()));
    for channel in channel::ALL {
        let mut request =
            RecallRequest::new("What about the red boat, was anybody sad in March 2026?", Filter::everything());
        request.channels = Some(vec![channel.spec().name.to_owned()]);
        request.filter.event = window.clone().unwrap();
        let found = memory.recall(&request);
        assert!(
            texts(&found).iter().all(|text| *text == "The red boat was raised."),
            "{}: {:?}",
            channel.spec().name,
            texts(&found)
        );
        request.filter.event = None;
        request.filter.labels = vec![("topic".to_owned(), "boats".to_owned())];
        let found = memory.recall(&request);
        assert!(texts(&found).iter().all(|text| *text == "A red boat in a book."), "{}", channel.spec().name);
    }
    assert!(quintet::recall::window(Some(noon()), Some(noon())).is_err());
}

#[test]
fn a_model_that_fails_loses_nothing_and_is_named() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    memory.remember(RememberItem::new("The tower has nine floors."));
    memory.embedder.set_failing(true);
    let remembered = memory.remember(RememberItem::new("The tower has a flat roof."));
    assert_eq!(remembered.degraded.iter().map(|missing| missing.name.as_str()).collect::<Vec<_>>(), ["embedder"]);
    let recalled = memory.ask("tower roof");
    assert_eq!(texts(&recalled)[0], "The tower has a flat roof.");
    assert_eq!(recalled.degraded[0].name, "embedder");
}

#[test]
fn a_deadline_that_nobody_meets_is_an_error_and_no_empty_answer() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    memory.remember(RememberItem::new("The tower has nine floors."));
    let mut request = RecallRequest::new("tower", Filter::everything());
    request.deadline_ms = 0;
    request.channels = Some(vec!["semantic".to_owned(), "keyword".to_owned()]);
    let error = memory.engine.recall(&memory.context, &request).unwrap_err();
    assert!(matches!(error, RecallError::NoChannel { .. }), "{error:?}");
}

#[test]
fn vectors_of_another_model_are_refused_on_both_paths() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    memory.remember(RememberItem::new("The tower has nine floors."));
    drop(memory);
    let other = Memory::open_with(folder.path(), WordEmbedder::new(32), 0);
    let refused = other.engine.remember(&other.context, RememberItem::new("Another."));
    assert!(matches!(refused, Err(RememberError::Store(StoreError::ModelMismatch { .. }))), "{refused:?}");
    let refused = other.engine.recall(&other.context, &RecallRequest::new("tower", Filter::everything()));
    assert!(matches!(refused, Err(RecallError::Store(StoreError::ModelMismatch { .. }))), "{refused:?}");
    assert_eq!(other.engine.counts(&other.context).unwrap().memories, 1, "nothing of the refused write was kept");
}

#[test]
fn wrong_requests_are_refused_by_field() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    memory.remember(RememberItem::new("The tower has nine floors."));
    let refused = |change: &dyn Fn(&mut RecallRequest)| {
        let mut request = RecallRequest::new("tower", Filter::everything());
        change(&mut request);
        match memory.engine.recall(&memory.context, &request) {
            Err(RecallError::Invalid { field, .. }) => field,
            other => panic!("expected a refusal, got {other:?}"),
        }
    };
    assert_eq!(refused(&|request| request.query = "  ".to_owned()), "query");
    assert_eq!(refused(&|request| request.query = "x".repeat(limits::QUERY_LEN_MAX + 1)), "query");
    assert_eq!(refused(&|request| request.k = 0), "k");
    assert_eq!(refused(&|request| request.k = limits::K_MAX + 1), "k");
    assert_eq!(refused(&|request| request.channels = Some(vec!["psychic".to_owned()])), "channels");
    assert_eq!(refused(&|request| request.weights = vec![("semantic".to_owned(), f32::NAN)]), "weights");
    assert_eq!(refused(&|request| request.vector = Some(vec![0.0; 64])), "vector");
    assert_eq!(refused(&|request| request.vector = Some(vec![1.0; 63])), "vector");
    assert_eq!(refused(&|request| request.zone = Some("Nowhere/Land".to_owned())), "zone");
    let mut wrong = RememberItem::new("text");
    wrong.vector = Some(vec![f32::NAN; 64]);
    assert!(memory.engine.remember(&memory.context, wrong).is_err());
    let nowhere = quintet::model::ContextId::checked("nowhere").unwrap();
    let missing = memory.engine.recall(&nowhere, &RecallRequest::new("tower", Filter::everything()));
    assert!(matches!(missing, Err(RecallError::Store(StoreError::NoSuchContext(_)))));
}

#[test]
fn near_copies_are_folded_into_the_best_and_can_be_asked_for() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    let text =
        "The committee agreed that the old bridge over the river has to be painted blue before the autumn fair begins.";
    // One word for word again, and two that differ by a mark.
    for end in ["", "", " ", "!"] {
        memory.remember(RememberItem::new(format!("{text}{end}")));
    }
    memory.remember(RememberItem::new("The bridge over the river is old."));
    let recalled = memory.ask("What has to be painted on the bridge?");
    assert_eq!(recalled.hits.iter().filter(|hit| hit.memory.text.starts_with(text)).count(), 1);
    assert_eq!(recalled.hits[0].duplicates.len(), 2);
    let mut request = RecallRequest::new("What has to be painted on the bridge?", Filter::everything());
    request.filter.include_duplicates = true;
    assert_eq!(memory.recall(&request).hits.iter().filter(|hit| hit.memory.text.starts_with(text)).count(), 4);
}

#[test]
fn traces_are_kept_and_hold_no_text() {
    let folder = folder();
    let memory = Memory::open(folder.path());
    memory.remember(RememberItem::new("The tower has nine secret floors."));
    let trace = memory.ask("tower").trace;
    for _ in 0..2 {
        let stored = memory.engine.trace(&memory.context, trace).unwrap().unwrap();
        assert!(stored.body.contains("contributions") && !stored.body.contains("secret"));
        memory.engine.write_traces().unwrap();
    }
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let (alone, shared) = (folder(), folder());
    let answers = |memory: &Memory| {
        let items = (0..4_200)
            .map(|idx| RememberItem::new(format!("Note {idx} about topic {} and colour {}.", idx % 37, idx % 11)));
        let items: Vec<RememberItem> = items.collect();
        for batch in items.chunks(limits::BATCH_ITEMS_MAX) {
            memory.engine.remember_all(&memory.context, batch.to_vec()).unwrap();
        }
        let mut request = RecallRequest::new("topic 12 colour 5", Filter::everything());
        request.deadline_ms = 60_000;
        let hits = memory.recall(&request).hits;
        hits.iter().map(|hit| (hit.memory.text.clone(), hit.score.to_bits())).collect::<Vec<_>>()
    };
    let one = answers(&Memory::open_with(alone.path(), WordEmbedder::new(32), 0));
    assert_eq!(one, answers(&Memory::open_with(shared.path(), WordEmbedder::new(32), 3)));
}
