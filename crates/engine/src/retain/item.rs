//! What is given to remember, and what comes back.

use super::facts::{FactItem, check_fact};
use crate::affect::{Point, Signals};
use crate::limits;
use crate::model::{
    Category, Claim, EpisodeId, Geometry, Interval, Kind, Labels, Location, MemoryId, Micros, Role, ScopeSets,
    SessionId, Validity,
};
use crate::ports::ModelError;
use crate::recall::Degraded;
use crate::store::{Asserted, StoreError};

/// How much is read out of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Infer {
    /// Everything, by the engine's extractor.
    #[default]
    Full,
    /// Everything, by rules, whatever the engine's extractor is.
    Rules,
    /// Names and key phrases only: the text is stored and found, and nothing is learnt from it.
    None,
}

/// One claim that was read in a text, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// What was read.
    pub claim: Claim,
    /// What the memory says that it became, or would have become.
    pub text: String,
    /// What became of it.
    pub asserted: Asserted,
}

/// One text to remember, with what the caller knows about it. Only the text is needed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RememberItem {
    /// What was said or written, kept verbatim.
    pub text: String,
    /// What it is; a turn when there is a session, else a passage.
    pub kind: Option<Kind>,
    /// The conversation it belongs to.
    pub session: Option<SessionId>,
    /// Its place in the conversation; the next free one when absent.
    pub seq: Option<u32>,
    /// Who said it, as a role.
    pub role: Option<Role>,
    /// Who said it, by name.
    pub speaker: Option<String>,
    /// The title of its page or section.
    pub title: Option<String>,
    /// The document it belongs to.
    pub document: Option<String>,
    /// The section path inside the document.
    pub section: Option<String>,
    /// When it was said or learnt; the clock's time when absent.
    pub known_at: Option<Micros>,
    /// When what it tells happened; read from the text, else `known_at`, when absent.
    pub event: Option<Interval>,
    /// When it held in the world.
    pub valid: Validity,
    /// IANA time zone in which its time words are meant; UTC when absent.
    pub zone: Option<String>,
    /// Where it was taken or what place it is about; read from the text when absent.
    pub location: Option<Geometry>,
    /// Who may see it; the root scope when absent.
    pub scopes: Option<ScopeSets>,
    /// Labels.
    pub labels: Labels,
    /// Its category; episodic for turns, knowledge else, when absent.
    pub category: Option<Category>,
    /// How much it matters, in `[0, 1]`; 0.5 when absent.
    pub importance: Option<f32>,
    /// The caller's own name for it, for example a message id.
    pub reference: Option<String>,
    /// Who wrote it.
    pub principal: Option<String>,
    /// Feelings the caller knows of.
    pub emotions: Vec<Point>,
    /// What happened while it was said: failures, retries, success. Feelings follow from it by published rules.
    pub signals: Option<Signals>,
    /// Its vector, of the engine's embedder, when the caller has it already.
    pub vector: Option<Vec<f32>>,
    /// How much is read out of it.
    pub infer: Infer,
    /// Facts that the caller reads in it, beside what the extractor reads. They have its scopes, labels and times.
    pub facts: Vec<FactItem>,
}

impl RememberItem {
    /// A text about which nothing else is known.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// What it is when the caller does not say.
    pub(crate) fn kind_or_default(&self) -> Kind {
        self.kind.unwrap_or(if self.session.is_some() { Kind::Turn } else { Kind::Passage })
    }
}

/// What became of one item.
#[derive(Clone, Debug, PartialEq)]
pub struct Remembered {
    /// Its id.
    pub id: MemoryId,
    /// What it is.
    pub kind: Kind,
    /// Its place in its session.
    pub seq: Option<u32>,
    /// When what it tells happened.
    pub event: Interval,
    /// Its episode.
    pub episode: Option<EpisodeId>,
    /// Ids of its later parts, when it is longer than one passage.
    pub parts: Vec<MemoryId>,
    /// Names found in it, in order of appearance.
    pub names: Vec<String>,
    /// What was learnt from it, in order of appearance.
    pub learned: Vec<Learned>,
    /// Where it was taken, or the places it tells of.
    pub locations: Vec<Location>,
    /// What is missing because a model failed; empty when all is well.
    pub degraded: Vec<Degraded>,
}

/// Why an item was refused, or the whole call failed. Nothing of a refused item is kept.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RememberError {
    /// The item is wrong; the caller has to change it.
    #[error("{field}: {reason}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// What is wrong with it and what is allowed.
        reason: String,
    },
    /// The store refused or failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The embedder cannot be used at all.
    #[error(transparent)]
    Model(#[from] ModelError),
}

pub(super) fn invalid(field: &'static str, reason: impl Into<String>) -> RememberError {
    RememberError::Invalid { field, reason: reason.into() }
}

fn check_len(field: &'static str, text: Option<&str>, max: usize) -> Result<(), RememberError> {
    match text {
        Some("") => Err(invalid(field, "it is empty; leave it out instead")),
        Some(text) if text.len() > max => Err(invalid(field, format!("at most {max} bytes are allowed"))),
        Some(text) if text.chars().any(char::is_control) => Err(invalid(field, "control characters are not allowed")),
        _ => Ok(()),
    }
}

