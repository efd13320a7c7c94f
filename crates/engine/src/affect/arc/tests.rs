//! Tests of `affect::arc`.

use proptest::prelude::*;

use super::*;
use crate::affect::point_of_label;
use crate::model::Micros;

fn points(text: &str) -> Vec<Point> {
    text.split(" > ")
        .map(|point| {
            let (label, intensity) = point.split_once(' ').unwrap_or((point, "1"));
            point_of_label(label, intensity.parse().unwrap(), None)
        })
        .collect()
}

fn of(text: &str) -> Arc {
    arc(&points(text)).unwrap()
}

fn dot(a: &Arc, b: &Arc) -> f32 {
    a.vector.iter().zip(b.vector.iter()).map(|(x, y)| x * y).sum()
}

/// The design's measured table: the same course in other words must beat the reversed and the flat ones.
#[test]
fn the_measured_table_comes_out() {
    let query = of("frustration .8 > insight .8 > satisfaction .9");
    for (text, expected, expected_dtw) in [
        ("frustration .8 > insight .8 > satisfaction .9", 1.0, 1.0),
        ("satisfaction .9 > insight .8 > frustration .8", -0.42, 0.43),
        ("confusion .8 > relief .8 > joy .9", 0.84, 0.69),
        ("satisfaction .9 > satisfaction .9 > satisfaction .9", 0.31, 0.50),
        ("frustration .8 > frustration .8 > frustration .8", -0.15, 0.37),
    ] {
        let other = of(text);
        let near = (-dtw(&query.curve, &other.curve, DTW_BAND)).exp();
        assert!((dot(&query, &other) - expected).abs() < 0.05, "{text}: {}", dot(&query, &other));
        assert!((near - expected_dtw).abs() < 0.1, "{text}: {near}");
    }
}

#[test]
fn classes() {
    for (text, class) in [
        ("sad > happy", ArcClass::Rise),
        ("happy > neutral > sad", ArcClass::Fall),
        ("happy > sad > happy", ArcClass::FallRise),
        ("sad > happy > angry", ArcClass::RiseFall),
        ("sad > happy > sad > happy", ArcClass::RiseFallRise),
        ("happy > sad > happy > sad", ArcClass::FallRiseFall),
        ("happy", ArcClass::Flat),
        ("happy > joy .95 > happy", ArcClass::Flat),
        ("sad > happy > sad > happy > sad > happy > sad > happy > sad", ArcClass::RiseFall),
        ("sad > neutral > sad .9 > neutral > joy", ArcClass::Rise),
    ] {
        assert_eq!(of(text).class, class, "{text}");
    }
}

#[test]
fn movements_tell_valence_from_intensity() {
    let elated = of("neutral 0 > joy .5 > joy 1");
    let furious = of("neutral 0 > anger .5 > anger 1");
    assert_eq!(elated.intensity, furious.intensity);
    assert!((elated.intensity.trend - 1.0).abs() < 1e-6 && (elated.intensity.velocity - 0.5).abs() < 1e-6);
    assert!((elated.intensity.range - 1.0).abs() < 1e-6 && (elated.intensity.volatility - 0.408).abs() < 1e-3);
    assert!(elated.valence.trend > 0.8 && furious.valence.trend < -0.6);
    assert_eq!(of("joy").valence, Movement::default());
}

#[test]
fn one_point_has_a_level_and_no_shape() {
    let single = of("joy");
    assert!(single.vector[..SHAPE].iter().all(|x| *x == 0.0));
    assert!((dot(&single, &of("joy > joy")) - LEVEL_WEIGHT).abs() < 1e-5);
    assert_eq!(arc(&[]).map(|arc| arc.n_points), None);
}

#[test]
fn time_orders_and_measures() {
    let at = |label, us| point_of_label(label, 1.0, Some(Micros(us)));
    let arc = arc(&[at("joy", 30), at("sadness", 10)]).unwrap();
    assert_eq!((arc.class, arc.duration_us, arc.n_points), (ArcClass::Rise, 20, 2));
}

fn any_points() -> impl Strategy<Value = Vec<Point>> {
    let point = (0usize..crate::affect::LABELS, 0.0f32..=1.0).prop_map(|(column, intensity)| {
        point_of_label(crate::affect::Label::from_column(column).unwrap().name(), intensity, None)
    });
    proptest::collection::vec(point, 1..12)
}

proptest! {
    #[test]
    fn a_reversed_arc_never_scores_above_the_arc(points in any_points()) {
        let forward = arc(&points).unwrap();
        let reversed = arc(&points.iter().rev().cloned().collect::<Vec<_>>()).unwrap();
        prop_assert!(arc_similarity(&forward, &reversed) <= arc_similarity(&forward, &forward) + 1e-5);
        prop_assert!(dot(&forward, &reversed) <= dot(&forward, &forward) + 1e-5);
    }

    #[test]
    fn blocks_have_their_weight_or_are_zero(points in any_points()) {
        let arc = arc(&points).unwrap();
        let (shape, rest) = arc.vector.split_at(SHAPE);
        let (level, outline) = rest.split_at(LEVEL);
        for (block, weight) in [(shape, SHAPE_WEIGHT), (level, LEVEL_WEIGHT), (outline, OUTLINE_WEIGHT)] {
            let square: f32 = block.iter().map(|x| x * x).sum();
            prop_assert!(square == 0.0 || (square - weight).abs() < 1e-4, "{square} for {weight}");
        }
    }

    #[test]
    fn odd_points_make_no_odd_numbers(
        values in proptest::collection::vec((any::<f32>(), any::<f32>(), any::<Option<i64>>()), 1..6)
    ) {
        let points: Vec<Point> = values.iter().map(|(valence, intensity, at)| Point {
            valence: *valence, intensity: *intensity, ..point_of_label("joy", 1.0, at.map(Micros))
        }).collect();
        let arc = arc(&points).unwrap();
        prop_assert!(arc.vector.iter().chain(arc.curve.iter().flatten()).all(|x| x.is_finite()));
        prop_assert!([arc.valence, arc.intensity].iter().all(|m| m.trend.is_finite() && m.volatility.is_finite()));
    }
}
