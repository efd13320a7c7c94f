//! Prototype lines of each label in an embedding space: how near a text is to each feeling.
//!
//! Pure arithmetic over vectors the caller embedded; knows no model. The affinities go to an index that subtracts
//! each column's mean over the rows it holds, because some feelings are nearer to everything than others.

use std::sync::OnceLock;

use super::point::unit;
use super::{LABELS, Label, Point, Provenance, Reading};
use crate::model::Micros;

/// The lines. Own wording.
pub(super) const LINES: &str = include_str!("data/prototypes.tsv");
/// What one cue hit adds to a cosine, and the hits that count. Measured on labelled dialogue, ranking a speaker's
/// turns by feeling: recall at 5 rises by 0.03 over no cues.
const CUE_WEIGHT: f32 = 0.05;
const CUE_HITS_COUNTED: u8 = 2;
/// What full emphasis, and any cue at all, take off the affinity to neutral: who shouts is not neutral, whatever the words.
/// Measured on labelled dialogue: area under the curve of neutral against the rest 0.70 to 0.77, other labels unchanged.
const EMPHASIS_WEIGHT: f32 = 0.18;
const CUED_WEIGHT: f32 = 0.03;
/// What a question adds to surprise, the family of confusion and curiosity. Measured on labelled dialogue: area under the curve
/// of surprise 0.78 to 0.81.
const ASKS_WEIGHT: f32 = 0.03;
/// Share of a row's family that hits of its shades add: "annoyed" is some sign of anger. Chosen.
const SHADE_SHARE: f32 = 0.5;
/// Share of the rows before and after that is added to a row: feelings outlast a turn. Measured (0.1 to 0.3 tie; recall at
/// 10 rises by 0.01).
const NEIGHBOUR_WEIGHT: f32 = 0.2;
/// Softmax temperature over affinities. Measured (0.03 to 0.15 tie).
pub const TEMPERATURE: f32 = 0.06;
/// Least probability of a basic label that is shown as one. Measured on labelled dialogue: 0.3 gives the best macro-F1
/// of seven labels (0.31, against 0.27 without), 0.4 gives 0.27.
const SHOWN_MIN: f32 = 0.3;
/// Share of the words' own valence in a detected point's valence. Chosen.
const WORDS_SHARE: f32 = 0.3;

/// The vectors given are not those of [`Prototypes::lines`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrototypeError {
    /// One vector a line is needed.
    #[error("{got} vectors for {expected} prototype lines; embed every line of Prototypes::lines, in order")]
    Count {
        /// Lines.
        expected: usize,
        /// Vectors given.
        got: usize,
    },
    /// A vector has another length than said, or holds no direction.
    #[error("the vector of prototype line {line} is not {dims} finite numbers, not all zero")]
    Vector {
        /// 0-based line.
        line: usize,
        /// Length expected.
        dims: usize,
    },
}

/// Lines of a label that a text is compared with one by one: the nearest of them. A label is many situations, and their mean
/// is none of them.
const NEAREST: usize = 5;
/// Share of the cosine with the mean of all lines of a label, beside that with the nearest: the mean is steadier. Measured on
/// labelled dialogue and on the golden set: recall at 10 of dialogue falls by 0.02 without it.
const MEAN_SHARE: f32 = 0.5;
/// Largest whole number of a vector that is compared: its error, 1/8,190 of the largest entry, is far below that of the codes.
const QUERY_MAX: i16 = 4_095;
/// Products added side by side. Measured: 40 µs for 889 lines of 384 entries, 273 in floats.
const DOT_LANES: usize = 16;

