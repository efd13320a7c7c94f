//! What goes over a connection beside questions and answers: tags, compressed bodies, bounds on requests, heads and connections,
//! metrics.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use quintet_server::{Load, Rate};
use serde_json::{Value, json};

use crate::client::{Answer, Client, call};
use crate::house::{House, bearer};

fn with(house: &House, method: &str, path: &str, more: &[(&str, &str)], body: Option<&[u8]>) -> Answer {
    let mut headers = vec![("authorization", bearer()), ("content-type", "application/json")];
    headers.extend(more);
    call(house.address, method, path, &headers, body)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn what_the_caller_has_is_not_sent_again_and_what_changed_is_not_overwritten() {
    let house = House::with("a");
    let written = house.remember(json!({ "text": "The meeting is on Tuesday." }));
    let path = format!("/api/v1/a/memories/{}", written["id"].as_str().unwrap());
    let first = house.get(&path);
    let tag = first.header("etag").unwrap().to_owned();
    let again = with(&house, "GET", &path, &[("if-none-match", &tag)], None);
    assert_eq!((again.status, again.header("etag"), again.bytes.len()), (304, Some(tag.as_str()), 0));
    let edit = |tag: &str, text: &str| {
        let body = json!({ "text": text }).to_string();
        with(&house, "PATCH", &path, &[("if-match", tag)], Some(body.as_bytes()))
    };
    edit("\"another\"", "The meeting is on Friday.").problem(412);
    assert_eq!(house.get(&path).ok()["text"], "The meeting is on Tuesday.");
    let edited = edit(&tag, "The meeting is on Wednesday.");
    assert!(edited.status < 300, "{}", edited.body);
    // Two who know the same: the second is told.
    edit(&tag, "The meeting is on Thursday.").problem(412);
    let body = json!({ "all": true }).to_string();
    let tagless = with(&house, "POST", "/api/v1/a/forget", &[("if-match", &tag)], Some(body.as_bytes()));
    tagless.problem_of(400, "If-Match");
    house.get(&path).ok();
}

#[test]
fn bodies_are_compressed_both_ways() {
    let house = House::with("a");
    let text = "The lighthouse keeper wrote a long letter. ".repeat(100);
    let body = json!({ "text": text }).to_string();
    let written =
        with(&house, "POST", "/api/v1/a/facts", &[("content-encoding", "gzip")], Some(&gzip(body.as_bytes()))).ok();
    let path = format!("/api/v1/a/memories/{}", written["id"].as_str().unwrap());
    let plain = house.get(&path);
    assert_eq!(plain.header("content-encoding"), None);
    assert!(plain.body["text"] == json!(text), "it is not what was sent");
    let packed = with(&house, "GET", &path, &[("accept-encoding", "gzip")], None);
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.bytes.len() * 4 < plain.bytes.len(), "{} of {}", packed.bytes.len(), plain.bytes.len());
    let mut unpacked = Vec::new();
    GzDecoder::new(packed.bytes.as_slice()).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.bytes);
    let zstd = with(&house, "GET", &path, &[("accept-encoding", "zstd")], None);
    assert_eq!(zstd.header("content-encoding"), Some("zstd"));
    with(&house, "POST", "/api/v1/a/facts", &[("content-encoding", "br")], Some(b"xx")).problem(415);
    with(&house, "POST", "/api/v1/a/facts", &[("content-encoding", "gzip")], Some(b"no gzip at all")).problem(400);
}

#[test]
fn a_small_body_that_unpacks_to_a_large_one_is_too_large() {
    let house = House::with("a");
    let bomb = gzip(&vec![b' '; 80 << 20]);
    assert!(bomb.len() < 200_000, "{}", bomb.len());
    with(&house, "POST", "/api/v1/a/facts", &[("content-encoding", "gzip")], Some(&bomb)).problem(413);
    house.remember(json!({ "text": "Still here." }));
}

