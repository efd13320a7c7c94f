//! Words as name linking sees them: no stems, no stop list, punctuation that writers add or leave out removed.
//!
//! Owns the key under which "J.R.R. Tolkien's" and "J. R. R. Tolkien" are one name. Which names exist is the caller's business.

use std::ops::Range;

use super::normal::{Folded, lower};
use super::script::Class;
use crate::model::Span;

/// One word of a text, for comparison with the words of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameWord {
    /// NFKC, lower case, without `'s`, apostrophes and dots.
    pub key: String,
    /// Bytes of the original text, without `'s`.
    pub span: Span,
    /// Whether the first letter is upper case; true for scripts without case, where it tells nothing.
    pub capitalised: bool,
}

/// The words of a text for name linking, in order.
///
/// Hyphens and dots separate words, so initials stand alone (`J.R.R.` is three words); underscores do not. Each character of
/// Han, Kana, Hangul, Thai, Lao, Khmer and Burmese is a word, so that the longest match over words finds a name inside a sentence
/// without spaces.
pub fn name_words(text: &str) -> Vec<NameWord> {
    let folded = Folded::new(text);
    let mut out = Vec::new();
    let mut word: Option<Range<usize>> = None;
    for (at, c) in folded.text.char_indices() {
        let class = Class::of(c);
        let end = at + c.len_utf8();
        let continues = class.in_word() || c == '_' || c == '\'' && word.is_some();
        if continues {
            word = Some(word.map_or(at, |range| range.start)..end);
            continue;
        }
        if let Some(range) = word.take() {
            push(&folded, range, &mut out);
        }
        if matches!(class, Class::Cjk | Class::Cluster) {
            push(&folded, at..end, &mut out);
        }
    }
    if let Some(range) = word {
        push(&folded, range, &mut out);
    }
    out
}

/// The key of a name: the keys of its words joined by one space, a bracketed suffix such as `(film)` dropped.
///
/// Empty for a text without letters or digits.
pub fn name_key(text: &str) -> String {
    let bare = text.trim_end();
    let without_suffix = match (bare.ends_with([')', ']']), bare.rfind(['(', '['])) {
        (true, Some(open)) => bare[..open].trim_end(),
        _ => bare,
    };
    let join = |words: Vec<NameWord>| words.into_iter().map(|word| word.key).collect::<Vec<_>>().join(" ");
    let key = join(name_words(without_suffix));
    // "(Untitled)" is a name in brackets, not a suffix.
    if key.is_empty() { join(name_words(text)) } else { key }
}

fn push(folded: &Folded<'_>, range: Range<usize>, out: &mut Vec<NameWord>) {
    let raw = folded.text[range.clone()].trim_end_matches('\'');
    let raw = raw.strip_suffix("'s").or_else(|| raw.strip_suffix("'S")).unwrap_or(raw);
    let key: String = lower(raw).chars().filter(|&c| c != '\'').collect();
    if key.is_empty() || key.bytes().all(|b| b == b'_') {
        return;
    }
    let first = raw.chars().find(|c| c.is_alphabetic());
    let capitalised = first.is_some_and(|c| !c.is_lowercase());
    out.push(NameWord { key, span: folded.span(range.start..range.start + raw.len()), capitalised });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spellings_of_one_name_share_a_key() {
        for (text, key) in [
            ("J.R.R. Tolkien", "j r r tolkien"),
            ("J. R. R. Tolkien's", "j r r tolkien"),
            ("Conan O\u{2019}Brien", "conan obrien"),
            ("Avatar (2009 film)", "avatar"),
            ("(Untitled)", "untitled"),
            ("Mary-Jane  WATSON", "mary jane watson"),
            ("Dr. Who", "dr who"),
            ("张伟", "张 伟"),
            ("E_AUTH_404", "e_auth_404"),
            ("Cyberpunk 2077", "cyberpunk 2077"),
            ("?!", ""),
        ] {
            assert_eq!(name_key(text), key, "{text}");
        }
    }

    #[test]
    fn words_keep_their_case_and_place() {
        let text = "I met Emma\u{2019}s dog";
        let found: Vec<_> = name_words(text)
            .into_iter()
            .map(|word| (text[word.span.start as usize..word.span.end as usize].to_owned(), word.capitalised))
            .collect();
        let expected = [("I", true), ("met", false), ("Emma", true), ("dog", false)];
        assert_eq!(found, expected.map(|(word, capitalised)| (word.to_owned(), capitalised)));
    }

    #[test]
    fn a_name_inside_a_sentence_without_spaces_is_a_run_of_words() {
        let keys: Vec<String> = name_words("昨天张伟去了北京").into_iter().map(|word| word.key).collect();
        assert!(keys.join(" ").contains(&name_key("张伟")));
    }

    proptest! {
        #[test]
        fn spans_are_in_order_and_keys_are_stable(text in "\\PC{0,40}") {
            let found = name_words(&text);
            prop_assert!(found.windows(2).all(|pair| pair[0].span.start <= pair[1].span.start));
            for word in found {
                prop_assert!(text.get(word.span.start as usize..word.span.end as usize).is_some());
                prop_assert!(!word.key.is_empty());
            }
        }
    }
}
