//! Forgetting: what goes along, what stays, that a dry run tells the truth, and that a purge leaves no byte in any file, also when it
//! is killed at any step.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use quintet::model::{EntityId, Grant, Kind, MemoryId, Micros, Pattern, Scope, ScopeSets, SessionId};
use quintet::recall::RecallRequest;
use quintet::retain::{RememberItem, Remembered};
use quintet::store::embedded::EmbeddedOptions;
use quintet::store::{EntityAsk, Filter, ForgetMode, KnowledgeAsk};
use quintet::{Forget, ForgetReceipt, ForgetRequest};
use quintet_devkit::fake::{PlainExtractor, WordEmbedder};

use crate::documents;
use crate::fixture::{change, new_store, record};
use crate::memory::{Memory, texts};

/// One for each place that text gets to.
const MARKS: [&str; 8] =
    ["textmark", "speakmark", "labelmark", "sessionmark", "entmark", "valuemark", "docmark", "tracemark"];

fn open(folder: &Path) -> Memory {
    Memory::open_reading(folder, WordEmbedder::new(64), 2, Some(Arc::new(PlainExtractor)))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let there = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &there);
        } else {
            fs::copy(&path, &there).unwrap();
        }
    }
}

/// Files below a folder that hold some bytes, in whatever case.
fn holders(folder: &Path, mark: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(holders(&path, mark));
        } else {
            let bytes = fs::read(&path).unwrap().to_ascii_lowercase();
            if bytes.windows(mark.len()).any(|run| run == mark.as_bytes()) {
                found.push(path);
            }
        }
    }
    found
}

fn no_mark(folder: &Path, when: &str) {
    for mark in MARKS {
        assert_eq!(holders(folder, mark), Vec::<PathBuf>::new(), "{mark}, {when}");
    }
}

fn said(when: &str, session: &str, speaker: &str, text: &str) -> RememberItem {
    RememberItem {
        session: Some(SessionId::new(session).unwrap()),
        speaker: Some(speaker.to_owned()),
        known_at: Some(Micros::parse(when).unwrap()),
        ..RememberItem::new(text)
    }
}

fn facts_of(memory: &Memory, name: &str, filter: &Filter) -> Vec<String> {
    let ask = EntityAsk { name: Some(name.to_owned()), ..EntityAsk::default() };
    let found = memory.engine.entities(&memory.context, &ask, filter, 10).unwrap();
    let Some(entity) = found.first() else { return Vec::new() };
    let ask = KnowledgeAsk { subject: Some(entity.id), ..KnowledgeAsk::default() };
    let rows = memory.engine.knowledge(&memory.context, &ask, filter, 100).unwrap();
    rows.into_iter().map(|row| row.memory.text).collect()
}

fn entity(memory: &Memory, name: &str) -> EntityId {
    let ask = EntityAsk { name: Some(name.to_owned()), ..EntityAsk::default() };
    memory.engine.entities(&memory.context, &ask, &Filter::everything(), 10).unwrap()[0].id
}

fn sound(memory: &Memory) {
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
}

fn forget(memory: &Memory, what: Forget, mode: ForgetMode) -> ForgetReceipt {
    forget_where(memory, ForgetRequest { mode, ..ForgetRequest::new(what, Filter::everything()) })
}

/// Forgets, after a dry run that has to tell the same.
fn forget_where(memory: &Memory, request: ForgetRequest) -> ForgetReceipt {
    let before = memory.engine.counts(&memory.context).unwrap();
    let dry = ForgetRequest { dry_run: true, ..request.clone() };
    let told = memory.engine.forget_matching(&memory.context, &dry).unwrap();
    assert_eq!(memory.engine.counts(&memory.context).unwrap(), before, "a dry run writes nothing");
    let done = memory.engine.forget_matching(&memory.context, &request).unwrap();
    assert_eq!((&told.gone, &told.kinds, &told.missing), (&done.gone, &done.kinds, &done.missing));
    assert!(done.complete);
    sound(memory);
    done
}

