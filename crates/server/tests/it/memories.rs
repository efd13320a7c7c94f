//! Memories by id and in pages, and edits.

use serde_json::{Value, json};

use crate::house::{House, texts};

fn ids(list: &Value) -> Vec<String> {
    list["memories"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn pages_stay_where_they_are_while_others_write_and_forget() {
    let house = House::with("a");
    let note = |number: usize| {
        house.remember(json!({ "text": format!("note number {number}"), "infer": "none" }))["id"].clone()
    };
    let noted: Vec<Value> = (0..5).map(note).collect();
    let page = |query: &str| house.get(&format!("/api/v1/a/memories?limit=2&{query}")).ok();
    let first = page("order=newest");
    assert_eq!(json!(ids(&first)), json!([noted[4], noted[3]]));
    note(5);
    house.send("DELETE", &format!("/api/v1/a/memories/{}", noted[3].as_str().unwrap()), None).ok();
    let second = page(&format!("order=newest&cursor={}", first["nextCursor"].as_str().unwrap()));
    assert_eq!(json!(ids(&second)), json!([noted[2], noted[1]]));
    let third = page(&format!("order=newest&cursor={}", second["nextCursor"].as_str().unwrap()));
    assert_eq!((json!(ids(&third)), &third["nextCursor"]), (json!([noted[0]]), &Value::Null));
    assert_eq!(json!(ids(&page(""))), json!([noted[0], noted[1]]));
    for (query, field) in [
        ("limit=0", "limit"),
        ("order=random", "order"),
        ("cursor=x", "cursor"),
        ("kind=x", "kind"),
        ("history=maybe", "history"),
    ] {
        house.get(&format!("/api/v1/a/memories?{query}")).problem_of(400, field);
    }
    house.get("/api/v1/a/memories/nonsense").problem(404);
    house.get("/api/v1/a/memories/00000000-0000-7000-8000-000000000000").problem(404);
}

#[test]
fn lists_are_narrowed_by_kind_session_label_and_moment() {
    let house = House::with("a");
    house.remember(json!({ "text": "The winch was oiled.", "session_id": "s", "role": "user", "infer": "none", "observed_at": "2026-01-01", "labels": ["team=dock"] }));
    house.remember(json!({ "text": "Oars are behind the door.", "infer": "none", "observed_at": "2026-03-01" }));
    let count = |query: &str| ids(&house.get(&format!("/api/v1/a/memories?{query}")).ok()).len();
    assert_eq!((count(""), count("kind=turn"), count("kind=turn,passage"), count("sessionId=s")), (2, 1, 2, 1));
    assert_eq!((count("labels=team%3Ddock"), count("asOf=2026-02-01"), count("kind=fact")), (1, 1, 0));
    let one = &house.get("/api/v1/a/memories?kind=turn").ok()["memories"][0];
    assert_eq!((&one["labels"], &one["sessionId"], &one["seq"]), (&json!({ "team": "dock" }), &json!("s"), &json!(0)));
    assert_eq!((&one["createdAt"], &one["scopes"]), (&json!("2026-01-01T00:00:00Z"), &json!([["/"]])));
}

#[test]
fn an_edit_keeps_the_id_and_what_it_said_before() {
    let house = House::with("a");
    let old = house.remember(
        json!({ "text": "The winch on the quay was oiled.", "session_id": "s", "role": "user", "infer": "none" }),
    );
    let path = format!("/api/v1/a/memories/{}", old["id"].as_str().unwrap());
    house.clock.advance_us(60_000_000);
    let body = json!({ "text": "The capstan rusted over autumn.", "labels": { "team": "dock" }, "importance": 0.9 });
    let edited = house.send("PATCH", &path, Some(&body)).ok();
    assert_eq!((&edited["id"], &edited["seq"], &edited["turnId"]), (&old["id"], &old["seq"], &old["id"]));
    let now = house.get(&path).ok();
    assert_eq!((&now["text"], &now["labels"]), (&body["text"], &body["labels"]));
    assert_eq!(now["older"][0]["text"], "The winch on the quay was oiled.");
    assert_eq!((&now["older"][0]["id"], &now["older"][0]["supersededBy"]), (&now["supersedes"], &old["id"]));
    assert_eq!(texts(&house.ask(json!({ "query": "capstan rusted" })))[0], "The capstan rusted over autumn.");
    assert!(!texts(&house.ask(json!({ "query": "winch oiled" }))).contains(&"The winch on the quay was oiled."));
    let then = house.ask(json!({ "query": "winch oiled", "atInstant": "2026-06-15T09:00:30Z" }));
    assert_eq!(texts(&then), ["The winch on the quay was oiled."]);
    house.send("PATCH", &path, Some(&json!({}))).problem_of(400, "text");
    house.send("PATCH", &path, Some(&json!({ "text": " " }))).problem_of(400, "text");
    house.send("PATCH", &path, Some(&json!({ "importance": 3 }))).problem_of(400, "importance");
    house.send("PATCH", &path, Some(&json!({ "memoryCategory": "gossip" }))).problem_of(400, "memory_category");
    house.send("PATCH", &path, Some(&json!({ "colour": "red" }))).problem(400);
    assert_eq!(house.get(&path).ok()["text"], body["text"], "a refusal changes nothing");
    assert_eq!(ids(&house.get("/api/v1/a/memories").ok()).len(), 1);
}

#[test]
fn an_edit_of_a_fact_is_a_correction() {
    let house = House::with("a");
    let triple = json!({ "entity": { "type": "person", "name": "Dana" }, "key": "role", "value": "COO" });
    let written = house.remember(json!({ "infer": "triples", "triples": [triple] }));
    let id = written["extraction"]["attributes"][0]["id"].as_str().unwrap();
    let path = format!("/api/v1/a/memories/{id}");
    house.send("PATCH", &path, Some(&json!({ "importance": 0.1 }))).problem_of(400, "text");
    let edited = house.send("PATCH", &path, Some(&json!({ "text": "CTO" }))).ok();
    assert_eq!((&edited["replaced"], &edited["extraction"]["corrections"][0]["newValue"]), (&json!(id), &json!("CTO")));
    let new = house.get(&format!("/api/v1/a/memories/{}", edited["id"].as_str().unwrap())).ok();
    assert_eq!((&new["key"], &new["value"], &new["older"][0]["id"]), (&json!("role"), &json!("CTO"), &json!(id)));
    house.send("PATCH", &path, Some(&json!({ "text": "CIO" }))).problem_of(400, "id");
}
