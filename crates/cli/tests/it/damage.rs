//! Damaged files, files of a newer version, and folders that are none.

use std::path::PathBuf;

use rusqlite::Connection;
use serde_json::json;

use crate::program::Home;

/// A folder with two memories in it.
fn furnished() -> Home {
    let home = Home::new();
    let file = home.file("two.jsonl", "{\"text\": \"Dana moved to Lisbon.\"}\n{\"text\": \"Lunch is at noon.\"}\n");
    home.run(&["ingest", &file]).quiet();
    home
}

fn inside(home: &Home, name: &str) -> PathBuf {
    home.data().join("contexts/default").join(name)
}

#[test]
fn garbled_indexes_are_built_anew_and_said_so() {
    let home = furnished();
    let snapshot = inside(&home, "index.snapshot");
    let mut bytes = std::fs::read(&snapshot).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    std::fs::write(&snapshot, &bytes).unwrap();
    let answer = home.run(&["recall", "Where did Dana move?"]).exit(0);
    assert!(answer.out.contains("Dana moved to Lisbon."), "{answer:?}");
    assert!(answer.err.contains("'default'") && answer.err.contains("built anew"), "{answer:?}");
    assert_eq!(answer.err.lines().count(), 1, "{answer:?}");
    assert_eq!(home.run(&["verify", "--json"]).quiet().json()[0]["faults"], json!([]), "and they were written again");
    // Cut short, emptied, replaced: the same each time.
    for garbage in [&bytes[..middle], b"", b"not an index at all"] {
        std::fs::write(&snapshot, garbage).unwrap();
        let ran = home.run(&["verify", "--json"]).exit(0);
        assert!(ran.err.contains("built anew"), "{ran:?}");
        assert_eq!(ran.json()[0]["faults"], json!([]));
    }
}

#[test]
fn a_record_that_was_changed_outside_is_found() {
    let home = furnished();
    let connection = Connection::open(inside(&home, "memory.db")).unwrap();
    let changed = connection.execute(
        "UPDATE memories SET text = 'Dana moved to Madrid.' WHERE text = 'Dana moved to Lisbon.' AND kind = 'passage'",
        (),
    );
    assert_eq!(changed, Ok(1));
    drop(connection);
    let found = home.run(&["verify", "--json"]).exit(7);
    let faults = &found.json()[0]["faults"];
    assert!(!faults.as_array().unwrap().is_empty());
    assert!(!faults.to_string().contains("Madrid"), "no text of a memory: {faults}");
    assert!(home.run(&["verify"]).exit(7).out.contains("faults"));
    // It is never served.
    let answer = home.run(&["recall", "Where did Dana move?"]);
    assert!(answer.refused(7).contains("damaged"));
}

#[test]
fn a_newer_version_is_refused_untouched() {
    let home = furnished();
    for database in [inside(&home, "memory.db"), home.data().join("control.db")] {
        let set = |version: u32| {
            let connection = Connection::open(&database).unwrap();
            connection.pragma_update(None, "user_version", version).unwrap();
        };
        let connection = Connection::open(&database).unwrap();
        let own: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        drop(connection);
        set(99);
        let before = std::fs::read(&database).unwrap();
        let told = home.run(&["verify"]).refused(5);
        assert!(told.contains("99") && told.contains("newer"), "{told}");
        assert_eq!(std::fs::read(&database).unwrap(), before);
        let doctor = home.run(&["doctor"]).exit(5);
        assert!(doctor.out.contains("fail  contexts"), "{doctor:?}");
        set(own);
    }
    home.run(&["verify"]).quiet();
}

#[test]
fn what_is_missing_or_no_folder_is_said() {
    let home = furnished();
    std::fs::write(home.data().join("control.db"), b"this is not a database, not even a damaged one").unwrap();
    assert!(home.run(&["verify"]).refused(7).contains("damaged"));
    let home = furnished();
    std::fs::remove_file(inside(&home, "memory.db")).unwrap();
    assert!(home.run(&["verify"]).refused(7).contains("missing"));
    let home = Home::new();
    std::fs::write(home.data(), b"a file where a folder is expected").unwrap();
    assert!(home.run(&["verify"]).refused(1).contains("folder"));
}
