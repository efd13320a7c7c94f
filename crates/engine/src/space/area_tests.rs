//! Containment: rules one by one, and against a naive reference.

use proptest::prelude::*;

use super::*;
use crate::space::unit;

fn at(lat: f64, lon: f64) -> LatLon {
    LatLon::new(lat, lon).unwrap()
}

/// A polygon of rings of longitude and latitude, as GeoJSON has them.
fn polygon(rings: &[&[(f64, f64)]]) -> Geometry {
    let ring = |ring: &&[(f64, f64)]| ring.iter().map(|(lon, lat)| at(*lat, *lon)).collect();
    Geometry::Polygon(Polygon::new(rings.iter().map(ring).collect()).unwrap())
}

#[test]
fn edges_and_corners_are_inside_and_holes_are_not() {
    let outer = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)];
    let hole = [(4.0, 4.0), (6.0, 4.0), (6.0, 6.0), (4.0, 6.0), (4.0, 4.0)];
    let area = Area::of(&polygon(&[&outer, &hole]));
    for (lat, lon) in [(0.0, 0.0), (0.0, 5.0), (10.0, 10.0), (3.0, 3.0), (4.0, 5.0), (6.0, 6.0)] {
        assert!(area.contains(at(lat, lon)), "{lat} {lon}");
    }
    for (lat, lon) in [(5.0, 5.0), (-0.001, 5.0), (5.0, 10.001), (11.0, 11.0)] {
        assert!(!area.contains(at(lat, lon)), "{lat} {lon}");
    }
}

#[test]
fn shapes_cross_the_date_line_whichever_way_they_are_written() {
    let short = [(179.0, -1.0), (-179.0, -1.0), (-179.0, 1.0), (179.0, 1.0), (179.0, -1.0)];
    let bounds = Geometry::Bounds(Bounds::new(-1.0, 179.0, 1.0, -179.0).unwrap());
    for shape in [polygon(&[&short]), bounds] {
        let area = Area::of(&shape);
        for lon in [179.0, 179.5, 180.0, -180.0, -179.5, -179.0] {
            assert!(area.contains(at(0.5, lon)), "{lon}");
        }
        for lon in [178.9, -178.9, 0.0] {
            assert!(!area.contains(at(0.5, lon)), "{lon}");
        }
    }
}

#[test]
fn a_ring_around_a_pole_encloses_it() {
    let arctic = [(0.0, 66.0), (90.0, 66.0), (180.0, 66.0), (-90.0, 66.0), (0.0, 66.0)];
    let area = Area::of(&polygon(&[&arctic]));
    assert!(area.contains(at(80.0, 33.0)) && area.contains(at(90.0, -7.0)) && area.contains(at(70.0, -150.0)));
    assert!(!area.contains(at(60.0, 33.0)) && !area.contains(at(-80.0, 33.0)));
    // As maps of the world draw it: down to the pole along the date line.
    let antarctica = [(-180.0, -90.0), (180.0, -90.0), (180.0, -65.0), (0.0, -70.0), (-180.0, -65.0), (-180.0, -90.0)];
    let area = Area::of(&polygon(&[&antarctica]));
    assert!(area.contains(at(-80.0, 33.0)) && area.contains(at(-75.0, 179.0)) && area.contains(at(-89.9, -120.0)));
    assert!(!area.contains(at(-60.0, 0.0)) && !area.contains(at(80.0, 0.0)));
}

#[test]
fn a_box_that_touches_a_pole_has_it() {
    let area = Area::of(&Geometry::Bounds(Bounds::new(80.0, 0.0, 90.0, 10.0).unwrap()));
    assert!(area.contains(at(90.0, 77.0)));
    assert!(!area.contains(at(89.9, 77.0)));
}

#[test]
fn a_shape_lies_in_another_when_its_corners_do() {
    let area = Area::of(&Geometry::Bounds(Bounds::new(0.0, 0.0, 10.0, 10.0).unwrap()));
    assert!(area.holds(&Geometry::Bounds(Bounds::new(1.0, 1.0, 2.0, 2.0).unwrap())));
    assert!(!area.holds(&Geometry::Bounds(Bounds::new(1.0, 9.0, 2.0, 11.0).unwrap())));
}

/// The even-odd rule over all edges, without bands or date line.
fn naive(ring: &[(f64, f64)], lat: f64, lon: f64) -> bool {
    let mut inside = false;
    for edge in ring.windows(2) {
        let ((x1, y1), (x2, y2)) = (edge[0], edge[1]);
        if (y1 > lat) != (y2 > lat) && lon < x1 + (x2 - x1) * (lat - y1) / (y2 - y1) {
            inside = !inside;
        }
    }
    inside
}

proptest! {
    #[test]
    fn containment_equals_the_naive_rule(
        mut ring in prop::collection::vec((-80.0..80.0f64, -80.0..80.0f64), 3..60),
        points in prop::collection::vec((-85.0..85.0f64, -90.0..90.0f64), 20),
    ) {
        ring.push(ring[0]);
        let area = Area::of(&polygon(&[&ring]));
        for (lat, lon) in points {
            prop_assert_eq!(area.contains(at(lat, lon)), naive(&ring, lat, lon), "{} {}", lat, lon);
        }
    }

    #[test]
    fn a_shape_moved_over_the_date_line_holds_the_moved_points(
        mut ring in prop::collection::vec((-60.0..60.0f64, -60.0..60.0f64), 3..20),
        points in prop::collection::vec((-60.0..60.0f64, -80.0..80.0f64), 20),
    ) {
        ring.push(ring[0]);
        // Whole degrees of an eighth, so that moving them loses nothing.
        let eighth = |x: f64| (x * 8.0).round() / 8.0;
        let moved = |lon: f64| { let lon = eighth(lon) + 180.0; if lon > 180.0 { lon - 360.0 } else { lon } };
        let plain: Vec<(f64, f64)> = ring.iter().map(|(lon, lat)| (eighth(*lon), *lat)).collect();
        let over: Vec<(f64, f64)> = ring.iter().map(|(lon, lat)| (moved(*lon), *lat)).collect();
        let (plain, over) = (Area::of(&polygon(&[&plain])), Area::of(&polygon(&[&over])));
        for (lat, lon) in points {
            prop_assert_eq!(plain.contains(at(lat, eighth(lon))), over.contains(at(lat, moved(lon))), "{} {}", lat, lon);
        }
    }

    #[test]
    fn bounds_and_envelopes_hold_what_the_shape_holds(
        mut ring in prop::collection::vec((-180.0..180.0f64, -90.0..90.0f64), 3..12),
        lat in -90.0..90.0f64, lon in -180.0..180.0f64,
    ) {
        ring.push(ring[0]);
        let area = Area::of(&polygon(&[&ring]));
        let point = at(lat, lon);
        if area.contains(point) {
            prop_assert!(in_bounds(area.bounds(), point), "{:?}", area.bounds());
        }
        if in_bounds(area.bounds(), point) {
            let (low, high) = envelope(area.bounds());
            let own = unit(point);
            prop_assert!((0..3).all(|axis| low[axis] <= own[axis] && own[axis] <= high[axis]));
        }
    }
}
