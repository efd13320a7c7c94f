//! Forgetting over the wire: every selector, that a dry run tells the truth, that what is forgotten is in no answer, and sweeps.

use serde_json::{Value, json};

use crate::house::{House, texts};

const FORGET: &str = "/api/v1/a/forget";
/// A day, in microseconds of the clock.
const DAY: u64 = 86_400_000_000;

fn triple(name: &str, key: &str, value: &str) -> Value {
    json!({ "entity": { "type": "person", "name": name }, "key": key, "value": value })
}

impl House {
    fn id(&self, body: Value) -> String {
        self.remember(body)["id"].as_str().unwrap().to_owned()
    }

    /// Forgets, after a dry run that has to name the same.
    #[track_caller]
    fn forget(&self, mut body: Value) -> Value {
        body["dryRun"] = json!(true);
        let told = self.post(FORGET, &body).ok();
        assert_eq!(told, self.post(FORGET, &body).ok(), "a dry run writes nothing");
        assert_eq!(told["deleted"], told["memories"].as_array().unwrap().len());
        body["dryRun"] = json!(false);
        let done = self.post(FORGET, &body).ok();
        for member in ["deleted", "memories", "kinds", "missing", "mode"] {
            assert_eq!(told[member], done[member], "{member}");
        }
        assert_eq!(
            (&done["dryRun"], &done["complete"], &done["truncated"]),
            (&json!(false), &json!(true), &json!(false))
        );
        done
    }

    fn memories(&self, query: &str) -> Vec<String> {
        let listed = self.get(&format!("/api/v1/a/memories?{query}")).ok();
        listed["memories"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap().to_owned()).collect()
    }
}

/// A house with turns of two sessions, a scoped note and facts.
fn furnished() -> House {
    let house = House::with("a");
    for (text, session) in [
        ("The winch on the quay was oiled.", "one"),
        ("Oars are behind the door.", "one"),
        ("Bea has the keys.", "two"),
    ] {
        house.remember(json!({ "text": text, "session_id": session, "role": "user", "infer": "none", "labels": { "in": session } }));
    }
    house.remember(json!({ "text": "A note for acme alone.", "scopes": "org/acme/user/x", "infer": "none" }));
    house.remember(
        json!({ "infer": "triples", "triples": [triple("Dana", "role", "COO"), triple("Dana", "home", "Porto")] }),
    );
    house
}

#[test]
fn each_selector_takes_what_it_names_and_nothing_else() {
    let house = furnished();
    let all = house.memories("").len();
    assert_eq!(all, 6);
    assert_eq!(house.forget(json!({ "session": "two" }))["kinds"], json!({ "turn": 1 }));
    assert_eq!(house.forget(json!({ "scope": "org/acme" }))["deleted"], 1);
    assert_eq!(house.forget(json!({ "query": "winch quay oiled", "minScore": 0.6, "limit": 5 }))["deleted"], 1);
    assert_eq!(house.memories("").len(), 3);
    assert_eq!(house.forget(json!({ "labels": ["in=one"], "kinds": ["turn"] }))["deleted"], 1);
    let entity = house.forget(json!({ "entity": "person/Dana" }));
    assert_eq!(entity["kinds"], json!({ "fact": 2, "entity": 1 }));
    assert_eq!(house.memories(""), Vec::<String>::new());
    house.get("/api/v1/a/entities/person/Dana").problem(404);
    assert_eq!(house.forget(json!({ "all": true }))["deleted"], 0, "what is forgotten is forgotten once");
    // Its tombstones can be purged.
    let purged = house.forget(json!({ "all": true, "purge": true }));
    assert_eq!((&purged["mode"], &purged["deleted"]), (&json!("purge"), &json!(7)));
    assert_eq!(purged["erased"]["memories"], 7);
}

#[test]
fn what_names_nothing_or_too_much_is_refused() {
    let house = furnished();
    house.post(FORGET, &json!({})).problem_of(400, "query");
    house.post(FORGET, &json!({ "query": "x", "all": true })).problem_of(400, "query");
    house.post(FORGET, &json!({ "ids": ["x"] })).problem_of(400, "ids");
    house.post(FORGET, &json!({ "query": "x", "minScore": 2 })).problem_of(400, "minScore");
    house.post(FORGET, &json!({ "query": "x", "limit": 0 })).problem_of(400, "limit");
    house.post(FORGET, &json!({ "kinds": ["rumour"] })).problem_of(400, "kinds");
    house.post(FORGET, &json!({ "all": true, "mode": "shred" })).problem_of(400, "mode");
    house.post(FORGET, &json!({ "all": true, "mode": "expire", "purge": true })).problem_of(400, "mode");
    house.post(FORGET, &json!({ "entity": "person/Nobody" })).problem(404);
    house.post(FORGET, &json!({ "scope": "a//b" })).problem_of(400, "scope");
    house.post(FORGET, &json!({ "knownUntil": "soon" })).problem_of(400, "knownUntil");
    house.post("/api/v1/a/scopes/forget", &json!({})).problem(400);
    let missing = "00000000-0000-7000-8000-000000000000";
    let receipt = house.forget(json!({ "ids": [missing] }));
    assert_eq!((&receipt["missing"], &receipt["deleted"]), (&json!([missing]), &json!(0)));
    assert_eq!(house.memories("").len(), 6, "nothing went");
}

