//! Typed questions: "where does my sister live", "what is Dana's role". Read by rules into an entity and keys, looked up, and
//! what is known for sure stands first. No model is asked.
//!
//! Only questions about the present are read so: what was so before is for the channels.

use super::answer::RecallError;
use crate::fuse::{Contribution, Fused};
use crate::model::Memory;
use crate::reconcile::Authority;
use crate::store::{Ordinal, View, Whom};
use crate::text;

/// Words of the phrase that says who is meant, at most. Chosen.
const WHO_WORDS_MAX: usize = 5;
/// Known values that are put first, at most. Chosen: of a long list the channels pick what the question is about.
const FIRST_MAX: usize = 3;

/// Known values among which the ones to be put first are chosen, at most: the newest. Chosen.
const WEIGHED_MAX: usize = 32;

/// One form of question. `{who}` is whom it is about, `{whose}` the same as an owner, `{key}` the words of a key, `*` any one
/// word. `/` parts words of which one stands there.
struct Form {
    words: &'static str,
    /// Empty where the question's own words name the key.
    keys: &'static [&'static str],
}

const HOME: &[&str] = &["home", "lives_in"];
const EMPLOYER: &[&str] = &["employer", "works_at"];
const ROLE: &[&str] = &["role", "occupation"];

/// Every form; the first that fits is taken.
const FORMS: &[Form] = &[
    Form { words: "where do/does {who} live/reside", keys: HOME },
    Form { words: "where do/does {who} live now/today/currently", keys: HOME },
    Form { words: "where do/does {who} currently/now live", keys: HOME },
    Form { words: "where is/are/am {who} living/based/located", keys: HOME },
    Form { words: "which/what city/town/country/place do/does {who} live in", keys: HOME },
    Form { words: "in which/what city/town/country/place do/does {who} live", keys: HOME },
    Form { words: "where do/does {who} work", keys: EMPLOYER },
    Form { words: "where do/does {who} work now/today/currently", keys: EMPLOYER },
    Form { words: "where is/are/am {who} working/employed", keys: EMPLOYER },
    Form { words: "who/whom do/does {who} work for", keys: EMPLOYER },
    Form { words: "which/what company/firm/employer do/does {who} work for/at", keys: EMPLOYER },
    Form { words: "what do/does {who} do", keys: ROLE },
    Form { words: "what do/does {who} do for a/his/her/their living/work", keys: ROLE },
    Form { words: "what do/does {who} work as", keys: ROLE },
    Form { words: "how old is/are/am {who}", keys: &["age"] },
    Form { words: "when is {whose} birthday", keys: &["birthday"] },
    Form { words: "when was/were {who} born", keys: &["birthday"] },
    Form { words: "where is/are/am {who} from", keys: &["origin", "nationality"] },
    Form { words: "where do/does {who} come from", keys: &["origin", "nationality"] },
    Form { words: "who is/are/am {who} married/engaged to", keys: &["partner", "married_to", "engaged_to"] },
    Form { words: "what is/are/am {who} allergic to", keys: &["allergy"] },
    Form { words: "what do/does {who} like/love/enjoy", keys: &["likes", "hobby"] },
    Form { words: "what do/does {who} dislike/hate", keys: &["dislikes"] },
    Form { words: "which/what language/languages do/does {who} speak", keys: &["language"] },
    Form { words: "which/what car do/does {who} drive/own/have", keys: &["car"] },
    Form { words: "which/what pet/pets do/does {who} have/own", keys: &["pet"] },
    Form { words: "who do/does {who} report to", keys: &["reports_to", "manager"] },
    Form { words: "what is/are {who} called", keys: &["name"] },
    Form { words: "what/who/which is/are {whose} {key}", keys: &[] },
    Form { words: "what/who/which is/are the {key} of {who}", keys: &[] },
    Form { words: "tell me {whose} {key}", keys: &[] },
];

/// What people call a key, beside its own name.
const CALLED: &[(&str, &[&str])] = &[
    ("address", HOME),
    ("boss", &["manager", "reports_to"]),
    ("city", HOME),
    ("company", EMPLOYER),
    ("hometown", &["origin", "home"]),
    ("husband", &["partner", "married_to"]),
    ("job", ROLE),
    ("job title", ROLE),
    ("occupation", ROLE),
    ("position", ROLE),
    ("profession", ROLE),
    ("residence", HOME),
    ("role", ROLE),
    ("spouse", &["partner", "married_to"]),
    ("title", ROLE),
    ("wife", &["partner", "married_to"]),
    ("workplace", EMPLOYER),
];

