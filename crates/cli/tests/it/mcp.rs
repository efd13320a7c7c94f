//! `quintet mcp` as a client starts it: real processes, one message a line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::program::Home;
use crate::serve::Serving;

/// A client's end of one process.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    is_modern: bool,
    next: u64,
}

impl Talk {
    fn start(mut command: Command, is_modern: bool) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut talk = Self { child, input, output, is_modern, next: 1 };
        if is_modern {
            let found = talk.ask("server/discover", json!({}));
            assert!(found["result"]["supportedVersions"].to_string().contains("2026-07-28"), "{found}");
        } else {
            let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
            let opened = talk.ask("initialize", hello);
            assert_eq!(opened["result"]["protocolVersion"], "2025-11-25", "{opened}");
            talk.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        }
        talk
    }

    fn send(&mut self, message: &Value) {
        self.line(&message.to_string());
    }

    fn line(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line, which has to be a message.
    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("no message: {line:?}"));
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        message
    }

    fn ask(&mut self, method: &str, mut params: Value) -> Value {
        if self.is_modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { "name": "t", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let answer = self.hear();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// A tool that has to succeed.
    #[track_caller]
    fn tool(&mut self, name: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({ "name": name, "arguments": arguments }));
        assert_eq!(answer["result"]["isError"], false, "{name} {arguments}: {answer}");
        answer["result"]["structuredContent"].clone()
    }

    /// Ends the input; the process has to end well and have said nothing else.
    fn end(mut self) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_line(&mut rest).unwrap();
        assert_eq!(rest, "", "nothing but messages goes to standard output");
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // It has ended already, unless a test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_client_remembers_and_recalls_in_both_eras() {
    let home = Home::new();
    for (is_modern, text) in [
        (true, "Dana moved to Lisbon \u{1f469}\u{200d}\u{1f680}."),
        (false, "na\u{ef}ve \u{6771}\u{4eac} \u{644}\u{634}\u{628}\u{648}\u{646}\u{629}"),
    ] {
        let mut talk = Talk::start(home.command(&["mcp"]), is_modern);
        // A memory that was never written to finds nothing, and that is no error.
        talk.tool("recall", json!({ "query": "anything" }));
        let stored = talk.tool("remember", json!({ "text": text }));
        let found = talk.tool("recall", json!({ "query": text }));
        assert_eq!((&found["hits"][0]["text"], &found["hits"][0]["id"]), (&json!(text), &stored["ids"][0]));
        let facts = json!({ "facts": { "entity": "Nora", "type": "person", "key": "role", "value": "CTO" } });
        talk.tool("remember", facts);
        talk.tool(
            "correct",
            json!({ "entity": "Nora", "key": "role", "value": if is_modern { "CEO" } else { "CFO" } }),
        );
        talk.tool("context", json!({ "query": text }));
        talk.tool("answer", json!({ "query": text }));
        talk.tool("timeline", json!({ "entity": "Nora" }));
        talk.tool("explore", json!({ "from": "Nora" }));
        talk.tool("feedback", json!({ "helped": stored["ids"] }));
        assert_eq!(talk.tool("status", json!({}))["contextId"], "default");
        talk.tool("forget", json!({ "ids": stored["ids"] }));
        let listed = talk.ask("tools/list", json!({}));
        assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 10, "{listed}");
        assert_eq!(talk.ask("tools/guess", json!({}))["error"]["code"], -32601);
        assert_eq!(talk.ask("tools/call", json!({ "name": "g\u{fc}ess", "arguments": {} }))["error"]["code"], -32602);
        assert!(!talk.ask("resources/list", json!({}))["result"]["resources"].as_array().unwrap().is_empty());
        talk.line("this is no message");
        assert_eq!(talk.hear()["error"]["code"], -32700);
        talk.end();
    }
    let verified = home.run(&["verify"]).quiet().out;
    assert!(verified.contains("0 faults"), "{verified}");
    assert!(!home.data().join("server.json").exists(), "the notice goes with the server");
}

