//! Distances on a sphere of the Earth's mean radius.
//!
//! Owns the haversine and the distance from a point to a shape. Must not know: names, text, rows.

use crate::model::{Bounds, Geometry, LatLon, Polygon, longitude_step};

use super::area::Area;

/// Mean radius of the Earth in kilometres: (2a + b) / 3 of WGS 84, as the IUGG has it.
pub const EARTH_RADIUS_KM: f64 = 6371.0088;
/// An edge is measured in pieces this short, in degrees: between its ends it is straight in longitude and latitude, and the
/// great circle through the ends of so short a piece strays from that by less than 10 m.
const PIECE_DEGREES: f64 = 0.25;
/// Pieces of all edges of one ring together: what bounds the cost of a shape that is made to be slow.
const PIECES_MAX: usize = 4_000;

/// Great-circle distance in kilometres by the haversine; symmetric, 0 for the same point, at most half a turn.
pub fn distance_km(a: LatLon, b: LatLon) -> f64 {
    let (lat_a, lat_b) = (a.lat().to_radians(), b.lat().to_radians());
    let sin_lat = ((lat_b - lat_a) / 2.0).sin();
    let sin_lon = ((b.lon() - a.lon()).to_radians() / 2.0).sin();
    let h = sin_lat * sin_lat + lat_a.cos() * lat_b.cos() * sin_lon * sin_lon;
    2.0 * EARTH_RADIUS_KM * h.clamp(0.0, 1.0).sqrt().asin()
}

/// Distance in kilometres from a point to the nearest point of a shape; 0 inside it and on its edge.
///
/// Cost: O(positions).
pub fn distance_to_km(shape: &Geometry, point: LatLon) -> f64 {
    match shape {
        Geometry::Point(other) => distance_km(*other, point),
        Geometry::Bounds(bounds) => to_bounds_km(*bounds, point),
        Geometry::Polygon(polygon) => to_polygons_km(shape, std::slice::from_ref(polygon), point),
        Geometry::MultiPolygon(polygons) => to_polygons_km(shape, polygons, point),
    }
}

fn to_polygons_km(shape: &Geometry, polygons: &[Polygon], point: LatLon) -> f64 {
    if Area::of(shape).contains(point) {
        return 0.0;
    }
    let rings = polygons.iter().flat_map(Polygon::rings);
    rings.map(|ring| to_ring_km(ring, point)).fold(f64::INFINITY, f64::min)
}

/// The nearest point of a box lies due north or south, or on one of its two meridians: along a parallel the distance grows
/// with the difference of longitudes, so that its nearest point is a corner.
fn to_bounds_km(bounds: Bounds, point: LatLon) -> f64 {
    if super::area::has_longitude(bounds, point.lon()) {
        let beyond = (point.lat() - bounds.north()).max(bounds.south() - point.lat()).max(0.0);
        return EARTH_RADIUS_KM * beyond.to_radians();
    }
    let [south_west, south_east, north_east, north_west] = bounds.corners().map(unit);
    let own = unit(point);
    let nearest = to_arc(own, south_west, north_west).min(to_arc(own, south_east, north_east));
    EARTH_RADIUS_KM * nearest
}

fn to_ring_km(ring: &[LatLon], point: LatLon) -> f64 {
    let own = unit(point);
    let pieces_max = (PIECES_MAX / ring.len().max(1)).max(1);
    let mut nearest = f64::INFINITY;
    for edge in ring.windows(2) {
        let (from, to) = (edge[0], edge[1]);
        let (lat_step, lon_step) = (to.lat() - from.lat(), longitude_step(from.lon(), to.lon()));
        let longest = lat_step.abs().max(lon_step.abs());
        let pieces = ((longest / PIECE_DEGREES).ceil() as usize).clamp(1, pieces_max);
        let at = |piece: usize| {
            let share = piece as f64 / pieces as f64;
            unit_of(from.lat() + share * lat_step, from.lon() + share * lon_step)
        };
        let mut begin = at(0);
        for piece in 1..=pieces {
            let end = at(piece);
            nearest = nearest.min(to_arc(own, begin, end));
            begin = end;
        }
    }
    EARTH_RADIUS_KM * nearest
}

/// A point as a vector of length 1 from the centre of the Earth.
pub fn unit(point: LatLon) -> [f64; 3] {
    unit_of(point.lat(), point.lon())
}

fn unit_of(lat: f64, lon: f64) -> [f64; 3] {
    let ((sin_lat, cos_lat), (sin_lon, cos_lon)) = (lat.to_radians().sin_cos(), lon.to_radians().sin_cos());
    [cos_lat * cos_lon, cos_lat * sin_lon, sin_lat]
}

