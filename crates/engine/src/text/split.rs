//! Long texts to passages that fit a model.
//!
//! Owns where to cut. How many tokens a passage has is asked of the caller's counter, as few characters as possible: the
//! counter is a model's tokenizer and costs far more than the cutting.

use unicode_segmentation::UnicodeSegmentation;

use super::script::Class;
use super::sentences::{paragraph_ends, sentence_ends};
use crate::model::Span;

/// First guess of bytes a token; every count corrects it. English word pieces average four to five.
const BYTES_PER_TOKEN: f64 = 4.0;
/// A passage that ends at a paragraph is taken if it is at least this share of what would fit; likewise for sentences and words.
/// Chosen: whole thoughts are worth a third of the window.
const SHARE_MIN: f64 = 0.5;
/// Part of the estimate that is asked for, so that most first counts fit.
const CAUTION: f64 = 0.95;

/// Passages of at most `tokens_max` tokens by the caller's counter, in order, without white space around them.
///
/// - cuts at the end of a paragraph, else a sentence, else a word, else (one word larger than a passage) between characters;
/// - nothing but white space is left out;
/// - `tokens` must be 0 for an empty text or a constant overhead, and not fall when the text grows by much;
/// - a single character with more than `tokens_max` tokens becomes a passage of its own: it cannot be cut.
///
/// Cost: the counter sees about 1 to 1.3 times the text (measured), at most a constant multiple.
pub fn split(text: &str, tokens: &dyn Fn(&str) -> usize, tokens_max: usize) -> Vec<Span> {
    let mut splitter = Splitter {
        text,
        paragraphs: paragraph_ends(text),
        sentences: sentence_ends(text),
        tokens,
        tokens_max: tokens_max.max(1),
        bytes_per_token: BYTES_PER_TOKEN,
    };
    let mut out = Vec::new();
    let mut at = 0;
    loop {
        at += leading_space(&text[at..]);
        if at >= text.len() {
            return out;
        }
        let end = splitter.passage_end(at);
        let len = text[at..end].trim_end().len();
        out.push(Span { start: at as u32, end: (at + len) as u32 });
        at = end;
    }
}

struct Splitter<'a> {
    text: &'a str,
    paragraphs: Vec<usize>,
    sentences: Vec<usize>,
    tokens: &'a dyn Fn(&str) -> usize,
    tokens_max: usize,
    /// Running estimate; passages of one text resemble each other.
    bytes_per_token: f64,
}