/// The vectors of the lines, in whole numbers.
///
/// A line's vector is kept as 8-bit numbers times a scale of its own, which is what the ready-made file holds, so that both
/// ways of making prototypes give the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Prototypes {
    dims: usize,
    /// `lines x dims`, in the order of [`Prototypes::lines`].
    codes: Vec<i8>,
    /// One a line: a unit vector is codes times scale.
    scales: Vec<f32>,
    /// The label of each line.
    labels: Vec<Label>,
    /// `LABELS x dims`: the mean direction of each label's lines.
    means: Vec<f32>,
    /// Mean affinity of the lines themselves to each label, each without itself: the stand-in for a context's column means
    /// where one text is read alone. The mean over labels of the mean over their lines. Compares every line with every line,
    /// so that it is made when it is first asked for.
    centre: OnceLock<[f32; LABELS]>,
}

impl Prototypes {
    /// Every prototype line with its label, in the order [`Prototypes::build`] wants their vectors.
    pub fn lines() -> Vec<(Label, &'static str)> {
        LINES
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once('\t'))
            .filter_map(|(label, line)| Label::parse(label).map(|label| (label, line)))
            .collect()
    }

    /// Takes the vectors of the lines.
    ///
    /// # Errors
    /// [`PrototypeError`] when the vectors do not fit the lines.
    pub fn build(dims: usize, vectors: &[Vec<f32>]) -> Result<Self, PrototypeError> {
        let lines = Self::lines();
        if vectors.len() != lines.len() {
            return Err(PrototypeError::Count { expected: lines.len(), got: vectors.len() });
        }
        let mut codes = Vec::with_capacity(lines.len() * dims);
        let mut scales = Vec::with_capacity(lines.len());
        for (line, vector) in vectors.iter().enumerate() {
            let norm = norm(vector);
            if vector.len() != dims || !norm.is_finite() || norm == 0.0 {
                return Err(PrototypeError::Vector { line, dims });
            }
            let largest = vector.iter().fold(0.0f32, |most, x| most.max(x.abs()));
            codes.extend(vector.iter().map(|x| (x / largest * f32::from(i8::MAX)).round() as i8));
            scales.push(largest / f32::from(i8::MAX) / norm);
        }
        Ok(Self::of_parts(dims, codes, scales, OnceLock::new()))
    }

    pub(super) fn of_parts(dims: usize, codes: Vec<i8>, scales: Vec<f32>, centre: OnceLock<[f32; LABELS]>) -> Self {
        let labels: Vec<Label> = Self::lines().into_iter().map(|(label, _)| label).collect();
        let mut means = vec![0.0; LABELS * dims];
        for ((codes, scale), label) in codes.chunks_exact(dims).zip(&scales).zip(&labels) {
            let mean = &mut means[label.column() * dims..][..dims];
            mean.iter_mut().zip(codes).for_each(|(sum, code)| *sum += scale * f32::from(*code));
        }
        for mean in means.chunks_exact_mut(dims) {
            let norm = norm(mean).max(f32::MIN_POSITIVE);
            for x in mean {
                *x /= norm;
            }
        }
        Self { dims, codes, scales, labels, means, centre }
    }

    pub(super) fn codes(&self) -> (&[i8], &[f32]) {
        (&self.codes, &self.scales)
    }

    pub(super) fn centre(&self) -> &[f32; LABELS] {
        self.centre.get_or_init(|| {
            let mut lines_of = [0u16; LABELS];
            for label in &self.labels {
                lines_of[label.column()] += 1;
            }
            let mut centre = [0.0; LABELS];
            for (line, label) in self.labels.iter().enumerate() {
                let share = 1.0 / (f32::from(lines_of[label.column()]) * LABELS as f32);
                let vector: Vec<f32> =
                    self.codes[line * self.dims..][..self.dims].iter().map(|code| f32::from(*code)).collect();
                let affinities = self.nearest(&vector, norm(&vector), Some(line));
                centre.iter_mut().zip(affinities).for_each(|(sum, x)| *sum += share * x);
            }
            centre
        })
    }

    /// Length of the vectors it compares with.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// How near `vector` is to the lines of each label, a mean of cosines, in [-1, 1]; all 0 for a vector of another length or
    /// without direction. Cost: one dot product a line.
    pub fn affinities(&self, vector: &[f32]) -> [f32; LABELS] {
        let norm = norm(vector);
        if vector.len() != self.dims || !norm.is_finite() || norm == 0.0 {
            return [0.0; LABELS];
        }
        self.nearest(vector, norm, None)
    }

    /// `without`: a line that does not count.
    fn nearest(&self, vector: &[f32], norm: f32, without: Option<usize>) -> [f32; LABELS] {
        let (query, step) = whole_numbers(vector);
        // The best cosines of each label, falling.
        let mut best = [[f32::NEG_INFINITY; NEAREST]; LABELS];
        let lines = self.codes.chunks_exact(self.dims).zip(&self.scales).zip(&self.labels).enumerate();
        for (_, ((codes, scale), label)) in lines.filter(|(line, _)| Some(*line) != without) {
            let cosine = (dot(codes, &query) as f32 * step * scale / norm).clamp(-1.0, 1.0);
            let own = &mut best[label.column()];
            let place = own.partition_point(|other| *other >= cosine);
            if place < NEAREST {
                own[place..].rotate_right(1);
                own[place] = cosine;
            }
        }
        let mut out = [0.0; LABELS];
        for ((affinity, own), mean) in out.iter_mut().zip(best).zip(self.means.chunks_exact(self.dims)) {
            let held = own.iter().take_while(|cosine| cosine.is_finite());
            let nearest = held.clone().sum::<f32>() / held.count().max(1) as f32;
            let dot: f32 = mean.iter().zip(vector).map(|(a, b)| a * b).sum();
            *affinity = (1.0 - MEAN_SHARE) * nearest + MEAN_SHARE * (dot / norm).clamp(-1.0, 1.0);
        }
        out
    }

    /// The feeling of one text read alone: `affinities` as from [`combine`], and what its words say.
    ///
    /// Its place is the mean place of the basic labels under their probabilities; its label the likeliest, or the
    /// shade of it that is nearer. `None` for the label when none is likely enough to be shown.
    pub fn point(&self, affinities: &[f32; LABELS], reading: &Reading, at: Option<Micros>) -> Point {
        let above = |label: Label| affinities[label.column()] - self.centre()[label.column()];
        let top = Label::BASIC.into_iter().map(above).fold(f32::NEG_INFINITY, f32::max);
        let weights = Label::BASIC.map(|label| ((above(label) - top) / TEMPERATURE).exp());
        let total: f32 = weights.iter().sum();
        let mut vad = [0.0; 3];
        let mut best = (Label::Neutral, 0.0);
        for (label, weight) in Label::BASIC.into_iter().zip(weights) {
            let share = weight / total;
            vad.iter_mut().zip(label.vad()).for_each(|(sum, x)| *sum += share * x);
            if share > best.1 {
                best = (label, share);
            }
        }
        let family = best.0;
        let shade = Label::ALL
            .into_iter()
            .filter(|label| label.family() == family)
            .reduce(|best, other| if above(other) > above(best) { other } else { best });
        let [valence, arousal, dominance] = vad;
        Point {
            label: shade.filter(|_| family != Label::Neutral && best.1 >= SHOWN_MIN),
            tag: None,
            valence: ((1.0 - WORDS_SHARE) * valence + WORDS_SHARE * reading.valence).clamp(-1.0, 1.0),
            arousal: (arousal + 0.2 * reading.emphasis).clamp(-1.0, 1.0),
            dominance,
            intensity: unit(1.0 - weights[0] / total),
            confidence: unit(best.1),
            source: Provenance::Lexical,
            at,
        }
    }
}

