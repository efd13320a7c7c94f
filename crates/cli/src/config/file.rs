//! One file of settings: found, read, checked.
//!
//! Must not know: which file wins, flags.

use std::io::Read;
use std::path::{Path, PathBuf};

use toml_edit::{Document, Item, Value};

use super::settings::{self, Form, Reach, Setting};
use crate::wire::InputError;

/// Longest file that is read, in bytes. Chosen: all settings together take one.
const LEN_MAX: u64 = 64 * 1024;
/// The file of a project.
const PROJECT_FILE: &str = ".quintet.toml";

/// Whose a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// Named by `--config`.
    Named,
    /// Of the project that the working folder lies in.
    Project,
    /// The user's.
    User,
}

impl Whose {
    /// In words.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Named => "--config",
            Self::Project => "project file",
            Self::User => "user file",
        }
    }
}

/// What a file says.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// Values, by setting.
    pub(super) values: Vec<(&'static Setting, String)>,
    /// What is wrong with it, one sentence each.
    pub(super) faults: Vec<String>,
}

/// The user's folder of settings.
pub(super) fn user_file(variable: &dyn Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let folder = variable("XDG_CONFIG_HOME").map(PathBuf::from).filter(absolute);
    let folder = folder.or_else(|| variable("HOME").map(|home| Path::new(&home).join(".config")))?;
    Some(folder.join("quintet/config.toml"))
}

/// The project's file: the nearest from the working folder up to the root of its repository. Where there is no repository only
/// the working folder counts, since folders above it may be anybody's.
pub(super) fn project_file(working: &Path) -> Option<PathBuf> {
    let is_root = |folder: &&Path| folder.join(".git").exists();
    let root = working.ancestors().find(is_root).unwrap_or(working);
    let inside = working.ancestors().take_while(|folder| folder.starts_with(root));
    inside.map(|folder| folder.join(PROJECT_FILE)).find(|file| file.is_file())
}

/// Reads a file.
///
/// # Errors
/// [`InputError`] when it cannot be read; what is wrong inside of it is told in [`Said::faults`].
pub(super) fn read(file: &Path, whose: Whose, home: Option<&str>) -> Result<Said, InputError> {
    let unreadable = |error| InputError::of(file, error);
    // A pipe would wait for ever.
    if !std::fs::metadata(file).map_err(unreadable)?.is_file() {
        return Err(unreadable(std::io::Error::other("it is no file")));
    }
    let mut text = String::new();
    let opened = std::fs::File::open(file).map_err(unreadable)?;
    opened.take(LEN_MAX + 1).read_to_string(&mut text).map_err(unreadable)?;
    if text.len() as u64 > LEN_MAX {
        return Err(unreadable(std::io::Error::other("it is longer than 64 KiB")));
    }
    Ok(parse(&text, file, whose, home))
}

fn parse(text: &str, file: &Path, whose: Whose, home: Option<&str>) -> Said {
    let mut reading = Reading { said: Said::default(), file, whose, home };
    match Document::parse(text) {
        Ok(document) => {
            for (name, item) in document.as_table() {
                reading.item(name, item);
            }
        }
        Err(error) => {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let reason = error.message().lines().next().unwrap_or("it is no TOML").to_owned();
            reading.said.faults.push(format!("{}, line {line}: {reason}", file.display()));
        }
    }
    reading.said
}

struct Reading<'a> {
    said: Said,
    file: &'a Path,
    whose: Whose,
    home: Option<&'a str>,
}

