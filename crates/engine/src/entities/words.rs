//! Words in names that say something about the bearer and are no part of the name: titles, legal forms, articles, numerals.
//!
//! Owns the lists, in the folded form of `fold`. Collected for this purpose from everyday use; knows nothing of comparing.

/// What a word says of somebody's sex, where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gender {
    /// She.
    Female,
    /// He.
    Male,
}

/// What a title before or after a name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Title {
    pub(super) gender: Option<Gender>,
    /// "Aunt Mary": another Mary than "Mary", as likely as not.
    pub(super) is_kin: bool,
}

const FEMALE: &[&str] = &[
    "mrs",
    "ms",
    "miss",
    "mistress",
    "madam",
    "frau",
    "fraulein",
    "mme",
    "madame",
    "mlle",
    "mademoiselle",
    "senora",
    "senorita",
    "sra",
    "srta",
    "dona",
    "dame",
    "lady",
    "queen",
    "princess",
    "duchess",
    "countess",
    "signora",
    "sig.ra",
    "pani",
    "госпожа",
    "г-жа",
    "baroness",
    "empress",
];
const MALE: &[&str] = &[
    "mr",
    "mister",
    "herr",
    "herrn",
    "monsieur",
    "senor",
    "don",
    "sir",
    "lord",
    "king",
    "prince",
    "duke",
    "count",
    "signor",
    "pan",
    "господин",
    "pope",
    "baron",
    "emperor",
];
const NEUTRAL: &[&str] = &[
    "dr",
    "doctor",
    "doktor",
    "prof",
    "professor",
    "professeur",
    "profesor",
    "rev",
    "reverend",
    "father",
    "judge",
    "justice",
    "president",
    "senator",
    "governor",
    "mayor",
    "captain",
    "capt",
    "sgt",
    "sergeant",
    "lt",
    "lieutenant",
    "major",
    "colonel",
    "col",
    "general",
    "gen",
    "admiral",
    "minister",
    "chancellor",
    "ing",
    "mag",
    "dipl",
    "rabbi",
    "imam",
    "saint",
    "dra",
    "docteur",
    "mx",
    "доктор",
    "профессор",
    "hon",
    "honourable",
    "honorable",
    "coach",
    "chef",
];
const KIN_FEMALE: &[&str] =
    &["aunt", "auntie", "tante", "tia", "grandma", "granny", "oma", "abuela", "mamie", "nana", "тетя", "sister"];
const KIN_MALE: &[&str] =
    &["uncle", "onkel", "oncle", "tio", "grandpa", "opa", "abuelo", "papi", "дядя", "brother", "granddad"];

/// What a word before a name says as a title.
///
/// `m` and `sr` are titles only with another word behind them; the caller sees to that.
pub(super) fn title(word: &str) -> Option<Title> {
    let of = |gender, is_kin| Some(Title { gender, is_kin });
    match word {
        "m" | "sr" => return of(Some(Gender::Male), false),
        _ => {}
    }
    if FEMALE.contains(&word) {
        of(Some(Gender::Female), false)
    } else if MALE.contains(&word) {
        of(Some(Gender::Male), false)
    } else if NEUTRAL.contains(&word) {
        of(None, false)
    } else if KIN_FEMALE.contains(&word) {
        of(Some(Gender::Female), true)
    } else if KIN_MALE.contains(&word) {
        of(Some(Gender::Male), true)
    } else {
        None
    }
}

/// Degrees and orders behind a name.
pub(super) fn is_degree(word: &str) -> bool {
    ["phd", "md", "dphil", "msc", "bsc", "mba", "esq", "esquire", "obe", "mbe", "cbe", "jd", "dds", "rn"]
        .contains(&word)
}

/// Forms of address glued to a name that is written without spaces, longest first.
pub(super) const GLUED_TITLES: &[&str] =
    &["선생님", "ちゃん", "先生", "さん", "さま", "くん", "女士", "小姐", "様", "君", "氏", "님", "씨"];
