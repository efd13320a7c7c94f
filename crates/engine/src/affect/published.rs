//! The trajectory vector as MetaMemory publishes it, for the comparison profile only.
//!
//! Weighted mean of one 128-d base vector per label, then four numbers about intensity. The base vectors and the
//! strength of the weighting are not published: seeded bases and e^0.5 a state stand in for them. The mean forgets
//! the order of states, which is why the engine's own form is another.

use super::Point;
use super::arc::{ARC_DIMS, movement};
use super::curve::{in_order, places};
use super::point::unit;

/// Length of the label part.
const BASE: usize = 128;
/// Later states weigh more, by this power of e a state. Guessed.
const LATER: f32 = 0.5;
/// Weights below this share of the last one are left at it, so that long arcs do not vanish.
const WEIGHT_MIN: f32 = 1e-6;

/// `[128 mean-pooled label bases, volatility, trend, velocity, range]`, all of intensity. Zero without points.
pub fn metamemory_vector(points: &[Point]) -> [f32; ARC_DIMS] {
    let ordered = in_order(points);
    let mut out = [0.0; ARC_DIMS];
    let mut total = 0.0;
    for (i, point) in ordered.iter().enumerate() {
        let weight = (-LATER * (ordered.len() - 1 - i) as f32).exp().max(WEIGHT_MIN);
        total += weight;
        let name = point.label.map_or(point.tag.as_deref().unwrap_or(""), |label| label.name());
        let strength = weight * unit(point.intensity);
        out.iter_mut().zip(base(name)).for_each(|(sum, x)| *sum += strength * x);
    }
    if total > 0.0 {
        out[..BASE].iter_mut().for_each(|x| *x /= total);
    }
    let intensities: Vec<f32> = ordered.iter().map(|point| unit(point.intensity)).collect();
    let movement = movement(&intensities, &places(&ordered));
    out[BASE..].copy_from_slice(&[movement.volatility, movement.trend, movement.velocity, movement.range]);
    out
}

/// A unit vector that depends on the name alone: SplitMix64 seeded with the name's FNV-1a hash.
fn base(name: &str) -> [f32; BASE] {
    let mut state = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let mut uniform = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 40) as f32 / (1u32 << 24) as f32 - 0.5
    };
    // A sum of uniforms is near enough to normal, and exact on every machine.
    let mut vector: [f32; BASE] = std::array::from_fn(|_| (0..4).map(|_| uniform()).sum());
    let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    for x in &mut vector {
        *x /= norm;
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affect::point_of_label;

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
        dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
    }

    #[test]
    fn bases_are_unit_fixed_and_unrelated() {
        let (joy, anger) = (base("joy"), base("anger"));
        assert!((joy.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(joy, base("joy"));
        assert!(cosine(&joy, &anger).abs() < 0.3);
    }

    /// The weakness the engine's own vector answers, kept visible: the reversed arc stays very near.
    #[test]
    fn the_published_form_hardly_sees_order() {
        let points = ["frustration", "insight", "satisfaction"].map(|label| point_of_label(label, 0.8, None));
        let mut reversed = points.clone();
        reversed.reverse();
        let near = cosine(&metamemory_vector(&points), &metamemory_vector(&reversed));
        assert!(near > 0.55, "{near}");
    }

    #[test]
    fn the_tail_holds_the_four_numbers() {
        let vector = metamemory_vector(&[point_of_label("joy", 0.2, None), point_of_label("joy", 0.8, None)]);
        for (got, expected) in vector[BASE..].iter().zip([0.3, 0.6, 0.6, 0.6]) {
            assert!((got - expected).abs() < 1e-5, "{:?}", &vector[BASE..]);
        }
        assert_eq!(metamemory_vector(&[]), [0.0; ARC_DIMS]);
        let long = metamemory_vector(&vec![point_of_label("joy", 1.0, None); 10_000]);
        assert!((cosine(&long[..BASE], &base("joy")) - 1.0).abs() < 1e-4);
    }
}
