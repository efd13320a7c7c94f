//! Slots of rows: which tokens can be a place, a firm, an occupation, a list of things.
//!
//! Owns what each kind of value looks like. Must not know: verbs, keys beyond those that a noun itself tells.

use std::ops::Range;

use super::ground::Ground;
use super::lexicon::{self, holds};
use super::party;
use super::pattern::Filled;
use super::phrase::{self, Loose};
use super::roles;
use super::token::Kind;
use crate::model::{EntityKind, Party};

/// Oldest age that is taken for one, in years.
const AGE_MAX: u32 = 119;

/// A kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// Where somebody can live or come from.
    Place,
    /// Whom somebody can work for.
    Firm,
    /// Somebody or something with a name or a role.
    Party,
    /// Something with a name that is nobody.
    Thing,
    /// One phrase.
    Noun,
    /// One phrase or several.
    List,
    /// The rest of the clause, as an aim.
    Doing,
    /// An occupation.
    Job,
    /// An age.
    Age,
    Languages,
    Illness,
    Diet,
    Nation,
    Faith,
    Marital,
    Health,
    /// What the noun itself tells: kin, a pet, an illness, an allergy, a possession.
    Own,
    /// A pet or kin, as a role.
    Kin,
    /// A name that is told: it need not be known as one.
    Name,
    /// A time, as a value.
    Time,
    /// A number with its unit.
    Measure,
    /// Nothing more may follow.
    End,
}

/// The slot of a name in a pattern.
pub(super) fn parse(name: &str) -> Slot {
    match name {
        "place" => Slot::Place,
        "firm" => Slot::Firm,
        "party" => Slot::Party,
        "thing" => Slot::Thing,
        "noun" => Slot::Noun,
        "doing" => Slot::Doing,
        "job" => Slot::Job,
        "age" => Slot::Age,
        "languages" => Slot::Languages,
        "illness" => Slot::Illness,
        "diet" => Slot::Diet,
        "nation" => Slot::Nation,
        "faith" => Slot::Faith,
        "marital" => Slot::Marital,
        "health" => Slot::Health,
        "own" => Slot::Own,
        "kin" => Slot::Kin,
        "name" => Slot::Name,
        "time" => Slot::Time,
        "measure" => Slot::Measure,
        "end" => Slot::End,
        _ => Slot::List,
    }
}

/// Fills a slot from the tokens of `range`; says where to go on.
pub(super) fn fill(ground: &Ground<'_>, slot: Slot, range: Range<usize>) -> Option<(Filled, usize)> {
    let (at, end) = (range.start, range.end);
    if slot == Slot::End {
        return ends(ground, at, end).then_some((Filled::Values(Vec::new()), at));
    }
    if at >= end || ground.is_aside(at) {
        return None;
    }
    let one = |range: Option<Range<usize>>| range.map(|range| (Filled::Values(vec![range.clone()]), range.end));
    match slot {
        Slot::Place => one(place(ground, at, end)),
        Slot::Firm => one(firm(ground, at, end)),
        Slot::Party | Slot::Thing => {
            let head = party::object(ground, at, end).filter(|head| head.property.is_none())?;
            if slot == Slot::Thing && head.is_speaker() {
                return None;
            }
            Some((Filled::Parties(head.parties, head.range.clone()), head.range.end))
        }
        Slot::Noun => one(phrase::noun(ground, at, end)),
        Slot::List => {
            let (entries, to) = phrase::list(ground, at, end);
            (!entries.is_empty()).then_some((Filled::Values(entries), to))
        }
        Slot::Doing => one(phrase::whole(ground, at, end)),
        Slot::Job => one(job(ground, at, end)),
        Slot::Age => age(ground, at, end).map(|(range, to)| (Filled::Values(vec![range]), to)),
        Slot::Languages => words_of(ground, at, end, lexicon::LANGUAGES),
        Slot::Illness => one(illness(ground, at, end)),
        Slot::Diet => one(adjective(ground, at, end, lexicon::DIETS)),
        Slot::Nation => one(adjective(ground, at, end, lexicon::NATIONS)),
        Slot::Faith => one(adjective(ground, at, end, lexicon::FAITHS)),
        Slot::Marital => one(adjective(ground, at, end, lexicon::MARITAL)),
        Slot::Health => one(health(ground, at, end)),
        Slot::Own => own(ground, at, end),
        Slot::Kin => kin(ground, at, end),
        Slot::Name => name(ground, at, end),
        Slot::Time => time(ground, at, end),
        Slot::Measure => one(measure(ground, at, end)),
        Slot::End => None,
    }
}

