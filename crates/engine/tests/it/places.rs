//! Places: given, read from the text, asked for by name and by shape, in every channel.

use quintet::model::{Bounds, Geometry, LatLon, LocationSource};
use quintet::recall::RecallRequest;
use quintet::retain::RememberItem;
use quintet::space::{Area, distance_km};
use quintet::store::{Filter, PlaceFilter};

use crate::memory::{Memory, texts};

fn at(lat: f64, lon: f64) -> LatLon {
    LatLon::new(lat, lon).unwrap()
}

fn given(text: &str, lat: f64, lon: f64) -> RememberItem {
    RememberItem { location: Some(Geometry::Point(at(lat, lon))), ..RememberItem::new(text) }
}

fn by(place: PlaceFilter) -> Filter {
    Filter { place: Some(place), ..Filter::everything() }
}

/// Memories about cafes in several cities, some with the point, some with the name only.
fn furnished(memory: &Memory) {
    memory.remember(given("The cafe with the green lamps.", 38.71, -9.14));
    memory.remember(RememberItem::new("We found a cafe in Porto that roasts its own beans."));
    memory.remember(RememberItem::new("The cafe in Springfield was closed."));
    memory.remember(given("A cafe on an island by the date line.", -16.8, 179.99));
    memory.remember(given("A cafe on the next island.", -16.8, -179.99));
    memory.remember(RememberItem::new("A cafe of which nobody knows where it is."));
}

fn ask(memory: &Memory, question: &str, place: PlaceFilter) -> Vec<String> {
    let recalled = memory.recall(&RecallRequest::new(question, by(place)));
    let mut found: Vec<String> = texts(&recalled).into_iter().map(str::to_owned).collect();
    found.sort();
    found
}

#[test]
fn a_given_place_filters_in_every_channel() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    furnished(&memory);
    let fiji = PlaceFilter::near(at(-16.8, 180.0), 20.0).unwrap();
    let islands = ["A cafe on an island by the date line.", "A cafe on the next island."];
    assert_eq!(ask(&memory, "cafe", fiji.clone()), islands);
    for channel in ["semantic", "keyword", "temporal", "space"] {
        let mut request = RecallRequest::new("Which cafe has green lamps?", by(fiji.clone()));
        request.channels = Some(vec![channel.to_owned()]);
        let recalled = memory.recall(&request);
        assert!(texts(&recalled).iter().all(|text| islands.contains(text)), "{channel}: {:?}", texts(&recalled));
    }
    let box_over_the_line = Geometry::Bounds(Bounds::new(-20.0, 179.0, -10.0, -179.0).unwrap());
    assert_eq!(ask(&memory, "cafe", PlaceFilter::Within(box_over_the_line)), islands);
    let nearest = PlaceFilter::nearest(at(40.0, -8.0), 2).unwrap();
    let portugal = ["The cafe with the green lamps.", "We found a cafe in Porto that roasts its own beans."];
    assert_eq!(ask(&memory, "cafe", nearest), portugal);
    let labelled =
        Filter { labels: vec![("a".to_owned(), "b".to_owned())], ..by(PlaceFilter::nearest(at(0.0, 0.0), 5).unwrap()) };
    assert!(memory.recall(&RecallRequest::new("cafe", labelled)).hits.is_empty(), "conditions compose");
}

#[test]
fn a_place_in_the_question_ranks_what_is_near_it_first() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    furnished(&memory);
    assert_eq!(texts(&memory.ask("Which cafe was near Lisbon?"))[0], "The cafe with the green lamps.");
    let recalled = memory.ask("Which cafe was near Lisbon?");
    assert_eq!(recalled.places[0].name, "Lisbon");
    assert!(recalled.hits[0].contributions.iter().any(|one| one.name == "space"));
    let mut in_portugal = memory.ask_one("space", "Which cafes in Portugal did we see?");
    in_portugal.sort();
    assert_eq!(in_portugal, ["The cafe with the green lamps.", "We found a cafe in Porto that roasts its own beans."]);
    let mut request = RecallRequest::new("Which cafe is near here?", Filter::everything());
    request.here = Some(at(41.15, -8.61));
    assert_eq!(texts(&memory.recall(&request))[0], "We found a cafe in Porto that roasts its own beans.");
}

