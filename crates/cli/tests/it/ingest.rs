//! Files of JSON lines, good and bad.

use serde_json::json;

use crate::program::Home;

#[test]
fn a_good_file_goes_in_whole_and_again_through_a_pipe() {
    let home = Home::new();
    let lines = "\u{feff}{\"text\": \"Dana moved to Lisbon.\", \"session\": \"s\", \"turn\": 0, \"time\": \"2026-03-02\", \"speaker\": \"user\", \"id\": \"m-1\"}\r\n\
        \r\n\
        {\"text\": \"Noted.\", \"session\": \"s\", \"turn\": 1, \"role\": \"assistant\", \"labels\": {\"team\": \"x\"}, \"group\": \"g\"}\n\
        {\"text\": \"Renew, then restart.\", \"title\": \"Runbook\", \"document\": \"run.md\", \"section\": \"Certificates\"}";
    let file = home.file("good.jsonl", lines);
    let report = home.run(&["ingest", "--json", &file]).quiet().json();
    assert_eq!((&report[0]["kept"], &report[0]["refused"], &report[0]["degraded"]), (&json!(3), &json!(0), &json!(0)));
    let piped = home.run_with(&["ingest", "--context", "piped", "-"], b"{\"text\": \"Through a pipe.\"}").quiet();
    assert!(piped.out.starts_with("1 remembered, 0 refused"), "{piped:?}");
    let counted = home.run(&["verify", "--json"]).quiet().json();
    assert_eq!(
        (&counted[0]["context"], &counted[0]["rows"]),
        (&json!("default"), &json!(6)),
        "three texts, two people and a fact"
    );
    assert_eq!((&counted[1]["context"], &counted[1]["rows"]), (&json!("piped"), &json!(1)));
}

