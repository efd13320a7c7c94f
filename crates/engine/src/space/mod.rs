//! Where on Earth: measuring shapes, reading and writing them, and the places that texts and questions name.
//!
//! Owns geometry, well-known text, the bundled gazetteer, and the reading of place names. Must not know: rows, stores, ranks.

mod area;
mod asked;
mod candidates;
mod gazetteer;
mod key;
mod measure;
mod names;
mod side;
mod told;
mod wkt;
mod words;

pub use area::{Area, envelope};
pub use asked::{AskedPlace, asked_places};
pub use gazetteer::{GazetteerPlace, PlaceKind, cell};
pub use key::place_key;
pub use measure::{EARTH_RADIUS_KM, chord, distance_km, distance_to_km, unit};
pub use names::{NamedPlace, Nearness, named_places};
pub use side::{Part, Side};
pub use told::told_places;
pub use wkt::{parse_wkt, to_wkt};

use serde_json::Value;

use crate::model::{Geometry, GeometryError, LatLon};

/// Reads a shape in any form in which callers give one: GeoJSON, WKT as a text, or an object of `lat` and `lon` (or `lng`).
///
/// # Errors
/// [`GeometryError`]; never panics.
pub fn read(value: &Value) -> Result<Geometry, GeometryError> {
    if let Some(text) = value.as_str() {
        return parse_wkt(text);
    }
    if value.get("lat").is_some() { read_point(value).map(Geometry::Point) } else { Geometry::from_geojson(value) }
}

/// Reads an object of `lat` and `lon` (or `lng`), in degrees.
///
/// # Errors
/// [`GeometryError`] for a number that is missing or out of range.
pub fn read_point(value: &Value) -> Result<LatLon, GeometryError> {
    let number = |name: &str| value.get(name).and_then(Value::as_f64);
    match (number("lat"), number("lon").or_else(|| number("lng"))) {
        (Some(lat), Some(lon)) => LatLon::new(lat, lon),
        _ => Err(GeometryError::GeoJson("a point has the numbers lat and lon")),
    }
}

/// Where the equator meets the prime meridian.
fn nowhere() -> LatLon {
    LatLon::new(0.0, 0.0).expect("zero is in range")
}
