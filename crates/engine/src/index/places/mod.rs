//! Places of the memories of one context: which rows lie near a point, in a shape, nearest of all.
//!
//! Owns the exact answers to these. Points stand in an R*-tree over the unit sphere in space, where neither the date line nor
//! the poles are special: the straight line between two points grows with the distance along the surface. The tree proposes,
//! the haversine decides. It knows no names and no texts.

mod codec;

use std::collections::{BTreeMap, BTreeSet};

use roaring::RoaringBitmap;
use rstar::{AABB, PointDistance, RTree, RTreeObject, SelectionFunction};

use crate::model::{Geometry, LatLon};
use crate::space::{Area, EARTH_RADIUS_KM, chord, distance_to_km, envelope, unit};

pub use codec::DecodeError;

/// Added to a squared straight line before it rules a row out: above every rounding error of sines, below a millimetre.
const SLACK: f64 = 1e-14;
/// A mask with fewer rows than one in so many of those with a place is gone through row by row. Chosen.
const FEW: u64 = 16;

/// One place of one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Its shape.
    pub geometry: Geometry,
    /// The row lies somewhere within so many kilometres of the shape; 0 for the shape itself.
    pub radius_km: f32,
    /// How sure it is, in `(0, 1]`.
    pub confidence: f32,
    /// It was read out of the text, not given.
    pub inferred: bool,
}

impl Placed {
    /// True for what filters by place may go by: what was given, and what is surely told of.
    pub fn is_sure(&self) -> bool {
        !self.inferred || self.confidence >= crate::limits::PLACE_SURE
    }

    /// How far the row may be from a point: the nearest point of the shape, and for what lies somewhere around it the
    /// farthest that it may lie.
    pub fn distance_km(&self, point: LatLon) -> f64 {
        distance_to_km(&self.geometry, point) + f64::from(self.radius_km)
    }

    /// True when it lies wholly inside; what lies somewhere around a point is tried at the point and at eight points around it.
    pub fn is_within(&self, area: &Area) -> bool {
        let Geometry::Point(middle) = self.geometry else { return area.holds(&self.geometry) };
        let rim = (0..8).map(|eighth| away(middle, f64::from(eighth) * 45.0, f64::from(self.radius_km)));
        area.contains(middle) && (self.radius_km == 0.0 || rim.into_iter().all(|point| area.contains(point)))
    }
}

/// The point that lies so far away in a direction (degrees from north, eastward).
fn away(from: LatLon, direction: f64, km: f64) -> LatLon {
    let (lat, lon, way) = (from.lat().to_radians(), from.lon().to_radians(), km / EARTH_RADIUS_KM);
    let direction = direction.to_radians();
    let sine = lat.sin() * way.cos() + lat.cos() * way.sin() * direction.cos();
    let there = sine.clamp(-1.0, 1.0).asin();
    let beside = (direction.sin() * way.sin() * lat.cos()).atan2(way.cos() - lat.sin() * there.sin());
    let lon = ((lon + beside).to_degrees() + 180.0).rem_euclid(360.0) - 180.0;
    LatLon::new(there.to_degrees().clamp(-90.0, 90.0), lon.clamp(-180.0, 180.0)).unwrap_or(from)
}

/// One shape in the tree.
#[derive(Clone, Debug, PartialEq)]
struct Leaf {
    row: u32,
    /// Which of the row's places.
    position: u8,
    low: [f64; 3],
    high: [f64; 3],
}

impl RTreeObject for Leaf {
    type Envelope = AABB<[f64; 3]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_corners(self.low, self.high)
    }
}

impl PointDistance for Leaf {
    /// Squared straight line to the box around the shape: never more than to the shape.
    fn distance_2(&self, point: &[f64; 3]) -> f64 {
        (0..3).map(|axis| (self.low[axis] - point[axis]).max(point[axis] - self.high[axis]).max(0.0).powi(2)).sum()
    }
}

/// Finds one leaf again.
struct This<'a>(&'a Leaf);

impl SelectionFunction<Leaf> for This<'_> {
    fn should_unpack_parent(&self, envelope: &AABB<[f64; 3]>) -> bool {
        use rstar::Envelope as _;
        envelope.contains_envelope(&self.0.envelope())
    }

    fn should_unpack_leaf(&self, leaf: &Leaf) -> bool {
        leaf == self.0
    }
}

