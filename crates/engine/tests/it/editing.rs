//! Other words for a memory: the id stays, the new words are found and the old are not, and nothing of the old is lost but by purge.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use quintet::model::{Micros, SessionId};
use quintet::recall::RecallRequest;
use quintet::retain::{MemoryEdit, RememberItem};
use quintet::store::{EntityAsk, Filter, ForgetMode, KnowledgeAsk};
use quintet::{Forget, ForgetRequest, RememberError};
use quintet_devkit::fake::{PlainExtractor, WordEmbedder};

use crate::documents;
use crate::memory::{Memory, texts};

fn open(folder: &Path) -> Memory {
    Memory::open_reading(folder, WordEmbedder::new(64), 2, Some(Arc::new(PlainExtractor)))
}

fn words(text: &str) -> MemoryEdit {
    MemoryEdit { text: Some(text.to_owned()), ..MemoryEdit::default() }
}

fn said(when: &str, text: &str) -> RememberItem {
    RememberItem {
        session: Some(SessionId::new("s").unwrap()),
        speaker: Some("Ann".to_owned()),
        known_at: Some(Micros::parse(when).unwrap()),
        ..RememberItem::new(text)
    }
}

fn homes(memory: &Memory, filter: &Filter) -> Vec<String> {
    let ask = EntityAsk { name: Some("Dana".to_owned()), ..EntityAsk::default() };
    let found = memory.engine.entities(&memory.context, &ask, filter, 10).unwrap();
    let Some(entity) = found.first() else { return Vec::new() };
    let ask = KnowledgeAsk { subject: Some(entity.id), ..KnowledgeAsk::default() };
    let rows = memory.engine.knowledge(&memory.context, &ask, filter, 100).unwrap();
    rows.into_iter().map(|row| row.memory.text).collect()
}

fn sound(memory: &Memory) {
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
}

#[test]
fn new_words_are_found_old_ones_are_not_and_the_id_stays() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    memory.remember(said("2026-06-01T10:00:00Z", "The ferry leaves from the north pier."));
    let old = memory.remember(said("2026-06-01T10:01:00Z", "The winch on the quay was oiled in spring."));
    memory.remember(said("2026-06-01T10:02:00Z", "Bea has the keys of the boat house."));
    let before = memory.engine.now();
    memory.clock.advance_us(60_000_000);
    let labels = BTreeMap::from([("team".to_owned(), "harbour".to_owned())]);
    let edit =
        MemoryEdit { labels: Some(labels.clone()), importance: Some(0.9), ..words("The capstan rusted over autumn.") };
    let edited = memory.engine.edit(&memory.context, old.id, edit, &Filter::everything()).unwrap();
    assert_eq!((edited.id, edited.seq), (old.id, old.seq));
    sound(&memory);

    let best = memory.ask("capstan rusted");
    assert_eq!(best.hits[0].memory.id, old.id);
    assert_eq!((&best.hits[0].memory.labels, best.hits[0].memory.importance), (&labels, 0.9));
    assert_eq!(best.hits[0].memory.known_at, Micros::parse("2026-06-01T10:01:00Z").unwrap(), "when it was said stays");
    let all = memory.ask("winch oiled spring");
    assert!(texts(&all).iter().all(|text| !text.contains("winch")), "{:?}", texts(&all));
    // What the database held before the edit is what it said then.
    let mut then =
        RecallRequest::new("winch oiled spring", Filter { at_instant: Some(before), ..Filter::everything() });
    then.k = 3;
    let then = memory.recall(&then);
    assert_eq!(then.hits[0].memory.text, "The winch on the quay was oiled in spring.");
    assert!(texts(&then).iter().all(|text| !text.contains("capstan")));
    // The conversation is as long as it was, and a second edit makes a chain.
    assert_eq!(memory.remember(said("2026-06-01T10:03:00Z", "Oars are behind the door.")).seq, Some(3));
    memory.engine.edit(&memory.context, old.id, words("The capstan is new."), &Filter::everything()).unwrap();
    sound(&memory);
    let row = |id| memory.engine.memory(&memory.context, id).unwrap().unwrap().memory;
    let (now, second) = (row(old.id), row(row(old.id).supersedes.unwrap()));
    let first = row(second.supersedes.unwrap());
    assert_eq!(
        [&now.text, &second.text, &first.text].map(|text| text.split(' ').nth(1).unwrap()),
        ["capstan", "capstan", "winch"]
    );
    assert_eq!((second.superseded_by, first.superseded_by), (Some(old.id), Some(second.id)));
    drop(memory);
    sound(&open(folder.path()));
}

#[test]
fn what_was_read_in_the_old_words_alone_goes_and_the_new_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let one = memory.remember(said("2026-06-01T10:00:00Z", "Dana home = Porto"));
    memory.remember(said("2026-06-01T10:05:00Z", "Dana boat = Halyard"));
    assert_eq!(homes(&memory, &Filter::everything()).len(), 2);
    let edit = |text: &str| {
        memory.clock.advance_us(60_000_000);
        memory.engine.edit(&memory.context, one.id, words(text), &Filter::everything()).unwrap();
        sound(&memory);
    };
    edit("Dana home = Lisbon");
    let told = homes(&memory, &Filter::everything());
    assert!(
        told.iter().any(|text| text.contains("Lisbon")) && !told.iter().any(|text| text.contains("Porto")),
        "{told:?}"
    );
    let ever = homes(&memory, &Filter { history: true, ..Filter::everything() });
    assert!(!ever.iter().any(|text| text.contains("Porto")), "nobody ever said it: {ever:?}");
    // What both words say keeps its row.
    let fact = |text: &str| {
        let found =
            memory.engine.knowledge(&memory.context, &KnowledgeAsk::default(), &Filter::everything(), 100).unwrap();
        found.into_iter().find(|row| row.memory.text.contains(text)).map(|row| row.memory.id)
    };
    let before = fact("Lisbon");
    edit("Dana home = lisbon");
    assert_eq!((before.is_some(), fact("Lisbon")), (true, before));
    edit("Nothing to learn from here.");
    assert_eq!(
        homes(&memory, &Filter::everything()),
        homes(&memory, &Filter { history: true, ..Filter::everything() })
    );
    assert_eq!(homes(&memory, &Filter::everything()).len(), 1, "the boat stays");
}

