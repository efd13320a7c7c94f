//! How tests talk MCP: requests of both eras, and what every answer of a tool has to hold.

use serde_json::{Value, json};

use crate::client::{Answer, call};
use crate::house::{House, bearer};

/// The era of the protocol that a request is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// Each request says what it needs.
    Modern,
    /// `initialize` first.
    Legacy,
}

pub(crate) const MODERN: &str = "2026-07-28";
pub(crate) const LEGACY: &str = "2025-11-25";

/// What every request of the modern era carries.
pub(crate) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// Sends any message with any headers beside those that every message has.
pub(crate) fn send(house: &House, path: &str, headers: &[(&str, &str)], message: &Value) -> Answer {
    let mut all = vec![
        ("authorization", bearer()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    all.retain(|(name, _)| !headers.iter().any(|(own, _)| own == name));
    all.extend(headers.iter().copied().filter(|(_, value)| !value.is_empty()));
    call(house.address, "POST", path, &all, Some(message.to_string().as_bytes()))
}

/// Sends a request of an era.
pub(crate) fn ask(house: &House, era: Era, path: &str, method: &str, mut params: Value) -> Value {
    let name = params["name"].as_str().or(params["uri"].as_str()).unwrap_or_default().to_owned();
    let answer = match era {
        Era::Modern => {
            params["_meta"] = meta();
            let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
            let headers = [("mcp-protocol-version", MODERN), ("mcp-method", method), ("mcp-name", name.as_str())];
            send(house, path, &headers, &message)
        }
        Era::Legacy => {
            let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
            send(house, path, &[("mcp-protocol-version", LEGACY)], &message)
        }
    };
    assert_eq!(answer.header("content-type"), Some("application/json"), "{}", answer.body);
    assert_eq!((&answer.body["jsonrpc"], &answer.body["id"]), (&json!("2.0"), &json!(1)), "{}", answer.body);
    answer.body
}

/// The tools of a profile.
pub(crate) fn tools(house: &House, path: &str) -> Vec<Value> {
    ask(house, Era::Modern, path, "tools/list", json!({}))["result"]["tools"].as_array().unwrap().clone()
}

/// Calls a tool; the whole result.
pub(crate) fn raw(house: &House, era: Era, path: &str, tool: &str, arguments: &Value) -> Value {
    let answer = ask(house, era, path, "tools/call", json!({ "name": tool, "arguments": arguments }));
    assert!(answer["error"].is_null(), "{answer}");
    answer["result"].clone()
}

/// Calls a tool that has to succeed, and looks at everything that an answer has to hold. Its structure.
#[track_caller]
pub(crate) fn told(house: &House, era: Era, path: &str, tool: &str, arguments: &Value) -> Value {
    let result = raw(house, era, path, tool, arguments);
    assert_eq!(result["isError"], false, "{tool} {arguments}: {result}");
    let structure = result["structuredContent"].clone();
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    assert!(!text.is_empty() && result["content"][0]["type"] == "text", "{tool}: {result}");
    let listed = tools(house, path);
    let schema = &listed.iter().find(|one| one["name"] == tool).unwrap()["outputSchema"];
    assert_eq!(misfit(schema, &structure), None, "{tool}: {structure}");
    let most = arguments["max_tokens"].as_u64().unwrap_or(2_000) as usize;
    if structure.get("truncated").is_some() {
        assert!(structure.to_string().len() <= 4 * most, "{tool}: {} bytes of structure", structure.to_string().len());
        assert!(text.len() <= 4 * most, "{tool}: {} bytes of text", text.len());
    }
    structure
}

/// Calls a tool that has to fail so that a model can read why. Its message.
#[track_caller]
pub(crate) fn refused(house: &House, path: &str, tool: &str, arguments: &Value, status: u16) -> String {
    let result = raw(house, Era::Modern, path, tool, arguments);
    assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
    let listed = tools(house, path);
    let schema = &listed.iter().find(|one| one["name"] == tool).unwrap()["outputSchema"];
    assert_eq!(misfit(schema, &result["structuredContent"]), None, "{tool}: some clients check errors, too");
    let error = &result["structuredContent"]["error"];
    assert_eq!(error["status"], status, "{tool} {arguments}: {result}");
    let message = error["message"].as_str().unwrap().to_owned();
    assert!(result["content"][0]["text"].as_str().unwrap().contains(&message), "{result}");
    message
}

/// Where a value does not fit a flat schema.
fn misfit(schema: &Value, value: &Value) -> Option<String> {
    let fits = match schema["type"].as_str()? {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        _ => false,
    };
    if !fits {
        return Some(format!("{value} is no {}", schema["type"]));
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        if value.get(name.as_str().unwrap()).is_none() {
            return Some(format!("{name} is missing"));
        }
    }
    for (name, member) in value.as_object().into_iter().flatten() {
        if let Some(own) = schema["properties"].get(name)
            && let Some(wrong) = misfit(own, member)
        {
            return Some(format!("{name}: {wrong}"));
        }
    }
    value.as_array().into_iter().flatten().find_map(|item| misfit(&schema["items"], item))
}
