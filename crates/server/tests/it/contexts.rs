//! Contexts: made once, listed, and never a path.

use serde_json::json;

use crate::house::{House, texts};

const CONTEXTS: &str = "/api/v1/contexts";

#[test]
fn a_context_is_made_once_and_listed() {
    let house = House::new();
    let body =
        json!({ "id": "acme.prod_1-a", "description": "the bot's", "namespace": "n", "database": "d", "config": {} });
    let made = house.post(CONTEXTS, &body);
    assert_eq!(made.status, 201);
    assert_eq!(made.body["id"], "acme.prod_1-a");
    assert_eq!(made.body["createdAt"], "2026-06-15T09:00:00Z");
    let message = house.post(CONTEXTS, &body).problem(409);
    assert!(message.contains("acme.prod_1-a"), "{message}");
    house.post(CONTEXTS, &json!({ "id": "b" }));
    let listed = house.get(CONTEXTS).ok();
    assert_eq!(listed["contexts"].as_array().unwrap().len(), 2);
    assert_eq!(listed["contexts"][0]["description"], "the bot's");
    assert_eq!(listed["contexts"][0]["namespace"], "n");
    assert_eq!(listed["contexts"][1]["description"], json!(null));
}

#[test]
fn ids_that_are_paths_or_nothing_are_refused() {
    let house = House::new();
    let long = "x".repeat(65);
    for id in ["", ".", "..", "../x", ".hidden", "a/b", "a\\b", "a b", "a\0", "käse", &long] {
        house.post(CONTEXTS, &json!({ "id": id })).problem_of(400, "id");
    }
    assert_eq!(house.get(CONTEXTS).ok()["contexts"], json!([]));
    assert_eq!(std::fs::read_dir(house.path().join("contexts")).unwrap().count(), 0, "nothing was made on the disk");
}

#[test]
fn wrong_fields_are_refused_by_name() {
    let house = House::new();
    assert!(house.post(CONTEXTS, &json!({ "id": "a", "owner": "me" })).problem(400).contains("owner"));
    assert!(house.post(CONTEXTS, &json!({})).problem(400).contains("id"));
    house.post(CONTEXTS, &json!({ "id": 7 })).problem_of(400, "id");
    house.post(CONTEXTS, &json!({ "id": "a", "config": { "model": "x" } })).problem_of(400, "config.model");
    house.post(CONTEXTS, &json!({ "id": "a", "description": "x".repeat(5_000) })).problem_of(400, "description");
    house.post(CONTEXTS, &json!({ "id": "a", "namespace": " " })).problem_of(400, "namespace");
    assert_eq!(house.get(CONTEXTS).ok()["contexts"], json!([]));
}

#[test]
fn nothing_crosses_from_one_context_to_another() {
    let house = House::with("a");
    house.post(CONTEXTS, &json!({ "id": "b" }));
    house.remember(json!({ "text": "The vault code is kept by Dana." }));
    assert_eq!(texts(&house.ask(json!({ "query": "Who keeps the vault code?" }))).len(), 1);
    let other = house.post("/api/v1/b/query", &json!({ "query": "Who keeps the vault code?" })).ok();
    assert_eq!(other["hits"], json!([]));
    assert_eq!(other["degraded"], json!([]), "nothing found is no failure");
}
