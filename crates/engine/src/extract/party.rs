//! Who is spoken of: "I", "my sister", "my sister Ann", "Ann's manager", "Dr. Kim", "my birthday".
//!
//! Owns the reading of one such phrase at a token. Must not know: verbs, claims.

use std::ops::Range;

use super::ground::Ground;
use super::lexicon::{self, holds, listed};
use super::roles::{self, QUALIFIERS, Role};
use crate::model::{EntityKind, Party};

/// Words of a property after "favourite". Chosen: "favourite kind of music" has three.
const FAVOURITE_WORDS_MAX: usize = 4;
/// How deep "my sister's husband's boss" may go. Chosen.
const DEPTH_MAX: usize = 3;

/// A phrase for somebody, or for a property of somebody.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// Who; several for "Ann and Bob".
    pub(super) parties: Vec<Party>,
    /// The key, when the phrase means a property of theirs.
    pub(super) property: Option<String>,
    /// Tokens of the phrase.
    pub(super) range: Range<usize>,
    /// "we", "Ann and I": said of several at once.
    pub(super) is_weak: bool,
    /// "my former boss".
    pub(super) is_former: bool,
    /// Whom the phrase names by name and role at once: the role, and the name's party is the last of `parties`.
    pub(super) naming: Option<Naming>,
}

/// "my sister Ann": Ann is a sister of the speaker.
#[derive(Clone, Debug)]
pub(super) struct Naming {
    pub(super) role: &'static str,
    pub(super) key: &'static str,
    pub(super) of: Party,
    pub(super) name: Party,
}

impl Head {
    pub(super) fn of(party: Party, range: Range<usize>) -> Self {
        Self { parties: vec![party], property: None, range, is_weak: false, is_former: false, naming: None }
    }

    pub(super) fn is_speaker(&self) -> bool {
        self.parties.iter().any(|party| matches!(party, Party::Speaker))
    }
}

/// Reads the phrase for somebody that begins at `at`; `None` for pronouns of the third person and for everything else.
pub(super) fn head(ground: &Ground<'_>, at: usize, end: usize) -> Option<Head> {
    let mut found = single(ground, at, end)?;
    // "my wife and I", "Ann and Bob".
    let next = found.range.end;
    if found.property.is_none() && matches!(ground.word(next), "and" | "or") || ground.is_mark(next, '&') {
        if matches!(ground.word(next + 1), "i" | "me" | "myself") {
            found.parties = vec![Party::Speaker];
            found.range.end = next + 2;
            found.is_weak = true;
        } else if let Some(other) =
            single(ground, next + 1, end).filter(|other| other.property.is_none() && !other.is_speaker())
        {
            found.parties.extend(other.parties);
            found.range.end = other.range.end;
            found.is_weak = true;
        }
    }
    Some(found)
}

fn single(ground: &Ground<'_>, at: usize, end: usize) -> Option<Head> {
    if at >= end || ground.is_aside(at) {
        return None;
    }
    match ground.word(at) {
        "i" => Some(Head::of(Party::Speaker, at..at + 1)),
        "we" => Some(Head { is_weak: true, ..Head::of(Party::Speaker, at..at + 1) }),
        "my" | "our" => owned(ground, Head::of(Party::Speaker, at..at + 1), end, 0),
        "the" if ground.name_at(at + 1).is_some() => named(ground, at + 1, end, at),
        _ => named(ground, at, end, at),
    }
}

/// A name, after its title.
fn named(ground: &Ground<'_>, at: usize, end: usize, from: usize) -> Option<Head> {
    let mut first = at;
    let mut titled = false;
    while ground.has(first, lexicon::TITLES) && ground.name_at(first).is_none() && first < end {
        first += 1 + usize::from(ground.is_mark(first + 1, '.'));
        titled = true;
    }
    let name = ground.name_at(first).filter(|name| name.to <= end)?;
    let kind = name.kind.or(titled.then_some(EntityKind::Person));
    let party = party_of(ground, first, kind)?;
    // "the Apollo project".
    let has_noun = from < first
        && matches!(
            ground.word(name.to),
            "project" | "team" | "app" | "company" | "band" | "group" | "service" | "programme" | "program" | "system"
        )
        && name.to < end;
    let found = Head::of(party, from..name.to + usize::from(has_noun));
    if ground.word(name.to) == "'s" && !has_noun {
        // "Ann's sister"; otherwise the ending is a verb: "Ann's moving".
        return owned(ground, Head { range: from..name.to + 1, ..found.clone() }, end, 0).or(Some(found));
    }
    Some(found)
}

