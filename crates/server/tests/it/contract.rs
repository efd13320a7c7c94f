//! The document of the interface is what the server does: every operation is called, and what it takes and answers is held
//! against the schemas.

use std::collections::BTreeSet;

use quintet_server::{OPERATIONS as ALL, Operation};
use serde_json::{Value, json};

use crate::house::House;

/// What of a value contradicts a schema, by its place. Knows the keywords that the document uses.
fn wrong(document: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (keyword, wanted) in schema.as_object().into_iter().flatten() {
        let fits = |schema: &Value| wrong(document, schema, value, at).is_empty();
        let is_right = match keyword.as_str() {
            "$ref" => {
                let target = document.pointer(wanted.as_str().unwrap().trim_start_matches('#'));
                found.extend(wrong(document, target.expect("a reference leads somewhere"), value, at));
                true
            }
            "type" => {
                let kinds = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                kinds.iter().any(|kind| is_of(value, kind.as_str().unwrap()))
            }
            "enum" => wanted.as_array().unwrap().contains(value),
            "const" => wanted == value,
            "minimum" => value.as_f64().is_none_or(|number| number >= wanted.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= wanted.as_f64().unwrap()),
            "required" => wanted.as_array().unwrap().iter().all(|name| {
                let has = value.as_object().is_none_or(|members| members.contains_key(name.as_str().unwrap()));
                if !has {
                    found.push(format!("{at}: no {name}"));
                }
                true
            }),
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    if let Some(member) = value.get(name) {
                        found.extend(wrong(document, schema, member, &format!("{at}.{name}")));
                    }
                }
                true
            }
            "additionalProperties" => value.as_object().is_none_or(|members| {
                members.keys().all(|name| *wanted != false || schema["properties"].get(name).is_some())
            }),
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    found.extend(wrong(document, wanted, item, &format!("{at}[]")));
                }
                true
            }
            "allOf" => {
                for schema in wanted.as_array().unwrap() {
                    found.extend(wrong(document, schema, value, at));
                }
                true
            }
            "anyOf" => wanted.as_array().unwrap().iter().any(fits),
            "oneOf" => wanted.as_array().unwrap().iter().filter(|schema| fits(schema)).count() == 1,
            _ => true,
        };
        if !is_right {
            found.push(format!("{at}: {keyword} {wanted} of {value}"));
        }
    }
    found
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

fn named(name: &str) -> &'static Operation {
    ALL.iter().find(|operation| operation.name == name).expect("there is such an operation")
}

/// A server whose answers are held against its document.
struct Held {
    house: House,
    document: Value,
    seen: BTreeSet<&'static str>,
    wrong: Vec<String>,
}

impl Held {
    fn described(&self, operation: &Operation) -> &Value {
        &self.document["paths"][operation.path][operation.method.as_str().to_lowercase()]
    }

    /// Calls an operation of context `a`; what is put into the path in order, then the query.
    #[track_caller]
    fn call(&mut self, name: &str, parts: &[&str], query: &str, body: Value) -> Value {
        let operation = named(name);
        let mut parts = parts.iter();
        let path: Vec<&str> = operation
            .path
            .split('/')
            .map(|part| match part {
                "{context}" => "a",
                part if part.starts_with('{') => parts.next().expect("all of the path is given"),
                part => part,
            })
            .collect();
        let body = Some(body).filter(|body| !body.is_null());
        let told = self.house.send(operation.method.as_str(), &format!("{}{query}", path.join("/")), body.as_ref());
        let described = self.described(operation);
        let answer = &described["responses"][told.status.to_string()];
        let mut found = Vec::new();
        if told.status >= 300 {
            found.push(format!("refused: {}", told.body));
        }
        if answer.is_null() {
            found.push(format!("{} is not told of", told.status));
        }
        if let Some(kinds) = answer["content"].as_object() {
            let kind = told.header("content-type").unwrap_or_default();
            match kinds.get(kind) {
                Some(media) if kind == "application/json" => {
                    found.extend(wrong(&self.document, &media["schema"], &told.body, "answer"));
                }
                Some(_) => {}
                None => found.push(format!("{kind} is not told of")),
            }
        }
        if let Some(body) = &body {
            let schema = &described["requestBody"]["content"]["application/json"]["schema"];
            found.extend(wrong(&self.document, schema, body, "request"));
        }
        self.wrong.extend(found.into_iter().map(|found| format!("{name}: {found}")));
        self.seen.insert(operation.name);
        told.body
    }

