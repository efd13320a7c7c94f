//! `answer`: the sentences that answer a question, word for word, each with where it stands.

use std::collections::BTreeSet;

use quintet::text::{index_terms, query_terms, sentences};
use serde_json::{Value, json};

use super::{CONTEXT_ID, Desk, Effect, MAX_TOKENS, Told, Tool, budget, day, list, pick, recall, text, within};
use crate::inert;
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

const CITATION: &[Field] = &[
    Field::text("marker", "As it stands in the answer: [1].").needed(),
    Field::text("id", "The memory.").needed(),
    Field::text("text", "The sentence, word for word.").needed(),
    Field::text("occurredAt", ""),
    Field::text("speaker", ""),
    Field::text("title", ""),
    Field::number("score", ""),
];

pub(super) static TOOL: Tool = Tool {
    name: "answer",
    title: "Answer",
    description: "Answer a question from memory with citations: the sentences that answer it, word for word, dated, best first. \
                  Nothing is made up: abstain is true where memory does not hold the answer, and the closest sentences are given \
                  all the same. Use recall for whole memories and filters.",
    arguments: &[
        Field::text("query", "The question, in a full sentence.").needed().at_most(8_192),
        Field::text("session_id", "Only this conversation."),
        Field::text("as_of", "What was known then, as RFC 3339 or a date."),
        Field::whole("sentences", "Most sentences, 5 when absent.").within(1, 20),
        MAX_TOKENS,
        CONTEXT_ID,
    ],
    answer: &[
        Field::text("answer", "").needed(),
        Field::truth("abstain", "Memory does not hold the answer.").needed(),
        Field::rows("citations", CITATION, "").needed(),
        Field::number("confidence", ""),
        Field::truth("truncated", ""),
        Field::texts("degraded", "Channels that gave no answer."),
        Field::text("traceId", ""),
    ],
    effect: Effect::Reads,
    operations: &["recall"],
    run,
};

/// Sentences when the caller does not say. Chosen.
const SENTENCES: usize = 5;
/// How much of a sentence's score is its memory's; the rest is the share of the question's words that it holds. Chosen: the
/// memory was found by more than words.
const MEMORY_SHARE: f64 = 0.5;
/// Longest sentence that is told, in bytes. Chosen: longer ones are lists or code.
const SENTENCE_LEN_MAX: usize = 600;

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let body = arguments.body(&[("query", "query"), ("session_id", "sessionId"), ("as_of", "asOf")]);
    let recalled = desk.run("recall", body)?;
    let most = arguments.whole("sentences").map_or(SENTENCES, |most| most as usize);
    let citations = chosen(arguments.needed("query"), list(&recalled, "hits"), most);
    let abstain = recalled["abstain"] == true || citations.is_empty();
    let body = json!({
        "abstain": abstain,
        "citations": citations,
        "confidence": recalled["confidence"],
        "degraded": recall::degraded(&recalled),
        "traceId": recalled["trace"]["traceId"],
    });
    // The answer says the sentences once more.
    let mut body = within(body, "citations", budget(arguments) / 2);
    body["answer"] = json!(worded(abstain, list(&body, "citations")));
    Ok(Told::with(body, |body| text(body, "answer").to_owned()))
}

/// The best sentences of the hits, best first, each said once.
fn chosen(question: &str, hits: &[Value], most: usize) -> Vec<Value> {
    let terms = query_terms(question);
    let whole: f32 = terms.iter().map(|term| term.weight).sum();
    let top = hits.iter().filter_map(|hit| hit["score"].as_f64()).fold(f64::MIN_POSITIVE, f64::max);
    let mut said = BTreeSet::new();
    let mut found: Vec<(f64, usize, Value)> = Vec::new();
    for (rank, hit) in hits.iter().enumerate() {
        let memory = hit["score"].as_f64().unwrap_or_default() / top;
        let words = text(hit, "text");
        // The best sentence stands for its memory: an answer of one memory's sentences says one thing many times.
        let scored = sentences(words).into_iter().filter_map(|span| {
            let sentence = words.get(span.start as usize..span.end as usize)?;
            let held: BTreeSet<String> =
                index_terms(sentence, usize::MAX, 1.0).into_iter().map(|(term, _)| term).collect();
            let share: f32 = terms.iter().filter(|term| held.contains(&term.term)).map(|term| term.weight).sum();
            let share = if whole > 0.0 { f64::from(share / whole) } else { 0.0 };
            Some((MEMORY_SHARE * memory + (1.0 - MEMORY_SHARE) * share, sentence))
        });
        let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let Some((score, sentence)) = best else { continue };
        if !said.insert(sentence.to_lowercase()) {
            continue;
        }
        let mut citation = pick(hit, &["id", "occurredAt", "speaker", "title"]);
        citation.insert("text".to_owned(), json!(inert::shortened(sentence, SENTENCE_LEN_MAX)));
        citation.insert("score".to_owned(), json!((score * 1e3).round() / 1e3));
        found.push((score, rank, Value::Object(citation)));
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.truncate(most);
    found
        .into_iter()
        .enumerate()
        .map(|(idx, (_, _, mut citation))| {
            citation["marker"] = json!(format!("[{}]", idx + 1));
            citation
        })
        .collect()
}

fn worded(abstain: bool, citations: &[Value]) -> String {
    let line = |one: &Value| {
        let who = one["speaker"].as_str().map(|who| format!(", {}", inert::line(&json!(who)).trim_matches('"')));
        let when = day(text(one, "occurredAt"));
        format!("{} ({when}{}) {}", inert::quoted(text(one, "text")), who.unwrap_or_default(), text(one, "marker"))
    };
    let lines: Vec<String> = citations.iter().map(line).collect();
    match (abstain, lines.is_empty()) {
        (_, true) => "Memory holds nothing about this.".to_owned(),
        (true, false) => format!("Memory does not hold the answer. Closest:\n{}", lines.join("\n")),
        (false, false) => lines.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_that_answers_comes_first_and_once() {
        let hits = [
            json!({ "id": "1", "score": 0.8, "text": "We had lunch. Dana moved to Lisbon. It rained.", "occurredAt": "2026-03-02T10:00:00Z" }),
            json!({ "id": "2", "score": 0.9, "text": "The certificate expires on Friday." }),
            json!({ "id": "3", "score": 0.7, "text": "Dana moved to Lisbon." }),
        ];
        let told = chosen("Where did Dana move?", &hits, 5);
        assert_eq!(told.len(), 2, "{told:?}");
        assert_eq!((text(&told[0], "id"), text(&told[0], "text")), ("1", "Dana moved to Lisbon."));
        assert_eq!(text(&told[1], "marker"), "[2]");
        assert_eq!(worded(false, &told[..1]), "\"Dana moved to Lisbon.\" (2026-03-02) [1]");
        assert!(worded(true, &told).starts_with("Memory does not hold the answer."));
        assert_eq!(chosen("", &[], 5), Vec::<Value>::new());
    }
}
