//! What a question asks about feelings: a state ("when was she frustrated"), a course ("from angry to relieved"), or
//! nothing.
//!
//! Rules over English words, and the plain feeling words of four other languages; no model. It does not decide how a question is answered: it says which feelings are
//! named, in which order, and how much else the question is about.

mod words;

use super::{Label, Point, Provenance};
use crate::model::Span;
use words::{Kind, Word};

/// Intensity of a named feeling, plain, stressed and played down. Chosen.
const PLAIN: f32 = 0.8;
const STRESSED: f32 = 1.0;
const PLAYED_DOWN: f32 = 0.5;
/// Where a course that names only its end is taken to begin: this far on the other side of the origin. Chosen.
const MIRROR: f32 = -0.5;
/// Intensity of the relief that a feeling "got over" is taken to end in. Chosen.
const OVERCOME: f32 = 0.7;
/// Words read of one question; a question is at most 8 KiB, so this is never short in practice.
const WORDS_MAX: usize = 2_048;

/// State or course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeelingKind {
    /// Moments with one of the labels.
    State,
    /// A change from feeling to feeling.
    Arc,
}

/// The feelings a question names.
#[derive(Clone, Debug, PartialEq)]
pub struct FeelingQuery {
    /// State or course.
    pub kind: FeelingKind,
    /// Wanted labels with their weight in (0, 1], each once, in the order named.
    pub labels: Vec<(Label, f32)>,
    /// For a course, the points in order of time, two or more; for a state, one point a label named.
    pub points: Vec<Point>,
    /// For each point what may show it: labels with their weight. Empty for a point that no word names.
    pub steps: Vec<Vec<(Label, f32)>>,
    /// Where the feelings stand in the question.
    pub spans: Vec<Span>,
    /// Content words that are neither feelings, generic words nor capitalised names, as a share of all content
    /// words, 0 to 1. At 0 the question is about the feeling alone.
    pub rest_is_content: f32,
    /// Those words: a caller who knows more names can take them off.
    pub rest: Vec<Span>,
}

/// A feeling named in the question.
struct Named {
    /// First word and number of words.
    word: usize,
    len: usize,
    span: Span,
    labels: Vec<(Label, f32)>,
    intensity: f32,
}

/// Reads a question. `None` when it names no feeling.
pub fn query(text: &str) -> Option<FeelingQuery> {
    let words = words::split(text, WORDS_MAX);
    // Who tells how they are does not ask for moments that feel so.
    if words::tells(&words, text) {
        return None;
    }
    let named = named(&words);
    let first = named.first()?;
    let mut labels: Vec<(Label, f32)> = Vec::new();
    for (label, weight) in named.iter().flat_map(|named| &named.labels) {
        match labels.iter_mut().find(|(known, _)| known == label) {
            Some((_, known)) => *known = known.max(*weight),
            None => labels.push((*label, *weight)),
        }
    }
    let course = if named.len() > 1 { course_of_many(&words, &named) } else { course_of_one(&words, first) };
    let kind = if course.is_some() { FeelingKind::Arc } else { FeelingKind::State };
    let (points, steps) = course.unwrap_or_else(|| told(&named)).into_iter().unzip();
    let spans = named.iter().map(|named| named.span).collect();
    let in_feeling = |at: usize| named.iter().any(|named| (named.word..named.word + named.len).contains(&at));
    let mut rest = Vec::new();
    let mut content = named.len();
    for (at, word) in words.iter().enumerate().filter(|(at, _)| !in_feeling(*at)) {
        match word.kind() {
            Kind::Plain => {}
            Kind::Name => content += 1,
            Kind::Content if words::to_tears(&words, at) => {}
            Kind::Content => {
                content += 1;
                rest.push(words::span(&words[at..=at]));
            }
        }
    }
    let rest_is_content = rest.len() as f32 / content as f32;
    Some(FeelingQuery { kind, labels, points, steps, spans, rest_is_content, rest })
}

/// A point with what may show it.
type Told = Vec<(Point, Vec<(Label, f32)>)>;

fn told(named: &[Named]) -> Told {
    named.iter().map(|named| (named.point(), named.labels.clone())).collect()
}

impl Named {
    fn point(&self) -> Point {
        let label = self.labels.first().map_or(Label::Neutral, |(label, _)| *label);
        Point::labelled(label, self.intensity, Provenance::Stated, 1.0, None)
    }
}

/// Every feeling named, longest phrase first at each word.
fn named(words: &[Word<'_>]) -> Vec<Named> {
    let mut found: Vec<Named> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if let Some(inside) = words[at].in_run() {
            found.extend(inside.into_iter().map(|(span, label)| Named {
                word: at,
                // The run may hold more than the feeling.
                len: 0,
                span,
                labels: vec![(label, 1.0)],
                intensity: PLAIN,
            }));
            at += 1;
            continue;
        }
        let hit = (1..=words::PHRASE_MAX).rev().find_map(|len| {
            let phrase = words::phrase(words.get(at..at + len)?);
            let english = words::feelings(&phrase).filter(|_| len > 1 || words::meant(words, at));
            english.or_else(|| words::foreign(&phrase)).map(|labels| (len, labels))
        });
        let Some((len, labels)) = hit else {
            at += 1;
            continue;
        };
        let labels = if words::denied(words, at) {
            labels.iter().filter_map(|(label, weight)| label.denied().map(|label| (label, *weight))).collect()
        } else {
            labels
        };
        if !labels.is_empty() {
            let intensity = match words::degree(words, at) {
                Some(true) => STRESSED,
                Some(false) => PLAYED_DOWN,
                None => PLAIN,
            };
            let span = words::span(&words[at..at + len]);
            found.push(Named { word: at, len, span, labels, intensity });
        }
        at += len;
    }
    found
}

/// Two feelings or more are a course when a word of change stands anywhere.
fn course_of_many(words: &[Word<'_>], named: &[Named]) -> Option<Told> {
    let (first, second) = (named.first()?, named.get(1)?);
    let between = first.word + first.len..second.word;
    let from_to = first.word > 0
        && (0..first.word).any(|at| words[at].is("from"))
        && between.clone().any(|at| ["to", "into"].iter().any(|to| words[at].is(to)));
    if !from_to && !words::changes(words) {
        return None;
    }
    let mut points = told(named);
    // "happy after being sad", "before she was happy, she was sad": told backwards.
    let after_between = between.clone().any(|at| words[at].is("after"));
    let before_first =
        (0..first.word).any(|at| words[at].is("before")) && !between.clone().any(|at| words[at].is("before"));
    if named.len() == 2 && (after_between || before_first) {
        points.reverse();
    }
    Some(points)
}

/// One feeling is a course only where its beginning or end is spoken of.
fn course_of_one(words: &[Word<'_>], named: &Named) -> Option<Told> {
    let point = named.point();
    if words::gets_over(words) {
        let relief = Point::labelled(Label::Relief, OVERCOME, Provenance::Stated, 1.0, None);
        let relieved = vec![(Label::Relief, 1.0), (Label::Satisfaction, 0.7)];
        return Some(vec![(point, named.labels.clone()), (relief, relieved)]);
    }
    if !words::ends_up(words) {
        return None;
    }
    let [valence, arousal, dominance] = point.vad().map(|x| x * MIRROR);
    let start = Point { label: None, valence, arousal, dominance, intensity: PLAYED_DOWN, ..point.clone() };
    Some(vec![(start, Vec::new()), (point, named.labels.clone())])
}

#[cfg(test)]
mod tests;
