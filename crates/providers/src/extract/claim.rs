//! From an item of an answer to a claim: closed lists folded, numbers clamped, every string held against the source.

use quintet::model::{Category, Claim, Doubt, EntityKind, Interval, Party, Role, Said, Span, Stance, Validity, key};
use quintet::ports::{Mention, Reading};
use quintet::{limits, text, when};
use serde_json::Value;

use super::answer::{flag_of, number_of, text_of};
use super::ground::Source;
use super::party::People;

/// Words of a key, label or verb, at most; and its bytes. Chosen: longer ones are sentences.
const KEY_WORDS_MAX: usize = 4;
const KEY_LEN_MAX: usize = 48;
/// How sure a claim is that does not say. Chosen: the published floor of a correction.
const CONFIDENCE: f32 = 0.7;

/// Why an item is not taken.
pub(super) type Refusal = &'static str;

/// Other words for kinds of entities.
const KINDS: &[(&str, EntityKind)] = &[
    ("company", EntityKind::Organisation),
    ("org", EntityKind::Organisation),
    ("organization", EntityKind::Organisation),
    ("institution", EntityKind::Organisation),
    ("team", EntityKind::Organisation),
    ("group", EntityKind::Organisation),
    ("human", EntityKind::Person),
    ("people", EntityKind::Person),
    ("pet", EntityKind::Person),
    ("user", EntityKind::Person),
    ("place", EntityKind::Location),
    ("city", EntityKind::Location),
    ("country", EntityKind::Location),
    ("tool", EntityKind::Product),
    ("software", EntityKind::Product),
    ("app", EntityKind::Product),
    ("rule", EntityKind::Policy),
    ("idea", EntityKind::Concept),
    ("bot", EntityKind::Agent),
    ("api", EntityKind::Service),
    ("subject", EntityKind::Topic),
];

/// Other words for keys of attributes.
const KEYS: &[(&str, &str)] = &[
    ("address", "home"),
    ("allergies", "allergy"),
    ("birth_date", "birthday"),
    ("city", "home"),
    ("company", "employer"),
    ("date_of_birth", "birthday"),
    ("dislike", "dislikes"),
    ("goals", "goal"),
    ("hobbies", "hobby"),
    ("hometown", "origin"),
    ("husband", "partner"),
    ("job", "occupation"),
    ("languages", "language"),
    ("like", "likes"),
    ("lives_in", "home"),
    ("pets", "pet"),
    ("plans", "plan"),
    ("profession", "occupation"),
    ("residence", "home"),
    ("skills", "skill"),
    ("spouse", "partner"),
    ("wife", "partner"),
    ("works_at", "employer"),
    ("works_for", "employer"),
];

/// A kind by the name of the list, or another word for it; what nobody knows is `other`.
pub(super) fn kind(given: &str) -> EntityKind {
    let given = given.trim().to_lowercase();
    let other = || KINDS.iter().find(|(word, _)| *word == given).map(|(_, kind)| *kind);
    EntityKind::parse(&given).or_else(other).unwrap_or(EntityKind::Other)
}

/// The first name of an item, with where it stands.
pub(super) fn mention(item: &Value, source: &Source<'_>) -> Result<Mention, Refusal> {
    let given = text_of(item, "name").ok_or("a name without its words")?;
    let span = source.find(given, None).ok_or("a name that is not in the text")?;
    let name = source.slice(span).to_owned();
    if name.len() > limits::NAME_LEN_MAX {
        return Err("a name that is too long");
    }
    Ok(Mention {
        name,
        span,
        confidence: confidence(item),
        kind: Some(kind(text_of(item, "kind").unwrap_or_default())),
    })
}

