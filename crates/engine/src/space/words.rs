//! Words by which places are told from other names, and cues in front of them.
//!
//! Owns the lists, collected for this purpose. Knows nothing of how they are used.

/// Words that mean "somewhere in".
pub(super) const IN: &[&str] = &["across", "in", "inside", "throughout", "within", "en", "em"];
/// Words in front of a name that mean "not far from", folded to keys.
#[rustfmt::skip]
pub(super) const NEAR: &[&str] = &[
    "around", "beside", "close", "close to", "just outside", "near", "nearby", "near to", "next to", "outside", "outside of", "round",
    "in the vicinity of", "in the neighbourhood of", "in the neighborhood of", "in the surroundings of", "in the area of",
    "in der nahe von", "in der umgebung von", "im umkreis von", "nahe", "nahe bei", "rund um", "cerca de", "cerca del",
    "alrededor de", "en los alrededores de", "perto de", "pres de", "aux environs de", "aux alentours de", "autour de",
    "a proximite de", "vicino a", "nei pressi di",
];
/// Words in front of a name that mean "as near as can be", with the kilometres within which that is looked for. Chosen.
#[rustfmt::skip]
pub(super) const WIDELY_NEAR: &[(&str, f64)] = &[
    ("nearest", 100.0), ("nearest to", 100.0), ("closest to", 100.0), ("not far from", 80.0), ("not too far from", 80.0),
    ("a short drive from", 80.0), ("unweit von", 80.0), ("nicht weit von", 80.0), ("am nachsten an", 100.0),
    ("non loin de", 80.0), ("pas loin de", 80.0), ("no lejos de", 80.0), ("non lontano da", 80.0),
];
/// Words right behind a name that mean so, in scripts without spaces.
pub(super) const NEAR_BEHIND: &[&str] = &["附近", "周边", "周邊", "周围", "一带", "の近く", "近郊", "の周辺", "周辺"];
/// Words of a cue, at most.
pub(super) const CUE_WORDS_MAX: usize = 4;
/// Articles and question words of other languages, which the table knows as towns.
#[rustfmt::skip]
pub(super) const FOREIGN_WORDS: &[&str] = &[
    "un", "une", "uno", "una", "le", "la", "les", "lo", "il", "el", "los", "las", "des", "du", "der", "die", "das", "ein", "eine", "que",
    "quel", "quelle", "wo", "wer", "was", "wie", "wann", "ou", "et", "und", "y", "de", "en", "es", "si", "ich", "du", "je", "tu", "yo", "on",
    "nous", "wir", "sie", "este", "esta", "mon", "ma", "mes", "mi", "mein", "bei",
];
/// Words of going and coming: a person may stand behind them as well.
#[rustfmt::skip]
pub(super) const MOVE: &[&str] = &[
    "at", "explore", "explored", "exploring", "for", "from", "into", "leave", "leaving", "left", "reach", "reached", "through",
    "to", "tour", "toured", "toward", "towards", "via", "nach", "vers", "hacia", "desde", "visit", "visited", "visiting", "visits",
];
/// Words before "of" that make a place of what follows.
#[rustfmt::skip]
pub(super) const OF: &[&str] = &[
    "capital", "city", "coast", "east", "heart", "mayor", "metropolis", "middle", "north", "northeast", "northwest", "outskirts",
    "part", "people", "region", "south", "southeast", "southwest", "state", "streets", "suburb", "suburbs", "town", "village",
    "west",
];
/// Words that may stand between a cue and a name.
#[rustfmt::skip]
pub(super) const BETWEEN: &[&str] = &[
    "beautiful", "central", "downtown", "east", "eastern", "greater", "inner", "midtown", "nearby", "north", "northern", "old", "south",
    "southern", "sunny", "the", "west", "western",
];
/// Words after a name that make a building, a body or an event of it that stands there.
#[rustfmt::skip]
pub(super) const SITES: &[&str] = &[
    "airport", "area", "botanical", "bridge", "castle", "cathedral", "city", "county", "harbor", "harbour", "hospital",
    "marathon", "metro", "museum", "office", "opera", "station", "university", "zoo",
];
/// Names of places that are everyday words when written small, beyond the everyday words that the text module knows.
#[rustfmt::skip]
pub(super) const SMALL_WORDS: &[&str] = &[
    "along", "bar", "boom", "buffalo", "chad", "china", "columbus", "cork", "darwin", "eden", "enterprise", "essen", "ham",
    "hook", "jersey", "lima", "limerick", "male", "man", "marina", "moss", "nancy", "niger", "opportunity", "paradise",
    "phoenix", "salt", "san", "sandy", "split", "tours", "troy", "turkey", "van", "wells",
];
/// Names that people have more often than places are meant by them.
#[rustfmt::skip]
pub(super) const GIVEN: &[&str] = &[
    "adelaide", "albert", "alexandria", "alice", "alma", "angelina", "anna", "anthony", "antonio", "arnold", "ashley", "austin",
    "bradley", "brandon", "brooklyn", "bruce", "carmen", "carson", "chad", "charlotte", "chelsea", "chester", "clara",
    "clinton", "clayton", "clifton", "dale", "dallas", "darwin", "david", "davis", "denis", "diego", "douglas", "edison",
    "elena", "elizabeth", "elmira", "emmen", "eugene", "eva", "florence", "francisco", "gabriel", "gary", "georgetown",
    "georgia", "gloria", "grant", "harrison", "harvey", "helena", "henderson", "henry", "houston", "howard", "hudson", "imperia",
    "irvine", "irving", "isabela", "israel", "jackson", "jacksonville", "jasper", "jordan", "jose", "joseph", "juan",
    "julia", "kent", "laura", "lawrence", "lee", "leon", "leonardo", "lexington", "lincoln", "linda", "logan", "lorena", "lorenzo",
    "luis", "madison", "marina", "marion", "marshall", "martin", "mason", "maria", "mercedes", "miguel", "milan", "mira",
    "miranda", "monroe", "montgomery", "morgan", "morris", "nancy", "natalia", "nelson", "newton", "norman", "olga", "olivia", "orlando",
    "oscar", "parker", "paris", "paulo", "pedro", "phoenix", "porter", "ramona", "raymond", "regina", "renton", "rita", "robinson", "rosa",
    "roland", "roman", "roy", "salvador", "sandy", "santiago", "santa", "santo", "savannah", "selma", "sierra", "sofia", "sparks", "stanley",
    "sterling", "stuart", "sydney", "taylor", "theodore", "troy", "tyler", "valencia", "valentina", "vera", "vernon", "victor",
    "victoria", "vienna", "vincent", "virginia", "walker", "warren", "washington", "wayne", "wilson", "winston",
];
/// Kilometres of a unit of length.
#[rustfmt::skip]
pub(super) const UNITS: &[(&str, f64)] = &[
    ("km", 1.0), ("kms", 1.0), ("kilometer", 1.0), ("kilometers", 1.0), ("kilometre", 1.0), ("kilometres", 1.0),
    ("mi", 1.609_344), ("mile", 1.609_344), ("miles", 1.609_344), ("m", 0.001), ("meter", 0.001), ("meters", 0.001),
    ("metre", 0.001), ("metres", 0.001), ("nmi", 1.852),
];

/// True when a word stands in a list.
pub(super) fn is_in(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}