    fn example(&mut self, name: &str) -> Value {
        self.call(name, &[], "", serde_json::from_str(named(name).example).unwrap())
    }
}

fn held() -> Held {
    let house = House::new();
    let document = house.get("/openapi.json").ok();
    Held { house, document, seen: BTreeSet::new(), wrong: Vec::new() }
}

#[test]
fn what_is_taken_and_answered_is_what_the_document_says() {
    let mut held = held();
    held.call("context_create", &[], "", json!({ "id": "a" }));
    for name in
        ["context_list", "context_get", "openapi", "health", "livez", "readyz", "verbs", "metrics", "me", "status"]
    {
        held.call(name, &[], "", Value::Null);
    }
    memories(&mut held);
    held.call("context_settings", &[], "", serde_json::from_str(named("context_settings").example).unwrap());
    knowledge(&mut held);
    people(&mut held);
    forgetting(&mut held);
    held.call("context_drop", &[], "", Value::Null);
    assert_eq!(held.wrong, Vec::<String>::new());
    let unseen: Vec<&str> =
        ALL.iter().map(|operation| operation.name).filter(|name| !held.seen.contains(name)).collect();
    assert_eq!(unseen, Vec::<&str>::new(), "every operation is called");
}

fn memories(held: &mut Held) {
    held.call("session_open", &[], "", json!({ "id": "chat-7", "metadata": { "channel": "chat" } }));
    let told = held.example("remember");
    let id = told["id"].as_str().unwrap().to_owned();
    held.example("remember_batch");
    held.call("remember", &[], "", json!({ "text": "Nora felt relief.", "infer": "preview", "labels": ["a=b"] }));
    held.call("emotions_set", &[&id], "", serde_json::from_str(named("emotions_set").example).unwrap());
    held.example("arc");
    let found = held.example("recall");
    held.example("context");
    held.call("session_context", &["chat-7"], "", json!({ "query": "Where did Dana move?", "maxTokens": 500 }));
    held.call("session", &["chat-7"], "", Value::Null);
    held.call("session_turns", &["chat-7"], "?limit=1&offset=1", Value::Null);
    held.call("memories", &[], "?order=newest&limit=2&history=true", Value::Null);
    held.call("memory", &[&id], "", Value::Null);
    held.call("inspect", &[], &format!("?ref=memory:{id}"), Value::Null);
    held.call("used", &[], "", json!({ "ids": [id], "grade": "good" }));
    held.call("memory_edit", &[&id], "", serde_json::from_str(named("memory_edit").example).unwrap());
    held.example("file_write");
    held.call("files", &[], "?below=/notes", Value::Null);
    held.call("file_read", &[], "?path=/notes/gateway.md", Value::Null);
    let trace = found["trace"]["traceId"].as_str().unwrap();
    held.call("trace", &[trace], "", Value::Null);
    held.call("traces", &[], "?limit=3", Value::Null);
    held.call("traces_stats", &[], "", Value::Null);
    held.call("session_close", &["chat-7"], "", Value::Null);
}

