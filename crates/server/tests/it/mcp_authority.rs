//! A key does through tools what it may over HTTP, and no more: authority is a property of the operation.

use serde_json::{Value, json};

use crate::house::House;
use crate::mcp_talk::{LEGACY, send, tools};

/// Somebody with a key of context `a`.
struct Person<'a> {
    house: &'a House,
    bearer: String,
}

impl Person<'_> {
    /// A tool's result, on the context that the key belongs to.
    fn call(&self, path: &str, tool: &str, arguments: &Value) -> Value {
        let headers = [("authorization", self.bearer.as_str()), ("mcp-protocol-version", LEGACY)];
        let params = json!({ "name": tool, "arguments": arguments });
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let answer = send(self.house, path, &headers, &message);
        assert!(answer.body["result"].is_object(), "{tool}: {}", answer.body);
        answer.body["result"].clone()
    }

    #[track_caller]
    fn done(&self, path: &str, tool: &str, arguments: &Value) -> Value {
        let result = self.call(path, tool, arguments);
        assert_eq!(result["isError"], false, "{tool} {arguments}: {result}");
        result["structuredContent"].clone()
    }
}

fn person<'a>(house: &'a House, name: &str, grants: &Value) -> Person<'a> {
    let made = house.post("/api/v1/a/principals", &json!({ "id": name, "kind": "human", "grants": grants }));
    assert_eq!(made.status, 201, "{}", made.body);
    let key = house.post("/api/v1/a/keys", &json!({ "name": format!("{name}'s"), "principal": name }));
    Person { house, bearer: format!("Bearer {}", key.body["key"].as_str().unwrap()) }
}

#[test]
fn a_key_that_reads_changes_nothing_through_any_tool() {
    let house = House::with("a");
    let writes = json!({ "memory:read": ["*"], "memory:write": ["*"], "memory:forget": ["*"], "scope:create": ["*"] });
    let writer = person(&house, "writer", &writes);
    let id = writer.done("/mcp", "remember", &json!({ "text": "Dana moved to Lisbon." }))["ids"][0].clone();
    let graph = "/mcp/reference-graph";
    let entities = json!([{ "name": "Nora", "entityType": "person", "observations": ["Climbs"] }, { "name": "Jonas", "entityType": "person" }]);
    writer.done(graph, "create_entities", &json!({ "entities": entities }));
    let knows = json!([{ "from": "Nora", "to": "Jonas", "relationType": "knows" }]);
    writer.done(graph, "create_relations", &json!({ "relations": knows }));
    writer.done(
        "/mcp",
        "remember",
        &json!({ "facts": [{ "entity": "Nora", "type": "person", "key": "role", "value": "CEO" }] }),
    );
    writer.done("/mcp/files", "memory", &json!({ "command": "create", "path": "/memories/a", "file_text": "x" }));

    let reader = person(&house, "reader", &json!({ "memory:read": ["*"] }));
    let state = |who: &Person<'_>| (who.done(graph, "read_graph", &json!({})), who.done("/mcp", "status", &json!({})));
    let before = state(&writer);
    let arguments = |tool: &str| match tool {
        "remember" => json!({ "text": "x" }),
        "correct" => json!({ "entity": "Nora", "key": "role", "value": "CTO" }),
        "forget" => json!({ "ids": id }),
        "feedback" => json!({ "helped": id }),
        "memory" => json!({ "command": "delete", "path": "/memories/a" }),
        "create_entities" => json!({ "entities": [{ "name": "New", "entityType": "thing" }] }),
        "create_relations" => json!({ "relations": [{ "from": "Jonas", "to": "Nora", "relationType": "knows" }] }),
        "add_observations" => json!({ "observations": [{ "entityName": "Nora", "contents": ["new"] }] }),
        "delete_entities" => json!({ "entityNames": ["Nora"] }),
        "delete_observations" => json!({ "deletions": [{ "entityName": "Nora", "observations": ["Climbs"] }] }),
        "delete_relations" => json!({ "relations": knows }),
        "create_context" => json!({ "id": "other" }),
        other => panic!("no arguments for {other}"),
    };
    let mut refused = 0;
    for path in ["/mcp", "/mcp/chatgpt", "/mcp/files", graph, "/mcp/spectron", "/mcp/admin"] {
        for tool in tools(&house, path) {
            let name = tool["name"].as_str().unwrap();
            // Reflection reads; only what it keeps is a write, which `persist` asks for.
            if tool["annotations"]["readOnlyHint"] == true || name == "reflect" {
                continue;
            }
            let result = reader.call(path, name, &arguments(name));
            assert_eq!(result["structuredContent"]["error"]["status"], 403, "{name}: {result}");
            refused += 1;
        }
    }
    assert!(refused >= 13, "{refused}");
    for create in ["create", "str_replace", "insert", "rename"] {
        let asked = json!({ "command": create, "path": "/memories/b", "file_text": "y", "old_path": "/memories/a", "new_path": "/memories/c" });
        assert_eq!(reader.call("/mcp/files", "memory", &asked)["isError"], true, "{create}");
    }
    assert_eq!(reader.call("/mcp/admin", "list_contexts", &json!({}))["structuredContent"]["error"]["status"], 403);
    assert_eq!(state(&writer), before, "nothing changed");
    // Each denial is in the audit log.
    let log = house.get("/api/v1/a/audit").ok().to_string();
    assert!(log.contains("\"status\":403") && log.contains("reader"), "{log}");
}

