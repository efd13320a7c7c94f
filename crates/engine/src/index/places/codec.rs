//! Bytes of the index: a snapshot to open fast with, thrown away when in doubt.
//!
//! Little-endian: version u8, rows u32; for each row, ascending: ordinal u32, places u8; for each place: shape u8, flags u8
//! (1 = read out of the text), radius in km f32, confidence f32, then numbers as f64 in the order latitude, longitude: two for
//! a point (shape 0); south, west, north, east for a box (1); for polygons (2) their number u32, each with its number of rings
//! u32, each with its number of positions u32 and the positions. The tree is packed anew.

use std::collections::BTreeMap;

use super::{PlaceIndex, Placed};
use crate::model::{Bounds, Geometry, LatLon, Polygon};

const VERSION: u8 = 1;
const POINT: u8 = 0;
const BOUNDS: u8 = 1;
const POLYGONS: u8 = 2;

/// The bytes are no index of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Another program wrote them.
    #[error("version {0} of the places is not known")]
    Version(u8),
    /// They end too early, or something follows.
    #[error("the places are cut short or too long")]
    Length,
    /// A value cannot be.
    #[error("a value of the places is impossible: {0}")]
    Value(&'static str),
}

impl PlaceIndex {
    /// The whole index as bytes. The same rows give the same bytes, in whatever order they came.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        out.extend((self.rows.len() as u32).to_le_bytes());
        for (row, places) in &self.rows {
            out.extend(row.to_le_bytes());
            out.push(places.len() as u8);
            places.iter().for_each(|placed| encode(placed, &mut out));
        }
        out
    }

    /// Reads what [`PlaceIndex::encode`] wrote. Any bytes may be given; memory stays a small multiple of theirs.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader(bytes);
        let [version] = reader.take()?;
        if version != VERSION {
            return Err(DecodeError::Version(version));
        }
        let mut rows: BTreeMap<u32, Box<[Placed]>> = BTreeMap::new();
        for _ in 0..reader.number()? {
            let row = reader.number()?;
            if rows.last_key_value().is_some_and(|(last, _)| *last >= row) {
                return Err(DecodeError::Value("order of rows"));
            }
            let [count] = reader.take()?;
            if count == 0 {
                return Err(DecodeError::Value("a row without places"));
            }
            rows.insert(row, (0..count).map(|_| reader.placed()).collect::<Result<_, _>>()?);
        }
        if reader.0.is_empty() { Ok(Self::of(rows)) } else { Err(DecodeError::Length) }
    }
}

fn encode(placed: &Placed, out: &mut Vec<u8>) {
    let polygons: &[Polygon] = match &placed.geometry {
        Geometry::Polygon(polygon) => std::slice::from_ref(polygon),
        Geometry::MultiPolygon(polygons) => polygons,
        _ => &[],
    };
    let shape = match &placed.geometry {
        Geometry::Point(_) => POINT,
        Geometry::Bounds(_) => BOUNDS,
        _ => POLYGONS,
    };
    out.extend([shape, u8::from(placed.inferred)]);
    out.extend(placed.radius_km.to_le_bytes());
    out.extend(placed.confidence.to_le_bytes());
    let mut point = |point: &LatLon| {
        out.extend(point.lat().to_le_bytes());
        out.extend(point.lon().to_le_bytes());
    };
    match &placed.geometry {
        Geometry::Point(own) => return point(own),
        Geometry::Bounds(bounds) => {
            let [south_west, _, north_east, _] = bounds.corners();
            point(&south_west);
            return point(&north_east);
        }
        _ => {}
    }
    out.extend((polygons.len() as u32).to_le_bytes());
    for polygon in polygons {
        out.extend((polygon.rings().len() as u32).to_le_bytes());
        for ring in polygon.rings() {
            out.extend((ring.len() as u32).to_le_bytes());
            for corner in ring {
                out.extend(corner.lat().to_le_bytes());
                out.extend(corner.lon().to_le_bytes());
            }
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let (head, rest) = self.0.split_first_chunk::<N>().ok_or(DecodeError::Length)?;
        self.0 = rest;
        Ok(*head)
    }

    fn number(&mut self) -> Result<u32, DecodeError> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    fn point(&mut self) -> Result<LatLon, DecodeError> {
        let (lat, lon) = (f64::from_le_bytes(self.take()?), f64::from_le_bytes(self.take()?));
        LatLon::new(lat, lon).map_err(|_| DecodeError::Value("a point"))
    }

    fn share(&mut self, what: &'static str, max: f32) -> Result<f32, DecodeError> {
        let value = f32::from_le_bytes(self.take()?);
        if (0.0..=max).contains(&value) { Ok(value) } else { Err(DecodeError::Value(what)) }
    }

    fn placed(&mut self) -> Result<Placed, DecodeError> {
        let [shape, flags] = self.take()?;
        if flags > 1 {
            return Err(DecodeError::Value("flags"));
        }
        let radius_km = self.share("a radius", f32::MAX)?;
        let confidence = self.share("a confidence", 1.0)?;
        let geometry = match shape {
            POINT => Geometry::Point(self.point()?),
            BOUNDS => {
                let (low, high) = (self.point()?, self.point()?);
                let bounds = Bounds::new(low.lat(), low.lon(), high.lat(), high.lon());
                Geometry::Bounds(bounds.map_err(|_| DecodeError::Value("a box"))?)
            }
            POLYGONS => {
                let polygons = (0..self.number()?).map(|_| self.polygon()).collect::<Result<_, _>>()?;
                Geometry::polygons(polygons).map_err(|_| DecodeError::Value("polygons"))?
            }
            _ => return Err(DecodeError::Value("a shape")),
        };
        Ok(Placed { geometry, radius_km, confidence, inferred: flags == 1 })
    }

    fn polygon(&mut self) -> Result<Polygon, DecodeError> {
        let mut rings = Vec::new();
        for _ in 0..self.number()? {
            let count = self.number()?;
            // Collected one by one: a count that lies ends with the bytes.
            rings.push((0..count).map(|_| self.point()).collect::<Result<Vec<_>, _>>()?);
        }
        Polygon::new(rings).map_err(|_| DecodeError::Value("a polygon"))
    }
}
