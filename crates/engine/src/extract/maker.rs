//! From what was matched to claims: spans, keys, categories, confidence.
//!
//! Owns the making of [`Claim`]s and the checks on their values. Must not know: which words led to them.

use std::ops::Range;

use super::ground::Ground;
use super::lexicon::{self, holds, listed};
use super::phrase;
use crate::model::{Category, Claim, Doubt, EntityKind, Interval, Party, Said, Span, Stance, Validity, key};

/// Longest value or object, in bytes; more is a passage and no value. Chosen.
const VALUE_LEN_MAX: usize = 160;

/// What claims of one clause share.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// The words that say it, as tokens.
    pub(super) range: Range<usize>,
    pub(super) confidence: f32,
    pub(super) stance: Stance,
    pub(super) valid: Validity,
    pub(super) ends: bool,
}

/// Gathers claims.
pub(super) struct Maker<'g, 'a> {
    pub(super) ground: &'g Ground<'a>,
    pub(super) claims: Vec<Claim>,
}

impl<'g, 'a> Maker<'g, 'a> {
    pub(super) fn new(ground: &'g Ground<'a>) -> Self {
        Self { ground, claims: Vec::new() }
    }

    fn push(&mut self, said: Said, setting: &Setting, category: Category) {
        self.push_at(said, self.ground.span(&setting.range), setting, category);
    }

    /// A claim whose words stand at a span that tokens do not tell: in scripts without spaces.
    pub(super) fn push_at(&mut self, said: Said, span: Span, setting: &Setting, category: Category) {
        let is_known = self
            .claims
            .iter()
            .any(|claim| claim.ends == setting.ends && claim.stance == setting.stance && same_said(&claim.said, &said));
        if span.end <= span.start || is_known {
            return;
        }
        self.claims.push(Claim {
            said,
            span,
            confidence: setting.confidence.clamp(0.0, 1.0),
            stance: setting.stance,
            valid: setting.valid,
            ends: setting.ends,
            category,
        });
    }

    /// A property, its value the tokens of `range` without their article.
    pub(super) fn attribute(&mut self, subject: &Party, name: &str, range: &Range<usize>, setting: &Setting) {
        let first = phrase::after_article(self.ground, range.start).min(range.end.saturating_sub(1));
        let range = first..range.end;
        if !is_time_key(name)
            && !matches!(name, "age" | "phone" | "height" | "weight" | "email")
            && !phrase::is_value(self.ground, &range)
        {
            return;
        }
        if is_taste(name) && !is_taste_value(self.ground, &range) {
            return;
        }
        let span = self.ground.span(&range);
        self.attribute_at(subject, name, span, setting);
    }

    /// A property whose value stands at a span.
    pub(super) fn attribute_at(&mut self, subject: &Party, name: &str, span: Span, setting: &Setting) {
        let Some(value) = self.ground.text.get(span.start as usize..span.end as usize) else { return };
        if value.is_empty() || value.len() > VALUE_LEN_MAX || !value.chars().any(char::is_alphanumeric) {
            return;
        }
        let category = key(name).map_or(Category::Knowledge, |key| key.category);
        let subject = as_kind(subject, is_of_people(name).then_some(EntityKind::Person));
        self.push(
            Said::Attribute { subject, key: name.to_owned(), value: value.to_owned(), value_span: span },
            setting,
            category,
        );
    }

    pub(super) fn relation(&mut self, subject: &Party, label: &str, object: &Party, setting: &Setting) {
        if super::clause::same(subject, object) || is_several(subject) || is_several(object) {
            return;
        }
        let (from, to) = kinds_of(label);
        let said =
            Said::Relation { subject: as_kind(subject, from), label: label.to_owned(), object: as_kind(object, to) };
        self.push(said, setting, Category::Knowledge);
    }

    pub(super) fn action(
        &mut self,
        actor: &Party,
        verb: &str,
        object: Option<&Range<usize>>,
        at: Option<Interval>,
        setting: &Setting,
    ) {
        let object = object.map(|range| self.ground.slice(range).to_owned());
        if object.as_ref().is_some_and(|object| object.len() > VALUE_LEN_MAX || object.is_empty()) {
            return;
        }
        let said = Said::Action { actor: actor.clone(), verb: verb.to_owned(), object, at };
        self.push(said, setting, Category::Knowledge);
    }

    pub(super) fn instruction(&mut self, label: String, description: &str, reverses: bool, setting: &Setting) {
        self.push(
            Said::Instruction { label, description: description.to_owned(), reverses },
            setting,
            Category::Instruction,
        );
    }

    pub(super) fn doubt(&mut self, about: &Range<usize>, reason: Doubt, setting: &Setting) {
        let about = self.ground.slice(about).to_owned();
        if about.chars().any(char::is_alphanumeric) {
            let setting = Setting { ends: false, ..setting.clone() };
            self.push(Said::Uncertainty { about, reason }, &setting, Category::Uncertainty);
        }
    }
}

/// Keys of taste, whose values can be anything and so need most care.
fn is_taste(key: &str) -> bool {
    matches!(key, "likes" | "dislikes" | "prefers" | "hobby" | "fear" | "skill" | "uses" | "allergy" | "possession")
}

