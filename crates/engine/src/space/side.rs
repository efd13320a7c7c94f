//! Compass parts of regions and countries: "northern Italy", "the south of Spain".
//!
//! Owns how far a point lies towards one side of an area. Measured against the box that holds all but the outermost places of
//! the area, so that distant islands do not move the middle. Must not know: phrases, rows.

use super::gazetteer::{GazetteerPlace, PlaceKind};
use crate::model::LatLon;

/// Share of an area's places beyond each edge of the box. Chosen: it leaves out the Azores, Alaska and Hawaii.
const OUTSIDE: f64 = 0.03;
/// Where a side begins, and where one is wholly there, as shares of the way to its edge. Chosen: the middle counts half.
const BEGINS: f64 = 0.4;
const WHOLLY: f64 = 0.6;

/// A side of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Towards the north.
    North,
    /// Towards the south.
    South,
    /// Towards the east.
    East,
    /// Towards the west.
    West,
}

impl Side {
    /// The side that a word names, folded to a key: "northern", "nord".
    pub(super) fn of_word(word: &str) -> Option<Self> {
        match word {
            "north" | "northern" | "nord" | "norden" | "norte" => Some(Self::North),
            "south" | "southern" | "sud" | "suden" | "sur" => Some(Self::South),
            "east" | "eastern" | "est" | "osten" | "este" => Some(Self::East),
            "west" | "western" | "ouest" | "westen" | "oeste" => Some(Self::West),
            _ => None,
        }
    }
}

/// One side of a region or country.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    side: Side,
    /// Edges of the box across the side, in degrees.
    low: f64,
    high: f64,
}

impl Part {
    /// That side of a region or country; `None` for a city, and where too few places are known to tell sides apart.
    ///
    /// Cost: looks at every city of the table.
    pub fn of(area: GazetteerPlace, side: Side) -> Option<Self> {
        if area.kind() == PlaceKind::City {
            return None;
        }
        let mut degrees: Vec<f64> = GazetteerPlace::all()
            .take_while(|place| place.kind() == PlaceKind::City)
            .filter(|place| place.is_in(area))
            .map(|place| across(side, place.point()))
            .collect();
        degrees.sort_by(f64::total_cmp);
        let outside = (degrees.len() as f64 * OUTSIDE) as usize;
        let (low, high) = (*degrees.get(outside)?, *degrees.get(degrees.len() - 1 - outside)?);
        (high > low).then_some(Self { side, low, high })
    }

    /// How far a point of the area lies in this part, in `[0, 1]`.
    pub fn share(&self, point: LatLon) -> f32 {
        let up = (across(self.side, point) - self.low) / (self.high - self.low);
        let way = if matches!(self.side, Side::North | Side::East) { up } else { 1.0 - up };
        ((way - BEGINS) / (WHOLLY - BEGINS)).clamp(0.0, 1.0) as f32
    }
}

fn across(side: Side, point: LatLon) -> f64 {
    match side {
        Side::North | Side::South => point.lat(),
        Side::East | Side::West => point.lon(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn country(key: &str) -> GazetteerPlace {
        let found = GazetteerPlace::by_key(key).into_iter().map(|found| found.0);
        found.filter(|place| place.kind() == PlaceKind::Country).max_by_key(|place| place.population()).unwrap()
    }

    fn city(key: &str, country: GazetteerPlace) -> GazetteerPlace {
        let found = GazetteerPlace::by_key(key).into_iter().map(|found| found.0);
        let there = found.filter(|place| place.kind() == PlaceKind::City && place.is_in(country));
        there.max_by_key(|place| place.population()).unwrap()
    }

    #[test]
    fn towns_lie_in_the_part_of_the_country_that_people_say() {
        for (town, land, side, expected) in [
            ("milan", "italy", Side::North, 1.0),
            ("bari", "italy", Side::North, 0.0),
            ("bari", "italy", Side::South, 1.0),
            ("porto", "portugal", Side::North, 1.0),
            ("faro", "portugal", Side::North, 0.0),
            ("boston", "united states", Side::East, 1.0),
            ("seattle", "united states", Side::West, 1.0),
            ("lille", "france", Side::North, 1.0),
            ("marseille", "france", Side::South, 1.0),
        ] {
            let land = country(land);
            let share = Part::of(land, side).unwrap().share(city(town, land).point());
            assert!((share - expected).abs() < 0.3, "{town} {side:?}: {share}");
        }
        assert_eq!(Part::of(city("milan", country("italy")), Side::North), None);
    }
}
