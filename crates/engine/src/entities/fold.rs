//! Folding a word of a name: what hands leave out or write another way without meaning another name.
//!
//! Owns marks on letters and their expansions. Knows nothing of which words a name has.

use unicode_normalization::UnicodeNormalization;

/// A lower-case word without the marks that are left out on other keyboards: `é` is `e`, `ø` is `o`, `ß` is `ss`.
///
/// Only marks on Latin and Greek letters go, and the dots of Cyrillic `ё`: elsewhere a mark makes another letter (`й`, Devanagari
/// vowels). Katakana becomes Hiragana. Idempotent; O(n).
pub(super) fn fold(word: &str) -> String {
    if word.is_ascii() {
        return word.to_owned();
    }
    let mut out = String::with_capacity(word.len());
    let mut base = ' ';
    for c in word.nfd() {
        if matches!(c, '\u{300}'..='\u{36f}') {
            if base.is_ascii_alphabetic() || matches!(base, '\u{370}'..='\u{3ff}' | 'е') {
                continue;
            }
            out.push(c);
            continue;
        }
        base = c;
        match plain_letter(c) {
            Some(letters) => out.push_str(letters),
            None => out.push(hiragana(c)),
        }
    }
    out.nfc().collect()
}

/// The letters that stand for one that has no decomposition.
fn plain_letter(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ħ' => "h",
        'ı' => "i",
        'ə' => "a",
        _ => return None,
    })
}

fn hiragana(c: char) -> char {
    match c {
        '\u{30a1}'..='\u{30f6}' => char::from_u32(c as u32 - 0x60).unwrap_or(c),
        c => c,
    }
}

/// The word with its marked vowels written as two letters, as German and Nordic names are spelled on other keyboards:
/// `müller` is `mueller`. `None` where that changes nothing beyond [`fold`].
pub(super) fn expand(word: &str) -> Option<String> {
    if word.is_ascii() {
        return None;
    }
    let mut out = String::with_capacity(word.len() + 4);
    let mut is_expanded = false;
    for c in word.nfc() {
        let letters = match c {
            'ä' => "ae",
            'ö' | 'ø' => "oe",
            'ü' => "ue",
            'å' => "aa",
            c => {
                out.push(c);
                continue;
            }
        };
        is_expanded = true;
        out.push_str(letters);
    }
    is_expanded.then(|| fold(&out))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn marks_that_are_left_out_go_and_letters_stay() {
        for (word, folded) in [
            ("josé", "jose"),
            ("łódź", "lodz"),
            ("groß", "gross"),
            ("ёлкин", "елкин"),
            ("чайковский", "чайковский"),
            ("πλάτων", "πλατων"),
            ("サクラ", "さくら"),
            ("ガ", "が"),
            ("हिन्दी", "हिन्दी"),
            ("北京", "北京"),
        ] {
            assert_eq!(fold(word), folded, "{word}");
        }
        assert_eq!(expand("müller").as_deref(), Some("mueller"));
        assert_eq!(expand("jose\u{301}"), None);
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(word in "\\PC{0,20}") {
            let once = fold(&word);
            prop_assert_eq!(fold(&once), once);
        }
    }
}
