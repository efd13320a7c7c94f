//! Traces: there at once, there after the flush, there after a restart; only in their own context.

use serde_json::{Value, json};

use crate::house::House;

fn path(context: &str, id: &Value) -> String {
    format!("/api/v1/{context}/traces/{}", id.as_str().unwrap())
}

#[test]
fn a_trace_says_what_a_recall_did() {
    let house = House::with("a");
    house.post("/api/v1/contexts", &json!({ "id": "b" }));
    house.remember(json!({ "text": "Dana moved to Lisbon." }));
    let answer = house.ask(json!({ "query": "Where did Dana move?", "source": "the test" }));
    let id = answer["trace"]["traceId"].clone();
    let waiting = house.get(&path("a", &id)).ok();
    assert_eq!(waiting["traceId"], id);
    assert_eq!(waiting["kind"], "recall");
    assert_eq!(waiting["at"], "2026-06-15T09:00:00Z");
    let body = &waiting["body"];
    assert_eq!((&body["query"], &body["label"]), (&json!("Where did Dana move?"), &json!("the test")));
    assert_eq!(body["hits"][0]["id"], answer["hits"][0]["id"]);
    assert_eq!(body["hits"][0]["score"], answer["hits"][0]["score"]);
    assert!(!body.to_string().contains("moved to Lisbon"), "no text of a memory");
    house.get(&path("b", &id)).problem(404);
    // A clean stop writes what waits; another server reads it from the disk.
    let house = House::over(house.stop());
    assert_eq!(house.get(&path("a", &id)).ok(), waiting);
    house.get(&path("b", &id)).problem(404);
}

#[test]
fn what_is_no_trace_is_not_found() {
    let house = House::with("a");
    for id in ["x", "00000000-0000-7000-8000-000000000000", "%00", "..%2f..", "1%27--"] {
        house.get(&format!("/api/v1/a/traces/{id}")).problem(404);
    }
    house.get("/api/v1/nobody/traces/00000000-0000-7000-8000-000000000000").problem(404);
}
