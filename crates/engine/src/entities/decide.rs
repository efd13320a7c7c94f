//! The decision: is a name one of those that are known, may it be, or is it new?
//!
//! Owns the margin over the second best, the check of kinds, and what people's roles say for and against. Pure: the caller
//! fetches who is known by [`super::keys`], and stores what follows.

use super::compare::{Evidence, Likeness, compare};
use super::form::NameForm;
use super::kinds::{Fit, fit};
use super::roles::{Count, RoleForm};
use super::words::Gender;
use crate::limits;
use crate::model::{EntityId, EntityKind};

/// Distance below the best within which another entity is as good. Chosen: a name outbids another spelling of a name (0.10) and
/// not an alias (0.03); see the scores in `compare`.
const MARGIN: f32 = 0.08;
/// Score of an alias, letter by letter. Chosen.
const ALIAS: f32 = 0.97;
/// Least score of what needs no check of who else could be meant. Chosen: between the two bands of `compare`.
const STRONG: f32 = 0.82;
/// What two words for one kind cost, and two kinds that may be taken for each other. Chosen: the first lets an equal kind win
/// among equals of another, and stays strong; the second leaves a proposal.
const COST_CLOSE: f32 = 0.05;
const COST_DOUBTFUL: f32 = 0.15;
/// What a shared role adds. Chosen: more than the margin, so that it tells two of a name apart.
const ROLE_BONUS: f32 = 0.1;

/// A role somebody has to somebody: "sister" of that entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoleOf {
    /// What they are.
    pub role: &'static RoleForm,
    /// To whom.
    pub of: EntityId,
}

/// A name that was read, to be decided on.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// The name.
    pub form: &'a NameForm,
    /// What the bearer is said to be to others.
    pub roles: &'a [RoleOf],
}

/// An entity that is known.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// Which.
    pub id: EntityId,
    /// What it is by now, which may be more than was known when a form was made.
    pub kind: EntityKind,
    /// Its name, then its aliases.
    pub names: &'a [NameForm],
    /// What it is to others.
    pub roles: &'a [RoleOf],
}

/// What a name is beside what is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision {
    /// That entity.
    Same {
        /// Which.
        id: EntityId,
        /// What says so.
        by: Evidence,
    },
    /// Perhaps that entity: a proposal (`same_as`), never merged by itself.
    Maybe {
        /// The likeliest; the lowest id among equals.
        id: EntityId,
        /// How like, in `[0, 1]`; only the order means something.
        score: f32,
        /// What speaks for it.
        by: Evidence,
        /// How many others are as like: above 0 this is why nothing was decided.
        rivals: usize,
    },
    /// None of them.
    New,
}

/// Whether a name is one of the known entities.
///
/// `known` are the entities that share a key with the name; more do no harm. Their order does not matter. At most
/// [`limits::CANDIDATES_MAX`] are looked at, and where there are more nothing is joined. Cost: O(known · names · length).
pub fn decide(candidate: &Named<'_>, known: &[Known<'_>]) -> Decision {
    let is_cut = known.len() > limits::CANDIDATES_MAX;
    let mut found: Vec<(&Known<'_>, Likeness)> = known
        .iter()
        .take(limits::CANDIDATES_MAX)
        .filter_map(|known| likeness(candidate, known).map(|likeness| (known, likeness)))
        .collect();
    found.sort_by(|(a, x), (b, y)| y.score.total_cmp(&x.score).then(a.id.cmp(&b.id)));
    let Some(&(best, like)) = found.first() else { return Decision::New };
    let mut rivals = found[1..].iter().filter(|(_, other)| other.score > like.score - MARGIN).count();
    if rivals == 0 && like.score < STRONG {
        rivals = doubles(best, like.score, known);
    }
    if like.is_sure && rivals == 0 && !is_cut {
        Decision::Same { id: best.id, by: like.by }
    } else {
        Decision::Maybe { id: best.id, score: like.score.min(1.0), by: like.by, rivals }
    }
}

/// Known entities that the best one may be as well as the candidate: with Sasha and Alexandra known, Sasha is no longer sure to be
/// Alexander.
fn doubles(best: &Known<'_>, score: f32, known: &[Known<'_>]) -> usize {
    known
        .iter()
        .take(limits::CANDIDATES_MAX)
        .filter(|other| other.id != best.id)
        .filter(|other| {
            best.names.first().and_then(|form| likeness(&Named { form, roles: best.roles }, other)).is_some_and(
                // A shared role is what parts them; it is no sign of a double here.
                |like| like.score > score - MARGIN && like.score < STRONG,
            )
        })
        .count()
}

