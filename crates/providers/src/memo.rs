//! An embedder that remembers: vectors of texts it has seen are kept in a file and not computed again.
//!
//! For work that embeds the same texts over and over, such as evaluating one data set with different settings. Vectors are
//! the wrapped embedder's own, bit for bit. The file holds hashes and vectors, no text.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use quintet::ports::{Embedder, ModelError, ModelId, TokenVectors};
use sha2::{Digest, Sha256};

/// Bytes of a text's hash in the file: 128 bits of SHA-256.
const KEY_LEN: usize = 16;

type Key = [u8; KEY_LEN];

/// Vectors by hash of their text, and the file they are appended to.
struct Memo {
    vectors: HashMap<Key, Box<[f32]>>,
    file: File,
}

/// See the module.
pub struct MemoEmbedder {
    inner: Arc<dyn Embedder>,
    memo: Mutex<Memo>,
}

/// The folder or file of vectors cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot use {path} to keep vectors: {source}")]
pub struct MemoError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the operating system said.
    pub source: io::Error,
}

impl MemoEmbedder {
    /// Wraps an embedder. Vectors of its model are read from, and kept in, a file of their own inside `folder`.
    ///
    /// A record that was cut off by a crash is dropped, with everything after it.
    ///
    /// # Errors
    /// [`MemoError`] when the folder or file cannot be made, read or written.
    pub fn open(inner: Arc<dyn Embedder>, folder: &Path) -> Result<Self, MemoError> {
        let name = format!("{}-{}.vectors", inner.model().name, inner.model().checksum);
        let path = folder.join(name.replace(['/', '\\'], "_"));
        let fail = |source| MemoError { path: path.clone(), source };
        std::fs::create_dir_all(folder).map_err(fail)?;
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(fail)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        let dims = inner.model().dims as usize;
        let record_len = KEY_LEN + dims * 4;
        let mut vectors = HashMap::new();
        for record in bytes.chunks_exact(record_len) {
            let (key, values) = record.split_at(KEY_LEN);
            let vector: Box<[f32]> =
                values.chunks_exact(4).map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]])).collect();
            let norm: f32 = vector.iter().map(|x| x * x).sum();
            // Vectors are of unit length: anything else was written halfway.
            if !(0.99..1.01).contains(&norm) {
                break;
            }
            vectors.insert(key.try_into().unwrap_or_default(), vector);
        }
        let whole = (vectors.len() * record_len) as u64;
        if whole < bytes.len() as u64 {
            file.set_len(whole).map_err(fail)?;
        }
        Ok(Self { inner, memo: Mutex::new(Memo { vectors, file }) })
    }

    fn memo(&self) -> MutexGuard<'_, Memo> {
        // A panic while holding it leaves at worst a vector that was not kept.
        self.memo.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn key(text: &str) -> Key {
    let digest: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    let mut key = Key::default();
    key.copy_from_slice(&digest[..KEY_LEN]);
    key
}

impl Embedder for MemoEmbedder {
    fn model(&self) -> &ModelId {
        self.inner.model()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let keys: Vec<Key> = texts.iter().map(|text| key(text)).collect();
        let mut vectors: Vec<Option<Vec<f32>>> = {
            let memo = self.memo();
            keys.iter().map(|key| memo.vectors.get(key).map(|vector| vector.to_vec())).collect()
        };
        let missing: Vec<usize> = (0..texts.len()).filter(|idx| vectors[*idx].is_none()).collect();
        if !missing.is_empty() {
            let new = self.inner.embed(&missing.iter().map(|idx| texts[*idx]).collect::<Vec<_>>())?;
            let mut memo = self.memo();
            for (idx, vector) in missing.into_iter().zip(new) {
                if memo.vectors.insert(keys[idx], vector.clone().into()).is_none() {
                    let mut record = keys[idx].to_vec();
                    record.extend(vector.iter().flat_map(|x| x.to_le_bytes()));
                    // A vector that cannot be kept is computed again next time.
                    drop(memo.file.write_all(&record));
                }
                vectors[idx] = Some(vector);
            }
        }
        Ok(vectors.into_iter().flatten().collect())
    }

    fn embed_tokens(&self, texts: &[&str]) -> Result<Vec<TokenVectors>, ModelError> {
        self.inner.embed_tokens(texts)
    }

    fn max_tokens(&self) -> usize {
        self.inner.max_tokens()
    }

    fn count_tokens(&self, text: &str) -> usize {
        self.inner.count_tokens(text)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Counts what it is asked.
    struct Counting {
        model: ModelId,
        asked: AtomicUsize,
    }

    impl Embedder for Counting {
        fn model(&self) -> &ModelId {
            &self.model
        }
        fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
            self.asked.fetch_add(texts.len(), Ordering::SeqCst);
            Ok(texts.iter().map(|text| if text.len() > 3 { vec![0.6, 0.8] } else { vec![1.0, 0.0] }).collect())
        }
        fn embed_tokens(&self, _: &[&str]) -> Result<Vec<TokenVectors>, ModelError> {
            Ok(Vec::new())
        }
        fn max_tokens(&self) -> usize {
            8
        }
        fn count_tokens(&self, text: &str) -> usize {
            text.len()
        }
    }

    fn counting() -> Arc<Counting> {
        let model = ModelId { name: "counting".to_owned(), dims: 2, checksum: "00".to_owned() };
        Arc::new(Counting { model, asked: AtomicUsize::new(0) })
    }

    #[test]
    fn a_text_is_embedded_once_even_over_restarts_and_torn_writes() {
        let folder = tempfile::tempdir().unwrap();
        let inner = counting();
        let memo = MemoEmbedder::open(inner.clone(), folder.path()).unwrap();
        let first = memo.embed(&["ab", "abcd", "ab"]).unwrap();
        assert_eq!(first, [vec![1.0, 0.0], vec![0.6, 0.8], vec![1.0, 0.0]]);
        drop(memo);
        let file = folder.path().join("counting-00.vectors");
        let mut torn = std::fs::read(&file).unwrap();
        torn.extend([7; 11]);
        std::fs::write(&file, torn).unwrap();
        inner.asked.store(0, Ordering::SeqCst);
        let memo = MemoEmbedder::open(inner.clone(), folder.path()).unwrap();
        assert_eq!(memo.embed(&["abcd", "new!", "ab"]).unwrap(), [vec![0.6, 0.8], vec![0.6, 0.8], vec![1.0, 0.0]]);
        assert_eq!(inner.asked.load(Ordering::SeqCst), 1);
        assert_eq!(std::fs::metadata(&file).unwrap().len() % (16 + 8), 0);
    }
}