/// Checks everything about an item that can be wrong. Returns its time zone.
pub(crate) fn check(item: &RememberItem) -> Result<jiff::tz::TimeZone, RememberError> {
    if item.text.trim().is_empty() {
        return Err(invalid("text", "it is empty; there is nothing to remember"));
    }
    let is_punctuation = |c: char| c.is_whitespace() || c.is_ascii_punctuation() || "…—–“”‘’。、，！？".contains(c);
    if item.text.chars().all(is_punctuation) {
        return Err(invalid("text", "it is punctuation alone; there is nothing to remember"));
    }
    if item.text.len() > limits::TEXT_LEN_MAX {
        let reason =
            format!("at most {} bytes are allowed; split it, or ingest it as a document", limits::TEXT_LEN_MAX);
        return Err(invalid("text", reason));
    }
    let names = [
        ("speaker", item.speaker.as_deref()),
        ("title", item.title.as_deref()),
        ("document", item.document.as_deref()),
        ("section", item.section.as_deref()),
        ("reference", item.reference.as_deref()),
        ("principal", item.principal.as_deref()),
    ];
    for (field, text) in names {
        check_len(field, text, limits::NAME_LEN_MAX)?;
    }
    check_labels(item)?;
    check_times(item)?;
    if item.seq.is_some() && item.session.is_none() {
        return Err(invalid("seq", "it counts turns of a session, and there is no session"));
    }
    if item.seq == Some(u32::MAX) {
        return Err(invalid("seq", "it is too large"));
    }
    if item.importance.is_some_and(|importance| !(0.0..=1.0).contains(&importance)) {
        return Err(invalid("importance", "0 to 1 is allowed"));
    }
    check_emotions(&item.emotions)?;
    if item.facts.len() > limits::CLAIMS_MAX {
        return Err(invalid("triples", format!("at most {} are allowed with one text", limits::CLAIMS_MAX)));
    }
    item.facts.iter().try_for_each(check_fact)?;
    if item.signals.is_some_and(|signals| !(signals.duration_s.is_finite() && signals.duration_s >= 0.0)) {
        return Err(invalid("signals", "duration_s is a number of seconds, not negative"));
    }
    match &item.zone {
        None => Ok(jiff::tz::TimeZone::UTC),
        Some(name) => jiff::tz::TimeZone::get(name)
            .map_err(|_| invalid("zone", "it is no IANA time zone; write for example Europe/Berlin")),
    }
}

/// Checks points that a caller gave.
pub(crate) fn check_emotions(points: &[Point]) -> Result<(), RememberError> {
    if points.len() > limits::EMOTIONS_MAX {
        return Err(invalid("emotions", format!("at most {} are allowed", limits::EMOTIONS_MAX)));
    }
    let coordinates =
        |point: &Point| [point.valence, point.arousal, point.dominance].map(|x| (-1.0..=1.0).contains(&x));
    let in_range = |point: &Point| {
        coordinates(point) == [true; 3]
            && (0.0..=1.0).contains(&point.intensity)
            && (0.0..=1.0).contains(&point.confidence)
    };
    if points.iter().all(in_range) {
        return Ok(());
    }
    Err(invalid("emotions", "intensity and confidence lie in 0 to 1, coordinates in -1 to 1"))
}

pub(super) fn check_labels(item: &RememberItem) -> Result<(), RememberError> {
    if item.labels.len() > limits::LABELS_MAX {
        return Err(invalid("labels", format!("at most {} are allowed", limits::LABELS_MAX)));
    }
    for (key, value) in &item.labels {
        check_len("labels", Some(key), limits::LABEL_LEN_MAX)?;
        check_len("labels", Some(value), limits::LABEL_LEN_MAX)?;
        if key.starts_with('_') || key.contains('=') {
            return Err(invalid("labels", "a key must not start with '_' or contain '='"));
        }
    }
    Ok(())
}

pub(super) fn check_times(item: &RememberItem) -> Result<(), RememberError> {
    let in_range = |at: Micros| (Micros::MIN..=Micros::MAX).contains(&at);
    if item.known_at.is_some_and(|at| !in_range(at)) {
        return Err(invalid("known_at", "years -9999 to 9999 are allowed"));
    }
    if item.event.is_some_and(|event| !in_range(event.start) || !in_range(event.end) || event.end < event.start) {
        return Err(invalid("event", "it must not end before it begins, and lie in the years -9999 to 9999"));
    }
    let Validity { from, until } = item.valid;
    if from.is_some_and(|at| !in_range(at)) || until.is_some_and(|at| !in_range(at)) {
        return Err(invalid("valid", "years -9999 to 9999 are allowed"));
    }
    if let (Some(from), Some(until)) = (from, until)
        && until <= from
    {
        return Err(invalid("valid", "it must not end before it begins"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(change: impl FnOnce(&mut RememberItem)) -> &'static str {
        let mut item = RememberItem::new("We met Dana.");
        change(&mut item);
        match check(&item) {
            Err(RememberError::Invalid { field, .. }) => field,
            other => panic!("expected a refusal, got {other:?}"),
        }
    }

    #[test]
    fn each_field_is_checked_and_named() {
        assert!(check(&RememberItem::new("We met Dana.\0 ok")).is_ok());
        assert_eq!(refused(|item| item.text = " \n\t".to_owned()), "text");
        assert_eq!(refused(|item| item.text = "x".repeat(limits::TEXT_LEN_MAX + 1)), "text");
        assert_eq!(refused(|item| item.speaker = Some(String::new())), "speaker");
        assert_eq!(refused(|item| item.title = Some("a\nb".to_owned())), "title");
        assert_eq!(refused(|item| item.labels = [("_x".to_owned(), "y".to_owned())].into()), "labels");
        assert_eq!(refused(|item| item.known_at = Some(Micros(i64::MAX))), "known_at");
        assert_eq!(refused(|item| item.seq = Some(3)), "seq");
        assert_eq!(refused(|item| item.importance = Some(f32::NAN)), "importance");
        assert_eq!(refused(|item| item.zone = Some("Mars/Base".to_owned())), "zone");
        let backwards = Validity { from: Some(Micros(2)), until: Some(Micros(1)) };
        assert_eq!(refused(|item| item.valid = backwards), "valid");
    }
}
