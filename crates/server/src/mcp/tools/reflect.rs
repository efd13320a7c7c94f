//! `reflect`: what is remembered about a question, put together with its evidence.

use serde_json::{Value, json};

use super::{CONTEXT_ID, Desk, Effect, MAX_TOKENS, Told, Tool, budget, list, pick, text, within};
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

const EVIDENCE: &[Field] = &[
    Field::text("marker", "As it stands in the reflection: [1].").needed(),
    Field::text("id", "").needed(),
    Field::text("text", "Its words.").needed(),
    Field::text("kind", ""),
    Field::text("occurredAt", ""),
    Field::text("speaker", ""),
    Field::number("score", ""),
];

pub(super) static TOOL: Tool = Tool {
    name: "reflect",
    title: "Reflect",
    description: "Put together what is remembered about a question, each sentence with where it stands. persist keeps what follows \
                  from it as facts.",
    arguments: &[
        Field::text("query", "The question.").needed().at_most(8_192),
        Field::truth("persist", "Keep what follows from it."),
        MAX_TOKENS,
        CONTEXT_ID,
    ],
    answer: &[
        Field::text("reflection", "").needed(),
        Field::rows("evidence", EVIDENCE, "").needed(),
        Field::truth("abstain", ""),
        Field::truth("truncated", ""),
        Field::text("model", ""),
        Field::text("traceId", ""),
    ],
    effect: Effect::Adds,
    operations: &["reflect"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let told = desk.run("reflect", arguments.body(&[("query", "query"), ("persist", "persist")]))?;
    let evidence = |one: &Value| {
        let mut row = pick(one, &["marker", "id", "kind", "occurredAt", "speaker", "score"]);
        row.insert("text".to_owned(), one["snippet"].clone());
        Value::Object(row)
    };
    let tokens = budget(arguments);
    // At most half for the words, so that there is room for what they rest on.
    let words = crate::inert::shortened(text(&told, "reflection"), tokens * crate::inert::BYTES_PER_TOKEN / 2);
    let body = json!({
        "reflection": words,
        "evidence": list(&told, "evidence").iter().map(evidence).collect::<Vec<_>>(),
        "abstain": told["abstain"],
        "model": told["model"],
        "traceId": told["traceId"],
    });
    Ok(Told::with(within(body, "evidence", tokens), |body| text(body, "reflection").to_owned()))
}
