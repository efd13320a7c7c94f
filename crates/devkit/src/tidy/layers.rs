//! Arrows point down: a module of the engine uses lower layers only, or its own module.

use super::Workspace;

/// The engine's modules by layer, lowest first.
const LAYERS: &[&[&str]] = &[
    &["model", "limits"],
    &["ports"],
    &["text", "when", "affect"],
    &["space", "entities"],
    &["extract"],
    &["reconcile"],
    &["consolidate"],
    &["index"],
    &["store"],
    &["channel", "fuse"],
    &["recall", "views"],
    &["retain"],
    &["error"],
    &["engine"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

/// Modules named by `crate::module` paths in a text, with what follows a brace import taken apart.
fn used_modules(text: &str) -> Vec<String> {
    let mut used = Vec::new();
    for rest in text.split("crate::").skip(1) {
        if let Some(list) = rest.strip_prefix('{') {
            let list = list.split('}').next().unwrap_or_default();
            used.extend(list.split(',').map(|part| part.trim().split("::").next().unwrap_or_default().to_owned()));
        } else {
            used.push(rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned());
        }
    }
    used.retain(|module| !module.is_empty());
    used
}

pub(super) fn check(workspace: &Workspace) -> Vec<String> {
    let mut wrong = Vec::new();
    for file in workspace.below("crates/engine/src/") {
        let inside = file.path.trim_start_matches("crates/engine/src/");
        let own = inside.split(['/', '.']).next().unwrap_or_default();
        if own == "lib" {
            continue;
        }
        let Some(own_layer) = layer(own) else {
            wrong.push(format!("{}: module '{own}' is in no layer", file.path));
            continue;
        };
        for used in used_modules(&file.text).iter().filter(|used| *used != own) {
            match layer(used) {
                None => wrong.push(format!("{}: uses '{used}', which is in no layer", file.path)),
                // Limits and plain data may name each other; everything else points strictly down.
                Some(used_layer) if used_layer > own_layer || (used_layer == own_layer && own_layer > 0) => {
                    wrong.push(format!("{}: '{own}' uses '{used}', which is not below it", file.path));
                }
                Some(_) => {}
            }
        }
    }
    wrong.extend(forbidden_dependencies(workspace));
    wrong
}

/// Crates that must not reach another: the engine knows no front end, and the two sides of the house know nothing of each other.
fn forbidden_dependencies(workspace: &Workspace) -> Vec<String> {
    let forbidden = [
        (
            "engine",
            &[
                "axum",
                "tokio",
                "reqwest",
                "ureq",
                "clap",
                "anyhow",
                "quintet-server",
                "quintet-providers",
                "quintet-cli",
            ][..],
        ),
        ("server", &["quintet-providers", "quintet-cli", "rusqlite"][..]),
        ("providers", &["quintet-server", "quintet-cli", "axum", "rusqlite"][..]),
    ];
    let mut wrong = Vec::new();
    for (name, banned) in forbidden {
        let manifest =
            std::fs::read_to_string(workspace.root.join(format!("crates/{name}/Cargo.toml"))).unwrap_or_default();
        let shipped = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        for line in shipped.lines() {
            let dependency = line.split(['.', ' ', '=']).next().unwrap_or_default();
            if banned.contains(&dependency) {
                wrong.push(format!("crates/{name}/Cargo.toml: must not depend on {dependency}"));
            }
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_in_all_spellings() {
        let text = "use crate::model::X; use crate::{text, when::Y}; let a = crate::store::Z;";
        assert_eq!(used_modules(text), ["model", "text", "when", "store"]);
    }
}