/// A question that names an entity and a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lookup {
    pub(super) whom: Whom,
    pub(super) keys: Vec<String>,
}

/// Reads a typed question. `None` for every other.
pub(super) fn read(query: &str) -> Option<Lookup> {
    let lower = query.to_lowercase().replace('\u{2019}', "'");
    let words: Vec<&str> = lower
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\''))
        .filter(|word| !word.is_empty())
        .collect();
    let expanded: Vec<&str> = words.iter().flat_map(|word| contracted(word)).collect();
    FORMS.iter().find_map(|form| fit(form, &expanded))
}

/// "What's" is two words.
fn contracted(word: &str) -> Vec<&str> {
    match word.strip_suffix("'s").filter(|bare| ["what", "who", "where", "when", "how"].contains(bare)) {
        Some(bare) => vec![bare, "is"],
        None => vec![word],
    }
}

fn fit(form: &Form, words: &[&str]) -> Option<Lookup> {
    let pattern: Vec<&str> = form.words.split(' ').collect();
    let mut bound = Bound::default();
    if !matches(&pattern, words, &mut bound) {
        return None;
    }
    let whom = whom(&bound.who)?;
    let keys: Vec<String> = if form.keys.is_empty() {
        keys_called(&bound.key)
    } else {
        form.keys.iter().map(|key| (*key).to_owned()).collect()
    };
    (!keys.is_empty()).then_some(Lookup { whom, keys })
}

#[derive(Clone, Debug, Default)]
struct Bound {
    who: Vec<String>,
    key: Vec<String>,
}

fn matches(pattern: &[&str], words: &[&str], bound: &mut Bound) -> bool {
    let Some((first, rest)) = pattern.split_first() else { return words.is_empty() };
    if !first.starts_with('{') {
        let Some((word, others)) = words.split_first() else { return false };
        return (*first == "*" || first.split('/').any(|one| one == *word)) && matches(rest, others, bound);
    }
    // The shortest phrase that lets the rest fit.
    for taken in 1..=words.len().min(WHO_WORDS_MAX) {
        let mut phrase: Vec<String> = words[..taken].iter().map(|word| (*word).to_owned()).collect();
        // "My sister's job" is a key of my sister, not one of mine.
        let is_owner = |word: &String| word.ends_with("'s");
        if (*first == "{whose}" && !own(&mut phrase)) || (*first == "{key}" && phrase.iter().any(is_owner)) {
            continue;
        }
        let mut tried = bound.clone();
        match *first {
            "{key}" => tried.key = phrase,
            _ => tried.who = phrase,
        }
        if matches(rest, &words[taken..], &mut tried) {
            *bound = tried;
            return true;
        }
    }
    false
}

/// Takes the mark of an owner off a phrase. False where it has none.
fn own(phrase: &mut [String]) -> bool {
    let Some(last) = phrase.last_mut() else { return false };
    if *last == "my" {
        return true;
    }
    if let Some(bare) = last.strip_suffix("'s").or_else(|| last.strip_suffix('\'')).map(str::to_owned) {
        *last = bare;
        return true;
    }
    false
}

/// Whom a phrase means: the asker, somebody by name, or what somebody is to another.
fn whom(phrase: &[String]) -> Option<Whom> {
    let words: Vec<&str> = phrase.iter().map(String::as_str).filter(|word| *word != "the").collect();
    let asker = |word: &str| matches!(word, "i" | "my" | "me" | "you" | "user");
    let (first, rest) = words.split_first()?;
    if asker(first) {
        return Some(Whom { name: None, roles: roles(rest) });
    }
    if let Some(owner) = words.iter().position(|word| word.ends_with("'s")) {
        let name = words[..=owner].join(" ");
        let name = name.strip_suffix("'s").unwrap_or(&name).to_owned();
        return Some(Whom { name: Some(text::name_key(&name)), roles: roles(&words[owner + 1..]) });
    }
    let name = text::name_key(&words.join(" "));
    (!name.is_empty()).then_some(Whom { name: Some(name), roles: Vec::new() })
}