/// Length of the straight line, on a sphere of radius 1, between points that far apart on its surface.
pub fn chord(km: f64) -> f64 {
    2.0 * (km / EARTH_RADIUS_KM / 2.0).min(core::f64::consts::FRAC_PI_2).sin()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Angle between two vectors of length 1, exact for small ones too.
fn angle(a: [f64; 3], b: [f64; 3]) -> f64 {
    let normal = cross(a, b);
    dot(normal, normal).sqrt().atan2(dot(a, b))
}

/// Angle from a point to the nearest point of the great-circle arc between two others.
fn to_arc(point: [f64; 3], from: [f64; 3], to: [f64; 3]) -> f64 {
    let normal = cross(from, to);
    let length = dot(normal, normal).sqrt();
    let ends = angle(point, from).min(angle(point, to));
    if length < 1e-15 {
        return ends;
    }
    let beside = dot(cross(normal, from), point) >= 0.0 && dot(cross(to, normal), point) >= 0.0;
    if beside { (dot(normal, point).abs() / length).min(1.0).asin() } else { ends }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(lat: f64, lon: f64) -> LatLon {
        LatLon::new(lat, lon).unwrap()
    }

    fn near(found: f64, expected: f64, slack: f64) {
        assert!((found - expected).abs() <= slack, "{found} is not {expected}");
    }

    #[test]
    fn known_distances() {
        near(distance_km(at(0.0, 0.0), at(0.0, 1.0)), 111.195, 0.001);
        near(distance_km(at(52.52, 13.405), at(48.8566, 2.3522)), 877.46, 0.5);
        near(distance_km(at(0.0, 179.5), at(0.0, -179.5)), 111.195, 0.001);
        near(distance_km(at(89.0, 0.0), at(89.0, 180.0)), 222.39, 0.01);
        near(distance_km(at(90.0, 12.0), at(90.0, -77.0)), 0.0, 1e-9);
        near(distance_km(at(0.0, 0.0), at(0.0, 180.0)), 20_015.1, 0.1);
    }

    #[test]
    fn a_box_is_measured_to_its_nearest_side() {
        let bounds = Geometry::Bounds(Bounds::new(10.0, 170.0, 20.0, -170.0).unwrap());
        near(distance_to_km(&bounds, at(15.0, 180.0)), 0.0, 0.0);
        near(distance_to_km(&bounds, at(21.0, 175.0)), 111.195, 0.001);
        near(distance_to_km(&bounds, at(0.0, 175.0)), 1111.95, 0.01);
        near(distance_to_km(&bounds, at(15.0, -169.0)), 107.4, 0.1);
    }

    #[test]
    fn a_polygon_is_measured_to_its_edge_and_into_its_holes() {
        let ring = |positions: &[(f64, f64)]| positions.iter().map(|(lat, lon)| at(*lat, *lon)).collect::<Vec<_>>();
        let outer = ring(&[(0.0, 0.0), (0.0, 10.0), (10.0, 10.0), (10.0, 0.0), (0.0, 0.0)]);
        let hole = ring(&[(4.0, 4.0), (4.0, 6.0), (6.0, 6.0), (6.0, 4.0), (4.0, 4.0)]);
        let shape = Geometry::Polygon(Polygon::new(vec![outer, hole]).unwrap());
        near(distance_to_km(&shape, at(2.0, 2.0)), 0.0, 0.0);
        near(distance_to_km(&shape, at(0.0, 11.0)), 111.195, 0.001);
        near(distance_to_km(&shape, at(5.0, 5.0)), 110.8, 0.3);
    }

    fn point() -> impl Strategy<Value = LatLon> {
        (-90.0..=90.0, -180.0..=180.0).prop_map(|(lat, lon)| at(lat, lon))
    }

    proptest! {
        #[test]
        fn distance_is_a_metric(a in point(), b in point(), c in point()) {
            prop_assert!((distance_km(a, b) - distance_km(b, a)).abs() < 1e-9);
            prop_assert!(distance_km(a, c) <= distance_km(a, b) + distance_km(b, c) + 1e-6);
            prop_assert!((0.0..=20_016.0).contains(&distance_km(a, b)));
        }

        #[test]
        fn chords_keep_the_order_of_distances(a in point(), b in point()) {
            let (u, v) = (unit(a), unit(b));
            let straight = (0..3).map(|axis| (u[axis] - v[axis]).powi(2)).sum::<f64>().sqrt();
            prop_assert!((chord(distance_km(a, b)) - straight).abs() < 1e-7);
        }

        #[test]
        fn the_box_is_as_near_as_its_nearest_grid_point(
            south in -90.0..89.0f64, height in 0.0..60.0f64, west in -180.0..180.0f64, width in 0.0..300.0f64, from in point(),
        ) {
            let north = (south + height).min(90.0);
            let east = if west + width > 180.0 { west + width - 360.0 } else { west + width };
            let bounds = Bounds::new(south, west, north, east).unwrap();
            let mut nearest = f64::INFINITY;
            for row in 0..=60 {
                for column in 0..=60 {
                    let lat = south + (north - south) * f64::from(row) / 60.0;
                    let lon = west + bounds.width() * f64::from(column) / 60.0;
                    let lon = if lon > 180.0 { lon - 360.0 } else { lon };
                    nearest = nearest.min(distance_km(from, at(lat.clamp(-90.0, 90.0), lon.clamp(-180.0, 180.0))));
                }
            }
            let exact = distance_to_km(&Geometry::Bounds(bounds), from);
            prop_assert!(exact <= nearest + 1e-6, "{exact} {nearest}");
            prop_assert!(exact >= nearest - 600.0, "{exact} {nearest}");
        }
    }
}
