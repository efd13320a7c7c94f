//! `remember`: a text, the messages of a conversation, or facts by name.

use serde_json::{Map, Value, json};

use super::{CONTEXT_ID, Desk, Effect, Told, Tool, list, pick, text};
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

const MESSAGE: &[Field] = &[
    Field::text("role", "user, assistant, system or tool.").one_of(&["user", "assistant", "system", "tool"]).needed(),
    Field::text("content", "What was said.").needed(),
    Field::text("speaker", "Name of whoever said it."),
    Field::text("ts", "When, as RFC 3339 or a date."),
];

const FACT: &[Field] = &[
    Field::text("entity", "Whom or what it is about, by name.").needed(),
    Field::text("type", "person, organisation, location, project, product, event, document, concept or other."),
    Field::text("key", "What it says of the entity: role, lives_in, likes.").needed(),
    Field::text("value", "The value; or give target."),
    Field::text("target", "The name of whom or what the key leads to."),
    Field::text("target_type", "Its type."),
    Field::truth("ends", "It no longer holds."),
];

const CHANGE: &[Field] = &[
    Field::text("outcome", "created, repeated, superseded, backfilled, closed, doubted or dropped.").needed(),
    Field::text("text", ""),
    Field::text("id", "The fact."),
];

pub(super) static TOOL: Tool = Tool {
    name: "remember",
    title: "Remember",
    description: "Store something worth knowing later: a text, messages, or facts by name. Durable and findable when it returns. \
                  Give one of text and messages, or facts. Store what people decide, prefer, plan and correct, in their words and \
                  one subject at a time; do not store again what recall or context returned. Tells which facts were read in it \
                  and which older ones they replaced.",
    arguments: &[
        Field::text("text", "What to remember.").at_most(65_536),
        Field::rows("messages", MESSAGE, "Messages of one conversation, in order.").at_most(1_000),
        Field::rows("facts", FACT, "Facts that are known for sure.").at_most(64),
        Field::text("session_id", "Conversation it belongs to.").at_most(256),
        Field::text("role", "Who said the text.").one_of(&["user", "assistant", "system", "tool"]),
        Field::text("speaker", "Name of whoever said the text."),
        Field::text("observed_at", "When it was said, as RFC 3339 or a date; now when absent."),
        Field::texts("scopes", "Who may see it: paths such as team/sales; everybody when absent.").at_most(64),
        Field::texts("labels", "Labels as key=value.").at_most(64),
        Field::text("infer", "full reads facts, none only stores, preview only tells what would be read.")
            .one_of(&["full", "rules", "none", "preview"]),
        CONTEXT_ID,
    ],
    answer: &[
        Field::texts("ids", "Memories that were written.").needed(),
        Field::text("mode", ""),
        Field::truth("preview", "Nothing was written."),
        Field::rows("facts", CHANGE, "What was read, and what became of it."),
        Field::rows(
            "corrections",
            &[Field::text("key", ""), Field::text("oldValue", ""), Field::text("newValue", "")],
            "",
        ),
        Field::rows(
            "rejected",
            &[Field::whole("index", "").needed(), Field::text("reason", "").needed()],
            "Messages not taken.",
        ),
    ],
    effect: Effect::Adds,
    operations: &["remember", "remember_batch"],
    run,
};

const SHARED: &[(&str, &str)] =
    &[("session_id", "session_id"), ("scopes", "scopes"), ("labels", "labels"), ("infer", "infer")];
const ALONE: &[(&str, &str)] =
    &[("text", "text"), ("role", "role"), ("speaker", "speaker"), ("observed_at", "observed_at")];

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let mut body = arguments.body(SHARED);
    let has = |name: &str| arguments.get(name).is_some();
    if has("messages") {
        if has("text") || has("facts") {
            return Err(Problem::invalid("messages", "give messages, or text and facts, not both"));
        }
        body.insert("messages".to_owned(), json!(arguments.list("messages")));
        return Ok(told(batch(&desk.run("remember_batch", body)?)));
    }
    if !has("text") && !has("facts") {
        return Err(Problem::invalid("text", "it is needed: give text, messages or facts"));
    }
    body.extend(arguments.body(ALONE));
    if has("facts") {
        body.insert("triples".to_owned(), arguments.list("facts").iter().map(triple).collect());
        if !has("text") {
            body.insert("infer".to_owned(), json!("triples"));
            body.remove("session_id");
        }
    }
    let written = desk.run("remember", body)?;
    Ok(told(json!({
        "ids": written["id"].as_str().into_iter().collect::<Vec<_>>(),
        "mode": written["mode"],
        "preview": written["preview"],
        "facts": facts(&written["extraction"]),
        "corrections": corrections(&written["extraction"]),
    })))
}

/// A fact as the operation takes it.
fn triple(fact: &Value) -> Value {
    let party = |name: &str, kind: &str| {
        let mut party = Map::from_iter([("name".to_owned(), fact[name].clone())]);
        party.extend(pick(fact, &[kind]).into_iter().map(|(_, kind)| ("type".to_owned(), kind)));
        Value::Object(party)
    };
    let mut triple = pick(fact, &["key", "value", "ends"]);
    triple.insert("entity".to_owned(), party("entity", "type"));
    if !fact["target"].is_null() {
        triple.insert("target".to_owned(), party("target", "target_type"));
    }
    Value::Object(triple)
}

fn batch(written: &Value) -> Value {
    let extractions = list(written, "extractions");
    let rejected = list(written, "results").iter().enumerate().filter(|(_, one)| one["status"] != 200);
    json!({
        "ids": written["turnIds"],
        "mode": written["mode"],
        "preview": written["preview"],
        "facts": extractions.iter().flat_map(facts).collect::<Vec<_>>(),
        "corrections": extractions.iter().flat_map(corrections).collect::<Vec<_>>(),
        "rejected": rejected
            .map(|(index, one)| json!({ "index": index, "reason": one["error"]["detail"] }))
            .collect::<Vec<_>>(),
    })
}

fn facts(extraction: &Value) -> Vec<Value> {
    let lists = ["attributes", "relations", "actions", "instructions"];
    let all = lists.iter().flat_map(|name| list(extraction, name));
    all.map(|one| Value::Object(pick(one, &["outcome", "text", "id"]))).collect()
}

fn corrections(extraction: &Value) -> Vec<Value> {
    let all = list(extraction, "corrections").iter();
    all.map(|one| Value::Object(pick(one, &["key", "oldValue", "newValue"]))).collect()
}

fn told(body: Value) -> Told {
    Told::with(body, |body| {
        let ids: Vec<&str> = list(body, "ids").iter().filter_map(Value::as_str).collect();
        let mut lines = match (body["preview"] == true, ids.len()) {
            (true, _) => vec!["Nothing was written; this would be read:".to_owned()],
            (false, 0) => vec!["Remembered.".to_owned()],
            (false, n) => vec![format!("Remembered {n}: {}", ids.join(", "))],
        };
        for fact in list(body, "facts") {
            let id = fact["id"].as_str().map(|id| format!(" ({id})")).unwrap_or_default();
            lines.push(format!("{}: {}{id}", text(fact, "outcome"), crate::inert::quoted(text(fact, "text"))));
        }
        for one in list(body, "rejected") {
            lines.push(format!("not taken: message {}: {}", one["index"], text(one, "reason")));
        }
        lines.join("\n")
    })
}