#[test]
fn bad_lines_are_named_and_the_others_kept() {
    let home = Home::new();
    let too_long = format!("{{\"text\": \"{}\"}}", "x".repeat(70_000));
    let deep = format!("{{\"text\": {}", "[".repeat(10_000));
    let lines: [(&[u8], Option<&str>); 16] = [
        (br#"{"text": "good one", "session": "s", "turn": 4}"#, None),
        (b"not json", Some("column 2")),
        (br#"{"text": "good two""#, Some("column 19")),
        (br#"{"text": "  "}"#, Some("text: it is empty")),
        (br#"{"text": 5}"#, Some("invalid type")),
        (br#"{"txt": "x"}"#, Some("txt")),
        (br#"{"text": "x", "time": "soon"}"#, Some("time: not a date")),
        (br#"{"text": "x", "role": "robot"}"#, Some("robot")),
        (br#"{"text": "x", "session": ""}"#, Some("session")),
        (br#"{"text": "x", "turn": -1}"#, Some("-1")),
        (b"{\"text\": \"\xff\xfe\"}", Some("UTF-8")),
        (too_long.as_bytes(), Some("at most 65536 bytes")),
        (deep.as_bytes(), Some("invalid type")),
        (br#"{"text": "the same place", "session": "s", "turn": 4}"#, Some("turn 4")),
        (b"", None),
        (br#"{"text": "good \u0000 two"}"#, None),
    ];
    let bytes: Vec<&[u8]> = lines.iter().map(|(line, _)| *line).collect();
    let file = home.file("bad.jsonl", bytes.join(&b'\n'));
    let ran = home.run(&["ingest", "--json", &file]).exit(8);
    assert_eq!((&ran.json()[0]["kept"], &ran.json()[0]["refused"]), (&json!(2), &json!(13)));
    for (idx, (_, reason)) in lines.iter().enumerate() {
        let named = format!("quintet: line {}: ", idx + 1);
        let told = ran.err.lines().find(|line| line.starts_with(&named));
        match reason {
            Some(reason) => assert!(told.is_some_and(|told| told.contains(reason)), "line {}: {told:?}", idx + 1),
            None => assert_eq!(told, None),
        }
    }
    assert_eq!(ran.err.lines().count(), 13, "{}", ran.err);
    assert_eq!(home.run(&["verify", "--json"]).quiet().json()[0]["rows"], 2);
    let none = home.file("none.jsonl", "nothing\nof use\n");
    assert!(home.run(&["ingest", &none]).exit(2).out.starts_with("0 remembered, 2 refused"));
}

/// A folder of documents in three formats, and things that are none.
fn library(home: &Home) -> String {
    let folder = home.folder.path().join("library");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    write(
        "runbook.md",
        b"# Gateway runbook\n\n## Certificates\n\nRenew the certificate with the script. See [restarting](ops/restart.html).\n\n\
          Then check the log for E_HLD_4107.\n\n## Contacts\n\nJonas has the night shift.\n",
    );
    write(
        "ops/restart.html",
        b"<html><head><title>Restarting</title></head><body><nav>Home</nav><h1>Restart the gateway</h1><p>Drain it before you stop it.</p></body></html>",
    );
    write("ops/notes.txt", b"The spare token lies in the blue safe.\r\n");
    write("ops/broken.txt", b"\x00\x01\x02\x03");
    write("logo.png", b"\x89PNG\r\n");
    write(".hidden/secret.md", b"# Hidden\n\nNot for anybody.");
    folder.to_str().unwrap().to_owned()
}

#[test]
fn a_folder_of_documents_goes_in_and_only_what_changed_goes_in_again() {
    let home = Home::new();
    let folder = library(&home);
    let first = home.run(&["ingest", "--json", &folder]).exit(8);
    assert_eq!(first.err.lines().count(), 1, "{first:?}");
    assert!(first.err.starts_with("quintet: ops/broken.txt: it is no UTF-8"), "{first:?}");
    let count = |report: &serde_json::Value, names: [&str; 5]| names.map(|name| report[name].as_u64().unwrap());
    let names = ["documents", "unchanged", "replaced", "refused", "skipped"];
    assert_eq!(count(&first.json()[0], names), [3, 0, 0, 1, 1]);
    std::fs::remove_file(format!("{folder}/ops/broken.txt")).unwrap();
    let again = home.run(&["ingest", "--json", &folder]).quiet().json();
    assert_eq!(count(&again[0], names), [0, 3, 0, 0, 1]);
    std::fs::write(format!("{folder}/ops/notes.txt"), "The spare token lies in the red safe.").unwrap();
    let changed = home.run(&["ingest", &folder]).quiet();
    assert!(changed.out.starts_with("1 document with 1 passage remembered (1 replaced), 2 unchanged"), "{changed:?}");
    let found = home.run(&["recall", "--json", "Where is the spare token?"]).quiet().json();
    let texts: Vec<&str> =
        found[0]["hits"].as_array().unwrap().iter().map(|hit| hit["memory"]["text"].as_str().unwrap()).collect();
    assert_eq!(texts[0], "The spare token lies in the red safe.");
    assert!(!texts.iter().any(|text| text.contains("blue safe") || text.contains("anybody")), "{texts:?}");
    assert_eq!(home.run(&["verify", "--json"]).quiet().json()[0]["faults"], json!([]));
}

#[test]
fn answers_say_where_in_a_document_they_stand_and_what_stands_beside() {
    let home = Home::new();
    let folder = library(&home);
    home.run(&["ingest", &format!("{folder}/runbook.md")]).quiet();
    let found = home.run(&["recall", "--json", "-k", "1", "E_HLD_4107"]).quiet().json();
    let memory = &found[0]["hits"][0]["memory"];
    assert_eq!(memory["section"], "Gateway runbook > Certificates");
    assert_eq!(memory["source"]["reference"], "runbook.md");
    assert!(memory["source"]["span"]["end"].as_u64() > memory["source"]["span"]["start"].as_u64());
    assert_eq!(found[0]["contextHits"], json!([]), "one passage holds the whole section");
    let told = home.run(&["recall", "-k", "1", "Who has the night shift?"]).quiet();
    assert!(told.out.contains("runbook.md, Gateway runbook > Contacts, bytes "), "{told:?}");
    let rows: Vec<String> = ["Unlock the shed.", "Lift the blue kayak.", "Rinse it."]
        .iter()
        .map(|text| json!({ "text": text, "title": "Kayak drill", "document": "drill" }).to_string())
        .collect();
    let file = home.file("drill.jsonl", rows.join("\n"));
    home.run(&["ingest", "--context", "drill", &file]).quiet();
    let told = home.run(&["recall", "--context", "drill", "-k", "1", "blue kayak"]).quiet();
    assert!(
        told.out.contains("Beside these:\n  - Kayak drill: Rinse it.\n  - Kayak drill: Unlock the shed."),
        "{told:?}"
    );
}

#[test]
fn a_file_without_an_ending_is_told_by_its_begin() {
    let home = Home::new();
    let lines = home.file("export", "\n{\"text\": \"A line.\"}\n");
    assert!(home.run(&["ingest", &lines]).quiet().out.starts_with("1 remembered"));
    let page = home.file("page", "<!doctype html><h1>Page</h1><p>Words.");
    assert!(home.run(&["ingest", &page]).quiet().out.starts_with("1 document with 1 passage"));
    let notes = home.file("README", "Plain words.");
    assert!(home.run(&["ingest", &notes]).quiet().out.starts_with("1 document with 1 passage"));
    let binary = home.file("data.bin", b"\x00\x01{}");
    let refused = home.run(&["ingest", &binary]).exit(2);
    assert!(refused.err.contains("its format is not known; there are readers for html, markdown, text"), "{refused:?}");
}
