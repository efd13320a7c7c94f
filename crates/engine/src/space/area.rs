//! Which points lie in a shape, prepared once and asked often.
//!
//! Owns containment, and bounds in degrees and in space for indexes. Edges count as inside; those of holes, too.

use crate::model::{Bounds, Geometry, LatLon, Polygon, longitude_step, polar_turns};

/// Latitude bands that the edges of one ring are sorted into, at most: a test then looks at few of many edges.
const BANDS_MAX: usize = 512;
/// Added to bounds that were computed, in degrees: a tenth of a millimetre, far more than rounding.
const SLACK_DEGREES: f64 = 1e-9;

/// True when a meridian runs through the box.
pub(super) fn has_longitude(bounds: Bounds, lon: f64) -> bool {
    let between = |lon: f64| {
        if bounds.west() > bounds.east() {
            lon >= bounds.west() || lon <= bounds.east()
        } else {
            bounds.west() <= lon && lon <= bounds.east()
        }
    };
    // The date line has two names.
    between(lon) || lon.abs() == 180.0 && between(-lon)
}

fn in_bounds(bounds: Bounds, point: LatLon) -> bool {
    let at_pole = point.lat().abs() == 90.0;
    (bounds.south()..=bounds.north()).contains(&point.lat()) && (at_pole || has_longitude(bounds, point.lon()))
}

/// A shape that is asked about many points.
#[derive(Clone, Debug)]
pub struct Area {
    pieces: Vec<Piece>,
    bounds: Bounds,
}

#[derive(Clone, Debug)]
enum Piece {
    Point(LatLon),
    Bounds(Bounds),
    Polygon(Vec<Ring>),
}

/// A ring with longitudes that run on over the date line.
#[derive(Clone, Debug)]
struct Ring {
    /// Latitude and longitude; the last is the first again.
    corners: Vec<(f64, f64)>,
    lat: (f64, f64),
    lon: (f64, f64),
    /// Positions of the edges that reach into each band of latitude.
    bands: Vec<Vec<u32>>,
}

impl Area {
    /// Prepares a shape. Cost: O(positions).
    pub fn of(shape: &Geometry) -> Self {
        let polygon = |polygon: &Polygon| Piece::Polygon(polygon.rings().iter().map(|ring| Ring::of(ring)).collect());
        let pieces: Vec<Piece> = match shape {
            Geometry::Point(point) => vec![Piece::Point(*point)],
            Geometry::Bounds(bounds) => vec![Piece::Bounds(*bounds)],
            Geometry::Polygon(one) => vec![polygon(one)],
            Geometry::MultiPolygon(polygons) => polygons.iter().map(polygon).collect(),
        };
        let bounds = around(pieces.iter().map(Piece::bounds));
        Self { pieces, bounds }
    }

    /// A box around all of it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// True for points inside and on the edge.
    pub fn contains(&self, point: LatLon) -> bool {
        self.pieces.iter().any(|piece| match piece {
            Piece::Point(own) => own == &point,
            Piece::Bounds(bounds) => in_bounds(*bounds, point),
            Piece::Polygon(rings) => {
                let mut rings = rings.iter();
                rings.next().is_some_and(|outer| outer.side(point) != Side::Outside)
                    && rings.all(|hole| hole.side(point) != Side::Inside)
            }
        })
    }

    /// True when every corner of a shape lies in this one, which decides it wherever this one is convex.
    pub fn holds(&self, shape: &Geometry) -> bool {
        let all = |polygon: &Polygon| polygon.rings().iter().flatten().all(|corner| self.contains(*corner));
        match shape {
            Geometry::Point(point) => self.contains(*point),
            Geometry::Bounds(bounds) => bounds.corners().iter().all(|corner| self.contains(*corner)),
            Geometry::Polygon(polygon) => all(polygon),
            Geometry::MultiPolygon(polygons) => polygons.iter().all(all),
        }
    }
}

impl Piece {
    fn bounds(&self) -> Bounds {
        match self {
            Self::Point(point) => box_of((point.lat(), point.lat()), (point.lon(), point.lon())),
            Self::Bounds(bounds) => *bounds,
            Self::Polygon(rings) => rings.first().map_or_else(everywhere, |outer| box_of(outer.lat, outer.lon)),
        }
    }
}

fn everywhere() -> Bounds {
    Bounds::new(-90.0, -180.0, 90.0, 180.0).expect("the whole Earth is a box")
}

/// A box around ranges of degrees; longitudes may lie beyond the date line.
fn box_of(lat: (f64, f64), lon: (f64, f64)) -> Bounds {
    let (south, north) = ((lat.0 - SLACK_DEGREES).max(-90.0), (lat.1 + SLACK_DEGREES).min(90.0));
    let (west, east) = (lon.0 - SLACK_DEGREES, lon.1 + SLACK_DEGREES);
    let wrapped = |lon: f64| ((lon + 180.0).rem_euclid(360.0) - 180.0).clamp(-180.0, 180.0);
    let sides = if east - west >= 360.0 { (-180.0, 180.0) } else { (wrapped(west), wrapped(east)) };
    Bounds::new(south, sides.0, north, sides.1).unwrap_or_else(|_| everywhere())
}

