//! Who may do what, over the wire: keys, principals, scopes, delegation, and what is told to whom.

use serde_json::{Value, json};

use crate::client::{Answer, call};
use crate::house::House;

/// Somebody with a key.
pub(crate) struct Person<'a> {
    pub(crate) house: &'a House,
    pub(crate) key: String,
}

impl Person<'_> {
    pub(crate) fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        self.send_with(method, path, body, &[])
    }

    pub(crate) fn send_with(&self, method: &str, path: &str, body: Option<&Value>, more: &[(&str, &str)]) -> Answer {
        let bearer = format!("Bearer {}", self.key);
        let mut headers = vec![("authorization", bearer.as_str()), ("content-type", "application/json")];
        headers.extend(more);
        let body = body.map(Value::to_string);
        let path = format!("/api/v1/a{path}");
        call(self.house.address, method, &path, &headers, body.as_ref().map(String::as_bytes))
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, Some(body))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None)
    }

    pub(crate) fn texts(&self, query: &str) -> Vec<String> {
        let hits = self.post("/query", &json!({ "query": query })).ok()["hits"].clone();
        hits.as_array().unwrap().iter().map(|hit| hit["text"].as_str().unwrap().to_owned()).collect()
    }
}

/// A principal with a key, made by the admin.
pub(crate) fn person<'a>(house: &'a House, name: &str, grants: &Value) -> Person<'a> {
    let made = house.post("/api/v1/a/principals", &json!({ "id": name, "kind": "human", "grants": grants }));
    assert_eq!(made.status, 201, "{}", made.body);
    let key = house.post("/api/v1/a/keys", &json!({ "name": format!("{name}'s"), "principal": name }));
    assert_eq!(key.status, 201, "{}", key.body);
    Person { house, key: key.body["key"].as_str().unwrap().to_owned() }
}

pub(crate) fn region(pattern: &str) -> Value {
    json!({ "memory:read": [pattern], "memory:write": [pattern], "memory:forget": [pattern], "scope:create": [pattern],
            "scope:read": [pattern], "scope:delete": [pattern] })
}

