//! Which kind of writing a character belongs to, and a language guess by script alone.
//!
//! Owns the code point ranges. Knows nothing of words, stems or terms.

use unicode_normalization::char::is_combining_mark;

/// How the tokenizer treats a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A letter of the Latin script, or a mark that joins one.
    Latin,
    /// A letter, mark or number of any other script that separates words by spaces.
    Other,
    /// A decimal digit `0-9`.
    Digit,
    /// Han, Kana, Hangul: written without spaces or, in Korean, with clitics glued on.
    Cjk,
    /// Thai, Lao, Khmer, Burmese: no spaces, and vowels that attach to a consonant.
    Cluster,
    /// Spaces, punctuation, symbols.
    None,
}

impl Class {
    /// The class of one character; ASCII is decided without a table.
    pub(super) fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Latin,
            '0'..='9' => Self::Digit,
            '\0'..='\x7f' => Self::None,
            _ => Self::beyond_ascii(c),
        }
    }

    fn beyond_ascii(c: char) -> Self {
        if is_cjk(c) {
            return Self::Cjk;
        }
        if !(c.is_alphanumeric() || is_combining_mark(c)) {
            return Self::None;
        }
        match c as u32 {
            0x00AA..=0x024F | 0x0300..=0x036F | 0x1E00..=0x1EFF | 0x2C60..=0x2C7F | 0xA720..=0xA7FF => Self::Latin,
            0x0E00..=0x0EFF
            | 0x1000..=0x109F
            | 0x1780..=0x17FF
            | 0x1980..=0x19DF
            | 0x1A20..=0x1AAF
            | 0xA9E0..=0xA9FF
            | 0xAA60..=0xAA7F => Self::Cluster,
            _ => Self::Other,
        }
    }

    /// Letters and digits that make up space-separated words.
    pub(super) fn in_word(self) -> bool {
        matches!(self, Self::Latin | Self::Other | Self::Digit)
    }
}

/// Letters of Han, Kana, Bopomofo and Hangul; their punctuation is not included.
pub(super) fn is_cjk(c: char) -> bool {
    matches!(c as u32,
        0x1100..=0x11FF | 0x3005..=0x3007 | 0x3021..=0x3029 | 0x3031..=0x3035 | 0x3041..=0x3096 | 0x3099..=0x309F
        | 0x30A1..=0x30FA | 0x30FC..=0x30FF | 0x3105..=0x312F | 0x3131..=0x318E | 0x31A0..=0x31BF
        | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xA960..=0xA97C | 0xAC00..=0xD7FB
        | 0xF900..=0xFAFF | 0xFF66..=0xFF9F | 0x1AFF0..=0x1B16F | 0x20000..=0x3FFFD)
}

/// A text of one run of a script that does not put spaces between words: Han, Kana, Hangul, Thai, Lao, Khmer, Burmese. Somebody
/// who asks with it alone asks for what holds it.
pub fn is_unspaced(text: &str) -> bool {
    let mut classes = text.chars().map(Class::of);
    let first = classes.next();
    matches!(first, Some(Class::Cjk | Class::Cluster)) && classes.all(|class| Some(class) == first)
}

/// Scripts that name a language well enough, as (first, last, language), in code point order.
///
/// Where one script serves many languages the most written one stands for it; [`language`] refines Arabic and Cyrillic.
const LANGUAGES: [(u32, u32, &str); 27] = [
    (0x0370, 0x03FF, "el"),
    (0x0400, 0x052F, "ru"),
    (0x0530, 0x058F, "hy"),
    (0x0590, 0x05FF, "he"),
    (0x0600, 0x077F, "ar"),
    (0x0900, 0x097F, "hi"),
    (0x0980, 0x09FF, "bn"),
    (0x0A00, 0x0A7F, "pa"),
    (0x0A80, 0x0AFF, "gu"),
    (0x0B00, 0x0B7F, "or"),
    (0x0B80, 0x0BFF, "ta"),
    (0x0C00, 0x0C7F, "te"),
    (0x0C80, 0x0CFF, "kn"),
    (0x0D00, 0x0D7F, "ml"),
    (0x0D80, 0x0DFF, "si"),
    (0x0E00, 0x0E7F, "th"),
    (0x0E80, 0x0EFF, "lo"),
    (0x0F00, 0x0FFF, "bo"),
    (0x1000, 0x109F, "my"),
    (0x10A0, 0x10FF, "ka"),
    (0x1100, 0x11FF, "ko"),
    (0x1200, 0x139F, "am"),
    (0x1780, 0x17FF, "km"),
    (0x1F00, 0x1FFF, "el"),
    (0x3041, 0x30FF, "ja"),
    (0x3400, 0x9FFF, "zh"),
    (0xAC00, 0xD7FB, "ko"),
];

