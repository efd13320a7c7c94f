//! The bundled embedder: all-MiniLM-L6-v2, inside the binary. Needs no file, network or key.

use std::borrow::Cow;
use std::sync::Arc;

use quintet::ports::ModelId;
use quintet_model_minilm as model;

use super::bert::Shape;
use super::sentence::{Pooling, SentenceEncoder};
use super::wordpiece::WordPieces;
use super::{OpenError, Provider, Settings};

/// The bundled embedder; the default.
pub const PROVIDER: Provider = Provider {
    name: "minilm",
    summary: "all-MiniLM-L6-v2, inside the binary; English, 384 dimensions",
    open: |settings| Ok(Arc::new(open(settings)?)),
};

/// From the model's published `config.json`.
const SHAPE: Shape = Shape {
    hidden: model::DIMS,
    layers: 6,
    heads: 12,
    intermediate: 1536,
    vocabulary: 30_522,
    positions: 512,
    epsilon: 1e-12,
};

/// Opens the bundled model. Cost: packs 10 MB of weights, some tens of milliseconds.
///
/// # Errors
/// None in a sound build: the bytes are compiled in and a test opens them.
pub fn open(settings: &Settings) -> Result<SentenceEncoder, OpenError> {
    let id = ModelId {
        name: model::NAME.to_owned(),
        dims: model::DIMS as u32,
        checksum: model::WEIGHTS_SHA256[..16].to_owned(),
    };
    let pieces = WordPieces::from_vocabulary(model::VOCABULARY, true, model::MAX_TOKENS)?;
    let weights = Cow::Borrowed(model::WEIGHTS);
    SentenceEncoder::open(id, pieces, weights, SHAPE, Pooling::Mean, settings.threads())
}