/// A memory with marks everywhere, and some without. What was marked, and what was not.
fn marked(memory: &Memory) -> (Vec<MemoryId>, Vec<Remembered>) {
    let mut kept = Vec::new();
    kept.push(memory.remember(said("2026-01-01T10:00:00Z", "calm", "Ann", "The ferry leaves from the north pier.")));
    kept.push(memory.remember(said("2026-01-01T10:01:00Z", "calm", "Ann", "Dana home = Porto")));
    let label = BTreeMap::from([("team".to_owned(), "labelmark".to_owned())]);
    let marks = ["Entmark home = valuemark", "The textmark stood by the textmark.", "Entmark knows > Dana"];
    let mut ids = Vec::new();
    for text in marks {
        let item = said("2026-01-02T10:00:00Z", "sessionmark", "Speakmark", text);
        ids.push(memory.remember(RememberItem { labels: label.clone(), ..item }).id);
    }
    let document = documents::item("docmark.md", "# Docmark\nThe docmark lies in the boat house.\n## Other\nOars.");
    ids.push(memory.engine.ingest(&memory.context, document).unwrap().id);
    // Something that everybody is near to: turns of one session.
    kept.push(memory.remember(said("2026-01-03T10:00:00Z", "calm", "Bea", "The rowlocks were oiled in spring.")));
    memory.ask("tracemark: where does the textmark stand?");
    let mut other = RecallRequest::new("Where does the ferry leave?", Filter::everything());
    other.filter.session = Some(SessionId::new("calm").unwrap());
    memory.recall(&other);
    memory.engine.flush().unwrap();
    (ids, kept)
}

#[test]
fn a_purge_leaves_no_byte_in_any_file() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let (ids, kept) = marked(&memory);
    for mark in MARKS {
        assert!(!holders(folder.path(), mark).is_empty(), "{mark} has to be somewhere first");
    }
    let before = memory.engine.counts(&memory.context).unwrap();
    let receipt = forget(&memory, Forget::Ids(ids), ForgetMode::Purge);
    no_mark(folder.path(), "while it is open");
    let erased = receipt.erased.clone().unwrap();
    assert_eq!(erased.memories as usize, receipt.gone.len());
    assert_eq!(
        (erased.documents, erased.entities, erased.facts, erased.sessions, erased.traces),
        (1, 1, 2, 1, 1),
        "{erased:?}"
    );
    assert!(erased.vectors > 3 && erased.edges > 3 && erased.nodes > 0 && erased.names > 0 && erased.bytes > 1_000);
    assert_eq!(receipt.kinds[&Kind::Turn], 3);
    let after = memory.engine.counts(&memory.context).unwrap();
    assert_eq!((after.forgotten, after.traces), (0, before.traces - 1), "{after:?}");
    assert_eq!(before.memories - after.memories, receipt.gone.len() as u64);
    assert_eq!(before.vectors - after.vectors, erased.vectors);
    assert_eq!(before.edges - after.edges, erased.edges);
    assert_eq!(before.nodes - after.nodes, erased.nodes);
    memory.engine.rebuild(&memory.context).unwrap();
    memory.engine.flush().unwrap();
    no_mark(folder.path(), "after a rebuild");
    assert_eq!(texts(&memory.ask("Where does the ferry leave from?"))[0], "The ferry leaves from the north pier.");
    drop(memory);
    no_mark(folder.path(), "after it was closed");
    let memory = open(folder.path());
    sound(&memory);
    for one in &kept {
        assert!(memory.engine.memory(&memory.context, one.id).unwrap().is_some());
    }
    // Writing goes on where it was.
    memory.clock.advance_us(3_600_000_000);
    memory.remember(said("2026-02-01T10:00:00Z", "calm", "Ann", "Dana home = Lisbon"));
    assert_eq!(facts_of(&memory, "Dana", &Filter::everything()).len(), 1);
    sound(&memory);
    drop(memory);
    no_mark(folder.path(), "after more was written");
}

#[test]
fn a_purge_that_is_killed_at_any_step_is_finished_at_the_next_opening() {
    let folder = tempfile::tempdir().unwrap();
    let copies = tempfile::tempdir().unwrap();
    let told: Arc<Mutex<Option<Vec<String>>>> = Arc::default();
    let options = EmbeddedOptions {
        on_notice: Some(Arc::new({
            let (told, from, to) = (Arc::clone(&told), folder.path().to_owned(), copies.path().to_owned());
            move |text: &str| {
                if let Some(told) = told.lock().as_mut() {
                    // What a killed process leaves is what its files hold at that moment.
                    copy(&from, &to.join(told.len().to_string()));
                    told.push(text.to_owned());
                }
            }
        })),
        ..EmbeddedOptions::default()
    };
    let memory = Memory::open_told(folder.path(), WordEmbedder::new(64), 2, Some(Arc::new(PlainExtractor)), options);
    let (ids, kept) = marked(&memory);
    *told.lock() = Some(Vec::new());
    memory
        .engine
        .forget_matching(
            &memory.context,
            &ForgetRequest {
                mode: ForgetMode::Purge,
                ..ForgetRequest::new(Forget::Ids(ids.clone()), Filter::everything())
            },
        )
        .unwrap();
    let steps = told.lock().take().unwrap();
    assert!(steps.len() >= 6, "{steps:?}");
    drop(memory);
    for (number, step) in steps.iter().enumerate() {
        let folder = copies.path().join(number.to_string());
        if number == 0 {
            assert!(!holders(&folder, "textmark").is_empty(), "the first copy is from before");
        }
        let memory = open(&folder);
        sound(&memory);
        no_mark(&folder, &format!("killed when {step}"));
        assert!(memory.engine.memory(&memory.context, kept[0].id).unwrap().is_some());
        assert!(ids.iter().all(|id| memory.engine.memory(&memory.context, *id).unwrap().is_none()));
        drop(memory);
        no_mark(&folder, &format!("killed when {step}, and closed"));
    }
}

