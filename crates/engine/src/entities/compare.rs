//! Two names side by side: what speaks for one thing, and how much.
//!
//! Owns the rules and their scores. It looks at two names and nothing else; whether others fit as well is `decide`'s business.

use super::form::{Case, NameForm, Word};
use super::given;
use super::keys::SLIP_LEN_MIN;
use super::sound;
use super::words;
use crate::model::EntityKind;
use crate::text;

/// What speaks for two names being one thing. The closed list that is stored with a merge and with a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Evidence {
    /// The same name, letter by letter.
    Exact,
    /// The same name as an alias, letter by letter.
    Alias,
    /// The same but for capitals, spaces, marks, punctuation, legal form, article, British spelling.
    Normalised,
    /// The same but for a title.
    Honorific,
    /// Both stand in the list of names that mean one thing.
    Listed,
    /// The first letters of the other.
    Acronym,
    /// The same in another alphabet, or in another spelling of it.
    Transliteration,
    /// A given name and its short form.
    Diminutive,
    /// Initials for names, or a middle name left out.
    Initials,
    /// A slip of the pen.
    Typo,
    /// A word of the other's name.
    Containment,
    /// What they are to somebody.
    Role,
}

impl Evidence {
    /// The stored and printed name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Alias => "alias",
            Self::Normalised => "normalised",
            Self::Honorific => "honorific",
            Self::Listed => "listed",
            Self::Acronym => "acronym",
            Self::Transliteration => "transliteration",
            Self::Diminutive => "diminutive",
            Self::Initials => "initials",
            Self::Typo => "typo",
            Self::Containment => "containment",
            Self::Role => "role",
        }
    }
}

/// What a comparison found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Likeness {
    pub(super) by: Evidence,
    /// In `[0, 1]`; only the order and the distances mean something.
    pub(super) score: f32,
    /// Enough for one thing, where nothing else is as like.
    pub(super) is_sure: bool,
}

/// Scores of what is as good as the name itself. Chosen: an alias is a rival to a name, another spelling of one is not.
const EXACT: f32 = 1.0;
const NORMALISED: f32 = 0.9;
const LISTED: f32 = 0.88;
/// Score of what holds only as long as nobody else fits; all of one band, so that each is a rival to each. Chosen.
const UNIQUE: f32 = 0.75;
/// Score of what is proposed and never joined. Chosen.
const PROPOSED: f32 = 0.6;

const fn sure(by: Evidence, score: f32) -> Likeness {
    Likeness { by, score, is_sure: true }
}

const fn proposed(by: Evidence) -> Likeness {
    Likeness { by, score: PROPOSED, is_sure: false }
}

/// What speaks for two names being one thing; `None` when nothing does or something speaks against it. Symmetric. Cost: O(length).
pub(super) fn compare(a: &NameForm, b: &NameForm) -> Option<Likeness> {
    if are_two_things(a, b) {
        return None;
    }
    if a.written == b.written {
        return Some(sure(Evidence::Exact, EXACT));
    }
    if a.is_opaque() || b.is_opaque() || a.numbers != b.numbers {
        return None;
    }
    if let Some(found) = listed(a, b).filter(|_| a.joined != b.joined || a.core.len() != b.core.len()) {
        return Some(found);
    }
    let found = same_words(a, b).or_else(|| other_words(a, b))?;
    let is_told_apart = a.generation != b.generation || a.qualifier.is_some() != b.qualifier.is_some();
    if is_told_apart { Some(proposed(found.by)) } else { Some(found) }
}

/// What makes two things of two names however like they are.
fn are_two_things(a: &NameForm, b: &NameForm) -> bool {
    let differ = |a: Option<&str>, b: Option<&str>| matches!((a, b), (Some(a), Some(b)) if a != b);
    a.signs != b.signs
        || differ(a.qualifier.as_deref(), b.qualifier.as_deref())
        || matches!((a.generation, b.generation), (Some(a), Some(b)) if a != b)
        || matches!((gender(a), gender(b)), (Some(a), Some(b)) if a != b)
        || is_noun_of(a, b)
        || is_noun_of(b, a)
}

fn gender(form: &NameForm) -> Option<words::Gender> {
    form.title.and_then(|title| title.gender)
}

