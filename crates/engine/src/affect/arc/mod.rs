//! The course of a feeling as one vector of 132 numbers whose dot product compares shape, level and outline.
//!
//! Averaging labels forgets their order: the reversed experience looks like the same one. Here the shape of the
//! curve, where it ends and how it turns are kept apart, each scaled so that one dot product weighs them.

use serde::{Deserialize, Serialize};

use super::Point;
use super::curve::{CURVE_STEPS, DTW_BAND, dtw, duration_us, in_order, places, resample};

/// Length of a trajectory vector.
pub const ARC_DIMS: usize = 132;
/// Samples of the shape block, three numbers each. From the design.
pub const SHAPE_STEPS: usize = 40;
const SHAPE: usize = 3 * SHAPE_STEPS;
const LEVEL: usize = 9;
/// Weights of the three block cosines in the dot product. From the design's measurement.
const SHAPE_WEIGHT: f32 = 0.6;
const LEVEL_WEIGHT: f32 = 0.3;
const OUTLINE_WEIGHT: f32 = 0.1;
/// A curve that moves less than this around its mean (root mean square) has no shape. From the design.
const SHAPE_RMS_MIN: f32 = 0.05;
/// A swing of valence smaller than this is no turn. Chosen: below the step from neutral to any label but surprise.
const SWING_MIN: f32 = 0.2;
/// Nor is one smaller than this share of the whole range. Chosen.
const SWING_SHARE: f32 = 0.4;

/// The course of valence: the six shapes of Reagan et al. 2016, and none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArcClass {
    /// Up.
    Rise,
    /// Down.
    Fall,
    /// Down, then up.
    FallRise,
    /// Up, then down.
    RiseFall,
    /// Up, down, up.
    RiseFallRise,
    /// Down, up, down.
    FallRiseFall,
    /// No swing worth the name.
    Flat,
}

/// How one quantity moves over an arc. All 0 for a single point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Movement {
    /// Standard deviation over the points.
    pub volatility: f32,
    /// Slope of the least-squares line over the whole arc (change from start to end along it).
    pub trend: f32,
    /// Mean absolute change between consecutive points.
    pub velocity: f32,
    /// Highest minus lowest.
    pub range: f32,
}

/// An arc.
#[derive(Clone, Debug, PartialEq)]
pub struct Arc {
    /// `[sqrt(.6) shape 120, sqrt(.3) level 9, sqrt(.1) outline 3]`, each block a unit vector or zero.
    pub vector: Box<[f32; ARC_DIMS]>,
    /// The curve for the finer comparison, [`CURVE_STEPS`] samples.
    pub curve: Vec<[f32; 3]>,
    /// The course of valence.
    pub class: ArcClass,
    /// Movement of intensity, as published elsewhere.
    pub intensity: Movement,
    /// Movement of valence, which tells calm-to-elated from calm-to-furious.
    pub valence: Movement,
    /// Points it was made of.
    pub n_points: usize,
    /// Microseconds from the first point to the last; 0 when any has no time.
    pub duration_us: i64,
}

/// The arc through `points`, by time where all have one. `None` without points.
///
/// One point gives a constant: it has a level but no shape, and must not be searched by shape.
pub fn arc(points: &[Point]) -> Option<Arc> {
    if points.is_empty() {
        return None;
    }
    let ordered = in_order(points);
    let samples = resample(points, SHAPE_STEPS);
    let mut vector = Box::new([0.0; ARC_DIMS]);
    let (shape, rest) = vector.split_at_mut(SHAPE);
    let (level, outline) = rest.split_at_mut(LEVEL);
    write_shape(shape, &samples);
    write_level(level, &samples);
    write_outline(outline, &samples, &ordered);
    let valences: Vec<f32> = ordered.iter().map(|point| point.vad()[0]).collect();
    let intensities: Vec<f32> = ordered.iter().map(|point| super::point::unit(point.intensity)).collect();
    let places = places(&ordered);
    Some(Arc {
        vector,
        curve: resample(points, CURVE_STEPS),
        class: classify(&valences),
        intensity: movement(&intensities, &places),
        valence: movement(&valences, &places),
        n_points: points.len(),
        duration_us: duration_us(&ordered),
    })
}

/// `0.5 dot + 0.5 exp(-dtw)`: the block cosines, and the curves compared point by point. At most 1.
///
/// A reversed arc never scores above the arc itself. Meant for two arcs of two points or more.
pub fn arc_similarity(a: &Arc, b: &Arc) -> f32 {
    let dot: f32 = a.vector.iter().zip(b.vector.iter()).map(|(x, y)| x * y).sum();
    0.5 * dot + 0.5 * (-dtw(&a.curve, &b.curve, DTW_BAND)).exp()
}

