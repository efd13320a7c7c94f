//! The key under which transliterations of one word meet: Чайковский, Tchaikovsky and Tschaikowski.
//!
//! Owns reading a word of any alphabet it knows as a string of sounds. Latin letters are read as English, German and French
//! spell foreign names, since nobody says which of them a writer follows; two words meet when any two readings agree. Knows
//! nothing of whole names. Han and Hangul have no reading here: names in them meet by the list of `listed`.

use super::fold::fold;

/// Shortest reading that says anything, in sounds. Chosen: three sounds are shared by half a telephone book.
const READING_LEN_MIN: usize = 3;
/// Shortest reading under which two Latin words meet, in sounds. Chosen.
const LATIN_LEN_MIN: usize = 4;

/// How a word can be read, sorted, at most three; empty for scripts without a reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sounds {
    readings: Vec<String>,
    is_latin: bool,
    /// Ends as names do that were first written in Cyrillic.
    is_slavic: bool,
}

impl Sounds {
    /// Of one lower-case word as `fold` leaves it.
    pub(super) fn of(word: &str) -> Self {
        let Some(first) = word.chars().find(|c| c.is_alphabetic()) else { return Self::default() };
        let mut readings = match first as u32 {
            0..=0x24F | 0x1E00..=0x1EFF => {
                [ENGLISH, GERMAN, FRENCH].iter().map(|rules| settle(&replace(word, rules))).collect()
            }
            0x400..=0x4FF => cyrillic(word),
            0x370..=0x3FF => vec![settle(&replace(word, GREEK))],
            0x3041..=0x3096 => vec![settle(&replace(&kana(word), ENGLISH))],
            _ => Vec::new(),
        };
        readings.retain(|reading| reading.chars().count() >= READING_LEN_MIN && reading.is_ascii());
        readings.sort_unstable();
        readings.dedup();
        let is_latin = word.is_ascii();
        Self { readings, is_latin, is_slavic: is_latin && ENDINGS.iter().any(|ending| word.ends_with(ending)) }
    }

    /// Whether two words can be one word carried over from script to script. Symmetric.
    ///
    /// Two words in Latin letters have to look like names that were carried over, else Jon would be Ion.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let shared = self.readings.iter().filter(|reading| other.readings.contains(*reading));
        match (self.is_latin, other.is_latin) {
            (true, true) => {
                self.is_slavic && other.is_slavic && shared.into_iter().any(|reading| reading.len() >= LATIN_LEN_MIN)
            }
            (false, false) => false,
            _ => shared.into_iter().next().is_some(),
        }
    }

    /// The readings.
    pub(super) fn readings(&self) -> &[String] {
        &self.readings
    }
}

/// Endings of Slavic names in Latin letters.
const ENDINGS: &[&str] = &[
    "skij", "skiy", "skii", "sky", "ski", "skaya", "skaja", "skaia", "ov", "ow", "off", "ev", "ew", "eff", "ova",
    "owa", "eva", "ewa", "vich", "vitch", "witsch", "witch", "wicz", "enko", "stoy", "stoi", "stoj",
];

type Rules = &'static [(&'static str, &'static str)];

