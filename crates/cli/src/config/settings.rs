//! The settings: one list from which files, environment and flags are read, checked, shown and explained.
//!
//! Must not know: where files are, what a command does with a value.

use std::net::SocketAddr;

/// What a value looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Any text of one line.
    Text,
    /// A file or folder; in a file of settings it is relative to that file.
    Path,
    /// A whole number within bounds, both included.
    Number(u64, u64),
    /// `ADDR:PORT`.
    Address,
}

impl Form {
    /// Why a text is no value of this form; `None` where it is one.
    pub(super) fn refuses(self, text: &str) -> Option<String> {
        let wrong = match self {
            _ if text.is_empty() => "it is empty".to_owned(),
            _ if text.contains(['\n', '\r', '\0']) => "it has more than one line".to_owned(),
            Self::Number(least, most) if !text.parse().is_ok_and(|number| (least..=most).contains(&number)) => {
                format!("it has to be a whole number from {least} to {most}")
            }
            Self::Address if text.parse::<SocketAddr>().is_err() => "it has to be ADDR:PORT".to_owned(),
            _ => return None,
        };
        Some(wrong)
    }
}

/// Which files may set a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Every one.
    Anywhere,
    /// Not that of a project: whoever clones a repository has not agreed to where it sends texts or opens doors.
    Own,
    /// None: it is a secret, and files of settings are copied, shown and committed.
    Environment,
}

/// One setting.
#[derive(Debug)]
pub(crate) struct Setting {
    /// Its name in files, with dots for nesting.
    pub(crate) key: &'static str,
    /// Its variable; clap reads the same name where there is a flag for it.
    pub(crate) variable: &'static str,
    /// What it looks like.
    pub(crate) form: Form,
    /// Who may set it.
    pub(crate) reach: Reach,
    /// The value when nobody says one.
    pub(crate) built_in: Option<&'static str>,
    /// The secret that says the same: where the environment holds it, files are not asked for this setting.
    pub(crate) instead_of: Option<&'static str>,
    /// What it means.
    pub(crate) meaning: &'static str,
}

impl Setting {
    const fn new(key: &'static str, variable: &'static str, form: Form, meaning: &'static str) -> Self {
        Self { key, variable, form, reach: Reach::Anywhere, built_in: None, instead_of: None, meaning }
    }

    const fn own(self) -> Self {
        Self { reach: Reach::Own, ..self }
    }

    const fn secret(self) -> Self {
        Self { reach: Reach::Environment, ..self }
    }

    const fn built_in(self, value: &'static str) -> Self {
        Self { built_in: Some(value), ..self }
    }

    const fn instead_of(self, secret: &'static str) -> Self {
        Self { instead_of: Some(secret), ..self }
    }

    /// The second name of its variable: `__` for each dot. Names without dots have one name.
    pub(super) fn nested(&self) -> String {
        format!("QUINTET_{}", self.key.replace('.', "__").to_uppercase())
    }

    /// It is shown to nobody.
    pub(crate) fn is_secret(&self) -> bool {
        self.reach == Reach::Environment
    }
}

