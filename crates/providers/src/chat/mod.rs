//! Language models behind chat endpoints: providers of [`quintet::ports::LanguageModel`], one file each, all in [`ALL`].
//!
//! A provider knows one wire: what is sent, and where in the answer the text stands. [`Patient`] adds to each what all need:
//! trying again, pauses, and leaving a dead server alone for a while.

pub mod anthropic;
pub mod openai;
mod patience;
mod reply;

use std::sync::Arc;

use quintet::ports::LanguageModel;

pub use self::patience::{Pace, Patient};
pub use crate::http::{Address, AddressError, Secret};

/// Time for one attempt where configuration does not say, in milliseconds. `spec/reliability.md` 11.
pub const ATTEMPT_MS_DEFAULT: u64 = 30_000;

/// What the host decided about the language model.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The model, as the provider names it.
    pub model: String,
    /// Where the provider is, with its version path (`http://127.0.0.1:11434/v1`); the provider's own place when absent.
    pub url: Option<String>,
    /// The key, where one is needed.
    pub key: Option<Secret>,
    /// Time for one attempt, in milliseconds. Small machines that run a model themselves need minutes.
    pub attempt_ms: u64,
    /// Clock and waiting.
    pub pace: Pace,
}

/// One way to reach a language model.
#[derive(Clone, Copy, Debug)]
pub struct Provider {
    /// The name in configuration.
    pub name: &'static str,
    /// One line for help texts.
    pub summary: &'static str,
    /// Where it is when configuration does not say.
    pub url: &'static str,
    /// Makes the client. Nothing is sent.
    make: fn(Connection) -> Arc<dyn LanguageModel>,
}

/// What a provider's client needs, checked.
pub(crate) struct Connection {
    /// `provider/model`, for messages.
    name: String,
    model: String,
    key: Option<Secret>,
    client: crate::http::Client,
    attempt_ms: u64,
}

/// All providers of this build.
pub const ALL: &[Provider] = &[openai::PROVIDER, anthropic::PROVIDER];

/// A language model cannot be set up. The operator can put it right: each message names the setting at fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No provider has this name.
    #[error("no language model provider is called {name:?}; there are: {known}")]
    UnknownProvider {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// It is not said which model.
    #[error("{provider} needs the name of a model")]
    ModelMissing {
        /// Which provider.
        provider: &'static str,
    },
    /// The provider's own place asks for a key.
    #[error("{provider} needs a key at {url}; servers of your own need a URL")]
    KeyMissing {
        /// Which provider.
        provider: &'static str,
        /// Where.
        url: &'static str,
    },
    /// The URL cannot be used.
    #[error("the URL of the language model cannot be used: {0}")]
    Address(#[from] AddressError),
}

/// Sets a language model up by the provider's name. Nothing is sent yet.
///
/// # Errors
/// [`OpenError`] when the settings do not fit the provider.
pub fn open(name: &str, settings: &Settings) -> Result<Arc<dyn LanguageModel>, OpenError> {
    let provider = ALL.iter().find(|provider| provider.name == name).ok_or_else(|| OpenError::UnknownProvider {
        name: name.to_owned(),
        known: ALL.iter().map(|provider| provider.name).collect::<Vec<_>>().join(", "),
    })?;
    let model = settings.model.trim();
    if model.is_empty() {
        return Err(OpenError::ModelMissing { provider: provider.name });
    }
    if settings.url.is_none() && settings.key.is_none() {
        return Err(OpenError::KeyMissing { provider: provider.name, url: provider.url });
    }
    let address = Address::checked(settings.url.as_deref().unwrap_or(provider.url), settings.key.is_some())?;
    let made = (provider.make)(Connection {
        name: format!("{}/{model}", provider.name),
        model: model.to_owned(),
        key: settings.key.clone(),
        client: crate::http::Client::new(address, settings.attempt_ms),
        attempt_ms: settings.attempt_ms,
    });
    Ok(Arc::new(Patient::new(made, settings.pace.clone(), settings.attempt_ms)))
}