/// Whether nothing of substance follows.
fn ends(ground: &Ground<'_>, at: usize, end: usize) -> bool {
    at >= end
        || !ground.tokens[at].is_word()
        || holds(lexicon::STOPS, ground.word(at))
        || matches!(
            ground.word(at),
            "and" | "or" | "but" | "now" | "from" | "in" | "at" | "with" | "for" | "since" | "on" | "by"
        )
        || matches!(ground.word(at), "last" | "next" | "this" | "today")
        || ground.time_at(at).is_some()
}

fn place(ground: &Ground<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let first = phrase::after_article(ground, at);
    // "the north of Spain", "downtown Chicago", "southern Italy".
    if let Some(name) = ground.name_at(first).filter(|name| name.to <= end) {
        if name.kind == Some(EntityKind::Person) || holds(lexicon::DAYS, ground.word(first)) {
            return None;
        }
        return Some(first..with_region(ground, name.to, end));
    }
    let range = phrase::noun(ground, first, end)?;
    let mut range = range.start..phrase::core_end(ground, &range);
    if let Some(name) = range.clone().find_map(|at| ground.name_at(at)) {
        return (name.to <= end).then(|| first..with_region(ground, name.to, end));
    }
    let core = phrase::core(ground, &range);
    if holds(lexicon::HOMES, core) || holds(lexicon::HOMES, ground.word(range.end - 1)) {
        // "an old house in Leeds": the place follows.
        if matches!(ground.word(range.end), "in" | "near" | "outside" | "of")
            && let Some(place) = place(ground, range.end + 1, end).filter(|place| ground.name_at(place.start).is_some())
        {
            return Some(place);
        }
        let has_more = range.len() > 1 || ground.word(at) == "a" || ground.word(at) == "an" || ground.word(at) == "the";
        return (has_more && !matches!(core, "room" | "place" | "house")).then_some(range);
    }
    // A town that no list knows, in small letters.
    while range.len() > 1 && !is_strange(ground, range.end - 1) {
        range.end -= 1;
    }
    (range.len() <= 2 && range.clone().all(|at| is_strange(ground, at))).then_some(range)
}

/// "Porto, Portugal": the region belongs to the place.
fn with_region(ground: &Ground<'_>, to: usize, end: usize) -> usize {
    let region = ground.name_at(to + 1).filter(|name| ground.is_mark(to, ',') && name.to <= end);
    region.filter(|name| name.kind == Some(EntityKind::Location)).map_or(to, |name| name.to)
}

/// A word that can only be a name: no list of everyday words has it, and it does not end like an idea.
fn is_strange(ground: &Ground<'_>, at: usize) -> bool {
    let Some(token) = ground.tokens.get(at) else { return false };
    let word = token.word;
    let is_idea = [
        "ty", "ness", "ment", "tion", "sion", "ance", "ence", "ism", "ship", "dom", "ing", "ed", "ly", "ally", "ous",
        "ful", "less", "hood", "ure", "age", "ate",
    ]
    .iter()
    .any(|ending| word.ends_with(ending) && word.len() > ending.len() + 2);
    token.kind == Kind::Word
        && word.chars().count() > 2
        && (token.capital || ground.is_small() && !is_idea)
        && !crate::text::is_everyday(word)
        && !holds(lexicon::DAYS, word)
        && !holds(lexicon::COLOURS_AND_QUALITIES, word)
        && !holds(lexicon::EMPTY, word)
        && super::verbs::verb(word).is_none()
}

