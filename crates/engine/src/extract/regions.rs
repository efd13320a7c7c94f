//! Which places lie in which: what stands behind the comma of "Porto, Portugal" and of "Salem, Ore.".
//!
//! Owns the short forms of regions, collected from everyday use. Where places lie is for [`crate::space`].

use super::known_names;
use crate::space::{GazetteerPlace, PlaceKind, place_key};

/// People from which on a place is taken for one without any word that says so. Chosen: smaller ones share their names with people.
const LARGE: u32 = 150_000;

/// Short forms of regions behind a comma, without their last dot, with the name in full. Sorted.
#[rustfmt::skip]
const SHORT: &[(&str, &str)] = &[
    ("ab", "alberta"), ("ak", "alaska"), ("al", "alabama"), ("ala", "alabama"), ("ar", "arkansas"), ("ariz", "arizona"), ("ark", "arkansas"),
    ("az", "arizona"), ("b.c", "british columbia"), ("bc", "british columbia"), ("ca", "california"), ("calif", "california"),
    ("co", "colorado"), ("colo", "colorado"), ("conn", "connecticut"), ("ct", "connecticut"), ("d.c", "district of columbia"),
    ("dc", "district of columbia"), ("de", "delaware"), ("del", "delaware"), ("fl", "florida"), ("fla", "florida"), ("ga", "georgia"),
    ("hi", "hawaii"), ("ia", "iowa"), ("id", "idaho"), ("il", "illinois"), ("ill", "illinois"), ("in", "indiana"), ("ind", "indiana"),
    ("kan", "kansas"), ("kans", "kansas"), ("ks", "kansas"), ("ky", "kentucky"), ("la", "louisiana"), ("ma", "massachusetts"),
    ("mass", "massachusetts"), ("mb", "manitoba"), ("md", "maryland"), ("me", "maine"), ("mi", "michigan"), ("mich", "michigan"),
    ("minn", "minnesota"), ("miss", "mississippi"), ("mn", "minnesota"), ("mo", "missouri"), ("mont", "montana"), ("ms", "mississippi"),
    ("mt", "montana"), ("n.c", "north carolina"), ("n.d", "north dakota"), ("n.h", "new hampshire"), ("n.j", "new jersey"),
    ("n.m", "new mexico"), ("n.s", "nova scotia"), ("n.y", "new york"), ("nc", "north carolina"), ("nd", "north dakota"),
    ("ne", "nebraska"), ("neb", "nebraska"), ("nev", "nevada"), ("nh", "new hampshire"), ("nj", "new jersey"), ("nm", "new mexico"),
    ("ns", "nova scotia"), ("nsw", "new south wales"), ("nv", "nevada"), ("ny", "new york"), ("oh", "ohio"), ("ok", "oklahoma"),
    ("okla", "oklahoma"), ("on", "ontario"), ("ont", "ontario"), ("or", "oregon"), ("ore", "oregon"), ("pa", "pennsylvania"),
    ("qc", "quebec"), ("qld", "queensland"), ("que", "quebec"), ("r.i", "rhode island"), ("ri", "rhode island"),
    ("s.c", "south carolina"), ("s.d", "south dakota"), ("sc", "south carolina"), ("sd", "south dakota"), ("tenn", "tennessee"),
    ("tex", "texas"), ("tn", "tennessee"), ("tx", "texas"), ("ut", "utah"), ("va", "virginia"), ("vic", "victoria"), ("vt", "vermont"),
    ("w.va", "west virginia"), ("wa", "washington"), ("wash", "washington"), ("wi", "wisconsin"), ("wis", "wisconsin"),
    ("wv", "west virginia"), ("wy", "wyoming"), ("wyo", "wyoming"),
];

fn in_full(word: &str) -> Option<&'static str> {
    SHORT.binary_search_by(|entry| entry.0.cmp(word.trim_end_matches('.'))).ok().map(|at| SHORT[at].1)
}

/// Whether a name in lower case is a country or a region, or short for one.
pub(super) fn is_region(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    known_names::is_region(name) || in_full(name).is_some()
}

/// Whether the table of places has a name. Cost: a binary search.
pub(super) fn is_place(name: &str) -> bool {
    GazetteerPlace::by_key(&place_key(name)).iter().any(|(_, is_alternative)| !is_alternative)
}

/// Whether a name is that of a large place.
pub(super) fn is_large(name: &str) -> bool {
    let found = GazetteerPlace::by_key(&place_key(name));
    found.iter().any(|(place, is_alternative)| !is_alternative && place.population() >= LARGE)
}

/// Whether a place of one name lies in a region of the other.
pub(super) fn is_in(name: &str, region: &str) -> bool {
    let region = in_full(region).unwrap_or(region);
    let areas = GazetteerPlace::by_key(&place_key(region));
    let areas: Vec<GazetteerPlace> =
        areas.into_iter().map(|found| found.0).filter(|place| place.kind() != PlaceKind::City).collect();
    GazetteerPlace::by_key(&place_key(name))
        .into_iter()
        .any(|(place, _)| areas.iter().any(|area| place != *area && place.is_in(*area)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(SHORT.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn places_lie_in_regions() {
        assert!(is_in("Salem", "ore") && is_in("Porto", "portugal") && is_in("Albany", "n.y."));
        assert!(!is_in("Porto", "spain") && !is_in("Zorblax", "ohio"));
        assert!(is_region("ohio") && is_region("conn.") && !is_region("porto"));
        assert!(is_large("Hamburg") && !is_large("Zorblax"));
    }
}
