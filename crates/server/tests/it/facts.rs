//! Remembering: what is kept, what is refused, and that a refusal leaves nothing behind.

use serde_json::{Value, json};

use crate::house::{DIMS, House, texts};

const FACTS: &str = "/api/v1/a/facts";
const BATCH: &str = "/api/v1/a/facts/batch";

#[test]
fn what_was_written_is_found_by_the_next_read_verbatim() {
    let house = House::with("a");
    for text in ["Dana moved to Lisbon.", "NUL \0 inside, tab \t, \u{1f980}, e\u{301}, \u{202e}end", "  spaces  kept  "]
    {
        let written = house.remember(json!({ "text": text }));
        let found = house.ask(json!({ "query": text }));
        assert_eq!(texts(&found)[0], text);
        assert_eq!(found["hits"][0]["id"], written["id"]);
        assert_eq!(written["chunkId"], written["id"]);
        assert_eq!(written["turnId"], Value::Null);
    }
}

#[test]
fn a_turn_keeps_what_is_known_about_it_in_both_spellings() {
    let house = House::with("a");
    let snake = json!({
        "text": "I moved to Lisbon last week.", "session_id": "chat-7", "role": "user", "speaker": "Dana", "infer": "full",
        "observed_at": "2026-03-02T10:00:00+01:00", "labels": ["team=payments"], "scopes": "org/acme",
        "memory_category": "episodic", "reference": "m-1", "time_zone": "Europe/Lisbon",
        "emotions": [{ "label": "joy", "intensity": 0.5, "timestamp": "2026-03-02" }],
    });
    let first = house.remember(snake);
    assert_eq!((&first["sessionId"], &first["seq"], &first["mode"]), (&json!("chat-7"), &json!(0), &json!("full")));
    assert_eq!(first["turnId"], first["id"]);
    assert!(first["occurredAt"].as_str().unwrap().starts_with("2026-02-2"), "the week before: {first}");
    assert!(first["names"].as_array().unwrap().iter().any(|name| name == "Lisbon"));
    let camel = json!({
        "text": "Noted, Lisbon it is.", "sessionId": "chat-7", "role": "assistant", "observedAt": "2026-03-02T09:01:00Z",
        "labels": { "team": "payments" }, "scope": ["org/acme"], "memoryCategory": "episodic", "timeZone": "Europe/Lisbon",
    });
    assert_eq!(house.remember(camel)["seq"], 1);
    let found =
        house.ask(json!({ "query": "Where did Dana move?", "labels": ["team=payments"], "sessionId": "chat-7" }));
    let hit = found["hits"].as_array().unwrap().iter().find(|hit| hit["id"] == first["id"]).unwrap();
    assert_eq!(hit["knownAt"], "2026-03-02T09:00:00Z");
    assert_eq!((&hit["speaker"], &hit["role"], &hit["reference"]), (&json!("Dana"), &json!("user"), &json!("m-1")));
    assert_eq!((&hit["source"], &hit["kind"]), (&json!("memory_chunk"), &json!("turn")));
}

#[test]
fn one_bad_message_keeps_the_others() {
    let house = House::with("a");
    let body = json!({ "session_id": "s", "messages": [
        { "role": "user", "content": "I own the certificates." },
        { "role": "robot", "content": "Beep." },
        { "role": "user", "content": "   " },
        { "role": "user", "content": "They expire in May.", "ts": "the day after" },
        { "role": "assistant", "content": "Noted.", "ts": "2026-06-15T08:00:00Z", "speaker": "Quill" },
    ]});
    let answer = house.post(BATCH, &body).ok();
    let results = answer["results"].as_array().unwrap();
    let statuses: Vec<u64> = results.iter().map(|result| result["status"].as_u64().unwrap()).collect();
    assert_eq!(statuses, [200, 400, 400, 400, 200]);
    let fields: Vec<&Value> = results[1..4].iter().map(|result| &result["error"]["field"]).collect();
    assert_eq!(fields, ["role", "content", "ts"]);
    assert!(results[1..4].iter().all(|result| result["error"]["message"].is_string()));
    assert_eq!((&results[0]["seq"], &results[4]["seq"]), (&json!(0), &json!(1)));
    assert_eq!(answer["turnIds"], json!([results[0]["id"], results[4]["id"]]));
    assert_eq!(answer["extractions"].as_array().unwrap().len(), 2);
    assert_eq!(house.count(), 2);
}

#[test]
fn a_batch_that_is_wrong_as_a_whole_is_an_error_and_keeps_nothing() {
    let house = House::with("a");
    house.post(BATCH, &json!({ "messages": [] })).problem_of(400, "messages");
    house.post(BATCH, &json!({ "messages": { "role": "user" } })).problem_of(400, "messages");
    house
        .post(BATCH, &json!({ "messages": [{ "role": "user", "content": 5 }] }))
        .problem_of(400, "messages[0].content");
    house
        .post(BATCH, &json!({ "extract": "twice", "messages": [{ "role": "user", "content": "x" }] }))
        .problem_of(400, "extract");
    let all_wrong =
        house.post(BATCH, &json!({ "messages": [{ "role": "user", "content": "" }, { "role": "x", "content": "y" }] }));
    all_wrong.problem_of(400, "content");
    assert_eq!(all_wrong.body["results"].as_array().unwrap().len(), 2);
    assert_eq!(all_wrong.body["results"][1]["error"]["field"], "role");
    let many: Vec<Value> =
        (0..1_001).map(|idx| json!({ "role": "user", "content": format!("message {idx}") })).collect();
    house.post(BATCH, &json!({ "messages": many })).problem(400);
    assert_eq!(house.count(), 0);
}

