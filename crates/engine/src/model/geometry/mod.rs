//! Where on Earth: points, boxes and polygons in degrees (WGS 84), checked when they are made.
//!
//! Owns the shapes, what is wrong with a bad one, and their GeoJSON (`geojson`). Must not know: distances, names of places.

mod geojson;

use serde::{Deserialize, Serialize};

use super::Span;
use crate::limits;

/// A shape is wrong. Says what and how to mend it; holds nothing of what was given but numbers.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GeometryError {
    /// A latitude is not finite or out of range.
    #[error("latitude {0} is not in -90 to 90; GeoJSON and WKT put the longitude first")]
    Latitude(f64),
    /// A longitude is not finite or out of range.
    #[error("longitude {0} is not in -180 to 180")]
    Longitude(f64),
    /// A box ends south of where it begins.
    #[error("the south {south} of the box lies north of its north {north}")]
    UpsideDown {
        /// Its south.
        south: f64,
        /// Its north.
        north: f64,
    },
    /// A ring has too few positions.
    #[error("a ring has {0} positions; it needs at least 4, the last of them the first again")]
    ShortRing(usize),
    /// A ring does not end where it begins.
    #[error("a ring does not end at the position where it begins; repeat the first position at its end")]
    OpenRing,
    /// A polygon or a list of polygons has nothing in it.
    #[error("a polygon without a ring covers nothing; leave it out instead")]
    Empty,
    /// A ring goes around a pole and has no inside that everybody would agree on.
    #[error("a hole goes around a pole; cut it at the date line instead")]
    PolarHole,
    /// There are too many positions.
    #[error("at most {} positions are allowed; simplify the shape", limits::GEOMETRY_VERTICES_MAX)]
    TooManyVertices,
    /// It is no GeoJSON that is understood here.
    #[error("no such location: {0}")]
    GeoJson(&'static str),
    /// It is no WKT that is understood here.
    #[error("WKT, byte {at}: {reason}")]
    Wkt {
        /// Where, in bytes.
        at: usize,
        /// What was expected.
        reason: &'static str,
    },
    /// More or fewer nearest than are given.
    #[error("the {count} nearest: 1 to {} are allowed", limits::NEAREST_MAX)]
    Count {
        /// What was given.
        count: usize,
    },
    /// A radius is no distance.
    #[error("radius {km} km is not in 0 to {}", limits::RADIUS_KM_MAX)]
    Radius {
        /// What was given.
        km: f64,
    },
}

/// A point on Earth. Latitude -90 to 90, longitude -180 to 180 degrees; both finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatLon {
    lat: f64,
    lon: f64,
}

impl LatLon {
    /// The point of that latitude and longitude, in degrees.
    ///
    /// # Errors
    /// [`GeometryError::Latitude`] or [`GeometryError::Longitude`] for what lies outside, NaN included.
    pub fn new(lat: f64, lon: f64) -> Result<Self, GeometryError> {
        if !(-90.0..=90.0).contains(&lat) {
            return Err(GeometryError::Latitude(lat));
        }
        if !(-180.0..=180.0).contains(&lon) {
            return Err(GeometryError::Longitude(lon));
        }
        // Minus zero would print as another number.
        Ok(Self { lat: lat + 0.0, lon: lon + 0.0 })
    }

    /// Degrees north.
    pub fn lat(self) -> f64 {
        self.lat
    }

    /// Degrees east.
    pub fn lon(self) -> f64 {
        self.lon
    }
}

/// A box between two parallels and two meridians. One whose west lies east of its east crosses the date line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    south: f64,
    west: f64,
    north: f64,
    east: f64,
}

impl Bounds {
    /// The box of those sides, in degrees. `west > east` crosses the date line; -180 to 180 is all the way around.
    ///
    /// # Errors
    /// [`GeometryError`] for sides out of range, or a south north of the north.
    pub fn new(south: f64, west: f64, north: f64, east: f64) -> Result<Self, GeometryError> {
        let (low, high) = (LatLon::new(south, west)?, LatLon::new(north, east)?);
        if south > north {
            return Err(GeometryError::UpsideDown { south, north });
        }
        Ok(Self { south: low.lat, west: low.lon, north: high.lat, east: high.lon })
    }

    /// Its southern parallel.
    pub fn south(self) -> f64 {
        self.south
    }

    /// The meridian it begins at, going east.
    pub fn west(self) -> f64 {
        self.west
    }

    /// Its northern parallel.
    pub fn north(self) -> f64 {
        self.north
    }

    /// The meridian it ends at.
    pub fn east(self) -> f64 {
        self.east
    }

    /// Degrees from west to east, 0 to 360.
    pub fn width(self) -> f64 {
        if self.west > self.east { self.east - self.west + 360.0 } else { self.east - self.west }
    }

    /// Its four corners: south-west, south-east, north-east, north-west.
    pub fn corners(self) -> [LatLon; 4] {
        let Self { south, west, north, east } = self;
        [(south, west), (south, east), (north, east), (north, west)].map(|(lat, lon)| LatLon { lat, lon })
    }
}

/// A ring around an area, and rings around holes in it. Every ring ends at the position where it begins.
///
/// Edges are straight in longitude and latitude, as GeoJSON has it. An edge that spans more than half of the parallel, but
/// not all of it, goes the short way, over the date line. A ring that goes around a pole encloses the pole it is nearer to.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    rings: Vec<Vec<LatLon>>,
}

