//! Files stay small and say what they are; no file is named after nothing.

use super::Workspace;

/// Physical lines of one file, at most.
const LINES_MAX: usize = 500;
/// Names that say nothing.
const NAMELESS: &[&str] = &["utils", "util", "helpers", "helper", "misc", "common"];
/// Marks of unfinished work, spelled apart so that this file does not hold them.
const UNFINISHED: &[&str] =
    &[concat!("to", "do!("), concat!("unimpl", "emented!("), concat!("dbg", "!("), concat!("#[ig", "nore")];

pub(super) fn check(workspace: &Workspace) -> Vec<String> {
    let mut wrong = Vec::new();
    for file in &workspace.files {
        let lines = file.text.lines().count();
        if lines > LINES_MAX {
            wrong.push(format!("{}: {lines} lines, {LINES_MAX} are allowed; split it by noun", file.path));
        }
        if !file.text.starts_with("//!") {
            wrong.push(format!("{}: no `//!` header that says what it owns", file.path));
        }
        if let Some(part) = file.path.split(['/', '.']).find(|part| NAMELESS.contains(part)) {
            wrong.push(format!("{}: '{part}' names nothing", file.path));
        }
        for mark in UNFINISHED.iter().filter(|mark| file.text.contains(**mark)) {
            wrong.push(format!("{}: unfinished: {mark}", file.path));
        }
    }
    wrong
}