#[test]
fn each_wrong_field_is_named_and_nothing_is_kept() {
    let house = House::with("a");
    let label = "x".repeat(300);
    let wrong = [
        (json!({ "text": "" }), "text"),
        (json!({ "text": " \n\t " }), "text"),
        (json!({ "text": "x".repeat(65 * 1024) }), "text"),
        (json!({ "text": 7 }), "text"),
        (json!({ "text": "x", "session_id": "" }), "session_id"),
        (json!({ "text": "x", "session_id": "a\nb" }), "session_id"),
        (json!({ "text": "x", "role": "robot" }), "role"),
        (json!({ "text": "x", "speaker": "" }), "speaker"),
        (json!({ "text": "x", "speaker": "a\u{0}b" }), "speaker"),
        (json!({ "text": "x", "title": "x".repeat(600) }), "title"),
        (json!({ "text": "x", "scopes": [] }), "scopes"),
        (json!({ "text": "x", "scopes": 5 }), "scopes"),
        (json!({ "text": "x", "labels": ["no pair"] }), "labels"),
        (json!({ "text": "x", "labels": { "key": label } }), "labels"),
        (json!({ "text": "x", "labels": { "key": 5 } }), "labels"),
        (json!({ "text": "x", "memory_category": "gossip" }), "memory_category"),
        (json!({ "text": "x", "emotions": [{ "label": "joy", "intensity": 1.5 }] }), "emotions"),
        (json!({ "text": "x", "emotions": [{ "label": " " }] }), "emotions"),
        (json!({ "text": "x", "emotions": vec![json!({ "label": "joy" }); 300] }), "emotions"),
        (json!({ "text": "x", "emotions": [{ "label": "joy", "timestamp": "soon" }] }), "emotions.timestamp"),
        (json!({ "text": "x", "time_zone": "Mars/Base" }), "time_zone"),
        (json!({ "text": "x", "infer": "guess" }), "infer"),
    ];
    for (body, field) in wrong {
        house.post(FACTS, &body).problem_of(400, field);
    }
    assert!(house.post(FACTS, &json!({ "text": "x", "colour": "red" })).problem(400).contains("colour"));
    assert!(house.post(FACTS, &json!({ "labels": [] })).problem(400).contains("text"));
    assert_eq!(house.count(), 0);
}

#[test]
fn dates_that_are_none_or_lie_outside_the_calendar_are_refused() {
    let house = House::with("a");
    let wrong = [
        "",
        "yesterday",
        "2026-02-30",
        "2026-13-01",
        "10000-01-01",
        "99999999-01-01T00:00:00Z",
        "2026-01-01T25:00:00Z",
    ];
    for date in wrong {
        house.post(FACTS, &json!({ "text": "x", "observed_at": date })).problem_of(400, "observed_at");
        house.post("/api/v1/a/query", &json!({ "query": "x", "asOf": date })).problem_of(400, "asOf");
    }
    house.post(FACTS, &json!({ "text": "x", "observed_at": 1_700_000_000 })).problem_of(400, "observed_at");
    assert_eq!(house.count(), 0);
    for date in ["-009999-01-03", "9999-12-30T00:00:00Z", "2026-03-01"] {
        house.remember(json!({ "text": format!("said at {date}"), "observed_at": date }));
    }
    assert_eq!(house.count(), 3);
}

#[test]
fn vectors_that_cannot_be_used_are_refused() {
    let house = House::with("a");
    let of = |x: Value| Value::Array(vec![x; DIMS]);
    let short = Value::Array(vec![json!(0.5); DIMS - 1]);
    for vector in [json!([]), short, of(json!(0.0)), of(json!(1e39))] {
        house.post(FACTS, &json!({ "text": "x", "vector": vector })).problem_of(400, "vector");
    }
    house.post(FACTS, &json!({ "text": "x", "vector": of(json!(null)) })).problem_of(400, "vector[0]");
    house.post(FACTS, &json!({ "text": "x", "vector": of(json!("NaN")) })).problem_of(400, "vector[0]");
    house.post_bytes(FACTS, br#"{"text": "x", "vector": [NaN]}"#).problem(400);
    house.post_bytes(FACTS, br#"{"text": "x", "vector": [1e999]}"#).problem(400);
    assert_eq!(house.count(), 0);
    house.remember(json!({ "text": "given", "vector": of(json!(0.1)) }));
    let asked = |vector: Value| house.post("/api/v1/a/query", &json!({ "query": "zzz", "vector": vector }));
    assert_eq!(texts(&asked(of(json!(0.1))).ok()), ["given"]);
    for vector in [json!([]), json!([1.0]), of(json!(0.0)), of(json!(1e39))] {
        asked(vector).problem_of(400, "vector");
    }
    asked(of(json!(null))).problem_of(400, "vector[0]");
}

#[test]
fn what_is_not_built_says_so() {
    let house = House::with("a");
    for path in ["/chat", "/documents", "/documents/x/raw", "/providers"] {
        let told = house.post(&format!("/api/v1/a{path}"), &json!({})).problem(501);
        assert!(told.starts_with("not in this version"), "{told}");
        crate::client::call(house.address, "GET", &format!("/api/v1/a{path}"), &[], None).problem(401);
    }
    house.post("/api/v1/a/query", &json!({ "query": "x", "scopeView": {} })).problem_of(400, "scopeView");
    for view in ["strict", "merged", "crossTeam"] {
        house.post("/api/v1/a/query", &json!({ "query": "x", "scopeView": view })).ok();
    }
    assert_eq!(house.count(), 0);
}