/// The first is an everyday noun in small letters, and the second a name that looks like it: "an apple", "it", "who".
fn is_noun_of(noun: &NameForm, name: &NameForm) -> bool {
    let [word] = noun.core.as_slice() else { return false };
    let is_noun = words::has_two_lives(&word.text) || text::is_everyday(&word.text) || text::is_stop_word(&word.text);
    let is_acronym = name.case == Case::Upper && noun.case != Case::Upper && text::is_stop_word(&word.text);
    is_noun && (is_acronym || noun.case == Case::Lower && name.case != Case::Lower && noun.kind != name.kind)
}

/// The same words, whatever stands around them.
fn same_words(a: &NameForm, b: &NameForm) -> Option<Likeness> {
    let is_spaced = a.core.len() != b.core.len();
    let is_joined = a.joined == b.joined && (!is_spaced || can_be_joined(a, b));
    let is_owner = a.core.len() == b.core.len()
        && a.kind != EntityKind::Person
        && b.kind != EntityKind::Person
        && a.core.iter().zip(&b.core).all(|(a, b)| a.text == b.text || owns(a, b) || owns(b, a));
    if !is_joined && !is_owner {
        return None;
    }
    if matches!((a.legal, b.legal), (Some(a), Some(b)) if a != b) {
        return Some(proposed(Evidence::Normalised));
    }
    // Newport is not New Port, and St. John is not St. John's: places keep what a hand leaves out elsewhere.
    let is_place = [a, b].iter().any(|form| form.kind == EntityKind::Location);
    let last_owns = |form: &NameForm| form.core.last().is_some_and(|word| word.is_owner);
    if is_place && (is_spaced && !is_hyphen(a, b) || is_joined && last_owns(a) != last_owns(b)) {
        return Some(proposed(Evidence::Normalised));
    }
    // In small letters and of no known kind it may be the noun.
    let is_noun = |noun: &NameForm, name: &NameForm| {
        noun.case == Case::Lower
            && name.case != Case::Lower
            && noun.core.len() == 1
            && noun.kind == EntityKind::Other
            && (words::has_two_lives(&noun.joined) || name.kind == EntityKind::Person && !given::is_given(&noun.joined))
    };
    if is_noun(a, b) || is_noun(b, a) {
        return Some(proposed(Evidence::Normalised));
    }
    if a.title == b.title || a.key == b.key {
        return Some(sure(Evidence::Normalised, NORMALISED));
    }
    let is_kin = [a, b].iter().any(|form| form.title.is_some_and(|title| title.is_kin));
    if is_kin {
        return Some(proposed(Evidence::Honorific));
    }
    // A whole name under a title is that name; one word under a title is anybody of that surname.
    if a.core.len() > 1 { Some(sure(Evidence::Honorific, NORMALISED)) } else { Some(people(a, b, Evidence::Honorific)) }
}

/// Written in one word as well as in several: not below four letters, where initials would make words, unless all are capitals or
/// a number is among them (AT&T, 3M).
fn can_be_joined(a: &NameForm, b: &NameForm) -> bool {
    let are_capitals = a.case == Case::Upper && b.case == Case::Upper;
    let is_thing = !may_be_person(a) && !may_be_person(b);
    a.joined.len() >= 4 || is_thing && (are_capitals || !a.numbers.is_empty())
}

/// The difference is a hyphen.
fn is_hyphen(a: &NameForm, b: &NameForm) -> bool {
    let bare = |form: &NameForm| form.written.replace(['-', '\u{2010}', '\u{2011}'], "").to_lowercase();
    bare(a) == bare(b)
}

/// "McDonald's" and "McDonalds".
fn owns(owner: &Word, plural: &Word) -> bool {
    owner.is_owner && plural.text.strip_suffix('s') == Some(owner.text.as_str())
}

fn listed(a: &NameForm, b: &NameForm) -> Option<Likeness> {
    let is_same = a.listed.is_some() && a.listed == b.listed;
    if !is_same {
        return None;
    }
    let by = if is_acronym_of(a, b) || is_acronym_of(b, a) { Evidence::Acronym } else { Evidence::Listed };
    Some(sure(by, LISTED))
}

/// Sure as long as it is unique where both are known to be persons; else a proposal.
fn people(a: &NameForm, b: &NameForm, by: Evidence) -> Likeness {
    let are_people = a.kind == EntityKind::Person && b.kind == EntityKind::Person;
    if are_people { sure(by, UNIQUE) } else { proposed(by) }
}

fn may_be_person(form: &NameForm) -> bool {
    matches!(form.kind, EntityKind::Person | EntityKind::Other)
}