/// One box around several; all the way around where one of several crosses the date line.
fn around(mut boxes: impl Iterator<Item = Bounds>) -> Bounds {
    let Some(first) = boxes.next() else { return everywhere() };
    boxes.fold(first, |sum, one| {
        let crosses = sum.west() > sum.east() || one.west() > one.east();
        let (west, east) =
            if crosses { (-180.0, 180.0) } else { (sum.west().min(one.west()), sum.east().max(one.east())) };
        Bounds::new(sum.south().min(one.south()), west, sum.north().max(one.north()), east)
            .unwrap_or_else(|_| everywhere())
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Inside,
    Edge,
    Outside,
}

impl Ring {
    fn of(ring: &[LatLon]) -> Self {
        let mut corners: Vec<(f64, f64)> = Vec::with_capacity(ring.len() + 3);
        let mut around = 0.0;
        for (idx, point) in ring.iter().enumerate() {
            if let Some(before) = idx.checked_sub(1) {
                let (from, to) = (ring[before].lon(), point.lon());
                // The shift is a whole number of turns, so that longitudes stay as they were given.
                around += longitude_step(from, to) - (to - from);
            }
            corners.push((point.lat(), point.lon() + around));
        }
        if polar_turns(ring) != 0 {
            let mean = ring.iter().map(|point| point.lat()).sum::<f64>() / ring.len().max(1) as f64;
            let pole = if mean < 0.0 { -90.0 } else { 90.0 };
            let (begin, end) = (corners[0], corners[corners.len() - 1]);
            corners.extend([(pole, end.1), (pole, begin.1), begin]);
        }
        let range = |values: &dyn Fn(&(f64, f64)) -> f64| {
            corners
                .iter()
                .map(values)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
        };
        let (lat, lon) = (range(&|corner| corner.0), range(&|corner| corner.1));
        let mut own = Self { corners, lat, lon, bands: Vec::new() };
        own.bands = vec![Vec::new(); (own.corners.len() / 8).clamp(1, BANDS_MAX)];
        for edge in 0..own.corners.len() - 1 {
            let (a, b) = (own.corners[edge].0, own.corners[edge + 1].0);
            for band in own.band(a.min(b))..=own.band(a.max(b)) {
                own.bands[band].push(edge as u32);
            }
        }
        own
    }

    fn band(&self, lat: f64) -> usize {
        let height = (self.lat.1 - self.lat.0).max(f64::MIN_POSITIVE);
        let share = (lat - self.lat.0) / height;
        ((share * self.bands.len() as f64) as usize).min(self.bands.len() - 1)
    }

    fn side(&self, point: LatLon) -> Side {
        if !(self.lat.0..=self.lat.1).contains(&point.lat()) {
            return Side::Outside;
        }
        // The same meridian, as often as the ring passes it.
        let first = ((self.lon.0 - point.lon()) / 360.0).ceil() as i32;
        let last = ((self.lon.1 - point.lon()) / 360.0).floor() as i32;
        for turn in first..=last {
            match self.side_at(point.lat(), point.lon() + 360.0 * f64::from(turn)) {
                Side::Outside => {}
                side => return side,
            }
        }
        Side::Outside
    }

    /// Even-odd rule along the parallel.
    fn side_at(&self, lat: f64, lon: f64) -> Side {
        let mut inside = false;
        for edge in &self.bands[self.band(lat)] {
            let (a, b) = (self.corners[*edge as usize], self.corners[*edge as usize + 1]);
            let between = |x: f64, p: f64, q: f64| p.min(q) <= x && x <= p.max(q);
            if !between(lat, a.0, b.0) {
                continue;
            }
            let turn = (b.1 - a.1) * (lat - a.0) - (lon - a.1) * (b.0 - a.0);
            if turn == 0.0 && between(lon, a.1, b.1) {
                return Side::Edge;
            }
            if (a.0 > lat) != (b.0 > lat) && lon < a.1 + (b.1 - a.1) * (lat - a.0) / (b.0 - a.0) {
                inside = !inside;
            }
        }
        if inside { Side::Inside } else { Side::Outside }
    }
}

/// The corners of the smallest upright box in space around what lies between parallels and meridians, on a sphere of radius 1.
pub fn envelope(bounds: Bounds) -> ([f64; 3], [f64; 3]) {
    /// Above every rounding error of a sine.
    const SLACK: f64 = 1e-12;
    let (south, north) = (bounds.south().to_radians(), bounds.north().to_radians());
    let (cos_south, cos_north) = (south.cos().max(0.0), north.cos().max(0.0));
    let widest = if bounds.south() <= 0.0 && bounds.north() >= 0.0 { 1.0 } else { cos_south.max(cos_north) };
    let (narrow, wide) = (cos_south.min(cos_north), widest);
    let side = |peak: f64, value: &dyn Fn(f64) -> f64| {
        let (a, b) = (value(bounds.west().to_radians()), value(bounds.east().to_radians()));
        let opposite = if peak > 0.0 { peak - 180.0 } else { peak + 180.0 };
        let high = if has_longitude(bounds, peak) { 1.0 } else { a.max(b) };
        let low = if has_longitude(bounds, opposite) { -1.0 } else { a.min(b) };
        let times = [low * narrow, low * wide, high * narrow, high * wide];
        (times.iter().copied().fold(f64::INFINITY, f64::min), times.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    };
    let (x, y) = (side(0.0, &f64::cos), side(90.0, &f64::sin));
    ([x.0 - SLACK, y.0 - SLACK, south.sin() - SLACK], [x.1 + SLACK, y.1 + SLACK, north.sin() + SLACK])
}

#[cfg(test)]
#[path = "area_tests.rs"]
mod tests;
