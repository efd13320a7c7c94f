//! Many at once, and a stop that loses nothing.

use std::sync::Arc;

use serde_json::json;

use crate::client::Client;
use crate::house::{House, bearer, engine};

#[test]
fn many_writers_and_readers_at_once() {
    const WRITERS: usize = 6;
    const WRITES: usize = 8;
    let house = House::with("a");
    let ids: Vec<String> = std::thread::scope(|scope| {
        let write = |writer: usize| {
            let house = &house;
            move || -> Vec<String> {
                let one = |turn: usize| {
                    let text = format!("writer{writer} says marker{writer}x{turn}");
                    let session = format!("s{writer}");
                    let written = house.remember(json!({ "text": text, "session_id": session, "role": "user" }));
                    assert_eq!(written["seq"], turn, "each conversation keeps its order");
                    let marker = format!("marker{writer}x{turn}");
                    let found = house.ask(json!({ "query": marker, "k": 50 }));
                    assert_eq!(found["hits"][0]["id"], written["id"], "a write is seen by the next read");
                    written["id"].as_str().unwrap().to_owned()
                };
                (0..WRITES).map(one).collect()
            }
        };
        let writers: Vec<_> = (0..WRITERS).map(|writer| scope.spawn(write(writer))).collect();
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    let mut distinct = ids.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), WRITERS * WRITES);
    assert_eq!(house.count(), WRITERS * WRITES);
}

#[test]
fn writes_and_flushes_do_not_lock_each_other_out() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(quintet_devkit::fake::ManualClock::at(quintet::model::Micros(0)));
    let engine = engine(folder.path(), &clock);
    let context = engine.create_context("a", None, quintet::model::Labels::new()).unwrap().id;
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for turn in 0..150 {
                let item = quintet::retain::RememberItem::new(format!("marker{turn}"));
                engine.remember(&context, item).unwrap();
            }
        });
        while !writer.is_finished() {
            engine.flush().unwrap();
        }
    });
    assert_eq!(engine.counts(&context).unwrap().memories, 150);
}

#[test]
fn the_same_context_can_be_made_by_one_only() {
    let house = House::new();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let make = || house.post("/api/v1/contexts", &json!({ "id": "contested" })).status;
        let racers: Vec<_> = (0..6).map(|_| scope.spawn(make)).collect();
        racers.into_iter().map(|racer| racer.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 5, "{statuses:?}");
}

#[test]
fn a_connection_serves_many_requests_and_does_not_hold_up_the_stop() {
    let house = House::with("a");
    let mut client = Client::connect(house.address);
    for _ in 0..3 {
        let body = br#"{"text": "the same connection"}"#;
        let length = body.len().to_string();
        let headers = [("authorization", bearer()), ("content-length", &length)];
        client.head("POST", "/api/v1/a/facts", &headers);
        client.body(body);
        client.answer().ok();
    }
    let folder = house.stop();
    assert!(folder.path().join("contexts/a/index.snapshot").exists(), "a clean stop writes the indexes");
}

#[test]
fn a_request_that_runs_gets_its_answer_and_what_was_written_stays() {
    let mut house = House::with("a");
    let clock = Arc::clone(&house.clock);
    let body = br#"{"text": "written while the server stops"}"#;
    let length = body.len().to_string();
    let mut client = Client::connect(house.address);
    let headers = [("authorization", bearer()), ("content-length", &length), ("expect", "100-continue")];
    client.head("POST", "/api/v1/a/facts", &headers);
    // The server says that it has the request in hand.
    assert_eq!(client.answer().status, 100);
    house.ask_to_stop();
    client.body(body);
    let written = client.answer().ok();
    let folder = house.ended();
    let engine = engine(folder.path(), &clock);
    let context = quintet::model::ContextId::checked("a").unwrap();
    let row = engine.memory(&context, written["id"].as_str().unwrap().parse().unwrap()).unwrap().unwrap();
    assert_eq!(row.memory.text, "written while the server stops");
    assert!(engine.verify(&context).unwrap().faults.is_empty());
}

#[test]
fn an_address_that_is_taken_is_a_typed_error() {
    let house = House::new();
    let folder = tempfile::tempdir().unwrap();
    let engine = Arc::new(engine(folder.path(), &house.clock));
    let options = quintet_server::ServerOptions {
        listen: house.address,
        admin_key: quintet_server::AdminKey::new(crate::client::KEY).ok().unwrap(),
        doors: quintet_server::Doors::default(),
        load: quintet_server::Load::default(),
        spans: None,
        log: Arc::new(|_: &str| {}),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let error = runtime.block_on(quintet_server::Server::bind(engine, options)).err().unwrap();
    assert!(matches!(&error, quintet_server::ServeError::Bind { listen, .. } if *listen == house.address), "{error}");
}