/// What "the" stands before although nothing in particular is meant. Sorted.
#[rustfmt::skip]
const EVERYWHERE: &[&str] = &[
    "arctic", "arts", "autumn", "beach", "beaches", "bush", "cinema", "city", "coast", "cold", "country", "countryside", "dark", "desert",
    "eighties", "forest", "gym", "heat", "internet", "jungle", "moon", "mountain", "mountains", "movies", "night", "nineties", "ocean",
    "opera", "outdoors", "rain", "river", "sea", "seaside", "seventies", "silence", "sixties", "sky", "snow", "stars", "summer", "sun",
    "sunshine", "theater", "theatre", "tropics", "water", "wild", "wilderness", "wind", "winter", "woods",
];

/// "I love the colours" is said of what lies before one; "the sea" is always there.
fn is_at_hand(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    range.len() == 1
        && range.start.checked_sub(1).is_some_and(|at| ground.word(at) == "the")
        && ground.name_over(range.start).is_none()
        && !listed(EVERYWHERE, ground.word(range.start))
}

/// "your support", "these", "making": nothing that somebody likes for good.
fn is_taste_value(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    let first = ground.word(range.start);
    if is_at_hand(ground, range) {
        return false;
    }
    let is_pointing = matches!(
        first,
        "your"
            | "my"
            | "our"
            | "his"
            | "her"
            | "their"
            | "its"
            | "this"
            | "that"
            | "these"
            | "those"
            | "both"
            | "every"
            | "each"
            | "other"
            | "another"
            | "any"
            | "no"
    );
    let is_verb = matches!(
        first,
        "makes"
            | "gets"
            | "goes"
            | "brings"
            | "helps"
            | "keeps"
            | "gives"
            | "takes"
            | "comes"
            | "go"
            | "get"
            | "see"
            | "hear"
            | "seeing"
            | "hearing"
    );
    let is_bare = range.len() == 1
        && (matches!(
            first,
            "making"
                | "doing"
                | "having"
                | "being"
                | "getting"
                | "going"
                | "taking"
                | "giving"
                | "letting"
                | "pushing"
                | "starting"
                | "trying"
                | "using"
                | "keeping"
                | "knowing"
                | "saying"
                | "looking"
        ) || holds(lexicon::ADVERBS, first)
            || first.ends_with("ly")
                && ground.name_over(range.start).is_none()
                && !matches!(first, "family" | "jelly" | "fly" | "lily" | "curly" | "holly" | "july"));
    let last = ground.word(range.end - 1);
    let is_cut = range.len() > 1 && holds(lexicon::ADJECTIVES, last) && ground.name_over(range.end - 1).is_none();
    !(is_pointing || is_verb || is_bare || is_cut)
}

/// "my kids": no one thing that stands in a relation.
fn is_several(party: &Party) -> bool {
    matches!(party, Party::Role { role, .. } if super::roles::is_several(role))
}

/// Keys whose values are times.
pub(super) fn is_time_key(key: &str) -> bool {
    matches!(key, "birthday" | "anniversary" | "deadline" | "due_date")
}

/// The same statement, wherever it stands.
fn same_said(one: &Said, two: &Said) -> bool {
    use super::clause::same;
    match (one, two) {
        (
            Said::Attribute { subject: a, key: k, value: v, .. },
            Said::Attribute { subject: b, key: l, value: w, .. },
        ) => k == l && same(a, b) && v.to_lowercase() == w.to_lowercase(),
        (Said::Relation { subject: a, label: l, object: x }, Said::Relation { subject: b, label: m, object: y }) => {
            l == m && same(a, b) && same(x, y)
        }
        (one, two) => one == two,
    }
}

/// Keys that only people have: whoever has one is a person, where nothing else is known.
fn is_of_people(key: &str) -> bool {
    !matches!(
        key,
        "home"
            | "location"
            | "price"
            | "version"
            | "status"
            | "website"
            | "email"
            | "phone"
            | "name"
            | "uses"
            | "address"
            | "deadline"
            | "budget"
            | "owner"
            | "capital"
            | "currency"
            | "population"
            | "headquarters"
            | "plan"
            | "goal"
    )
}

/// What the ends of a relation are, where the words do not tell.
fn kinds_of(label: &str) -> (Option<EntityKind>, Option<EntityKind>) {
    use EntityKind::{Location, Organisation, Person};
    match label {
        "founded" => (Some(Person), Some(Organisation)),
        "wrote" | "created" | "manages" => (Some(Person), None),
        "acquired" => (Some(Organisation), Some(Organisation)),
        "reports_to" | "married_to" | "engaged_to" | "dates" | "teaches" | "friend_of" | "lives_with"
        | "works_with" | "knows" | "killed" => (Some(Person), Some(Person)),
        "located_in" => (None, Some(Location)),
        "member_of" => (Some(Person), Some(Organisation)),
        _ if label.ends_with("_of") && super::roles::role(label.trim_end_matches("_of")).is_some() => {
            (Some(Person), Some(Person))
        }
        _ => (None, None),
    }
}

/// A party with a kind, where it has none yet.
fn as_kind(party: &Party, kind: Option<EntityKind>) -> Party {
    match (party, kind) {
        (Party::Named { name, kind: EntityKind::Other, span }, Some(kind)) => {
            Party::Named { name: name.clone(), kind, span: *span }
        }
        _ => party.clone(),
    }
}
