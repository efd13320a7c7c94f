//! What is refused before an operation runs, and what a broken store looks like from outside.

use std::io::{Seek, SeekFrom, Write};

use quintet_server::{OPERATIONS, Verb};
use serde_json::json;

use crate::client::{Client, call};
use crate::house::{House, bearer};

const QUERY: &str = "/api/v1/a/query";

/// A path with something for each of its parameters.
fn filled(path: &str, id: &str) -> String {
    // What earlier examples made has a name of its own.
    let path = path.replace("/principals/{id}", "/principals/support-bot").replace("/keys/{name}", "/keys/laptop");
    [("{context}", "a"), ("{id}", id), ("{type}", "person"), ("{name}", "Dana"), ("{key}", "role")]
        .iter()
        .fold(path, |path, (name, value)| path.replace(name, value))
}

#[test]
fn only_health_is_open() {
    let house = House::with("a");
    let mut closed = 0;
    for operation in OPERATIONS {
        let path = filled(operation.path, "00000000-0000-7000-8000-000000000000");
        let method = operation.method.as_str();
        let body = operation.method.has_body().then_some(operation.example.as_bytes());
        if operation.verb == Verb::Nothing {
            let told = call(house.address, method, &path, &[], body).ok();
            // The interface is no secret: it is published with the program.
            let is_interface = operation.path == "/openapi.json" && told["openapi"] == "3.1.0";
            assert!(is_interface || told == json!({ "status": "ok" }), "{told}");
            continue;
        }
        closed += 1;
        let wrong = ["", "Bearer", "Bearer ", "Bearer wrong-key-wrong-key", "Basic 0123456789abcdef0123456789abcdef"];
        for key in wrong {
            let refused = call(house.address, method, &path, &[("authorization", key)], body);
            refused.problem(401);
            assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
        }
        let refused = call(house.address, method, &path, &[], body);
        assert_eq!(refused.problem(401), refused.body["detail"]);
    }
    assert!(closed >= 6, "{closed}");
    assert_eq!(house.count(), 0, "nothing was written without a key");
}

#[test]
fn examples_of_the_operations_work() {
    let house = House::with("a");
    let kept = house.remember(json!({ "text": "Dana moved to Lisbon." }));
    let id = kept["id"].as_str().unwrap();
    let named = |name: &str| json!({ "entity": { "type": "person", "name": name }, "key": "role", "value": "CTO" });
    house.remember(json!({ "infer": "triples", "triples": [named("Dana"), named("Gotham")] }));
    for operation in OPERATIONS.iter().filter(|operation| !operation.example.is_empty()) {
        let path = filled(operation.path, id);
        let headers = [("authorization", bearer()), ("content-type", "application/json")];
        let body = Some(operation.example.as_bytes());
        let answer = call(house.address, operation.method.as_str(), &path, &headers, body);
        assert!(matches!(answer.status, 200 | 201), "{}: {}", operation.name, answer.body);
    }
}

#[test]
fn unknown_paths_and_methods_are_problems_too() {
    let house = House::with("a");
    for path in ["/", "/nothing", "/api/v1/a", "/api/v1/a/facts/", "/api/v1/../x/query", "/api/v1/a/%71uery/x"] {
        let refused = house.get(path);
        refused.problem(404);
        assert_eq!(refused.body["instance"], path);
    }
    house.get(QUERY).problem(405);
    house.post("/livez", &json!({})).problem(405);
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        call(house.address, method, QUERY, &[("authorization", bearer())], None).problem(405);
    }
}

