//! Tidiness: what a reader relies on and the compiler does not check. Each rule is one file and one line in [`RULES`].

mod caps;
mod docs;
mod layers;
mod lists;

use std::path::{Path, PathBuf};

/// One rule: its name, and what it finds wrong in a workspace.
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// What is wrong, one line each; empty when all is well.
    pub check: fn(&Workspace) -> Vec<String>,
}

/// Every rule.
pub static RULES: &[Rule] = &[
    Rule { name: "caps", check: caps::check },
    Rule { name: "docs", check: docs::check },
    Rule { name: "layers", check: layers::check },
    Rule { name: "lists", check: lists::check },
];

/// One source file.
pub struct SourceFile {
    /// Its path below the workspace, with forward slashes.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

/// The sources of the workspace.
pub struct Workspace {
    /// Its folder.
    pub root: PathBuf,
    /// Every hand-written Rust file, by ascending path.
    pub files: Vec<SourceFile>,
}

impl Workspace {
    /// Reads the workspace that this crate lies in.
    ///
    /// # Errors
    /// When a folder or file cannot be read.
    pub fn read() -> std::io::Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new(".")).to_path_buf();
        let mut files = Vec::new();
        collect(&root, &root.join("crates"), &mut files)?;
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self { root, files })
    }

    /// Files below a folder.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a SourceFile> {
        self.files.iter().filter(move |file| file.path.starts_with(folder))
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<SourceFile>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(root, &path, files)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let relative = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.push(SourceFile { path: relative, text: std::fs::read_to_string(&path)? });
        }
    }
    Ok(())
}
