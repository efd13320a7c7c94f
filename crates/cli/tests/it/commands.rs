//! Remember, recall and the commands that look after the folder.

use std::process::Stdio;

use serde_json::json;

use crate::program::Home;

/// Arguments separated by spaces.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn what_is_remembered_comes_back_and_says_why() {
    let home = Home::new();
    let mut arguments = words(
        "remember --json --session chat-7 --speaker Nora --role user --label team=payments --at 2001-03-02T18:00:00Z \
         --scope org/acme --emotion frustration=0.8 --reference m-1",
    );
    let incomplete = home.run(&arguments).exit(2);
    assert!(incomplete.err.contains("<TEXT>"), "the text is missing: {incomplete:?}");
    arguments.push("The gateway Halyard failed again.");
    let written = home.run(&arguments).quiet().json();
    assert_eq!((&written[0]["kind"], &written[0]["seq"]), (&json!("turn"), &json!(0)));
    // A text that tries to steer the terminal.
    let plain = home.run_with(&["remember", "-"], b"\x1b[31mred\x1b[0m Halyard\x07 note\r\n").quiet();
    let id = plain.out.trim();
    assert_eq!(id.len(), 36, "{plain:?}");

    let answer = home.run(&["recall", "--json", "--explain", "What about Halyard?"]).quiet().json();
    let hits = answer[0]["hits"].as_array().unwrap();
    assert_eq!(hits.len(), 2);
    for hit in hits {
        let parts = hit["contributions"].as_array().unwrap().iter();
        let sum: f64 = parts.map(|one| one["contribution"].as_f64().unwrap()).sum();
        assert!((sum - hit["score"].as_f64().unwrap()).abs() < 1e-4, "{hit}");
    }
    let turn = hits.iter().find(|hit| hit["memory"]["id"] == written[0]["id"]).unwrap();
    assert_eq!(turn["memory"]["labels"], json!({ "team": "payments" }));
    let verbatim = hits.iter().find(|hit| hit["memory"]["id"] == id).unwrap();
    assert_eq!(verbatim["memory"]["text"], "\u{1b}[31mred\u{1b}[0m Halyard\u{7} note");

    let window = words("recall --explain --from 2001-03-01 --to 2001-04-01 --now 2001-04-02 Halyard");
    let people = home.run(&window).quiet();
    assert!(people.out.contains("2001-03-02  Nora: The gateway Halyard failed again."), "{people:?}");
    assert!(people.out.contains("keyword") && people.out.contains("weight"), "{people:?}");
    assert!(!people.out.contains("red"), "outside the window: {people:?}");
    let all = home.run(&["recall", "Halyard note"]).quiet();
    assert!(all.out.contains("red") && !all.out.contains('\u{1b}'), "{all:?}");

    assert!(home.run(&["recall", "-k", "0", "x"]).refused(2).contains("k: 1 to 50"));
    assert!(home.run(&["recall", "--context", "nobody", "x"]).refused(3).contains("nobody"));
    assert!(home.run(&["remember", "  "]).refused(2).contains("text"));

    looked_after(&home);
}

#[test]
fn places_are_given_and_asked_for() {
    let home = Home::new();
    let written = home.run(&["remember", "--json", "--location", "-29.31,27.48", "The well is dry."]).quiet().json();
    assert_eq!(written[0]["locations"][0]["geometry"]["coordinates"], json!([27.48, -29.31]));
    home.run(&["remember", "--location", "POINT(13.4 52.5)", "The well is full."]).quiet();
    let told = home.run(&["remember", "--json", "Nora dug a well in Lisbon."]).quiet().json();
    assert_eq!(told[0]["locations"][0]["name"], json!("Lisbon"));
    let texts = |arguments: &[&str]| {
        let all = [&["recall", "--json"], arguments, &["well"]].concat();
        let hits = home.run(&all).quiet().json()[0]["hits"].as_array().unwrap().clone();
        hits.iter().map(|hit| hit["memory"]["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&["--near", "-29.3,27.5,20"]), ["The well is dry."]);
    assert_eq!(texts(&["--within", "BBOX(10, 50, 15, 55)"]), ["The well is full."]);
    assert_eq!(texts(&["--nearest", "38.7,-9.1,1"]), ["Nora dug a well in Lisbon."]);
    assert!(home.run(&["recall", "--near", "99,0,1", "x"]).refused(2).contains("latitude 99"));
    assert!(home.run(&["recall", "--within", "CIRCLE(1 2)", "x"]).refused(2).contains("--within"));
    assert!(home.run(&["remember", "--location", "POINT(1)", "x"]).refused(2).contains("--location"));
    assert_eq!(home.run(&["verify", "--json"]).quiet().json()[0]["faults"], json!([]));
}

/// The commands that look after a folder find nothing wrong with this one, which holds two memories.
fn looked_after(home: &Home) {
    assert_eq!(home.run(&["verify", "--json"]).quiet().json()[0]["faults"], json!([]));
    assert!(home.run(&["verify"]).quiet().out.starts_with("default: 2 rows read, 0 faults"));
    assert_eq!(home.run(&["rebuild", "--json"]).quiet().json(), [json!({ "context": "default", "rows": 2 })]);
    assert_eq!(home.run(&["verify", "--context", "nobody"]).refused(3).matches("nobody").count(), 1);
    let checks = home.run(&["doctor", "--json"]).quiet().json();
    // Its disk and the port of the default are the business of the machine that tests run on.
    let is_machines = |check: &serde_json::Value| check["check"] == "port" || check["check"] == "disk";
    assert!(checks.iter().all(|check| check["status"] == "ok" || is_machines(check)), "{checks:?}");
    assert!(checks[2]["detail"].as_str().unwrap().contains("1 with 2 memories"), "{checks:?}");
}

#[test]
fn a_reader_that_went_away_is_no_error() {
    let home = Home::new();
    home.run(&["rebuild"]).refused(3);
    std::fs::create_dir(home.data()).unwrap();
    for arguments in [&["--help"][..], &["doctor", "--json"], &["verify"]] {
        let mut child = home.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ran = crate::program::Ran::of(child.wait_with_output().unwrap());
        ran.quiet();
    }
}