/// The claim of an item. `kinds`: names of the answer with their kinds, lower case.
pub(super) fn claim(
    item: &Value,
    source: &Source<'_>,
    reading: &Reading<'_>,
    kinds: &[(String, EntityKind)],
) -> Result<Claim, Refusal> {
    let quote = match text_of(item, "quote") {
        Some(given) => Some(source.find(given, None).ok_or("a quote that is not in the text")?),
        None => None,
    };
    let value = match text_of(item, "value") {
        Some(given) => Some(source.find(given, quote).ok_or("a value that is not in the text")?),
        None => None,
    };
    let said_when = match text_of(item, "when") {
        Some(given) => Some(source.find(given, quote).ok_or("a time that is not in the text")?),
        None => None,
    };
    let people = People { source, speaker: reading.speaker, kinds };
    let party = |given: Option<&str>| given.and_then(|given| people.read(given, quote));
    let read = Item { item, source, value, at: said_when.and_then(|span| interval(source.slice(span), reading)) };
    let said = match text_of(item, "kind").unwrap_or_default().to_lowercase().as_str() {
        "attribute" => read.attribute(party(text_of(item, "subject")))?,
        "relation" => read.relation(party(text_of(item, "subject")), party(text_of(item, "value")))?,
        "action" => read.action(party(text_of(item, "subject")))?,
        "instruction" => read.instruction()?,
        "uncertainty" => read.uncertainty()?,
        _ => return Err("a claim of no known kind"),
    };
    let span =
        quote.or_else(|| value.map(|value| sentence(source, value))).ok_or("a claim without words of the text")?;
    Ok(Claim {
        span,
        confidence: confidence(item),
        stance: stance(item, &said, reading),
        valid: said_when.map(|span| validity(source.slice(span), reading)).unwrap_or_default(),
        ends: flag_of(item, "ends"),
        category: category(item, &said),
        said,
    })
}

/// One item with what of it was found.
struct Item<'a> {
    item: &'a Value,
    source: &'a Source<'a>,
    value: Option<Span>,
    at: Option<Interval>,
}

impl Item<'_> {
    fn key(&self) -> Result<String, Refusal> {
        text_of(self.item, "key").and_then(snake).ok_or("a claim without a usable key")
    }

    fn value(&self) -> Result<(String, Span), Refusal> {
        let span = self.value.ok_or("a claim without a value")?;
        Ok((self.source.slice(span).to_owned(), span))
    }

    fn attribute(&self, subject: Option<Party>) -> Result<Said, Refusal> {
        let (value, value_span) = self.value()?;
        let given = self.key()?;
        let known = KEYS.iter().find(|(word, _)| *word == given).map(|(_, key)| (*key).to_owned());
        let key = known.unwrap_or_else(|| given.replacen("favorite", "favourite", 1));
        Ok(Said::Attribute { subject: subject.ok_or(NOBODY)?, key, value, value_span })
    }

    fn relation(&self, subject: Option<Party>, object: Option<Party>) -> Result<Said, Refusal> {
        let (subject, object) = (subject.ok_or(NOBODY)?, object.ok_or("a relation to nobody that the text names")?);
        if same_party(&subject, &object) {
            return Err("a relation of somebody to themselves");
        }
        Ok(Said::Relation { subject, label: self.key()?, object })
    }

    fn action(&self, actor: Option<Party>) -> Result<Said, Refusal> {
        let object = self.value.map(|span| self.source.slice(span).to_owned());
        Ok(Said::Action { actor: actor.ok_or(NOBODY)?, verb: self.key()?, object, at: self.at })
    }

    fn instruction(&self) -> Result<Said, Refusal> {
        let (description, _) = self.value()?;
        Ok(Said::Instruction {
            label: self.key()?.replace('_', " "),
            description,
            reverses: flag_of(self.item, "ends"),
        })
    }

    fn uncertainty(&self) -> Result<Said, Refusal> {
        let (about, _) = self.value()?;
        let reason =
            text_of(self.item, "key").and_then(|key| Doubt::parse(&key.to_lowercase())).unwrap_or(Doubt::Hedged);
        Ok(Said::Uncertainty { about, reason })
    }
}

const NOBODY: Refusal = "a claim about nobody that the text names";

fn same_party(a: &Party, b: &Party) -> bool {
    match (a, b) {
        (Party::Speaker, Party::Speaker) => true,
        (Party::Named { name: a, .. }, Party::Named { name: b, .. }) => a.to_lowercase() == b.to_lowercase(),
        _ => false,
    }
}

/// A key, label or verb: lower case, words joined by `_`, nothing else in it.
fn snake(given: &str) -> Option<String> {
    let lower = given.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let key = words.join("_");
    (!words.is_empty() && words.len() <= KEY_WORDS_MAX && key.len() <= KEY_LEN_MAX).then_some(key)
}

