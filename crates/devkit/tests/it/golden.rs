//! The golden set: Quintet answers what single vectors cannot.

use std::collections::BTreeSet;

use quintet_devkit::golden::{self, BASELINE_BELOW, FAMILIES, OVERALL_FLOOR, QUESTIONS_MIN, Score, World};
use quintet_providers::embed::{Settings, open};
use quintet_providers::memo::MemoEmbedder;

#[test]
fn first_hits_stay_above_the_floors_and_the_baseline_below_its_ceiling() {
    let worlds = World::read_all(golden::folder()).unwrap();
    // Baseline and engine embed the same texts.
    let vectors = tempfile::tempdir().unwrap();
    let embedder = MemoEmbedder::open(open("minilm", &Settings::default()).unwrap(), vectors.path()).unwrap();
    let outcomes = golden::run(&worlds, &(std::sync::Arc::new(embedder) as _)).unwrap();
    let table = golden::table(&outcomes);
    for outcome in &outcomes {
        assert!(outcome.degraded.is_empty(), "{}: {:?}", outcome.id, outcome.degraded);
    }
    for family in FAMILIES {
        let score = Score::of(&outcomes, Some(family.name));
        assert!(score.questions >= QUESTIONS_MIN, "{}: too few questions\n{table}", family.name);
        assert!(score.baseline_1 < BASELINE_BELOW, "{}: the baseline is too good\n{table}", family.name);
        assert!(score.quintet_1 >= family.floor, "{}: fewer first hits than {}\n{table}", family.name, family.floor);
    }
    assert!(Score::of(&outcomes, None).quintet_1 >= OVERALL_FLOOR, "fewer first hits than {OVERALL_FLOOR}\n{table}");
}

#[test]
fn worlds_are_of_a_believable_size_and_every_family_is_known() {
    let worlds = World::read_all(golden::folder()).unwrap();
    let known: BTreeSet<&str> = FAMILIES.iter().map(|family| family.name).collect();
    let mut asked = BTreeSet::new();
    for world in &worlds {
        assert!((60..=250).contains(&world.documents.len()), "{}: {} memories", world.name, world.documents.len());
        let last = world.documents.iter().map(|document| document.time.as_str()).max().unwrap_or_default();
        for query in &world.queries {
            assert!(query.time.as_str() >= last, "{}: asked before {last}, when everything had been said", query.id);
            assert!(known.contains(query.kind.as_str()), "{}: family '{}'", query.id, query.kind);
            let is_new = asked.insert((&world.name, &query.text, &query.time));
            assert!(is_new, "{}: '{}' is asked twice", world.name, query.text);
        }
    }
    assert!((6..=12).contains(&worlds.len()), "{} worlds", worlds.len());
}