/// The name at a token as a party.
pub(super) fn party_of(ground: &Ground<'_>, at: usize, kind: Option<EntityKind>) -> Option<Party> {
    let name = ground.name_at(at)?;
    let text = ground.text.get(name.span.start as usize..name.span.end as usize)?.to_owned();
    Some(Party::Named { name: text, kind: kind.or(name.kind).unwrap_or(EntityKind::Other), span: name.span })
}

/// What follows a possessive: a role, with a name perhaps, or a property.
pub(super) fn owned(ground: &Ground<'_>, owner: Head, end: usize, depth: usize) -> Option<Head> {
    let of = owner.parties.first()?.clone();
    let from = owner.range.start;
    let mut at = owner.range.end;
    if let Some((key, to)) = favourite(ground, at, end) {
        return Some(Head { property: Some(key), range: from..to, ..owner });
    }
    if let Some((key, to)) = property(ground, at, end) {
        return Some(Head { property: Some(key.to_owned()), range: from..to, ..owner });
    }
    let mut is_former = false;
    while listed(QUALIFIERS, ground.word(at))
        && roles::role(ground.word(at)).is_none_or(|_| roles::role(ground.word(at + 1)).is_some())
        && at < end
    {
        is_former |= matches!(ground.word(at), "former" | "previous" | "ex" | "late");
        at += 1;
    }
    if let Some((key, to)) = property(ground, at, end).filter(|_| at > owner.range.end) {
        return Some(Head { property: Some(key.to_owned()), range: from..to, is_former, ..owner });
    }
    let (role, to) = role_at(ground, at, end)?;
    let party = Party::Role { role: role.plain.to_owned(), of: Box::new(of.clone()), span: ground.span(&(from..to)) };
    let mut found = Head { is_former, ..Head::of(party, from..to) };
    if ground.word(to) == "'s" && depth < DEPTH_MAX {
        let next = Head { range: from..to + 1, ..found.clone() };
        return owned(ground, next, end, depth + 1).or(Some(found));
    }
    if let Some(name) = name_after(ground, to, end).filter(|_| !roles::is_plural(&role)) {
        let kind = if role.key == "pet" { EntityKind::Person } else { name.kind.unwrap_or(EntityKind::Person) };
        if kind == EntityKind::Person
            && let Some(party) = party_of(ground, name.from, Some(kind))
        {
            let after = name.to;
            found.naming = Some(Naming { role: role.plain, key: role.key, of, name: party.clone() });
            found.parties = vec![party];
            found.range.end = after;
            if ground.word(after) == "'s" && depth < DEPTH_MAX {
                let next = Head { range: from..after + 1, naming: None, ..found.clone() };
                return owned(ground, next, end, depth + 1)
                    .map(|head| Head { naming: found.naming.clone(), ..head })
                    .or(Some(found));
            }
        }
    }
    Some(found)
}

/// The name right after a role: "my sister Ann", "my dog, Rex,".
fn name_after<'g>(ground: &'g Ground<'_>, at: usize, end: usize) -> Option<&'g super::ground::Name> {
    if at >= end {
        return None;
    }
    let mut first = at;
    while ground.has(first, lexicon::TITLES) && ground.name_at(first).is_none() {
        first += 1 + usize::from(ground.is_mark(first + 1, '.'));
    }
    if let Some(name) = ground.name_at(first) {
        return Some(name).filter(|name| name.to <= end);
    }
    // "my sister, Ann, lives": between two commas and not at the end, where it may be who is spoken to.
    let name = ground
        .name_at(at + 1)
        .filter(|name| ground.is_mark(at, ',') && ground.is_mark(name.to, ',') && name.to + 1 < end)?;
    let after = ground.word(name.to + 1);
    let goes_on = super::verbs::verb(after).is_some_and(|verb| !verb.is(super::verbs::ING))
        || matches!(after, "who" | "will" | "can" | "'s");
    goes_on.then_some(name)
}