#[test]
fn context_ids_in_paths_cannot_climb() {
    let house = House::with("a");
    let long = "x".repeat(3_000);
    for id in ["", "..%2fa", "%2e%2e", "a%2Fb", "a%00", "%ff", "a%20", ".", "..", "%2e", "nobody", "A", &long] {
        let refused = house.post(&format!("/api/v1/{id}/query"), &json!({ "query": "x" }));
        assert!(matches!(refused.status, 400 | 404), "{id}: {}", refused.status);
        refused.problem(refused.status);
        house.post(&format!("/api/v1/{id}/facts"), &json!({ "text": "x" })).problem(refused.status);
        house.post(&format!("/api/v1/{id}/facts/batch"), &json!({ "messages": [{ "role": "user", "content": "x" }] }));
    }
    let made: Vec<_> =
        std::fs::read_dir(house.path().join("contexts")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(made, ["a"]);
    assert_eq!(house.count(), 0);
}

#[test]
fn bodies_that_are_no_json_object_are_refused() {
    let house = House::with("a");
    let deep = "[".repeat(100_000);
    let deep_object = format!("{{\"query\": {}1{}}}", "{\"a\":".repeat(5_000), "}".repeat(5_000));
    let wrong: [&[u8]; 14] = [
        b"",
        b" ",
        b"{",
        b"{\"query\": \"x\"",
        b"{\"query\": \"x\"} x",
        b"{'query': 'x'}",
        b"{\"query\": NaN}",
        b"{\"query\": \"\\ud800\"}",
        b"{\"query\": \"\xff\"}",
        b"null",
        b"[]",
        b"\"x\"",
        deep.as_bytes(),
        deep_object.as_bytes(),
    ];
    for body in wrong {
        house.post_bytes(QUERY, body).problem(400);
    }
    let as_csv = [("authorization", bearer()), ("content-type", "text/csv")];
    call(house.address, "POST", QUERY, &as_csv, Some(b"query,k")).problem(415);
    let as_form = [("authorization", bearer()), ("content-type", "application/x-www-form-urlencoded")];
    call(house.address, "POST", QUERY, &as_form, Some(br#"{"query": "x"}"#)).ok();
}

#[test]
fn a_body_that_is_too_large_is_refused_and_the_client_gets_to_read_it() {
    let house = House::with("a");
    let text = "word ".repeat(2 * 1024 * 1024);
    let body = json!({ "text": text }).to_string();
    assert!(body.len() > 10 * 1024 * 1024);
    let message = house.post_bytes("/api/v1/a/facts", body.as_bytes()).problem(413);
    assert!(message.contains("4194304"), "{message}");

    // The same in pieces of unknown number.
    let mut client = Client::connect(house.address);
    client.head("POST", "/api/v1/a/facts", &[("authorization", bearer()), ("transfer-encoding", "chunked")]);
    let piece = format!("{:x}\r\n{}\r\n", 1024 * 1024, "x".repeat(1024 * 1024));
    for _ in 0..10 {
        client.body(piece.as_bytes());
    }
    client.body(b"0\r\n\r\n");
    client.answer().problem(413);

    // Who asks first sends nothing.
    let mut client = Client::connect(house.address);
    let headers = [("authorization", bearer()), ("content-length", "10485760"), ("expect", "100-continue")];
    client.head("POST", "/api/v1/a/facts", &headers);
    client.answer().problem(413);

    // What fits is taken up to the last byte.
    let fits = json!({ "text": "x" }).to_string();
    let padded = format!("{fits}{}", " ".repeat(4 * 1024 * 1024 - fits.len()));
    house.post_bytes("/api/v1/a/facts", padded.as_bytes()).ok();
    assert_eq!(house.count(), 1);
}

#[test]
fn a_damaged_context_is_refused_without_a_path_and_the_operator_is_told() {
    let house = House::with("a");
    house.post("/api/v1/contexts", &json!({ "id": "b" }));
    house.remember(json!({ "text": "Dana moved to Lisbon." }));
    let folder = house.stop();
    let database = folder.path().join("contexts/a/memory.db");
    let mut file = std::fs::OpenOptions::new().write(true).open(&database).unwrap();
    file.seek(SeekFrom::Start(0)).unwrap();
    file.write_all(&[0xa5; 4096]).unwrap();
    drop(file);

    let house = House::over(folder);
    let answers = [
        house.post(QUERY, &json!({ "query": "x" })),
        house.post("/api/v1/a/facts", &json!({ "text": "x" })),
        house.post("/api/v1/a/facts/batch", &json!({ "messages": [{ "role": "user", "content": "x" }] })),
    ];
    for answer in &answers {
        answer.problem(500);
        let told = answer.body.to_string();
        assert!(!told.contains("memory.db") && !told.contains(house.path().to_str().unwrap()), "{told}");
    }
    let log = house.log.lock().unwrap().clone();
    assert_eq!(log.len(), answers.len(), "{log:?}");
    assert!(log.iter().all(|line| line.contains("damaged")), "{log:?}");
    // The others go on.
    house.post("/api/v1/b/facts", &json!({ "text": "still here" })).ok();
    assert_eq!(call(house.address, "GET", "/readyz", &[], None).status, 200);
}
