//! Every embedder keeps the port's promises; the bundled one also agrees with published reference values.

#![cfg(feature = "minilm")]
#![expect(clippy::unwrap_used, reason = "a broken fixture fails the test")]

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use quintet::affect::{Label, Prototypes};
use quintet::ports::{Embedder, Reranker};
use quintet_providers::embed::{self, OpenError, Settings, directory, minilm};
use quintet_providers::rerank::MaxSim;
use sha2::{Digest, Sha256};

mod checkpoint;

/// Settings that let every provider open: a small encoder of random weights stands in for the user's own.
fn settings(dir: &Path) -> Settings {
    checkpoint::write(dir);
    Settings { model_path: Some(dir.to_owned()), ..Settings::default() }
}

fn bundled() -> Arc<dyn Embedder> {
    embed::open("minilm", &Settings::default()).unwrap()
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

#[test]
fn every_embedder_keeps_the_promises_of_the_port() {
    let dir = tempfile::tempdir().unwrap();
    let settings = settings(dir.path());
    assert!(!embed::ALL.is_empty());
    for provider in embed::ALL {
        let name = provider.name;
        let model = (provider.open)(&settings).unwrap();
        let dims = model.model().dims as usize;
        assert_eq!(model.model().checksum.len(), 16, "{name}");
        assert_eq!(model.embed(&[]).unwrap(), Vec::<Vec<f32>>::new(), "{name}");
        assert_eq!(model.embed_tokens(&[]).unwrap(), [], "{name}");
        let endless = "word ".repeat(10_000);
        let texts = ["the dog barked", "", "a cat", &endless, "\u{0}", "the dog barked", "e\u{301}東京 😀"];
        let vectors = model.embed(&texts).unwrap();
        assert_eq!(vectors.len(), texts.len(), "{name}");
        for (text, vector) in texts.iter().zip(&vectors) {
            assert_eq!(vector.len(), dims, "{name}");
            assert!((vector.iter().map(|v| v * v).sum::<f32>() - 1.0).abs() < 1e-5, "{name}");
            assert_eq!(&model.embed(&[text]).unwrap()[0], vector, "{name}: the batch changes a vector");
        }
        assert_eq!(vectors[0], vectors[5], "{name}");
        assert_ne!(vectors[0], vectors[2], "{name}");
        for (text, tokens) in texts.iter().zip(model.embed_tokens(&texts).unwrap()) {
            let n = model.count_tokens(text).min(model.max_tokens()) - 2;
            assert_eq!((tokens.dims, tokens.values.len()), (dims, n * dims), "{name}");
            for row in tokens.values.chunks(dims) {
                assert!((row.iter().map(|v| v * v).sum::<f32>() - 1.0).abs() < 1e-5, "{name}");
            }
        }
        assert_eq!(model.count_tokens(&endless), 10_002, "{name}");
    }
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let texts: Vec<String> = (1..60).map(|n| format!("{} and then {n} more of them", "so ".repeat(n))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let with = |n| {
        let settings = Settings { threads: NonZeroUsize::new(n), ..Settings::default() };
        minilm::open(&settings).unwrap().embed(&texts).unwrap()
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(7));
}

#[test]
fn names_are_unique_and_an_unknown_one_is_refused() {
    let mut names: Vec<_> = embed::ALL.iter().map(|provider| provider.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), embed::ALL.len());
    let Err(error) = embed::open("nobody", &Settings::default()) else { panic!("opened") };
    assert_eq!(error.to_string(), "no embedder is called \"nobody\"; there are: minilm, directory");
}

#[derive(serde::Deserialize)]
struct Golden {
    text: String,
    vector: Vec<f32>,
}

/// The reference vectors come from the published f32 weights, run by another runtime, and are rounded to five digits.
#[test]
fn vectors_agree_with_the_f32_reference() {
    let golden: Vec<Golden> = serde_json::from_str(include_str!("data/minilm_vectors.json")).unwrap();
    assert_eq!(golden.len(), 16);
    let texts: Vec<&str> = golden.iter().map(|case| case.text.as_str()).collect();
    for (case, vector) in golden.iter().zip(bundled().embed(&texts).unwrap()) {
        let cosine = cosine(&case.vector, &vector);
        assert!(cosine > 0.999, "{cosine} for {}", case.text);
    }
}

/// Stored vectors must stay comparable when a data directory moves to another machine. This is the hash of the golden
/// texts' vectors on x86-64 (plain, AVX2, AVX-512) and 64-bit ARM; a change means that all stored vectors are stale.
#[test]
fn every_processor_gives_the_same_bits() {
    let golden: Vec<Golden> = serde_json::from_str(include_str!("data/minilm_vectors.json")).unwrap();
    let texts: Vec<&str> = golden.iter().map(|case| case.text.as_str()).collect();
    let mut hash = Sha256::new();
    for number in bundled().embed(&texts).unwrap().into_iter().flatten() {
        hash.update(number.to_le_bytes());
    }
    let hash = hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    assert_eq!(hash, "4b2d11eea3ecb97d");
}

#[test]
fn the_bundled_weights_run_the_same_from_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    let config = r#"{"model_type":"bert","hidden_size":384,"num_hidden_layers":6,"num_attention_heads":12,"intermediate_size":1536,"vocab_size":30522,"max_position_embeddings":512,"hidden_act":"gelu","layer_norm_eps":1e-12}"#;
    let length = r#"{"max_seq_length":256,"do_lower_case":false}"#;
    for (file, content) in [
        ("config.json", config.as_bytes()),
        ("sentence_bert_config.json", length.as_bytes()),
        ("vocab.txt", quintet_model_minilm::VOCABULARY),
        ("model.safetensors", quintet_model_minilm::WEIGHTS),
    ] {
        std::fs::write(dir.path().join(file), content).unwrap();
    }
    let model = directory::open(&Settings { model_path: Some(dir.path().to_owned()), threads: None }).unwrap();
    let bundled = bundled();
    assert_eq!(model.model().checksum, bundled.model().checksum);
    assert_eq!(model.max_tokens(), bundled.max_tokens());
    let texts = ["a bird in the hand", &"and so on ".repeat(200)];
    assert_eq!(model.embed(&texts).unwrap(), bundled.embed(&texts).unwrap());
}

