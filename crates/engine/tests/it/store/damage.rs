//! Damage, crashes and strangers: noticed, named, never served.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use quintet::model::MemoryId;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore, Notice};
use quintet::store::{ContextStore, Filter, Ordinal, Store, StoreError};

use crate::fixture::{change, context_id, new_store, open, record, reopen};

fn inside(folder: &Path, file: &str) -> PathBuf {
    folder.join("contexts/c").join(file)
}

/// A closed store whose context holds ten turns of a session and two other rows.
fn filled(folder: &Path) {
    let (_store, context) = new_store(folder);
    let turns = (1..=10).map(|number| record(number, Some("s"), &format!("turn {number}"))).collect();
    context.commit(change(turns)).unwrap();
    context.commit(change(vec![record(11, None, "a"), record(12, None, "b")])).unwrap();
}

fn newest_first(context: &dyn ContextStore) -> Vec<Ordinal> {
    context.view(&Filter::everything()).unwrap().by_time(true, 100).unwrap()
}

fn sql(folder: &Path, sql: &str) {
    rusqlite::Connection::open(inside(folder, "memory.db")).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn a_second_store_is_kept_out() {
    let folder = tempfile::tempdir().unwrap();
    let (store, context) = new_store(folder.path());
    let second = EmbeddedStore::open(folder.path(), EmbeddedOptions::default());
    assert!(matches!(second.err(), Some(StoreError::Locked { .. })));
    drop(store);
    let second = EmbeddedStore::open(folder.path(), EmbeddedOptions::default());
    assert!(matches!(second.err(), Some(StoreError::Locked { .. })), "a context is still in use");
    drop(context);
    open(folder.path());
}

#[test]
fn a_newer_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    sql(folder.path(), "PRAGMA user_version = 99");
    let store = open(folder.path());
    let error = store.context(&context_id("c")).err().unwrap();
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");
    drop(store);
    let control = rusqlite::Connection::open(folder.path().join("control.db")).unwrap();
    control.execute_batch("PRAGMA user_version = 99").unwrap();
    let error = EmbeddedStore::open(folder.path(), EmbeddedOptions::default()).err().unwrap();
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");
}

#[test]
fn a_changed_row_is_noticed_wherever_it_is_read() {
    for damage in [
        "UPDATE memories SET text = 'turn 4!' WHERE ordinal = 4",
        "UPDATE memories SET scopes = '[[\"/\"]]' WHERE ordinal = 4",
        "UPDATE memories SET forgotten_at = NULL, importance = 0.25 WHERE ordinal = 4",
        "UPDATE memories SET known_at = known_at + 1 WHERE ordinal = 4",
        "DELETE FROM feelings WHERE ordinal = 4; UPDATE memories SET has_feeling = 1 WHERE ordinal = 4",
    ] {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path());
        sql(folder.path(), damage);
        let (_store, context) = reopen(folder.path());
        let error = context.memory(MemoryId(4)).unwrap_err();
        let StoreError::Corrupt { what, detail } = &error else { panic!("{damage}: {error}") };
        assert_eq!(what, "table memories", "{damage}");
        assert!(detail.starts_with("row 4"), "{damage}: {detail}");
        assert!(context.memory(MemoryId(5)).unwrap().is_some());
        let view = context.view(&Filter::everything()).unwrap();
        assert!(view.memories(&[Ordinal(4)]).is_err(), "{damage}");
        drop(view);
        let report = context.verify().unwrap();
        assert_eq!(report.rows, 11, "{damage}");
        assert!(report.faults.iter().any(|fault| fault.place == "table memories"), "{damage}: {report:?}");
        assert!(matches!(context.rebuild(), Err(StoreError::Corrupt { .. })), "{damage}");
    }
}

#[test]
fn a_lost_or_changed_vector_is_noticed() {
    for damage in [
        "UPDATE vectors SET vector = zeroblob(16) WHERE ordinal = 4",
        "DELETE FROM vectors WHERE ordinal = 4",
        "UPDATE vectors SET ordinal = 400 WHERE ordinal = 4",
    ] {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path());
        sql(folder.path(), damage);
        let (_store, context) = reopen(folder.path());
        let report = context.verify().unwrap();
        assert!(report.faults.iter().any(|fault| fault.place == "table vectors"), "{damage}: {report:?}");
        assert!(matches!(context.rebuild(), Err(StoreError::Corrupt { .. })), "{damage}");
    }
}

#[test]
fn an_unusable_snapshot_is_built_anew_with_equal_answers() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    let path = inside(folder.path(), "index.snapshot");
    let whole = fs::read(&path).unwrap();
    let answer = newest_first(&*reopen(folder.path()).1);
    assert_eq!(answer.len(), 12);
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0x10;
    let mut newer = whole.clone();
    newer[8] += 1;
    let cases = [Some(flipped), Some(newer), Some(whole[..whole.len() - 1].to_vec()), Some(Vec::new()), None];
    for bytes in cases {
        match bytes {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let notices = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&notices);
        let on_notice: Notice = Arc::new(move |text: &str| heard.lock().push(text.to_owned()));
        let options = EmbeddedOptions { on_notice: Some(on_notice), ..EmbeddedOptions::default() };
        let store = EmbeddedStore::open(folder.path(), options).unwrap();
        let context = store.context(&context_id("c")).unwrap();
        assert_eq!(newest_first(&*context), answer);
        assert_eq!(store.report().snapshots_rebuilt, 1);
        assert_eq!(notices.lock().len(), 1, "{:?}", notices.lock());
        assert_eq!(context.verify().unwrap().faults, []);
        drop((context, store));
        // Closing wrote a good one.
        let (store, _context) = reopen(folder.path());
        assert_eq!(store.report().snapshots_rebuilt, 0);
    }
}

