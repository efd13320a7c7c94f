//! Understanding a question without any language model: its words, names, times, feelings, and which kinds it mixes.

use crate::channel::{Decay, Mixture, Named, Question, TimeScope};
use crate::model::{Micros, Role};
use crate::store::{StoreError, Term, View};
use crate::when::{self, Intent, Relation};
use crate::{affect, text};

/// Words of a name that may be a speaker's, at most. Chosen.
const SPEAKER_WORDS_MAX: usize = 4;
/// How strongly each sign speaks for its kind of question, against 1 for a general one. Chosen, not fitted.
const TEMPORAL_STRENGTH: f32 = 9.0;
const FACTUAL_STRENGTH: f32 = 2.0;
const MULTI_HOP_STRENGTH: f32 = 0.7;

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
    let reference = when::Reference { now, zone, week_starts_on_sunday: false, direction: when::Direction::Past };
    let intents = when::resolve(query, &reference);
    let terms =
        text::query_terms(query).into_iter().map(|token| Term { term: token.term, weight: token.weight }).collect();
    let identifiers: Vec<String> = text::identifiers(query).into_iter().map(|(term, _)| term).collect();
    let names: Vec<Named> = view
        .link(query)?
        .into_iter()
        .map(|linked| {
            let key = text::name_key(query.get(linked.span.0 as usize..linked.span.1 as usize).unwrap_or_default());
            Named { linked, key }
        })
        .collect();
    let feeling = affect::query(query);
    let (times, order) = (time_scopes(&intents), order_of(&intents));
    let mixture = mixture(&Signs {
        time: times.iter().map(|time| time.p).fold(0.0, f32::max),
        exact: !identifiers.is_empty() || !text::quoted(query).is_empty(),
        names: names.len(),
        // Who asks why somebody felt so wants what came before, not more of the feeling.
        feeling_only: match &feeling {
            Some(feeling) if !asks_cause(query) => 1.0 - feeling.rest_is_content,
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
        decay: Decay::default(),
        order,
        feeling,
        names,
        party: party(query),
        asks_cause: asks_cause(query),
        asks_action: asks_action(query),
        speaker_keys: speaker_keys(query),
        mixture,
    })
}

/// What the embedder reads of a question: its time phrases say nothing about meaning.
pub(crate) fn embedded_text(query: &str, now: Micros, zone: &jiff::tz::TimeZone) -> String {
    let reference = when::Reference { now, zone, week_starts_on_sunday: false, direction: when::Direction::Past };
    let mut kept = String::with_capacity(query.len());
    let mut from = 0;
    for intent in when::resolve(query, &reference) {
        let (start, end) = (intent.span.start as usize, intent.span.end as usize);
        kept.push_str(query.get(from..start).unwrap_or_default());
        from = end.max(from);
    }
    kept.push_str(query.get(from..).unwrap_or_default());
    if text::words(&kept) >= 3 { kept } else { query.to_owned() }
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
        spans: Vec::new(),
        rest_is_content: 1.0,
        rest: Vec::new(),
    }
}

/// Who a question to an agent is about: the person who asks, or the agent when it asks what the agent said. A request to do
/// something ("can you ...") is about the person, whose wishes and circumstances decide how it is met.
fn party(query: &str) -> Option<Role> {
    let words = text::name_words(query);
    let key = |idx: usize| words.get(idx).map_or("", |word| word.key.as_str());
    let said = |idx: usize| {
        let skipped = usize::from(matches!(key(idx), "just" | "first" | "ever" | "previously" | "also" | "originally"));
        matches!(
            key(idx + skipped),
            "say"
                | "said"
                | "tell"
                | "told"
                | "recommend"
                | "recommended"
                | "suggest"
                | "suggested"
                | "advise"
                | "advised"
                | "explain"
                | "explained"
                | "propose"
                | "proposed"
                | "answer"
                | "answered"
                | "write"
                | "wrote"
                | "show"
                | "showed"
                | "give"
                | "gave"
                | "mention"
                | "mentioned"
        )
    };
    let to_agent = (0..words.len()).any(|idx| {
        let you = key(idx) == "you" || key(idx) == "your";
        let past = idx > 0 && matches!(key(idx - 1), "did" | "had" | "have");
        you && (past && said(idx + 1)
            || matches!(
                key(idx + 1),
                "said" | "told" | "recommended" | "suggested" | "advised" | "explained" | "proposed" | "gave"
            )
            || matches!(
                key(idx + 1),
                "recommendation" | "recommendations" | "suggestion" | "suggestions" | "advice" | "answer"
            ))
    });
    let own = |word: &text::NameWord| {
        matches!(
            word.key.as_str(),
            "i" | "im" | "ive" | "id" | "ill" | "me" | "my" | "mine" | "myself" | "we" | "our" | "us"
        )
    };
    let asked = (1..words.len())
        .any(|idx| key(idx) == "you" && matches!(key(idx - 1), "can" | "could" | "would" | "will" | "do"));
    match (to_agent, words.iter().any(own) || asked) {
        (true, _) => Some(Role::Assistant),
        (false, true) => Some(Role::User),
        (false, false) => None,
    }
}