/// Legal forms glued to a name that is written without spaces, longest first.
pub(super) const GLUED_FORMS: &[&str] =
    &["股份有限公司", "有限责任公司", "株式会社", "有限会社", "有限公司", "合同会社", "주식회사"];

/// The family of a legal form: two names with two different ones are two companies.
pub(super) fn legal_form(word: &str) -> Option<&'static str> {
    const FORMS: &[(&str, &[&str])] = &[
        ("inc", &["inc", "incorporated", "corp", "corporation"]),
        ("co", &["co", "company", "cie"]),
        ("ltd", &["ltd", "limited", "plc", "pty", "pte"]),
        ("llc", &["llc", "llp", "lllp"]),
        ("gmbh", &["gmbh", "ggmbh", "mbh"]),
        ("ag", &["ag"]),
        ("kg", &["kg", "ohg", "ug", "ev"]),
        ("se", &["se"]),
        ("sa", &["sa", "sas", "sarl", "srl", "spa", "slu", "sau"]),
        ("bv", &["bv", "nv"]),
        ("ab", &["ab", "oy", "oyj", "asa", "aps"]),
        ("ooo", &["ооо", "оао", "зао", "ооо", "пао"]),
    ];
    FORMS.iter().find(|(_, words)| words.contains(&word)).map(|(family, _)| *family)
}

/// Articles that come and go before a name.
pub(super) fn is_article(word: &str) -> bool {
    ["the", "der", "die", "das", "les"].contains(&word)
}

/// Words that join, written as a sign or left out as often as not.
pub(super) fn is_joint(word: &str) -> bool {
    ["and", "und", "et", "y"].contains(&word)
}

/// Short words that acronyms skip.
pub(super) fn is_small(word: &str) -> bool {
    [
        "of", "the", "and", "for", "in", "on", "de", "la", "du", "des", "der", "die", "und", "fur", "et", "y", "del",
        "to", "a",
    ]
    .contains(&word)
}

/// Trades that stand before a name as a title does, in talk of somebody known by the trade.
pub(super) fn is_trade(word: &str) -> bool {
    [
        "nurse",
        "officer",
        "detective",
        "inspector",
        "sheriff",
        "chief",
        "farmer",
        "baker",
        "waiter",
        "driver",
        "agent",
        "teacher",
    ]
    .contains(&word)
}

/// Words that belong to the surname behind them.
pub(super) fn is_particle(word: &str) -> bool {
    [
        "van", "von", "de", "da", "di", "du", "del", "della", "der", "den", "la", "le", "dos", "ter", "ten", "bin",
        "ibn", "al", "el", "zu", "mac",
    ]
    .contains(&word)
}

/// Words that say what kind of thing it is, at the end of a name and left out in talk. Only a proposal follows from them:
/// Oklahoma is not Oklahoma City.
pub(super) fn is_generic(word: &str) -> bool {
    [
        "university",
        "universitat",
        "college",
        "institute",
        "group",
        "holding",
        "airlines",
        "airport",
        "museum",
        "foundation",
        "school",
        "team",
        "department",
        "app",
        "project",
        "language",
        "festival",
        "conference",
        "city",
        "island",
        "river",
        "lake",
        "street",
        "station",
        "hospital",
        "library",
        "bank",
        "hotel",
        "restaurant",
        "framework",
    ]
    .contains(&word)
}

/// One spelling for words that are written in two ways.
pub(super) fn spelled(word: &str) -> Option<&'static str> {
    const SPELLINGS: &[(&str, &str)] = &[
        ("behaviour", "behavior"),
        ("behavioural", "behavioral"),
        ("catalogue", "catalog"),
        ("centre", "center"),
        ("colour", "color"),
        ("defence", "defense"),
        ("favourite", "favorite"),
        ("fibre", "fiber"),
        ("grey", "gray"),
        ("harbour", "harbor"),
        ("honour", "honor"),
        ("jewellery", "jewelry"),
        ("labour", "labor"),
        ("licence", "license"),
        ("mt", "mount"),
        ("neighbourhood", "neighborhood"),
        ("organisation", "organization"),
        ("organisational", "organizational"),
        ("programme", "program"),
        ("sankt", "saint"),
        ("st", "saint"),
        ("theatre", "theater"),
        ("travelling", "traveling"),
    ];
    SPELLINGS.binary_search_by(|(from, _)| (*from).cmp(word)).ok().map(|at| SPELLINGS[at].1)
}

