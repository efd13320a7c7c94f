//! Why an embedder could not be opened.

use std::path::PathBuf;

/// An embedder could not be opened. The operator can put it right: each message names the thing at fault.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No provider has this name.
    #[error("no embedder is called {name:?}; there are: {known}")]
    UnknownProvider {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The provider needs a setting that is not there.
    #[error("the embedder {provider:?} needs the setting {setting}")]
    SettingMissing {
        /// Which provider.
        provider: &'static str,
        /// Which field of [`Settings`](super::Settings).
        setting: &'static str,
    },
    /// A file of the model is missing or cannot be read.
    #[error("cannot read {}: {source}; a model directory holds {needs}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Which files a model directory holds.
        needs: &'static str,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// A JSON file of the model does not say what it should.
    #[error("{file} of the model cannot be used: {reason}")]
    Config {
        /// Which file.
        file: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The model is of a kind that is not supported.
    #[error("the model has {what} {found:?}, supported: {supported}")]
    Unsupported {
        /// Which property.
        what: &'static str,
        /// Its value.
        found: String,
        /// The values that work.
        supported: &'static str,
    },
    /// The weight file is damaged or no safetensors file.
    #[error("the weight file is no readable safetensors file: {reason}")]
    Weights {
        /// What is wrong.
        reason: String,
    },
    /// The weight file lacks a tensor.
    #[error("the weight file has no tensor {name}")]
    TensorMissing {
        /// Its name.
        name: String,
    },
    /// A tensor has another shape than the configuration says.
    #[error("tensor {name} has the shape {found}, the configuration needs {expected}")]
    TensorShape {
        /// Its name.
        name: String,
        /// The shape that was needed.
        expected: String,
        /// The shape that was found.
        found: String,
    },
    /// A tensor holds numbers of a form that is not read.
    #[error("tensor {name} holds {found}; readable are finite F32, F16 and BF16, and I8 with scales for matrices")]
    TensorFormat {
        /// Its name.
        name: String,
        /// What was found.
        found: String,
    },
    /// The vocabulary cannot be used.
    #[error("the vocabulary cannot be used: {reason}")]
    Vocabulary {
        /// What is wrong.
        reason: String,
    },
}