#[test]
fn two_clients_share_a_folder_and_the_second_outlives_the_first() {
    let home = Home::new();
    let mut first = Talk::start(home.command(&["mcp", "--context", "work"]), true);
    first.tool("remember", json!({ "text": "The kettle is blue." }));
    let mut second = Talk::start(home.command(&["mcp", "--context", "work", "--profile", "chatgpt"]), false);
    let found = second.tool("search", json!({ "query": "What colour is the kettle?" }));
    assert!(found["results"][0]["title"].as_str().unwrap().contains("kettle"), "{found}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(home.data().join("server.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    first.end();
    // The process that had the folder is gone: the next question opens it here.
    let again = second.tool("search", json!({ "query": "What colour is the kettle?" }));
    assert_eq!(again["results"][0]["id"], found["results"][0]["id"]);
    // And after one that was killed and left its notice behind.
    let mut third = Talk::start(home.command(&["mcp", "--context", "work"]), true);
    third.tool("remember", json!({ "text": "The teapot is green." }));
    second.child.kill().unwrap();
    second.child.wait().unwrap();
    assert!(home.data().join("server.json").exists());
    let found = third.tool("recall", json!({ "query": "teapot" }));
    assert_eq!(found["hits"][0]["text"], "The teapot is green.");
    // It is bound to its own memory space.
    let other =
        third.ask("tools/call", json!({ "name": "recall", "arguments": { "query": "x", "context_id": "default" } }));
    assert_eq!(other["result"]["structuredContent"]["error"]["status"], 401, "{other}");
    third.end();
}

#[test]
fn a_server_that_has_the_folder_is_asked() {
    let home = Home::new();
    let serving = Serving::start(home.command(&["serve", "--listen", "127.0.0.1:0"]));
    let key = std::fs::read_to_string(home.data().join("admin.key")).unwrap();
    assert!(serving.post("/api/v1/contexts", &key, r#"{"id": "default"}"#).starts_with("HTTP/1.1 201"));
    let written = serving.post("/api/v1/default/facts", &key, r#"{"text": "Dana moved to Lisbon."}"#);
    assert!(written.starts_with("HTTP/1.1 200"), "{written}");
    let mut near = Talk::start(home.command(&["mcp"]), true);
    let found = near.tool("recall", json!({ "query": "Where did Dana move?" }));
    assert_eq!(found["hits"][0]["text"], "Dana moved to Lisbon.");

    // By its address, from a home that has no folder.
    let elsewhere = Home::new();
    let file = elsewhere.file("key", &key);
    let url = format!("http://{}", serving.address);
    let mut far = Talk::start(elsewhere.command(&["mcp", "--server", &url, "--key-file", &file]), false);
    far.tool("remember", json!({ "text": "The kettle is blue." }));
    assert_eq!(near.tool("recall", json!({ "query": "kettle" }))["hits"][0]["text"], "The kettle is blue.");
    assert!(!elsewhere.data().exists());
    far.end();
    near.end();
    let mut command = elsewhere.command(&["mcp", "--server", &url]);
    command.env("QUINTET_KEY", "another-key-altogether");
    let ran = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = ran.stdin.as_ref().unwrap();
    writeln!(input, "{}", json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" })).unwrap();
    let out = ran.wait_with_output().unwrap();
    let told: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert!(
        out.status.success() && told["id"] == 1 && told["error"]["message"].to_string().contains("Bearer"),
        "{told}"
    );
    assert_eq!(serving.stop("TERM").0, Some(0));
    assert!(!home.data().join("server.json").exists());

    assert!(elsewhere.run(&["mcp", "--server", &url]).refused(2).contains("QUINTET_KEY"));
    assert!(
        elsewhere
            .run(&["mcp", "--server", "http://memory.example.com", "--key-file", &file])
            .refused(2)
            .contains("https")
    );
    assert_eq!(elsewhere.run(&["mcp", "--profile", "everything"]).code, Some(2));
    assert!(elsewhere.run(&["mcp", "--context", "No Such Name"]).refused(2).contains("--context"));
}
