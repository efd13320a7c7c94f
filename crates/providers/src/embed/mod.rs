//! Embedders: providers of [`quintet::ports::Embedder`], one file each, all in [`ALL`].
//!
//! A new provider is a file with a [`Provider`] and a line in [`ALL`]; the conformance test then runs it.

mod bert;
pub mod directory;
mod error;
#[cfg(feature = "minilm")]
pub mod minilm;
mod sentence;
mod wordpiece;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use quintet::ports::Embedder;

pub use self::error::OpenError;
pub use self::sentence::SentenceEncoder;

/// What the host decided about embedding; each provider reads the fields it knows.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// A directory with an encoder of the user's own.
    pub model_path: Option<PathBuf>,
    /// At most this many threads for one call; `None` means one for each core.
    pub threads: Option<NonZeroUsize>,
}

impl Settings {
    pub(crate) fn threads(&self) -> NonZeroUsize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(cores)
    }
}

/// One way to get an embedder.
#[derive(Clone, Copy, Debug)]
pub struct Provider {
    /// The name in configuration.
    pub name: &'static str,
    /// One line for help texts.
    pub summary: &'static str,
    /// Opens the embedder.
    pub open: fn(&Settings) -> Result<Arc<dyn Embedder>, OpenError>,
}

/// All embedders of this build, the default first.
pub const ALL: &[Provider] = &[
    #[cfg(feature = "minilm")]
    minilm::PROVIDER,
    directory::PROVIDER,
];

/// Opens an embedder by name.
///
/// # Errors
/// [`OpenError::UnknownProvider`] for a name that is not in [`ALL`]; else what the provider says.
pub fn open(name: &str, settings: &Settings) -> Result<Arc<dyn Embedder>, OpenError> {
    let provider = ALL.iter().find(|provider| provider.name == name).ok_or_else(|| OpenError::UnknownProvider {
        name: name.to_owned(),
        known: ALL.iter().map(|provider| provider.name).collect::<Vec<_>>().join(", "),
    })?;
    (provider.open)(settings)
}
