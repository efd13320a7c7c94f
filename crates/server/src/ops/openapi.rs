//! `GET /openapi.json`: the operations as OpenAPI 3.1, from the one list of them.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::schema::Shape::{Object, Of, Text};
use super::schema::{Answer, Takes};
use super::{ALL, Call, Method, Operation, Reply, Service, Verb, schema};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "openapi",
    summary: "The operations as OpenAPI 3.1",
    method: Method::Get,
    path: "/openapi.json",
    verb: Verb::Nothing,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(Of(&[("openapi", Text), ("info", Object), ("paths", Object), ("components", Object)])),
    handler: handle,
};

#[expect(clippy::unnecessary_wraps, reason = "handlers share one signature")]
fn handle(_: &Service, _: &Call) -> Result<Reply, Problem> {
    Ok(Reply::ok(document()))
}

/// The document. The same for the same list, in the order of paths.
pub(crate) fn document() -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let mut paths: Map<String, Value> = Map::new();
    for operation in ALL {
        let methods = paths.entry(operation.path.to_owned()).or_insert_with(|| json!({}));
        methods[operation.method.as_str().to_lowercase()] = described(operation, &mut generator);
    }
    let mut schemas = Value::Object(generator.take_definitions(true));
    schema::tidy(&mut schemas);
    schemas["Problem"] = problem();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quintet",
            "summary": "Long-term memory for AI agents",
            "description": SPELLINGS,
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "securitySchemes": { "key": { "type": "http", "scheme": "bearer" } },
            "schemas": schemas,
            "responses": {
                "Problem": {
                    "description": "What went wrong and what to do about it",
                    "content": {
                        "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } },
                    },
                },
            },
        },
    })
}

/// How lenient reading is, which schemas do not say field by field.
const SPELLINGS: &str = "Every field of a request is taken in camelCase and in snake_case; the schemas name the spelling that \
    is told back. What is of type date-time may be a date alone. \
    Answers and their objects may have members beside those named.";

fn problem() -> Value {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    json!({
        "type": "object",
        "description": "RFC 9457, and 'message' for clients that read only that",
        "required": ["type", "title", "status", "detail", "message", "code"],
        "properties": {
            "type": { "type": "string", "format": "uri" },
            "title": { "type": "string" },
            "status": { "type": "integer" },
            "detail": { "type": "string" },
            "message": { "type": "string" },
            "code": { "type": "string", "enum": codes },
            "instance": { "type": "string" },
            "field": { "type": "string" },
            "requestId": { "type": "string" },
        },
    })
}

fn described(operation: &Operation, generator: &mut SchemaGenerator) -> Value {
    let request = operation.takes.schema(generator);
    let takes_body = operation.method.has_body() || !operation.example.is_empty();
    let mut parameters: Vec<Value> = operation
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| {
            let schema = json!({ "type": "string", "minLength": 1 });
            json!({ "name": name, "in": "path", "required": true, "schema": schema })
        })
        .collect();
    if let Some(request) = request.as_ref().filter(|_| !takes_body) {
        parameters.extend(queried(request));
    }
    let header = |name: &str, description: &str| json!({ "name": name, "in": "header", "required": false, "description": description, "schema": { "type": "string" } });
    if operation.verb != Verb::Nothing {
        parameters.push(header("X-Quintet-On-Behalf-Of", "The principal to act for; what both may do is done"));
        if !operation.read_only {
            parameters.push(header("Idempotency-Key", "The same request under the same key is done once in a day"));
        }
    }
    let mut body = json!({
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": parameters,
        "responses": responses(operation),
    });
    if operation.verb != Verb::Nothing {
        body["security"] = json!([{ "key": [] }]);
        body["x-authority"] = json!(operation.verb.name());
    }
    if let Some(request) = request.filter(|_| takes_body) {
        let is_needed = operation.takes.is_needed(&request);
        let mut media = json!({ "schema": request });
        if let Ok(example) = serde_json::from_str::<Value>(operation.example) {
            media["example"] = example;
        }
        body["requestBody"] = json!({ "required": is_needed, "content": { "application/json": media } });
    }
    body
}

/// The fields of a request as parameters of a query, where everything is a text.
fn queried(request: &Value) -> Vec<Value> {
    let needed = request["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    let fields = request["properties"].as_object().into_iter().flatten();
    fields
        .map(|(name, field)| {
            let kinds: Vec<&str> = match &field["type"] {
                Value::String(kind) => vec![kind],
                Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
                _ => Vec::new(),
            };
            let kind =
                kinds.iter().find(|kind| matches!(**kind, "integer" | "boolean" | "number")).unwrap_or(&"string");
            let mut schema = json!({ "type": kind });
            for keyword in ["format", "minimum", "maximum", "minLength", "maxLength"] {
                if !field[keyword].is_null() {
                    schema[keyword] = field[keyword].clone();
                }
            }
            if let Some(words) = field["enum"].as_array().filter(|_| *kind == "string") {
                schema["enum"] = words.iter().filter(|word| word.is_string()).cloned().collect();
            }
            let is_needed = needed.iter().any(|needed| needed == name);
            let mut parameter = json!({ "name": name, "in": "query", "required": is_needed, "schema": schema });
            if let Some(description) = field["description"].as_str() {
                parameter["description"] = json!(description);
            }
            parameter
        })
        .collect()
}

/// Everything that may come back, by status.
fn responses(operation: &Operation) -> Value {
    let mut responses = Map::new();
    match operation.answer {
        Answer::Empty => {
            responses.insert("204".to_owned(), json!({ "description": "It is done" }));
        }
        Answer::Json(statuses, shape) => {
            for status in statuses {
                let description = if *status == 201 { "What was made" } else { "What was done or found" };
                let content = json!({ "application/json": { "schema": shape.schema() } });
                responses.insert(status.to_string(), json!({ "description": description, "content": content }));
            }
        }
        Answer::Text(kind) => {
            let content = json!({ kind: { "schema": { "type": "string" } } });
            responses.insert("200".to_owned(), json!({ "description": "A text", "content": content }));
        }
    }
    for code in Code::ALL {
        let is_possible = match code {
            Code::MethodNotAllowed => false,
            Code::Unauthorized => operation.verb != Verb::Nothing,
            Code::Conflict | Code::PreconditionFailed => !operation.read_only,
            _ => true,
        };
        if is_possible {
            responses.insert(code.status().to_string(), json!({ "$ref": "#/components/responses/Problem" }));
        }
    }
    Value::Object(responses)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The committed document, so that a change of the interface is seen in review. `UPDATE_SNAPSHOTS=1` writes it anew.
    #[test]
    fn the_committed_document_is_the_present_one() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
        let present = serde_json::to_string_pretty(&document()).unwrap() + "\n";
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(path, &present).unwrap();
        }
        let committed = std::fs::read_to_string(path).unwrap_or_default();
        assert!(committed == present, "docs/openapi.json is not the present interface; run with UPDATE_SNAPSHOTS=1");
    }

    #[test]
    fn every_operation_says_who_may_call_it() {
        let document = document();
        for operation in ALL {
            let described = &document["paths"][operation.path][operation.method.as_str().to_lowercase()];
            assert_eq!(described["operationId"], operation.name);
            assert_eq!(described["x-authority"].is_string(), operation.verb != Verb::Nothing, "{}", operation.name);
        }
    }
}
