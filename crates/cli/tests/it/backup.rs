//! Backups: taken while others write, restored elsewhere, and archives that somebody else made.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::{Value, json};
use tar::Archive;

use crate::program::{Home, Ran};
use crate::serve::Serving;

pub(crate) fn furnished() -> Home {
    let home = Home::new();
    let lines = "{\"session\": \"s\", \"speaker\": \"Dana\", \"time\": \"2026-03-02T10:00:00Z\", \"text\": \"I moved to Lisbon and I love it.\"}\n\
                 {\"text\": \"The certificate of the gateway expires on Friday.\"}\n{\"text\": \"Here is something secret.\"}\n";
    let file = home.file("three.jsonl", lines);
    home.run(&["ingest", &file]).quiet();
    home.run(&["facts", "person/Dana", "--set", "role=CTO", "--context", "acme.prod_1"]).quiet();
    let note = home.file("note.md", "# Gateway\n\n## Shifts\n\nNora has the night shift.\n");
    home.run(&["ingest", "--context", "acme.prod_1", &note]).quiet();
    home
}

fn exports(home: &Home, data: &str) -> Vec<String> {
    ["default", "acme.prod_1"]
        .map(|context| home.run(&["export", "--vectors", "--data", data, "--context", context]).quiet().out)
        .to_vec()
}

/// Every path below a folder, files with their content.
pub(crate) fn listing(folder: &Path) -> BTreeSet<(String, Vec<u8>)> {
    let mut found = BTreeSet::new();
    let mut left = vec![folder.to_path_buf()];
    while let Some(path) = left.pop() {
        for entry in std::fs::read_dir(&path).unwrap() {
            let path = entry.unwrap().path();
            let is_folder = std::fs::symlink_metadata(&path).unwrap().is_dir();
            let bytes = if is_folder { Vec::new() } else { std::fs::read(&path).unwrap() };
            found.insert((path.display().to_string(), bytes));
            if is_folder {
                left.push(path);
            }
        }
    }
    found
}

#[test]
fn a_restored_folder_is_the_same_and_nobody_elses() {
    let home = furnished();
    let data = home.data();
    std::fs::write(data.join("admin.key"), "the-key-that-stays-at-home").unwrap();
    let before = exports(&home, data.to_str().unwrap());
    let told = home.run(&["backup", "all.tar", "--json"]).quiet().json().remove(0);
    assert_eq!((&told["contexts"], &told["file"]), (&json!(2), &json!("all.tar")));
    let bytes = std::fs::read(home.folder.path().join("all.tar")).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains("the-key-that"));
    let mut archive = Archive::new(bytes.as_slice());
    let names: Vec<String> =
        archive.entries().unwrap().map(|entry| entry.unwrap().path().unwrap().display().to_string()).collect();
    assert_eq!(names, ["manifest.json", "control.db", "contexts/acme.prod_1/memory.db", "contexts/default/memory.db"]);

    // The drill: everything is lost.
    std::fs::remove_dir_all(&data).unwrap();
    let told = home.run(&["restore", "all.tar"]).quiet().out;
    assert!(told.contains("2 contexts") && told.contains("found sound"), "{told}");
    assert_eq!(exports(&home, data.to_str().unwrap()), before);
    for context in ["default", "acme.prod_1"] {
        assert_eq!(home.run(&["verify", "--json", "--context", context]).quiet().json()[0]["faults"], json!([]));
    }
    assert!(home.run(&["recall", "Where does Dana live?"]).quiet().out.contains("Lisbon"));
    home.run(&["remember", "And it goes on."]).quiet();
    // As a live folder: readers do not wait for writers.
    let connection = rusqlite::Connection::open(data.join("contexts/default/memory.db")).unwrap();
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
    drop(connection);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&home.folder.path().join("all.tar")), 0o600);
        for (path, _) in listing(&data) {
            let path = Path::new(&path);
            assert_eq!(mode(path), if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
        }
        assert_eq!(mode(&data), 0o700);
    }

    // Through pipes, into a folder beside it.
    let script = "quintet backup --data data - | quintet restore - --into elsewhere";
    let piped = Ran::of(home.shell(script).output().unwrap()).quiet();
    assert!(piped.out.contains("elsewhere"), "{piped:?}");
    assert_eq!(exports(&home, "elsewhere"), exports(&home, data.to_str().unwrap()));
    let left: Vec<String> = listing(home.folder.path()).into_iter().map(|(name, _)| name).collect();
    assert!(left.iter().all(|name| !name.contains(".quintet-")), "{left:?}");
}

#[test]
fn what_is_there_is_not_overwritten() {
    let home = furnished();
    home.run(&["backup", "all.tar"]).quiet();
    assert!(home.run(&["backup", "all.tar"]).refused(2).contains("exists already"));
    assert!(home.run(&["restore", "all.tar"]).refused(5).contains("not empty"));
    let file = home.file("a-file", "x");
    assert!(home.run(&["restore", "all.tar", "--into", &file]).code != Some(0));
    std::fs::create_dir(home.folder.path().join("empty")).unwrap();
    home.run(&["restore", "all.tar", "--into", "empty"]).quiet();
    home.run(&["verify", "--data", "empty"]).quiet();
    assert!(home.run(&["restore", "none.tar", "--into", "new"]).refused(3).contains("none.tar"));
    assert!(home.run(&["backup", "other.tar", "--data", "nowhere"]).refused(3).contains("nowhere"));
    assert!(!home.folder.path().join("new").exists() && !home.folder.path().join("nowhere").exists());
    std::fs::remove_file(home.data().join("contexts/default/memory.db")).unwrap();
    assert!(home.run(&["backup", "part.tar"]).refused(7).contains("contexts/default/memory.db"));
    assert!(!home.folder.path().join("part.tar").exists());
}