#[test]
fn a_key_has_so_many_requests_and_more_with_time() {
    let load = Load { rate: Some(Rate { per_second: 2, burst: 3 }), ..Load::default() };
    let house = House::bounded(load);
    house.post("/api/v1/contexts", &json!({ "id": "a" }));
    house.post("/api/v1/a/principals", &json!({ "id": "ann", "grants": { "memory:read": ["*"] } }));
    let key = |name: &str| {
        let made = house.post("/api/v1/a/keys", &json!({ "name": name, "principal": "ann" }));
        format!("Bearer {}", made.body["key"].as_str().unwrap())
    };
    let (one, other) = (key("one"), key("other"));
    let me = |key: &str| call(house.address, "GET", "/api/v1/a/me", &[("authorization", key)], None);
    for _ in 0..3 {
        me(&one).ok();
    }
    let refused = me(&one);
    refused.problem(429);
    assert_eq!((refused.header("retry-after"), &refused.body["retryable"]), (Some("1"), &json!(true)));
    me(&other).ok();
    house.clock.advance_us(500_000);
    me(&one).ok();
    me(&one).problem(429);
    // The tools of models are counted, too.
    let tool = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    let headers = [
        ("authorization", one.as_str()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    call(house.address, "POST", "/mcp", &headers, Some(tool.as_bytes())).problem(429);
    for _ in 0..20 {
        house.get("/api/v1/a/me").ok();
    }
}

#[test]
fn connections_have_a_bound_and_who_is_beyond_it_is_told() {
    let house = House::bounded(Load { connections_per_address_max: 2, ..Load::default() });
    let asked = || {
        let mut client = Client::connect(house.address);
        client.head("GET", "/livez", &[]);
        let answer = client.answer();
        (client, answer)
    };
    let (first, second) = (asked(), asked());
    assert_eq!((first.1.status, second.1.status), (200, 200));
    let third = asked().1;
    assert_eq!((third.status, third.header("retry-after")), (503, Some("1")));
    drop((first, second));
    // The server finds out that they are gone when it reads the end of them.
    while asked().1.status != 200 {
        std::thread::yield_now();
    }
}

#[test]
fn a_head_has_a_bound() {
    let house = House::with("a");
    let long = "x".repeat(20_000);
    let mut client = Client::connect(house.address);
    client.head("GET", "/livez", &[("x-long", &long)]);
    assert_eq!(client.answer().status, 431);
    let mut client = Client::connect(house.address);
    client.head("GET", &format!("/livez?{long}"), &[]);
    assert!(matches!(client.answer().status, 414 | 431));
}

#[test]
fn metrics_are_the_operators_and_count_what_was_asked() {
    let house = House::with("a");
    house.remember(json!({ "text": "The codeword is marker-1207." }));
    house.ask(json!({ "query": "codeword" }));
    house.post("/api/v1/a/query", &json!({ "query": "" })).problem(400);
    call(house.address, "GET", "/metrics", &[], None).problem(401);
    let told = house.get("/metrics");
    assert_eq!((told.status, told.header("etag")), (200, None));
    assert!(told.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    let Value::String(text) = &told.body else { panic!("{}", told.body) };
    for line in [
        "quintet_requests_total{front=\"http\",operation=\"remember\",status=\"200\"} 1",
        "quintet_requests_total{front=\"http\",operation=\"recall\",status=\"200\"} 1",
        "quintet_requests_total{front=\"http\",operation=\"recall\",status=\"400\"} 1",
        "quintet_contexts 1",
        "# EOF",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    }
    assert!(!text.contains("marker-1207") && !text.contains("codeword"));
}

#[test]
fn a_collector_gets_a_span_of_each_request_without_its_words() {
    struct Kept(std::sync::Mutex<std::sync::mpsc::Sender<String>>);
    impl quintet_server::SpanSender for Kept {
        fn send(&self, body: &str) -> Result<(), String> {
            self.0.lock().unwrap().send(body.to_owned()).map_err(|error| error.to_string())
        }
    }
    let (kept, bodies) = std::sync::mpsc::channel();
    let sender = std::sync::Arc::new(Kept(std::sync::Mutex::new(kept)));
    let house = House::told(quintet_server::SpanOptions { sender, with_content: false });
    house.post("/api/v1/contexts", &json!({ "id": "a" }));
    house.remember(json!({ "text": "The codeword is marker-1207." }));
    let parent = [("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")];
    with(&house, "POST", "/api/v1/a/query", &parent, Some(br#"{"query": "codeword"}"#)).ok();
    let mut told = String::new();
    // They come within seconds, in one batch or several.
    while !told.contains("search_memory") {
        told.push_str(&bodies.recv_timeout(std::time::Duration::from_secs(120)).unwrap());
    }
    for part in ["create_memory_store", "create_memory", "4bf92f3577b34da6a3ce929d0e0e4736", "service.name"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("marker-1207") && !told.contains("codeword"), "{told}");
}