#[test]
fn meaning_decides_the_order() {
    let model = bundled();
    let texts = ["The cat sleeps on the sofa.", "Interest rates rose again.", "A kitten naps on the couch."];
    let vectors = model.embed(&texts).unwrap();
    assert!(cosine(&vectors[0], &vectors[2]) > cosine(&vectors[0], &vectors[1]) + 0.3);
    let scores = MaxSim::new(model).score("where does the kitten sleep", &texts).unwrap();
    assert!(scores[1] < scores[0] && scores[1] < scores[2], "{scores:?}");
}

#[test]
fn a_directory_runs_as_a_plain_f32_network_would() {
    let dir = tempfile::tempdir().unwrap();
    let model = directory::open(&settings(dir.path())).unwrap();
    for text in ["the dog barked", "a", "", "cat dog word word the a barked"] {
        let want = checkpoint::reference(text);
        let got = model.embed(&[text]).unwrap().remove(0);
        let cosine = cosine(&want, &got);
        assert!(cosine > 0.99999, "{cosine} for {text:?}");
    }
}

#[test]
fn a_directory_that_cannot_be_run_faithfully_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let settings = settings(dir);
    let fails = |file: &str, content: Option<&str>| {
        let path = dir.join(file);
        let before = std::fs::read(&path).ok();
        match content {
            Some(content) => {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, content).unwrap();
            }
            None => std::fs::remove_file(&path).unwrap(),
        }
        let Err(error) = directory::open(&settings) else { panic!("{file} was accepted") };
        match before {
            Some(before) => std::fs::write(&path, before).unwrap(),
            None => std::fs::remove_file(&path).unwrap(),
        }
        error
    };
    for file in ["config.json", "model.safetensors", "vocab.txt"] {
        let error = fails(file, None);
        assert!(matches!(&error, OpenError::File { path, .. } if path.ends_with(file)), "{error}");
    }
    let config = std::fs::read_to_string(dir.join("config.json")).unwrap();
    let with = |from: &str, to: &str| {
        assert!(config.contains(from));
        config.replace(from, to)
    };
    let error = fails("config.json", Some(&with("\"bert\"", "\"roberta\"")));
    assert_eq!(error.to_string(), "the model has the architecture \"roberta\", supported: bert");
    let error = fails("config.json", Some(&with("\"intermediate_size\":40", "\"intermediate_size\":44")));
    assert!(matches!(error, OpenError::TensorShape { .. }), "{error}");
    let error = fails("config.json", Some(&with("\"num_hidden_layers\":2", "\"num_hidden_layers\":3")));
    assert!(matches!(error, OpenError::TensorMissing { .. }), "{error}");
    let error = fails("config.json", Some(&with("\"num_attention_heads\":2", "\"num_attention_heads\":0")));
    assert!(matches!(error, OpenError::Config { .. }), "{error}");
    assert!(matches!(fails("config.json", Some("{")), OpenError::Config { .. }));
    assert!(matches!(fails("model.safetensors", Some("short")), OpenError::Weights { .. }));
    assert!(matches!(fails("vocab.txt", Some("[UNK]\nword\n")), OpenError::Vocabulary { .. }));
    let longer = format!("{}{}", checkpoint::VOCABULARY, "extra\n");
    assert!(matches!(fails("vocab.txt", Some(&longer)), OpenError::Vocabulary { .. }));
    let dense = r#"[{"type":"sentence_transformers.models.Dense"}]"#;
    assert!(matches!(fails("modules.json", Some(dense)), OpenError::Unsupported { .. }));
    let max = r#"{"pooling_mode_max_tokens":true}"#;
    assert!(matches!(fails("1_Pooling/config.json", Some(max)), OpenError::Unsupported { .. }));
    assert!(directory::open(&settings).is_ok(), "the directory was not restored");
    let Err(error) = directory::open(&Settings::default()) else { panic!("opened") };
    assert_eq!(error.to_string(), "the embedder \"directory\" needs the setting model_path");
}