#[test]
fn what_one_wrote_the_other_does_not_find() {
    let house = House::with("a");
    let (ann, annabel) =
        (person(&house, "ann", &region("user/ann/*")), person(&house, "annabel", &region("user/annabel/*")));
    ann.post("/facts", &json!({ "text": "The safe opens with 4711." })).ok();
    annabel.post("/facts", &json!({ "text": "The safe is behind the mirror." })).ok();
    assert_eq!(ann.texts("what about the safe"), ["The safe opens with 4711."]);
    assert_eq!(annabel.texts("what about the safe"), ["The safe is behind the mirror."]);
    let listed = annabel.get("/memories").ok();
    assert!(!listed.to_string().contains("4711"));
    for path in ["/state", "/profile", "/entities", "/facts", "/traces", "/traces/stats", "/hygiene", "/audit"] {
        assert!(!annabel.get(path).body.to_string().contains("4711"), "{path}");
    }
    // One memory by id: for the other it does not exist, and it is neither edited nor forgotten.
    let id = ann.get("/memories").ok()["memories"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/memories/{id}");
    annabel.get(&path).problem(404);
    annabel.send("DELETE", &path, None).problem(404);
    annabel.send("PATCH", &path, Some(&json!({ "text": "It opens with 0000." }))).problem(404);
    let receipt = annabel.post("/forget", &json!({ "ids": [id], "purge": true }));
    assert!(receipt.status == 404 || receipt.body["deleted"] == 0, "{}", receipt.body);
    assert_eq!(ann.texts("what about the safe"), ["The safe opens with 4711."]);
}

#[test]
fn traces_are_for_those_who_could_have_seen_as_much() {
    let house = House::with("a");
    let (ann, bob) = (person(&house, "ann", &region("user/ann/*")), person(&house, "bob", &region("user/bob/*")));
    ann.post("/facts", &json!({ "text": "The safe opens with 4711." })).ok();
    let answer = ann.post("/query", &json!({ "query": "the secret of the safe" })).ok();
    let path = format!("/traces/{}", answer["trace"]["traceId"].as_str().unwrap());
    assert_eq!(ann.get(&path).ok()["body"]["query"], "the secret of the safe");
    bob.get(&path).problem(404);
    let inspected = format!("/inspect?ref=trace:{}", answer["trace"]["traceId"].as_str().unwrap());
    assert_eq!(ann.get(&inspected).ok()["body"]["query"], "the secret of the safe");
    bob.get(&inspected).problem(404);
    assert_eq!(ann.get("/traces").ok()["traces"].as_array().unwrap().len(), 1);
    assert_eq!(bob.get("/traces").ok()["traces"], json!([]));
    assert_eq!(bob.get("/traces/stats").ok()["totalQueries"], 0);
}

#[test]
fn nobody_writes_where_they_may_not() {
    let house = House::with("a");
    let ann = person(&house, "ann", &region("user/ann/*"));
    let reader = person(&house, "reader", &json!({ "memory:read": ["*"] }));
    ann.post("/facts", &json!({ "text": "Mine.", "scopes": "user/ann/diary" })).ok();
    for scopes in
        [json!("user/bob"), json!([["user/ann", "user/bob"]]), json!(["user/ann", "org"]), json!("user/annabel")]
    {
        ann.post("/facts", &json!({ "text": "x", "scopes": scopes })).problem(403);
        ann.post("/facts/batch", &json!({ "messages": [{ "role": "user", "content": "x" }], "scopes": scopes }))
            .problem(403);
    }
    reader.post("/facts", &json!({ "text": "x" })).problem(403);
    reader.post("/forget", &json!({ "query": "Mine" })).problem(403);
    assert_eq!(reader.texts("mine"), ["Mine."]);
    // A session belongs to whoever opened it.
    let session = ann.post("/sessions", &json!({ "scopes": "user/ann" }));
    assert_eq!(session.status, 201, "{}", session.body);
    let id = session.body["id"].as_str().unwrap();
    let other = person(&house, "other", &region("user/other/*"));
    other.post("/facts", &json!({ "text": "x", "session_id": id })).problem(403);
    other.get(&format!("/sessions/{id}")).problem(404);
    other.get(&format!("/sessions/{id}/turns")).problem(404);
    ann.post("/facts", &json!({ "text": "Hello there.", "session_id": id, "role": "user" })).ok();
    assert_eq!(ann.get(&format!("/sessions/{id}/turns")).ok()["turns"][0]["content"], "Hello there.");
    assert_eq!(ann.send("DELETE", &format!("/sessions/{id}"), None).status, 204);
    assert!(ann.get(&format!("/sessions/{id}")).ok()["closedAt"].is_string());
}

#[test]
fn whoever_writes_without_reading_is_not_told_what_was_there() {
    let house = House::with("a");
    let ann = person(&house, "ann", &region("user/ann/*"));
    let blind = person(&house, "blind", &json!({ "memory:write": ["user/ann"] }));
    let code = |value: &str| {
        let entity = json!({ "type": "person", "name": "Ann" });
        json!({ "infer": "triples", "scopes": "user/ann", "triples": [{ "entity": entity, "key": "role", "value": value }] })
    };
    ann.post("/facts", &code("treasurer")).ok();
    let told = blind.post("/facts", &code("clerk")).ok();
    assert_eq!(told["extraction"]["corrections"][0]["newValue"], "clerk");
    assert!(!told.to_string().contains("treasurer"), "{told}");
    let batch = json!({ "scopes": "user/ann", "messages": [{ "role": "user", "content": "Ann's role is gardener." }] });
    let batch = blind.post("/facts/batch", &batch).ok();
    assert!(!batch.to_string().contains("clerk"), "{batch}");
    let own = ann.post("/facts", &code("baker")).ok();
    assert!(own["extraction"]["corrections"][0]["oldValue"].is_string(), "{own}");
}

#[test]
fn a_grant_of_a_parent_alone_writes_below_nothing_and_reads_empty() {
    let house = House::with("a");
    person(&house, "ann", &region("org/acme/*"))
        .post("/facts", &json!({ "text": "Below.", "scopes": "org/acme/hr" }))
        .ok();
    let parent = person(&house, "parent", &json!({ "memory:read": ["org/acme"] }));
    assert!(parent.texts("below").is_empty(), "empty, not refused");
}

#[test]
fn scopes_are_registered_listed_and_taken_off() {
    let house = House::with("a");
    let writer = person(
        &house,
        "writer",
        &json!({ "memory:read": ["team/*"], "memory:write": ["team/*"], "scope:read": ["team/*"] }),
    );
    let refusal = writer.post("/facts", &json!({ "text": "x", "scopes": "team/red" })).problem(422);
    assert!(refusal.contains("scopes"), "{refusal}");
    writer.post("/scopes", &json!({ "path": "team/red" })).problem(403);
    let node = house.post("/api/v1/a/scopes", &json!({ "path": "/team/red/", "displayName": "Red" }));
    assert_eq!((node.status, &node.body["path"]), (201, &json!("team/red")));
    assert_eq!(house.post("/api/v1/a/scopes", &json!({ "path": "team/red" })).status, 200, "once is enough");
    house.post("/api/v1/a/scopes", &json!({ "path": "elsewhere" }));
    writer.post("/facts", &json!({ "text": "x y z", "scopes": "team/red" })).ok();
    // What is only looked at, or refused, registers nothing.
    for body in [
        json!({ "text": "x", "scopes": "team/seen", "infer": "preview" }),
        json!({ "text": "", "scopes": "team/seen" }),
    ] {
        house.post("/api/v1/a/facts", &body);
    }
    let known = house.get("/api/v1/a/scopes").ok().to_string();
    assert!(!known.contains("team/seen"), "{known}");
    let listed = writer.get("/scopes").ok();
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    writer.send("DELETE", "/scopes?path=team/red", None).problem(403);
    assert_eq!(house.send("DELETE", "/api/v1/a/scopes?path=team/red", None).status, 204);
    assert!(writer.get("/scopes").ok()[0]["tombstonedAt"].is_string());
    writer.post("/facts", &json!({ "text": "more", "scopes": "team/red" })).problem(422);
}

#[test]
fn keys_are_shown_once_narrowed_rotated_and_taken_away() {
    let house = House::with("a");
    let ann = person(&house, "ann", &region("user/ann/*"));
    let bob = person(&house, "bob", &region("user/bob/*"));
    assert_eq!(ann.get("/me").ok()["principalId"], "principal:ann");
    let narrow =
        ann.post("/keys?ttlSeconds=60", &json!({ "name": "reader", "grants": { "memory:read": ["user/ann/*"] } }));
    assert_eq!(narrow.status, 201, "{}", narrow.body);
    let reader = Person { house: &house, key: narrow.body["key"].as_str().unwrap().to_owned() };
    reader.post("/facts", &json!({ "text": "x" })).problem(403);
    reader.post("/keys", &json!({ "grants": region("user/ann/*") })).problem_of(400, "grants");
    ann.post("/keys", &json!({ "grants": { "memory:read": ["user/*"] } })).problem_of(400, "grants");
    ann.post("/keys", &json!({ "principal": "bob" })).problem(403);
    ann.post("/keys", &json!({ "name": "reader" })).problem(409);
    let listed = ann.get("/keys").ok();
    assert_eq!(listed.as_array().unwrap().len(), 2);
    assert!(!listed.to_string().contains(&reader.key), "a secret is told once");
    // Others' keys do not exist.
    bob.send("DELETE", "/keys/reader", None).problem(404);
    let rotated = ann.post("/keys/reader/rotate", &json!({ "overlapSeconds": 30 })).ok();
    let newer = Person { house: &house, key: rotated["key"].as_str().unwrap().to_owned() };
    assert!(reader.texts("x").is_empty() && newer.texts("x").is_empty(), "both open for a while");
    house.clock.advance_us(31_000_000);
    reader.get("/me").problem(401);
    newer.get("/me").ok();
    house.clock.advance_us(30_000_000);
    newer.get("/me").problem(401);
    assert_eq!(ann.send("DELETE", "/keys/reader", None).status, 204);
    // A restart changes nothing of it.
    let key = ann.key.clone();
    let house = House::over(house.stop());
    let ann = Person { house: &house, key };
    ann.get("/me").ok();
}

#[test]
fn a_narrow_key_reaches_no_wider_one() {
    let house = House::with("a");
    let ann = person(&house, "ann", &region("user/ann/*"));
    ann.post("/facts", &json!({ "text": "Kept by the wide key." })).ok();
    let narrow = json!({ "name": "reader", "ttlSeconds": 600, "grants": { "memory:read": ["user/ann/notes/*"] } });
    let narrow = ann.post("/keys", &narrow);
    let reader = Person { house: &house, key: narrow.body["key"].as_str().unwrap().to_owned() };
    let names = |person: &Person| -> Vec<String> {
        let keys = person.get("/keys").ok();
        let mut names: Vec<_> =
            keys.as_array().unwrap().iter().map(|key| key["name"].as_str().unwrap().to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(
        (names(&ann), names(&reader)),
        (vec!["ann's".to_owned(), "reader".to_owned()], vec!["reader".to_owned()])
    );
    reader.post("/keys/ann's/rotate", &json!({})).problem(404);
    reader.send("DELETE", "/keys/ann's", None).problem(404);
    // Neither the verbs nor the time of a key grow when it is turned into another.
    reader.post("/keys/reader/rotate?ttlSeconds=6000", &json!({})).problem_of(400, "ttlSeconds");
    reader.post("/keys?ttlSeconds=6000", &json!({})).problem_of(400, "ttlSeconds");
    let turned = reader.post("/keys/reader/rotate", &json!({})).ok();
    assert_eq!(turned["validUntil"], narrow.body["validUntil"]);
    let turned = Person { house: &house, key: turned["key"].as_str().unwrap().to_owned() };
    turned.post("/facts", &json!({ "text": "x" })).problem(403);
    let made = turned.post("/keys", &json!({ "name": "copy" }));
    assert_eq!((made.status, &made.body["validUntil"]), (201, &narrow.body["validUntil"]));
    ann.get("/me").ok();
}

#[test]
fn nobody_manages_keys_in_somebody_elses_name() {
    let house = House::with("a");
    let bot = person(&house, "bot", &region("*"));
    let ann = person(&house, "ann", &region("user/ann/*"));
    let acting = [("x-quintet-on-behalf-of", "ann")];
    bot.send_with("POST", "/keys", Some(&json!({})), &acting).problem(403);
    bot.send_with("POST", "/keys/ann's/rotate", Some(&json!({})), &acting).problem(403);
    bot.send_with("DELETE", "/keys/ann's", None, &acting).problem(403);
    let listed = bot.send_with("GET", "/keys", None, &acting).ok();
    assert!(!listed.to_string().contains("ann's"), "{listed}");
    ann.get("/me").ok();
    let ask = json!({ "externalId": "idp|7", "ttlSeconds": 60, "grants": region("user/7/*") });
    let made = house.post("/api/v1/contexts/a/access-tokens", &ask);
    let token = Person { house: &house, key: made.body["key"].as_str().unwrap().to_owned() };
    let name = token.get("/keys").ok()[0]["name"].as_str().unwrap().to_owned();
    token.post(&format!("/keys/{name}/rotate"), &json!({})).problem(403);
    token.send("DELETE", &format!("/keys/{name}"), None).problem(403);
}

#[test]
fn acting_for_somebody_is_what_both_may_do() {
    let house = House::with("a");
    let ann = person(&house, "ann", &region("user/ann/*"));
    ann.post("/facts", &json!({ "text": "Ann likes pears." })).ok();
    let bot = person(&house, "bot", &json!({ "memory:read": ["*"] }));
    person(&house, "bob", &region("user/bob/*")).post("/facts", &json!({ "text": "Bob likes plums." })).ok();
    for header in ["x-quintet-on-behalf-of", "x-spectron-on-behalf-of", "x-memory-on-behalf-of"] {
        let ask = json!({ "query": "likes" });
        let hits = bot.send_with("POST", "/query", Some(&ask), &[(header, "ann")]).ok();
        assert_eq!(hits["hits"].as_array().unwrap().len(), 1, "{header}");
    }
    assert_eq!(bot.texts("likes").len(), 2);
    let me = bot.send_with("GET", "/me", None, &[("x-quintet-on-behalf-of", "principal:ann")]).ok();
    assert_eq!((&me["principalId"], &me["delegatedPrincipalId"]), (&json!("principal:bot"), &json!("principal:ann")));
    bot.send_with("POST", "/facts", Some(&json!({ "text": "x" })), &[("x-quintet-on-behalf-of", "ann")]).problem(403);
    bot.send_with("GET", "/me", None, &[("x-quintet-on-behalf-of", "system")]).problem(403);
}

#[test]
fn what_is_shared_is_seen_for_as_long_as_the_giver_sees_it() {
    let house = House::with("a");
    let mut own = region("user/ann/*");
    own["grant:manage"] = json!(["user/ann/*"]);
    let (ann, bob) = (person(&house, "ann", &own), person(&house, "bob", &region("user/bob/*")));
    ann.post("/facts", &json!({ "text": "Ann climbs in Lisbon.", "scopes": "user/ann/trips/lisbon" })).ok();
    ann.post("/facts", &json!({ "text": "Ann climbs in secret.", "scopes": "user/ann/diary" })).ok();
    let share = |path: &str| ann.post("/scope-grants", &json!({ "path": path, "principal": "bob", "ttlSeconds": 600 }));
    let shared = share("user/ann/trips/*");
    assert_eq!((shared.status, &shared.body["to"]), (201, &json!("principal:bob")));
    assert_eq!(bob.texts("climbs"), ["Ann climbs in Lisbon."]);
    bob.post("/facts", &json!({ "text": "x", "scopes": "user/ann/trips" })).problem(403);
    // What is written without scopes stays one's own.
    bob.post("/facts", &json!({ "text": "Bob climbs at home." })).ok();
    assert!(!ann.texts("climbs").iter().any(|text| text.contains("Bob")));
    // Nobody shares what they do not see and manage, or passes on what was shared with them.
    share("user/bob/*").problem(403);
    bob.post("/scope-grants", &json!({ "path": "user/ann/trips/*", "principal": "ann" })).problem(403);
    ann.post("/scope-grants", &json!({ "path": "user/ann/*", "principal": "nobody" })).problem(404);
    ann.post("/scope-grants", &json!({ "path": "user/ann/*", "principal": "bob", "verbs": ["memory:write"] }))
        .problem_of(400, "verbs");
    let id = shared.body["id"].as_str().unwrap();
    assert_eq!(bob.get("/scope-grants").ok()[0]["id"], id);
    assert_eq!(person(&house, "carl", &region("user/carl/*")).get("/scope-grants").ok(), json!([]));
    bob.send("DELETE", &format!("/scope-grants/{id}"), None).problem(404);
    // It reaches no further than the giver, at any time, and outlives a restart.
    let (ann_key, bob_key) = (ann.key.clone(), bob.key.clone());
    let house = House::over(house.stop());
    let (ann, bob) = (Person { house: &house, key: ann_key }, Person { house: &house, key: bob_key });
    assert_eq!(bob.texts("climbs").len(), 2);
    let grants = "/api/v1/a/principals/ann/grants";
    let read = json!({ "path": "user/ann/*", "verbs": ["memory:read"] });
    assert_eq!(house.send("DELETE", grants, Some(&read)).status, 200);
    assert_eq!(bob.texts("climbs"), ["Bob climbs at home."]);
    house.post(grants, &read).ok();
    assert_eq!(bob.texts("climbs").len(), 2);
    house.clock.advance_us(600_000_000);
    assert_eq!(bob.texts("climbs").len(), 1);
    house.clock.advance_us(1);
    let again = ann.post("/scope-grants", &json!({ "path": "user/ann/trips/*", "principal": "bob" }));
    assert_eq!(bob.texts("climbs").len(), 2);
    let path = format!("/scope-grants/{}", again.body["id"].as_str().unwrap());
    assert_eq!(ann.send("DELETE", &path, None).status, 204);
    assert_eq!(bob.texts("climbs").len(), 1);
    let kinds: Vec<Value> = house.get("/api/v1/a/audit").ok()["rows"].as_array().unwrap().clone();
    assert!(
        kinds.iter().any(|row| row["operation"] == "share_delete")
            && kinds.iter().any(|row| row["operation"] == "share_create")
    );
}

#[test]
fn grants_are_given_no_wider_than_ones_own() {
    let house = House::with("a");
    let mut grants = region("org/*");
    grants["grant:manage"] = json!(["org/*"]);
    let manager = person(&house, "manager", &grants);
    let made = manager.post("/principals", &json!({ "id": "clerk", "grants": { "memory:read": ["org/hr"] } }));
    assert_eq!(made.status, 201, "{}", made.body);
    manager.post("/principals", &json!({ "id": "spy", "grants": { "memory:read": ["*"] } })).problem_of(400, "grants");
    let wide = json!({ "path": "user/*", "verbs": ["memory:read"] });
    manager.post("/principals/clerk/grants", &wide).problem_of(400, "verbs");
    let wider = manager
        .post("/principals/clerk/grants", &json!({ "path": "org/it", "verbs": ["memory:read", "memory:write"] }))
        .ok();
    assert_eq!(wider["grants"]["memory:read"], json!(["org/hr", "org/it"]));
    let at = manager.get("/principals/clerk/effective?path=org/it").ok();
    assert_eq!(at["verbs"], json!(["memory:read", "memory:write"]));
    let less = manager
        .send("DELETE", "/principals/clerk/grants", Some(&json!({ "path": "org/hr", "verbs": ["memory:read"] })))
        .ok();
    assert_eq!(less["grants"]["memory:read"], json!(["org/it"]));
    // Whoever may do more is not in the manager's list.
    person(&house, "boss", &json!({ "memory:read": ["*"] }));
    let names: Vec<String> = manager
        .get("/principals")
        .ok()
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["principal:clerk", "principal:manager"]);
    manager.get("/principals/boss").problem(404);
    for verb in ["read", "memory:own", ""] {
        manager
            .post("/principals/clerk/grants", &json!({ "path": "org/it", "verbs": [verb] }))
            .problem_of(400, "verbs");
    }
}

#[test]
fn the_audit_log_tells_each_their_own_and_refusals_too() {
    let house = House::with("a");
    let ann = person(&house, "ann", &json!({ "memory:read": ["*"] }));
    ann.texts("pears");
    ann.post("/facts", &json!({ "text": "x" })).problem(403);
    let rows = ann.get("/audit").ok()["rows"].clone();
    let seen: Vec<(&str, &str)> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["operation"].as_str().unwrap(), row["outcome"].as_str().unwrap()))
        .collect();
    assert_eq!(seen, [("remember", "denied"), ("recall", "done")]);
    assert!(!rows.to_string().contains("pears"), "no word of what was asked");
    let all = house.get("/api/v1/a/audit").ok()["rows"].clone();
    assert!(all.as_array().unwrap().len() > 2);
    let first = house.get("/api/v1/a/audit?limit=1").ok();
    let next = first["nextCursor"].as_str().unwrap();
    let second = house.get(&format!("/api/v1/a/audit?limit=1&cursor={next}")).ok();
    assert_ne!(first["rows"][0], second["rows"][0]);
}

