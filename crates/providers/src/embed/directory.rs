//! A sentence encoder of the user's own, from a directory as sentence-transformers and transformers write it.
//!
//! Read are `config.json` (sizes), `model.safetensors`, `tokenizer.json` or else `vocab.txt`, and where they are there
//! `sentence_bert_config.json` (length), `modules.json` and `1_Pooling/config.json` (pooling). Anything that the encoder
//! does not do the same way as the reference is refused rather than run differently.

use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use quintet::ports::ModelId;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::bert::Shape;
use super::sentence::{Pooling, SentenceEncoder};
use super::wordpiece::WordPieces;
use super::{OpenError, Provider, Settings};

/// An encoder from [`Settings::model_path`].
pub const PROVIDER: Provider = Provider {
    name: "directory",
    summary: "a BERT-type sentence encoder of your own (safetensors) from a directory",
    open: |settings| Ok(Arc::new(open(settings)?)),
};

const NEEDS: &str = "config.json, model.safetensors and tokenizer.json or vocab.txt";

#[derive(Deserialize)]
struct Config {
    model_type: String,
    hidden_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    intermediate_size: usize,
    vocab_size: usize,
    max_position_embeddings: usize,
    #[serde(default = "default_epsilon")]
    layer_norm_eps: f32,
    #[serde(default = "default_activation")]
    hidden_act: String,
    #[serde(default = "default_position")]
    position_embedding_type: String,
}

fn default_epsilon() -> f32 {
    1e-12
}

fn default_activation() -> String {
    "gelu".to_owned()
}

fn default_position() -> String {
    "absolute".to_owned()
}

#[derive(Deserialize)]
struct Module {
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct PoolingConfig {
    #[serde(default)]
    pooling_mode_cls_token: bool,
    #[serde(default)]
    pooling_mode_mean_tokens: bool,
    #[serde(default)]
    pooling_mode_max_tokens: bool,
    #[serde(default)]
    pooling_mode_mean_sqrt_len_tokens: bool,
    #[serde(default)]
    pooling_mode_weightedmean_tokens: bool,
    #[serde(default)]
    pooling_mode_lasttoken: bool,
}

#[derive(Default, Deserialize)]
struct Length {
    max_seq_length: Option<usize>,
}

#[derive(Deserialize)]
struct Casing {
    do_lower_case: Option<bool>,
}

/// Opens the encoder in [`Settings::model_path`]. Its vectors are as good as those of its f32 weights (cosine above
/// 0.9999): weights are kept as two 8-bit planes. Cost: reads, hashes and packs the weights, about 0.3 s for 90 MB.
///
/// # Errors
/// [`OpenError`] when the setting or a file is missing, or the model is not one that can be run faithfully.
pub fn open(settings: &Settings) -> Result<SentenceEncoder, OpenError> {
    let dir = settings
        .model_path
        .as_deref()
        .ok_or(OpenError::SettingMissing { provider: PROVIDER.name, setting: "model_path" })?;
    let shape = shape(&parse("config.json", &read(&dir.join("config.json"))?)?)?;
    let pooling = pooling(dir)?;
    let max_tokens = max_tokens(dir, &shape)?;
    let pieces = word_pieces(dir, max_tokens)?;
    let weights = read(&dir.join("model.safetensors"))?;
    let id = ModelId {
        name: dir.file_name().map_or("encoder".to_owned(), |name| name.to_string_lossy().into_owned()),
        dims: shape.hidden as u32,
        checksum: checksum(&weights),
    };
    SentenceEncoder::open(id, pieces, Cow::Owned(weights), shape, pooling, settings.threads())
}

/// The first 16 hexadecimal digits of the SHA-256.
fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..8].iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