#[test]
fn a_fact_with_another_source_loses_only_the_one() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let labels = BTreeMap::from([("team".to_owned(), "labelmark".to_owned())]);
    let first = said("2026-01-01T10:00:00Z", "sessionmark", "Ann", "me likes = tea");
    let first = memory.remember(RememberItem { labels, ..first });
    let second = memory.remember(said("2026-01-02T10:00:00Z", "s", "Ann", "me likes = tea"));
    let receipt = forget(&memory, Forget::Ids(vec![first.id]), ForgetMode::Purge);
    assert_eq!(receipt.gone.iter().map(|gone| gone.id).collect::<Vec<_>>(), [first.id]);
    assert_eq!(facts_of(&memory, "Ann", &Filter::everything()), ["Ann's likes: tea"]);
    let ask = KnowledgeAsk { source: Some(second.id), ..KnowledgeAsk::default() };
    let fact = memory.engine.knowledge(&memory.context, &ask, &Filter::everything(), 9).unwrap().remove(0).memory;
    assert_eq!(fact.source.derived_from, [second.id]);
    assert_eq!(fact.session, Some(SessionId::new("s").unwrap()));
    assert!(fact.labels.is_empty());
    for mark in ["labelmark", "sessionmark"] {
        assert_eq!(holders(folder.path(), mark), Vec::<PathBuf>::new(), "{mark}");
    }
    // With the last source it goes, and so does whom it was about.
    let receipt = forget(&memory, Forget::Ids(vec![second.id]), ForgetMode::Purge);
    assert_eq!(receipt.kinds, BTreeMap::from([(Kind::Turn, 1), (Kind::Fact, 1), (Kind::Entity, 1)]));
    assert_eq!(memory.engine.counts(&memory.context).unwrap().memories, 0);
    assert_eq!(memory.engine.counts(&memory.context).unwrap().nodes, 0);
}

#[test]
fn an_entity_is_in_no_read_any_more_and_may_be_met_anew() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    memory.remember(said("2026-01-01T10:00:00Z", "s", "Ann", "Dana home = Porto"));
    memory.remember(said("2026-02-01T10:00:00Z", "s", "Ann", "Dana home = Lisbon"));
    memory.remember(said("2026-02-02T10:00:00Z", "s", "Ann", "Bea knows > Dana"));
    memory.remember(said("2026-02-03T10:00:00Z", "s", "Ann", "Bea home = Faro"));
    let dana = entity(&memory, "Dana");
    let receipt = forget(&memory, Forget::Entity { id: dana, with_sources: false }, ForgetMode::Expire);
    assert_eq!(receipt.kinds, BTreeMap::from([(Kind::Fact, 3), (Kind::Entity, 1)]));
    for as_of in [None, Some("2026-01-15T00:00:00Z"), Some("2026-02-15T00:00:00Z")] {
        let filter = Filter { as_of: as_of.map(|at| Micros::parse(at).unwrap()), ..Filter::everything() };
        assert_eq!(facts_of(&memory, "Dana", &filter), Vec::<String>::new());
        let instant = Filter { at_instant: filter.as_of, ..Filter::everything() };
        assert_eq!(facts_of(&memory, "Dana", &instant), Vec::<String>::new());
    }
    assert!(memory.engine.history(&memory.context, dana, "home", &Filter::everything()).unwrap().is_empty());
    assert_eq!(facts_of(&memory, "Bea", &Filter::everything()), ["Bea's home: Faro"]);
    memory.engine.rebuild(&memory.context).unwrap();
    memory.remember(said("2026-03-01T10:00:00Z", "s", "Ann", "Dana role = Chancellor"));
    assert_eq!(facts_of(&memory, "Dana", &Filter::everything()), ["Dana's role: Chancellor"]);
    assert_ne!(entity(&memory, "Dana"), dana, "nothing of the old one comes back with the new one");
    // The turns stay unless they are asked for, too.
    let dana = entity(&memory, "Dana");
    let receipt = forget(&memory, Forget::Entity { id: dana, with_sources: true }, ForgetMode::Purge);
    assert!(receipt.kinds[&Kind::Turn] >= 1);
    assert_eq!(holders(folder.path(), "chancellor"), Vec::<PathBuf>::new());
}

