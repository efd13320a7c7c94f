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
    assert_eq!((&counted[0]["context"], &counted[0]["rows"]), (&json!("default"), &json!(3)));
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
