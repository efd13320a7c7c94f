//! `GET /openapi.json`: the operations as OpenAPI 3.1, from the one list of them.

use serde_json::{Map, Value, json};

use super::{ALL, Call, Method, Operation, Reply, Service, Verb};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "openapi",
    summary: "The operations as OpenAPI 3.1",
    method: Method::Get,
    path: "/openapi.json",
    verb: Verb::Nothing,
    read_only: true,
    example: "",
    handler: handle,
};

#[expect(clippy::unnecessary_wraps, reason = "handlers share one signature")]
fn handle(_: &Service, _: &Call) -> Result<Reply, Problem> {
    Ok(Reply::ok(document()))
}

/// The document. The same for the same list, in the order of paths.
pub(crate) fn document() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for operation in ALL {
        let methods = paths.entry(operation.path.to_owned()).or_insert_with(|| json!({}));
        methods[operation.method.as_str().to_lowercase()] = described(operation);
    }
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quintet",
            "summary": "Long-term memory for AI agents",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "securitySchemes": { "key": { "type": "http", "scheme": "bearer" } },
            "schemas": {
                "Problem": {
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
                },
            },
        },
    })
}

fn described(operation: &Operation) -> Value {
    let mut parameters: Vec<Value> = operation
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    let header = |name: &str, description: &str| json!({ "name": name, "in": "header", "required": false, "description": description, "schema": { "type": "string" } });
    if operation.verb != Verb::Nothing {
        parameters.push(header("X-Quintet-On-Behalf-Of", "The principal to act for; what both may do is done"));
        if !operation.read_only {
            parameters.push(header("Idempotency-Key", "The same request under the same key is done once in a day"));
        }
    }
    let problem = json!({
        "description": "What went wrong and what to do about it",
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
    });
    let success = json!({
        "description": "What was done or found",
        "content": { "application/json": { "schema": { "type": ["object", "array"] } } },
    });
    let mut body = json!({
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": parameters,
        "responses": { "2XX": success, "default": problem },
    });
    if operation.verb != Verb::Nothing {
        body["security"] = json!([{ "key": [] }]);
        body["x-authority"] = json!(operation.verb.name());
    }
    if operation.method.has_body() {
        let mut media = json!({ "schema": { "type": "object" } });
        if let Ok(example) = serde_json::from_str::<Value>(operation.example) {
            media["example"] = example;
        }
        body["requestBody"] = json!({ "content": { "application/json": media } });
    }
    body
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