fn firm(ground: &Ground<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let first = phrase::after_article(ground, at);
    if let Some(name) = ground.name_at(first).filter(|name| name.to <= end) {
        let is_none = matches!(name.kind, Some(EntityKind::Person | EntityKind::Location | EntityKind::Event))
            || holds(lexicon::DAYS, ground.word(first));
        return (!is_none && ground.word(name.to) != "'s").then(|| first..name.to);
    }
    let range = phrase::noun(ground, first, end)?;
    let core_range = range.start..phrase::core_end(ground, &range);
    let core = phrase::core(ground, &range);
    if core_range.clone().any(|at| holds(lexicon::DAYS, ground.word(at))) {
        return None;
    }
    let has_name = core_range.clone().any(|at| ground.name_over(at).is_some());
    let indefinite = matches!(ground.word(at), "a" | "an" | "my");
    if holds(lexicon::WORKPLACES, core) {
        return (has_name || indefinite || core_range.len() > 1).then_some(core_range);
    }
    if has_name {
        return Some(core_range);
    }
    (core_range.len() <= 2 && core_range.clone().all(|at| is_strange(ground, at))).then_some(core_range)
}

fn job(ground: &Ground<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let first = at + usize::from(matches!(ground.word(at), "a" | "an" | "the"));
    let range = phrase::bounded(ground, first, end, Loose::default())?;
    let core_end = phrase::core_end(ground, &range);
    let range = range.start..core_end;
    let core = lexicon::singular(ground.word(core_end - 1));
    let is_praise = matches!(
        ground.word(first),
        "good"
            | "great"
            | "bad"
            | "terrible"
            | "big"
            | "huge"
            | "lousy"
            | "real"
            | "better"
            | "decent"
            | "amazing"
            | "excellent"
            | "natural"
            | "born"
            | "fast"
            | "slow"
            | "quick"
            | "heavy"
            | "frequent"
            | "fellow"
            | "wonderful"
            | "fantastic"
            | "best"
            | "same"
            | "only"
            | "first"
            | "light"
            | "deep"
            | "true"
            | "brilliant"
    );
    (is_job(core) && !is_praise).then_some(range)
}

/// Whether a word is an occupation.
pub(super) fn is_job(word: &str) -> bool {
    holds(lexicon::JOBS, word)
        || ["ologist", "ographer", "iatrist", "therapist"].iter().any(|ending| word.ends_with(ending))
}

/// The number, and where its unit ends.
fn age(ground: &Ground<'_>, at: usize, end: usize) -> Option<(Range<usize>, usize)> {
    let word = ground.word(at);
    let number = word.parse::<u32>().ok().or_else(|| spelled(word))?;
    if !(1..=AGE_MAX).contains(&number) {
        return None;
    }
    let (unit, after) = (ground.word(at + 1), ground.word(at + 2));
    let is_years = matches!(unit, "years" | "year" | "yrs" | "yo" | "y" | "y.o") && at + 1 < end;
    if is_years && after == "old" && at + 2 < end {
        return Some((at..at + 1, at + 3));
    }
    if matches!(unit, "yo" | "yrs" | "y.o") && at + 1 < end {
        return Some((at..at + 1, at + 2));
    }
    if matches!(unit, "months" | "weeks") && after == "old" && at + 2 < end {
        return Some((at..at + 2, at + 3));
    }
    let is_sign =
        at + 1 < end && matches!(ground.tokens[at + 1].kind, Kind::Mark('%' | '/' | '°' | '-' | '–' | '$' | '€' | ':'));
    let is_preposition = matches!(unit, "in" | "at" | "with" | "on" | "by" | "of");
    (ends(ground, at + 1, end) && !is_sign && !is_preposition && word != "one").then_some((at..at + 1, at + 1))
}

/// Small numbers in words.
fn spelled(word: &str) -> Option<u32> {
    const WORDS: [&str; 20] = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let ones = |word: &str| WORDS.iter().position(|known| *known == word).map(|at| at as u32 + 1);
    let tens = |word: &str| TENS.iter().position(|known| *known == word).map(|at| at as u32 * 10 + 20);
    ones(word).or_else(|| tens(word)).or_else(|| {
        let (ten, one) = word.split_once('-')?;
        Some(tens(ten)? + ones(one).filter(|one| *one < 10)?)
    })
}