/// Words that are not the same.
fn other_words(a: &NameForm, b: &NameForm) -> Option<Likeness> {
    let (long, short) = if a.core.len() >= b.core.len() { (a, b) } else { (b, a) };
    let are_people = may_be_person(a) && may_be_person(b);
    let found = if long.core.len() == short.core.len() {
        word_by_word(a, b, are_people)
    } else if are_people && short.core.len() > 1 {
        middle_left_out(long, short)
    } else {
        None
    };
    found
        .or_else(|| are_people.then(|| part_of(long, short)).flatten())
        .or_else(|| acronym(a, b).or_else(|| acronym(b, a)))
        .or_else(|| generic_left_out(long, short))
}

/// How one word stands for another, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Same,
    Carried,
    Short,
    Initial,
    Slip,
}

fn step(a: &Word, b: &Word, is_first: bool, are_people: bool) -> Option<Step> {
    if a.text == b.text {
        return Some(Step::Same);
    }
    if sound::is_respelled(&a.marked, &b.marked) || a.sounds.meets(&b.sounds) || given::is_spelling_of(&a.text, &b.text)
    {
        return Some(Step::Carried);
    }
    if are_people && is_first && given::is_short_for(&a.text, &b.text) {
        return Some(Step::Short);
    }
    let starts = |long: &Word, short: &Word| short.len() == 1 && long.len() > 1 && long.text.starts_with(&short.text);
    if are_people && (starts(a, b) || starts(b, a)) {
        return Some(Step::Initial);
    }
    is_slip(&a.text, &b.text).then_some(Step::Slip)
}

/// Names of as many words.
fn word_by_word(a: &NameForm, b: &NameForm, are_people: bool) -> Option<Likeness> {
    let mut steps = Vec::with_capacity(a.core.len());
    for (at, (first, second)) in a.core.iter().zip(&b.core).enumerate() {
        steps.push(step(first, second, at == 0, are_people)?);
    }
    let count = |wanted: Step| steps.iter().filter(|step| **step == wanted).count();
    let (short, initial, slip) = (count(Step::Short), count(Step::Initial), count(Step::Slip));
    let is_whole = steps.len() > 1 && *steps.last()? <= Step::Carried;
    match (short, initial, slip) {
        (0, 0, 0) => Some(sure(Evidence::Transliteration, LISTED)),
        (1, 0, 0) if is_whole => Some(people(a, b, Evidence::Diminutive)),
        (1, 0, 0) if steps.len() == 1 => Some(proposed(Evidence::Diminutive)),
        // "John A. Smith" has a name to go by; "J. Smith" is anybody, "J. R. R. Tolkien" is not.
        (0, 1.., 0) if is_whole && (initial > 1 || *steps.first()? <= Step::Carried) => {
            Some(people(a, b, Evidence::Initials))
        }
        (0, 1, 0) if is_whole => Some(proposed(Evidence::Initials)),
        (0, 0, 1) => Some(slip_in(a, b, are_people)),
        _ => None,
    }
}

/// One word of them is a slip of the pen; whether that is enough.
///
/// A person needs a second word that is right; a thing has to be written as a name, since nouns differ by less (causal, casual).
fn slip_in(a: &NameForm, b: &NameForm, are_people: bool) -> Likeness {
    let are_names = a.case != Case::Lower && b.case != Case::Lower;
    let are_things = [a, b].iter().all(|form| {
        matches!(form.kind, EntityKind::Organisation | EntityKind::Product | EntityKind::Service | EntityKind::Location)
    });
    // A letter more is another surname (Hoffman, Hoffmann); two letters swapped are no name at all.
    if are_names && are_people && a.core.len() > 1 && a.joined.len() == b.joined.len() {
        return people(a, b, Evidence::Typo);
    }
    if are_names && are_things { sure(Evidence::Typo, UNIQUE) } else { proposed(Evidence::Typo) }
}

/// Two neighbouring letters swapped inside a word, or a vowel or a double letter too few inside it. Words below
/// [`SLIP_LEN_MIN`] letters and letters at either end do not count: Marian and Marina are two names.
fn is_slip(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (long, short) = if a.len() >= b.len() { (&a, &b) } else { (&b, &a) };
    if short.len() < SLIP_LEN_MIN || long.len() > short.len() + 1 || long.iter().any(char::is_ascii_digit) {
        return false;
    }
    let start = long.iter().zip(short.iter()).take_while(|(a, b)| a == b).count();
    let end = long.iter().rev().zip(short.iter().rev()).take_while(|(a, b)| a == b).count();
    if start == 0 || end == 0 {
        return false;
    }
    if long.len() == short.len() {
        let (x, y) = (long[start], long.get(start + 1).copied());
        return start + 2 + end == long.len() && y == Some(short[start]) && short.get(start + 1).copied() == Some(x);
    }
    // One letter more, at `start`.
    let more = long[start.min(long.len() - 1)];
    let is_double = start > 0 && long[start - 1] == more;
    start + end >= short.len() && (is_double || matches!(more, 'a' | 'e' | 'i' | 'o' | 'u'))
}

