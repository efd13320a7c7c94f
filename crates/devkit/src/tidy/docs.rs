//! Documents keep in step: the architecture page names every module of the engine, and links lead somewhere.

use std::path::Path;

use super::Workspace;

pub(super) fn check(workspace: &Workspace) -> Vec<String> {
    let page = workspace.root.join("docs/architecture.md");
    let Ok(text) = std::fs::read_to_string(&page) else { return vec!["docs/architecture.md: missing".to_owned()] };
    let mut wrong = Vec::new();
    if text.lines().count() > 300 {
        wrong.push("docs/architecture.md: over 300 lines".to_owned());
    }
    let Some(lib) = workspace.files.iter().find(|file| file.path == "crates/engine/src/lib.rs") else {
        return vec!["crates/engine/src/lib.rs: missing".to_owned()];
    };
    for line in lib.text.lines() {
        let name =
            line.strip_prefix("pub mod ").or_else(|| line.strip_prefix("mod ")).and_then(|rest| rest.strip_suffix(';'));
        if let Some(name) = name.filter(|name| !text.contains(&format!("`{name}"))) {
            wrong.push(format!("docs/architecture.md: does not name the engine's module `{name}`"));
        }
    }
    let mut pages = vec![workspace.root.join("README.md"), page];
    pages.extend(
        std::fs::read_dir(workspace.root.join("docs/decisions"))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path()),
    );
    for page in pages {
        wrong.extend(broken_links(&workspace.root, &page));
    }
    wrong
}

/// Relative links of a page that lead nowhere.
fn broken_links(root: &Path, page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap_or_default();
    let folder = page.parent().unwrap_or(root);
    let shown = page.strip_prefix(root).unwrap_or(page).display();
    let mut wrong = Vec::new();
    for rest in text.split("](").skip(1) {
        let target = rest.split([')', '#']).next().unwrap_or_default();
        let is_relative = !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:");
        if is_relative && !folder.join(target).exists() {
            wrong.push(format!("{shown}: link to {target} leads nowhere"));
        }
    }
    wrong
}