#[test]
fn a_purge_takes_what_it_said_before_along() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let long = "The quimbark lies deep in the boat house. ".repeat(60);
    let id = memory.remember(said("2026-06-01T10:00:00Z", &long)).id;
    let again = memory.remember(said("2026-06-01T10:00:30Z", "The ferry leaves from the north pier.")).id;
    memory.engine.edit(&memory.context, id, words("Dana home = Quimbark"), &Filter::everything()).unwrap();
    memory.engine.edit(&memory.context, id, words("The oars lie there."), &Filter::everything()).unwrap();
    sound(&memory);
    let holds = || {
        let file = folder.path().join("contexts");
        let bytes: Vec<u8> = walk(&file).into_iter().flat_map(|path| fs::read(path).unwrap()).collect();
        bytes.to_ascii_lowercase().windows(8).any(|run| run == b"quimbark")
    };
    assert!(holds());
    let request =
        ForgetRequest { mode: ForgetMode::Purge, ..ForgetRequest::new(Forget::Ids(vec![id]), Filter::everything()) };
    let dry = ForgetRequest { dry_run: true, ..request.clone() };
    let told = memory.engine.forget_matching(&memory.context, &dry).unwrap();
    let done = memory.engine.forget_matching(&memory.context, &request).unwrap();
    assert_eq!(told.gone, done.gone);
    assert!(!holds(), "old words are in no file");
    sound(&memory);
    assert!(memory.engine.memory(&memory.context, again).unwrap().is_some());
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(walk(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn a_repetition_of_the_old_words_stands_for_itself_again() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let text = "The winch on the quay was oiled in spring.";
    let first = memory.remember(said("2026-06-01T10:00:00Z", text)).id;
    let second = memory.remember(said("2026-06-01T10:00:30Z", text)).id;
    let row = |id| memory.engine.memory(&memory.context, id).unwrap().unwrap().memory;
    assert_eq!(row(second).duplicate_of, Some(first));
    memory
        .engine
        .edit(&memory.context, first, words("The capstan rusted over autumn."), &Filter::everything())
        .unwrap();
    sound(&memory);
    assert_eq!(row(second).duplicate_of, None);
    assert_eq!(memory.ask("winch oiled").hits[0].memory.id, second);
}

#[test]
fn what_cannot_be_edited_is_refused_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let memory = open(folder.path());
    let turn = memory.remember(said("2026-06-01T10:00:00Z", "Dana home = Porto"));
    let document = memory.engine.ingest(&memory.context, documents::item("a.md", "# A\nThe gate is shut.")).unwrap();
    let fact = turn.learned[0].asserted.memory.unwrap();
    let edit = |id, text: &str| memory.engine.edit(&memory.context, id, words(text), &Filter::everything());
    let field = |result: Result<_, RememberError>| match result {
        Err(RememberError::Invalid { field, .. }) => field,
        Err(other) => panic!("{other}"),
        Ok(quintet::retain::Remembered { id, .. }) => panic!("{id} was edited"),
    };
    assert_eq!(field(edit(fact, "x y z")), "id");
    assert_eq!(field(edit(document.id, "x y z")), "id");
    assert_eq!(field(edit(turn.id, "  ")), "text");
    edit(turn.id, "Dana home = Lisbon").unwrap();
    let kept = memory.engine.memory(&memory.context, turn.id).unwrap().unwrap().memory.supersedes.unwrap();
    assert_eq!(field(edit(kept, "x y z")), "id");
    memory.engine.forget(&memory.context, &[turn.id]).unwrap();
    assert!(matches!(edit(turn.id, "x y z"), Err(RememberError::Store(_))));
    let nobody = memory.engine.edit(&memory.context, document.id, words("x y z"), &Filter::default());
    assert!(matches!(nobody, Err(RememberError::Store(_))));
    sound(&memory);
}

#[test]
fn pages_stay_where_they_are_while_others_write() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let note = |number: usize| memory.remember(RememberItem::new(format!("note number {number}"))).id;
    let ids: Vec<_> = (0..5).map(note).collect();
    let page = |after, newest| {
        let rows = memory.engine.memories(&memory.context, &Filter::everything(), after, newest, 2).unwrap();
        (rows.iter().map(|row| row.memory.id).collect::<Vec<_>>(), rows.last().map(|row| row.ordinal))
    };
    let (first, cursor) = page(None, true);
    assert_eq!(first, [ids[4], ids[3]]);
    note(5);
    memory.engine.forget(&memory.context, &[ids[3]]).unwrap();
    let (second, cursor) = page(cursor, true);
    assert_eq!(second, [ids[2], ids[1]]);
    assert_eq!(page(cursor, true).0, [ids[0]]);
    let (first, cursor) = page(None, false);
    assert_eq!(first, [ids[0], ids[1]]);
    assert_eq!(page(cursor, false).0, [ids[2], ids[4]]);
}
