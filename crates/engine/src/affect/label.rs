//! The closed set of feelings: names, synonyms, a point in valence/arousal/dominance each, and families.
//!
//! Owns the table; knows nothing of texts, vectors or arcs.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// Number of labels, and the length of every per-label array.
pub const LABELS: usize = 24;

/// Longest text read as a label, in bytes. Chosen: longer is not a word for a feeling.
const LABEL_LEN_MAX: usize = 48;

/// One feeling of the closed set. The discriminant is its column, and is stored: never reorder, only append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Label {
    /// No feeling shown.
    Neutral = 0,
    /// Happiness, delight.
    Joy,
    /// Sorrow, grief, loneliness.
    Sadness,
    /// Fury, outrage.
    Anger,
    /// Fright, panic.
    Fear,
    /// Revulsion, contempt.
    Disgust,
    /// Astonishment, shock, of either sign.
    Surprise,
    /// Blocked effort, annoyance.
    Frustration,
    /// Not understanding.
    Confusion,
    /// Worry, stress, nerves.
    Anxiety,
    /// An expectation not met.
    Disappointment,
    /// Nothing holds the attention.
    Boredom,
    /// Wanting to know.
    Curiosity,
    /// Being sure of oneself or of a thing.
    Confidence,
    /// Sudden understanding.
    Insight,
    /// A threat or burden gone.
    Relief,
    /// A want met, quietly.
    Satisfaction,
    /// Thankfulness.
    Gratitude,
    /// Pleasure in what was achieved.
    Pride,
    /// Affection, admiration, care.
    Love,
    /// Eager anticipation.
    Excitement,
    /// Finding something funny.
    Amusement,
    /// Embarrassment, guilt, remorse.
    Shame,
    /// Expecting good.
    Hope,
}

/// One row of the table.
struct Entry {
    label: Label,
    name: &'static str,
    /// Valence, arousal, dominance in [-1, 1]. The thirteen of the design, the others chosen beside them.
    vad: [f32; 3],
    /// The basic feeling this one is a shade of; itself for the basic ones.
    family: Label,
    /// What denying it says ("not happy"); `None` where denial says nothing in particular.
    denied: Option<Label>,
    synonyms: &'static [&'static str],
}

use Label::{
    Amusement, Anger, Anxiety, Boredom, Confidence, Confusion, Curiosity, Disappointment, Disgust, Excitement, Fear,
    Frustration, Gratitude, Hope, Insight, Joy, Love, Neutral, Pride, Relief, Sadness, Satisfaction, Shame, Surprise,
};

const fn entry(
    label: Label,
    name: &'static str,
    vad: [f32; 3],
    family: Label,
    denied: Option<Label>,
    synonyms: &'static [&'static str],
) -> Entry {
    Entry { label, name, vad, family, denied, synonyms }
}

