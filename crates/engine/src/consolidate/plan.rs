//! What is to be written: an observation for each fact that several memories tell, and for each sentence that was said several
//! times; and the taking back of observations whose fact does not hold any more.
//!
//! What is observed already is met again by its sources and its value, so that planning the same twice plans nothing new.

use std::collections::BTreeSet;

use super::alike::Saying;
use crate::limits;
use crate::model::{Category, EntityId, MemoryId, Micros, ScopeSets, Validity};
use crate::reconcile::value_key;
use crate::text;

/// The key of what somebody said several times.
pub const SAID: &str = "said";
/// Confidence of what was said several times. Chosen: as of a fact that was read in plain words.
const CONFIDENCE_SAID: f32 = 0.8;

/// A memory that tells a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Which.
    pub id: MemoryId,
    /// What it says.
    pub text: String,
}

/// A fact that holds, with what tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Its row.
    pub id: MemoryId,
    /// Whose.
    pub subject: EntityId,
    /// Whose, by name.
    pub name: String,
    /// Key or label.
    pub key: String,
    /// Value, or the name that a relation leads to.
    pub value: String,
    /// One value holds at a time.
    pub is_one: bool,
    /// Who may see it.
    pub scopes: ScopeSets,
    /// What it is to the person.
    pub category: Category,
    /// In `[0, 1]`.
    pub confidence: f32,
    /// When it holds.
    pub valid: Validity,
    /// It was written down on purpose, which is a proof by itself.
    pub is_stated: bool,
    /// What the row says.
    pub text: String,
    /// What it was read in.
    pub proofs: Vec<Proof>,
}

/// A sentence of a memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The memory.
    pub id: MemoryId,
    /// The sentence, verbatim.
    pub sentence: String,
    /// The sentence as it is compared.
    pub saying: Saying,
    /// Who says it, by name.
    pub speaker: Option<String>,
    /// Who may see it.
    pub scopes: ScopeSets,
    /// When it was said.
    pub known_at: Micros,
}

/// An observation that stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Its row.
    pub id: MemoryId,
    /// About whom.
    pub subject: EntityId,
    /// About whom, by name.
    pub name: String,
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// What it says.
    pub text: String,
    /// Who may see it.
    pub scopes: ScopeSets,
    /// What it is to the person.
    pub category: Category,
    /// What it was drawn from and is not forgotten.
    pub sources: Vec<MemoryId>,
}

/// About whom an observation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// An entity that is known.
    Known(EntityId, String),
    /// Whoever speaks, by name where there is one.
    Speaker(Option<String>),
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is new.
    Create,
    /// It is known, and has new sources.
    Update,
    /// It takes the place of an older one.
    Supersede(MemoryId),
    /// It does not hold any more.
    Withdraw,
}

/// An observation to write.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// What is to be done.
    pub step: Step,
    /// About whom.
    pub whom: Whom,
    /// Its key.
    pub key: String,
    /// Its value: verbatim of one of its sources.
    pub value: String,
    /// What it says: a sentence of one of its sources.
    pub text: String,
    /// Who may see it: whoever may see its sources.
    pub scopes: ScopeSets,
    /// What it is to the person.
    pub category: Category,
    /// In `[0, 1]`.
    pub confidence: f32,
    /// When it holds.
    pub valid: Validity,
    /// What it is drawn from: the fact that it restates first, then what tells it; at most [`limits::PROOFS_MAX`].
    pub sources: Vec<MemoryId>,
    /// How many memories tell it.
    pub proofs: usize,
    /// Why, without any text of a memory.
    pub rationale: String,
}

/// What identifies what is said: about whom, under which key, for whom, and which value.
fn same_fact(fact: &Fact, known: &Known) -> bool {
    same_place(fact, known) && value_key(&fact.value) == value_key(&known.value)
}

fn same_place(fact: &Fact, known: &Known) -> bool {
    fact.subject == known.subject && fact.key == known.key && fact.scopes == known.scopes
}

