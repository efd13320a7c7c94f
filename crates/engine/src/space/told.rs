//! Places that a text tells of with high confidence, as they are kept with a memory.

use super::gazetteer::{GazetteerPlace, PlaceKind};
use super::names::{is_in_area, named_places};
use crate::limits;
use crate::model::{Geometry, Location, LocationSource};

/// Least confidence, sureness times likelihood, of a place that is kept. Chosen: a known city behind "in" or "to", a larger
/// namesake five times the size of all others.
const CONFIDENCE_MIN: f32 = 0.6;

/// Places that a text tells of, in order of appearance, each once: at most [`limits::PLACES_MAX`], the surest.
///
/// A region or country is left out beside a place in it, which says more. Pure; cost as [`named_places`].
pub fn told_places(text: &str, is_person: &dyn Fn(&str) -> bool) -> Vec<Location> {
    let mut told: Vec<(GazetteerPlace, Location)> = Vec::new();
    for named in named_places(text, is_person) {
        let Some((place, share)) = named.candidates.first().copied() else { continue };
        let confidence = named.sureness * share;
        if confidence < CONFIDENCE_MIN {
            continue;
        }
        let radius_km = if place.kind() == PlaceKind::City { 0.0 } else { place.radius_km() as f32 };
        let location = Location {
            geometry: Geometry::Point(place.point()),
            radius_km,
            name: Some(place.name().to_owned()),
            source: LocationSource::Inferred,
            confidence,
            span: Some(named.span),
        };
        match told.iter_mut().find(|(known, _)| *known == place) {
            Some((_, known)) if known.confidence >= confidence => {}
            Some((_, known)) => *known = location,
            None => told.push((place, location)),
        }
    }
    let places: Vec<GazetteerPlace> = told.iter().map(|(place, _)| *place).collect();
    told.retain(|(place, _)| !places.iter().any(|other| is_in_area(*other, *place)));
    let mut told: Vec<Location> = told.into_iter().map(|(_, location)| location).collect();
    told.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    told.truncate(limits::PLACES_MAX);
    told.sort_by_key(|location| location.span.map(|span| span.start));
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        told_places(text, &|_| false).into_iter().filter_map(|location| location.name).collect()
    }

    #[test]
    fn the_surest_places_are_kept_once_in_order() {
        assert_eq!(told("We left Lisbon for Porto, and came back to Lisbon."), ["Lisbon", "Porto"]);
        assert_eq!(told("She grew up in Kyoto, Japan."), ["Kyoto"]);
        assert_eq!(told("They live in Japan."), ["Japan"]);
        assert_eq!(told("Paris asked Florence about Austin."), Vec::<String>::new());
        let many =
            "We went to Lisbon, to Madrid, to Rome, to Vienna, to Prague, to Berlin, to Oslo, to Athens, to Dublin.";
        assert_eq!(told(many).len(), limits::PLACES_MAX);
    }

    #[test]
    fn regions_are_as_vague_as_they_are_large() {
        let locations = told_places("We hiked in Bavaria.", &|_| false);
        assert!((100.0..400.0).contains(&locations[0].radius_km), "{locations:?}");
        assert_eq!(locations[0].source, LocationSource::Inferred);
        assert_eq!(locations[0].span.map(|span| (span.start, span.end)), Some((12, 19)));
    }
}
