//! Feelings over the wire: given with what happened, corrected, deleted, switched off; and arcs.

use serde_json::{Value, json};

use crate::house::{House, texts};

const SESSION: &str = "/api/v1/a/arc";

fn emotions_of(id: &Value) -> String {
    format!("/api/v1/a/memories/{}/emotions", id.as_str().unwrap())
}

fn emotional(house: &House, query: &str) -> Vec<String> {
    let answer = house.ask(json!({ "query": query, "channels": ["emotional"] }));
    texts(&answer).into_iter().map(str::to_owned).collect()
}

#[test]
fn what_happened_is_given_and_felt() {
    let house = House::with("a");
    house.remember(json!({ "text": "Read the notes." }));
    house.remember(json!({ "text": "Ran it again.", "signals": { "errors": 4, "retries": 2, "durationS": 12.5 } }));
    assert_eq!(emotional(&house, "when was anybody frustrated")[0], "Ran it again.");
    let wrong = json!({ "text": "x", "signals": { "durationS": -1.0 } });
    house.post("/api/v1/a/facts", &wrong).problem_of(400, "signals");
    assert!(
        house.post("/api/v1/a/facts", &json!({ "text": "x", "signals": { "mood": 1 } })).problem(400).contains("mood")
    );
}

#[test]
fn what_happened_is_given_with_each_message_of_a_batch() {
    let house = House::with("a");
    let messages = json!([
        { "role": "user", "content": "Read the notes." },
        { "role": "assistant", "content": "Ran it again.", "signals": { "errors": 4, "retries": 2 } },
    ]);
    house.post("/api/v1/a/facts/batch", &json!({ "session_id": "s", "messages": messages })).ok();
    assert_eq!(emotional(&house, "when was anybody frustrated")[0], "Ran it again.");
    let wrong = json!([{ "role": "user", "content": "x", "signals": { "mood": 1 } }]);
    assert!(house.post("/api/v1/a/facts/batch", &json!({ "messages": wrong })).problem(400).contains("mood"));
}

#[test]
fn a_feeling_is_corrected_and_deleted() {
    let house = House::with("a");
    house.remember(json!({ "text": "The table is in the hall." }));
    let told = house.remember(json!({ "text": "The soup is on the stove." }));
    let path = emotions_of(&told["id"]);
    let answer = house.post(&path, &json!({ "emotions": [{ "label": "relieved", "intensity": 0.9 }] })).ok();
    assert_eq!((&answer["id"], &answer["emotions"]), (&told["id"], &json!(1)));
    assert_eq!(emotional(&house, "when was anybody relieved")[0], "The soup is on the stove.");
    house.post(&path, &json!({ "emotions": [{ "label": "joy", "intensity": 3 }] })).problem_of(400, "emotions");
    house.post(&path, &json!({ "emotions": [] })).ok();
    assert!(!emotional(&house, "when was anybody relieved").contains(&"The soup is on the stove.".to_owned()));
    house.post(&path, &json!({})).problem(400);
    for id in ["nonsense", "01900000-0000-7000-8000-000000000000"] {
        house.post(&emotions_of(&json!(id)), &json!({ "emotions": [] })).problem(404);
    }
}

#[test]
fn a_context_without_feelings_says_so_and_can_change() {
    let house = House::new();
    let made = house.post("/api/v1/contexts", &json!({ "id": "a", "config": { "emotions": "off" } }));
    assert_eq!(made.body["config"], json!({ "emotions": "off" }));
    let told = house.remember(json!({ "text": "I am so angry and furious, damn it!" }));
    house.post(&emotions_of(&told["id"]), &json!({ "emotions": [{ "label": "joy" }] })).problem_of(400, "emotions");
    let settings = "/api/v1/contexts/a/settings";
    assert_eq!(house.post(settings, &json!({ "emotions": "on" })).ok()["config"], json!({ "emotions": "on" }));
    house.remember(json!({ "text": "I am so angry and furious, damn it, again!" }));
    let taken = house.post(settings, &json!({ "emotions": "off", "deleteInferredEmotions": true })).ok();
    assert_eq!((&taken["config"], &taken["inferredEmotionsDeleted"]), (&json!({ "emotions": "off" }), &json!(1)));
    assert!(house.post(settings, &json!({ "emotions": "maybe" })).problem(400).contains("maybe"));
    house.post("/api/v1/contexts/none/settings", &json!({})).problem(404);
}

#[test]
fn an_arc_is_reported() {
    let house = House::with("a");
    for text in ["Damn it, I am so angry and furious!", "It is on the list.", "I'm so happy, wonderful, yay!"] {
        house.remember(json!({ "text": text, "session_id": "s", "speaker": "Nora" }));
    }
    let arc = house.post(SESSION, &json!({ "sessionId": "s", "speaker": "Nora" })).ok();
    assert_eq!((&arc["arc"]["class"], &arc["arc"]["nPoints"]), (&json!("rise"), &json!(3)));
    assert_eq!(house.post(SESSION, &json!({ "sessionId": "s", "speaker": "Omar" })).ok()["arc"], Value::Null);
    house.post(SESSION, &json!({})).problem_of(400, "sessionId");
    house.post(SESSION, &json!({ "sessionId": "s", "memoryId": "x" })).problem_of(400, "sessionId");
}
