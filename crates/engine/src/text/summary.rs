//! A short form of a text: the sentences that say what the others say, too.
//!
//! Source: Nenkova and Vanderwende 2005, "The impact of frequency on summarization": words that a text repeats are what it is
//! about. Owns which sentences; nothing is rewritten.

use std::collections::HashMap;

use super::analyse::index_terms;
use super::sentences::sentences;

/// Sentences looked at: what a text is about is said early. Chosen.
const SENTENCES_READ: usize = 400;
/// Sentences that are too short to stand alone, in terms. Chosen.
const TERMS_MIN: usize = 4;
/// Longest sentence taken, in bytes; a longer one is a list or a table. Chosen.
const SENTENCE_LEN_MAX: usize = 400;
/// How much more the first sentence counts than one in the middle. Chosen: texts begin with their point.
const LEAD: f32 = 1.5;

/// At most `count` sentences of the paragraphs, in their order, joined by spaces; the beginning of the first paragraph when no
/// sentence will do. Empty only for paragraphs without text.
///
/// Cost: analyses the first 400 sentences once.
pub fn summary(paragraphs: &[&str], count: usize) -> String {
    let split = |paragraph: &&str| {
        let text: &str = paragraph;
        sentences(text)
            .into_iter()
            .map(|span| text[span.start as usize..span.end as usize].to_owned())
            .collect::<Vec<_>>()
    };
    let read: Vec<String> = paragraphs.iter().flat_map(split).take(SENTENCES_READ).collect();
    let terms: Vec<Vec<String>> = read
        .iter()
        .map(|sentence| index_terms(sentence, usize::MAX, 1.0).into_iter().map(|(term, _)| term).collect())
        .collect();
    let mut frequency: HashMap<&str, u32> = HashMap::new();
    for term in terms.iter().flatten() {
        *frequency.entry(term).or_default() += 1;
    }
    let mut ranked: Vec<(f32, usize)> = Vec::new();
    for (idx, own) in terms.iter().enumerate() {
        if own.len() < TERMS_MIN || read[idx].len() > SENTENCE_LEN_MAX {
            continue;
        }
        let sum: f32 = own.iter().map(|term| (1.0 + frequency[term.as_str()] as f32).ln()).sum();
        let lead = 1.0 + (LEAD - 1.0) / (1.0 + idx as f32);
        ranked.push((lead * sum / own.len() as f32, idx));
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.truncate(count);
    ranked.sort_by_key(|(_, idx)| *idx);
    if ranked.is_empty() {
        let first =
            paragraphs.iter().map(|paragraph| paragraph.trim()).find(|text| !text.is_empty()).unwrap_or_default();
        return first.chars().take(SENTENCE_LEN_MAX / 4).collect();
    }
    ranked.into_iter().map(|(_, idx)| read[idx].as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sentences_about_what_is_repeated_are_kept_in_order() {
        let text = "The ferry connects both harbours of the bay. Breakfast is served early. \
                    In winter the ferry leaves from the northern harbour only. Tickets for the ferry are sold at the harbour. Nice!";
        let short = summary(&[text], 2);
        assert_eq!(
            short,
            "The ferry connects both harbours of the bay. Tickets for the ferry are sold at the harbour.",
        );
        assert_eq!(summary(&["Short.", "  "], 2), "Short.");
        assert_eq!(summary(&[], 2), "");
    }

    proptest! {
        #[test]
        fn nothing_is_invented(paragraphs in prop::collection::vec("\\PC{0,80}", 0..5), count in 0_usize..4) {
            let paragraphs: Vec<&str> = paragraphs.iter().map(String::as_str).collect();
            let short = summary(&paragraphs, count);
            let all = paragraphs.join(" ");
            prop_assert!(short.split_whitespace().all(|word| all.contains(word)));
            prop_assert_eq!(short.trim().is_empty(), all.trim().is_empty());
        }
    }
}
