//! `explore`: an entity, what is known of it, its neighbours and ways to another.

use serde_json::{Value, json};

use super::{CONTEXT_ID, Desk, Effect, MAX_TOKENS, Told, Tool, budget, list, pick, text, within};
use crate::inert;
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

const ENTITY: &[Field] = &[
    Field::text("id", "").needed(),
    Field::text("name", "").needed(),
    Field::text("type", ""),
    Field::whole("hops", ""),
];
const TIE: &[Field] = &[
    Field::text("from", "Name.").needed(),
    Field::text("to", "Name.").needed(),
    Field::text("label", "The relation; none where both stand in one memory."),
    Field::texts("memoryIds", "Memories that both stand in."),
];

pub(super) static TOOL: Tool = Tool {
    name: "explore",
    title: "Explore",
    description: "A person or thing in the web of what is known: its neighbours over relations and shared memories, up to three \
                  hops away, and with to the shortest ways to another. Use it for questions such as who knows whom and how two \
                  things are connected.",
    arguments: &[
        Field::text("from", "Where to begin: type/name, a name or an id.").needed(),
        Field::text("to", "Where to look for a way to."),
        Field::whole("hops", "How far; 1 when absent, 3 with to.").within(1, 3),
        Field::whole("limit", "Most entities, 50 when absent.").within(1, 200),
        MAX_TOKENS,
        CONTEXT_ID,
    ],
    answer: &[
        Field::rows("entities", ENTITY, "").needed(),
        Field::rows("ties", TIE, "").needed(),
        Field::rows("paths", &[Field::texts("names", "").needed()], "Ways, each as names in order."),
        Field::truth("truncated", ""),
    ],
    effect: Effect::Reads,
    operations: &["explore"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let body = arguments.body(&[("from", "from"), ("to", "to"), ("hops", "hops"), ("limit", "limit")]);
    let found = desk.run("explore", body)?;
    let entities = list(&found, "entities");
    let name = |id: &Value| {
        let entity = entities.iter().find(|entity| entity["id"] == *id);
        entity.map_or(id.clone(), |entity| entity["name"].clone())
    };
    let tie = |tie: &Value| {
        let memories: Vec<&Value> = list(tie, "memoryIds").iter().take(3).collect();
        let memories = if memories.is_empty() { Value::Null } else { json!(memories) };
        json!({ "from": name(&tie["from"]), "to": name(&tie["to"]), "label": tie["label"], "memoryIds": memories })
    };
    let path = |path: &Value| json!({ "names": path.as_array().into_iter().flatten().map(name).collect::<Vec<_>>() });
    let told: Vec<Value> =
        entities.iter().map(|entity| Value::Object(pick(entity, &["id", "name", "type", "hops"]))).collect();
    let body = json!({
        "entities": told,
        "ties": [],
        "paths": list(&found, "paths").iter().map(path).collect::<Vec<_>>(),
        "truncated": found["truncated"],
    });
    let tokens = budget(arguments);
    let mut body = within(body, "entities", tokens);
    let ties: Vec<Value> = list(&found, "ties").iter().map(tie).collect();
    body["ties"] = json!(ties);
    let body = within(body, "ties", tokens);
    Ok(Told::with(body, shown))
}

fn shown(body: &Value) -> String {
    let plain = |value: &Value| inert::line(value).trim_matches('"').to_owned();
    let mut lines = Vec::new();
    for entity in list(body, "entities") {
        lines.push(format!("{}/{} ({})", text(entity, "type"), plain(&entity["name"]), text(entity, "id")));
    }
    for tie in list(body, "ties") {
        let label = tie["label"].as_str().unwrap_or("together in a memory");
        lines.push(format!("{} - {} - {}", plain(&tie["from"]), plain(&json!(label)), plain(&tie["to"])));
    }
    for path in list(body, "paths") {
        lines.push(format!("way: {}", list(path, "names").iter().map(plain).collect::<Vec<_>>().join(" > ")));
    }
    lines.join("\n")
}
