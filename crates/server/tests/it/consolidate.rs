//! Consolidation, elaboration and reflection over the wire.

use serde_json::{Value, json};

use crate::house::House;

impl House {
    fn tell(&self, day: &str, text: &str) -> Value {
        self.remember(json!({ "text": text, "session_id": day, "observed_at": day, "speaker": "Ann" }))
    }

    fn run(&self, what: &str, body: &Value) -> Value {
        self.post(&format!("/api/v1/a/{what}"), body).ok()
    }
}

#[test]
fn observations_come_with_their_proofs_and_a_dry_run_writes_nothing() {
    let house = House::with("a");
    let triple = json!([{ "entity": { "type": "person", "name": "Dana" }, "key": "role", "value": "CEO" }]);
    for day in ["2026-01-10", "2026-01-11"] {
        let body = json!({
            "text": "Dana is CEO of the whole thing.", "session_id": day, "observed_at": day, "infer": "triples", "triples": triple,
        });
        house.remember(body);
    }
    let dry = house.run("consolidate", &json!({ "dryRun": true }));
    assert_eq!((&dry["created"], &dry["dryRun"], &dry["traceId"]), (&json!(1), &json!(true), &json!("")));
    assert_eq!(dry["outcomes"][0]["observationId"], Value::Null);
    let done = house.run("consolidate", &json!({ "factLimit": 100, "observation_limit": 10 }));
    let one = &done["outcomes"][0];
    assert_eq!((&one["kind"], &one["entityName"], &one["key"]), (&json!("create"), &json!("Dana"), &json!("role")));
    assert_eq!((&one["value"], &one["proofCount"], &one["committed"]), (&json!("CEO"), &json!(2), &json!(true)));
    assert_eq!(one["text"], "Dana is CEO of the whole thing.");
    assert!(done["traceId"].is_string() && one["observationId"].is_string());
    let sheet = house.get(&format!("/api/v1/a/inspect?ref=memory:{}", one["observationId"].as_str().unwrap())).ok();
    let text = sheet.to_string();
    assert!(text.contains("\"consolidation\"") && text.contains("\"observation\""), "{text}");
    let again = house.run("consolidate", &json!({}));
    assert_eq!((&again["created"], &again["updated"], &again["outcomes"]), (&json!(0), &json!(0), &json!([])));
    house.post("/api/v1/a/consolidate", &json!({ "factLimit": 0 })).problem_of(400, "factLimit");
    assert!(house.post("/api/v1/a/consolidate", &json!({ "colour": 1 })).problem(400).contains("colour"));
}

#[test]
fn reflections_cite_and_are_kept_when_asked() {
    let house = House::with("a");
    let told = house.tell("2026-01-10", "We rented a boat in Porto for 40 euros.");
    let body = json!({ "query": "What about the boat in Porto?" });
    let found = house.run("reflect", &body);
    assert_eq!(found["evidence"][0]["id"], told["turnId"]);
    assert_eq!(found["evidence"][0]["snippet"], "We rented a boat in Porto for 40 euros.");
    assert!(found["reflection"].as_str().unwrap().ends_with("40 euros. [1]"), "{found}");
    assert_eq!(found["persistedAttributes"], json!([]));
    let kept = house.run("reflect", &json!({ "query": "What about the boat in Porto?", "persist": true }));
    let one = &kept["persistedAttributes"][0];
    assert_eq!((&one["key"], &one["value"]), (&json!("reflection"), &json!("We rented a boat in Porto for 40 euros.")));
    assert_eq!(one["memoryCategory"], "knowledge");
    let sheet = house.get(&format!("/api/v1/a/inspect?ref=memory:{}", one["id"].as_str().unwrap())).ok();
    assert!(sheet.to_string().contains("\"kind\":\"reflect\""), "{sheet}");
    house.post("/api/v1/a/reflect", &json!({ "query": "" })).problem_of(400, "query");
}

#[test]
fn elaboration_takes_a_reference_and_bounds() {
    let house = House::with("a");
    house.tell("2026-01-10", "Dana lives in Porto.");
    let done = house.run("elaborate", &json!({ "entityRef": "Dana", "budget": 10, "dryRun": true }));
    assert_eq!((&done["relationsEmitted"], &done["outcomes"]), (&json!(0), &json!([])));
    house.post("/api/v1/a/elaborate", &json!({ "budget": 0 })).problem_of(400, "budget");
    house.post("/api/v1/a/elaborate", &json!({ "entityRef": "person/Nobody" })).problem_of(400, "entityRef");
}