#[test]
fn brokered_tokens_end_and_make_no_keys() {
    let house = House::with("a");
    let ask = json!({ "externalId": "idp|42", "displayName": "Ann", "ttlSeconds": 60, "grants": { "memory:read": ["user/42/*"] } });
    let made = house.post("/api/v1/contexts/a/access-tokens", &ask);
    assert_eq!(made.status, 201, "{}", made.body);
    let again = house.post("/api/v1/contexts/a/access-tokens", &ask);
    assert_eq!((again.status, &again.body["principalId"]), (200, &made.body["principalId"]));
    let token = Person { house: &house, key: made.body["key"].as_str().unwrap().to_owned() };
    token.get("/me").ok();
    token.post("/keys", &json!({})).problem(403);
    house.clock.advance_us(60_000_000);
    token.get("/me").problem(401);
    let endless = json!({ "externalId": "idp|43", "ttlSeconds": null });
    house.post("/api/v1/contexts/a/access-tokens", &endless).problem_of(400, "ttlSeconds");
}

#[test]
fn only_the_admin_manages_contexts() {
    let house = House::with("a");
    let ann = person(&house, "ann", &region("*"));
    let headers = [("authorization", format!("Bearer {}", ann.key)), ("content-type", "application/json".to_owned())];
    let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    call(house.address, "GET", "/api/v1/contexts", &headers, None).problem(401);
    call(house.address, "DELETE", "/api/v1/contexts/a", &headers, None).problem(403);
    assert_eq!(house.get("/api/v1/contexts/a").ok()["id"], "a");
    assert_eq!(house.send("DELETE", "/api/v1/contexts/a", None).status, 204);
    house.get("/api/v1/contexts/a").problem(404);
    ann.get("/me").problem(401);
}
