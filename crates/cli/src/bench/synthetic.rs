//! Made-up conversations with vectors: skewed topics, words by Zipf's law, a code now and then.

use std::sync::OnceLock;

use quintet::model::{Category, Geometry, Kind, Labels, Micros, Role, SessionId};
use quintet::ports::{Embedder, ModelError, ModelId, TokenVectors};
use quintet::retain::RememberItem;
use quintet::space::{GazetteerPlace, PlaceKind};

/// Turns of one conversation.
const TURNS_PER_SESSION: u64 = 20;
/// Topics that vectors gather around.
const TOPICS: u64 = 2_000;
/// Words of the vocabulary.
const WORDS: f64 = 20_000.0;
/// Words of one text.
const TEXT_WORDS: u64 = 40;
/// Length of vectors: that of the bundled model.
pub(crate) const DIMS: usize = 384;
/// Passages of one document, and of one of its sections.
const PASSAGES_PER_DOCUMENT: u64 = 20;
const PASSAGES_PER_SECTION: u64 = 5;
/// One row in so many is a standing wish, and one in so many lies in a city, where rows are mixed.
const WISH_EVERY: u64 = 20;
const PLACE_EVERY: u64 = 4;
/// The first turn of all was said on 2024-01-01.
const BEGIN_US: i64 = 1_704_067_200_000_000;
/// Rows that carry the label which the filtered measurement asks for: one in so many.
pub(crate) const BUCKETS: u64 = 100;

/// The data set of one seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Synthetic {
    pub(crate) seed: u64,
    /// Half of the rows are passages of documents, one in four lies in a city, one in twenty is a standing wish; questions ask
    /// for what is near a city, in turn as questions and as requests, with three words in a row of a text.
    pub(crate) mixed: bool,
}

fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn fraction(state: u64) -> f64 {
    (mix(state) >> 11) as f64 / (1_u64 << 53) as f64
}

/// About normal: the sum of four uniform numbers.
fn normal(state: u64) -> f32 {
    let bits = mix(state);
    let sum: u64 = (0..4).map(|idx| (bits >> (16 * idx)) & 0xffff).sum();
    (sum as f32 / 65_535.0 - 2.0) * 1.73
}

fn direction(state: u64) -> Vec<f32> {
    (0..DIMS as u64).map(|idx| normal(mix(state) ^ idx.wrapping_mul(0xd6e8_feb8_6659_fd93))).collect()
}

/// Directions that all vectors share, as those of real models do.
fn shared() -> &'static [Vec<f32>] {
    static SHARED: OnceLock<Vec<Vec<f32>>> = OnceLock::new();
    SHARED.get_or_init(|| (0..48).map(|idx| direction(0x5ead_0000 + idx)).collect())
}

fn add(sum: &mut [f32], vector: &[f32], share: f32) {
    for (sum, x) in sum.iter_mut().zip(vector) {
        *sum += share * x;
    }
}

fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    for x in &mut vector {
        *x /= norm;
    }
    vector
}

impl Synthetic {
    fn word(state: u64) -> String {
        // Zipf by inversion of a power law: rank 1 is the most common.
        let rank = (WORDS.powf(fraction(state)) - 1.0) as u64;
        let mut word = String::new();
        let mut rest = mix(rank ^ 0x0077_0072_0064);
        for _ in 0..2 + rank.min(3) {
            word.push(char::from(b"bcdfghjklmnprstvz"[(rest % 17) as usize]));
            word.push(char::from(b"aeiou"[(rest / 17 % 5) as usize]));
            rest /= 85;
        }
        word
    }

    fn topic(self, row: u64) -> u64 {
        let skewed = fraction(self.seed ^ mix(row)).powi(2);
        (skewed * TOPICS as f64) as u64
    }

    /// The vector of a row.
    pub(crate) fn vector(self, row: u64) -> Vec<f32> {
        self.near(row, 0, 0.7)
    }

    /// A vector near that of a row: the vector of a question about it.
    pub(crate) fn question_vector(self, row: u64, question: u64) -> Vec<f32> {
        let mut vector = self.vector(row);
        add(&mut vector, &unit(direction(self.seed ^ 0x0051_0000_0000 ^ question)), 0.5);
        unit(vector)
    }

    fn near(self, row: u64, salt: u64, noise: f32) -> Vec<f32> {
        let mut sum = direction(self.seed ^ (self.topic(row) << 32));
        let own = mix(self.seed ^ row ^ salt);
        for (idx, direction) in shared().iter().enumerate() {
            add(&mut sum, direction, 0.12 * normal(own ^ (idx as u64) << 40));
        }
        add(&mut sum, &direction(own), noise);
        unit(sum)
    }