/// The language of a text as an ISO 639-1 code, if its script gives it away; `None` for Latin script and for no letters.
///
/// The script with the most letters wins and has to outnumber the Latin letters; any Kana beside Han means Japanese.
/// One pass, no model. Arabic script is refined to `fa` and Cyrillic to `uk` by letters that only those use.
pub fn language(text: &str) -> Option<&'static str> {
    let mut counts = [0usize; LANGUAGES.len()];
    let (mut latin, mut persian, mut ukrainian) = (0usize, 0usize, 0usize);
    for c in text.chars() {
        if c.is_ascii() {
            latin += usize::from(c.is_ascii_alphabetic());
            continue;
        }
        let code = c as u32;
        let idx = LANGUAGES.partition_point(|&(_, last, _)| last < code);
        match LANGUAGES.get(idx) {
            Some(&(first, ..)) if first <= code => {
                counts[idx] += usize::from(c.is_alphabetic());
                persian += usize::from(matches!(c, 'پ' | 'چ' | 'ژ' | 'گ'));
                ukrainian += usize::from(matches!(c, 'і' | 'ї' | 'є' | 'ґ' | 'І' | 'Ї' | 'Є' | 'Ґ'));
            }
            _ => latin += usize::from(Class::of(c) == Class::Latin),
        }
    }
    let count =
        |wanted: &str| -> usize { (0..counts.len()).filter(|&i| LANGUAGES[i].2 == wanted).map(|i| counts[i]).sum() };
    let (kana, han) = (count("ja"), count("zh"));
    let mut best = (0, "");
    for &(_, _, code) in &LANGUAGES {
        let n_letters = match code {
            "ja" if kana > 0 => kana + han,
            other => count(other),
        };
        if n_letters > best.0 {
            best = (n_letters, code);
        }
    }
    // A letter of an alphabet weighs as much as a letter; a Han character is about a word of three letters.
    let weight = if matches!(best.1, "zh" | "ja" | "ko") { 3 } else { 1 };
    if best.0 * weight <= latin {
        return None;
    }
    match best.1 {
        "ar" if persian > 0 => Some("fa"),
        "ru" if ukrainian > 0 => Some("uk"),
        code => Some(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_names_the_language() {
        for (text, expected) in [
            ("城市交通规划正在调整", Some("zh")),
            ("東京に行きました", Some("ja")),
            ("서울에 갔어요", Some("ko")),
            ("ฉันชอบกาแฟ", Some("th")),
            ("أحب القهوة", Some("ar")),
            ("من چای را دوست دارم گرم", Some("fa")),
            ("मुझे चाय पसंद है", Some("hi")),
            ("я люблю чай", Some("ru")),
            ("я люблю її чай", Some("uk")),
            ("μου αρέσει", Some("el")),
            ("אני אוהב", Some("he")),
            ("I like tea", None),
            ("J'aime le thé", None),
            ("I said 你好 to everybody in the room", None),
            ("我用 Docker 部署", Some("zh")),
            ("", None),
            ("123 !?", None),
        ] {
            assert_eq!(language(text), expected, "{text}");
        }
    }

    #[test]
    fn one_run_without_spaces() {
        for text in ["도자기", "마", "มะม่วง", "น้ำ", "抹茶", "コーヒー"] {
            assert!(is_unspaced(text), "{text}");
        }
        for text in ["", "tea", "도자기 마을", "часы", "抹茶?", "Tokyo横浜", "น้ำ7"] {
            assert!(!is_unspaced(text), "{text}");
        }
    }

    #[test]
    fn ranges_are_in_order_so_that_the_search_finds_them() {
        assert!(LANGUAGES.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    #[test]
    fn classes_follow_the_writing_system() {
        for (c, class) in [
            ('é', Class::Latin),
            ('ß', Class::Latin),
            ('я', Class::Other),
            ('ा', Class::Other),
            ('の', Class::Cjk),
            ('ー', Class::Cjk),
            ('々', Class::Cjk),
            ('한', Class::Cjk),
            ('・', Class::None),
            ('。', Class::None),
            ('ก', Class::Cluster),
            ('ั', Class::Cluster),
            ('7', Class::Digit),
            ('😀', Class::None),
        ] {
            assert_eq!(Class::of(c), class, "{c}");
        }
    }
}
