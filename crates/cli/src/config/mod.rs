//! Configuration: what holds, and who said so.
//!
//! A flag wins over a variable, that over the file of `--config`, that over the project's file, that over the user's, that over
//! what is built in. Values of files become defaults of clap's own arguments, so that a command sees one value and does not know
//! where it comes from.
//!
//! Must not know: what a command does with a value.

mod file;
mod settings;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

pub(crate) use self::file::Whose;
pub(crate) use self::settings::{ALL, Setting, meant, named};
use crate::wire::{InputError, UsageError};

/// Longest key file that is used, in bytes. Chosen: keys have some hundred.
const KEY_LEN_MAX: usize = 16 * 1024;

/// Who said a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A flag of this command.
    Flag(String),
    /// A variable of the environment.
    Variable(String),
    /// A file.
    File(Whose, PathBuf),
    /// Nobody.
    BuiltIn,
}

impl core::fmt::Display for Origin {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "flag --{flag}"),
            Self::Variable(name) => write!(f, "environment {name}"),
            Self::File(whose, path) => write!(f, "{} {}", whose.as_str(), path.display()),
            Self::BuiltIn => f.write_str("built in"),
        }
    }
}

/// One value, and who said it.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The value.
    pub(crate) text: String,
    /// Who said it.
    pub(crate) origin: Origin,
}

/// All that was said about settings.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// For each setting everything that was said, the one that holds first.
    given: BTreeMap<&'static str, Vec<Given>>,
    /// The files that were read, the strongest first.
    pub(crate) files: Vec<(Whose, PathBuf)>,
    /// What is wrong, one sentence each.
    pub(crate) faults: Vec<String>,
}

/// A variable of the environment that is set to something.
#[expect(clippy::disallowed_methods, reason = "the command line is where the environment is read")]
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// A secret of the environment, with the name of its variable. An empty one is none.
///
/// # Errors
/// [`UsageError`] when it is no text.
#[expect(clippy::disallowed_methods, reason = "the command line is where the environment is read")]
pub(crate) fn secret(key: &str) -> Result<Option<(String, String)>, UsageError> {
    let Some(setting) = named(key) else { return Ok(None) };
    for name in [setting.variable.to_owned(), setting.nested()] {
        match std::env::var(&name) {
            Ok(value) if value.trim().is_empty() => {}
            Ok(value) => return Ok(Some((value, name))),
            Err(std::env::VarError::NotPresent) => {}
            Err(std::env::VarError::NotUnicode(_)) => return Err(UsageError(format!("{name} is no text"))),
        }
    }
    Ok(None)
}

/// A secret from the file of a flag or from the environment, with where it came from; never both, so that nobody wonders which
/// one was sent.
///
/// # Errors
/// [`UsageError`] when both are given or the file is too long for a key; [`InputError`] when the file cannot be read.
pub(crate) fn either(file: Option<&Path>, flag: &str, key: &str) -> anyhow::Result<Option<(String, String)>> {
    match (file, secret(key)?) {
        (Some(_), Some((_, variable))) => Err(UsageError(format!("give --{flag} or {variable}, not both")).into()),
        (None, found) => Ok(found),
        (Some(file), None) => {
            let text = std::fs::read_to_string(file).map_err(|error| InputError::of(file, error))?;
            if text.len() > KEY_LEN_MAX {
                return Err(UsageError(format!("{} holds no key: it is too long", file.display())).into());
            }
            Ok(Some((text, file.display().to_string())))
        }
    }
}

impl Config {
    /// Reads environment and files. What is wrong inside of files is told in `faults`.
    ///
    /// # Errors
    /// [`InputError`] when a file that exists, or the one that was named, cannot be read.
    pub(crate) fn load(named_file: Option<&Path>) -> anyhow::Result<Self> {
        let mut config = Self::default();
        config.read_environment();
        let working = std::env::current_dir().ok();
        let project = working.as_deref().and_then(file::project_file);
        let user = file::user_file(&variable).filter(|file| file.exists());
        let files = [(Whose::Named, named_file.map(Path::to_path_buf)), (Whose::Project, project), (Whose::User, user)];
        let home = variable("HOME");
        for (whose, path) in files {
            let Some(path) = path else { continue };
            let said = file::read(&path, whose, home.as_deref())?;
            for (setting, text) in said.values {
                // The environment said it already, in another way.
                if setting.instead_of.is_none_or(|secret| !config.given.contains_key(secret)) {
                    config.add(setting, text, Origin::File(whose, path.clone()));
                }
            }
            config.faults.extend(said.faults);
            config.files.push((whose, path));
        }
        for setting in ALL {
            if let Some(text) = setting.built_in {
                config.add(setting, text.to_owned(), Origin::BuiltIn);
            }
        }
        Ok(config)
    }

    fn add(&mut self, setting: &'static Setting, text: String, origin: Origin) {
        self.given.entry(setting.key).or_default().push(Given { text, origin });
    }

