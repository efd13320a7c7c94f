//! A small BERT encoder of seeded random weights, written as a model directory, and its plain f64 forward pass.

use std::collections::BTreeMap;
use std::path::Path;

/// Its whole vocabulary; the id of a word is its line.
pub(crate) const VOCABULARY: &str = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ndog\nbarked\na\ncat\nword\n";

const HIDDEN: usize = 24;
const WIDE: usize = 40;
const HEADS: usize = 2;
const LAYERS: usize = 2;
const POSITIONS: usize = 32;
const EPSILON: f64 = 1e-6;

type Tensors = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

/// Writes the model directory.
pub(crate) fn write(dir: &Path) {
    let config = format!(
        r#"{{"model_type":"bert","hidden_size":{HIDDEN},"num_hidden_layers":{LAYERS},"num_attention_heads":{HEADS},"intermediate_size":{WIDE},"vocab_size":{},"max_position_embeddings":{POSITIONS},"layer_norm_eps":{EPSILON}}}"#,
        VOCABULARY.lines().count()
    );
    std::fs::write(dir.join("config.json"), config).unwrap();
    std::fs::write(dir.join("vocab.txt"), VOCABULARY).unwrap();
    let (mut header, mut body) = (serde_json::Map::new(), Vec::new());
    for (name, (shape, values)) in tensors() {
        let start = body.len();
        body.extend(values.iter().flat_map(|v| v.to_le_bytes()));
        let entry = serde_json::json!({"dtype": "F32", "shape": shape, "data_offsets": [start, body.len()]});
        header.insert(name, entry);
    }
    let header = serde_json::to_vec(&header).unwrap();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header);
    file.extend(body);
    std::fs::write(dir.join("model.safetensors"), file).unwrap();
}

fn tensors() -> Tensors {
    let mut state = 1u64;
    let mut noise = move |scale: f32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 40) as f32 / 8_388_608.0 - 1.0) * scale
    };
    let mut all = Tensors::new();
    let mut add = |name: &str, shape: &[usize], middle: f32, scale: f32| {
        let n = shape.iter().product();
        all.insert(name.to_owned(), (shape.to_vec(), (0..n).map(|_| middle + noise(scale)).collect()));
    };
    add("embeddings.word_embeddings.weight", &[VOCABULARY.lines().count(), HIDDEN], 0.0, 1.0);
    add("embeddings.position_embeddings.weight", &[POSITIONS, HIDDEN], 0.0, 0.3);
    add("embeddings.token_type_embeddings.weight", &[2, HIDDEN], 0.0, 0.3);
    add("embeddings.LayerNorm.weight", &[HIDDEN], 1.0, 0.2);
    add("embeddings.LayerNorm.bias", &[HIDDEN], 0.0, 0.2);
    for layer in 0..LAYERS {
        for (part, outputs, inputs) in [
            ("attention.self.query", HIDDEN, HIDDEN),
            ("attention.self.key", HIDDEN, HIDDEN),
            ("attention.self.value", HIDDEN, HIDDEN),
            ("attention.output.dense", HIDDEN, HIDDEN),
            ("intermediate.dense", WIDE, HIDDEN),
            ("output.dense", HIDDEN, WIDE),
        ] {
            add(&format!("encoder.layer.{layer}.{part}.weight"), &[outputs, inputs], 0.0, 0.4);
            add(&format!("encoder.layer.{layer}.{part}.bias"), &[outputs], 0.0, 0.1);
        }
        for part in ["attention.output.LayerNorm", "output.LayerNorm"] {
            add(&format!("encoder.layer.{layer}.{part}.weight"), &[HIDDEN], 1.0, 0.2);
            add(&format!("encoder.layer.{layer}.{part}.bias"), &[HIDDEN], 0.0, 0.2);
        }
    }
    all
}

/// The vector of a text of known words, computed the plain way.
pub(crate) fn reference(text: &str) -> Vec<f32> {
    let net = Plain(tensors());
    let id = |word: &str| VOCABULARY.lines().position(|line| line == word).unwrap();
    let mut ids = vec![id("[CLS]")];
    ids.extend(text.split_whitespace().map(id));
    ids.push(id("[SEP]"));
    let row = |name: &str, at: usize| net.tensor(name)[at * HIDDEN..][..HIDDEN].to_vec();
    let mut x: Vec<Vec<f64>> = ids
        .iter()
        .enumerate()
        .map(|(position, &id)| {
            let word = row("embeddings.word_embeddings.weight", id);
            let place = row("embeddings.position_embeddings.weight", position);
            let sum = add(&add(&word, &place), &row("embeddings.token_type_embeddings.weight", 0));
            net.norm("embeddings.LayerNorm", &sum)
        })
        .collect();
    for layer in 0..LAYERS {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        let each = |part: &str| x.iter().map(|x| net.linear(&name(part), x)).collect::<Vec<_>>();
        let mixed = attend(&each("attention.self.query"), &each("attention.self.key"), &each("attention.self.value"));
        for (x, mixed) in x.iter_mut().zip(&mixed) {
            let after = add(x, &net.linear(&name("attention.output.dense"), mixed));
            let after = net.norm(&name("attention.output.LayerNorm"), &after);
            let wide: Vec<f64> = net.linear(&name("intermediate.dense"), &after).into_iter().map(gelu).collect();
            *x = net.norm(&name("output.LayerNorm"), &add(&after, &net.linear(&name("output.dense"), &wide)));
        }
    }
    (0..HIDDEN).map(|d| (x.iter().map(|x| x[d]).sum::<f64>() / x.len() as f64) as f32).collect()
}

struct Plain(Tensors);

impl Plain {
    fn tensor(&self, name: &str) -> Vec<f64> {
        self.0[name].1.iter().map(|v| f64::from(*v)).collect()
    }

    fn linear(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let (weight, bias) = (self.tensor(&format!("{name}.weight")), self.tensor(&format!("{name}.bias")));
        weight.chunks(x.len()).zip(bias).map(|(row, bias)| dot(row, x) + bias).collect()
    }

    fn norm(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let (gain, shift) = (self.tensor(&format!("{name}.weight")), self.tensor(&format!("{name}.bias")));
        let mean = x.iter().sum::<f64>() / x.len() as f64;
        let variance = x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / x.len() as f64;
        x.iter().zip(gain).zip(shift).map(|((v, g), s)| (v - mean) / (variance + EPSILON).sqrt() * g + s).collect()
    }
}

fn attend(queries: &[Vec<f64>], keys: &[Vec<f64>], values: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let dims = HIDDEN / HEADS;
    let mix = |query: &Vec<f64>| {
        (0..HEADS)
            .flat_map(|head| {
                let part = head * dims..(head + 1) * dims;
                let scores =
                    keys.iter().map(|key| dot(&query[part.clone()], &key[part.clone()]) / (dims as f64).sqrt());
                let weights: Vec<f64> = scores.map(f64::exp).collect();
                let all: f64 = weights.iter().sum();
                part.map(move |d| weights.iter().zip(values).map(|(w, value)| w / all * value[d]).sum::<f64>())
            })
            .collect()
    };
    queries.iter().map(mix).collect()
}

/// With the error function by its Taylor series, which converges for all that occurs here.
fn gelu(x: f64) -> f64 {
    let z = x / 2f64.sqrt();
    let (mut term, mut sum) = (z, z);
    for n in 1..200 {
        term *= -z * z / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    0.5 * x * (1.0 + 2.0 / std::f64::consts::PI.sqrt() * sum)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}