#[test]
fn the_first_token_is_the_vector_where_the_directory_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let settings = settings(dir.path());
    let mean = directory::open(&settings).unwrap().embed(&["the dog"]).unwrap();
    std::fs::create_dir(dir.path().join("1_Pooling")).unwrap();
    std::fs::write(dir.path().join("1_Pooling/config.json"), r#"{"pooling_mode_cls_token":true}"#).unwrap();
    let first = directory::open(&settings).unwrap().embed(&["the dog"]).unwrap();
    assert_ne!(mean, first);
}

/// When this fails, run the example `prototypes`: the lines, or the model, have changed.
#[test]
fn the_ready_prototypes_are_those_that_the_bundled_model_makes() {
    let embedder = bundled();
    let model = embedder.model();
    let Some(ready) = Prototypes::ready(&model.checksum, model.dims as usize) else {
        panic!("there are none for this model and these lines")
    };
    let lines: Vec<&str> = Prototypes::lines().into_iter().map(|(_, line)| line).collect();
    let made = Prototypes::build(model.dims as usize, &embedder.embed(&lines).unwrap()).unwrap();
    let texts = ["B: I could not stop shaking.", "We won, we really won!", "Nobody asked me, as always."];
    for text in embedder.embed(&texts).unwrap() {
        for (label, (ready, made)) in Label::ALL.iter().zip(ready.affinities(&text).iter().zip(made.affinities(&text)))
        {
            assert!((ready - made).abs() < 1e-3, "{}: {ready} and {made}", label.name());
        }
    }
}