/// How like a name is to one entity, by the best of its names.
fn likeness(candidate: &Named<'_>, known: &Known<'_>) -> Option<Likeness> {
    if contradict(candidate, known) {
        return None;
    }
    let mut best: Option<Likeness> = None;
    for (at, name) in known.names.iter().take(limits::ALIASES_COMPARED_MAX).enumerate() {
        let Some(mut found) = compare(candidate.form, name) else { continue };
        if at > 0 && found.by == Evidence::Exact {
            found = Likeness { by: Evidence::Alias, score: ALIAS, ..found };
        }
        if best.is_none_or(|best| (found.score, found.is_sure) > (best.score, best.is_sure)) {
            best = Some(found);
        }
    }
    let mut best = best?;
    match fit(candidate.form.kind(), known.kind) {
        Fit::Apart => return None,
        Fit::Doubtful => {
            best.score -= COST_DOUBTFUL;
            best.is_sure = false;
        }
        Fit::Close => {
            best.is_sure &= best.score - COST_CLOSE > STRONG;
            best.score -= COST_CLOSE;
        }
        Fit::Same => {}
    }
    if candidate.roles.iter().any(|a| known.roles.iter().any(|b| a.of == b.of && a.role.goes_with(b.role))) {
        best.score += ROLE_BONUS;
        best.is_sure = true;
    }
    Some(best)
}

/// What is said of both cannot be said of one: a father and a daughter of the same person, a Mr and a wife.
fn contradict(candidate: &Named<'_>, known: &Known<'_>) -> bool {
    let genders = |forms: &mut dyn Iterator<Item = &NameForm>, roles: &[RoleOf]| -> (bool, bool) {
        let titled = forms.filter_map(|form| form.title.and_then(|title| title.gender));
        let mut said = (false, false);
        for gender in titled.chain(roles.iter().filter_map(|role| role.role.gender)) {
            match gender {
                Gender::Female => said.0 = true,
                Gender::Male => said.1 = true,
            }
        }
        said
    };
    let a = genders(&mut std::iter::once(candidate.form), candidate.roles);
    let b = genders(&mut known.names.iter(), known.roles);
    if matches!((a, b), ((true, false), (false, true)) | ((false, true), (true, false))) {
        return true;
    }
    candidate.roles.iter().any(|a| known.roles.iter().any(|b| a.of == b.of && a.role.excludes(b.role)))
}

/// Who "my sister" is: the entity of which that role to that person was stated.
///
/// The role itself, or a word for it that says more or less ("sibling"). Sure where a person has one or a few of the role
/// ([`Count`]) and exactly one is known; a proposal where several are, or where anybody may be one ("my friend").
pub fn decide_role(wanted: RoleOf, known: &[Known<'_>]) -> Decision {
    let mut found: Vec<EntityId> = known
        .iter()
        .filter(|known| known.roles.iter().any(|role| role.of == wanted.of && role.role.goes_with(wanted.role)))
        .filter(|known| {
            wanted.role.gender.is_none()
                || known
                    .roles
                    .iter()
                    .all(|role| role.role.gender.is_none_or(|gender| Some(gender) == wanted.role.gender))
        })
        .map(|known| known.id)
        .collect();
    found.sort_unstable();
    found.dedup();
    match found.as_slice() {
        [] => Decision::New,
        &[id] if wanted.role.count != Count::Many => Decision::Same { id, by: Evidence::Role },
        &[id, ref rest @ ..] => {
            Decision::Maybe { id, score: 1.0 / (1 + rest.len()) as f32, by: Evidence::Role, rivals: rest.len() }
        }
    }
}