#[test]
fn a_backup_under_load_is_one_moment_of_each_context() {
    let home = Home::new();
    let serving = Serving::start(home.command(&["serve", "--listen", "127.0.0.1:0"]));
    let key = std::fs::read_to_string(home.data().join("admin.key")).unwrap();
    assert!(serving.post("/api/v1/contexts", &key, r#"{"id": "default"}"#).starts_with("HTTP/1.1 201"));
    let (acknowledged, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            while !is_over.load(Ordering::SeqCst) {
                let number = acknowledged.load(Ordering::SeqCst) + 1;
                let body =
                    json!({ "text": format!("Parcel number {number} went to shelf {}.", number * 7) }).to_string();
                let written = serving.post("/api/v1/default/facts", &key, &body);
                assert!(written.starts_with("HTTP/1.1 200"), "{written}");
                acknowledged.store(number, Ordering::SeqCst);
            }
        });
        for round in 0..10 {
            let least = acknowledged.load(Ordering::SeqCst);
            let (file, folder) = (format!("{round}.tar"), format!("restored-{round}"));
            home.run(&["backup", &file]).quiet();
            let most = acknowledged.load(Ordering::SeqCst) + 1;
            home.run(&["restore", &file, "--into", &folder]).quiet();
            let numbers = numbers(&home, &folder);
            let expected: BTreeSet<usize> = (1..=numbers.len()).collect();
            assert_eq!(numbers, expected, "what was written is there without a gap");
            assert!((least..=most).contains(&numbers.len()), "{least} {} {most}", numbers.len());
            if is_over.load(Ordering::SeqCst) || writer.is_finished() {
                break;
            }
        }
        is_over.store(true, Ordering::SeqCst);
        writer.join().unwrap();
    });
    assert!(acknowledged.load(Ordering::SeqCst) > 10);
    // What was acknowledged is in its log, even where nobody closed the folder.
    assert_eq!(serving.stop("KILL").0, None);
    home.run(&["backup", "last.tar"]).quiet();
    home.run(&["restore", "last.tar", "--into", "last"]).quiet();
    assert_eq!(numbers(&home, "last"), (1..=acknowledged.load(Ordering::SeqCst)).collect());
}

/// The numbers of all parcels that a folder holds, shown or not.
fn numbers(home: &Home, data: &str) -> BTreeSet<usize> {
    let rows = home.run(&["export", "--data", data]).quiet().json();
    let of =
        |row: &Value| row["memory"]["text"].as_str()?.strip_prefix("Parcel number ")?.split(' ').next()?.parse().ok();
    rows.iter().filter_map(of).collect()
}

#[test]
fn what_was_purged_later_stays_purged_where_a_later_state_is_named() {
    let home = furnished();
    home.run(&["backup", "all.tar"]).quiet();
    let rows = home.run(&["memories", "--json"]).quiet().json();
    let secret = rows.iter().find(|row| row["text"].as_str().unwrap().contains("secret")).unwrap();
    home.run(&["forget", secret["id"].as_str().unwrap(), "--purge", "--yes"]).exit(0);
    home.run(&["remember", "Later than the backup."]).quiet();

    home.run(&["restore", "all.tar", "--into", "whole"]).quiet();
    assert!(home.run(&["memories", "--data", "whole"]).quiet().out.contains("something secret"));
    let data = home.data();
    let ran =
        home.run(&["restore", "all.tar", "--into", "clean", "--erasures", data.to_str().unwrap(), "--json"]).quiet();
    assert_eq!((&ran.json()[0]["purged"], &ran.json()[0]["dropped"]), (&json!(1), &json!(0)));
    let clean = home.folder.path().join("clean");
    for (name, bytes) in listing(&clean) {
        assert!(!bytes.windows(16).any(|part| part == b"something secret"), "{name}");
    }
    let left = home.run(&["memories", "--data", "clean"]).quiet().out;
    assert!(left.contains("Lisbon") && !left.contains("Later than"), "{left}");
    home.run(&["verify", "--data", "clean"]).quiet();

    // A context that is gone later goes, too; a folder that is no later state says nothing about this one.
    let other = Home::new();
    other.run(&["remember", "Nothing in common."]).quiet();
    let refused = home.run(&["restore", "all.tar", "--into", "x", "--erasures", other.data().to_str().unwrap()]);
    assert!(refused.refused(2).contains("no memory in common"));
    assert!(home.run(&["restore", "all.tar", "--into", "x", "--erasures", "nowhere"]).refused(3).contains("nowhere"));
    assert!(!home.folder.path().join("x").exists());
    home.run(&["restore", "all.tar", "--into", "later"]).quiet();
    let later = home.folder.path().join("later");
    let control = rusqlite::Connection::open(later.join("control.db")).unwrap();
    control.execute("DELETE FROM contexts WHERE id = 'acme.prod_1'", ()).unwrap();
    drop(control);
    let ran = home.run(&["restore", "all.tar", "--into", "less", "--erasures", "later"]).quiet();
    assert!(ran.out.contains("purged again: 0 memories, 1 contexts"), "{ran:?}");
    assert!(!home.folder.path().join("less/contexts/acme.prod_1").exists());
}
