//! One feeling at one moment: a label, a place in valence/arousal/dominance, and where it was learnt.

use serde::{Deserialize, Serialize};

use super::{Label, Lexicon};
use crate::model::Micros;

/// Longest tag kept for an unknown label, in characters. Chosen.
pub const TAG_CHARS_MAX: usize = 64;
/// How much a label looked up word by word in the valence list is believed. Chosen.
const LOOKED_UP_CONFIDENCE: f32 = 0.5;

/// How a point was learnt, so that guesses can be shown as guesses, filtered and deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Provenance {
    /// Given by the caller.
    Stated = 0,
    /// Read from the words of a text.
    Lexical,
    /// Concluded from what happened: failures, retries, success.
    Behavioural,
    /// Said by a language model.
    Llm,
}

impl Provenance {
    /// All, in stored order.
    pub const ALL: [Self; 4] = [Self::Stated, Self::Lexical, Self::Behavioural, Self::Llm];
}

/// A feeling at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The feeling, where it is one of the closed set.
    pub label: Option<Label>,
    /// The label as it was given, lower case, where it is none of the closed set.
    pub tag: Option<String>,
    /// Unpleasant -1 to pleasant 1.
    pub valence: f32,
    /// Calm -1 to stirred 1.
    pub arousal: f32,
    /// Powerless -1 to in control 1.
    pub dominance: f32,
    /// How strong, 0 to 1.
    pub intensity: f32,
    /// How far it is to be believed, 0 to 1.
    pub confidence: f32,
    /// How it was learnt.
    pub source: Provenance,
    /// When it was felt, if known.
    pub at: Option<Micros>,
}

impl Point {
    /// A point of a known label: its place in the table times `intensity` (clamped to [0, 1], NaN read as 0).
    pub fn labelled(label: Label, intensity: f32, source: Provenance, confidence: f32, at: Option<Micros>) -> Self {
        let intensity = unit(intensity);
        let [valence, arousal, dominance] = label.vad().map(|x| x * intensity);
        let confidence = unit(confidence);
        Self { label: Some(label), tag: None, valence, arousal, dominance, intensity, confidence, source, at }
    }

    /// Valence, arousal, dominance as an array, each forced into [-1, 1] (a stored or foreign point may hold anything).
    pub fn vad(&self) -> [f32; 3] {
        [self.valence, self.arousal, self.dominance].map(signed_unit)
    }
}

/// A point from a label and an intensity the caller gave.
///
/// An unknown label keeps its word as a tag; its valence comes from the valence list where a word of it is there,
/// else the point lies at the origin and only the tag can be matched.
pub fn point_of_label(label: &str, intensity: f32, at: Option<Micros>) -> Point {
    if let Some(known) = Label::parse(label) {
        return Point::labelled(known, intensity, Provenance::Stated, 1.0, at);
    }
    let tag: String = label.trim().to_lowercase().chars().take(TAG_CHARS_MAX).collect();
    let intensity = unit(intensity);
    let valence = Lexicon::bundled().word_valence(&tag);
    Point {
        label: None,
        tag: (!tag.is_empty()).then_some(tag),
        valence: valence.unwrap_or(0.0) * intensity,
        arousal: 0.0,
        dominance: 0.0,
        intensity,
        confidence: if valence.is_some() { LOOKED_UP_CONFIDENCE } else { 0.0 },
        source: Provenance::Stated,
        at,
    }
}

/// The points that make a course: those that somebody told, in order. What was concluded stands beside them, at no moment
/// of its own.
pub fn told(points: &[Point]) -> Vec<Point> {
    let is_told = |point: &&Point| matches!(point.source, Provenance::Stated | Provenance::Llm);
    points.iter().filter(is_told).cloned().collect()
}

/// `x` in [0, 1]; NaN is 0.
pub(super) fn unit(x: f32) -> f32 {
    if x.is_nan() { 0.0 } else { x.clamp(0.0, 1.0) }
}

/// `x` in [-1, 1]; NaN is 0.
pub(super) fn signed_unit(x: f32) -> f32 {
    if x.is_nan() { 0.0 } else { x.clamp(-1.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_labels_scale_with_intensity() {
        let point = point_of_label("Frustrated", 0.5, Some(Micros(7)));
        assert_eq!(point.label, Some(Label::Frustration));
        assert_eq!(point.vad(), [-0.31, 0.275, -0.15]);
        assert_eq!((point.intensity, point.confidence, point.at), (0.5, 1.0, Some(Micros(7))));
        assert_eq!(point.tag, None);
    }

    #[test]
    fn unknown_labels_stay_as_tags() {
        let known_word = point_of_label("Betrayal", 1.0, None);
        assert_eq!((known_word.label, known_word.tag.as_deref()), (None, Some("betrayal")));
        assert!(known_word.valence < -0.3 && known_word.confidence > 0.0);
        let unknown = point_of_label("saudade", 0.9, None);
        assert_eq!((unknown.valence, unknown.confidence), (0.0, 0.0));
        assert_eq!(unknown.tag.as_deref(), Some("saudade"));
        assert_eq!(point_of_label("  ", 1.0, None).tag, None);
    }

    #[test]
    fn only_told_points_make_a_course() {
        let of = |source| Point::labelled(Label::Joy, 1.0, source, 1.0, None);
        let points = Provenance::ALL.map(of);
        assert_eq!(told(&points).iter().map(|p| p.source).collect::<Vec<_>>(), [Provenance::Stated, Provenance::Llm]);
    }

    #[test]
    fn odd_numbers_are_tamed() {
        for (given, kept) in [(f32::NAN, 0.0), (f32::INFINITY, 1.0), (-3.0, 0.0), (7.0, 1.0)] {
            assert_eq!(point_of_label("joy", given, None).intensity, kept);
        }
    }

    #[test]
    fn provenance_is_snake_case() {
        let names: Vec<_> = Provenance::ALL.iter().map(|p| serde_json::to_string(p).unwrap()).collect();
        assert_eq!(names, ["\"stated\"", "\"lexical\"", "\"behavioural\"", "\"llm\""]);
    }
}