#[rustfmt::skip]
const TABLE: [Entry; LABELS] = [
    entry(Neutral, "neutral", [0.0, 0.0, 0.0], Neutral, None, &["calm", "none", "unemotional", "indifferent", "matter-of-fact", "composed"]),
    entry(Joy, "joy", [0.85, 0.50, 0.40], Joy, Some(Sadness), &["happy", "happier", "happily", "happiness", "joyful", "joyous", "glad", "delighted", "delight", "cheerful", "elated", "elation", "ecstatic", "overjoyed", "jubilant", "bliss", "blissful", "good mood"]),
    entry(Sadness, "sadness", [-0.65, -0.30, -0.40], Sadness, None, &["sad", "sadder", "sadly", "unhappy", "sorrow", "sorrowful", "miserable", "misery", "depressed", "depression", "grief", "grieving", "heartbroken", "lonely", "loneliness", "melancholy", "gloomy", "down", "blue", "in tears", "crying", "devastated", "hurt", "hopeless", "despair", "mournful", "dejected", "hopelessness", "homesick", "heartbreak"]),
    entry(Anger, "anger", [-0.65, 0.75, 0.20], Anger, None, &["angry", "angrier", "angrily", "mad", "upset", "furious", "fury", "rage", "enraged", "outraged", "outrage", "livid", "irate", "cross", "hostile", "pissed", "pissed off", "resentful", "resentment", "hateful", "hatred"]),
    entry(Fear, "fear", [-0.70, 0.65, -0.60], Fear, None, &["afraid", "scared", "fearful", "frightened", "terrified", "terror", "panic", "panicked", "panicky", "horrified", "alarmed", "spooked", "petrified", "fright", "horror", "scared stiff", "scared to death"]),
    entry(Disgust, "disgust", [-0.60, 0.35, 0.10], Disgust, None, &["disgusted", "revolted", "repulsed", "grossed out", "nauseated", "sickened", "contempt", "contemptuous", "aversion", "revulsion"]),
    entry(Surprise, "surprise", [0.15, 0.70, -0.15], Surprise, None, &["surprised", "shocked", "shock", "astonished", "astonishment", "amazed", "amazement", "stunned", "startled", "taken aback", "astounded", "speechless", "incredulous"]),
    entry(Frustration, "frustration", [-0.62, 0.55, -0.30], Anger, None, &["frustrated", "annoyed", "annoyance", "irritated", "irritation", "exasperated", "exasperation", "aggravated", "stuck", "fed up", "impatient", "impatience", "grumpy", "cranky"]),
    entry(Confusion, "confusion", [-0.40, 0.30, -0.45], Surprise, None, &["confused", "puzzled", "perplexed", "baffled", "bewildered", "uncertain", "unsure", "disoriented", "doubtful"]),
    entry(Anxiety, "anxiety", [-0.55, 0.65, -0.55], Fear, None, &["anxious", "worried", "worry", "nervous", "nervousness", "stressed", "stress", "stressed out", "overwhelmed", "uneasy", "tense", "apprehensive", "distressed", "distress", "on edge", "concerned", "jittery", "worried sick", "sick with worry"]),
    entry(Disappointment, "disappointment", [-0.60, -0.10, -0.35], Sadness, None, &["disappointed", "let down", "disheartened", "discouraged", "disillusioned", "dismayed", "dissatisfied", "discontent", "disapproval"]),
    entry(Boredom, "boredom", [-0.35, -0.60, -0.20], Neutral, None, &["bored", "tired of it", "uninterested", "apathetic", "apathy", "weary", "listless", "bored stiff", "bored to death", "bored to tears"]),
    entry(Curiosity, "curiosity", [0.40, 0.40, 0.15], Surprise, Some(Boredom), &["curious", "intrigued", "inquisitive", "fascinated", "fascination", "wondering", "engaged"]),
    entry(Confidence, "confidence", [0.55, 0.15, 0.65], Neutral, Some(Anxiety), &["confident", "assured", "self-assured", "certain", "determined", "determination", "secure", "brave", "courage", "courageous", "empowered"]),
    entry(Insight, "insight", [0.55, 0.45, 0.40], Surprise, None, &["insightful", "enlightened", "realization", "realisation", "breakthrough", "eureka", "epiphany"]),
    entry(Relief, "relief", [0.60, -0.25, 0.20], Joy, None, &["relieved", "reassured", "at ease", "relaxed", "unburdened"]),
    entry(Satisfaction, "satisfaction", [0.78, 0.05, 0.45], Joy, Some(Disappointment), &["satisfied", "content", "contented", "contentment", "pleased", "fulfilled", "accomplished", "gratified", "at peace", "peaceful", "approval"]),
    entry(Gratitude, "gratitude", [0.75, 0.15, 0.15], Joy, None, &["grateful", "thankful", "thankfulness", "appreciative", "appreciation", "touched"]),
    entry(Pride, "pride", [0.75, 0.40, 0.60], Joy, None, &["proud", "proudly", "triumphant"]),
    entry(Love, "love", [0.80, 0.35, 0.15], Joy, None, &["in love", "loving", "loved", "affection", "affectionate", "caring", "tender", "adoring", "admiration", "admiring", "fond", "romantic", "infatuated"]),
    entry(Excitement, "excitement", [0.75, 0.80, 0.35], Joy, Some(Boredom), &["excited", "thrilled", "enthusiastic", "enthusiasm", "eager", "eagerness", "pumped", "psyched", "stoked", "exhilarated"]),
    entry(Amusement, "amusement", [0.70, 0.45, 0.30], Joy, None, &["amused", "entertained", "laughing", "playful", "giggly"]),
    entry(Shame, "shame", [-0.55, 0.20, -0.55], Sadness, None, &["ashamed", "embarrassed", "embarrassment", "guilty", "guilt", "remorse", "remorseful", "regret", "regretful", "humiliated", "humiliation", "mortified", "sheepish", "awkward", "apologetic"]),
    entry(Hope, "hope", [0.60, 0.30, 0.15], Joy, None, &["hopeful", "optimistic", "optimism", "encouraged", "desire", "longing", "anticipation"]),
];