impl Reading<'_> {
    fn item(&mut self, key: &str, item: &Item) {
        let below = format!("{key}.");
        if let Some(setting) = settings::named(key) {
            match self.value(setting, item) {
                Ok(value) => self.said.values.push((setting, value)),
                Err(reason) => self.fault(key, &reason),
            }
        } else if let Some(table) = item.as_table_like()
            && settings::ALL.iter().any(|setting| setting.key.starts_with(&below))
        {
            for (name, item) in table.iter() {
                self.item(&format!("{below}{name}"), item);
            }
        } else {
            let meant = settings::meant(key, settings::ALL.iter().map(|setting| setting.key));
            let meant = meant.map(|name| format!("; did you mean '{name}'?")).unwrap_or_default();
            self.fault(key, &format!("there is no such setting{meant}"));
        }
    }

    fn fault(&mut self, key: &str, reason: &str) {
        self.said.faults.push(format!("{}: {key}: {reason}", self.file.display()));
    }

    fn value(&self, setting: &Setting, item: &Item) -> Result<String, String> {
        match setting.reach {
            Reach::Environment => {
                let variable = setting.variable;
                return Err(format!("a secret does not stand in a file of settings; give {variable} or a key file"));
            }
            Reach::Own if self.whose == Whose::Project => {
                let reason = "a project's file may not set endpoints, keys or addresses; put it into your own file";
                return Err(reason.to_owned());
            }
            _ => {}
        }
        let text = match (setting.form, item.as_value()) {
            (Form::Number(..), Some(Value::Integer(number))) => number.value().to_string(),
            (Form::Number(..), _) => return Err("it has to be a whole number".to_owned()),
            (_, Some(Value::String(text))) => text.value().clone(),
            _ => return Err("it has to be a text in quotation marks".to_owned()),
        };
        if let Some(reason) = setting.form.refuses(&text) {
            return Err(reason);
        }
        Ok(if setting.form == Form::Path { self.path(&text) } else { text })
    }

    /// A path as it is meant in this file.
    fn path(&self, text: &str) -> String {
        let path = match (text.strip_prefix("~/"), self.home) {
            (Some(rest), Some(home)) => Path::new(home).join(rest),
            _ => self.file.parent().unwrap_or(Path::new("")).join(text),
        };
        path.to_string_lossy().into_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn said(text: &str, whose: Whose) -> Said {
        parse(text, Path::new("/etc/q.toml"), whose, Some("/home/dana"))
    }

    #[test]
    fn values_are_read_and_paths_are_the_files() {
        let text = "data = \"memory\"\nllm = { model = \"small\", timeout_s = 5 }\n[embedding]\ncache = \"~/c\"\n";
        let said = said(text, Whose::User);
        let values: Vec<(&str, &str)> =
            said.values.iter().map(|(setting, value)| (setting.key, value.as_str())).collect();
        let expected = [
            ("data", "/etc/memory"),
            ("llm.model", "small"),
            ("llm.timeout_s", "5"),
            ("embedding.cache", "/home/dana/c"),
        ];
        assert_eq!((values, said.faults.len()), (expected.to_vec(), 0));
    }

    #[test]
    fn what_is_wrong_is_named_with_the_way_out() {
        for (text, whose, expected) in [
            ("[llm]\nmodle = \"x\"", Whose::User, "llm.modle: there is no such setting; did you mean 'llm.model'?"),
            ("lm.model = \"x\"", Whose::User, "lm: there is no such setting"),
            ("data = 3", Whose::User, "data: it has to be a text"),
            ("llm.timeout_s = \"3\"", Whose::User, "whole number"),
            ("llm.timeout_s = 0", Whose::User, "from 1 to 3600"),
            ("llm.key = \"s\"", Whose::User, "QUINTET_LLM_KEY"),
            ("llm.url = \"http://x\"", Whose::Project, "may not set endpoints"),
            ("server.listen = \"0.0.0.0:1\"", Whose::Project, "may not set endpoints"),
            ("a = 1\n= 2", Whose::User, "/etc/q.toml, line 2: "),
        ] {
            let faults = said(text, whose).faults;
            assert!(faults.len() == 1 && faults[0].contains(expected), "{text}: {faults:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in "[a-z.=\"\\[\\]{}\n é0-9#]{0,80}") {
            let said = said(&text, Whose::Project);
            prop_assert!(said.values.iter().all(|(setting, _)| setting.reach == Reach::Anywhere));
        }
    }
}