fn knowledge(held: &mut Held) {
    let lives = |city: &str| json!({ "entity": { "type": "person", "name": "Dana" }, "key": "city", "value": city });
    let knows = json!({
        "entity": { "type": "person", "name": "Dana" }, "key": "knows", "target": { "type": "person", "name": "Gotham" },
    });
    held.call("remember", &[], "", json!({ "triples": [lives("Porto"), knows], "infer": "triples" }));
    held.call("remember", &[], "", json!({ "triples": [lives("Lisbon")], "valid_from": "2026-03-01T00:00:00Z" }));
    let facts = held.call("facts_list", &[], "?kind=attribute&entity=person/Dana", Value::Null);
    let fact = facts["facts"][0]["id"].as_str().unwrap().to_owned();
    held.call("correct", &[], "", json!({ "id": fact, "value": "Faro" }));
    held.call("entities", &[], "?type=person&limit=5", Value::Null);
    held.call("entity", &["person", "Dana"], "", Value::Null);
    held.call("entity_history", &["person", "Dana", "city"], "", Value::Null);
    held.call("entity_aliases", &["person", "Dana"], "", json!({ "add": ["Dee"] }));
    held.call("explore", &[], "?from=person/Dana&hops=2", Value::Null);
    let merged = held.example("entities_merge");
    held.call("entities_split", &[], "", json!({ "entity": merged["merged"] }));
    held.call("timeline", &[], "?entity=person/Dana", Value::Null);
    held.call("diff", &[], "?from=2026-01-01T00:00:00Z", Value::Null);
    for name in ["profile", "state", "lifecycle_expiring", "retention", "audit"] {
        held.call(name, &[], "", Value::Null);
    }
    for of in ["entity:person/Dana", "attribute:person/Dana/city", "relation:Dana/knows/Gotham"] {
        held.call("inspect", &[], &format!("?ref={of}"), Value::Null);
    }
    for name in ["fsck", "hygiene", "consolidate", "elaborate", "reflect", "retention_set", "lifecycle_decay"] {
        held.example(name);
    }
}

fn people(held: &mut Held) {
    held.example("scope_register");
    held.call("scopes", &[], "", Value::Null);
    held.example("principal_create");
    let bot = "support-bot";
    held.call("principals", &[], "", Value::Null);
    held.call("principal", &[bot], "", Value::Null);
    held.call("principal_effective", &[bot], "?path=org/acme", Value::Null);
    for name in ["principal_grant", "principal_revoke"] {
        held.call(name, &[bot], "", serde_json::from_str(named(name).example).unwrap());
    }
    held.example("key_create");
    held.call("keys", &[], "", Value::Null);
    held.call("key_rotate", &["laptop"], "", json!({ "overlapSeconds": 3600 }));
    held.call("key_delete", &["laptop"], "", Value::Null);
    held.example("access_token");
    let share = held.example("share_create");
    held.call("shares", &[], "", Value::Null);
    held.call("share_delete", &[share["id"].as_str().unwrap()], "", Value::Null);
}

fn forgetting(held: &mut Held) {
    let listed = held.call("memories", &[], "?limit=1", Value::Null);
    let id = listed["memories"][0]["id"].as_str().unwrap().to_owned();
    held.call("memory_forget", &[&id], "?dryRun=true", Value::Null);
    for name in ["forget", "scopes_forget", "lifecycle_expire"] {
        held.example(name);
    }
    held.call("entity_forget", &["person", "Dana"], "", Value::Null);
    held.call("scope_delete", &[], "?path=org/acme/user/alice", Value::Null);
}

#[test]
fn the_checker_tells_right_from_wrong() {
    let schema = json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": { "a": { "type": ["integer", "null"], "minimum": 1 }, "b": { "enum": ["x"] } },
    });
    let of = |value: Value| wrong(&Value::Null, &schema, &value, "it").len();
    assert_eq!([of(json!({ "a": 1 })), of(json!({ "a": null, "b": "x" }))], [0, 0]);
    let all = [
        json!({}),
        json!({ "a": 0 }),
        json!({ "a": "1" }),
        json!({ "a": 1, "b": "y" }),
        json!({ "a": 1, "c": 1 }),
        json!([]),
    ];
    for value in all {
        assert!(of(value.clone()) > 0, "{value}");
    }
}