    /// The text of a row.
    pub(crate) fn text(self, row: u64) -> String {
        let mut text = String::new();
        for idx in 0..TEXT_WORDS {
            let word = Self::word(self.seed ^ mix(row * 64 + idx));
            text.push_str(if idx == 0 { "" } else { " " });
            if idx % 13 == 5 {
                // A name in the middle of the sentence, as conversations have them.
                let mut letters = word.chars();
                text.extend(letters.next().map(|first| first.to_ascii_uppercase()));
                text.push_str(letters.as_str());
            } else {
                text.push_str(&word);
            }
        }
        let identifier = format!(" E_{:04}", mix(row) % 5_000);
        text.push_str(&identifier);
        text
    }

    /// A question of six words, of a row.
    pub(crate) fn question(self, row: u64) -> String {
        if !self.mixed {
            let words: Vec<String> = (0..6).map(|idx| Self::word(self.seed ^ mix(row * 64 + idx * 5 + 1))).collect();
            return format!("What about {}?", words.join(" "));
        }
        let words: Vec<String> = (0..3).map(|idx| Self::word(self.seed ^ mix(row * 64 + idx + 1))).collect();
        let (words, city) = (words.join(" "), city(row).name());
        if row.is_multiple_of(2) {
            format!("What about {words} near {city}?")
        } else {
            format!("Plan {words} near {city}.")
        }
    }

    /// The row as something to remember.
    pub(crate) fn item(self, row: u64) -> RememberItem {
        let item = self.turn(row);
        if !self.mixed {
            return item;
        }
        let location = row.is_multiple_of(PLACE_EVERY).then(|| Geometry::Point(city(row / PLACE_EVERY).point()));
        if row.is_multiple_of(2) {
            let category = row.is_multiple_of(WISH_EVERY).then_some(Category::Instruction);
            return RememberItem { location, category, ..item };
        }
        let number = row / 2;
        let section = format!("section {}", number / PASSAGES_PER_SECTION);
        RememberItem {
            kind: Some(Kind::Passage),
            document: Some(format!("document {}", number / PASSAGES_PER_DOCUMENT)),
            title: Some(section.clone()),
            section: Some(section),
            session: None,
            speaker: None,
            role: None,
            ..item
        }
    }

    fn turn(self, row: u64) -> RememberItem {
        let session = row / TURNS_PER_SESSION;
        let at = BEGIN_US + (session * 3_600 + row % TURNS_PER_SESSION * 30) as i64 * 1_000_000;
        let is_user = row.is_multiple_of(2);
        RememberItem {
            session: SessionId::new(format!("s{session}")).ok(),
            speaker: Some(if is_user { "Nora" } else { "assistant" }.to_owned()),
            role: Some(if is_user { Role::User } else { Role::Assistant }),
            known_at: Some(Micros(at)),
            labels: Labels::from([("bucket".to_owned(), (mix(row) % BUCKETS).to_string())]),
            vector: Some(self.vector(row)),
            ..RememberItem::new(self.text(row))
        }
    }
}

/// A city of a row: many rows share the first ones.
fn city(row: u64) -> GazetteerPlace {
    static CITIES: OnceLock<Vec<GazetteerPlace>> = OnceLock::new();
    let cities = CITIES.get_or_init(|| {
        GazetteerPlace::all()
            .filter(|place| place.kind() == PlaceKind::City && place.population() >= 500_000 && place.name().is_ascii())
            .collect()
    });
    cities[(fraction(row ^ 0x0c17).powi(2) * cities.len() as f64) as usize]
}

/// Stands for the embedder where vectors are given: it names the model and makes none.
pub(crate) struct GivenVectors {
    model: ModelId,
}

impl GivenVectors {
    pub(crate) fn new() -> Self {
        Self {
            model: ModelId { name: "synthetic".to_owned(), dims: DIMS as u32, checksum: "0000000000000000".to_owned() },
        }
    }

    fn none(&self) -> ModelError {
        ModelError::Unavailable {
            model: self.model.name.clone(),
            reason: "vectors are given in this benchmark".to_owned(),
        }
    }
}

impl Embedder for GivenVectors {
    fn model(&self) -> &ModelId {
        &self.model
    }
    fn embed(&self, _: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        Err(self.none())
    }
    fn embed_tokens(&self, _: &[&str]) -> Result<Vec<TokenVectors>, ModelError> {
        Err(self.none())
    }
    fn max_tokens(&self) -> usize {
        256
    }
    fn count_tokens(&self, text: &str) -> usize {
        text.len() / 4 + 2
    }
}
