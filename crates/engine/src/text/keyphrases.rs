//! Key phrases of a text: rapid automatic keyword extraction.
//!
//! Source: Rose, Engel, Cramer and Cowley 2010, "Automatic keyword extraction from individual documents". Owns candidates and scores;
//! which phrases are kept per document is the caller's rule.

use std::collections::{HashMap, HashSet};

use super::normal::{Folded, lower};
use super::scan::{PieceKind, scan};
use super::stop::is_stop_word;

/// Longest phrase, in words; of a longer run the last words count, as English puts the head there. Chosen.
const PHRASE_WORDS_MAX: usize = 4;
/// Longest candidate of a script without spaces, in characters. Chosen.
const RUN_CHARS_MAX: usize = 8;

/// Words that end a phrase besides the stop words: verbs, adverbs and fillers that go with any topic. Lower case, sorted.
#[rustfmt::skip]
const BREAKING: [&str; 134] = [
    "actually", "add", "added", "after", "again", "ago", "almost", "already", "although", "always", "another",
    "anything", "around", "ask", "asked", "away", "back", "become", "before", "began", "best", "better", "came",
    "cannot", "come", "comes", "coming", "different", "down", "else", "enough", "even", "ever", "everyone",
    "everything", "far", "feel", "feels", "felt", "few", "find", "first", "found", "gave", "get", "gets", "getting",
    "give", "gives", "go", "goes", "going", "good", "got", "great", "guess", "happy", "help", "hey", "hi", "hope",
    "keep", "kept", "know", "last", "later", "least", "less", "like", "little", "long", "look", "looking", "looks",
    "lot", "lots", "love", "made", "make", "makes", "making", "many", "maybe", "mean", "need", "needs", "never",
    "new", "next", "nice", "now", "often", "oh", "ok", "okay", "old", "only", "out", "over", "please", "pretty",
    "put", "said", "same", "say", "says", "see", "seem", "seems", "seen", "several", "show", "something", "sometimes",
    "soon", "still", "sure", "take", "thanks", "thing", "things", "think", "thought", "told", "took", "try", "two",
    "use", "used", "want", "wanted", "well", "went", "yes",
];

/// Particles and pronouns of Chinese and Japanese at which a run of characters is cut.
const PARTICLES: &str = "的了是在和有我你他她它们这那也就都很把被吗呢吧啊与及或はがをにでとのもへやねよかだ";

/// The best phrases of a text with their score in (0, 1], best first, equal scores by first appearance; at most `max`.
///
/// A phrase is a run of one to four words between stop words and punctuation, in normal form. A word scores its degree (number of words
/// in the phrases it is in) over its frequency, a phrase the sum of its words, and everything is divided by the best phrase of the
/// text, so that a threshold such as 0.8 means "nearly as good as the best". Deterministic. Cost: O(n).
pub fn keyphrases(text: &str, max: usize) -> Vec<(String, f32)> {
    let phrases = candidates(text);
    let mut words: HashMap<&str, (u32, u32)> = HashMap::new();
    for word in phrases.iter().flatten() {
        words.entry(word).or_default().0 += 1;
    }
    for phrase in &phrases {
        for word in phrase {
            words.entry(word).or_default().1 += phrase.len() as u32;
        }
    }
    let score = |phrase: &[String]| -> f32 {
        phrase
            .iter()
            .filter_map(|word| words.get(&**word))
            .map(|&(frequency, degree)| degree as f32 / frequency as f32)
            .sum()
    };
    let mut seen = HashSet::new();
    let mut out: Vec<(String, f32)> = Vec::new();
    for phrase in &phrases {
        let key = phrase.join(" ");
        if seen.insert(key.clone()) {
            out.push((key, score(phrase)));
        }
    }
    let best = out.iter().map(|&(_, score)| score).fold(0.0, f32::max);
    // A stable sort keeps equal scores in the order of the text.
    out.sort_by(|a, b| b.1.total_cmp(&a.1));
    out.truncate(max);
    out.into_iter().map(|(phrase, score)| (phrase, score / best)).collect()
}

