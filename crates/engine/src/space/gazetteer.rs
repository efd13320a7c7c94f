//! The bundled gazetteer: larger places, first-level regions and countries, found by name or by nearness.
//!
//! Reads the table of `quintet-gazetteer` where it lies: nothing is built when the program starts, and nothing is kept but the
//! table itself. Must not know: text, phrases, rows.
//!
//! The table, little-endian. Head: `"QGAZ0001"`, then as u32 the numbers of cities, regions, countries, time zones and keys,
//! and the offsets of areas, codes, zones, blocks and keys. Records of 21 bytes follow, cities first (by degree cell,
//! south to north, then west to east), then regions, then countries: latitude and longitude as i32 in 1e-5 degrees,
//! population u32, offset of the name u32, region u16, time zone u16, country u8; 0xffff for none. Names: length u8, UTF-8.
//! Areas, for regions then countries: south, west, north, east as i32 in 1e-5 degrees, radius in km u16. Codes, likewise: two
//! letters or zeros. Keys: sorted, in blocks of 16, each as shared length, own length (u8 each), own bytes, number of
//! references and the references, as LEB128: twice the record number, plus 1 for an alternative name.

use std::cmp::Ordering;
use std::ops::Range;

use quintet_gazetteer::TABLE;

use super::{EARTH_RADIUS_KM, distance_km};
use crate::model::{Bounds, LatLon};

/// Bytes of one record, and of one area.
const RECORD: usize = 21;
const AREA: usize = 18;
/// Where records begin.
const HEAD: usize = 48;
/// Keys of one block.
const BLOCK: usize = 16;
/// No region, no time zone.
const NONE: u16 = u16::MAX;
/// A point farther than this from every place of the table belongs to none, in kilometres. Chosen: farther than the next
/// larger place is nearly everywhere that people live.
const NEAREST_KM_MAX: f64 = 150.0;

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaceKind {
    /// A city or town.
    City,
    /// A first-level region of a country: a state, a province.
    Region,
    /// A country.
    Country,
}

/// One entry of the gazetteer; cheap to copy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GazetteerPlace(u32);

impl core::fmt::Debug for GazetteerPlace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}({}, {})", self.0, self.name(), self.country_code())
    }
}

fn head(idx: usize) -> usize {
    u32_at(8 + 4 * idx) as usize
}

