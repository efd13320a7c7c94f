//! Points -> an evenly sampled curve, and how far two curves are apart however fast each runs.

use super::Point;

/// Steps of a stored curve. From the design's measurement.
pub const CURVE_STEPS: usize = 32;
/// Steps that a warping path may leave the diagonal: about a fifth of the curve (Sakoe & Chiba 1978).
pub const DTW_BAND: usize = 6;

/// Valence, arousal, dominance at [`CURVE_STEPS`] equal steps from the first point to the last.
///
/// Time is that of the points where all have one and they do not all coincide, else their order. No points: empty.
pub fn curve(points: &[Point]) -> Vec<[f32; 3]> {
    resample(points, CURVE_STEPS)
}

/// `steps` samples, linear between points. Points are sorted by time first where all have one.
pub(super) fn resample(points: &[Point], steps: usize) -> Vec<[f32; 3]> {
    let points = in_order(points);
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    let places = places(&points);
    let mut right = 0;
    (0..steps)
        .map(|step| {
            let place = if steps > 1 { step as f64 / (steps - 1) as f64 } else { 0.0 };
            while right < places.len() && places[right] < place {
                right += 1;
            }
            if right == 0 {
                return first.vad();
            }
            if right == places.len() {
                return last.vad();
            }
            let (from, to) = (places[right - 1], places[right]);
            let share = if to > from { ((place - from) / (to - from)) as f32 } else { 1.0 };
            let (a, b) = (points[right - 1].vad(), points[right].vad());
            std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
        })
        .collect()
}

/// The points by time where all have one (equal times stay as given), else as given.
pub(super) fn in_order(points: &[Point]) -> Vec<&Point> {
    let mut sorted: Vec<&Point> = points.iter().collect();
    if points.iter().all(|point| point.at.is_some()) {
        sorted.sort_by_key(|point| point.at);
    }
    sorted
}

/// Where each of the ordered points lies between the first (0) and the last (1).
pub(super) fn places(points: &[&Point]) -> Vec<f64> {
    let n = points.len();
    let span = duration_us(points);
    if let (true, Some(start)) = (span > 0, points.first().and_then(|point| point.at)) {
        return points
            .iter()
            .map(|point| point.at.map_or(0.0, |at| at.0.saturating_sub(start.0) as f64 / span as f64))
            .collect();
    }
    (0..n).map(|i| if n > 1 { i as f64 / (n - 1) as f64 } else { 0.0 }).collect()
}

/// Microseconds between the first and last of the ordered points; 0 when any has no time.
pub(super) fn duration_us(points: &[&Point]) -> i64 {
    if points.iter().any(|point| point.at.is_none()) {
        return 0;
    }
    match (points.first().and_then(|p| p.at), points.last().and_then(|p| p.at)) {
        (Some(first), Some(last)) => last.0.saturating_sub(first.0),
        _ => 0,
    }
}

/// Dynamic time warping: mean euclidean distance along the best alignment, 0 for equal curves.
///
/// The path leaves the diagonal by at most `band` steps (or as many as the lengths differ). The sum is divided by
/// the longer length, so that curves of any length compare. Symmetric. Infinite when exactly one curve is empty.
/// Cost: `len x band`.
pub fn dtw(a: &[[f32; 3]], b: &[[f32; 3]], band: usize) -> f32 {
    let (n, m) = (a.len(), b.len());
    if n == 0 || m == 0 {
        return if n == m { 0.0 } else { f32::INFINITY };
    }
    let band = band.max(n.abs_diff(m));
    let mut above = vec![f32::INFINITY; m + 1];
    let mut row = vec![f32::INFINITY; m + 1];
    above[0] = 0.0;
    for i in 1..=n {
        row.fill(f32::INFINITY);
        for j in i.saturating_sub(band).max(1)..=(i + band).min(m) {
            let best = above[j].min(row[j - 1]).min(above[j - 1]);
            row[j] = best + distance(a[i - 1], b[j - 1]);
        }
        std::mem::swap(&mut above, &mut row);
    }
    above[m] / n.max(m) as f32
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f32>().sqrt()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::affect::point_of_label;
    use crate::model::Micros;

    /// The recurrence as in the textbook, whole matrix.
    fn naive(a: &[[f32; 3]], b: &[[f32; 3]], band: usize) -> f32 {
        let (n, m) = (a.len(), b.len());
        let band = band.max(n.abs_diff(m));
        let mut d = vec![vec![f32::INFINITY; m + 1]; n + 1];
        d[0][0] = 0.0;
        for i in 1..=n {
            for j in 1..=m {
                if i.abs_diff(j) <= band {
                    d[i][j] = distance(a[i - 1], b[j - 1]) + d[i - 1][j].min(d[i][j - 1]).min(d[i - 1][j - 1]);
                }
            }
        }
        d[n][m] / n.max(m) as f32
    }

    fn curves() -> impl Strategy<Value = Vec<[f32; 3]>> {
        proptest::collection::vec(proptest::array::uniform3(-1.0f32..1.0), 1..20)
    }

    proptest! {
        #[test]
        fn dtw_is_zero_on_equal_symmetric_and_as_naive(a in curves(), b in curves(), band in 0usize..8) {
            prop_assert_eq!(dtw(&a, &a, band), 0.0);
            prop_assert_eq!(dtw(&a, &b, band), dtw(&b, &a, band));
            prop_assert_eq!(dtw(&a, &b, band), naive(&a, &b, band));
            prop_assert!(dtw(&a, &b, band + 1) <= dtw(&a, &b, band));
        }
    }

    #[test]
    fn empty_curves() {
        assert_eq!(dtw(&[], &[], 3), 0.0);
        assert_eq!(dtw(&[], &[[0.0; 3]], 3), f32::INFINITY);
        assert!(curve(&[]).is_empty());
    }

    #[test]
    fn real_time_stretches_the_curve() {
        let at = |label, at| point_of_label(label, 1.0, Some(Micros(at)));
        let late = curve(&[at("sad", 0), at("sad", 90), at("happy", 100)]);
        assert_eq!(late.len(), CURVE_STEPS);
        assert!(late[CURVE_STEPS * 8 / 10][0] < -0.6);
        assert_eq!(late[CURVE_STEPS - 1], crate::affect::Label::Joy.vad());
        let unsorted = curve(&[at("happy", 100), at("sad", 0), at("sad", 90)]);
        assert_eq!(late, unsorted);
        let even = curve(&[point_of_label("sad", 1.0, None), at("sad", 90), at("happy", 100)]);
        assert!(even[CURVE_STEPS * 8 / 10][0] > -0.4, "one without a time: order only");
    }

    #[test]
    fn one_point_or_one_moment_is_constant_or_in_order() {
        let joy = point_of_label("joy", 1.0, Some(Micros(5)));
        assert!(curve(std::slice::from_ref(&joy)).iter().all(|x| *x == joy.vad()));
        let sad = point_of_label("sad", 1.0, Some(Micros(5)));
        let both = curve(&[sad.clone(), joy.clone()]);
        assert_eq!((both[0], both[CURVE_STEPS - 1]), (sad.vad(), joy.vad()));
        let extreme =
            [point_of_label("sad", 1.0, Some(Micros(i64::MIN))), point_of_label("joy", 1.0, Some(Micros(i64::MAX)))];
        assert!(curve(&extreme).iter().flatten().all(|x| x.is_finite()));
    }
}
