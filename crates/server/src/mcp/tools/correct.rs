//! `correct`: the right value in the place of a wrong one.

use serde_json::json;

use super::{CONTEXT_ID, Desk, Effect, Told, Tool, list, object, text};
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::{Code, Problem};

pub(super) static TOOL: Tool = Tool {
    name: "correct",
    title: "Correct",
    description: "Put a fact right: the old value is closed and stays as history, the new one is linked to it. Name the fact by \
                  its id, or by entity and key (Dana, role). reopen takes a correction back: the named older fact holds again. \
                  For something that was simply said, use remember: it replaces what it contradicts by itself.",
    arguments: &[
        Field::text("id", "The fact; or give entity and key."),
        Field::text("entity", "Whose fact: type/name, a name or an id."),
        Field::text("key", "Which of its keys."),
        Field::text("value", "What is right.").at_most(4_096),
        Field::truth("reopen", "The fact that the id names holds again."),
        CONTEXT_ID,
    ],
    answer: &[
        Field::text("id", "The fact that holds now.").needed(),
        Field::text("replaced", "The fact that it replaced."),
        Field::text("reopened", "The fact that was replaced and holds again."),
    ],
    effect: Effect::Replaces,
    operations: &["correct", "facts_list"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let id = match (arguments.text("id"), arguments.text("entity"), arguments.text("key")) {
        (Some(id), None, None) => id.to_owned(),
        (None, Some(entity), Some(key)) => only_fact(desk, entity, key)?,
        _ => return Err(Problem::invalid("id", "give the id of the fact, or entity and key")),
    };
    let mut body = arguments.body(&[("value", "value"), ("reopen", "reopen")]);
    body.insert("id".to_owned(), json!(id));
    let corrected = desk.run("correct", body)?;
    let body = json!({ "id": corrected["id"], "replaced": corrected["replaced"], "reopened": corrected["reopened"] });
    Ok(Told::plain(body))
}

/// The one fact that an entity has under that key.
fn only_fact(desk: &Desk<'_>, entity: &str, key: &str) -> Result<String, Problem> {
    let body = object([("entity", json!(entity)), ("key", json!(key))]);
    let found = desk.run("facts_list", body)?;
    match list(&found, "facts") {
        [one] => Ok(text(one, "id").to_owned()),
        [] => Err(Problem::new(Code::NotFound, "nothing is known under that key; remember it instead")),
        many => {
            let told: Vec<String> = many
                .iter()
                .take(10)
                .map(|one| format!("{} {}", text(one, "id"), crate::inert::quoted(text(one, "text"))))
                .collect();
            let detail = format!("there are {} facts under that key; say which by id: {}", many.len(), told.join("; "));
            Err(Problem::new(Code::Conflict, detail))
        }
    }
}
