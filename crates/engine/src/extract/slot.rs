//! Slots of rows: which tokens can be a place, a firm, an occupation, a list of things.
//!
//! Owns what each kind of value looks like. Must not know: verbs, keys beyond those that a noun itself tells.

use std::ops::Range;

use super::ground::Ground;
use super::lexicon::{self, holds};
use super::pattern::Filled;
use super::phrase::{self, Loose};
use super::token::Kind;
use super::{amount, noun, party};
use crate::model::EntityKind;

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
        Slot::Age => amount::age(ground, at, end).map(|(range, to)| (Filled::Values(vec![range]), to)),
        Slot::Languages => words_of(ground, at, end, lexicon::LANGUAGES),
        Slot::Illness => one(illness(ground, at, end)),
        Slot::Diet => one(adjective(ground, at, end, lexicon::DIETS)),
        Slot::Nation => one(adjective(ground, at, end, lexicon::NATIONS)),
        Slot::Faith => one(adjective(ground, at, end, lexicon::FAITHS)),
        Slot::Marital => one(adjective(ground, at, end, lexicon::MARITAL)),
        Slot::Health => one(health(ground, at, end)),
        Slot::Own => noun::own(ground, at, end),
        Slot::Kin => noun::kin(ground, at, end),
        Slot::Name => noun::name(ground, at, end),
        Slot::Time => time(ground, at, end),
        Slot::Measure => one(amount::measure(ground, at, end)),
        Slot::End => None,
    }
}

/// Whether nothing of substance follows.
pub(super) fn ends(ground: &Ground<'_>, at: usize, end: usize) -> bool {
    at >= end
        || !ground.tokens[at].is_word()
        || ground.has(at, lexicon::STOPS)
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
        if name.kind == Some(EntityKind::Person) || ground.has(first, lexicon::DAYS) {
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
    if holds(lexicon::HOMES, core) || ground.has(range.end - 1, lexicon::HOMES) {
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
            || ground.has(first, lexicon::DAYS);
        return (!is_none && ground.word(name.to) != "'s").then_some(first..name.to);
    }
    let range = phrase::noun(ground, first, end)?;
    let core_range = range.start..phrase::core_end(ground, &range);
    let core = phrase::core(ground, &range);
    if core_range.clone().any(|at| ground.has(at, lexicon::DAYS)) {
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

/// An adjective of a list, alone or after an article: "vegan", "a vegan", "strictly vegan".
fn adjective(ground: &Ground<'_>, at: usize, end: usize, list: lexicon::Class) -> Option<Range<usize>> {
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

pub(super) fn illness(ground: &Ground<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let range = phrase::noun(ground, at, end)?;
    let core_end = phrase::core_end(ground, &range);
    let last = ground.word(core_end - 1);
    let is_ill = holds(lexicon::ILLNESSES, last)
        || holds(lexicon::ILLNESSES, lexicon::singular(last))
        || ["itis", "osis", "emia", "oma"].iter().any(|ending| last.ends_with(ending) && last.len() > 6);
    (is_ill && !matches!(ground.word(range.start), "my" | "your" | "his" | "her")).then_some(range.start..core_end)
}

/// Values of one word each from a list: "French and a little German".
fn words_of(ground: &Ground<'_>, at: usize, end: usize, list: lexicon::Class) -> Option<(Filled, usize)> {
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

fn time(ground: &Ground<'_>, at: usize, end: usize) -> Option<(Filled, usize)> {
    let time = ground.times().iter().find(|time| time.from <= at && at < time.to && time.to <= end)?;
    Some((Filled::Values(phrase::only(at..time.to)), time.to))
}