/// Affinity of one row: cosines plus what its words and marks add, or take off neutral.
pub fn combine(cosines: &[f32; LABELS], reading: &Reading) -> [f32; LABELS] {
    let cues = &reading.cues;
    let hits = |label: Label| f32::from(cues[label.column()].min(CUE_HITS_COUNTED));
    let mut out = *cosines;
    for label in Label::ALL {
        out[label.column()] += CUE_WEIGHT * hits(label);
    }
    for label in Label::BASIC {
        let shades: f32 = Label::ALL.into_iter().filter(|s| *s != label && s.family() == label).map(hits).sum();
        let room = f32::from(CUE_HITS_COUNTED) - hits(label);
        if label != Label::Neutral {
            out[label.column()] += CUE_WEIGHT * (SHADE_SHARE * shades).min(room);
        }
    }
    let is_cued = Label::ALL.into_iter().any(|label| label != Label::Neutral && hits(label) > 0.0);
    let stirred = EMPHASIS_WEIGHT * unit(reading.emphasis) + if is_cued { CUED_WEIGHT } else { 0.0 };
    out[Label::Neutral.column()] -= stirred;
    if reading.asks {
        out[Label::Surprise.column()] += ASKS_WEIGHT;
    }
    out
}

/// A row's affinity with a share of the rows before and after it in its session.
pub fn with_neighbours(
    own: &[f32; LABELS],
    before: Option<&[f32; LABELS]>,
    after: Option<&[f32; LABELS]>,
) -> [f32; LABELS] {
    let mut out = *own;
    for row in [before, after].into_iter().flatten() {
        out.iter_mut().zip(row).for_each(|(sum, x)| *sum += NEIGHBOUR_WEIGHT * x);
    }
    out
}