/// Plans what facts give. `facts`: all that hold of the reader's; those that `may_add` lets through may become new
/// observations, and the others only keep what is observed. `known`: all that is observed.
///
/// Laws: the order of the facts does not matter; what was planned and written plans nothing more.
pub fn plan_facts(facts: &[Fact], known: &[Known], may_add: &dyn Fn(&Fact) -> bool) -> Vec<Drawn> {
    let mut order: Vec<&Fact> = facts.iter().filter(|fact| fact.key != SAID).collect();
    order.sort_by(|a, b| (&a.name, &a.key, &a.value, a.id).cmp(&(&b.name, &b.key, &b.value, b.id)));
    let holds = |one: &Known| order.iter().any(|fact| same_fact(fact, one));
    let over: Vec<&Known> = known.iter().filter(|one| one.key != SAID && !holds(one)).collect();
    let mut replaced: BTreeSet<MemoryId> = BTreeSet::new();
    let mut plan = Vec::new();
    for fact in &order {
        let proofs = fact.proofs.len() + usize::from(fact.is_stated);
        let stands = known.iter().find(|one| same_fact(fact, one));
        if !may_add(fact) || stands.is_none() && proofs < limits::PROOFS_MIN {
            continue;
        }
        let sources: Vec<MemoryId> =
            std::iter::once(fact.id).chain(fact.proofs.iter().map(|proof| proof.id)).take(limits::PROOFS_MAX).collect();
        let step = match stands {
            Some(one) if sources.iter().all(|source| one.sources.contains(source)) => continue,
            Some(_) => Step::Update,
            None => {
                let older = over.iter().find(|one| fact.is_one && same_place(fact, one) && replaced.insert(one.id));
                older.map_or(Step::Create, |older| Step::Supersede(older.id))
            }
        };
        let rationale = match step {
            Step::Supersede(_) => format!("{proofs} memories tell another value than the one observed before"),
            _ => format!("{proofs} memories tell the same"),
        };
        plan.push(Drawn {
            step,
            whom: Whom::Known(fact.subject, fact.name.clone()),
            key: fact.key.clone(),
            value: stands.map_or_else(|| fact.value.clone(), |one| one.value.clone()),
            text: stands.map_or_else(|| best_sentence(fact), |one| one.text.clone()),
            scopes: fact.scopes.clone(),
            category: fact.category,
            confidence: fact.confidence,
            valid: fact.valid,
            sources,
            proofs,
            rationale,
        });
    }
    plan.extend(over.into_iter().filter(|one| !replaced.contains(&one.id)).map(withdrawal));
    plan
}

fn withdrawal(known: &Known) -> Drawn {
    Drawn {
        step: Step::Withdraw,
        whom: Whom::Known(known.subject, known.name.clone()),
        key: known.key.clone(),
        value: known.value.clone(),
        text: known.text.clone(),
        scopes: known.scopes.clone(),
        category: known.category,
        confidence: 1.0,
        valid: Validity::default(),
        sources: known.sources.clone(),
        proofs: 0,
        rationale: "the fact that it restates does not hold any more".to_owned(),
    }
}

/// The sentence that says most about a value: of those that hold it the longest that is no question, else what the row of the fact says.
fn best_sentence(fact: &Fact) -> String {
    let mut best: Option<(usize, &str)> = None;
    for proof in &fact.proofs {
        for span in text::sentences(&proof.text) {
            let Some(sentence) = proof.text.get(span.start as usize..span.end as usize) else { continue };
            let fits = sentence.len() <= limits::FACT_VALUE_LEN_MAX && !sentence.ends_with(['?', '？']);
            let words = text::words(sentence);
            let is_better = best.is_none_or(|(most, chosen)| (words, chosen) > (most, sentence));
            if fits && is_better && sentence.contains(&fact.value) {
                best = Some((words, sentence));
            }
        }
    }
    best.map_or_else(|| fact.text.clone(), |(_, sentence)| sentence.to_owned())
}

/// Plans what was said several times. `groups`: positions of sayings that say the same ([`super::groups`]).
pub fn plan_sayings(said: &[Said], groups: &[Vec<usize>], known: &[Known]) -> Vec<Drawn> {
    let mut plan = Vec::new();
    for group in groups {
        let members: Vec<&Said> = group.iter().filter_map(|idx| said.get(*idx)).collect();
        let mut sources: Vec<MemoryId> = members.iter().map(|one| one.id).collect();
        sources.sort_unstable();
        sources.dedup();
        sources.truncate(limits::PROOFS_MAX);
        let (Some(first), true) = (members.first(), sources.len() >= limits::PROOFS_MIN) else { continue };
        let met = known.iter().find(|one| {
            let shares = one.sources.iter().any(|source| sources.binary_search(source).is_ok());
            let restates = Saying::of(&one.value, first.known_at)
                .is_some_and(|saying| members.iter().any(|member| member.saying.is_same(&saying)));
            one.key == SAID && one.scopes == first.scopes && shares && restates
        });
        let is_verbatim = |one: &Known| members.iter().any(|member| member.sentence == one.value);
        let (step, value) = match met {
            Some(one) if is_verbatim(one) => {
                if sources.iter().all(|source| one.sources.contains(source)) {
                    continue;
                }
                (Step::Update, one.value.clone())
            }
            Some(one) => (Step::Supersede(one.id), representative(&members)),
            None => (Step::Create, representative(&members)),
        };
        let whom =
            met.map_or_else(|| Whom::Speaker(first.speaker.clone()), |one| Whom::Known(one.subject, one.name.clone()));
        plan.push(Drawn {
            step,
            whom,
            key: SAID.to_owned(),
            text: value.clone(),
            value,
            scopes: first.scopes.clone(),
            category: Category::Knowledge,
            confidence: CONFIDENCE_SAID,
            valid: Validity::default(),
            proofs: sources.len(),
            rationale: format!("it was said in {} memories", sources.len()),
            sources,
        });
    }
    plan
}