fn u32_at(at: usize) -> u32 {
    TABLE.get(at..at + 4).map_or(0, |bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

fn degrees_at(at: usize) -> f64 {
    f64::from(u32_at(at).cast_signed()) / 1e5
}

fn u16_at(at: usize) -> u16 {
    TABLE.get(at..at + 2).map_or(NONE, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
}

fn text_at(at: usize) -> &'static str {
    let length = TABLE.get(at).copied().unwrap_or(0) as usize;
    TABLE.get(at + 1..at + 1 + length).and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or_default()
}

fn n_cities() -> usize {
    head(0)
}

fn n_regions() -> usize {
    head(1)
}

fn n_countries() -> usize {
    head(2)
}

impl GazetteerPlace {
    /// Every entry: cities, regions, countries.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..(n_cities() + n_regions() + n_countries()) as u32).map(Self)
    }

    fn record(self) -> usize {
        HEAD + RECORD * self.0 as usize
    }

    /// What it is.
    pub fn kind(self) -> PlaceKind {
        match self.0 as usize {
            number if number < n_cities() => PlaceKind::City,
            number if number < n_cities() + n_regions() => PlaceKind::Region,
            _ => PlaceKind::Country,
        }
    }

    /// Its name as GeoNames writes it.
    pub fn name(self) -> &'static str {
        text_at(u32_at(self.record() + 12) as usize)
    }

    /// A point in its middle.
    pub fn point(self) -> LatLon {
        point_at(self.record())
    }

    /// People; of a region those of its listed places.
    pub fn population(self) -> u32 {
        u32_at(self.record() + 8)
    }

    /// The region it lies in, or is.
    pub fn region(self) -> Option<Self> {
        let number = u16_at(self.record() + 16);
        (number != NONE).then(|| Self((n_cities() + number as usize) as u32))
    }

    /// The country it lies in, or is.
    pub fn country(self) -> Self {
        let number = TABLE.get(self.record() + 20).copied().unwrap_or(0);
        Self((n_cities() + n_regions() + number as usize) as u32)
    }

    /// IANA time zone of a city.
    pub fn time_zone(self) -> Option<&'static str> {
        let number = u16_at(self.record() + 18);
        (number != NONE).then(|| zone(number))
    }

    /// ISO 3166 letters of its country.
    pub fn country_code(self) -> &'static str {
        self.country().code().unwrap_or_default()
    }

    /// Two letters that stand for it after a comma, for regions and countries that have some: `IL`, `FR`.
    pub fn code(self) -> Option<&'static str> {
        let number = (self.0 as usize).checked_sub(n_cities())?;
        let at = head(6) + 2 * number;
        TABLE.get(at..at + 2).filter(|letters| letters[0] != 0).and_then(|letters| core::str::from_utf8(letters).ok())
    }

    fn area(self) -> Option<usize> {
        (self.0 as usize).checked_sub(n_cities()).map(|number| head(5) + AREA * number)
    }

    /// A box around the places of a region or country; `None` for cities.
    pub fn bounds(self) -> Option<Bounds> {
        let at = self.area()?;
        let [south, west, north, east] = [0, 4, 8, 12].map(|step| degrees_at(at + step));
        Bounds::new(south, west, north, east).ok()
    }

    /// How far it reaches from its point, in kilometres: nearly all of a region or country lies within; a city's is estimated
    /// from its people at 3,000 to the square kilometre, which is what large cities have.
    pub fn radius_km(self) -> f64 {
        match self.area() {
            Some(at) => f64::from(u16_at(at + 16)),
            None => (f64::from(self.population()) / 3_000.0 / core::f64::consts::PI).sqrt().clamp(2.0, 30.0),
        }
    }

    /// The entry that a point most likely belongs to: the nearest city; none out at sea and in deserts.
    pub fn nearest_city(point: LatLon) -> Option<Self> {
        let (mut nearest_km, mut nearest) = (NEAREST_KM_MAX, None);
        let mut runs = cells_around(point);
        // The point's own row first: what is found there rules most of the others out by their latitude alone.
        let own = cell(point) / 360;
        runs.sort_by_key(|(row, cells)| (row.abs_diff(own), cells.start));
        for number in runs.into_iter().flat_map(|(_, cells)| cells) {
            let place = Self(number as u32);
            let apart = (degrees_at(place.record()) - point.lat()).abs().to_radians() * EARTH_RADIUS_KM;
            if apart > nearest_km {
                continue;
            }
            let km = distance_km(place.point(), point);
            if km < nearest_km || km == nearest_km && nearest.is_none_or(|other| place < other) {
                (nearest_km, nearest) = (km, Some(place));
            }
        }
        nearest
    }

    /// True when it lies in a region or country, or is it.
    pub fn is_in(self, area: Self) -> bool {
        self == area || super::names::is_in_area(self, area)
    }

    /// Entries of that key, with whether it is only an alternative name of theirs. Cost: a binary search over the table.
    pub fn by_key(key: &str) -> Vec<(Self, bool)> {
        match search(key) {
            Found::Here(references) => references,
            _ => Vec::new(),
        }
    }

    /// Entries of that key, as [`Self::by_key`]; `None` when no key goes on after it with another word either.
    pub(super) fn begun(words: &str) -> Option<Vec<(Self, bool)>> {
        match search(words) {
            Found::Here(references) => Some(references),
            Found::Before(next) => {
                let rest = next.strip_prefix(words.as_bytes());
                rest.filter(|rest| rest.first() == Some(&b' ')).map(|_| Vec::new())
            }
            Found::End => None,
        }
    }

    /// The region or country of a country that those two letters stand for.
    pub(super) fn by_code(letters: &str, country: Option<Self>) -> Option<Self> {
        let range = match country {
            Some(_) => n_cities()..n_cities() + n_regions(),
            None => n_cities() + n_regions()..n_cities() + n_regions() + n_countries(),
        };
        range
            .map(|number| Self(number as u32))
            .find(|place| place.code() == Some(letters) && country.is_none_or(|country| place.country() == country))
    }
}

fn zone(number: u16) -> &'static str {
    let mut at = head(7);
    for _ in 0..number {
        at += 1 + TABLE.get(at).copied().unwrap_or(0) as usize;
    }
    text_at(at)
}

fn point_at(record: usize) -> LatLon {
    // The table is checked by its sum; a point that were none would be the middle of nowhere.
    LatLon::new(degrees_at(record), degrees_at(record + 4)).unwrap_or_else(|_| super::nowhere())
}

