//! Fakes of the ports: a clock that is told the time, seeded randomness, an embedder that hashes words.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use quintet::model::{Category, Claim, EntityKind, Micros, Party, Said, Span, Stance, Validity};
use quintet::ports::{Clock, Embedder, Extraction, Extractor, ModelError, ModelId, Random, Reading, TokenVectors};

/// A clock that stands still until it is told otherwise.
#[derive(Debug)]
pub struct ManualClock {
    now: AtomicI64,
    monotonic: AtomicU64,
}

impl ManualClock {
    /// A clock that shows `at`.
    pub fn at(at: Micros) -> Self {
        Self { now: AtomicI64::new(at.0), monotonic: AtomicU64::new(0) }
    }

    /// Moves wall and monotonic time on.
    pub fn advance_us(&self, us: u64) {
        self.now.fetch_add(us as i64, Ordering::SeqCst);
        self.monotonic.fetch_add(us, Ordering::SeqCst);
    }

    /// Sets wall time, which may jump; monotonic time stays.
    pub fn set(&self, at: Micros) {
        self.now.store(at.0, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Micros {
        Micros(self.now.load(Ordering::SeqCst))
    }
    fn monotonic_us(&self) -> u64 {
        self.monotonic.load(Ordering::SeqCst)
    }
}

/// Randomness from a seed: SplitMix64.
#[derive(Debug)]
pub struct SeededRandom(AtomicU64);

impl SeededRandom {
    /// The sequence of that seed.
    pub fn new(seed: u64) -> Self {
        Self(AtomicU64::new(seed))
    }
}

impl Random for SeededRandom {
    fn next_u64(&self) -> u64 {
        let state = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::SeqCst).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(state)
    }
}

/// The finaliser of SplitMix64.
fn mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// An embedder without any model: every word points somewhere, a text is the sum of its words. Texts that share words are near
/// each other, which is all that mechanics need. Can be told to fail.
#[derive(Debug)]
pub struct WordEmbedder {
    model: ModelId,
    fails: AtomicBool,
}

impl WordEmbedder {
    /// An embedder of vectors that long.
    pub fn new(dims: u32) -> Self {
        let model = ModelId { name: "words".to_owned(), dims, checksum: "0123456789abcdef".to_owned() };
        Self { model, fails: AtomicBool::new(false) }
    }

    /// From now on every call fails, or works again.
    pub fn set_failing(&self, fails: bool) {
        self.fails.store(fails, Ordering::SeqCst);
    }

    fn word(&self, word: &str) -> Vec<f32> {
        let seed = word
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        (0..u64::from(self.model.dims))
            .map(|idx| (mix(seed ^ mix(idx)) as i64 as f64 / i64::MAX as f64) as f32)
            .collect()
    }

    fn words(text: &str) -> Vec<String> {
        let word = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        text.split_whitespace().map(word).filter(|word| !word.is_empty()).collect()
    }

    fn check(&self) -> Result<(), ModelError> {
        if self.fails.load(Ordering::SeqCst) {
            return Err(ModelError::Unavailable {
                model: self.model.name.clone(),
                reason: "it was told to fail".to_owned(),
            });
        }
        Ok(())
    }
}

fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if norm > 0.0 {
        for x in &mut vector {
            *x /= norm;
        }
    } else if let Some(first) = vector.first_mut() {
        *first = 1.0;
    }
    vector
}

impl Embedder for WordEmbedder {
    fn model(&self) -> &ModelId {
        &self.model
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        self.check()?;
        let embed = |text: &&str| {
            let mut sum = vec![0.0; self.model.dims as usize];
            for word in Self::words(text) {
                for (sum, x) in sum.iter_mut().zip(self.word(&word)) {
                    *sum += x;
                }
            }
            unit(sum)
        };
        Ok(texts.iter().map(embed).collect())
    }

    fn embed_tokens(&self, texts: &[&str]) -> Result<Vec<TokenVectors>, ModelError> {
        self.check()?;
        let tokens = |text: &&str| TokenVectors {
            dims: self.model.dims as usize,
            values: Self::words(text).iter().flat_map(|word| unit(self.word(word))).collect(),
        };
        Ok(texts.iter().map(tokens).collect())
    }

    fn max_tokens(&self) -> usize {
        256
    }

    fn count_tokens(&self, text: &str) -> usize {
        text.split_whitespace().count() + 2
    }
}

/// An extractor of texts in a plain form, for tests of what becomes of claims: `me home = Lisbon`, `Dana likes = tea`,
/// `me not likes = tea` (an end), `Anna sister_of > me` (a relation), `me's sister home = Porto` (a role). A leading `?` makes
/// a claim doubtful. Anything else says nothing.
#[derive(Debug, Default)]
pub struct PlainExtractor;

impl Extractor for PlainExtractor {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn extract(&self, readings: &[Reading<'_>]) -> Result<Vec<Extraction>, ModelError> {
        let claims =
            |reading: &Reading<'_>| reading.claims.then(|| plain(reading.text)).flatten().into_iter().collect();
        Ok(readings.iter().map(|reading| Extraction { claims: claims(reading), ..Extraction::default() }).collect())
    }
}

fn plain(text: &str) -> Option<Claim> {
    let (bare, confidence) = text.strip_prefix('?').map_or((text, 0.9), |bare| (bare, 0.5));
    let (left, right, is_relation) = match (bare.split_once(" = "), bare.split_once(" > ")) {
        (Some((left, right)), _) => (left, right, false),
        (None, Some((left, right))) => (left, right, true),
        (None, None) => return None,
    };
    let (who, key) = left.rsplit_once(' ')?;
    let (who, ends) = who.strip_suffix(" not").map_or((who, false), |who| (who, true));
    let span = Span { start: 0, end: text.len() as u32 };
    let said = if is_relation {
        Said::Relation { subject: party(who, span), label: key.to_owned(), object: party(right, span) }
    } else {
        Said::Attribute { subject: party(who, span), key: key.to_owned(), value: right.to_owned(), value_span: span }
    };
    Some(Claim {
        said,
        span,
        confidence,
        stance: Stance::Lived,
        valid: Validity::default(),
        ends,
        category: Category::Knowledge,
    })
}

fn party(name: &str, span: Span) -> Party {
    match name.split_once("'s ") {
        Some((of, role)) => Party::Role { role: role.to_owned(), of: Box::new(party(of, span)), span },
        None if name == "me" => Party::Speaker,
        None => Party::Named { name: name.to_owned(), kind: EntityKind::Person, span },
    }
}