#[test]
fn what_is_forgotten_is_in_no_answer_and_what_was_read_in_it_goes() {
    let house = House::with("a");
    let told = house.remember(json!({ "text": "Dana is the CEO.", "session_id": "s", "infer": "triples", "triples": [triple("Dana", "role", "CEO")] }));
    let id = told["id"].as_str().unwrap();
    let path = format!("/api/v1/a/memories/{id}");
    assert_eq!(house.get(&path).ok()["derived"][0]["value"], "CEO");
    let fact = told["extraction"]["attributes"][0]["id"].as_str().unwrap().to_owned();
    let dry = house.send("DELETE", &format!("{path}?dryRun=true"), None).ok();
    assert_eq!(dry["kinds"], json!({ "turn": 1, "fact": 1, "entity": 1 }));
    assert_eq!(house.send("DELETE", &path, None).ok()["memories"], dry["memories"]);
    for gone in [id, fact.as_str()] {
        house.get(&format!("/api/v1/a/memories/{gone}")).problem(404);
        house.get(&format!("/api/v1/a/inspect?ref=memory:{gone}")).problem(404);
        house.send("DELETE", &format!("/api/v1/a/memories/{gone}"), None).problem(404);
        house.send("PATCH", &format!("/api/v1/a/memories/{gone}"), Some(&json!({ "text": "x y" }))).problem(404);
        house.post(&format!("/api/v1/a/memories/{gone}/emotions"), &json!({ "emotions": [] })).problem(404);
        house.post("/api/v1/a/used", &json!({ "ids": [gone] })).problem(404);
        house.post("/api/v1/a/correct", &json!({ "id": gone, "value": "x" })).problem(404);
    }
    for query in ["", "history=true", "asOf=2030-01-01", "atInstant=2030-01-01", "kind=turn,fact,entity"] {
        assert_eq!(house.memories(query), Vec::<String>::new(), "{query}");
    }
    assert_eq!(texts(&house.ask(json!({ "query": "Dana CEO", "includeDuplicates": true }))), Vec::<&str>::new());
    assert_eq!(house.get("/api/v1/a/facts").ok()["facts"], json!([]));
    assert_eq!(house.get("/api/v1/a/state").ok()["identity"]["attributes"], json!([]));
}

#[test]
fn entities_and_scopes_have_verbs_of_their_own() {
    let house = furnished();
    let gone = house.send("DELETE", "/api/v1/a/entities/person/Dana", None);
    assert_eq!((gone.status, &gone.body), (204, &Value::Null));
    house.send("DELETE", "/api/v1/a/entities/person/Dana", None).problem(404);
    assert_eq!(house.memories("kind=fact"), Vec::<String>::new());
    let dry = house.post("/api/v1/a/scopes/forget", &json!({ "path": "org/acme", "dryRun": true })).ok();
    assert_eq!((&dry["forgotten"], &dry["erased"]), (&json!(1), &Value::Null));
    let done = house.post("/api/v1/a/scopes/forget", &json!({ "path": "org/acme" })).ok();
    assert_eq!((&done["forgotten"], &done["erased"]["memories"]), (&json!(1), &json!(1)));
    assert_eq!(house.memories("").len(), 3);
}

#[test]
fn importance_fades_and_what_is_going_on_lapses() {
    let house = House::with("a");
    let fact = |key: &str, category: &str| {
        let mut fact = triple("Dana", key, "x");
        fact["memory_category"] = json!(category);
        fact
    };
    house.remember(json!({ "infer": "triples", "triples": [fact("mood", "context"), fact("sport", "knowledge")] }));
    let importance = |key: &str| {
        let facts = house.get(&format!("/api/v1/a/facts?key={key}")).ok();
        facts["facts"][0]["importance"].as_f64().unwrap()
    };
    assert_eq!(importance("mood"), 0.5);
    house.clock.advance_us(2 * DAY);
    // The facts, and the card that is kept of her.
    assert!(house.post_bytes("/api/v1/a/lifecycle/decay", b"").ok()["affected"].as_u64().unwrap() >= 2);
    assert!((importance("mood") - 0.5 * 0.95 * 0.95).abs() < 1e-4);
    assert!((importance("sport") - 0.8 * 0.995 * 0.995).abs() < 1e-4);
    assert_eq!(house.post("/api/v1/a/lifecycle/decay", &json!({})).ok(), json!({ "affected": 0 }));
    let soon = house.get("/api/v1/a/lifecycle/expiring?days=6").ok();
    assert_eq!(soon["expiring"].as_array().unwrap().len(), 1, "{soon}");
    assert_eq!(
        (&soon["expiring"][0]["reason"], &soon["expiring"][0]["at"]),
        (&json!("lapse"), &json!("2026-06-22T09:00:00Z"))
    );
    assert_eq!(house.get("/api/v1/a/lifecycle/expiring?days=1").ok()["expiring"], json!([]));
    house.get("/api/v1/a/lifecycle/expiring?days=0").problem_of(400, "days");
    house.clock.advance_us(6 * DAY);
    let done = house.post_bytes("/api/v1/a/lifecycle/expire", b"").ok();
    assert_eq!((&done["affected"], &done["lapsed"], &done["forgotten"]), (&json!(1), &json!(1), &json!(0)));
    assert_eq!(house.get("/api/v1/a/facts?key=mood").ok()["facts"], json!([]));
    house.post("/api/v1/a/lifecycle/expire", &json!({ "now": "2030-01-01" })).problem(400);
}

