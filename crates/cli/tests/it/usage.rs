//! Wrong command lines: refused with the promised code, in words, before anything is touched.

use crate::program::Home;

#[test]
fn what_is_wrong_is_refused_before_anything_is_touched() {
    let home = Home::new();
    let folder = home.folder.path().to_str().unwrap().to_owned();
    let wrong: [(&[&str], i32, &str); 21] = [
        (&["recall", "x"], 3, "does not exist"),
        (&["verify"], 3, "does not exist"),
        (&["rebuild"], 3, "does not exist"),
        (&["ingest", "missing.jsonl"], 3, "missing.jsonl does not exist"),
        (&["ingest", &folder], 2, "holds no document"),
        (&["recall", "x", "--context", "../x"], 2, "--context"),
        (&["recall", "x", "--from", "soon"], 2, "--from"),
        (&["recall", "x", "--from", "2026-02-02", "--to", "2026-02-01"], 2, "--to"),
        (&["recall", "x", "--as-of", "10000-01-01"], 2, "--as-of"),
        (&["recall", "x", "--label", "none"], 2, "--label"),
        (&["recall", "x", "--grant", "a/*/b"], 2, "--grant"),
        (&["recall", "x", "--weights", "graph=heavy"], 2, "--weights"),
        (&["recall", "x", "--fusion", "cold"], 2, "--fusion"),
        (&["recall", "x", "--profile", "nobody"], 2, "--profile"),
        (&["remember", "x", "--role", "robot"], 2, "--role"),
        (&["remember", "x", "--at", "2026-02-30"], 2, "--at"),
        (&["remember", "x", "--emotion", "joy=7"], 2, "--emotion"),
        (&["remember", "x", "--session", "a\nb"], 2, "--session"),
        (&["remember", "x", "--model-path", "missing"], 2, "missing"),
        (&["eval", "missing"], 2, "missing"),
        (&["eval", "--weights", "x", "missing"], 2, "--weights"),
    ];
    for (arguments, code, named) in wrong {
        let told = home.run(arguments).refused(code);
        assert!(told.contains(named), "{arguments:?}: {told}");
        assert!(!home.data().exists(), "{arguments:?} made the data folder");
    }
}

#[test]
fn the_parser_refuses_with_2_and_helps() {
    let home = Home::new();
    let wrong: [(&[&str], &str); 6] = [
        (&[], "Usage"),
        (&["remembr", "x"], "remember"),
        (&["recall"], "<QUERY>"),
        (&["recall", "x", "--k", "five"], "five"),
        (&["recall", "x", "--nothing"], "--nothing"),
        (&["serve", "--listen", "nowhere"], "nowhere"),
    ];
    for (arguments, named) in wrong {
        let ran = home.run(arguments).exit(2);
        assert!(ran.err.contains(named) && ran.out.is_empty(), "{arguments:?}: {ran:?}");
    }
    let version = home.run(&["--version"]).quiet();
    assert!(version.out.starts_with("quintet "), "{version:?}");
    let mut commands =
        vec!["demo", "remember", "recall", "ingest", "serve", "eval", "bench", "doctor", "verify", "rebuild", "forget"];
    commands.extend([
        "state",
        "inspect",
        "diff",
        "memories",
        "edit",
        "fsck",
        "hygiene",
        "decay",
        "expire",
        "retention",
        "config",
    ]);
    commands.extend(["connect", "disconnect", "backup", "restore"]);
    for command in commands {
        let help = home.run(&[command, "--help"]).quiet();
        assert!(help.out.contains(&format!("quintet {command}")), "{help:?}");
    }
}

#[test]
fn input_that_cannot_be_text_is_refused() {
    let home = Home::new();
    assert!(home.run_with(&["remember", "-"], b"a\xffb").refused(2).contains("UTF-8"));
    assert!(home.run_with(&["remember", "-"], &vec![b'x'; 70_000]).refused(2).contains("65536"));
    assert!(!home.data().exists());
}