/// Letters and the sounds they stand for, longest first; what is in no rule stands for itself. Capitals are sounds of two letters:
/// C as in church, S as in ship, Z as in measure, H as in loch.
const ENGLISH: Rules = &[
    ("shch", "S"),
    ("sch", "S"),
    ("tch", "C"),
    ("ch", "C"),
    ("sh", "S"),
    ("zh", "Z"),
    ("kh", "H"),
    ("ph", "f"),
    ("th", "t"),
    ("ts", "c"),
    ("tz", "c"),
    ("ck", "k"),
    ("ff", "v"),
    ("ss", "s"),
    ("qu", "kv"),
    ("q", "k"),
    ("x", "ks"),
    ("w", "v"),
    ("h", "H"),
    ("c", "k"),
];
const GERMAN: Rules = &[
    ("schtsch", "S"),
    ("tsch", "C"),
    ("sch", "S"),
    ("ch", "H"),
    ("ph", "f"),
    ("th", "t"),
    ("tz", "c"),
    ("ts", "c"),
    ("ck", "k"),
    ("ff", "v"),
    ("ss", "s"),
    ("qu", "kv"),
    ("x", "ks"),
    ("w", "v"),
    ("z", "c"),
    ("h", "H"),
    ("c", "k"),
];
const FRENCH: Rules = &[
    ("chtch", "S"),
    ("tch", "C"),
    ("ch", "S"),
    ("kh", "H"),
    ("ph", "f"),
    ("th", "t"),
    ("ts", "c"),
    ("ou", "u"),
    ("ff", "v"),
    ("ss", "s"),
    ("qu", "k"),
    ("x", "ks"),
    ("w", "v"),
    ("j", "Z"),
    ("h", "H"),
    ("c", "k"),
];
const GREEK: Rules = &[
    ("ου", "u"),
    ("αι", "e"),
    ("ει", "i"),
    ("οι", "i"),
    ("μπ", "b"),
    ("ντ", "d"),
    ("γκ", "g"),
    ("ευ", "ev"),
    ("αυ", "av"),
    ("α", "a"),
    ("β", "v"),
    ("γ", "g"),
    ("δ", "d"),
    ("ε", "e"),
    ("ζ", "z"),
    ("η", "i"),
    ("θ", "t"),
    ("ι", "i"),
    ("κ", "k"),
    ("λ", "l"),
    ("μ", "m"),
    ("ν", "n"),
    ("ξ", "ks"),
    ("ο", "o"),
    ("π", "p"),
    ("ρ", "r"),
    ("σ", "s"),
    ("τ", "t"),
    ("υ", "i"),
    ("φ", "f"),
    ("χ", "H"),
    ("ψ", "ps"),
    ("ω", "o"),
];