impl Polygon {
    /// The polygon of those rings, the outer one first.
    ///
    /// # Errors
    /// [`GeometryError`] for no ring, a ring that is short or open, a hole around a pole, too many positions.
    pub fn new(rings: Vec<Vec<LatLon>>) -> Result<Self, GeometryError> {
        if rings.is_empty() {
            return Err(GeometryError::Empty);
        }
        if rings.iter().map(Vec::len).sum::<usize>() > limits::GEOMETRY_VERTICES_MAX {
            return Err(GeometryError::TooManyVertices);
        }
        for (number, ring) in rings.iter().enumerate() {
            if ring.len() < 4 {
                return Err(GeometryError::ShortRing(ring.len()));
            }
            if ring.first() != ring.last() {
                return Err(GeometryError::OpenRing);
            }
            if number > 0 && turns(ring) != 0 {
                return Err(GeometryError::PolarHole);
            }
        }
        Ok(Self { rings })
    }

    /// Its rings, the outer one first.
    pub fn rings(&self) -> &[Vec<LatLon>] {
        &self.rings
    }
}

/// Degrees east from one longitude to the next along an edge: the short way, but all around when told so.
pub(crate) fn step(from: f64, to: f64) -> f64 {
    let plain = to - from;
    match plain.abs() {
        wide if wide > 180.0 && wide < 360.0 => plain - 360.0 * plain.signum(),
        _ => plain,
    }
}

/// How often a closed ring goes around the Earth's axis, eastward positive.
pub(crate) fn turns(ring: &[LatLon]) -> i32 {
    let total: f64 = ring.windows(2).map(|edge| step(edge[0].lon, edge[1].lon)).sum();
    (total / 360.0).round() as i32
}

/// A shape on Earth.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// A point.
    Point(LatLon),
    /// A box.
    Bounds(Bounds),
    /// A polygon.
    Polygon(Polygon),
    /// Several polygons that are one shape.
    MultiPolygon(Vec<Polygon>),
}

impl Geometry {
    /// Several polygons as one shape; one alone stays a polygon.
    ///
    /// # Errors
    /// [`GeometryError::Empty`] for none, [`GeometryError::TooManyVertices`].
    pub fn polygons(mut polygons: Vec<Polygon>) -> Result<Self, GeometryError> {
        let vertices: usize = polygons.iter().flat_map(|polygon| polygon.rings.iter().map(Vec::len)).sum();
        if vertices > limits::GEOMETRY_VERTICES_MAX {
            return Err(GeometryError::TooManyVertices);
        }
        match polygons.len() {
            0 => Err(GeometryError::Empty),
            1 => Ok(Self::Polygon(polygons.remove(0))),
            _ => Ok(Self::MultiPolygon(polygons)),
        }
    }
}

/// Who says where a memory belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LocationSource {
    /// The caller.
    Stated,
    /// A name in the text, resolved by the gazetteer.
    Inferred,
}

/// Where a memory was taken or what place it is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// The shape.
    pub geometry: Geometry,
    /// It lies somewhere within this distance of the shape, in kilometres; 0 for the shape itself.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub radius_km: f32,
    /// The place's name, where one is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who says so.
    pub source: LocationSource,
    /// How sure that is, in `(0, 1]`.
    pub confidence: f32,
    /// Where the name stands in the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(value: &f32) -> bool {
    *value == 0.0
}

impl Location {
    /// A shape that the caller gives.
    pub fn stated(geometry: Geometry) -> Self {
        Self { geometry, radius_km: 0.0, name: None, source: LocationSource::Stated, confidence: 1.0, span: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(positions: &[(f64, f64)]) -> Vec<LatLon> {
        positions.iter().map(|(lon, lat)| LatLon::new(*lat, *lon).unwrap()).collect()
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        assert!(matches!(LatLon::new(91.0, 0.0), Err(GeometryError::Latitude(_))));
        assert!(matches!(LatLon::new(f64::NAN, 0.0), Err(GeometryError::Latitude(_))));
        assert!(matches!(LatLon::new(0.0, f64::INFINITY), Err(GeometryError::Longitude(_))));
        assert!(matches!(LatLon::new(0.0, 180.01), Err(GeometryError::Longitude(_))));
        assert!(matches!(Bounds::new(2.0, 0.0, 1.0, 1.0), Err(GeometryError::UpsideDown { .. })));
        assert!(Bounds::new(-90.0, 170.0, 90.0, -170.0).is_ok());
    }

    #[test]
    fn rings_are_checked() {
        assert_eq!(Polygon::new(Vec::new()), Err(GeometryError::Empty));
        assert_eq!(Polygon::new(vec![ring(&[(0.0, 0.0), (0.0, 0.0)])]), Err(GeometryError::ShortRing(2)));
        assert_eq!(
            Polygon::new(vec![ring(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])]),
            Err(GeometryError::OpenRing)
        );
        let endless = vec![LatLon::new(0.0, 0.0).unwrap(); 1_000_000];
        assert_eq!(Polygon::new(vec![endless]), Err(GeometryError::TooManyVertices));
        let around = ring(&[(0.0, 80.0), (120.0, 80.0), (-120.0, 80.0), (0.0, 80.0)]);
        assert_eq!(turns(&around), 1);
        let outer = ring(&[(0.0, 60.0), (120.0, 60.0), (-120.0, 60.0), (0.0, 60.0)]);
        assert_eq!(Polygon::new(vec![outer, around]), Err(GeometryError::PolarHole));
    }

    #[test]
    fn a_box_may_cross_the_date_line() {
        assert_eq!(Bounds::new(0.0, 170.0, 1.0, -170.0).unwrap().width(), 20.0);
        assert_eq!(Bounds::new(0.0, -180.0, 1.0, 180.0).unwrap().width(), 360.0);
    }
}
