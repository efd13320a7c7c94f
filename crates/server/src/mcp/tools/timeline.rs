//! `timeline`: what began, changed, ended and was done.

use serde_json::{Map, Value, json};

use super::{CONTEXT_ID, Desk, Effect, MAX_TOKENS, Told, Tool, budget, day, list, pick, text, within};
use crate::inert;
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

const MOMENT: &[Field] = &[
    Field::text("at", "").needed(),
    Field::text("event", "What happened to the fact.").needed(),
    Field::text("key", ""),
    Field::text("value", ""),
    Field::text("oldValue", ""),
    Field::text("id", "The fact."),
    Field::text("validFrom", "Held in the world from then on."),
    Field::text("validUntil", "Held until then."),
    Field::text("recordedAt", "When memory learnt of it."),
];

pub(super) static TOOL: Tool = Tool {
    name: "timeline",
    title: "Timeline",
    description: "History of a person or thing, oldest first: what began, changed, ended and was done, with when it held in the \
                  world and when memory learnt of it. Name one key (role, lives_in) for the history of one fact. as_of shows what \
                  was known at an earlier moment.",
    arguments: &[
        Field::text("entity", "Whose history: type/name, a name or an id.").needed(),
        Field::text("key", "One key, relation or verb; all when absent."),
        Field::text("as_of", "What was known then, as RFC 3339 or a date."),
        Field::whole("limit", "Most moments, 100 when absent.").within(1, 500),
        MAX_TOKENS,
        CONTEXT_ID,
    ],
    answer: &[
        Field::rows("moments", MOMENT, "").needed(),
        Field::truth("truncated", "There is more than max_tokens holds."),
    ],
    effect: Effect::Reads,
    operations: &["timeline"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let body = arguments.body(&[("entity", "entity"), ("key", "key"), ("as_of", "asOf"), ("limit", "limit")]);
    let answer = desk.run("timeline", body)?;
    let moments: Vec<Value> = list(&answer, "moments").iter().map(moment).collect();
    let body = within(json!({ "moments": moments }), "moments", budget(arguments));
    Ok(Told::with(body, |body| {
        let line = |one: &Value| {
            let old = one["oldValue"].as_str().map(|old| format!(", before: {}", inert::quoted(old)));
            let value = inert::quoted(text(one, "value"));
            format!(
                "{} {} {}: {value}{} ({})",
                day(text(one, "at")),
                text(one, "event"),
                text(one, "key"),
                old.unwrap_or_default(),
                text(one, "id")
            )
        };
        let lines: Vec<String> = list(body, "moments").iter().map(line).collect();
        if lines.is_empty() { "Nothing is known of it.".to_owned() } else { lines.join("\n") }
    }))
}

fn moment(one: &Value) -> Value {
    let mut moment: Map<String, Value> = pick(one, &["at", "event", "key", "value", "oldValue"]);
    moment.extend(pick(&one["fact"], &["id", "validFrom", "validUntil", "recordedAt"]));
    Value::Object(moment)
}