fn shape(config: &Config) -> Result<Shape, OpenError> {
    let only = |what, found: &str, supported: &'static str| {
        let fits = found == supported;
        fits.then_some(()).ok_or_else(|| OpenError::Unsupported { what, found: found.to_owned(), supported })
    };
    only("the architecture", &config.model_type, "bert")?;
    only("the activation", &config.hidden_act, "gelu")?;
    only("the position embedding", &config.position_embedding_type, "absolute")?;
    // Far above any published encoder; keeps every size computed from these inside its type.
    let sizes = [
        config.hidden_size,
        config.num_hidden_layers,
        config.num_attention_heads,
        config.intermediate_size,
        config.vocab_size,
        config.max_position_embeddings,
    ];
    let sound = sizes.iter().all(|size| (1..=1 << 22).contains(size))
        && config.intermediate_size <= 1 << 16
        && config.hidden_size <= 1 << 14
        && config.hidden_size.is_multiple_of(config.num_attention_heads)
        && config.max_position_embeddings >= 3
        && config.layer_norm_eps.is_finite()
        && config.layer_norm_eps > 0.0;
    if !sound {
        let reason = "its sizes do not describe an encoder".to_owned();
        return Err(OpenError::Config { file: "config.json", reason });
    }
    Ok(Shape {
        hidden: config.hidden_size,
        layers: config.num_hidden_layers,
        heads: config.num_attention_heads,
        intermediate: config.intermediate_size,
        vocabulary: config.vocab_size,
        positions: config.max_position_embeddings,
        epsilon: config.layer_norm_eps,
    })
}

/// The mean unless the directory says otherwise.
fn pooling(dir: &Path) -> Result<Pooling, OpenError> {
    if let Some(bytes) = read_if_there(&dir.join("modules.json"))? {
        let modules: Vec<Module> = parse("modules.json", &bytes)?;
        for module in &modules {
            let kind = module.kind.rsplit('.').next().unwrap_or_default();
            if !["Transformer", "Pooling", "Normalize"].contains(&kind) {
                let (found, supported) = (module.kind.clone(), "Transformer, Pooling, Normalize");
                return Err(OpenError::Unsupported { what: "the module", found, supported });
            }
        }
    }
    let Some(bytes) = read_if_there(&dir.join("1_Pooling").join("config.json"))? else { return Ok(Pooling::Mean) };
    let config: PoolingConfig = parse("1_Pooling/config.json", &bytes)?;
    let others = config.pooling_mode_max_tokens
        || config.pooling_mode_mean_sqrt_len_tokens
        || config.pooling_mode_weightedmean_tokens
        || config.pooling_mode_lasttoken;
    match (config.pooling_mode_mean_tokens, config.pooling_mode_cls_token, others) {
        (true, false, false) => Ok(Pooling::Mean),
        (false, true, false) => Ok(Pooling::First),
        _ => Err(OpenError::Unsupported {
            what: "the pooling",
            found: "another mode or several at once".to_owned(),
            supported: "mean of the tokens, or the first token",
        }),
    }
}

fn max_tokens(dir: &Path, shape: &Shape) -> Result<usize, OpenError> {
    let length: Length = match read_if_there(&dir.join("sentence_bert_config.json"))? {
        Some(bytes) => parse("sentence_bert_config.json", &bytes)?,
        None => Length::default(),
    };
    Ok(length.max_seq_length.unwrap_or(shape.positions).clamp(3, shape.positions))
}

fn word_pieces(dir: &Path, max_tokens: usize) -> Result<WordPieces, OpenError> {
    if let Some(bytes) = read_if_there(&dir.join("tokenizer.json"))? {
        return WordPieces::from_json(&bytes, max_tokens);
    }
    let lowercase = match read_if_there(&dir.join("tokenizer_config.json"))? {
        Some(bytes) => parse::<Casing>("tokenizer_config.json", &bytes)?.do_lower_case.unwrap_or(true),
        None => true,
    };
    WordPieces::from_vocabulary(&read(&dir.join("vocab.txt"))?, lowercase, max_tokens)
}

fn parse<T: for<'de> Deserialize<'de>>(file: &'static str, bytes: &[u8]) -> Result<T, OpenError> {
    serde_json::from_slice(bytes).map_err(|error| OpenError::Config { file, reason: error.to_string() })
}

fn read(path: &Path) -> Result<Vec<u8>, OpenError> {
    std::fs::read(path).map_err(|source| OpenError::File { path: path.to_owned(), needs: NEEDS, source })
}

fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, OpenError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(OpenError::File { path: path.to_owned(), needs: NEEDS, source }),
    }
}