#[test]
fn a_question_without_a_place_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    furnished(&memory);
    for question in
        ["Which cafe was closed?", "Is it nice to be reading in the bath?", "Who split the bill near the end?"]
    {
        let recalled = memory.ask(question);
        assert!(recalled.places.is_empty(), "{question}: {:?}", recalled.places);
        assert!(recalled.hits.iter().all(|hit| hit.contributions.iter().all(|one| one.name != "space")), "{question}");
        assert!(memory.ask_one("space", question).is_empty());
    }
}

#[test]
fn places_are_kept_with_their_source_and_survive() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let told = memory.remember(RememberItem::new("Dana moved to Lisbon last week, from Paris, Texas."));
    assert_eq!(told.locations.iter().map(|one| one.name.as_deref().unwrap()).collect::<Vec<_>>(), ["Lisbon", "Paris"]);
    assert!(told.locations.iter().all(|one| one.source == LocationSource::Inferred && one.confidence < 1.0));
    let stated = memory.remember(given("We met in Lisbon.", 1.0, 2.0));
    assert_eq!(stated.locations.len(), 1, "what the caller says comes first");
    assert_eq!(stated.locations[0].source, LocationSource::Stated);
    assert!(memory.remember(RememberItem::new("Nice work, of course.")).locations.is_empty());
    memory.engine.forget(&memory.context, &[stated.id]).unwrap();
    memory.engine.flush().unwrap();
    let rows = |memory: &Memory| {
        let store = memory.engine.context_store(&memory.context).unwrap();
        let view = store.view(&Filter::everything()).unwrap();
        view.within(&Area::of(&Geometry::Bounds(Bounds::new(-90.0, -180.0, 90.0, 180.0).unwrap()))).unwrap().len()
    };
    assert_eq!(rows(&memory), 1);
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
    drop(memory);
    let again = Memory::open(folder.path());
    assert_eq!(rows(&again), 1);
    let row = again.engine.memory(&again.context, told.id).unwrap().unwrap();
    assert_eq!(row.memory.locations, told.locations);
    again.engine.rebuild(&again.context).unwrap();
    assert_eq!(rows(&again), 1);
    assert_eq!(again.engine.verify(&again.context).unwrap().faults, []);
}

#[test]
fn a_long_text_puts_each_place_where_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let filler = "We talked about nothing in particular and went on for a while. ".repeat(30);
    let text = format!("It began in Lisbon. {filler} It ended in Kyoto, Japan.");
    let remembered = memory.remember(RememberItem::new(text));
    assert!(!remembered.parts.is_empty());
    let last = memory.engine.memory(&memory.context, *remembered.parts.last().unwrap()).unwrap().unwrap().memory;
    assert_eq!(last.locations.len(), 1, "{:?}", last.locations);
    let span = last.locations[0].span.unwrap();
    assert_eq!(&last.text[span.start as usize..span.end as usize], "Kyoto");
}

#[test]
fn readers_honour_the_filter_and_measure_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    for step in 0..40 {
        let mut item = given(
            "somewhere",
            f64::from(step) - 20.0,
            178.0 + f64::from(step % 4) * 0.9 - if step % 4 > 2 { 360.0 } else { 0.0 },
        );
        item.labels.insert("parity".to_owned(), (step % 2).to_string());
        memory.remember(item);
    }
    let store = memory.engine.context_store(&memory.context).unwrap();
    let odd = Filter { labels: vec![("parity".to_owned(), "1".to_owned())], ..Filter::everything() };
    let view = store.view(&odd).unwrap();
    let deadline = quintet::ports::Deadline::after(memory.engine.clock(), u64::from(u32::MAX));
    let from = at(0.0, 180.0);
    let near = view.near(from, 1_500.0, 100, &deadline).unwrap();
    assert!(!near.is_empty() && near.len() < 20);
    assert!(near.windows(2).all(|pair| pair[0].1 <= pair[1].1));
    let rows: Vec<_> = near.iter().map(|(row, _)| *row).collect();
    for (places, (_, km)) in view.places(&rows).unwrap().iter().zip(&near) {
        let Geometry::Point(point) = places[0].geometry else { panic!("a point was given") };
        assert_eq!(distance_km(from, point), *km);
    }
}
