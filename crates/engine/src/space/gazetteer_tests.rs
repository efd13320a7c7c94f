//! The bundled table: whole, sorted, and right about places that everybody knows.

use super::*;
use crate::space::place_key;

fn best(name: &str) -> GazetteerPlace {
    let found = GazetteerPlace::by_key(&place_key(name));
    let main = found.iter().filter(|(_, alternative)| !alternative).map(|(place, _)| *place);
    main.chain(found.iter().map(|(place, _)| *place)).next().unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn every_place_is_found_by_its_name_and_well_formed() {
    let mut kinds = [0; 3];
    for place in GazetteerPlace::all() {
        kinds[place.kind() as usize] += 1;
        let found = GazetteerPlace::by_key(&place_key(place.name()));
        assert!(found.iter().any(|(other, _)| *other == place), "{place:?}");
        assert!(!place.name().is_empty() && place.country().kind() == PlaceKind::Country, "{place:?}");
        assert!(place.region().is_none_or(|region| region.country() == place.country()), "{place:?}");
        assert_eq!(place.bounds().is_some(), place.kind() != PlaceKind::City, "{place:?}");
        assert!(place.radius_km() > 0.0, "{place:?}");
    }
    assert!(kinds[0] > 30_000 && kinds[1] > 2_000 && kinds[2] > 200, "{kinds:?}");
}

#[test]
fn keys_that_are_not_there_are_not_found() {
    for key in ["", " ", "\u{10ffff}", "0", "zzzzzzzz", "parisx", "par", "new", "\u{1}"] {
        let found = GazetteerPlace::by_key(key);
        assert!(found.iter().all(|(place, _)| !place.name().is_empty()), "{key}: {found:?}");
    }
    assert!(GazetteerPlace::by_key("parisx").is_empty());
    assert!(GazetteerPlace::begun("san").is_some());
    assert!(GazetteerPlace::begun("san francisco").is_some_and(|found| !found.is_empty()));
    assert!(GazetteerPlace::begun("xqzt").is_none());
}

#[test]
fn known_places_are_where_they_are() {
    for (name, kind, country, lat, lon) in [
        ("Lisbon", PlaceKind::City, "PT", 38.7, -9.1),
        ("München", PlaceKind::City, "DE", 48.1, 11.6),
        ("Munich", PlaceKind::City, "DE", 48.1, 11.6),
        ("New York", PlaceKind::City, "US", 40.7, -74.0),
        ("São Paulo", PlaceKind::City, "BR", -23.5, -46.6),
        ("東京", PlaceKind::City, "JP", 35.7, 139.7),
        ("Москва", PlaceKind::City, "RU", 55.8, 37.6),
        ("Bavaria", PlaceKind::Region, "DE", 49.0, 11.5),
        ("California", PlaceKind::Region, "US", 36.0, -119.0),
        ("Japan", PlaceKind::Country, "JP", 36.0, 137.0),
        ("USA", PlaceKind::Country, "US", 38.0, -90.0),
        ("Fiji", PlaceKind::Country, "FJ", -18.0, 178.0),
    ] {
        let place = best(name);
        assert_eq!((place.kind(), place.country_code()), (kind, country), "{name}");
        let expected = LatLon::new(lat, lon).unwrap();
        let far = if kind == PlaceKind::City { 30.0 } else { 900.0 };
        assert!(distance_km(place.point(), expected) < far, "{name}: {:?}", place.point());
    }
    assert_eq!(best("Lisbon").time_zone(), Some("Europe/Lisbon"));
    assert_eq!(GazetteerPlace::by_code("IL", Some(best("USA"))).map(GazetteerPlace::name), Some("Illinois"));
    assert_eq!(GazetteerPlace::by_code("FR", None).map(GazetteerPlace::name), Some("France"));
}

#[test]
fn the_nearest_city_is_the_nearest_of_all() {
    let cities: Vec<GazetteerPlace> = GazetteerPlace::all().filter(|place| place.kind() == PlaceKind::City).collect();
    for (lat, lon) in [
        (48.8, 2.3),
        (0.0, 0.0),
        (-18.1, 179.9),
        (-18.1, -179.9),
        (65.0, -179.5),
        (78.2, 15.6),
        (-54.8, -68.3),
        (40.0, -100.0),
        (89.0, 10.0),
        (-33.9, 151.2),
        (21.3, -157.8),
        (61.2, -149.9),
    ] {
        let point = LatLon::new(lat, lon).unwrap();
        let naive = cities
            .iter()
            .map(|place| (distance_km(place.point(), point), *place))
            .filter(|(km, _)| *km <= NEAREST_KM_MAX)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        assert_eq!(GazetteerPlace::nearest_city(point), naive.map(|(_, place)| place), "{lat} {lon}");
    }
}