/// An adjective of a list, alone or after an article: "vegan", "a vegan", "strictly vegan".
fn adjective(ground: &Ground<'_>, at: usize, end: usize, list: &[&str]) -> Option<Range<usize>> {
    let mut first = at + usize::from(matches!(ground.word(at), "a" | "an"));
    if matches!(
        ground.word(first),
        "strict"
            | "strictly"
            | "fully"
            | "devout"
            | "practising"
            | "practicing"
            | "proud"
            | "half"
            | "part"
            | "happily"
    ) {
        first += 1;
    }
    let word = ground.word(first);
    let holds_it = first < end && (holds(list, word) || holds(list, lexicon::singular(word)));
    // "a German shepherd", "a Christian school": a noun follows.
    let is_alone = ends(ground, first + 1, end)
        || matches!(
            ground.word(first + 1),
            "by" | "to"
                | "citizen"
                | "person"
                | "woman"
                | "man"
                | "girl"
                | "guy"
                | "too"
                | "who"
                | "food"
                | "diet"
                | "originally"
        );
    (holds_it && is_alone).then_some(first..first + 1)
}

fn health(ground: &Ground<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let first = at + usize::from(matches!(ground.word(at), "a" | "an"));
    if ground.word(first + 1) == "intolerant" && first + 1 < end {
        return Some(first..first + 2);
    }
    let word = ground.word(first);
    (first < end && holds(lexicon::STATES_OF_HEALTH, word) && ends(ground, first + 1, end)).then_some(first..first + 1)
}

fn illness(ground: &Ground<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let range = phrase::noun(ground, at, end)?;
    let core_end = phrase::core_end(ground, &range);
    let last = ground.word(core_end - 1);
    let is_ill = holds(lexicon::ILLNESSES, last)
        || holds(lexicon::ILLNESSES, lexicon::singular(last))
        || ["itis", "osis", "emia", "oma"].iter().any(|ending| last.ends_with(ending) && last.len() > 6);
    (is_ill && !matches!(ground.word(range.start), "my" | "your" | "his" | "her")).then_some(range.start..core_end)
}

/// Values of one word each from a list: "French and a little German".
fn words_of(ground: &Ground<'_>, at: usize, end: usize, list: &[&str]) -> Option<(Filled, usize)> {
    let mut out = Vec::new();
    let mut at = at;
    while at < end {
        let word = ground.word(at);
        if holds(list, word) && !ground.is_aside(at) {
            out.push(at..at + 1);
        } else if !(word.is_empty() && ground.is_mark(at, ',')
            || matches!(
                word,
                "and"
                    | "a"
                    | "little"
                    | "some"
                    | "bit"
                    | "of"
                    | "both"
                    | "fluent"
                    | "basic"
                    | "fluently"
                    | "native"
                    | "also"
                    | "or"
            ))
        {
            break;
        }
        at += 1;
    }
    let to = out.last().map(|last: &Range<usize>| last.end)?;
    Some((Filled::Values(out), to))
}

/// What the noun tells by itself.
fn own(ground: &Ground<'_>, at: usize, end: usize) -> Option<(Filled, usize)> {
    let range = phrase::noun(ground, at, end)?;
    let core_end = phrase::core_end(ground, &range);
    let last = ground.word(core_end - 1);
    let one = lexicon::singular(last);
    let range = range.start..core_end;
    let keyed = |key: &'static str| Some((Filled::Keyed(key, range.clone()), range.end));
    if let Some(role) = roles::role(last).filter(|role| !role.key.is_empty()) {
        return keyed(role.key);
    }
    if holds(lexicon::PETS, one) || holds(lexicon::PETS, last) {
        return keyed("pet");
    }
    if matches!(last, "allergy" | "allergies") {
        let value = range.start..core_end - 1;
        let key_range = if value.is_empty() || !phrase::is_value(ground, &value) { return None } else { value };
        return Some((Filled::Keyed("allergy", key_range), range.end));
    }
    if illness(ground, range.start, core_end).is_some() {
        return keyed("condition");
    }
    if matches!(one, "degree" | "phd" | "diploma" | "mba" | "bachelor" | "doctorate") {
        let whole = phrase::bounded(ground, range.start, end, Loose { prepositions: true, times: false })?;
        return Some((Filled::Keyed("education", whole.clone()), whole.end));
    }
    if holds(lexicon::POSSESSIONS, one) {
        return keyed("possession");
    }
    None
}

