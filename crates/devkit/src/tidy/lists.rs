//! A file in a registered folder is in its list: adding a thing is one file and one line, and forgetting the line fails.

use super::Workspace;

/// Folders whose files are registered: the folder, the name of its list, and files that are no entries. The list stands in the
/// folder's `mod.rs`.
const FOLDERS: &[(&str, &str, &[&str])] = &[
    ("crates/engine/src/channel/", "ALL", &["mod", "question", "chain", "exchange", "hop"]),
    ("crates/server/src/ops/", "ALL", &["mod", "fields", "reading", "shown"]),
    ("crates/server/src/mcp/tools/", "ALL", &["mod"]),
    ("crates/cli/src/import/", "ALL", &["mod"]),
    ("crates/devkit/src/tidy/", "RULES", &["mod"]),
    ("crates/providers/src/chat/", "ALL", &["mod", "patience", "reply"]),
    ("crates/providers/src/embed/", "ALL", &["mod", "bert", "error", "sentence", "wordpiece"]),
    ("crates/providers/src/document/", "ALL", &["mod", "builder", "encoding", "tests"]),
    ("crates/engine/src/store/embedded/migrate/", "STEPS", &["mod"]),
];

pub(super) fn check(workspace: &Workspace) -> Vec<String> {
    let mut wrong = Vec::new();
    for (folder, name, exempt) in FOLDERS {
        let place = format!("{folder}mod.rs");
        let Some(list) = workspace.files.iter().find(|file| file.path == place) else { continue };
        // What stands after the list's name is the list; `mod` lines stand before.
        let registered = list.text.split_once(&format!(" {name}: ")).map_or("", |(_, rest)| rest);
        for file in workspace.below(folder) {
            let name = file.path.trim_start_matches(folder).split(['/', '.']).next().unwrap_or_default().to_owned();
            if !exempt.contains(&name.as_str()) && !registered.contains(&format!("{name}::")) {
                wrong.push(format!("{}: not in the list of {}", file.path, list.path));
            }
        }
    }
    wrong.extend(test_files(workspace));
    wrong
}

/// A file beside `tests/it/main.rs` that is not named there never runs.
fn test_files(workspace: &Workspace) -> Vec<String> {
    let mut wrong = Vec::new();
    for main in workspace.files.iter().filter(|file| file.path.ends_with("tests/it/main.rs")) {
        let folder = main.path.trim_end_matches("main.rs");
        for file in workspace.below(folder).filter(|file| file.path != main.path) {
            let name = file.path.trim_start_matches(folder).split(['/', '.']).next().unwrap_or_default().to_owned();
            if !main.text.contains(&format!("mod {name};")) {
                wrong.push(format!("{}: not named in {}", file.path, main.path));
            }
        }
    }
    wrong
}
