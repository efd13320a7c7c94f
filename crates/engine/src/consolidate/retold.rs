//! Whether a sentence tells known facts again and nothing beside them. In doubt it does not: a turn that is taken for a repetition
//! is shown no more, and what else it says would be lost from sight.
//!
//! A sentence tells a fact again when it ends with the value, but for words like "as I said", and when all that stands in front
//! of the value is whom it is about, what introduces a repetition, and a predicate: one that the first telling has, or one single
//! word ("resides", "employed") in the place of it. Questions, exclamations, numbers, negations and other names are news.
//!
//! Must not know: how claims are read, where turns are stored.

use std::collections::BTreeSet;

use super::alike::{is_weighty, whole_words};
use crate::model::Span;
use crate::text;

/// Words of a turn above which it is taken to say more than a fact. Chosen: two plain sentences.
const WORDS_MAX: usize = 30;

/// Words with which a repetition is introduced or closed, sorted.
const INTRODUCING: [&str; 19] = [
    "again",
    "already",
    "as",
    "before",
    "by",
    "fyi",
    "i",
    "just",
    "mentioned",
    "once",
    "remember",
    "reminder",
    "repeat",
    "said",
    "say",
    "to",
    "told",
    "way",
    "you",
];

/// Small words that a predicate may have: forms of being and having, persons who are alone, prepositions of place.
const SMALL: [&str; 38] = [
    "a", "am", "an", "and", "are", "as", "at", "be", "been", "by", "did", "do", "for", "from", "had", "has", "have",
    "he", "her", "him", "his", "i", "in", "into", "is", "it", "its", "me", "my", "of", "on", "our", "she", "the", "to",
    "was", "you", "your",
];

/// A turn as it is compared.
#[derive(Clone, Copy, Debug)]
pub struct Retelling<'a> {
    /// What was said.
    pub text: &'a str,
    /// Where the values of its facts stand in it, in order. Never empty for a retelling.
    pub values: &'a [Span],
    /// What the facts are about, by name.
    pub names: &'a [&'a str],
    /// The turn that told all of these facts before.
    pub first: &'a str,
}

impl Retelling<'_> {
    /// True when it says nothing beside facts that the first turn told. Cost: O(n).
    pub fn is_all(&self) -> bool {
        let is_plain =
            |c: char| c.is_alphanumeric() || c.is_whitespace() || c.is_ascii_punctuation() || c == '\u{2019}';
        if text::words(self.text) > WORDS_MAX
            || text::words(self.first) > WORDS_MAX
            || self.text.contains(['?', '!'])
            || !self.text.chars().all(is_plain)
        {
            return false;
        }
        let Some((front, back)) = self.around() else { return false };
        if !whole_words(back).iter().all(|(written, _)| is_introducing(&written.to_lowercase())) {
            return false;
        }
        let named: BTreeSet<String> =
            self.names.iter().flat_map(|name| whole_words(name)).map(|(_, stem)| stem).collect();
        let told: BTreeSet<String> = whole_words(self.first).into_iter().map(|(_, stem)| stem).collect();
        let mut predicate = Vec::new();
        for (written, stem) in front.iter().flat_map(|piece| whole_words(piece)) {
            let lower = written.to_lowercase();
            if named.contains(&stem) || is_introducing(&lower) || SMALL.contains(&lower.as_str()) {
                continue;
            }
            let is_told = told.contains(&stem);
            if text::is_stop_word(&lower) && !is_told || is_weighty(&written) {
                return false;
            }
            predicate.push((lower, is_told));
        }
        match predicate.as_slice() {
            [(word, is_told)] if self.values.len() == 1 => *is_told || !word.ends_with("ly"),
            words => words.iter().all(|(_, is_told)| *is_told),
        }
    }

    /// The pieces in front of the values, and what stands behind the last. `None` where the spans are no places of the text.
    fn around(&self) -> Option<(Vec<&str>, &str)> {
        let mut front = Vec::with_capacity(self.values.len());
        let mut at = 0;
        for value in self.values {
            front.push(self.text.get(at..value.start as usize)?);
            at = value.end as usize;
        }
        (at > 0).then_some((front, self.text.get(at..)?))
    }
}

fn is_introducing(word: &str) -> bool {
    INTRODUCING.contains(&word)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `[...]` are values, `{...}` names.
    fn is_all(marked: &str, first: &str) -> bool {
        let (mut text, mut values, mut names) = (String::new(), Vec::new(), Vec::new());
        let mut open = 0;
        for c in marked.chars() {
            match c {
                '[' | '{' => open = text.len(),
                ']' => values.push(Span { start: open as u32, end: text.len() as u32 }),
                '}' => names.push(text[open..].to_owned()),
                c => text.push(c),
            }
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Retelling { text: &text, values: &values, names: &names, first }.is_all()
    }

    #[test]
    fn other_words_for_the_same_are_a_repetition() {
        for (again, first) in [
            ("{Mira Lind} resides in [Porto].", "Mira Lind lives in Porto."),
            ("As I said, {Mira Lind} is based in [Porto].", "Mira Lind moved to Porto."),
            ("By the way, I'm employed by [Velder Bank].", "I started a new job at Velder Bank."),
            ("Just so you know, I am very allergic to [latex], as I told you", "I'm allergic to latex."),
            ("I started a new job at [Velder Bank].", "I started a new job at Velder Bank."),
            ("I live in [Porto] and work at [Moss].", "I work at Moss and live in Porto."),
        ] {
            assert!(is_all(again, first), "{again} / {first}");
        }
    }

    #[test]
    fn what_adds_anything_is_none() {
        let first = "Mira lives in Porto.";
        for news in [
            "{Mira} lives in [Porto] with two cats.",
            "{Mira} lives in [Porto] since May.",
            "{Mira} lives in [Porto] because of her sister.",
            "{Mira} lives alone in [Porto].",
            "{Mira} reluctantly lives in [Porto].",
            "{Mira} unhappily resides in [Porto].",
            "{Mira} lives in [Porto]!",
            "{Mira} lives in [Porto]?",
            "{Mira} lives in [Porto] \u{1f60d}",
            "{Mira} never lived in [Porto].",
            "My sister {Mira} lives in [Porto].",
            "Tom said {Mira} lives in [Porto].",
            "{Mira} and Tom live in [Porto].",
            "We live in [Porto].",
            "At 30, {Mira} lives in [Porto].",
            "I love that {Mira} lives in [Porto].",
            "{Mira} resides and [works] in [Porto].",
        ] {
            assert!(!is_all(news, first), "{news}");
        }
        assert!(!is_all("nothing at all", first), "there is no value");
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "\\PC{0,30}", first in "\\PC{0,30}", start in 0_u32..40, len in 0_u32..9) {
            let values = [Span { start, end: start + len }];
            let _ = Retelling { text: &text, values: &values, names: &["Mira"], first: &first }.is_all();
        }
    }
}
