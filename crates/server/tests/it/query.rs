//! Asking: spellings, filters, modes, bounds, and that the explanation adds up.

use quintet::model::ContextId;
use quintet::retain::RememberItem;
use serde_json::{Value, json};

use crate::house::{House, engine, texts};

const QUERY: &str = "/api/v1/a/query";

/// A house with a small conversation and two notes.
fn furnished() -> House {
    let house = House::with("a");
    let turns = [
        ("s1", "2026-01-10T10:00:00Z", "Dana moved to Lisbon and works on the billing service.", "payments"),
        ("s1", "2026-01-10T10:01:00Z", "The billing service logs error E_HLD_4107 at night.", "payments"),
        ("s2", "2026-03-05T10:00:00Z", "Dana is frustrated, the billing deploy failed again.", "payments"),
        ("s2", "2026-03-05T10:02:00Z", "We agreed to move the ledger off the old cluster.", "ledger"),
    ];
    for (session, at, text, team) in turns {
        house.remember(
            json!({ "text": text, "session_id": session, "role": "user", "observed_at": at, "labels": { "team": team } }),
        );
    }
    house.remember(
        json!({ "text": "Runbook: restart the billing service with care.", "scopes": [["org/acme", "user/dana"]] }),
    );
    house
}

fn names(hit: &Value) -> Vec<&str> {
    hit["contributions"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

#[test]
fn both_spellings_mean_the_same() {
    let house = furnished();
    let camel = json!({
        "query": "billing", "k": 3, "sessionId": "s2", "asOf": "2026-04-01", "timeFrom": "2026-03-01", "timeTo": "2026-03-31",
        "includeDuplicates": true, "channelWeights": { "keyword": 2.0 }, "timeZone": "Europe/Lisbon", "recencyDecayDays": 30,
    });
    let snake = json!({
        "query": "billing", "limit": 3, "session_id": "s2", "as_of": "2026-04-01", "time_from": "2026-03-01",
        "time_to": "2026-03-31", "include_duplicates": true, "channel_weights": { "keyword": 2.0 },
        "time_zone": "Europe/Lisbon", "recency_decay_days": 30,
    });
    let (camel, snake) = (house.ask(camel), house.ask(snake));
    assert!(!camel["hits"].as_array().unwrap().is_empty());
    assert_eq!(camel["hits"], snake["hits"]);
    for member in ["tier", "classificationKind", "seedEntities", "hits", "contextHits", "queryMs", "trace", "degraded"]
    {
        assert!(!camel[member].is_null(), "{member}");
    }
    for member in ["traceId", "resolutionTier", "tierReason", "latencyMs", "retrievedCount", "topScores"] {
        assert!(!camel["trace"][member].is_null(), "{member}");
    }
}

#[test]
fn places_are_given_asked_for_and_told() {
    let house = House::with("a");
    let facts = "/api/v1/a/facts";
    for (text, location) in [
        ("The bakery with the blue door.", json!({ "lat": 38.71, "lng": -9.14 })),
        ("The bakery by the river.", json!("POINT(-8.61 41.15)")),
        ("The bakery on the square.", json!({ "type": "Point", "coordinates": [2.35, 48.85] })),
    ] {
        house.remember(json!({ "text": text, "location": location }));
    }
    house.remember(json!({ "text": "A bakery without any place." }));
    let found = |location: Value| {
        let mut found: Vec<String> = texts(&house.ask(json!({ "query": "bakery", "location": location })))
            .into_iter()
            .map(str::to_owned)
            .collect();
        found.sort();
        found
    };
    let lisbon = ["The bakery with the blue door."];
    let both = ["The bakery by the river.", "The bakery with the blue door."];
    assert_eq!(found(json!({ "near": { "lat": 38.72, "lng": -9.13, "radiusKm": 5 } })), lisbon);
    assert_eq!(found(json!({ "near": { "lat": 38.72, "lon": -9.13, "radius_km": 5 } })), lisbon);
    assert_eq!(found(json!({ "within": "POLYGON((-10 36, -6 36, -6 43, -10 43, -10 36))" })), both);
    assert_eq!(found(json!({ "within": { "bbox": [-10, 36, -6, 43] } })), both);
    assert_eq!(found(json!({ "nearest": { "lat": 40.0, "lng": -9.0, "k": 2 } })), both);
    let here = house
        .ask(json!({ "query": "Which bakery is near here?", "here": { "lat": 48.85, "lng": 2.35 }, "explain": true }));
    assert_eq!(here["explain"]["places"][0]["name"], "here");
    assert_eq!(texts(&here)[0], "The bakery on the square.");
    assert_eq!(here["hits"][0]["locations"][0]["geometry"]["coordinates"], json!([2.35, 48.85]));
    for location in [
        json!({ "near": {} }),
        json!({ "near": { "lat": 1, "lng": 1, "radiusKm": 1 }, "within": "POINT(1 1)" }),
        json!({ "near": { "lat": 91, "lng": 1, "radiusKm": 1 } }),
        json!({ "near": { "lat": 1, "lng": 1, "radiusKm": -1 } }),
        json!({ "within": "CIRCLE(1 1)" }),
        json!({ "nearest": { "lat": 1, "lng": 1, "k": 0 } }),
    ] {
        house.post(QUERY, &json!({ "query": "bakery", "location": location })).problem(400);
    }
    house.post(facts, &json!({ "text": "x", "location": "POINT(1 91)" })).problem_of(400, "location");
    house
        .post(facts, &json!({ "text": "x", "location": { "type": "Polygon", "coordinates": [[[0, 0], [1, 1]]] } }))
        .problem_of(400, "location");
}

#[test]
fn contributions_sum_to_the_score() {
    let house = furnished();
    for extra in [json!({}), json!({ "fusion": "rrf" }), json!({ "profile": "metamemory" })] {
        for question in ["Why is Dana frustrated?", "E_HLD_4107", "What happened in March?"] {
            let mut body = json!({ "query": question, "explain": true });
            body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
            let answer = house.ask(body);
            let hits = answer["hits"].as_array().unwrap();
            assert!(!hits.is_empty(), "{question}");
            for (idx, hit) in hits.iter().enumerate() {
                let score = hit["score"].as_f64().unwrap();
                let parts = hit["contributions"].as_array().unwrap().iter();
                let sum: f64 = parts.map(|one| one["contribution"].as_f64().unwrap()).sum();
                assert!((sum - score).abs() < 1e-4 && (0.0..=1.0001).contains(&score), "{score} is not {sum}: {hit}");
                assert_eq!(hit["rank"], idx + 1);
                assert!(idx == 0 || hits[idx - 1]["score"].as_f64() >= Some(score), "best first");
            }
            assert_eq!(answer["explain"]["fusion"], if extra == json!({}) { "convex" } else { "rrf" });
            assert_eq!(answer["trace"]["topScores"][0], hits[0]["score"]);
        }
    }
    let plain = house.ask(json!({ "query": "billing" }));
    assert!(plain.get("explain").is_none() && plain["hits"][0].get("contributions").is_none(), "only on demand");
}

#[test]
fn modes_and_channels_choose_who_is_asked() {
    let house = furnished();
    let ask = |choice: Value| {
        let mut body = json!({ "query": "billing service", "explain": true });
        body.as_object_mut().unwrap().extend(choice.as_object().unwrap().clone());
        house.ask(body)
    };
    let asked = |answer: &Value| {
        let hits = answer["hits"].as_array().unwrap();
        // Priors contribute too; they are no channels.
        let channels = answer["explain"]["channels"].as_array().unwrap();
        let mut all: Vec<String> = hits.iter().flat_map(names).map(str::to_owned).collect();
        all.retain(|name| channels.iter().any(|channel| channel["name"] == name.as_str()));
        all.sort_unstable();
        all.dedup();
        all
    };
    assert_eq!(asked(&ask(json!({ "mode": "vector" }))), ["semantic"]);
    assert_eq!(asked(&ask(json!({ "mode": "bm25" }))), ["keyword"]);
    assert_eq!(asked(&ask(json!({ "channels": ["keyword"] }))), ["keyword"]);
    let graph = asked(&ask(json!({ "mode": "graph" })));
    assert!(graph.iter().all(|name| ["graph", "keyword", "semantic"].contains(&name.as_str())), "{graph:?}");
    let hybrid = ask(json!({ "mode": "hybrid" }));
    assert_eq!(hybrid["hits"], ask(json!({}))["hits"]);
    assert!(asked(&hybrid).len() > 2);
    house.post(QUERY, &json!({ "query": "x", "mode": "psychic" })).problem_of(400, "mode");
    house.post(QUERY, &json!({ "query": "x", "mode": "bm25", "channels": ["graph"] })).problem_of(400, "channels");
    house.post(QUERY, &json!({ "query": "x", "channels": [] })).problem_of(400, "channels");
    let message = house.post(QUERY, &json!({ "query": "x", "channels": ["smell"] })).problem_of(400, "channels");
    assert!(message.contains("smell") && message.contains("keyword"), "it says what there is: {message}");
    house.post(QUERY, &json!({ "query": "x", "channelWeights": { "smell": 1 } })).problem_of(400, "channelWeights");
    house.post(QUERY, &json!({ "query": "x", "channelWeights": { "graph": -1 } })).problem_of(400, "channelWeights");
}

#[test]
fn filters_narrow() {
    let house = furnished();
    let ask = |filter: Value| {
        let mut body = json!({ "query": "billing service ledger Dana", "k": 50 });
        body.as_object_mut().unwrap().extend(filter.as_object().unwrap().clone());
        house.ask(body)
    };
    let count = |filter: Value| ask(filter)["hits"].as_array().unwrap().len();
    assert_eq!(count(json!({})), 5);
    assert_eq!(count(json!({ "labels": ["team=ledger"] })), 1);
    assert_eq!(count(json!({ "labels": { "team": "payments" } })), 3);
    assert_eq!(count(json!({ "labels": ["team=payments", "other=x"] })), 0, "all labels are needed");
    assert_eq!(count(json!({ "sessionId": "s1" })), 2);
    assert_eq!(count(json!({ "sessionId": "nobody" })), 0);
    assert_eq!(count(json!({ "asOf": "2026-02-01" })), 2);
    assert_eq!(count(json!({ "asOf": "2020-01-01" })), 0);
    assert_eq!(count(json!({ "atInstant": "2026-06-15T08:59:59Z" })), 0, "the database held nothing by then");
    assert_eq!(count(json!({ "atInstant": "2026-06-15T09:00:00Z" })), 5);
    assert_eq!(count(json!({ "timeFrom": "2026-03-01", "timeTo": "2026-04-01" })), 2);
    assert_eq!(count(json!({ "timeTo": "2026-02-01" })), 2);
    assert_eq!(count(json!({ "lens": "user/dana" })), 1);
    assert_eq!(count(json!({ "lens": [["org/acme", "user/dana"]] })), 1);
    assert_eq!(count(json!({ "lens": ["org/other", "user/dana"] })), 1);
    assert_eq!(count(json!({ "include": ["passages"] })), 5);
    assert_eq!(count(json!({ "include": ["facts"] })), 0);
    assert_eq!(ask(json!({ "include": ["facts"] }))["trace"]["retrievedCount"], 5, "the trace sees what is not shown");
}

#[test]
fn each_wrong_field_is_named() {
    let house = furnished();
    let wrong = [
        (json!({ "query": "" }), "query"),
        (json!({ "query": " \n" }), "query"),
        (json!({ "query": "x".repeat(9_000) }), "query"),
        (json!({ "query": ["x"] }), "query"),
        (json!({ "query": "x", "k": 0 }), "k"),
        (json!({ "query": "x", "k": 51 }), "k"),
        (json!({ "query": "x", "k": -1 }), "k"),
        (json!({ "query": "x", "k": 1.5 }), "k"),
        (json!({ "query": "x", "k": "five" }), "k"),
        (json!({ "query": "x", "sessionId": "" }), "session_id"),
        (json!({ "query": "x", "include": ["gossip"] }), "include"),
        (json!({ "query": "x", "atInstant": "soon" }), "atInstant"),
        (json!({ "query": "x", "validFrom": "soon" }), "validFrom"),
        (json!({ "query": "x", "validUntil": "soon" }), "validUntil"),
        (json!({ "query": "x", "timeFrom": "soon" }), "timeFrom"),
        (json!({ "query": "x", "timeFrom": "2026-03-02", "timeTo": "2026-03-01" }), "timeTo"),
        (json!({ "query": "x", "now": "soon" }), "now"),
        (json!({ "query": "x", "labels": ["none"] }), "labels"),
        (json!({ "query": "x", "lens": [] }), "lens"),
        (json!({ "query": "x", "lens": "a//b/../c\u{0}" }), "lens"),
        (json!({ "query": "x", "fusion": "cold" }), "fusion"),
        (json!({ "query": "x", "profile": "nobody" }), "profile"),
        (json!({ "query": "x", "recencyDecayDays": 0 }), "recencyDecayDays"),
        (json!({ "query": "x", "recencyDecayDays": -3 }), "recencyDecayDays"),
        (json!({ "query": "x", "timeZone": "Mars/Base" }), "timeZone"),
        (json!({ "query": "x", "emotions": [{ "label": "joy", "intensity": -1 }] }), "emotions"),
        (json!({ "query": "x", "source": "x".repeat(1_000) }), "source"),
    ];
    for (body, field) in wrong {
        house.post(QUERY, &body).problem_of(400, field);
    }
    let message = house.post(QUERY, &json!({ "query": "x", "limitt": 3 })).problem(400);
    assert!(message.contains("limitt"), "{message}");
    let long = house.post(QUERY, &json!({ "query": "x", "k": "y".repeat(100_000) })).problem(400);
    assert!(long.len() < 1_000, "what was sent is not sent back at length");
}

#[test]
fn k_is_how_many_come_back() {
    let house = furnished();
    for k in [1, 2, 5, 50] {
        assert_eq!(
            house.ask(json!({ "query": "billing service", "k": k }))["hits"].as_array().unwrap().len(),
            k.min(5)
        );
    }
}

#[test]
fn odd_questions_get_an_answer() {
    let house = furnished();
    let odd = [
        "?",
        "\u{0}",
        "\"",
        "'; DROP TABLE memories; --",
        "\u{1f980}\u{1f980}",
        "NEAR(a b) AND OR NOT *",
        "a\u{300}\u{300}",
    ];
    for question in odd {
        house.ask(json!({ "query": question, "explain": true }));
    }
    house.ask(json!({ "query": "x ".repeat(4_000), "explain": true }));
    assert_eq!(
        texts(&house.ask(json!({ "query": "E_HLD_4107" })))[0],
        "The billing service logs error E_HLD_4107 at night."
    );
}

#[test]
fn passages_say_where_they_stand_and_bring_their_neighbours() {
    let mut house = House::with("a");
    let clock = std::sync::Arc::clone(&house.clock);
    house.ask_to_stop();
    let folder = house.ended();
    let alone = engine(folder.path(), &clock);
    for text in ["Unlock the shed.", "Lift the blue kayak.", "Rinse it with fresh water."] {
        let item = RememberItem {
            title: Some("Drill".to_owned()),
            document: Some("drill".to_owned()),
            section: Some("Drill > Landing".to_owned()),
            ..RememberItem::new(text)
        };
        alone.remember(&ContextId::checked("a").unwrap(), item).unwrap();
    }
    alone.flush().unwrap();
    drop(alone);
    let house = House::over(folder);
    let answer = house.ask(json!({ "query": "blue kayak", "k": 1 }));
    let hit = &answer["hits"][0];
    assert_eq!((&hit["text"], &hit["section"]), (&json!("Lift the blue kayak."), &json!("Drill > Landing")));
    assert_eq!((&hit["documentId"], &hit["title"]), (&json!("drill"), &json!("Drill")));
    let beside = answer["contextHits"].as_array().unwrap();
    let texts: Vec<&str> = beside.iter().map(|one| one["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["Rinse it with fresh water.", "Unlock the shed."]);
    for one in beside {
        assert_eq!((&one["source"], &one["besideId"]), (&json!("chunk"), &hit["id"]));
        assert!(one.get("score").is_none() && one.get("rank").is_none());
    }
    assert_eq!(answer["hits"].as_array().unwrap().len(), 1);
    let facts = house.ask(json!({ "query": "blue kayak", "k": 1, "include": ["facts"] }));
    assert_eq!((&facts["hits"], &facts["contextHits"]), (&json!([]), &json!([])));
}
