//! What a hit says of itself: where it comes from, how far it is trusted, when it happened, and the words that it cites.

use std::sync::Arc;

use quintet::model::{Labels, Micros, Span};
use quintet::ports::{Block, BlockKind, Extracted};
use quintet::retain::DocumentItem;
use quintet::store::ContentHash;
use quintet_devkit::fake::ManualClock;
use serde_json::{Value, json};

use crate::house::{House, engine};

fn hit<'a>(answer: &'a Value, source: &str) -> &'a Value {
    let hits = answer["hits"].as_array().unwrap();
    hits.iter().find(|hit| hit["source"] == source).unwrap_or_else(|| panic!("no {source}: {answer}"))
}

#[test]
fn a_fact_cites_its_turn_in_characters() {
    let house = House::with("a");
    // Letters of several bytes before the words, so that characters and bytes differ.
    let text = "Zo\u{eb} \u{1f980} said: my name is Dana. I live in Lisbon.";
    let told = house
        .remember(json!({ "text": text, "session_id": "s", "role": "user", "observed_at": "2026-03-02T09:00:00Z" }));
    let read = told["extraction"]["attributes"].as_array().unwrap().iter().find(|one| one["value"] == "Lisbon");
    let read = read.unwrap_or_else(|| panic!("{told}"));
    let sheet = house.get(&format!("/api/v1/a/memories/{}", read["id"].as_str().unwrap())).ok();
    let cited = &sheet["citation"];
    assert_eq!((&cited["turnId"], &cited["spokenAt"]), (&told["turnId"], &json!("2026-03-02T09:00:00Z")), "{sheet}");
    let at = |end: &str| cited["span"][end].as_u64().unwrap() as usize;
    let words: String = text.chars().skip(at("start")).take(at("end") - at("start")).collect();
    assert_eq!(cited["quote"], words);
    assert!(words.contains("Lisbon"), "{words}");
    assert_eq!(read["span"], cited["span"], "the write said the same");
    let found = house.ask(json!({ "query": "Where does Dana live?", "include": ["facts"], "k": 20 }));
    for one in found["hits"].as_array().unwrap() {
        assert_eq!(one["citation"]["turnId"], told["turnId"], "{one}");
        assert_eq!(one["span"], one["citation"]["span"]);
    }
    let turn = house.ask(json!({ "query": "What did Zo\u{eb} say?" }));
    let turn = hit(&turn, "memory_chunk");
    assert_eq!(
        (&turn["occurredAt"], &turn["knownAt"]),
        (&json!("2026-03-02T09:00:00Z"), &json!("2026-03-02T09:00:00Z"))
    );
    assert_eq!(
        (&turn["sessionId"], &turn["seq"], &turn["trust"], &turn["confidence"]),
        (&json!("s"), &json!(0), &json!(1.0), &json!(1.0))
    );
}

#[test]
fn a_stated_fact_says_how_far_it_is_trusted() {
    let house = House::with("a");
    let triple =
        json!({ "entity": { "type": "person", "name": "Dana" }, "key": "role", "value": "COO", "confidence": 0.75 });
    house.remember(json!({ "infer": "triples", "triples": [triple], "observed_at": "2026-02-01" }));
    let found = house.ask(json!({ "query": "What is Dana's role?" }));
    let fact = hit(&found, "attribute");
    assert_eq!((&fact["trust"], &fact["confidence"]), (&json!(1.0), &json!(0.75)));
    assert_eq!((&fact["occurredAt"], &fact["citation"]), (&json!("2026-02-01T00:00:00Z"), &Value::Null));
}

/// Two headings and a paragraph under the second.
fn document() -> DocumentItem {
    let (title, heading, words) = ("Gateway", "Zertifikate f\u{fc}r das Tor", "The passphrase lies in the blue safe.");
    let text = [title, heading, words].join("\n\n");
    let block = |kind, path: &[&str], part: &str| {
        let start = text.find(part).unwrap() as u32;
        let path: Vec<String> = path.iter().map(|name| (*name).to_owned()).collect();
        Block { kind, path: path.into(), span: Span { start, end: start + part.len() as u32 } }
    };
    let blocks = vec![
        block(BlockKind::Heading, &[title], title),
        block(BlockKind::Heading, &[title, heading], heading),
        block(BlockKind::Paragraph, &[title, heading], words),
    ];
    let extracted = Extracted { text: text.clone(), title: Some(title.to_owned()), blocks, links: Vec::new() };
    DocumentItem::new("gateway.md", "text/markdown", ContentHash([7; 32]), extracted)
}

#[test]
fn a_passage_says_its_section_and_cites_its_document_in_characters() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(ManualClock::at(Micros::parse("2026-06-01T09:00:00Z").unwrap()));
    let before = engine(folder.path(), &clock);
    let context = before.create_context("a", None, Labels::new()).unwrap().id;
    let item = document();
    let text = item.extracted.text.clone();
    let id = before.ingest(&context, item).unwrap().id.to_string();
    before.flush().unwrap();
    drop(before);
    let house = House::over(folder);
    let found = house.ask(json!({ "query": "Where is the passphrase?", "include": ["passages"] }));
    let passage = hit(&found, "chunk");
    assert_eq!(passage["section"], "Gateway > Zertifikate f\u{fc}r das Tor", "{passage}");
    assert_eq!(
        (&passage["documentId"], &passage["kind"], &passage["title"]),
        (&json!(id), &json!("passage"), &json!("Gateway"))
    );
    let cited = &passage["citation"];
    let at = |end: &str| cited["span"][end].as_u64().unwrap() as usize;
    let words: String = text.chars().skip(at("start")).take(at("end") - at("start")).collect();
    assert_eq!((&cited["quote"], &cited["documentId"]), (&json!(words), &json!(id)));
    assert_eq!(cited["quote"], passage["text"]);
    // It is listed with the same words.
    let listed = house.get("/api/v1/a/memories?kind=passage").ok();
    let sections: Vec<&Value> = listed["memories"].as_array().unwrap().iter().map(|one| &one["section"]).collect();
    assert!(sections.contains(&&passage["section"]), "{listed}");
}
