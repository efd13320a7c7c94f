//! Against brute force over every row.

use proptest::prelude::*;

use super::*;
use crate::model::{Bounds, Polygon};

fn at(lat: f64, lon: f64) -> LatLon {
    LatLon::new(lat, lon).unwrap()
}

fn never() -> bool {
    false
}

fn placed(geometry: Geometry) -> Placed {
    Placed { geometry, radius_km: 0.0, confidence: 1.0, inferred: false }
}

/// Points in rough places: poles, date line, and heaps of equal ones.
fn point() -> impl Strategy<Value = LatLon> {
    let rounded = (-18..=18i32, -36..=36i32).prop_map(|(lat, lon)| at(f64::from(lat) * 5.0, f64::from(lon) * 5.0));
    prop_oneof![
        3 => (-90.0..=90.0f64, -180.0..=180.0f64).prop_map(|(lat, lon)| at(lat, lon)),
        2 => rounded,
        1 => (85.0..=90.0f64, -180.0..=180.0f64).prop_map(|(lat, lon)| at(lat, lon)),
        1 => (-10.0..=10.0f64, 175.0..=180.0f64, any::<bool>())
            .prop_map(|(lat, lon, west)| at(lat, if west { -lon } else { lon })),
    ]
}

fn shape() -> impl Strategy<Value = Geometry> {
    let bounds = (-90.0..=80.0f64, 0.0..10.0f64, -180.0..=180.0f64, -180.0..=180.0f64).prop_map(
        |(south, height, west, east)| {
            Geometry::Bounds(Bounds::new(south, west, (south + height).min(90.0), east).unwrap())
        },
    );
    let triangle = (point(), 0.1..20.0f64, 0.1..20.0f64).prop_map(|(corner, up, aside)| {
        let up = at((corner.lat() + up).min(90.0), corner.lon());
        let lon = corner.lon() + aside;
        let aside = at(corner.lat(), if lon > 180.0 { lon - 360.0 } else { lon });
        Geometry::Polygon(Polygon::new(vec![vec![corner, up, aside, corner]]).unwrap())
    });
    prop_oneof![6 => point().prop_map(Geometry::Point), 1 => bounds, 1 => triangle]
}

fn places() -> impl Strategy<Value = Placed> {
    (shape(), prop_oneof![2 => Just(0.0f32), 1 => 0.0..800.0f32], any::<bool>())
        .prop_map(|(geometry, radius_km, inferred)| Placed { geometry, radius_km, confidence: 0.5, inferred })
}

fn rows() -> impl Strategy<Value = BTreeMap<u32, Vec<Placed>>> {
    prop::collection::btree_map(0..400u32, prop::collection::vec(places(), 1..3), 0..120)
}

/// Built by inserting, replacing and removing, so that the tree has a history.
fn grown(rows: &BTreeMap<u32, Vec<Placed>>) -> PlaceIndex {
    let mut index = PlaceIndex::new();
    for row in rows.keys() {
        index.upsert(*row, &[placed(Geometry::Point(at(f64::from(row % 80), 10.0)))]);
        index.upsert(row + 1_000, &rows[row]);
    }
    for (row, places) in rows {
        index.upsert(*row, places);
        assert!(index.remove(row + 1_000));
    }
    index
}

fn brute(rows: &BTreeMap<u32, Vec<Placed>>, from: LatLon, mask: Option<&RoaringBitmap>) -> Vec<(u32, f64)> {
    let mut all: Vec<(u32, f64)> = rows
        .iter()
        .filter(|(row, _)| mask.is_none_or(|mask| mask.contains(**row)))
        .map(|(row, places)| (*row, places.iter().map(|one| one.distance_km(from)).fold(f64::INFINITY, f64::min)))
        .collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    all
}

