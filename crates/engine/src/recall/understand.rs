//! Understanding a question without any language model: its words, names, times, feelings, and which kinds it mixes.

use std::borrow::Cow;

use super::answer::RecallRequest;
use super::form::{self, Tense};
use crate::channel::{Decay, Mixture, Named, Question, TimeScope};
use crate::model::{DAY_US, Micros};
use crate::space::{self, AskedPlace, Nearness};
use crate::store::PlaceFilter;
use crate::store::{StoreError, Term, View};
use crate::when::{self, Intent, Relation};
use crate::{affect, text};

/// Words of a name that may be a speaker's, at most. Chosen.
const SPEAKER_WORDS_MAX: usize = 4;
/// A span by which words that count from the present are told from dates: it moves weekdays too, and no feast or date.
const WEEK_US: i64 = 7 * DAY_US;
/// Confidence from which words that count from the present are no keywords. Chosen.
const RELATIVE_SURE: f32 = 0.5;
/// How strongly each sign speaks for its kind of question, against 1 for a general one. Chosen, not fitted.
const TEMPORAL_STRENGTH: f32 = 9.0;
const FACTUAL_STRENGTH: f32 = 2.0;
const MULTI_HOP_STRENGTH: f32 = 0.7;
/// Share of other matter from which a feeling that a question names is taken for a word of its topic. Chosen.
const MATTER_SHARE: f32 = 0.5;

/// Reads a question. `view` is asked which of its names the context knows.
///
/// The vector is not made here, since that may wait for a model.
///
/// # Errors
/// [`StoreError`] when the names cannot be looked up.
pub fn understand(
    query: &str,
    now: Micros,
    zone: &jiff::tz::TimeZone,
    view: &dyn View,
) -> Result<Question, StoreError> {
    let tense = form::tense(query);
    let identifiers: Vec<String> = text::identifiers(query).into_iter().map(|(term, _)| term).collect();
    let names: Vec<Named> = view
        .link(query)?
        .into_iter()
        .map(|linked| {
            let key = text::name_key(query.get(linked.span.0 as usize..linked.span.1 as usize).unwrap_or_default());
            Named { linked, key }
        })
        .collect();
    let intents = own_times(query, now, zone, &names);
    let feeling = affect::query(query);
    let asks_cause = form::asks_cause(query);
    let terms = match without_feelings(query, feeling.as_ref().filter(|_| !asks_cause)) {
        Cow::Borrowed(query) => terms(query, &intents, now, zone),
        // Times stand elsewhere in it.
        Cow::Owned(worded) => terms(&worded, &read_times(&worded, now, zone), now, zone),
    };
    let times = time_scopes(&intents, now, tense);
    // What led to something stands beside it, whether or not it came last.
    let order = order_of(&intents).filter(|_| !asks_cause);
    let mixture = mixture(&Signs {
        time: times.iter().map(|time| time.p).fold(0.0, f32::max),
        exact: !identifiers.is_empty() || !text::quoted(query).is_empty(),
        names: names.len(),
        // Who asks why somebody felt so wants what came before, not more of the feeling; where the question says nothing but
        // who and what feeling, the moment of it is all there is to go by.
        feeling_only: match &feeling {
            Some(feeling) if !asks_cause || feeling.rest.is_empty() => 1.0 - feeling.rest_is_content,
            _ => 0.0,
        },
    });
    Ok(Question {
        text: query.to_owned(),
        now,
        terms,
        identifiers,
        vector: None,
        times,
        places: Vec::new(),
        decay: Decay::default(),
        order,
        feeling,
        names,
        party: form::party(query),
        asks_cause,
        asks_action: form::asks_action(query),
        speaker_keys: speaker_keys(query),
        mixture,
    })
}

/// The times of a question, read backwards unless it speaks of what is to come ("which release comes on 23 November").
fn read_times(query: &str, now: Micros, zone: &jiff::tz::TimeZone) -> Vec<Intent> {
    let direction = match form::tense(query) {
        Some(Tense::Future) => when::Direction::Future,
        Some(Tense::Past) | None => when::Direction::Past,
    };
    when::resolve(query, &when::Reference { now, zone, week_starts_on_sunday: false, direction })
}

/// The times that the question itself speaks of: not those that are part of a longer name ("The Midnight After"), and not
/// those of words that it quotes, whose "yesterday" counts from when they were said.
fn own_times(query: &str, now: Micros, zone: &jiff::tz::TimeZone, names: &[Named]) -> Vec<Intent> {
    let mut intents = read_times(query, now, zone);
    let quoted = text::quoted(query);
    intents.retain(|intent| {
        let (start, end) = (intent.span.start, intent.span.end);
        let inside = |(from, to): (u32, u32)| from <= start && end <= to && end - start < to - from;
        !names.iter().any(|named| inside(named.linked.span))
            && !quoted.iter().any(|quote| inside((quote.start, quote.end)))
    });
    intents
}