#[test]
fn a_row_that_replaced_another_stays_as_a_bare_name() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    for (when, role) in [("2026-01-10", "COO"), ("2026-02-10", "CEO")] {
        memory.remember(said(&format!("{when}T10:00:00Z"), "s", "Ann", &format!("Dana role = {role}")));
    }
    let last = memory.remember(said("2026-03-10T10:00:00Z", "s", "Ann", "Dana role = Chieftain"));
    let receipt = forget(&memory, Forget::Ids(vec![last.id]), ForgetMode::Purge);
    assert_eq!(receipt.erased.unwrap().tombstones, 1);
    assert_eq!(holders(folder.path(), "chieftain"), Vec::<PathBuf>::new());
    assert!(facts_of(&memory, "Dana", &Filter::everything()).is_empty(), "what was replaced does not come back");
    let then = Filter { as_of: Some(Micros::parse("2026-02-20T00:00:00Z").unwrap()), ..Filter::everything() };
    assert_eq!(facts_of(&memory, "Dana", &then), ["Dana's role: CEO"]);
    let fact = receipt.gone.iter().find(|gone| gone.kind == Kind::Fact).unwrap().id;
    let bare = memory.engine.memory(&memory.context, fact).unwrap().unwrap().memory;
    assert!(bare.text.is_empty() && bare.scopes.is_empty() && bare.labels.is_empty() && bare.knowledge.is_none());
    // Purging it again finds nothing to do.
    let again =
        ForgetRequest { mode: ForgetMode::Purge, ..ForgetRequest::new(Forget::Ids(vec![fact]), Filter::everything()) };
    let again = memory.engine.forget_matching(&memory.context, &again).unwrap();
    assert_eq!((again.gone.len(), again.missing), (0, vec![fact]));
}

#[test]
fn three_hundred_go_in_one_call_and_all_are_counted() {
    for mode in [ForgetMode::Expire, ForgetMode::Purge] {
        let folder = tempfile::tempdir().unwrap();
        let memory = open(folder.path());
        let labels = BTreeMap::from([("batch".to_owned(), "one".to_owned())]);
        let item =
            |number: usize| RememberItem { labels: labels.clone(), ..RememberItem::new(format!("massmark {number}")) };
        memory.engine.remember_all(&memory.context, (0..300).map(item).collect()).unwrap();
        memory.remember(RememberItem::new("This one stays."));
        let filter = Filter { labels: vec![("batch".to_owned(), "one".to_owned())], ..Filter::everything() };
        let receipt = forget_where(&memory, ForgetRequest { mode, ..ForgetRequest::new(Forget::Matching, filter) });
        assert_eq!(receipt.kinds, BTreeMap::from([(Kind::Passage, 300)]));
        assert_eq!(memory.engine.counts(&memory.context).unwrap().memories, 1);
        assert_eq!(texts(&memory.ask("massmark 17")), ["This one stays."]);
        assert_eq!(holders(folder.path(), "massmark").is_empty(), mode == ForgetMode::Purge);
    }
}