static BY_WORD: LazyLock<HashMap<&'static str, Label>> = LazyLock::new(|| {
    let mut map = HashMap::new();
    for row in &TABLE {
        map.insert(row.name, row.label);
        for synonym in row.synonyms {
            map.insert(synonym, row.label);
        }
    }
    map
});

impl Label {
    /// Every label, in column order.
    pub const ALL: [Self; LABELS] = {
        let mut all = [Self::Neutral; LABELS];
        let mut i = 0;
        while i < LABELS {
            all[i] = TABLE[i].label;
            i += 1;
        }
        all
    };

    /// The labels that compete for a row: the other labels are shades of these ([`Label::family`]).
    pub const BASIC: [Self; 7] = [Neutral, Joy, Sadness, Anger, Fear, Disgust, Surprise];

    /// Column of this label, `0..LABELS`.
    pub fn column(self) -> usize {
        self as usize
    }

    /// The label of a column, if there is one.
    pub fn from_column(column: usize) -> Option<Self> {
        Self::ALL.get(column).copied()
    }

    /// Its name: one lower-case word, also its serialised form.
    pub fn name(self) -> &'static str {
        TABLE[self.column()].name
    }

    /// Where it lies: valence, arousal, dominance, each in [-1, 1]. Values of our own, no research lexicon.
    pub fn vad(self) -> [f32; 3] {
        TABLE[self.column()].vad
    }

    /// The basic feeling it is a shade of; itself when basic. A label never competes with its own family, so
    /// that near synonyms do not take probability from each other.
    pub fn family(self) -> Self {
        TABLE[self.column()].family
    }

    /// [`Label::family`] of every column, as columns: what an index over these labels is made with.
    pub fn families() -> [usize; LABELS] {
        Self::ALL.map(|label| label.family().column())
    }

    /// What saying "not" in front of it says, if anything in particular.
    pub fn denied(self) -> Option<Self> {
        TABLE[self.column()].denied
    }

    /// Words and phrases that mean it, its name not included. Lower case.
    pub fn synonyms(self) -> &'static [&'static str] {
        TABLE[self.column()].synonyms
    }

    /// Reads a name or a synonym in any case; `_` and `-` count as a space. `None` for other words.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() || text.len() > LABEL_LEN_MAX {
            return None;
        }
        let lower = text.to_lowercase();
        let find = |word: &str| BY_WORD.get(word).copied();
        find(&lower).or_else(|| find(&lower.replace(['_', '-'], " ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_column_order_and_in_range() {
        for (i, row) in TABLE.iter().enumerate() {
            assert_eq!(row.label.column(), i);
            assert_eq!(Label::from_column(i), Some(row.label));
            assert!(row.vad.iter().all(|x| (-1.0..=1.0).contains(x)), "{}", row.name);
            assert_eq!(row.family.family(), row.family, "{}: a family is basic", row.name);
            assert!(Label::BASIC.contains(&row.family));
            assert_eq!(Label::parse(row.name), Some(row.label));
            assert_eq!(serde_json::to_value(row.label).unwrap(), serde_json::json!(row.name));
        }
        assert_eq!(Label::from_column(LABELS), None);
        assert!(Label::BASIC.iter().all(|label| label.family() == *label));
    }

    #[test]
    fn no_word_stands_for_two_labels() {
        let mut seen = HashMap::new();
        for row in &TABLE {
            for word in row.synonyms.iter().chain([&row.name]) {
                assert_eq!(*word, word.to_lowercase());
                if let Some(other) = seen.insert(word, row.name) {
                    panic!("{word} stands for {other} and {}", row.name);
                }
            }
        }
    }

    #[test]
    fn parses_words_people_use() {
        for word in ["angry", "MAD", " upset ", "furious", "Pissed_Off"] {
            assert_eq!(Label::parse(word), Some(Anger), "{word}");
        }
        assert_eq!(Label::parse("on-edge"), Some(Anxiety));
        assert_eq!(Label::parse("self-assured"), Some(Confidence));
        for word in ["", "  ", "table", "schadenfreude", &"x".repeat(5000)] {
            assert_eq!(Label::parse(word), None);
        }
    }
}