/// The role at a token: one or two words.
pub(super) fn role_at(ground: &Ground<'_>, at: usize, end: usize) -> Option<(Role, usize)> {
    if at >= end {
        return None;
    }
    let (first, second) = (ground.word(at), ground.word(at + 1));
    if at + 1 < end {
        let pair = match (first, second) {
            ("best", "friend") => Some("best_friend"),
            ("team", "lead") => Some("team_lead"),
            ("team" | "project" | "line", "manager" | "leader") => Some("manager"),
            ("business", "partner") => Some("business_partner"),
            _ => None,
        };
        if let Some(plain) = pair {
            return Some((Role { word: plain, plain, key: "" }, at + 2));
        }
    }
    if let Some(role) = roles::role(first) {
        // "my team won", "my family": people, but nobody.
        return Some((*role, at + 1));
    }
    let one = lexicon::singular(first);
    let pet = lexicon::pet(one)?;
    let plain = if one == first { pet } else { "pets" };
    Some((Role { word: plain, plain, key: "pet" }, at + 1))
}

/// `favourite_colour` at "favourite colour".
fn favourite(ground: &Ground<'_>, at: usize, end: usize) -> Option<(String, usize)> {
    let mut at = at + usize::from(matches!(ground.word(at), "all-time" | "absolute" | "own" | "current" | "new"));
    if !matches!(ground.word(at), "favourite" | "favorite" | "fav" | "fave") {
        return None;
    }
    at += 1;
    let mut key = "favourite".to_owned();
    let first = at;
    while at < end && at - first < FAVOURITE_WORDS_MAX {
        let word = ground.word(at);
        let stops = word.is_empty()
            || ground.is_aside(at)
            || word == "'s"
            || holds(lexicon::AUXILIARIES, word)
            || ground.name_at(at).is_some()
            || holds(lexicon::STOPS, word)
            || holds(lexicon::PREPOSITIONS, word) && word != "of"
            || word == "and"
            || word == "to";
        if stops || !word.is_ascii() {
            break;
        }
        key.push('_');
        key.push_str(match word {
            "color" => "colour",
            "colors" => "colour",
            "colours" => "colour",
            word => word,
        });
        at += 1;
    }
    (at > first).then_some((key, at))
}

/// The key of a property noun at a token, longest first.
fn property(ground: &Ground<'_>, at: usize, end: usize) -> Option<(&'static str, usize)> {
    (1..=3).rev().filter(|len| at + len <= end).find_map(|len| {
        let phrase = ground.slice(&(at..at + len)).to_lowercase();
        let key = roles::property(&phrase)?;
        Some((key, at + len))
    })
}

/// Another's name or role as an object: "me", "my sister", "Ann", "his boss" is not among them.
pub(super) fn object(ground: &Ground<'_>, at: usize, end: usize) -> Option<Head> {
    match ground.word(at) {
        "me" | "myself" | "us" => {
            Some(Head { is_weak: ground.word(at) == "us", ..Head::of(Party::Speaker, at..at + 1) })
        }
        "a" | "an" | "i" | "we" => None,
        _ => head(ground, at, end),
    }
}

/// Whether a party of the third person is one that `she` or `he` can mean; `None` when nothing tells.
pub(super) fn is_she(party: &Party) -> Option<bool> {
    match party {
        Party::Role { role, .. } => match role.as_str() {
            "mother" | "sister" | "wife" | "girlfriend" | "daughter" | "aunt" | "niece" | "grandmother"
            | "granddaughter" | "mother_in_law" | "sister_in_law" | "stepmother" | "ex_wife" | "ex_girlfriend"
            | "godmother" => Some(true),
            "father" | "brother" | "husband" | "boyfriend" | "son" | "uncle" | "nephew" | "grandfather"
            | "grandson" | "father_in_law" | "brother_in_law" | "stepfather" | "ex_husband" | "ex_boyfriend"
            | "godfather" => Some(false),
            _ => None,
        },
        _ => None,
    }
}