#[test]
fn sessions_scopes_questions_and_times_say_what_is_meant() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let scoped = |scopes: Vec<Vec<&str>>, text: &str| {
        let clauses = scopes.into_iter().map(|clause| clause.into_iter().map(|s| Scope::new(s).unwrap()).collect());
        let scopes = Some(ScopeSets::new(clauses.collect()).unwrap());
        memory.remember(RememberItem { scopes, ..RememberItem::new(text) })
    };
    let own = scoped(vec![vec!["user/a/x"]], "Only of a.");
    scoped(vec![vec!["user/a"], vec!["user/b"]], "Of a and of b.");
    let hidden = scoped(vec![vec!["user/b"]], "Only of b.");
    let early = memory.remember(said("2026-01-01T10:00:00Z", "one", "Ann", "The lighthouse keeper sold his trumpet."));
    memory.remember(said("2026-03-01T10:00:00Z", "two", "Ann", "The lighthouse is painted in spring."));
    let scope = forget(&memory, Forget::Scope(Scope::new("user/a").unwrap()), ForgetMode::Expire);
    assert_eq!(scope.gone.iter().map(|gone| gone.id).collect::<Vec<_>>(), [own.id]);
    // Nobody forgets what they cannot see.
    let grant = Filter { grant: Grant(vec![Pattern::parse("user/a/*").unwrap()]), ..Filter::default() };
    let request = ForgetRequest::new(Forget::Ids(vec![hidden.id, MemoryId(7)]), grant);
    let receipt = forget_where(&memory, request);
    assert_eq!((receipt.gone.len(), receipt.missing), (0, vec![hidden.id, MemoryId(7)]));
    let query = Forget::Query { query: "lighthouse keeper trumpet".to_owned(), min_score: 0.9, limit: 10 };
    let found = ForgetRequest { dry_run: true, ..ForgetRequest::new(query, Filter::everything()) };
    let found = memory.engine.forget_matching(&memory.context, &found).unwrap();
    assert_eq!(found.gone.iter().map(|gone| gone.id).collect::<Vec<_>>(), [early.id]);
    let until = ForgetRequest {
        known_until: Some(Micros::parse("2026-02-01T00:00:00Z").unwrap()),
        ..ForgetRequest::new(Forget::Matching, Filter::everything())
    };
    assert_eq!(forget_where(&memory, until).gone.iter().map(|gone| gone.id).collect::<Vec<_>>(), [early.id]);
    // A purge reaches what was only taken out of reads before.
    let purged = forget(&memory, Forget::Session(SessionId::new("one").unwrap()), ForgetMode::Purge);
    assert_eq!(purged.gone.iter().map(|gone| gone.id).collect::<Vec<_>>(), [early.id]);
    assert_eq!(holders(folder.path(), "trumpet"), Vec::<PathBuf>::new());
    assert!(
        memory
            .engine
            .context_store(&memory.context)
            .unwrap()
            .session(&SessionId::new("one").unwrap())
            .unwrap()
            .is_none()
    );
}

#[test]
fn a_doubt_and_an_ended_value_go_with_what_they_repeat() {
    for mode in [ForgetMode::Expire, ForgetMode::Purge] {
        let folder = tempfile::tempdir().unwrap();
        let memory = open(folder.path());
        let first = memory.remember(said("2026-01-01T10:00:00Z", "s", "Ann", "Dana home = Oporto"));
        memory.remember(said("2026-01-02T10:00:00Z", "s", "Ann", "?Dana home = Faro"));
        memory.remember(said("2026-01-03T10:00:00Z", "s", "Ann", "me likes = tea"));
        forget(&memory, Forget::Ids(vec![first.id]), mode);
        let all = Filter { history: true, ..Filter::everything() };
        assert_eq!(facts_of(&memory, "Dana", &all), ["Dana's home: Faro"]);
        if mode == ForgetMode::Purge {
            assert_eq!(holders(folder.path(), "oporto"), Vec::<PathBuf>::new());
        }
    }
}

#[test]
fn what_repeats_a_purged_row_goes_and_what_leads_to_it_lets_go() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, context) = new_store(folder.path());
    let mut rows: Vec<_> = (1..=4).map(|number| record(number, Some("s"), &format!("word{number}"))).collect();
    rows[1].memory.duplicate_of = Some(MemoryId(1));
    rows[2].memory.duplicate_of = Some(MemoryId(1));
    rows[3].links.push(quintet::model::Link {
        target: quintet::model::Target::Memory(MemoryId(1)),
        kind: quintet::model::EdgeKind::RelatesTo,
        weight: 1.0,
        valid: None,
    });
    context.commit(change(rows)).unwrap();
    let erase = Some(quintet::store::Erase { ids: vec![MemoryId(1)], at: Micros(5) });
    let committed = context.commit(quintet::store::Change { erase, ..quintet::store::Change::default() }).unwrap();
    let erased = committed.erased.unwrap();
    assert_eq!((erased.memories, erased.edges, erased.loosened, erased.tombstones), (3, 1, 1, 0));
    for number in 1..=3 {
        assert_eq!(context.memory(MemoryId(number)).unwrap(), None, "repetitions go along");
    }
    assert!(context.memory(MemoryId(4)).unwrap().is_some());
    assert_eq!(context.verify().unwrap().faults, []);
    // Numbers go on: the change log has no gap, and no row number is given out twice.
    context.commit(change(vec![record(9, Some("s"), "later")])).unwrap();
    assert_eq!(context.verify().unwrap().faults, []);
}