/// Places of all memories of a context. Rows without any take no memory; one with a point about 150 bytes.
#[derive(Clone, Debug, Default)]
pub struct PlaceIndex {
    rows: BTreeMap<u32, Box<[Placed]>>,
    with_places: RoaringBitmap,
    /// Rows with a place that is not sure.
    doubtful: RoaringBitmap,
    tree: RTree<Leaf>,
    positions: usize,
}

fn leaf(row: u32, position: usize, placed: &Placed) -> Leaf {
    let (low, high) = match &placed.geometry {
        Geometry::Point(point) => (unit(*point), unit(*point)),
        shape => envelope(Area::of(shape).bounds()),
    };
    Leaf { row, position: position as u8, low, high }
}

fn positions(placed: &Placed) -> usize {
    let of = |polygon: &crate::model::Polygon| polygon.rings().iter().map(Vec::len).sum::<usize>();
    match &placed.geometry {
        Geometry::Point(_) | Geometry::Bounds(_) => 0,
        Geometry::Polygon(polygon) => of(polygon),
        Geometry::MultiPolygon(polygons) => polygons.iter().map(of).sum(),
    }
}

impl PlaceIndex {
    /// An index without places.
    pub fn new() -> Self {
        Self::default()
    }

    /// An index of many rows, packed; later rows of the same number replace earlier ones.
    fn of(rows: BTreeMap<u32, Box<[Placed]>>) -> Self {
        let leaves = rows
            .iter()
            .flat_map(|(row, places)| places.iter().enumerate().map(|(position, placed)| leaf(*row, position, placed)));
        let tree = RTree::bulk_load(leaves.collect());
        let positions = rows.values().flatten().map(positions).sum();
        let doubtful =
            rows.iter().filter(|row| row.1.iter().any(|placed| !placed.is_sure())).map(|row| *row.0).collect();
        Self { with_places: rows.keys().copied().collect(), doubtful, rows, tree, positions }
    }

    /// Sets the places of a row, replacing earlier ones; none takes the row out. At most 255 are kept. O(log n).
    pub fn upsert(&mut self, row: u32, places: &[Placed]) {
        if self.rows.get(&row).is_some_and(|own| **own == *places) {
            return;
        }
        self.remove(row);
        let places = &places[..places.len().min(u8::MAX as usize)];
        if places.is_empty() {
            return;
        }
        for (position, placed) in places.iter().enumerate() {
            self.tree.insert(leaf(row, position, placed));
            self.positions += positions(placed);
        }
        if places.iter().any(|placed| !placed.is_sure()) {
            self.doubtful.insert(row);
        }
        self.rows.insert(row, places.into());
        self.with_places.insert(row);
    }

    /// Takes a row out; true when it was there.
    pub fn remove(&mut self, row: u32) -> bool {
        let Some(places) = self.rows.remove(&row) else { return false };
        self.with_places.remove(row);
        self.doubtful.remove(row);
        for (position, placed) in places.iter().enumerate() {
            self.tree.remove_with_selection_function(This(&leaf(row, position, placed)));
            self.positions -= positions(placed);
        }
        true
    }

    /// The places of a row.
    pub fn get(&self, row: u32) -> &[Placed] {
        self.rows.get(&row).map_or(&[], |places| places)
    }

    /// Rows with a place.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True when no row has one.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Rows with a place.
    pub fn rows(&self) -> &RoaringBitmap {
        &self.with_places
    }

    /// How far a row is from a point at the nearest of its places, in kilometres.
    pub fn distance_km(&self, row: u32, point: LatLon) -> Option<f64> {
        self.get(row).iter().map(|placed| placed.distance_km(point)).min_by(f64::total_cmp)
    }

    /// Rows of the mask (all without one) within a radius, nearest first, ties by ascending row, at most `limit`.
    ///
    /// Cost: O(log n + rows within), or O(rows of the mask) when these are few; `stop` is asked now and then.
    ///
    /// # Errors
    /// [`Stopped`] when `stop` says so.
    pub fn near(
        &self,
        point: LatLon,
        radius_km: f64,
        limit: usize,
        mask: Option<&RoaringBitmap>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<(u32, f64)>, Stopped> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let mut nearest = Nearest { limit, radius_km, rows: BTreeMap::new(), order: BTreeSet::new() };
        if let Some(mask) = mask.filter(|mask| mask.len() * FEW < self.with_places.len()) {
            for row in mask {
                if let Some(km) = self.distance_km(row, point) {
                    nearest.offer(row, km);
                }
            }
            return Ok(nearest.finish());
        }
        for (step, (leaf, straight)) in self.tree.nearest_neighbor_iter_with_distance_2(unit(point)).enumerate() {
            // A shape of many corners takes a while by itself.
            if step % 64 == 63 && stop() {
                return Err(Stopped);
            }
            let reach = chord(nearest.reach_km());
            if straight > reach * reach + SLACK {
                break;
            }
            if mask.is_none_or(|mask| mask.contains(leaf.row)) {
                nearest.offer(leaf.row, self.get(leaf.row)[usize::from(leaf.position)].distance_km(point));
            }
        }
        Ok(nearest.finish())
    }

