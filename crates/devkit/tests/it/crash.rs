//! Real processes, really killed: nothing acknowledged is lost, and a harness that looks at losses sees them.

use std::path::Path;
use std::process::{Command, Output};

/// Runs `crasher run` in a folder of its own.
fn crasher(name: &str, arguments: &[&str]) -> (Output, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Left over from a run that failed.
    drop(std::fs::remove_dir_all(&folder));
    let output = Command::new(env!("CARGO_BIN_EXE_crasher"))
        .arg("run")
        .arg("--data")
        .arg(&folder)
        .args(arguments)
        .output()
        .expect("the program was built with this test");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output, text)
}

#[test]
fn fifty_kills_lose_nothing_that_was_acknowledged() {
    let (output, text) = crasher("crash-fifty", &["--cycles", "50", "--seed", "1", "--window-ms", "200"]);
    assert!(output.status.success(), "{text}");
    let writes = text.lines().find_map(|line| line.split_once("acknowledged writes ")).map(|(_, rest)| rest);
    let writes: u64 = writes.and_then(|rest| rest.split(' ').next()?.parse().ok()).unwrap();
    assert!(writes >= 50, "the writers hardly wrote: {text}");
}

/// Runs a negative control for at most twenty cycles; it has to fail, and say what it found and how to see it again.
fn control(name: &str, fault: &str) {
    let arguments = ["--cycles", "20", "--seed", "1", "--window-ms", "200", "--negative", name];
    let (output, text) = crasher(&format!("crash-{name}"), &arguments);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains(fault), "{text}");
    let replay = format!("--negative {name}");
    let replay = text.lines().find(|line| line.starts_with("replay: crasher run --seed 1 ") && line.ends_with(&replay));
    assert!(replay.is_some(), "{text}");
}

#[test]
fn writes_acknowledged_too_early_are_caught() {
    control("ack-early", "lost, though it was acknowledged");
}

#[test]
fn torn_batches_are_caught() {
    control("torn-batch", ": torn, ");
}

#[test]
fn arguments_that_cannot_be_understood_are_named() {
    for arguments in [&["--cycles", "many"][..], &["--negative", "sleep"], &["--cicles", "3"], &["--seed"]] {
        let (output, text) = crasher("crash-arguments", arguments);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(arguments[0]) && text.contains("usage"), "{text}");
    }
}