fn candidates(text: &str) -> Vec<Vec<String>> {
    let folded = Folded::new(text);
    let text = &*folded.text;
    let mut runs = Runs::default();
    let mut last_end = 0;
    scan(text, &mut |piece| {
        if !text[last_end..piece.range.start].trim_start_matches("'s").chars().all(|c| c == ' ' || c == '-') {
            runs.close();
        }
        last_end = piece.range.end;
        let raw = &text[piece.range];
        match piece.kind {
            PieceKind::Word => {
                let word = lower(raw);
                let bare = word.strip_suffix("'s").unwrap_or(&word).trim_matches('\'');
                let plain: String = bare.chars().filter(|&c| c != '\'').collect();
                if is_stop_word(&plain) || BREAKING.binary_search(&&*plain).is_ok() || plain.chars().count() < 2 {
                    runs.close();
                } else {
                    runs.words.push(bare.to_owned());
                }
            }
            PieceKind::Identifier(_) => runs.words.push(lower(raw)),
            PieceKind::Cjk | PieceKind::Cluster => {
                runs.close();
                for part in raw
                    .split(|c| PARTICLES.contains(c))
                    .filter(|part| (2..=RUN_CHARS_MAX).contains(&part.chars().count()))
                {
                    runs.words.push(part.to_owned());
                    runs.close();
                }
            }
        }
    });
    runs.close();
    runs.phrases
}

#[derive(Default)]
struct Runs {
    words: Vec<String>,
    phrases: Vec<Vec<String>>,
}

impl Runs {
    fn close(&mut self) {
        let mut phrase = std::mem::take(&mut self.words);
        phrase.drain(..phrase.len().saturating_sub(PHRASE_WORDS_MAX));
        if phrase.iter().any(|word| word.chars().any(char::is_alphabetic)) {
            self.phrases.push(phrase);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn breaking_words_are_sorted() {
        assert!(BREAKING.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn scores_are_degree_over_frequency() {
        // "linear constraints" twice (once alone), "linear diophantine equations" once:
        // linear (2+2+3)/3, constraints (2+2)/2, diophantine 3, equations 3.
        let text = "linear constraints, linear constraints and linear diophantine equations";
        let found = keyphrases(text, 10);
        let best = 7.0 / 3.0 + 3.0 + 3.0;
        assert_eq!(found[0], ("linear diophantine equations".to_owned(), 1.0));
        assert_eq!(found[1].0, "linear constraints");
        assert!((found[1].1 - (7.0 / 3.0 + 2.0) / best).abs() < 1e-6);
    }

    #[test]
    fn stop_words_and_punctuation_bound_phrases() {
        let phrases: Vec<String> =
            keyphrases("We moved the authentication service to Node.js; Gina's pottery class was great.", 10)
                .into_iter()
                .map(|(phrase, _)| phrase)
                .collect();
        assert_eq!(phrases, ["gina pottery class", "authentication service", "moved", "node.js"]);
    }

    #[test]
    fn scripts_without_spaces_have_phrases_too() {
        let phrases = keyphrases("城市的交通规划在调整", 10);
        assert!(phrases.iter().any(|(phrase, _)| phrase == "交通规划"));
    }

    #[test]
    fn long_runs_keep_their_head_and_numbers_alone_are_nothing() {
        assert_eq!(keyphrases("red blue green tall wooden garden fence", 1)[0].0, "tall wooden garden fence");
        assert!(keyphrases("12 345, the 99", 5).is_empty());
        assert!(keyphrases("", 5).is_empty());
    }

    proptest! {
        #[test]
        fn scores_fall_within_bounds(text in "[a-z]{1,8}( [a-z,]{1,8}){0,40}", max in 0usize..10) {
            let found = keyphrases(&text, max);
            prop_assert!(found.len() <= max);
            prop_assert!(found.windows(2).all(|pair| pair[0].1 >= pair[1].1));
            prop_assert!(found.iter().all(|(phrase, score)| *score > 0.0 && *score <= 1.0 && phrase.split(' ').count() <= 4));
            if let Some(first) = found.first() {
                prop_assert_eq!(first.1, 1.0);
            }
        }
    }
}