/// The sentence that stands for a group: the one of most words, of these the latest, of these the smallest id.
fn representative(members: &[&Said]) -> String {
    let best = members
        .iter()
        .max_by_key(|one| (text::words(&one.sentence), one.known_at, std::cmp::Reverse(one.id)))
        .map(|one| one.sentence.clone());
    best.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::Scope;

    fn fact(number: u128, key: &str, value: &str, proofs: &[u128]) -> Fact {
        let proof =
            |id: &u128| Proof { id: MemoryId(*id), text: format!("Hi there. I am in {value}, says {id}. Good.") };
        Fact {
            id: MemoryId(number),
            subject: EntityId(1),
            name: "Dana".to_owned(),
            key: key.to_owned(),
            value: value.to_owned(),
            is_one: key == "home",
            scopes: ScopeSets::single(Scope::root()),
            category: Category::Identity,
            confidence: 0.9,
            valid: Validity::default(),
            is_stated: false,
            text: format!("Dana's {key}: {value}"),
            proofs: proofs.iter().map(proof).collect(),
        }
    }

    /// What is known once a plan was written.
    fn written(plan: &[Drawn], before: &[Known]) -> Vec<Known> {
        let mut known = before.to_vec();
        for (idx, one) in plan.iter().enumerate() {
            let Whom::Known(subject, name) = &one.whom else { continue };
            match one.step {
                Step::Supersede(older) => known.retain(|known| known.id != older),
                Step::Withdraw | Step::Update => {
                    known.retain(|known| known.key != one.key || known.value != one.value);
                }
                Step::Create => {}
            }
            if one.step != Step::Withdraw {
                known.push(Known {
                    id: MemoryId(1_000 + idx as u128),
                    subject: *subject,
                    name: name.clone(),
                    key: one.key.clone(),
                    value: one.value.clone(),
                    text: one.text.clone(),
                    scopes: one.scopes.clone(),
                    category: one.category,
                    sources: one.sources.clone(),
                });
            }
        }
        known
    }

    fn steps(plan: &[Drawn]) -> Vec<(Step, &str, usize)> {
        plan.iter().map(|one| (one.step, one.value.as_str(), one.proofs)).collect()
    }

    #[test]
    fn a_fact_is_observed_grown_replaced_and_withdrawn() {
        let all = |_: &Fact| true;
        let first = plan_facts(&[fact(10, "home", "Porto", &[1, 2])], &[], &all);
        assert_eq!(steps(&first), [(Step::Create, "Porto", 2)]);
        assert_eq!(first[0].text, "I am in Porto, says 1.");
        let known = written(&first, &[]);
        assert!(plan_facts(&[fact(10, "home", "Porto", &[1, 2])], &known, &all).is_empty());
        let grown = plan_facts(&[fact(10, "home", "porto", &[1, 2, 3])], &known, &all);
        assert_eq!(steps(&grown), [(Step::Update, "Porto", 3)], "the wording of before stays");
        let moved = plan_facts(&[fact(11, "home", "Lisbon", &[4, 5])], &known, &all);
        assert_eq!(steps(&moved), [(Step::Supersede(known[0].id), "Lisbon", 2)]);
        let unsure = plan_facts(&[fact(11, "home", "Lisbon", &[4])], &known, &all);
        assert_eq!(steps(&unsure), [(Step::Withdraw, "Porto", 0)]);
    }

    proptest! {
        #[test]
        fn planning_twice_plans_nothing_and_order_does_not_matter(
            given in prop::collection::btree_map(0_usize..6, prop::collection::btree_set(1_u128..9, 0..4), 0..6),
        ) {
            let values = ["Porto", "Rome", "Bonn", "42 Elm St", "A-17", "3 May"];
            let facts: Vec<Fact> = given.iter().map(|(idx, proofs)| {
                let proofs: Vec<u128> = proofs.iter().copied().collect();
                fact(100 + *idx as u128, "likes", values[*idx], &proofs)
            }).collect();
            let plan = plan_facts(&facts, &[], &|_| true);
            for one in &plan {
                let source = facts.iter().find(|fact| fact.value == one.value).unwrap();
                prop_assert!(one.proofs >= limits::PROOFS_MIN && one.text.contains(&one.value));
                prop_assert!(source.proofs.iter().any(|proof| proof.text.contains(&one.text)));
            }
            let backwards: Vec<Fact> = facts.iter().rev().cloned().collect();
            prop_assert_eq!(&plan, &plan_facts(&backwards, &[], &|_| true));
            prop_assert!(plan_facts(&facts, &written(&plan, &[]), &|_| true).is_empty());
        }
    }
}