/// Each word with an owner's mark begins another role: "sister's husband" are two.
fn roles(words: &[&str]) -> Vec<String> {
    let mut roles: Vec<String> = Vec::new();
    let mut current: Vec<&str> = Vec::new();
    for word in words {
        match word.strip_suffix("'s") {
            Some(bare) => {
                current.push(bare);
                roles.push(current.join(" "));
                current.clear();
            }
            None => current.push(word),
        }
    }
    if !current.is_empty() {
        roles.push(current.join(" "));
    }
    roles
}

fn keys_called(words: &[String]) -> Vec<String> {
    let called = words.join(" ");
    let called = called.strip_prefix("current ").unwrap_or(&called).replace("favorite", "favourite");
    match CALLED.iter().find(|(name, _)| *name == called) {
        Some((_, keys)) => keys.iter().map(|key| (*key).to_owned()).collect(),
        None => vec![called.replace(' ', "_")],
    }
}

/// Puts what is known at the head of the list, best value first: the newest. Nothing happens where nothing is known.
///
/// # Errors
/// As the view's readers.
pub(super) fn first(fused: &mut Vec<Fused<Ordinal>>, query: &str, view: &dyn View) -> Result<(), RecallError> {
    let Some(lookup) = read(query) else { return Ok(()) };
    let known = by_authority(view.known(&lookup.whom, &lookup.keys)?, view)?;
    let best = fused.first().map_or(0.0, |row| row.score).max(SURE);
    for row in known.into_iter().rev() {
        let mut hit = match fused.iter().position(|hit| hit.key == row) {
            Some(place) => fused.remove(place),
            None => Fused { key: row, score: 0.0, contributions: Vec::new() },
        };
        let contribution = (best - hit.score).max(0.0);
        hit.score += contribution;
        hit.contributions.push(Contribution {
            name: "lookup",
            rank: Some(1),
            raw: 1.0,
            value: 1.0,
            weight: 1.0,
            contribution,
        });
        fused.insert(0, hit);
    }
    Ok(())
}

/// The first of them; what a document says before what somebody says against it, which the reconciler left beside it in doubt.
fn by_authority(mut known: Vec<Ordinal>, view: &dyn View) -> Result<Vec<Ordinal>, RecallError> {
    if known.len() > 1 {
        known.truncate(WEIGHED_MAX);
        let memories = view.memories(&known)?;
        let authority = |memory: &Option<Memory>| memory.as_ref().map(|memory| Authority::of(memory.source.origin));
        let mut weighed: Vec<_> = known.into_iter().zip(memories.iter().map(authority)).collect();
        weighed.sort_by_key(|(_, authority)| std::cmp::Reverse(*authority));
        known = weighed.into_iter().map(|(row, _)| row).collect();
    }
    known.truncate(FIRST_MAX);
    Ok(known)
}

/// Score of what was looked up, at least. Chosen: it answers the question as it was asked.
const SURE: f32 = 0.8;

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(query: &str, name: Option<&str>, roles: &[&str], keys: &[&str]) {
        let lookup = read(query).unwrap_or_else(|| panic!("not read: {query}"));
        assert_eq!(lookup.whom.name.as_deref(), name, "{query}");
        assert_eq!(lookup.whom.roles, roles, "{query}");
        assert_eq!(lookup.keys, keys, "{query}");
    }

    #[test]
    fn typed_questions_are_read() {
        reads("Where does Dana live?", Some("dana"), &[], HOME);
        reads("where do I live now?", None, &[], HOME);
        reads("What is Alice's role?", Some("alice"), &[], ROLE);
        reads("Where does my sister live?", None, &["sister"], HOME);
        reads("What's my sister's job?", None, &["sister"], ROLE);
        reads("What is Anna Brandt's favorite colour?", Some("anna brandt"), &[], &["favourite_colour"]);
        reads("What is the version of Atlas?", Some("atlas"), &[], &["version"]);
        reads("How old is Dana's brother?", Some("dana"), &["brother"], &["age"]);
        reads("What is my name?", None, &[], &["name"]);
    }

    #[test]
    fn other_questions_are_left_to_the_channels() {
        for query in ["Where did Dana live in 2020?", "Where did she use to work?", "What happened?", "Dana", ""] {
            assert_eq!(read(query), None, "{query}");
        }
    }
}