/// The question's words for the keyword channel, without those that count from the present: "yesterday" in a question is
/// another day than "yesterday" in a memory. Names of days and months stay, since texts have them too.
fn terms(query: &str, intents: &[Intent], now: Micros, zone: &jiff::tz::TimeZone) -> Vec<Term> {
    let read = |text: &str| -> Vec<Term> {
        text::query_terms(text).into_iter().map(|token| Term { term: token.term, weight: token.weight }).collect()
    };
    // Wishes name weekdays ("no calls on Mondays"), and requests too. Who asks why somebody said something repeats the words of it.
    if intents.is_empty() || form::asks_action(query) || form::asks_cause(query) {
        return read(query);
    }
    let moved = read_times(query, Micros(now.0.saturating_sub(WEEK_US)), zone);
    let counts_from_now = |intent: &&Intent| {
        let interval = |intent: &Intent| intent.hypotheses.first().map(|first| first.interval);
        let then = moved.iter().find(|other| other.span == intent.span).and_then(interval);
        !intent.explicit && intent.confidence >= RELATIVE_SURE && interval(intent).is_some() && interval(intent) != then
    };
    // "When did she last call": a text has its own "last".
    let is_relative = |intent: &&Intent| intent.relation == Relation::Latest || counts_from_now(intent);
    let relative: Vec<&Intent> = intents.iter().filter(is_relative).collect();
    let kept = read(&without(query, &relative));
    if relative.is_empty() || kept.is_empty() { read(query) } else { kept }
}

/// A question without the words of some of its times.
fn without(query: &str, intents: &[&Intent]) -> String {
    let mut kept = String::with_capacity(query.len());
    let mut from = 0;
    for intent in intents {
        let (start, end) = (intent.span.start as usize, intent.span.end as usize);
        kept.push_str(query.get(from..start).unwrap_or_default());
        from = end.max(from);
    }
    kept.push_str(query.get(from..).unwrap_or_default());
    kept
}

/// What the embedder reads of a question: its time phrases say nothing about meaning.
///
/// "First" stays, since it mostly says which thing is meant ("her first novel") and rarely when.
pub(crate) fn embedded_text(query: &str, now: Micros, zone: &jiff::tz::TimeZone, names: &[Named]) -> String {
    let intents = own_times(query, now, zone, names);
    let said: Vec<&Intent> = intents.iter().filter(|intent| intent.relation != Relation::First).collect();
    let kept = without(query, &said);
    if text::words(&kept) >= 3 { kept } else { query.to_owned() }
}

/// The question without the feelings it asks for: rows show them, and a row that has their names talks about them.
fn without_feelings<'a>(query: &'a str, feeling: Option<&affect::FeelingQuery>) -> Cow<'a, str> {
    let asked = |feeling: &&affect::FeelingQuery| {
        feeling.kind == affect::FeelingKind::Arc || feeling.rest_is_content < MATTER_SHARE
    };
    let Some(feeling) = feeling.filter(asked) else { return Cow::Borrowed(query) };
    let mut kept = String::with_capacity(query.len());
    let mut from = 0;
    for span in &feeling.spans {
        let (start, end) = (span.start as usize, span.end as usize);
        kept.push_str(query.get(from..start).unwrap_or_default());
        kept.push(' ');
        from = end.max(from);
    }
    kept.push_str(query.get(from..).unwrap_or_default());
    Cow::Owned(kept)
}

/// Feelings that the caller gives: one is a state, several are a course.
pub(crate) fn given_feeling(points: &[affect::Point]) -> affect::FeelingQuery {
    let kind = if points.len() > 1 { affect::FeelingKind::Arc } else { affect::FeelingKind::State };
    let mut labels: Vec<(affect::Label, f32)> = Vec::new();
    for (label, intensity) in points.iter().filter_map(|point| Some((point.label?, point.intensity))) {
        match labels.iter_mut().find(|(known, _)| *known == label) {
            Some((_, weight)) => *weight = weight.max(intensity),
            None => labels.push((label, intensity)),
        }
    }
    labels.retain(|(_, weight)| *weight > 0.0);
    affect::FeelingQuery {
        kind,
        labels,
        points: points.to_vec(),
        steps: points.iter().map(|point| point.label.map(|label| (label, 1.0)).into_iter().collect()).collect(),
        spans: Vec::new(),
        rest_is_content: 1.0,
        rest: Vec::new(),
    }
}

/// Places that a request asks about: the one it filters by, then those that its question names.
pub(crate) fn places(request: &RecallRequest) -> Vec<AskedPlace> {
    let mut places = space::asked_places(&request.query, request.here, &|_| false);
    let given = match request.filter.place {
        Some(PlaceFilter::Near { point, radius_km }) => Some(AskedPlace::given(point, radius_km)),
        Some(PlaceFilter::Nearest { point, .. }) => {
            Some(AskedPlace { relation: Nearness::Near, ..AskedPlace::given(point, 0.0) })
        }
        _ => None,
    };
    places.splice(0..0, given);
    places
}