/// The degree cell of a point, by which cities are sorted.
pub fn cell(point: LatLon) -> u32 {
    let row = (point.lat().floor() + 90.0).clamp(0.0, 179.0) as u32;
    let column = (point.lon().floor() + 180.0).clamp(0.0, 359.0) as u32;
    row * 360 + column
}

/// Runs of cities in the cells around a point, each with its row of cells, wide enough for [`NEAREST_KM_MAX`].
fn cells_around(point: LatLon) -> Vec<(u32, Range<usize>)> {
    let (row, column) = ((cell(point) / 360) as i32, (cell(point) % 360) as i32);
    let mut runs = Vec::new();
    for row in (row - 2).max(0)..=(row + 2).min(179) {
        // Degrees of longitude shrink towards the poles; the row's edge nearer to the pole decides.
        let shrunk = f64::from((row - 90).abs().max((row - 89).abs())).to_radians().cos();
        let reach = if shrunk < 0.01 { 180 } else { ((NEAREST_KM_MAX / 111.0 / shrunk).ceil() as i32 + 1).min(180) };
        let (from, to) = (column - reach, column + reach);
        // What lies beyond the date line goes on at the other end of the row.
        let pieces = [(from.max(0), to.min(359)), (from + 360, 359), (0, to - 360)];
        let inside = |(from, to): &(i32, i32)| (0..=359).contains(from) && (*from..=359).contains(to);
        for (from, to) in pieces.into_iter().filter(inside) {
            let cities = first_of((row * 360 + from) as u32)..first_of((row * 360 + to) as u32 + 1);
            runs.push((row as u32, cities));
        }
    }
    runs
}

/// The first city whose cell is at least this.
fn first_of(cell_wanted: u32) -> usize {
    let (mut low, mut high) = (0, n_cities());
    while low < high {
        let middle = usize::midpoint(low, high);
        if cell(point_at(HEAD + RECORD * middle)) < cell_wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

enum Found {
    /// The key is there.
    Here(Vec<(GazetteerPlace, bool)>),
    /// It is not; this is the next one.
    Before(Vec<u8>),
    /// It is not, and nothing comes after.
    End,
}

fn search(key: &str) -> Found {
    let (n_keys, blocks, keys) = (head(4), head(8), head(9));
    let n_blocks = n_keys.div_ceil(BLOCK);
    let begin = |block: usize| keys + u32_at(blocks + 4 * block) as usize;
    let first_key = |block: usize| {
        let at = begin(block);
        let length = TABLE.get(at + 1).copied().unwrap_or(0) as usize;
        TABLE.get(at + 2..at + 2 + length).unwrap_or_default()
    };
    let (mut low, mut high) = (0, n_blocks);
    while low < high {
        let middle = usize::midpoint(low, high);
        if first_key(middle) <= key.as_bytes() {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    // The key stands in the last block that does not begin after it; when it is the last there, the next block goes on.
    let block = low.saturating_sub(1);
    let mut cursor = Cursor { at: begin(block), key: Vec::new() };
    for _ in block * BLOCK..n_keys.min((block + 2) * BLOCK) {
        let references = cursor.next();
        match cursor.key.as_slice().cmp(key.as_bytes()) {
            Ordering::Less => {}
            Ordering::Equal => return Found::Here(references),
            Ordering::Greater => return Found::Before(cursor.key),
        }
    }
    Found::End
}

/// Reads keys one after the other.
struct Cursor {
    at: usize,
    key: Vec<u8>,
}

impl Cursor {
    fn byte(&mut self) -> u8 {
        self.at += 1;
        TABLE.get(self.at - 1).copied().unwrap_or(0)
    }

    fn number(&mut self) -> u32 {
        let (mut number, mut shift) = (0_u32, 0);
        loop {
            let byte = self.byte();
            number |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 || shift > 28 {
                return number;
            }
        }
    }

    fn next(&mut self) -> Vec<(GazetteerPlace, bool)> {
        let (shared, own) = (self.byte() as usize, self.byte() as usize);
        self.key.truncate(shared);
        self.key.extend(TABLE.get(self.at..self.at + own).unwrap_or_default());
        self.at += own;
        let count = self.number();
        (0..count)
            .map(|_| {
                let reference = self.number();
                (GazetteerPlace(reference >> 1), reference & 1 == 1)
            })
            .collect()
    }
}

#[cfg(test)]
#[path = "gazetteer_tests.rs"]
mod tests;
