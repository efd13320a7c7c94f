//! What the protocol asks of the endpoint, and who is let in.

use serde_json::{Value, json};

use crate::client::call;
use crate::house::{House, bearer};
use crate::mcp_talk::{Era, LEGACY, MODERN, ask, meta, send, tools};

const PROFILES: [&str; 6] =
    ["/mcp", "/mcp/chatgpt", "/mcp/files", "/mcp/reference-graph", "/mcp/spectron", "/mcp/admin"];

fn message(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

#[test]
fn both_eras_open_and_say_how_to_use_it() {
    let house = House::new();
    for path in PROFILES {
        let found = ask(&house, Era::Modern, path, "server/discover", json!({}))["result"].clone();
        assert!(found["supportedVersions"].as_array().unwrap().contains(&json!(MODERN)), "{found}");
        let hello =
            json!({ "protocolVersion": LEGACY, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
        let opened = send(&house, path, &[], &message("initialize", hello));
        assert_eq!((opened.status, opened.header("mcp-session-id")), (200, None), "no session is kept");
        let opened = &opened.body["result"];
        assert_eq!((&opened["protocolVersion"], &opened["serverInfo"]["name"]), (&json!(LEGACY), &json!("quintet")));
        assert!(opened["instructions"].as_str().is_some_and(|text| text.len() > 40), "{opened}");
        assert_eq!(opened["instructions"], found["instructions"], "the same in both eras");
        let done = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let told = send(&house, path, &[("mcp-protocol-version", LEGACY)], &done);
        assert_eq!((told.status, &told.body), (202, &Value::Null));
        assert_eq!(ask(&house, Era::Legacy, path, "ping", json!({}))["result"], json!({}));
    }
    let older =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let opened = send(&house, "/mcp", &[], &message("initialize", older));
    assert_eq!(opened.body["result"]["protocolVersion"], "2025-06-18");
}

#[test]
fn lists_are_the_same_each_time_and_after_a_restart() {
    let house = House::new();
    let first: Vec<String> = PROFILES.iter().map(|path| json!(tools(&house, path)).to_string()).collect();
    let legacy = ask(&house, Era::Legacy, "/mcp", "tools/list", json!({}));
    assert_eq!(legacy["result"]["tools"].to_string(), first[0]);
    for _ in 0..20 {
        assert_eq!(json!(tools(&house, "/mcp")).to_string(), first[0]);
    }
    let house = House::over(house.stop());
    let again: Vec<String> = PROFILES.iter().map(|path| json!(tools(&house, path)).to_string()).collect();
    assert_eq!(again, first);
}

/// What is wrong, its headers, the message, and the status and the code that answer it.
type Wrong<'a> = (&'a str, [(&'a str, &'a str); 3], Value, u16, i64);

#[test]
fn what_breaks_the_protocol_gets_the_errors_that_it_names() {
    let house = House::with("default");
    let call_status = || json!({ "name": "status", "arguments": {}, "_meta": meta() });
    let headers = |version: &'static str, method: &'static str, name: &'static str| {
        [("mcp-protocol-version", version), ("mcp-method", method), ("mcp-name", name)]
    };
    let modern = headers(MODERN, "tools/call", "status");
    assert_eq!(send(&house, "/mcp", &modern, &message("tools/call", call_status())).status, 200);
    let wrong: [Wrong<'_>; 8] = [
        ("another method", headers(MODERN, "tools/list", "status"), message("tools/call", call_status()), 400, -32020),
        ("another name", headers(MODERN, "tools/call", "recall"), message("tools/call", call_status()), 400, -32020),
        ("no method", headers(MODERN, "", "status"), message("tools/call", call_status()), 400, -32020),
        ("no name", headers(MODERN, "tools/call", ""), message("tools/call", call_status()), 400, -32020),
        ("no version", headers("", "tools/call", "status"), message("tools/call", call_status()), 400, -32020),
        ("another version", headers(LEGACY, "tools/call", "status"), message("tools/call", call_status()), 400, -32020),
        (
            "no such method",
            headers(MODERN, "tools/guess", ""),
            message("tools/guess", json!({ "_meta": meta() })),
            404,
            -32601,
        ),
        (
            "no such tool",
            headers(MODERN, "tools/call", "guess"),
            message("tools/call", json!({ "name": "guess", "_meta": meta() })),
            200,
            -32602,
        ),
    ];
    for (what, headers, message, status, code) in wrong {
        let answer = send(&house, "/mcp", &headers, &message);
        assert_eq!((answer.status, &answer.body["error"]["code"]), (status, &json!(code)), "{what}: {}", answer.body);
    }
    let mut unknown = call_status();
    unknown["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2031-01-01");
    let answer = send(&house, "/mcp", &headers("2031-01-01", "tools/call", "status"), &message("tools/call", unknown));
    assert_eq!((answer.status, &answer.body["error"]["code"]), (400, &json!(-32022)), "{}", answer.body);
    let guess = send(&house, "/mcp", &[("mcp-protocol-version", LEGACY)], &message("tools/guess", json!({})));
    assert_eq!(guess.body["error"]["code"], -32601, "{}", guess.body);
    for (headers, status) in [([("accept", "text/html")], 406), ([("content-type", "text/plain")], 415)] {
        assert_eq!(send(&house, "/mcp", &headers, &message("ping", json!({}))).status, status);
    }
    let key = [
        ("authorization", bearer()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    let broken = call(house.address, "POST", "/mcp", &key, Some(b"{ broken"));
    assert!((400..500).contains(&broken.status), "{broken:?}");
    let large = vec![b' '; 4 * 1024 * 1024 + 1];
    assert_eq!(call(house.address, "POST", "/mcp", &key, Some(&large)).status, 413);
    for method in ["GET", "DELETE", "PUT"] {
        let answer = call(house.address, method, "/mcp", &key, None);
        assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")), "{method}");
    }
}

#[test]
fn strangers_are_turned_away_before_their_words_are_read() {
    let house = House::with("default");
    let ping = message("ping", json!({}));
    for path in PROFILES {
        for headers in [
            vec![("host", "evil.example")],
            vec![("host", "localhost.evil.example:80")],
            vec![("origin", "https://evil.example")],
            vec![("origin", "null")],
            vec![("host", "evil.example"), ("origin", "http://evil.example")],
        ] {
            send(&house, path, &headers, &ping).problem(403);
            // With no key and no words either.
            call(house.address, "POST", path, &headers, None).problem(403);
        }
        for headers in
            [vec![("host", "127.0.0.1:1")], vec![("origin", "http://localhost:5173")], vec![("host", "[::1]")]]
        {
            assert_eq!(send(&house, path, &headers, &ping).status, 200, "{headers:?}");
        }
        for key in ["", "Bearer", "Bearer wrong-key-wrong-key", "Basic 0123456789abcdef0123456789abcdef"] {
            let refused = send(&house, path, &[("authorization", key)], &ping);
            refused.problem(401);
            assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        }
    }
}