fn time_scopes(intents: &[Intent], now: Micros, tense: Option<Tense>) -> Vec<TimeScope> {
    let mut scopes = Vec::new();
    for intent in intents.iter().filter(|intent| !matches!(intent.relation, Relation::Latest | Relation::First)) {
        // What was is never ahead, so long as there is another reading.
        let begun = |h: &&when::Hypothesis| tense != Some(Tense::Past) || h.interval.start <= now;
        let possible: f32 = intent.hypotheses.iter().filter(begun).map(|h| h.p).sum();
        let (all, whole) = if possible > 0.0 { (false, possible) } else { (true, 1.0) };
        let readings = intent.hypotheses.iter().filter(|h| all || begun(h));
        for hypothesis in readings.filter(|h| !h.interval.is_empty()) {
            let p = (hypothesis.p / whole * intent.confidence).clamp(0.0, 1.0);
            scopes.push(TimeScope { window: hypothesis.interval, p, explicit: intent.explicit });
        }
    }
    scopes
}

/// Whether the latest or the first is asked for: the surest sign of it, the last of equals, as in "how long did the first
/// boat take in the latest test".
fn order_of(intents: &[Intent]) -> Option<bool> {
    let ordered = intents.iter().filter(|intent| matches!(intent.relation, Relation::Latest | Relation::First));
    let surest = ordered.max_by(|a, b| a.confidence.total_cmp(&b.confidence))?;
    Some(surest.relation == Relation::Latest)
}

/// Runs of words that may be a speaker's name. A single word has to be capitalised.
fn speaker_keys(query: &str) -> Vec<String> {
    let words = text::name_words(query);
    let mut keys = Vec::new();
    for first in 0..words.len() {
        for count in 1..=SPEAKER_WORDS_MAX.min(words.len() - first) {
            let run = &words[first..first + count];
            if run.iter().any(|word| word.capitalised) {
                keys.push(run.iter().map(|word| word.key.as_str()).collect::<Vec<_>>().join(" "));
            }
        }
    }
    keys
}

/// What speaks for one kind of question or another.
struct Signs {
    /// How surely the question names a time, in `[0, 1]`.
    time: f32,
    /// It has an identifier or a quoted phrase.
    exact: bool,
    /// Names in it that the context knows.
    names: usize,
    /// How far it is about a feeling and nothing else, in `[0, 1]`.
    feeling_only: f32,
}

fn mixture(signs: &Signs) -> Mixture {
    // A feeling named beside other matter ("the boring meeting about taxes") is matter, not the question.
    let emotional = signs.feeling_only.clamp(0.0, 1.0).powi(2);
    let rest = 1.0 - emotional;
    let strengths = [
        1.0,
        TEMPORAL_STRENGTH * signs.time,
        if signs.exact { FACTUAL_STRENGTH } else { 0.0 },
        if signs.names >= 2 { MULTI_HOP_STRENGTH } else { 0.0 },
    ];
    let total: f32 = strengths.iter().sum();
    let [general, temporal, factual, multi_hop] = strengths.map(|strength| rest * strength / total);
    Mixture::of([general, temporal, factual, multi_hop, emotional])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_a_mixture() {
        let plain = mixture(&Signs { time: 0.0, exact: false, names: 0, feeling_only: 0.0 });
        assert_eq!(plain, Mixture([1.0, 0.0, 0.0, 0.0, 0.0]));
        let feeling = mixture(&Signs { time: 0.0, exact: false, names: 1, feeling_only: 1.0 });
        assert!((feeling.0[4] - 1.0).abs() < 1e-6);
        let all = mixture(&Signs { time: 0.8, exact: true, names: 2, feeling_only: 0.3 });
        assert!((all.0.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(all.0.iter().all(|share| *share > 0.0));
    }

    #[test]
    fn speakers_are_capitalised_runs() {
        let keys = speaker_keys("What did Mary Ann tell him?");
        assert!(keys.iter().any(|key| key == "mary ann"));
        assert!(!keys.iter().any(|key| key == "him"));
    }

    #[test]
    fn time_phrases_are_not_embedded_but_short_questions_stay_whole() {
        let now = Micros::parse("2026-03-18T10:30:00Z").unwrap();
        let utc = jiff::tz::TimeZone::UTC;
        assert!(!embedded_text("what did we decide about the budget last week?", now, &utc, &[]).contains("last week"));
        let quoting = r#"Why did he say "we met there last week" to her?"#;
        assert_eq!(embedded_text(quoting, now, &utc, &[]), quoting);
        assert_eq!(embedded_text("last week?", now, &utc, &[]), "last week?");
    }
}