/// A pet or a relative, with whatever stands before the noun; the value is the noun phrase.
fn kin(ground: &Ground<'_>, at: usize, end: usize) -> Option<(Filled, usize)> {
    let range = phrase::noun(ground, at, end)?;
    let range = range.start..phrase::core_end(ground, &range).min(name_word(ground, &range));
    if range.is_empty() {
        return None;
    }
    let (role, _) = party::role_at(ground, range.end - 1, end)?;
    Some((Filled::Keyed(role.plain, range.clone()), range.end))
}

/// Where "named" or "called" stands in a phrase.
fn name_word(ground: &Ground<'_>, range: &Range<usize>) -> usize {
    range.clone().find(|&at| matches!(ground.word(at), "named" | "called")).unwrap_or(range.end)
}

/// A name that the words around say is one.
fn name(ground: &Ground<'_>, at: usize, end: usize) -> Option<(Filled, usize)> {
    let mut parties = Vec::new();
    let mut at = at;
    let start = at;
    let mut to = at;
    while at < end {
        let mut first = at;
        while holds(lexicon::TITLES, ground.word(first)) && ground.name_at(first).is_none() {
            first += 1 + usize::from(ground.is_mark(first + 1, '.'));
        }
        let known = ground.name_at(first).map(|name| (name.from..name.to, name.span));
        let (range, span) = known.or_else(|| {
            let token = ground.tokens.get(first).filter(|token| token.kind == Kind::Word && !ground.is_aside(first))?;
            let is_name = (token.capital || !crate::text::is_everyday(token.word))
                && !holds(lexicon::EMPTY, token.word)
                && !holds(lexicon::STOPS, token.word)
                && super::verbs::verb(token.word).is_none_or(|_| token.capital)
                && !holds(lexicon::ADVERBS, token.word)
                && !holds(lexicon::NATIONS, token.word);
            (is_name && first < end && token.word.len() > 1)
                .then(|| (first..first + 1, ground.span(&(first..first + 1))))
        })?;
        let name = ground.text.get(span.start as usize..span.end as usize)?.to_owned();
        parties.push(Party::Named { name, kind: EntityKind::Person, span });
        to = range.end;
        let mut next = to;
        next += usize::from(ground.is_mark(next, ','));
        next += usize::from(ground.word(next) == "and" || ground.is_mark(next, '&'));
        let goes_on = next > to
            && next < end
            && ground.tokens[next].capital
            && ground.word(next) != "i"
            && ground.name_at(next).is_some();
        if !goes_on {
            break;
        }
        at = next;
    }
    (!parties.is_empty()).then_some((Filled::Parties(parties, start..to), to))
}

fn time(ground: &Ground<'_>, at: usize, end: usize) -> Option<(Filled, usize)> {
    let time = ground.times().iter().find(|time| time.from <= at && at < time.to && time.to <= end)?;
    Some((Filled::Values(vec![at..time.to]), time.to))
}

/// "1.80 m", "6 feet", "62 kilos".
fn measure(ground: &Ground<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let token = ground.tokens.get(at).filter(|token| token.kind == Kind::Number)?;
    let _ = token;
    let unit = |at: usize| {
        matches!(
            ground.word(at),
            "m" | "cm" | "meters" | "metres" | "feet" | "foot" | "ft" | "inches" | "kg" | "kilos" | "pounds" | "lbs"
        )
    };
    let mut to = at + 1;
    if to < end && unit(to) {
        to += 1;
        if ground.tokens.get(to).is_some_and(|token| token.kind == Kind::Number) && to < end {
            to += 1;
            to += usize::from(unit(to) && to < end);
        }
        return Some(at..to.min(end));
    }
    let glued = ground.word(at);
    (glued.ends_with("cm") || glued.ends_with("kg") || glued.ends_with("ft")).then_some(at..at + 1)
}