/// Every setting, in the order in which they are shown.
pub(crate) static ALL: &[Setting] = &[
    Setting::new("data", "QUINTET_DATA", Form::Path, "data folder"),
    Setting::new("context", "QUINTET_CONTEXT", Form::Text, "context that commands work in").built_in("default"),
    Setting::new("embedding.model_path", "QUINTET_MODEL_PATH", Form::Path, "folder with an encoder of your own"),
    Setting::new(
        "embedding.cache",
        "QUINTET_EMBEDDING_CACHE",
        Form::Path,
        "folder that keeps the vectors of texts embedded before",
    ),
    Setting::new("llm.provider", "QUINTET_LLM_PROVIDER", Form::Text, "language model: openai or anthropic").own(),
    Setting::new("llm.model", "QUINTET_LLM_MODEL", Form::Text, "the model, as its provider names it"),
    Setting::new("llm.url", "QUINTET_LLM_URL", Form::Text, "where the provider is").own(),
    Setting::new("llm.key_file", "QUINTET_LLM_KEY_FILE", Form::Path, "file with the provider's key")
        .own()
        .instead_of("llm.key"),
    Setting::new("llm.key", "QUINTET_LLM_KEY", Form::Text, "the provider's key").secret(),
    Setting::new(
        "llm.timeout_s",
        "QUINTET_LLM_TIMEOUT_S",
        Form::Number(1, 3_600),
        "seconds that one answer may take; 30 when absent",
    ),
    Setting::new("server.listen", "QUINTET_LISTEN", Form::Address, "where the server listens")
        .own()
        .built_in("127.0.0.1:9090"),
    Setting::new(
        "server.allow_host",
        "QUINTET_ALLOW_HOST",
        Form::Text,
        "names under which clients reach the server, with commas",
    )
    .own(),
    Setting::new(
        "server.allow_origin",
        "QUINTET_ALLOW_ORIGIN",
        Form::Text,
        "origins whose pages may call, with commas",
    )
    .own(),
    Setting::new(
        "server.requests_per_second",
        "QUINTET_REQUESTS_PER_SECOND",
        Form::Number(0, 1_000_000),
        "requests that one key has in a second; 0 for no bound",
    )
    .own()
    .built_in("50"),
    Setting::new(
        "server.request_burst",
        "QUINTET_REQUEST_BURST",
        Form::Number(1, 1_000_000),
        "requests that one key has at once after a rest",
    )
    .own()
    .built_in("100"),
    Setting::new("server.connections", "QUINTET_CONNECTIONS", Form::Number(1, 1 << 20), "connections at once").own(),
    Setting::new(
        "server.connections_per_address",
        "QUINTET_CONNECTIONS_PER_ADDRESS",
        Form::Number(1, 1 << 20),
        "connections at once from one address",
    )
    .own(),
    Setting::new("server.public_url", "QUINTET_PUBLIC_URL", Form::Text, "what links to memories begin with").own(),
    Setting::new(
        "server.memory_budget_mib",
        "QUINTET_MEMORY_BUDGET_MIB",
        Form::Number(0, 1 << 24),
        "memory that indexes may take, in MiB",
    ),
    Setting::new("server.admin_key_file", "QUINTET_ADMIN_KEY_FILE", Form::Path, "file with the server's admin key")
        .own()
        .instead_of("server.admin_key"),
    Setting::new("server.admin_key", "QUINTET_ADMIN_KEY", Form::Text, "the server's admin key").secret(),
    Setting::new("telemetry.otlp_url", "QUINTET_OTLP_URL", Form::Text, "collector that gets a span of each request")
        .own(),
    Setting::new("telemetry.otlp_content", "QUINTET_OTLP_CONTENT", Form::Text, "true: spans hold what was asked").own(),
    Setting::new("telemetry.otlp_key", "QUINTET_OTLP_KEY", Form::Text, "the collector's key").secret(),
    Setting::new("remote.url", "QUINTET_SERVER", Form::Text, "the server to ask in place of a data folder").own(),
    Setting::new("remote.key_file", "QUINTET_KEY_FILE", Form::Path, "file with the key for that server")
        .own()
        .instead_of("remote.key"),
    Setting::new("remote.key", "QUINTET_KEY", Form::Text, "the key for that server").secret(),
];

/// The setting of that name.
pub(crate) fn named(key: &str) -> Option<&'static Setting> {
    ALL.iter().find(|setting| setting.key == key)
}

/// The name in a list that somebody may have meant.
pub(crate) fn meant<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = |name: &&str| strsim::jaro_winkler(given, name);
    let best = known.max_by(|one, other| near(one).total_cmp(&near(other)))?;
    // Chosen: below it the two share hardly a syllable.
    (near(&best) > 0.75).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_slips_are_understood() {
        for (idx, setting) in ALL.iter().enumerate() {
            let twin = |other: &&Setting| other.key == setting.key || other.variable == setting.variable;
            assert_eq!(ALL[..idx].iter().find(twin).map(|other| other.key), None, "{}", setting.key);
            assert!(setting.built_in.is_none_or(|value| setting.form.refuses(value).is_none()), "{}", setting.key);
            assert!(setting.instead_of.is_none_or(|key| named(key).is_some_and(Setting::is_secret)), "{}", setting.key);
        }
        let keys = || ALL.iter().map(|setting| setting.key);
        assert_eq!(meant("llm.modle", keys()), Some("llm.model"));
        assert_eq!(meant("embeding.cache", keys()), Some("embedding.cache"));
        assert_eq!(meant("zzz", keys()), None);
    }

    #[test]
    fn forms_refuse_what_they_are_not() {
        let number = Form::Number(1, 10);
        for (form, good, bad) in [
            (number, "10", "11"),
            (number, "1", "x"),
            (Form::Address, "[::1]:80", "host:80"),
            (Form::Text, "a", "a\nb"),
        ] {
            assert_eq!((form.refuses(good), form.refuses(bad).is_some()), (None, true), "{good} {bad}");
        }
        assert!(Form::Path.refuses("").is_some());
    }
}