impl Splitter<'_> {
    /// End of the passage that starts at `start` (not at white space): the estimate, verified and corrected.
    fn passage_end(&mut self, start: usize) -> usize {
        let mut window = self.window();
        let rest = self.text.len() - start;
        if rest <= window + window / 4 {
            // Rather one bold question than a last passage of a few words.
            window = rest;
        }
        // Largest end known to fit, and how often it was worth asking for more.
        let mut fits: Option<usize> = None;
        let mut n_grown = 0;
        loop {
            let end = self.cut(start, window);
            if fits.is_some_and(|known| known >= end) {
                return fits.unwrap_or(end);
            }
            let passage = self.text[start..end].trim_end();
            let n_tokens = (self.tokens)(passage);
            if n_tokens > 0 {
                self.bytes_per_token = passage.len() as f64 / n_tokens as f64;
            }
            if n_tokens > self.tokens_max {
                if let Some(known) = fits {
                    return known;
                }
                if self.text[start..end].graphemes(true).nth(1).is_none() {
                    return self.smallest(start, end);
                }
                // At least a tenth less each time, so that all attempts together cost a constant multiple.
                window = self.window().min(passage.len() * 9 / 10).max(1);
                continue;
            }
            fits = Some(end);
            // Ask for more only if the estimate, not the text, kept the passage small.
            let larger = self.window();
            if end == self.text.len() || n_grown == 2 || larger < window + window / 3 {
                return end;
            }
            n_grown += 1;
            window = larger;
        }
    }

    fn window(&self) -> usize {
        ((self.tokens_max as f64 * self.bytes_per_token * CAUTION) as usize).max(1)
    }

    /// The best place to cut within `window` bytes from `start`; always after `start`.
    fn cut(&self, start: usize, window: usize) -> usize {
        let limit = start + window;
        if limit >= self.text.len() {
            return self.text.len();
        }
        let least = start + (window as f64 * SHARE_MIN) as usize;
        let last_before = |ends: &[usize]| {
            let idx = ends.partition_point(|&end| end <= limit);
            idx.checked_sub(1).map(|idx| ends[idx]).filter(|&end| end > start && end >= least)
        };
        last_before(&self.paragraphs)
            .or_else(|| last_before(&self.sentences))
            .or_else(|| self.word_end(start, limit))
            .unwrap_or_else(|| self.character_end(start, limit))
    }

    /// The last white space, or place between two characters of a script without spaces, at or before `limit`.
    fn word_end(&self, start: usize, limit: usize) -> Option<usize> {
        let limit = floor(self.text, limit);
        if limit <= start {
            return None;
        }
        let window = &self.text[start..limit];
        let mut next = self.text[limit..].chars().next();
        for (at, c) in window.char_indices().rev() {
            let unspaced = Class::of(c) == Class::Cjk && next.is_some_and(|next| Class::of(next) == Class::Cjk);
            if unspaced || next.is_some_and(char::is_whitespace) && !c.is_whitespace() {
                return Some(start + at + c.len_utf8());
            }
            next = Some(c);
        }
        None
    }

    /// The last grapheme boundary at or before `limit`, but at least one grapheme.
    fn character_end(&self, start: usize, limit: usize) -> usize {
        let rest = &self.text[start..];
        // A cluster may be longer than the window: look a little further.
        let mut end = start;
        for (at, grapheme) in rest.grapheme_indices(true) {
            let grapheme_end = start + at + grapheme.len();
            if end > start && grapheme_end > limit {
                break;
            }
            end = grapheme_end;
        }
        end
    }

    /// A grapheme that is too large is cut between its characters (a pile of combining marks); one character is the least.
    fn smallest(&self, start: usize, end: usize) -> usize {
        let mut best = start + self.text[start..end].chars().next().map_or(end - start, char::len_utf8);
        let mut step = self.text[start..end].len() / 2;
        while step > 0 {
            let candidate = floor(self.text, (best + step).min(end));
            if candidate > best && (self.tokens)(&self.text[start..candidate]) <= self.tokens_max {
                best = candidate;
            }
            step /= 2;
        }
        best
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn leading_space(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use super::*;

    /// A word-piece-like counter: four letters a token, one per other character, and two for the frame.
    fn pieces(text: &str) -> usize {
        let words: usize = text
            .split_whitespace()
            .map(|word| word.chars().map(|c| if c.is_ascii() { 1 } else { 4 }).sum::<usize>().div_ceil(4))
            .sum();
        words + 2
    }

    fn passages(text: &str, tokens_max: usize) -> Vec<&str> {
        split(text, &pieces, tokens_max).iter().map(|span| &text[span.start as usize..span.end as usize]).collect()
    }

    #[test]
    fn paragraphs_then_sentences_then_words_then_characters() {
        assert_eq!(passages("short text", 50), ["short text"]);
        assert_eq!(passages("aa bb cc dd.\n\nee ff gg hh.", 9), ["aa bb cc dd.", "ee ff gg hh."]);
        assert_eq!(
            passages("One two six. Ten and two. Not far off.", 10),
            ["One two six. Ten and two.", "Not far off."]
        );
        assert_eq!(passages("aa bb cc dd ee ff", 5), ["aa bb cc", "dd ee ff"]);
        assert_eq!(passages("abcdefghijkl", 4).concat(), "abcdefghijkl");
        assert_eq!(passages(" \n\t ", 4), Vec::<&str>::new());
    }

    #[test]
    fn a_character_too_large_stands_alone() {
        assert_eq!(split("ab", &|text| text.len() * 10, 3).len(), 2);
        let pile = format!("e{}", "\u{301}".repeat(50));
        let found = split(&pile, &|text| text.chars().count(), 10);
        assert!(found.iter().all(|span| pile[span.start as usize..span.end as usize].chars().count() <= 10));
    }

    #[test]
    fn the_counter_sees_a_small_multiple_of_the_text() {
        let prose =
            "The committee met on Tuesday and agreed on nothing. Everybody went home early! Why would they stay? "
                .repeat(3_000);
        let (one_word, han) = ("x".repeat(300_000), "城市交通规划正在调整".repeat(10_000));
        for text in [&prose, &one_word, &han] {
            let seen = Cell::new(0);
            let count = |part: &str| {
                seen.set(seen.get() + part.len());
                pieces(part)
            };
            let found = split(text, &count, 256);
            assert!(found.iter().all(|span| pieces(&text[span.start as usize..span.end as usize]) <= 256));
            assert!(seen.get() < 2 * text.len(), "{} of {}", seen.get(), text.len());
        }
    }

    #[test]
    fn passages_are_well_filled() {
        let text = "The committee met on Tuesday and agreed on nothing. ".repeat(500);
        let found = split(&text, &pieces, 128);
        let n_least = pieces(&text).div_ceil(128);
        assert!(found.len() <= n_least * 5 / 4, "{} passages, at least {n_least}", found.len());
    }

    proptest! {
        #[test]
        fn passages_fit_and_lose_only_white_space(text in "[a-zA-Z.!? \n城市é\u{301}😀]{0,300}", tokens_max in 4usize..40) {
            let spans = split(&text, &pieces, tokens_max);
            let mut at = 0;
            for span in &spans {
                let (start, end) = (span.start as usize, span.end as usize);
                prop_assert!(text[at..start].trim().is_empty());
                let passage = &text[start..end];
                prop_assert!(!passage.is_empty() && passage.trim() == passage);
                prop_assert!(pieces(passage) <= tokens_max || passage.chars().nth(1).is_none(), "{passage:?}");
                at = end;
            }
            prop_assert!(text[at..].trim().is_empty());
        }
    }
}