/// The first and the last name are there, and names between them are left out.
fn middle_left_out(long: &NameForm, short: &NameForm) -> Option<Likeness> {
    let (first, last) = (step_at(long, short, 0, 0)?, step_at(long, short, long.core.len() - 1, short.core.len() - 1)?);
    // What else the short one has, the long one has in the same order.
    let mut between = long.core[1..long.core.len() - 1].iter();
    let has_rest = short.core[1..short.core.len() - 1]
        .iter()
        .all(|word| between.any(|other| step(word, other, false, true).is_some_and(|step| step <= Step::Initial)));
    if !has_rest || last > Step::Carried {
        return None;
    }
    match first {
        Step::Same | Step::Carried => Some(people(long, short, Evidence::Initials)),
        Step::Short => Some(people(long, short, Evidence::Diminutive)),
        Step::Initial => Some(proposed(Evidence::Initials)),
        Step::Slip => None,
    }
}

fn step_at(long: &NameForm, short: &NameForm, at: usize, to: usize) -> Option<Step> {
    step(long.core.get(at)?, short.core.get(to)?, at == 0, true)
}

/// One word that is the given name or the surname of the other.
fn part_of(long: &NameForm, short: &NameForm) -> Option<Likeness> {
    if let [first, _, ..] = short.core.as_slice() {
        // "van Gogh" is a surname; two words without a particle may be a whole name of their own.
        let is_tail = long.core.len() > short.core.len()
            && long.core.iter().rev().zip(short.core.iter().rev()).all(|(a, b)| a.text == b.text);
        if !is_tail {
            return None;
        }
        return if words::is_particle(&first.text) {
            Some(people(long, short, Evidence::Containment))
        } else {
            Some(proposed(Evidence::Containment))
        };
    }
    let ([word], true) = (short.core.as_slice(), long.core.len() > 1) else { return None };
    if word.len() < 2 || !long.numbers.is_empty() {
        return None;
    }
    let is = |other: &Word| step(word, other, false, true).is_some_and(|step| step <= Step::Carried);
    let (first, last) = (long.core.first()?, long.core.last()?);
    let is_kin = short.title.is_some_and(|title| title.is_kin);
    if is(last) && !is_kin {
        // Alone it may be somebody's given name; under a title it is a surname.
        let is_name = !words::is_trade(&first.text);
        let is_surname = is_name && (short.title.is_some() || !given::is_given(&word.text));
        return if is_surname {
            Some(people(long, short, Evidence::Containment))
        } else {
            Some(proposed(Evidence::Containment))
        };
    }
    if is(first) {
        return if short.title.is_some() {
            Some(proposed(Evidence::Containment))
        } else {
            Some(people(long, short, Evidence::Containment))
        };
    }
    given::is_short_for(&word.text, &first.text).then(|| proposed(Evidence::Diminutive))
}

fn is_acronym_of(short: &NameForm, long: &NameForm) -> bool {
    let Some(letters) = short.acronym() else { return false };
    long.core.len() > 1 && (letters == long.initials.0 || letters == long.initials.1)
}

/// Three letters and more that are the initials of something of the same kind. Two letters are too few to tell; a person is not
/// called by initials often enough.
fn acronym(short: &NameForm, long: &NameForm) -> Option<Likeness> {
    if !is_acronym_of(short, long) {
        return None;
    }
    let is_enough = short.joined.len() > 2
        && short.case == Case::Upper
        && short.kind == long.kind
        && !matches!(short.kind, EntityKind::Person | EntityKind::Other);
    if is_enough { Some(sure(Evidence::Acronym, UNIQUE)) } else { Some(proposed(Evidence::Acronym)) }
}

/// "Harvard" and "Harvard University": a proposal, for Oklahoma is not Oklahoma City.
fn generic_left_out(long: &NameForm, short: &NameForm) -> Option<Likeness> {
    let (last, rest) = long.core.split_last()?;
    let is_same = rest.len() == short.core.len() && rest.iter().zip(&short.core).all(|(a, b)| a.text == b.text);
    (is_same && words::is_generic(&last.text)).then(|| proposed(Evidence::Containment))
}
