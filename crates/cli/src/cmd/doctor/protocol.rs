//! MCP as a client would have it, against a folder of its own: both eras, and every schema that models are shown.

use serde_json::{Value, json};

use super::{DoctorArguments, Told, fine};
use crate::cmd::mcp;
use crate::language::LanguageArguments;
use crate::wire::Wiring;

/// The version that is spoken without a session, and the last that begins with `initialize`.
const MODERN: &str = "2026-07-28";
const LEGACY: &str = "2025-11-25";
/// Longest description of a tool, in characters: clients cut at four times that, and models read the first sentence.
const DESCRIPTION_CHARS_MAX: usize = 1_000;
/// Longest name of a tool, in bytes: clients put `mcp__<server>__` in front and cut at 60.
const NAME_LEN_MAX: usize = 24;

/// Runs a conversation in both eras and reads what comes back.
pub(super) fn rehearsal(arguments: &DoctorArguments) -> anyhow::Result<Told> {
    let folder = tempfile::tempdir()?;
    let wiring = Wiring {
        data: folder.path().join("data"),
        model_path: arguments.data.model.model_path.clone(),
        embedding_cache: None,
        language: LanguageArguments::default(),
        memory_budget_bytes: None,
    };
    let heard = mcp::rehearsed(wiring, &conversation())?;
    let heard: Vec<Value> =
        heard.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    judge(&heard)
}

fn conversation() -> String {
    let meta = json!({ "_meta": {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": { "name": "quintet doctor", "version": env!("CARGO_PKG_VERSION") },
        "io.modelcontextprotocol/clientCapabilities": {},
    } });
    let hello = json!({
        "protocolVersion": LEGACY,
        "capabilities": {},
        "clientInfo": { "name": "quintet doctor", "version": env!("CARGO_PKG_VERSION") },
    });
    let messages = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": meta }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": meta }),
        json!({ "jsonrpc": "2.0", "id": 3, "method": "initialize", "params": hello }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 4, "method": "tools/list" }),
    ];
    messages.iter().fold(String::new(), |text, message| format!("{text}{message}\n"))
}

/// What is wrong with the answers.
fn judge(heard: &[Value]) -> anyhow::Result<Told> {
    let answer = |id: u64| heard.iter().find(|one| one["id"] == id).map_or(&Value::Null, |one| &one["result"]);
    let versions = answer(1)["supportedVersions"].as_array().cloned().unwrap_or_default();
    anyhow::ensure!(versions.iter().any(|one| one == MODERN), "{MODERN} is not spoken; reinstall the program");
    anyhow::ensure!(answer(3)["protocolVersion"] == LEGACY, "{LEGACY} is not spoken; reinstall the program");
    let tools = |id: u64| answer(id)["tools"].as_array().cloned().unwrap_or_default();
    let (modern, legacy) = (tools(2), tools(4));
    anyhow::ensure!(!modern.is_empty() && modern == legacy, "the two eras list other tools; reinstall the program");
    let wrong: Vec<String> = modern.iter().flat_map(faults).collect();
    anyhow::ensure!(wrong.is_empty(), "some clients refuse these tools: {}; report it", wrong.join("; "));
    fine(format!("{} tools in both eras ({MODERN}, {LEGACY}), their schemas read by every client", modern.len()))
}

fn faults(tool: &Value) -> Vec<String> {
    let name = tool["name"].as_str().unwrap_or_default();
    let mut wrong = Vec::new();
    let is_plain = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if !is_plain || !(1..=NAME_LEN_MAX).contains(&name.len()) {
        wrong.push(format!("{name:?} is no name that every client takes"));
    }
    if !(1..=DESCRIPTION_CHARS_MAX).contains(&tool["description"].as_str().unwrap_or_default().chars().count()) {
        wrong.push(format!("{name}: the description has not 1 to {DESCRIPTION_CHARS_MAX} characters"));
    }
    for schema in ["inputSchema", "outputSchema"] {
        wrong.extend(
            quintet_server::lint_schema(&tool[schema]).iter().map(|fault| format!("{name}, {schema}: {fault}")),
        );
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard() -> Vec<Value> {
        let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        let tool = json!({ "name": "recall", "description": "Finds.", "inputSchema": schema, "outputSchema": schema });
        vec![
            json!({ "id": 1, "result": { "supportedVersions": [MODERN] } }),
            json!({ "id": 2, "result": { "tools": [tool] } }),
            json!({ "id": 3, "result": { "protocolVersion": LEGACY } }),
            json!({ "id": 4, "result": { "tools": [tool] } }),
        ]
    }

    #[test]
    fn each_fault_is_found() {
        assert!(judge(&heard()).is_ok());
        let both = |heard: &mut Vec<Value>, place: &str, value: &Value| {
            for at in [1, 3] {
                let tool = heard[at].pointer_mut(&format!("/result/tools/0{place}")).unwrap();
                tool.clone_from(value);
            }
        };
        type Change<'a> = &'a dyn Fn(&mut Vec<Value>);
        let faults: [(&str, Change<'_>); 6] = [
            ("is not spoken", &|heard| heard[0] = json!({ "id": 1, "error": {} })),
            ("is not spoken", &|heard| heard[2]["result"]["protocolVersion"] = json!("2024-11-05")),
            ("other tools", &|heard| drop(heard.pop())),
            ("is no name", &|heard| both(heard, "/name", &json!("a.b"))),
            ("no object", &|heard| both(heard, "/inputSchema/type", &json!("string"))),
            ("anyOf", &|heard| both(heard, "/outputSchema/properties/a", &json!({ "anyOf": [] }))),
        ];
        for (expected, change) in faults {
            let mut heard = heard();
            change(&mut heard);
            let told = judge(&heard).unwrap_err().to_string();
            assert!(told.contains(expected), "{expected}: {told}");
        }
    }
}