/// In `[0, 1]`; a number from 1 to 100 is taken as per cent.
fn confidence(item: &Value) -> f32 {
    let given = number_of(item, "confidence").map_or(CONFIDENCE, |number| number as f32);
    let share = if given > 1.0 && given <= 100.0 { given / 100.0 } else { given };
    share.clamp(0.0, 1.0)
}

/// What an agent says of others is its claim, whatever the model makes of it.
fn stance(item: &Value, said: &Said, reading: &Reading<'_>) -> Stance {
    let subject = match said {
        Said::Attribute { subject, .. } | Said::Relation { subject, .. } => Some(subject),
        Said::Action { actor, .. } => Some(actor),
        Said::Instruction { .. } | Said::Uncertainty { .. } => None,
    };
    if reading.role == Some(Role::Assistant) && subject != Some(&Party::Speaker) {
        return Stance::Claimed;
    }
    text_of(item, "stance").and_then(|given| Stance::parse(&given.to_lowercase())).unwrap_or(Stance::Lived)
}

/// The key's own category where it has one; else as given, `context` where that is none of the three.
fn category(item: &Value, said: &Said) -> Category {
    let given = || match text_of(item, "category").map(str::to_lowercase).as_deref() {
        Some("identity") => Category::Identity,
        Some("knowledge") => Category::Knowledge,
        _ => Category::Context,
    };
    match said {
        Said::Attribute { key: name, .. } => key(name).map_or_else(given, |key| key.category),
        Said::Instruction { .. } => Category::Instruction,
        Said::Uncertainty { .. } => Category::Uncertainty,
        Said::Relation { .. } | Said::Action { .. } => given(),
    }
}

/// The sentence that a value stands in.
fn sentence(source: &Source<'_>, value: Span) -> Span {
    let part = source.part();
    let inside = text::sentences(source.slice(part))
        .into_iter()
        .map(|span| Span { start: part.start + span.start, end: part.start + span.end });
    inside.into_iter().find(|span| span.start <= value.start && value.end <= span.end).unwrap_or(value)
}

/// Calls `read` with the moment and zone of a reading; without a moment, nothing relative can be read.
fn with_reference<T>(reading: &Reading<'_>, read: impl FnOnce(&when::Reference<'_>) -> T) -> Option<T> {
    let zone = reading.zone.and_then(|name| jiff::tz::TimeZone::get(name).ok()).unwrap_or(jiff::tz::TimeZone::UTC);
    let now = reading.said_at?;
    Some(read(&when::Reference { now, zone: &zone, week_starts_on_sunday: false, direction: when::Direction::Nearest }))
}

/// The interval that a few words mean.
fn interval(words: &str, reading: &Reading<'_>) -> Option<Interval> {
    let relative = with_reference(reading, |reference| {
        let intents = when::resolve(words, reference);
        intents.first().and_then(|intent| intent.hypotheses.first()).map(|best| best.interval)
    });
    relative.flatten().or_else(|| when::stated(words, None).first().copied())
}