#[test]
fn what_one_wrote_the_other_does_not_find_through_tools() {
    let house = House::with("a");
    let region = |name: &str| {
        let own = [format!("user/{name}/*")];
        json!({ "memory:read": own, "memory:write": own, "memory:forget": own, "scope:create": own })
    };
    let (ann, annabel) = (person(&house, "ann", &region("ann")), person(&house, "annabel", &region("annabel")));
    let id = ann.done("/mcp", "remember", &json!({ "text": "The safe opens with 4711." }))["ids"][0].clone();
    let file = json!({ "command": "create", "path": "/memories/safe", "file_text": "4711" });
    ann.done("/mcp/files", "memory", &file);
    let entity =
        json!({ "entities": [{ "name": "Safe", "entityType": "thing", "observations": ["opens with 4711"] }] });
    ann.done("/mcp/reference-graph", "create_entities", &entity);
    assert!(ann.done("/mcp", "recall", &json!({ "query": "the safe" })).to_string().contains("4711"));

    for (path, tool, asked) in [
        ("/mcp", "recall", json!({ "query": "What opens the safe?" })),
        ("/mcp", "context", json!({ "query": "What opens the safe?" })),
        ("/mcp", "answer", json!({ "query": "What opens the safe?" })),
        ("/mcp", "explore", json!({ "from": "Safe" })),
        ("/mcp", "timeline", json!({ "entity": "Safe" })),
        ("/mcp", "status", json!({})),
        ("/mcp/chatgpt", "search", json!({ "query": "What opens the safe?" })),
        ("/mcp/chatgpt", "fetch", json!({ "id": id })),
        ("/mcp/spectron", "inspect", json!({ "ref": format!("memory:{}", id.as_str().unwrap()) })),
        ("/mcp/files", "memory", json!({ "command": "view", "path": "/memories" })),
        ("/mcp/files", "memory", json!({ "command": "view", "path": "/memories/safe" })),
        ("/mcp/reference-graph", "read_graph", json!({})),
        ("/mcp/reference-graph", "search_nodes", json!({ "query": "safe" })),
    ] {
        let told = annabel.call(path, tool, &asked).to_string();
        assert!(!told.contains("4711") && !told.contains("\"memories\":"), "{tool}: {told}");
    }
    let gone = annabel.call("/mcp", "forget", &json!({ "ids": id }));
    assert!(gone["isError"] == true || gone["structuredContent"]["deleted"] == 0, "{gone}");
    // The same path is another file for somebody else.
    annabel.done(
        "/mcp/files",
        "memory",
        &json!({ "command": "create", "path": "/memories/safe", "file_text": "mirror" }),
    );
    let own = ann.done("/mcp/files", "memory", &json!({ "command": "view", "path": "/memories/safe" }));
    assert!(own["result"].as_str().unwrap().contains("4711"), "{own}");
}

#[test]
fn a_key_works_on_its_own_memory_space_alone() {
    let house = House::with("a");
    house.post("/api/v1/contexts", &json!({ "id": "b" }));
    let ann = person(&house, "ann", &json!({ "memory:read": ["*"], "memory:write": ["*"] }));
    ann.done("/mcp", "remember", &json!({ "text": "x" }));
    let elsewhere = ann.call("/mcp", "recall", &json!({ "query": "x", "context_id": "b" }));
    assert_eq!(elsewhere["structuredContent"]["error"]["status"], 401, "{elsewhere}");
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    let headers = [("authorization", ann.bearer.as_str()), ("x-quintet-context", "b")];
    send(&house, "/mcp", &headers, &ping).problem(401);
}