    fn read_environment(&mut self) {
        for setting in ALL {
            for name in [setting.variable.to_owned(), setting.nested()] {
                // A key without dots has one name.
                let is_known = self.given(setting).iter().any(|given| given.origin == Origin::Variable(name.clone()));
                let Some(text) = variable(&name).filter(|_| !is_known) else { continue };
                // Secrets are looked at where they are used, and then not told.
                let refused = setting.form.refuses(&text).filter(|_| !setting.is_secret());
                if let Some(reason) = refused {
                    self.faults.push(format!("{name}: {reason}"));
                } else {
                    self.add(setting, text, Origin::Variable(name));
                }
            }
        }
        // Nesting is this program's own form, so that a name that is not known is a slip.
        let nested = strange_variables().into_iter().filter(|(name, _)| name.contains("__"));
        self.faults.extend(nested.map(|(name, meant)| format!("{name}: there is no such setting{meant}")));
    }

    /// Everything that was said about a setting, the one that holds first.
    pub(crate) fn given(&self, setting: &Setting) -> &[Given] {
        self.given.get(setting.key).map_or(&[], Vec::as_slice)
    }

    /// The command with what files and nested variables say as defaults of its arguments. Those that are also variables of clap
    /// are read by it first, which is the order of precedence.
    pub(crate) fn wired(&self, command: Command) -> Command {
        let command = command.mut_args(|argument| {
            let name = argument.get_env().and_then(|name| name.to_str()).unwrap_or_default();
            let setting = ALL.iter().find(|setting| setting.variable == name);
            match setting.and_then(|setting| self.given(setting).first()) {
                Some(given) if given.origin != Origin::BuiltIn => argument.default_value(given.text.clone()),
                _ => argument,
            }
        });
        command.mut_subcommands(|command| self.wired(command))
    }

    /// Adds what flags say, for showing.
    pub(crate) fn note_flags(&mut self, command: &Command, matches: &ArgMatches) {
        for argument in command.get_arguments() {
            let name = argument.get_env().and_then(|name| name.to_str()).unwrap_or_default();
            let Some(setting) = ALL.iter().find(|setting| setting.variable == name) else { continue };
            let id = argument.get_id().as_str();
            if matches.value_source(id) != Some(ValueSource::CommandLine) {
                continue;
            }
            let text = matches.get_raw(id).and_then(|mut raw| raw.next());
            if let Some(text) = text {
                let origin = Origin::Flag(argument.get_long().unwrap_or(id).to_owned());
                let given = Given { text: text.to_string_lossy().into_owned(), origin };
                self.given.entry(setting.key).or_default().insert(0, given);
            }
        }
        if let Some((name, inner)) = matches.subcommand()
            && let Some(command) = command.find_subcommand(name)
        {
            self.note_flags(command, inner);
        }
    }

    /// Refuses to go on with settings that are wrong.
    pub(crate) fn refuse_faults(&self) -> Result<(), UsageError> {
        let Some(first) = self.faults.first() else { return Ok(()) };
        let more = if self.faults.len() > 1 { "; quintet config check lists all that is wrong" } else { "" };
        Err(UsageError(format!("{first}{more}")))
    }
}

/// Variables that look like settings and are none, each with what may have been meant. By name.
pub(crate) fn strange_variables() -> Vec<(String, String)> {
    let known =
        |name: &str| name == "QUINTET_CONFIG" || ALL.iter().any(|one| one.variable == name || one.nested() == name);
    let mut names: Vec<String> = std::env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.starts_with("QUINTET_") && !known(name))
        .collect();
    names.sort_unstable();
    let nested: Vec<String> = ALL.iter().map(Setting::nested).collect();
    let describe = |name: String| {
        let candidates = ALL.iter().map(|one| one.variable).chain(nested.iter().map(String::as_str));
        let meant = meant(&name, candidates).map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
        (name, meant)
    };
    names.into_iter().map(describe).collect()
}

/// An address as it may be shown: without a name and password in it.
pub(crate) fn shown(setting: &Setting, text: &str) -> String {
    if setting.is_secret() {
        return "******** (set, not shown)".to_owned();
    }
    match text.split_once("://") {
        Some((scheme, rest)) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            let host = authority.rsplit_once('@').map_or(authority.to_owned(), |(_, host)| format!("********@{host}"));
            format!("{scheme}://{host}{path}")
        }
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_never_shown() {
        let url = named("llm.url").unwrap();
        assert_eq!(shown(url, "https://dana:pw@host:1/v1"), "https://********@host:1/v1");
        assert_eq!(shown(url, "https://host/a@b"), "https://host/a@b");
        for setting in ALL.iter().filter(|setting| setting.is_secret()) {
            assert!(!shown(setting, "open sesame").contains("sesame"), "{}", setting.key);
        }
    }
}
