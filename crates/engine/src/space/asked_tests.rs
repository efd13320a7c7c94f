//! Questions about places.

use super::*;

fn here() -> Option<LatLon> {
    LatLon::new(59.91, 10.75).ok()
}

fn asked(question: &str) -> Vec<AskedPlace> {
    asked_places(question, here(), &|_| false)
}

fn names(question: &str) -> Vec<String> {
    asked(question).into_iter().map(|place| place.name).collect()
}

#[test]
fn questions_name_places() {
    assert_eq!(names("Where did we eat near Lisbon?"), ["Lisbon"]);
    assert_eq!(names("What did I eat?"), Vec::<String>::new());
    assert_eq!(names("Which pubs are around here?"), ["here"]);
    assert_eq!(names("any pharmacies near me"), ["here"]);
    assert_eq!(names("What is nearby?"), ["here"]);
    assert_eq!(names("Did you hear from us?"), Vec::<String>::new());
    assert!(asked_places("Which pubs are around here?", None, &|_| false).is_empty());
}

#[test]
fn distances_and_positions_are_read() {
    let within = |question: &str| asked(question).first().map(|place| (place.relation, place.point.lat().round()));
    assert_eq!(within("pubs within 5 km of here"), Some((Nearness::Within(5.0), 60.0)));
    assert_eq!(within("pubs within 5 miles"), Some((Nearness::Within(5.0 * 1.609_344), 60.0)));
    assert_eq!(within("within 250 km of 10.3668,103.6509"), Some((Nearness::Within(250.0), 10.0)));
    assert_eq!(within("what is near -29.1, 26.2?"), Some((Nearness::Near, -29.0)));
    assert_eq!(within("versions 1.5, 2.5 and 3.5"), None);
    assert_eq!(within("near 99.5, 2.5"), None);
}

#[test]
fn nearer_fits_better_and_reach_is_where_it_ends() {
    for question in ["near Oslo", "in Oslo", "What about Oslo?", "within 20 km of Oslo", "in Norway", "near here"] {
        let place = asked(question).into_iter().next().unwrap();
        let mut last = f32::INFINITY;
        for step in 0..200 {
            let fit = place.fit(place.reach_km() * f64::from(step) / 199.0);
            assert!(fit <= last && (0.0..=1.0).contains(&fit), "{question} {step}");
            last = fit;
        }
        assert!(place.fit(0.0) > 0.05, "{question}");
        assert_eq!(place.fit(place.reach_km() * 1.01), 0.0, "{question}");
    }
}

#[test]
fn a_mention_counts_less_than_a_place_asked_about() {
    let fit = |question: &str| asked(question)[0].fit(0.0);
    assert!(fit("What did Nora say of Oslo?") < 0.5 * fit("What did Nora do in Oslo?"));
    assert!(fit("What did Nora do in Oslo?") < fit("What did Nora do near Oslo?"));
    assert!(asked("Who is the French cook of Norway?").is_empty());
}