    /// Rows of the mask (all without one) with a place wholly inside a shape.
    ///
    /// Cost: O(log n + places in the box around it), or O(rows of the mask) when these are few.
    pub fn within(&self, area: &Area, mask: Option<&RoaringBitmap>) -> RoaringBitmap {
        if let Some(mask) = mask.filter(|mask| mask.len() * FEW < self.with_places.len()) {
            return mask.iter().filter(|row| self.get(*row).iter().any(|placed| placed.is_within(area))).collect();
        }
        let (low, high) = envelope(area.bounds());
        let mut inside = RoaringBitmap::new();
        for leaf in self.tree.locate_in_envelope_intersecting(AABB::from_corners(low, high)) {
            if mask.is_none_or(|mask| mask.contains(leaf.row))
                && !inside.contains(leaf.row)
                && self.get(leaf.row)[usize::from(leaf.position)].is_within(area)
            {
                inside.insert(leaf.row);
            }
        }
        inside
    }

    /// Rows within a radius of a point, in no order. Cost as [`Self::within`].
    pub fn around(&self, point: LatLon, radius_km: f64) -> RoaringBitmap {
        let reach = chord(radius_km);
        let mut inside = RoaringBitmap::new();
        for leaf in self.tree.locate_within_distance(unit(point), reach * reach + SLACK) {
            if self.get(leaf.row)[usize::from(leaf.position)].distance_km(point) <= radius_km {
                inside.insert(leaf.row);
            }
        }
        inside
    }

    /// Takes those out of `rows` of which no sure place passes a test that some place of theirs passes. Cost: O(unsure rows).
    pub fn keep_sure(&self, rows: &mut RoaringBitmap, passes: &dyn Fn(&Placed) -> bool) {
        let unsure = |row: &u32| !self.get(*row).iter().any(|placed| placed.is_sure() && passes(placed));
        let out: RoaringBitmap = (&self.doubtful & &*rows).iter().filter(unsure).collect();
        *rows -= out;
    }

    /// Bytes held, roughly.
    pub fn memory_bytes(&self) -> usize {
        // The tree's nodes are about two thirds full and hold six leaves.
        let leaf = size_of::<Leaf>() * 3 / 2 + size_of::<AABB<[f64; 3]>>() / 2;
        let placed = size_of::<Placed>() + 2 * size_of::<(u32, Box<[Placed]>)>();
        size_of::<Self>()
            + self.tree.size() * (leaf + placed)
            + self.positions * size_of::<LatLon>()
            + self.with_places.serialized_size()
    }
}

/// The search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// The nearest rows so far, each once.
struct Nearest {
    limit: usize,
    radius_km: f64,
    rows: BTreeMap<u32, f64>,
    order: BTreeSet<(Kilometres, u32)>,
}

/// A distance with an order.
#[derive(Clone, Copy, PartialEq)]
struct Kilometres(f64);

impl Eq for Kilometres {}

impl PartialOrd for Kilometres {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Kilometres {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Nearest {
    /// Nothing farther than this can get in.
    fn reach_km(&self) -> f64 {
        match self.order.last() {
            Some((km, _)) if self.order.len() == self.limit => km.0.min(self.radius_km),
            _ => self.radius_km,
        }
    }

    fn offer(&mut self, row: u32, km: f64) {
        let is_full = self.order.len() == self.limit;
        let is_beyond = self.order.last().is_some_and(|last| is_full && (Kilometres(km), row) >= *last);
        if km > self.radius_km || is_beyond {
            return;
        }
        if let Some(known) = self.rows.get(&row) {
            if km >= *known {
                return;
            }
            self.order.remove(&(Kilometres(*known), row));
        }
        self.rows.insert(row, km);
        self.order.insert((Kilometres(km), row));
        if self.order.len() > self.limit
            && let Some((_, last)) = self.order.pop_last()
        {
            self.rows.remove(&last);
        }
    }

    fn finish(self) -> Vec<(u32, f64)> {
        self.order.into_iter().map(|(km, row)| (row, km.0)).collect()
    }
}

#[cfg(test)]
mod tests;