/// True for requests ("plan a trip"), situations ("the courier is here") and questions about what to do ("shall I ...").
fn asks_action(query: &str) -> bool {
    const FACTS: &[&str] = &[
        "what",
        "when",
        "where",
        "who",
        "whom",
        "whose",
        "which",
        "why",
        "how",
        "did",
        "was",
        "were",
        "has",
        "had",
        "have",
        "is",
        "are",
        "do",
        "does",
        "tell me what",
        "was",
        "wann",
        "wo",
        "wer",
        "welche",
        "quand",
        "où",
        "qui",
        "quel",
        "quelle",
        "cuándo",
        "dónde",
        "quién",
        "qué",
        "cuál",
    ];
    const DEEDS: &[&str] = &[
        "shall",
        "should",
        "how do i",
        "how do we",
        "how can i",
        "how can we",
        "how could i",
        "what can i",
        "what should",
        "what could",
        "which could",
        "can you",
        "could you",
        "would you",
        "can we",
        "may i",
        "could we",
        "help me",
        "is it ok",
        "how much is",
        "how much",
        "how many",
        "how far",
        "how big",
        "how high",
        "how large",
        "who is next",
        "soll",
        "pouvez",
        "peux",
        "puedes",
        "hay que",
    ];
    let keys: Vec<String> = text::name_words(query).into_iter().map(|word| word.key).collect();
    let words = format!(" {} ", keys.join(" "));
    let begins = |cue: &&str| words.starts_with(&format!(" {cue} "));
    let past = [" did ", " was ", " were ", " had "].iter().any(|cue| words.contains(cue));
    if DEEDS.iter().any(|cue| words.contains(&format!(" {cue} "))) && !past {
        return true;
    }
    keys.len() > 2 && !query.trim_end().ends_with(['?', '？']) && !FACTS.iter().any(|cue| begins(cue))
}

/// True for questions that ask why: in English, German, French, Spanish, Chinese and Japanese.
fn asks_cause(query: &str) -> bool {
    const CUES: &[&str] = &[
        "why",
        "how come",
        "what caused",
        "what causes",
        "what made",
        "what makes",
        "what led",
        "what prompted",
        "what triggered",
        "what brought",
        "the cause of",
        "the reason",
        "for what reason",
        "because of what",
        "warum",
        "wieso",
        "weshalb",
        "weswegen",
        "pourquoi",
        "por que",
        "por qué",
    ];
    let keys: Vec<String> = text::name_words(query).into_iter().map(|word| word.key).collect();
    let words = format!(" {} ", keys.join(" "));
    CUES.iter().any(|cue| words.contains(&format!(" {cue} ")))
        || ["为什么", "為什麼", "为何", "なぜ", "どうして"].iter().any(|cue| query.contains(cue))
}

fn time_scopes(intents: &[Intent]) -> Vec<TimeScope> {
    let mut scopes = Vec::new();
    for intent in intents.iter().filter(|intent| !matches!(intent.relation, Relation::Latest | Relation::First)) {
        for hypothesis in intent.hypotheses.iter().filter(|h| !h.interval.is_empty()) {
            let p = (hypothesis.p * intent.confidence).clamp(0.0, 1.0);
            scopes.push(TimeScope { window: hypothesis.interval, p, explicit: intent.explicit });
        }
    }
    scopes
}

fn order_of(intents: &[Intent]) -> Option<bool> {
    intents.iter().find_map(|intent| match intent.relation {
        Relation::Latest => Some(true),
        Relation::First => Some(false),
        _ => None,
    })
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
    fn a_question_is_about_who_asks_or_about_what_the_agent_said() {
        let parties = [
            ("When does my sprint end?", Some(Role::User)),
            ("Can you show how to bake bread?", Some(Role::User)),
            ("What did you recommend for the garden?", Some(Role::Assistant)),
            ("What was your advice on my roof?", Some(Role::Assistant)),
            ("How did Anna travel?", None),
            ("Did Yousef say something?", None),
        ];
        for (query, expected) in parties {
            assert_eq!(party(query), expected, "{query}");
        }
    }

    #[test]
    fn questions_for_a_cause_are_known() {
        for query in [
            "Why did she leave?",
            "What made him so angry?",
            "Warum ist das so?",
            "他为什么走了？",
            "the reason for it",
        ] {
            assert!(asks_cause(query), "{query}");
        }
        for query in ["When did she leave?", "What did he make?", "whyever not"] {
            assert!(!asks_cause(query), "{query}");
        }
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
        assert!(!embedded_text("what did we decide about the budget last week?", now, &utc).contains("last week"));
        assert_eq!(embedded_text("last week?", now, &utc), "last week?");
    }
}