proptest! {
    #[test]
    fn near_and_nearest_equal_brute_force(
        rows in rows(), from in point(), radius_km in prop_oneof![0.0..500.0f64, 0.0..20_040.0f64], k in 0..30usize,
        kept in prop::option::of(prop::collection::btree_set(0..400u32, 0..200)),
    ) {
        let index = grown(&rows);
        let mask: Option<RoaringBitmap> = kept.map(|kept| kept.into_iter().collect());
        let all = brute(&rows, from, mask.as_ref());
        let within: Vec<(u32, f64)> = all.iter().copied().filter(|(_, km)| *km <= radius_km).collect();
        prop_assert_eq!(&index.near(from, radius_km, usize::MAX, mask.as_ref(), &never).unwrap(), &within);
        let first: Vec<(u32, f64)> = within.into_iter().take(k).collect();
        prop_assert_eq!(index.near(from, radius_km, k, mask.as_ref(), &never).unwrap(), first);
        let nearest: Vec<(u32, f64)> = all.into_iter().take(k).collect();
        prop_assert_eq!(index.near(from, f64::INFINITY, k, mask.as_ref(), &never).unwrap(), nearest);
        if mask.is_none() {
            let all = index.near(from, radius_km, usize::MAX, None, &never).unwrap();
            prop_assert_eq!(index.around(from, radius_km), all.into_iter().map(|(row, _)| row).collect::<RoaringBitmap>());
        }
    }

    #[test]
    fn within_equals_brute_force(rows in rows(), area in shape(), kept in prop::option::of(prop::collection::btree_set(0..400u32, 0..200))) {
        let index = grown(&rows);
        let mask: Option<RoaringBitmap> = kept.map(|kept| kept.into_iter().collect());
        let area = Area::of(&area);
        let expected: RoaringBitmap = rows
            .iter()
            .filter(|(row, places)| {
                mask.as_ref().is_none_or(|mask| mask.contains(**row)) && places.iter().any(|one| one.is_within(&area))
            })
            .map(|(row, _)| *row)
            .collect();
        prop_assert_eq!(index.within(&area, mask.as_ref()), expected);
    }

    #[test]
    fn bytes_come_back_as_they_were(rows in rows()) {
        let index = grown(&rows);
        let again = PlaceIndex::decode(&index.encode()).unwrap();
        prop_assert_eq!(&again.rows, &index.rows);
        prop_assert_eq!(again.encode(), index.encode());
        prop_assert_eq!(again.tree.size(), index.tree.size());
    }

    #[test]
    fn any_bytes_may_be_given(rows in rows(), at in any::<prop::sample::Index>(), flip in 1..=255u8, junk in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut bytes = grown(&rows).encode();
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        drop(PlaceIndex::decode(&bytes));
        drop(PlaceIndex::decode(&bytes[..at]));
        drop(PlaceIndex::decode(&junk));
    }
}

#[test]
fn a_region_counts_only_where_all_of_it_does() {
    let region = Placed { radius_km: 300.0, ..placed(Geometry::Point(at(48.0, 11.0))) };
    let index = PlaceIndex::of([(7, vec![region].into())].into());
    assert!(index.around(at(48.0, 11.0), 299.0).is_empty());
    assert!(index.around(at(48.0, 11.0), 300.0).contains(7));
    let narrow = Area::of(&Geometry::Bounds(Bounds::new(46.0, 9.0, 50.0, 13.0).unwrap()));
    let wide = Area::of(&Geometry::Bounds(Bounds::new(44.0, 6.0, 52.0, 16.0).unwrap()));
    assert!(index.within(&narrow, None).is_empty());
    assert!(index.within(&wide, None).contains(7));
}

#[test]
fn a_search_can_be_stopped() {
    let rows =
        (0..5_000).map(|row| (row, vec![placed(Geometry::Point(at(f64::from(row % 90), 1.0)))].into())).collect();
    let index = PlaceIndex::of(rows);
    assert_eq!(index.near(at(0.0, 0.0), f64::INFINITY, usize::MAX, None, &|| true), Err(Stopped));
}