/// What "since" and "until" bound.
fn validity(words: &str, reading: &Reading<'_>) -> Validity {
    let bounds = with_reference(reading, |reference| {
        let mut valid = Validity::default();
        for intent in when::resolve(words, reference) {
            let Some(best) = intent.hypotheses.first() else { continue };
            let Interval { start, end, .. } = best.interval;
            if matches!(intent.relation, when::Relation::Since | when::Relation::Between) {
                valid.from = Some(start);
            }
            if matches!(intent.relation, when::Relation::Until | when::Relation::Between) {
                valid.until = Some(end);
            }
        }
        valid
    });
    bounds.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use quintet::model::Micros;
    use serde_json::json;

    use super::*;

    const TEXT: &str = "I have lived in Lisbon since March. Ann founded Acme. Please always answer in French!";

    fn read(item: Value) -> Result<Claim, Refusal> {
        let source = Source::of(TEXT, 0..TEXT.len());
        let reading =
            Reading { said_at: Some(Micros::parse("2026-06-10").unwrap()), claims: true, ..Reading::of(TEXT) };
        claim(&item, &source, &reading, &[("acme".to_owned(), EntityKind::Organisation)])
    }

    #[test]
    fn attributes_keep_the_source_and_its_time() {
        let item = json!({"kind": "Attribute", "subject": "I", "key": "Lives in", "value": "lisbon", "when": "since march",
            "quote": "i have lived in lisbon", "stance": "sure", "category": "biography", "confidence": "95%"});
        let claim = read(item).unwrap();
        let Said::Attribute { subject, key, value, value_span } = &claim.said else { panic!("{claim:?}") };
        assert_eq!((subject, key.as_str(), value.as_str()), (&Party::Speaker, "home", "Lisbon"));
        assert_eq!(&TEXT[value_span.start as usize..value_span.end as usize], "Lisbon");
        assert_eq!((claim.stance, claim.category), (Stance::Lived, Category::Identity));
        assert!((claim.confidence - 0.95).abs() < 1e-6);
        assert_eq!(claim.valid.from, Some(Micros::parse("2026-03-01").unwrap()));
        assert_eq!(claim.valid.until, None);
    }

    #[test]
    fn relations_have_two_parties_with_their_kinds() {
        let relation = |subject: &str, value: &str| {
            read(
                json!({"kind": "relation", "subject": subject, "key": "founded", "value": value, "quote": "Ann founded Acme"}),
            )
        };
        let Said::Relation { object: Party::Named { name, kind, .. }, label, .. } =
            relation("Ann", "Acme").unwrap().said
        else {
            panic!("no relation")
        };
        assert_eq!((name.as_str(), kind, label.as_str()), ("Acme", EntityKind::Organisation, "founded"));
        assert!(relation("Ann", "ann").is_err() && relation("she", "Acme").is_err() && relation("Ann", "it").is_err());
    }

    #[test]
    fn a_claim_without_a_quote_takes_its_sentence() {
        let item = json!({"kind": "instruction", "subject": "speaker", "key": "language", "value": "always answer in French", "quote": null});
        let claim = read(item).unwrap();
        assert_eq!(&TEXT[claim.span.start as usize..claim.span.end as usize], "Please always answer in French!");
        assert_eq!(claim.category, Category::Instruction);
    }

    #[test]
    fn what_is_not_there_or_has_no_form_is_refused() {
        let good =
            json!({"kind": "attribute", "subject": "I", "key": "home", "value": "Lisbon", "quote": "lived in Lisbon"});
        assert!(read(good.clone()).is_ok());
        for (field, bad) in [
            ("value", json!("Porto")),
            ("value", json!(null)),
            ("value", json!(7)),
            ("quote", json!("lived in Porto")),
            ("subject", json!("Zuraflax")),
            ("subject", json!([])),
            ("key", json!("a whole sentence instead of a key")),
            ("key", json!("!!")),
            ("kind", json!("gossip")),
            ("when", json!("since 1066")),
        ] {
            let mut item = good.clone();
            item[field] = bad.clone();
            assert!(read(item).is_err(), "{field}: {bad}");
        }
        for odd in [json!(null), json!("claim"), json!([1]), json!(true)] {
            assert!(read(odd).is_err());
        }
    }

    #[test]
    fn an_agents_word_about_others_stays_a_claim() {
        let source = Source::of(TEXT, 0..TEXT.len());
        let reading = Reading { role: Some(Role::Assistant), ..Reading::of(TEXT) };
        let item = json!({"kind": "relation", "subject": "Ann", "key": "founded", "value": "Acme", "stance": "lived"});
        assert_eq!(claim(&item, &source, &reading, &[]).unwrap().stance, Stance::Claimed);
    }

    #[test]
    fn kinds_fold_into_the_list() {
        assert_eq!(kind("Company"), EntityKind::Organisation);
        assert_eq!(kind("person"), EntityKind::Person);
        assert_eq!((kind("dragon"), kind("")), (EntityKind::Other, EntityKind::Other));
    }

    #[test]
    fn confidence_is_clamped() {
        let of = |value: Value| confidence(&json!({ "confidence": value }));
        assert_eq!((of(json!(-3)), of(json!(1e300)), of(json!(80)), of(json!("x"))), (0.0, 1.0, 0.8, CONFIDENCE));
    }
}
