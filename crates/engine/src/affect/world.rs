//! Words for feelings in German, French, Spanish and Chinese, for texts and for questions alike.
//!
//! Owns the list and the reading of lists of its form. Chinese has no spaces between words, so its words are looked for
//! inside runs of characters ([`find_in_run`]); the others are words among words.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Label;

/// Label, tab, words with commas between them. Own wording.
pub(super) const WORLD_WORDS: &str = include_str!("data/feelings-world.tsv");
/// Longest word looked for inside a run, in characters.
const RUN_WORD_MAX: usize = 6;

static BY_WORD: LazyLock<HashMap<&'static str, Label>> =
    LazyLock::new(|| entries(WORLD_WORDS).map(|(label, word)| (word, label)).collect());

/// Every entry of a list: lines of a label, a tab, and words or phrases parted by commas. Lines that begin with `#` are
/// comments.
pub(super) fn entries(file: &'static str) -> impl Iterator<Item = (Label, &'static str)> {
    file.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(label, entries)| Some((Label::parse(label)?, entries)))
        .flat_map(|(label, entries)| entries.split(", ").map(move |entry| (label, entry.trim())))
}

/// The label of a lower-case word or phrase of one of these languages.
pub(super) fn label_of(word: &str) -> Option<Label> {
    BY_WORD.get(word).copied()
}

/// Whether a text is written without spaces between its words, going by its first character.
pub(super) fn is_run(text: &str) -> bool {
    text.chars().next().is_some_and(|c| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{2ffff}'))
}

/// Words inside a run that `known` has, the longest at each place: start and end in bytes, with what `known` says. Cost:
/// six look-ups a character.
pub(super) fn find_in_run<T>(run: &str, known: impl Fn(&str) -> Option<T>) -> Vec<(usize, usize, T)> {
    let starts: Vec<usize> = run.char_indices().map(|(at, _)| at).chain([run.len()]).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at + 1 < starts.len() {
        let longest = RUN_WORD_MAX.min(starts.len() - 1 - at);
        let hit = (1..=longest).rev().find_map(|len| {
            let (from, to) = (starts[at], starts[at + len]);
            known(&run[from..to]).map(|said| (from, to, said, len))
        });
        at += match hit {
            Some((from, to, said, len)) => {
                found.push((from, to, said));
                len
            }
            None => 1,
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_four_languages_are_known() {
        for (word, label) in [
            ("wütend", Label::Anger),
            ("soulagée", Label::Relief),
            ("aburrida", Label::Boredom),
            ("害怕", Label::Fear),
            ("en colère", Label::Anger),
        ] {
            assert_eq!(label_of(word), Some(label), "{word}");
        }
        assert_eq!(label_of("tisch"), None);
    }

    #[test]
    fn no_word_stands_for_two_labels_nor_against_english() {
        let mut seen: HashMap<&str, Label> = HashMap::new();
        for (label, word) in entries(WORLD_WORDS) {
            assert_eq!(word, word.to_lowercase());
            assert!(seen.insert(word, label).is_none_or(|other| other == label), "{word}");
            assert!(Label::parse(word).is_none_or(|english| english == label), "{word}");
        }
    }

    #[test]
    fn runs_are_searched_longest_first() {
        let found = find_in_run("小梅什么时候害怕", label_of);
        assert_eq!(found, [(18, 24, Label::Fear)]);
        assert!(find_in_run("", label_of).is_empty() && is_run("小梅") && !is_run("Mei 梅"));
    }
}