fn write_shape(out: &mut [f32], samples: &[[f32; 3]]) {
    let n = samples.len() as f32;
    for axis in 0..3 {
        let mean = samples.iter().map(|sample| sample[axis]).sum::<f32>() / n;
        for (step, sample) in samples.iter().enumerate() {
            out[axis * SHAPE_STEPS + step] = sample[axis] - mean;
        }
    }
    let rms = (out.iter().map(|x| x * x).sum::<f32>() / out.len() as f32).sqrt();
    if rms < SHAPE_RMS_MIN {
        out.fill(0.0);
    }
    scale(out, SHAPE_WEIGHT);
}

/// Mean, end, and the sample of strongest valence.
fn write_level(out: &mut [f32], samples: &[[f32; 3]]) {
    let n = samples.len() as f32;
    let mut peak = [0.0; 3];
    for sample in samples {
        if sample[0].abs() > f32::abs(peak[0]) {
            peak = *sample;
        }
    }
    for axis in 0..3 {
        out[axis] = samples.iter().map(|sample| sample[axis]).sum::<f32>() / n;
        out[3 + axis] = samples.last().map_or(0.0, |last| last[axis]);
        out[6 + axis] = peak[axis];
    }
    scale(out, LEVEL_WEIGHT);
}

/// Net change of valence, its whole way, and where it is lowest (0 start, 1 end).
fn write_outline(out: &mut [f32], samples: &[[f32; 3]], points: &[&Point]) {
    let valence = |sample: Option<&[f32; 3]>| sample.map_or(0.0, |sample| sample[0]);
    let way: f32 = points.windows(2).map(|pair| (pair[1].vad()[0] - pair[0].vad()[0]).abs()).sum();
    let lowest = (0..samples.len()).reduce(|low, step| if samples[step][0] < samples[low][0] { step } else { low });
    out[0] = valence(samples.last()) - valence(samples.first());
    out[1] = way;
    out[2] = lowest.unwrap_or(0) as f32 / (SHAPE_STEPS - 1) as f32;
    scale(out, OUTLINE_WEIGHT);
}

/// Makes the block's squared norm `weight`; a zero block stays zero.
fn scale(block: &mut [f32], weight: f32) {
    let norm = block.iter().map(|x| x * x).sum::<f32>().sqrt();
    // Rounding noise must not be blown up to a direction.
    if norm < 1e-6 {
        block.fill(0.0);
        return;
    }
    let factor = weight.sqrt() / norm;
    for x in block {
        *x *= factor;
    }
}

pub(super) fn movement(values: &[f32], places: &[f64]) -> Movement {
    let n = values.len();
    if n < 2 {
        return Movement::default();
    }
    let mean = values.iter().sum::<f32>() / n as f32;
    let variance = values.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / n as f32;
    let place_mean = places.iter().sum::<f64>() / n as f64;
    let (mut covariance, mut spread) = (0.0, 0.0);
    for (value, place) in values.iter().zip(places) {
        covariance += f64::from(value - mean) * (place - place_mean);
        spread += (place - place_mean) * (place - place_mean);
    }
    let (low, high) = values.iter().fold((f32::MAX, f32::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
    Movement {
        volatility: variance.sqrt(),
        trend: if spread > 0.0 { (covariance / spread) as f32 } else { 0.0 },
        velocity: values.windows(2).map(|pair| (pair[1] - pair[0]).abs()).sum::<f32>() / (n - 1) as f32,
        range: high - low,
    }
}

/// The swings of valence, small ones ignored; where more than three stay, larger and larger ones are ignored too.
/// Equal swings to and fro are named by where they begin and end.
fn classify(valences: &[f32]) -> ArcClass {
    let (low, high) = valences.iter().fold((f32::MAX, f32::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
    let range = high - low;
    let mut floor = SWING_MIN.max(SWING_SHARE * range);
    let mut moves = swings(valences, floor);
    while moves.len() > 3 && floor * 1.25 <= range {
        floor *= 1.25;
        moves = swings(valences, floor);
    }
    match (moves.first(), moves.len()) {
        (None, _) => ArcClass::Flat,
        (Some(true), 1) => ArcClass::Rise,
        (Some(false), 1) => ArcClass::Fall,
        (Some(true), n) if n % 2 == 0 => ArcClass::RiseFall,
        (Some(false), n) if n % 2 == 0 => ArcClass::FallRise,
        (Some(true), _) => ArcClass::RiseFallRise,
        (Some(false), _) => ArcClass::FallRiseFall,
    }
}

/// Directions (true = up) of the swings of at least `floor`, from one turning point to the next.
fn swings(values: &[f32], floor: f32) -> Vec<bool> {
    let mut moves: Vec<bool> = Vec::new();
    let Some(&first) = values.first() else { return moves };
    // Lowest since the last turn up was ruled out, highest since the last turn down was.
    let (mut low, mut high) = (first, first);
    for &value in values {
        low = low.min(value);
        high = high.max(value);
        if moves.last() != Some(&true) && value - low >= floor {
            moves.push(true);
            high = value;
        } else if moves.last() != Some(&false) && high - value >= floor {
            moves.push(false);
            low = value;
        }
    }
    moves
}

#[cfg(test)]
mod tests;