/// A vector in whole numbers up to [`QUERY_MAX`], and what one of them is worth.
fn whole_numbers(vector: &[f32]) -> (Vec<i16>, f32) {
    let largest = vector.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    let step = largest / f32::from(QUERY_MAX);
    if !step.is_normal() {
        return (vec![0; vector.len()], 0.0);
    }
    (vector.iter().map(|x| (x / step).round() as i16).collect(), step)
}

/// Whole numbers add up in any order, so that the compiler takes many at a time; floats do not. Lanes of 32 bits hold the
/// products of 66,000 entries.
fn dot(codes: &[i8], query: &[i16]) -> i64 {
    let product = |(code, x): (&i8, &i16)| i32::from(*code) * i32::from(*x);
    let (code_blocks, code_rest) = codes.as_chunks::<DOT_LANES>();
    let (query_blocks, query_rest) = query.as_chunks::<DOT_LANES>();
    let mut lanes = [0i32; DOT_LANES];
    for (codes, query) in code_blocks.iter().zip(query_blocks) {
        for (lane, pair) in lanes.iter_mut().zip(codes.iter().zip(query)) {
            *lane += product(pair);
        }
    }
    let rest: i32 = code_rest.iter().zip(query_rest).map(product).sum();
    lanes.iter().map(|lane| i64::from(*lane)).sum::<i64>() + i64::from(rest)
}