fn replace(word: &str, rules: Rules) -> String {
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        if let Some((from, to)) = rules.iter().find(|(from, _)| rest.starts_with(from)) {
            out.push_str(to);
            rest = &rest[from.len()..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// Cyrillic of Russian and Ukrainian. `ё` is written `e` as often as `o`, and the fold took its dots.
fn cyrillic(word: &str) -> Vec<String> {
    let mut sounds = String::with_capacity(word.len());
    for c in word.chars() {
        sounds.push_str(match c {
            'а' => "a",
            'б' => "b",
            'в' => "v",
            'г' | 'ґ' => "g",
            'д' => "d",
            'е' | 'э' | 'є' | 'ё' => "e",
            'ж' => "Z",
            'з' => "z",
            'и' | 'й' | 'і' | 'ї' | 'ы' => "i",
            'к' => "k",
            'л' => "l",
            'м' => "m",
            'н' => "n",
            'о' => "o",
            'п' => "p",
            'р' => "r",
            'с' => "s",
            'т' => "t",
            'у' => "u",
            'ф' => "f",
            'х' => "H",
            'ц' => "c",
            'ч' => "C",
            'ш' | 'щ' => "S",
            'ю' => "iu",
            'я' => "ia",
            'ъ' | 'ь' => "",
            // Belarusian, Serbian and others: no reading rather than a wrong one.
            _ => return Vec::new(),
        });
    }
    let mut readings = vec![settle(&sounds.replace("ss", "s"))];
    if let Some(rest) = sounds.strip_prefix('e') {
        readings.push(settle(&format!("o{rest}")));
    }
    readings
}

/// Hiragana in Hepburn letters. Long vowels are short, as most people write them.
fn kana(word: &str) -> String {
    const SYLLABLES: &str = "あaいiうuえeおoかkaきkiくkuけkeこkoさsaしshiすsuせseそsoたtaちchiつtsuてteとtoなnaにniぬnuねneのnoはhaひhiふfu\
へheほhoまmaみmiむmuめmeもmoやyaゆyuよyoらraりriるruれreろroわwaをoんnがgaぎgiぐguげgeごgoざzaじjiずzuぜzeぞzoだdaぢjiづzuでde\
どdoばbaびbiぶbuべbeぼboぱpaぴpiぷpuぺpeぽpo";
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        let small = match c {
            'ゃ' => Some("ya"),
            'ゅ' => Some("yu"),
            'ょ' => Some("yo"),
            _ => None,
        };
        if let Some(glide) = small {
            // `ki` and small `ya` are `kya`; after `sh`, `ch` and `j` the glide is heard already.
            if out.ends_with('i') {
                out.pop();
            }
            let is_heard = out.ends_with("sh") || out.ends_with("ch") || out.ends_with('j');
            out.push_str(if is_heard { &glide[1..] } else { glide });
        } else if let Some((_, rest)) = SYLLABLES.split_once(c).filter(|_| !c.is_ascii()) {
            out.extend(rest.chars().take_while(char::is_ascii));
        } else if !matches!(c, 'っ' | 'ー') {
            out.push(c);
        }
    }
    out.replace("ou", "o").replace("oo", "o").replace("uu", "u")
}

/// What all readings have in common: glides before vowels go, `y` and `j` are `i`, one ending for `-off`, `-ow` and `-ov`.
fn settle(sounds: &str) -> String {
    let letters: Vec<char> = sounds.chars().map(|c| if matches!(c, 'y' | 'j') { 'i' } else { c }).collect();
    let mut out = String::with_capacity(letters.len());
    for (at, &c) in letters.iter().enumerate() {
        let next = letters.get(at + 1).copied();
        let is_glide = c == 'i' && next.is_some_and(|next| matches!(next, 'a' | 'e' | 'o' | 'u' | 'i'));
        if !is_glide {
            out.push(c);
        }
    }
    // After a hiss `ё` is written o or e.
    for hiss in ["C", "S", "Z"] {
        out = out.replace(&format!("{hiss}ov"), &format!("{hiss}ev"));
    }
    out
}

/// Whether two words differ by how marked vowels are spelled: `müller` and `mueller`. Symmetric.
pub(super) fn is_respelled(a: &str, b: &str) -> bool {
    let expand = super::fold::expand;
    match (expand(a), expand(b)) {
        (Some(a), None) => a == fold(b),
        (None, Some(b)) => b == fold(a),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meets(a: &str, b: &str) -> bool {
        let (a, b) = (Sounds::of(&fold(a)), Sounds::of(&fold(b)));
        assert_eq!(a.meets(&b), b.meets(&a));
        a.meets(&b)
    }

    #[test]
    fn words_carried_from_script_to_script_meet() {
        for (a, b) in [
            ("чайковский", "tchaikovsky"),
            ("tschaikowski", "tchaikovsky"),
            ("чехов", "tschechow"),
            ("чехов", "tchekhov"),
            ("ёлкин", "yolkin"),
            ("хрущёв", "khrushchev"),
            ("мария", "maria"),
            ("достоевский", "dostojewski"),
            ("rachmaninoff", "rachmaninov"),
            ("σωκράτησ", "sokratis"),
            ("さとう", "sato"),
            ("きょうと", "kyoto"),
        ] {
            assert!(meets(a, b), "{a} {b}: {:?} {:?}", Sounds::of(&fold(a)), Sounds::of(&fold(b)));
        }
    }

    #[test]
    fn other_words_do_not() {
        for (a, b) in [
            ("иван", "pavel"),
            ("jon", "ion"),
            ("meyer", "meier"),
            ("ivanov", "ivanova"),
            ("павлов", "pavlova"),
            ("чехов", "чехова"),
            ("北京", "nanjing"),
        ] {
            assert!(!meets(a, b), "{a} {b}");
        }
        assert!(is_respelled("müller", "mueller") && is_respelled("mueller", "müller"));
        assert!(!is_respelled("muller", "mueller"));
    }
}
