//! The workspace keeps its own rules.

use quintet_devkit::tidy::{RULES, Workspace};

#[test]
fn the_workspace_keeps_its_rules() {
    let workspace = Workspace::read().unwrap();
    assert!(workspace.files.len() > 20, "the sources were not found");
    let wrong: Vec<String> = RULES
        .iter()
        .flat_map(|rule| (rule.check)(&workspace).into_iter().map(|line| format!("{}: {line}", rule.name)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_can_fail() {
    let mut workspace = Workspace::read().unwrap();
    let long = "//! x\n".repeat(501);
    let add = |workspace: &mut Workspace, path: &str, text: &str| {
        workspace.files.push(quintet_devkit::tidy::SourceFile { path: path.to_owned(), text: text.to_owned() });
    };
    add(&mut workspace, "crates/engine/src/text/utils.rs", &long);
    add(&mut workspace, "crates/engine/src/model/bad.rs", "//! x\nuse crate::recall::RecallRequest;\n");
    add(&mut workspace, "crates/engine/src/channel/forgotten.rs", "//! x\n");
    workspace.files.retain(|file| file.path != "crates/engine/src/lib.rs");
    add(&mut workspace, "crates/engine/src/lib.rs", "//! x\npub mod nowhere_to_be_found;\n");
    for rule in RULES {
        assert!(!(rule.check)(&workspace).is_empty(), "rule {} found nothing", rule.name);
    }
}