#[test]
fn rules_of_retention_are_kept_and_carried_out() {
    let house = furnished();
    assert_eq!(house.get("/api/v1/a/retention").ok(), json!({ "rules": [] }));
    let rules = json!({ "rules": [
        { "scope": null, "label": "in=one", "kinds": ["turn"], "days": 10, "mode": "purge" },
        { "scope": "org/acme/*", "label": null, "kinds": [], "days": 20, "mode": "expire" },
    ]});
    assert_eq!(house.send("PUT", "/api/v1/a/retention", Some(&rules)).ok(), rules);
    assert_eq!(house.get("/api/v1/a/retention").ok(), rules);
    let wrong = |rule: Value| house.send("PUT", "/api/v1/a/retention", Some(&json!({ "rules": [rule] })));
    wrong(json!({ "days": 0 })).problem(400);
    wrong(json!({ "days": 5, "mode": "shred" })).problem_of(400, "mode");
    wrong(json!({ "days": 5, "scope": "a/*/b" })).problem_of(400, "scope");
    wrong(json!({ "days": 5, "label": "x" })).problem_of(400, "label");
    wrong(json!({ "days": 5, "kinds": ["x"] })).problem_of(400, "kinds");
    assert_eq!(house.get("/api/v1/a/retention").ok(), rules, "wrong rules change nothing");
    house.clock.advance_us(8 * DAY);
    let soon = house.get("/api/v1/a/lifecycle/expiring").ok();
    let reasons: Vec<&Value> = soon["expiring"].as_array().unwrap().iter().map(|one| &one["reason"]).collect();
    assert_eq!(reasons, ["retention_purge", "retention_purge"]);
    house.clock.advance_us(3 * DAY);
    let done = house.post("/api/v1/a/lifecycle/expire", &json!({})).ok();
    assert_eq!((&done["purged"], &done["forgotten"], &done["complete"]), (&json!(2), &json!(0), &json!(true)));
    house.clock.advance_us(10 * DAY);
    assert_eq!(house.post("/api/v1/a/lifecycle/expire", &json!({})).ok()["forgotten"], 1);
    assert_eq!(house.memories("kind=turn"), ["Bea has the keys."]);
}

#[test]
fn use_keeps_a_memory_and_a_lifetime_ends_it() {
    let house = House::with("a");
    let kept = house.id(json!({ "text": "The winch on the quay was oiled.", "importance": 0.5 }));
    let importance = || house.get(&format!("/api/v1/a/memories/{kept}")).ok()["importance"].as_f64().unwrap();
    house.clock.advance_us(3 * DAY);
    assert_eq!(house.post("/api/v1/a/used", &json!({ "ids": [kept] })).ok(), json!({ "affected": 1 }));
    assert!((importance() - 0.55).abs() < 1e-4);
    assert_eq!(
        house.post("/api/v1/a/used", &json!({ "ids": [kept], "grade": "again" })).ok(),
        json!({ "affected": 0 }),
        "once a day"
    );
    house.post("/api/v1/a/used", &json!({ "ids": [kept], "grade": "superb" })).problem_of(400, "grade");
    house.post("/api/v1/a/used", &json!({ "ids": ["x"] })).problem(404);
    let short = house.id(json!({ "text": "The tide is high right now.", "ttl_seconds": 3600, "importance": 0.9 }));
    let body = house.get(&format!("/api/v1/a/memories/{short}")).ok();
    assert_eq!(
        (&body["validUntil"], &body["importance"].as_f64().map(|i| (i * 10.0).round())),
        (&json!("2026-06-18T10:00:00Z"), &Some(9.0))
    );
    assert_eq!(house.memories("").len(), 2);
    house.clock.advance_us(DAY);
    assert_eq!(house.memories(""), ["The winch on the quay was oiled."]);
    for (field, value) in [("importance", json!(2)), ("ttl_seconds", json!(0)), ("valid_until", json!("soon"))] {
        house.post("/api/v1/a/facts", &json!({ "text": "x y", field: value })).problem_of(400, field);
    }
    house
        .post("/api/v1/a/facts", &json!({ "text": "x y", "ttl_seconds": 5, "valid_until": "2027-01-01" }))
        .problem_of(400, "ttl_seconds");
}