#[test]
fn a_snapshot_of_another_context_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    let other = tempfile::tempdir().unwrap();
    {
        let (_store, context) = new_store(other.path());
        let rows = (21..=32).map(|number| record(number, Some("t"), "other")).collect();
        context.commit(change(rows)).unwrap();
    }
    fs::copy(inside(other.path(), "index.snapshot"), inside(folder.path(), "index.snapshot")).unwrap();
    let (store, context) = reopen(folder.path());
    assert_eq!(store.report().snapshots_rebuilt, 1);
    assert_eq!(context.verify().unwrap().faults, []);
}

/// Copies the files of a running store, as a crash would leave them.
fn crash(folder: &Path) -> tempfile::TempDir {
    let image = tempfile::tempdir().unwrap();
    fs::create_dir_all(image.path().join("contexts/c")).unwrap();
    for file in ["control.db", "control.db-wal"] {
        fs::copy(folder.join(file), image.path().join(file)).unwrap();
    }
    for entry in fs::read_dir(folder.join("contexts/c")).unwrap() {
        let entry = entry.unwrap();
        // The shared-memory file does not survive a crash of the machine, and is made anew.
        if !entry.file_name().to_string_lossy().ends_with("-shm") {
            fs::copy(entry.path(), inside(image.path(), &entry.file_name().to_string_lossy())).unwrap();
        }
    }
    image
}

#[test]
fn what_was_acknowledged_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, context) = new_store(folder.path());
    for number in 1..=20 {
        context.commit(change(vec![record(number, Some("s"), "turn")])).unwrap();
        if number % 5 == 0 {
            let image = crash(folder.path());
            let (_store, copy) = reopen(image.path());
            assert_eq!(copy.counts().unwrap(), context.counts().unwrap());
            assert_eq!(newest_first(&*copy), newest_first(&*context));
            assert_eq!(copy.verify().unwrap().faults, []);
        }
    }
}

#[test]
fn a_log_that_lost_acknowledged_records_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (store, context) = new_store(folder.path());
    context.commit(change(vec![record(1, Some("s"), "turn")])).unwrap();
    context.commit(change(vec![record(2, Some("s"), "turn")])).unwrap();
    store.flush().unwrap();
    let image = crash(folder.path());
    let log = inside(image.path(), "memory.db-wal");
    let bytes = fs::read(&log).unwrap();
    fs::write(&log, &bytes[..bytes.len() - 1]).unwrap();
    let error = open(image.path()).context(&context_id("c")).err().unwrap();
    let StoreError::Corrupt { detail, .. } = &error else { panic!("{error}") };
    assert!(detail.contains("records up to 2 were acknowledged, the file ends at 1"), "{detail}");
}

#[test]
fn a_missing_or_emptied_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    let path = inside(folder.path(), "memory.db");
    fs::write(&path, b"").unwrap();
    let refused = || open(folder.path()).context(&context_id("c")).err();
    assert!(matches!(refused(), Some(StoreError::Corrupt { .. })));
    fs::write(&path, b"this is no database, but it is long enough to be taken for one".repeat(20)).unwrap();
    assert!(matches!(refused(), Some(StoreError::Corrupt { .. })));
    fs::remove_file(&path).unwrap();
    assert!(matches!(refused(), Some(StoreError::Corrupt { .. })));
    assert!(!path.exists(), "a lost database is not replaced by an empty one");
}

#[test]
fn an_interrupted_creation_or_deletion_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    let contexts = folder.path().join("contexts");
    // Listed, but not renamed yet.
    fs::rename(contexts.join("c"), contexts.join(".new-c")).unwrap();
    assert_eq!(reopen(folder.path()).1.counts().unwrap().memories, 12);
    // Never listed.
    fs::create_dir(contexts.join(".new-d")).unwrap();
    // Renamed, but still listed.
    fs::rename(contexts.join("c"), contexts.join(".gone-c")).unwrap();
    let store = open(folder.path());
    assert_eq!(store.contexts().unwrap(), []);
    assert_eq!(fs::read_dir(&contexts).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_what_is_stored() {
    use std::os::unix::fs::PermissionsExt;
    fn check(path: &Path) -> usize {
        let mut files = 0;
        for entry in fs::read_dir(path).unwrap() {
            let entry = entry.unwrap();
            let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
            if entry.file_type().unwrap().is_dir() {
                assert_eq!(mode, 0o700, "{:?}", entry.path());
                files += check(&entry.path());
            } else {
                assert_eq!(mode, 0o600, "{:?}", entry.path());
                files += 1;
            }
        }
        files
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("data");
    let (store, context) = new_store(&root);
    context.commit(change(vec![record(1, None, "a")])).unwrap();
    store.flush().unwrap();
    assert!(check(&root) >= 7);
}