fn norm(vector: &[f32]) -> f32 {
    vector.iter().map(|x| x * x).sum::<f32>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affect::Lexicon;

    /// A space with one axis a label: every line lies on its label's axis, with a share of a common direction.
    fn axes() -> Prototypes {
        let vectors: Vec<Vec<f32>> = Prototypes::lines()
            .iter()
            .map(|(label, _)| {
                let mut vector = vec![0.0; LABELS + 1];
                vector[label.column()] = 3.0;
                vector[LABELS] = 1.0;
                vector
            })
            .collect();
        Prototypes::build(LABELS + 1, &vectors).unwrap()
    }

    #[test]
    fn every_label_has_lines_and_basic_ones_many() {
        let lines = Prototypes::lines();
        assert_eq!(lines.len(), LINES.lines().filter(|line| !line.starts_with('#')).count());
        for label in Label::ALL {
            let n = lines.iter().filter(|(of, _)| *of == label).count();
            let least = if label.family() == label { 40 } else { 8 };
            assert!((least..=64).contains(&n), "{}: {n}", label.name());
        }
    }

    #[test]
    fn a_line_is_nearest_to_its_own_label() {
        let prototypes = axes();
        for label in Label::ALL {
            let mut vector = vec![0.0; LABELS + 1];
            vector[label.column()] = 0.2;
            let affinities = prototypes.affinities(&vector);
            let best = Label::ALL.into_iter().max_by(|a, b| affinities[a.column()].total_cmp(&affinities[b.column()]));
            assert_eq!(best, Some(label));
            let point = prototypes.point(&affinities, &Lexicon::bundled().read(""), None);
            let shown = label.family() != Label::Neutral;
            if label.family() == label {
                assert_eq!(point.label, Some(label).filter(|_| shown));
            }
        }
    }

    #[test]
    fn wrong_vectors_are_refused_or_read_as_nothing() {
        let n = Prototypes::lines().len();
        assert_eq!(Prototypes::build(2, &[]), Err(PrototypeError::Count { expected: n, got: 0 }));
        let mut vectors = vec![vec![1.0, 0.0]; n];
        vectors[3] = vec![0.0, 0.0];
        assert_eq!(Prototypes::build(2, &vectors), Err(PrototypeError::Vector { line: 3, dims: 2 }));
        vectors[3] = vec![f32::NAN, 0.0];
        assert_eq!(Prototypes::build(2, &vectors), Err(PrototypeError::Vector { line: 3, dims: 2 }));
        for vector in [&[][..], &[0.0; LABELS + 1], &[f32::NAN; LABELS + 1], &[1.0; 3]] {
            assert_eq!(axes().affinities(vector), [0.0; LABELS]);
        }
    }

    #[test]
    fn cues_and_neighbours_add_as_documented() {
        let mut cues = [0; LABELS];
        cues[Label::Anger.column()] = 1;
        cues[Label::Frustration.column()] = 3;
        let reading = Reading { cues, emphasis: 0.5, ..Lexicon::bundled().read("") };
        let combined = combine(&[0.1; LABELS], &reading);
        assert!(
            (combined[Label::Neutral.column()] - (0.1 - 0.09 - 0.03)).abs() < 1e-6,
            "cued, and half as loud as can be"
        );
        assert!((combined[Label::Anger.column()] - 0.2).abs() < 1e-6, "one hit, and one of two shades' hits");
        assert!((combined[Label::Frustration.column()] - 0.2).abs() < 1e-6);
        assert_eq!(combined[Label::Joy.column()], 0.1);
        let mixed = with_neighbours(&[0.1; LABELS], Some(&[1.0; LABELS]), None);
        assert!(mixed.iter().all(|x| (x - 0.3).abs() < 1e-6));
        assert_eq!(with_neighbours(&mixed, None, None), mixed);
    }

    #[test]
    fn whole_numbers_compare_as_floats_do() {
        let codes: Vec<i8> = (0..9_000).map(|i| ((i * 37) % 255 - 127) as i8).collect();
        let vector: Vec<f32> = (0..9_000).map(|i| ((i * 53) % 101) as f32 / 50.0 - 1.0).collect();
        let (query, step) = whole_numbers(&vector);
        let exact: f64 = codes.iter().zip(&vector).map(|(code, x)| f64::from(*code) * f64::from(*x)).sum();
        let most: f64 = codes.iter().map(|code| f64::from(*code).abs()).sum();
        assert!((dot(&codes, &query) as f64 * f64::from(step) - exact).abs() <= most * f64::from(step));
        let extreme = (vec![-i8::MAX; 9_000], vec![QUERY_MAX; 9_000]);
        assert_eq!(dot(&extreme.0, &extreme.1), -127 * i64::from(QUERY_MAX) * 9_000);
        assert_eq!(whole_numbers(&[0.0, 0.0]), (vec![0, 0], 0.0));
    }
}
