//! Places that a text tells of with high confidence, as they are kept with a memory.

use super::gazetteer::{GazetteerPlace, PlaceKind};
use super::names::{is_in_area, named_places};
use crate::limits;
use crate::model::{Geometry, Location, LocationSource, Span};

/// Least confidence, sureness times likelihood, of a place that is kept. Chosen: a small town as the subject of a sentence. What is
/// kept below [`limits::PLACE_SURE`] answers questions about what is near, and no filter.
const CONFIDENCE_MIN: f32 = 0.2;
/// Of a name that surely is a place's and whose likeliest place has less than this share, other places of that name are kept from
/// this confidence on, at most so many: which is meant may show only when a question asks for what is near one of them. Chosen.
const OTHERS_SURENESS_MIN: f32 = 0.4;
const OTHERS_BELOW: f32 = 0.9;
const OTHERS_MIN: f32 = 0.02;
const OTHERS_MAX: usize = 3;

/// Places that a text tells of, in order of appearance, each once: at most [`limits::PLACES_MAX`], the surest.
///
/// A region or country is left out beside a place in it, which says more. Pure; cost as [`named_places`].
pub fn told_places(text: &str, is_person: &dyn Fn(&str) -> bool) -> Vec<Location> {
    let mut told: Vec<(GazetteerPlace, Location)> = Vec::new();
    for named in named_places(text, is_person) {
        let Some((first, rest)) = named.candidates.split_first() else { continue };
        if named.sureness * first.1 < CONFIDENCE_MIN {
            continue;
        }
        let is_other = |(place, share): &&(GazetteerPlace, f32)| {
            named.sureness >= OTHERS_SURENESS_MIN
                && first.1 < OTHERS_BELOW
                && place.kind() == PlaceKind::City
                && named.sureness * share >= OTHERS_MIN
        };
        let kept = core::iter::once(first).chain(rest.iter().filter(is_other).take(OTHERS_MAX));
        for (place, share) in kept {
            keep(&mut told, *place, named.sureness * share, named.span);
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

fn keep(told: &mut Vec<(GazetteerPlace, Location)>, place: GazetteerPlace, confidence: f32, span: Span) {
    let radius_km = if place.kind() == PlaceKind::City { 0.0 } else { place.radius_km() as f32 };
    let location = Location {
        geometry: Geometry::Point(place.point()),
        radius_km,
        name: Some(place.name().to_owned()),
        source: LocationSource::Inferred,
        confidence,
        span: Some(span),
    };
    match told.iter_mut().find(|(known, _)| *known == place) {
        Some((_, known)) if known.confidence >= confidence => {}
        Some((_, known)) => *known = location,
        None => told.push((place, location)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let sure = |location: &Location| location.confidence >= limits::PLACE_SURE;
        told_places(text, &|_| false).into_iter().filter(sure).filter_map(|location| location.name).collect()
    }

    fn kept(text: &str) -> Vec<String> {
        told_places(text, &|_| false).into_iter().filter_map(|location| location.name).collect()
    }

    #[test]
    fn headings_subjects_and_small_towns_are_kept_with_less_weight() {
        for (text, town) in [
            ("Oldham: eleven people came, but they bought every record.", "Oldham"),
            ("Vienne, at the bridge: a cellar to get lost in.", "Vienne"),
            ("Pinneberg was a school hall, they gave us soup.", "Pinneberg"),
            ("The salt pans of Trapani by bike.", "Trapani"),
            ("In Mödling I always take the guest house with the grapes.", "Mödling"),
        ] {
            assert!(kept(text).iter().any(|name| name == town), "{text}: {:?}", kept(text));
        }
        let salem = told_places("A witch shop in Salem wants our record.", &|_| false);
        assert!(salem.len() > 1 && salem.windows(2).all(|pair| pair[0].confidence >= pair[1].confidence), "{salem:?}");
    }

    #[test]
    fn people_and_words_are_no_places() {
        for text in [
            "Sydney, are you coming?",
            "Paris Hilton: a portrait",
            "Split the bill, please.",
            "Charlotte: I'll bring the cake.",
            "Un, deux, trois.",
            "The sister of Austin called.",
        ] {
            assert!(told(text).is_empty(), "{text}: {:?}", told(text));
        }
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