/// The digits of a number word, an ordinal or a Roman numeral of two letters and more.
///
/// A single letter is a letter (Model X, Malcolm X); names of persons and events read `i`, `v` and `x` themselves.
pub(super) fn digits(word: &str) -> Option<&'static str> {
    const NUMBERS: &[(&str, &[&str])] = &[
        ("1", &["one", "1st", "first"]),
        ("2", &["two", "ii", "2nd", "second"]),
        ("3", &["three", "iii", "3rd", "third"]),
        ("4", &["four", "iv", "4th", "fourth"]),
        ("5", &["five", "5th", "fifth"]),
        ("6", &["six", "vi", "6th", "sixth"]),
        ("7", &["seven", "vii", "7th", "seventh"]),
        ("8", &["eight", "viii", "8th", "eighth"]),
        ("9", &["nine", "ix", "9th", "ninth"]),
        ("10", &["ten", "10th", "tenth"]),
        ("11", &["eleven", "xi"]),
        ("12", &["twelve", "xii"]),
        ("13", &["xiii"]),
        ("14", &["xiv"]),
        ("15", &["xv"]),
        ("16", &["xvi"]),
        ("17", &["xvii"]),
        ("18", &["xviii"]),
        ("19", &["xix"]),
        ("20", &["xx"]),
        ("21", &["xxi"]),
        ("22", &["xxii"]),
        ("23", &["xxiii"]),
    ];
    NUMBERS.iter().find(|(_, words)| words.contains(&word)).map(|(digits, _)| *digits)
}

/// The digits of a single-letter Roman numeral, where the place says that it is one.
pub(super) fn letter_digits(word: &str) -> Option<&'static str> {
    match word {
        "i" => Some("1"),
        "v" => Some("5"),
        "x" => Some("10"),
        _ => None,
    }
}

/// Everyday nouns that are famous names as well.
#[rustfmt::skip]
const TWO_LIVES: &[&str] = &[
    "alphabet", "amazon", "apple", "apples", "arrow", "atom", "blackberry", "boots", "caterpillar", "china",
    "chrome", "corona", "cursor", "discord", "dove", "eclipse", "edge", "excel", "flask", "fox", "galaxy",
    "gap", "gem", "go", "jaguar", "java", "jordan", "lambda", "mars", "mercury", "meta", "monday", "nest",
    "notion", "office", "oracle", "orange", "oranges", "outlook", "pages", "pandas", "polish", "puma",
    "python", "rainbow", "react", "ruby", "rust", "safari", "shell", "signal", "slack", "snap", "spark",
    "spring", "sprint", "square", "stripe", "subway", "sun", "swift", "target", "teams", "turkey", "twitter",
    "uber", "virgin", "visa", "windows", "word", "zoom",
];

/// In small letters the word means the thing, and with a capital a name.
pub(super) fn has_two_lives(word: &str) -> bool {
    TWO_LIVES.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_folded_and_say_one_thing() {
        let titles: Vec<&str> = [FEMALE, MALE, NEUTRAL, KIN_FEMALE, KIN_MALE].concat();
        for word in &titles {
            assert_eq!(&super::super::fold::fold(word), word);
            assert_eq!(titles.iter().filter(|other| *other == word).count(), 1, "{word}");
        }
        assert_eq!(spelled("centre"), Some("center"));
        assert_eq!(spelled("travelling"), Some("traveling"));
        assert_eq!(digits("xiv"), Some("14"));
        assert_eq!(digits("x"), None);
        assert_eq!(legal_form("incorporated"), legal_form("corp"));
    }
}
