//! 1,024 rows, column by column in bytes, and the scoring of them by tables.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::{AFFINITY_RANGE, Feeling, Stored};

/// Rows of a page.
pub(super) const PAGE_ROWS: usize = 1_024;
/// No given label.
const NO_LABEL: u8 = u8::MAX;
pub(super) const CODES: usize = 256;
/// How much likelier it is, before anything is read, that a row shows no feeling than that it shows a certain one, as a power
/// of e. Measured on labelled dialogue: recall at 5 rises by 0.01 to 0.02 with 1; 0.5 to 1.5 tie.
pub(super) const CALM_PRIOR: f32 = 1.0;

/// One page. Columns of rows that are not live hold anything.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Page {
    n_live: usize,
    /// Bit a row.
    live: [u64; PAGE_ROWS / 64],
    /// Bit a row: it has affinities.
    compared: [u64; PAGE_ROWS / 64],
    /// `labels x PAGE_ROWS` codes, label after label.
    codes: Vec<u8>,
    vad: Vec<[i8; 3]>,
    intensity: Vec<u8>,
    label: Vec<u8>,
    provenance: Vec<u8>,
    /// Rows with a given label: without any, a scan does not look for them.
    n_labelled: usize,
}

/// One row in stored form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) compared: bool,
    pub(super) vad: [i8; 3],
    pub(super) intensity: u8,
    pub(super) label: u8,
    pub(super) provenance: u8,
}

impl Page {
    pub(super) fn new(labels: usize) -> Self {
        Self {
            n_live: 0,
            live: [0; PAGE_ROWS / 64],
            compared: [0; PAGE_ROWS / 64],
            codes: vec![0; labels * PAGE_ROWS],
            vad: vec![[0; 3]; PAGE_ROWS],
            intensity: vec![0; PAGE_ROWS],
            label: vec![NO_LABEL; PAGE_ROWS],
            provenance: vec![0; PAGE_ROWS],
            n_labelled: 0,
        }
    }

    pub(super) fn labels(&self) -> usize {
        self.codes.len() / PAGE_ROWS
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of::<Self>() + self.codes.len() + 6 * PAGE_ROWS
    }

    pub(super) fn is_empty(&self) -> bool {
        self.n_live == 0
    }

    pub(super) fn live(&self, row: usize) -> bool {
        self.live[row / 64] >> (row % 64) & 1 == 1
    }

    pub(super) fn compared(&self, row: usize) -> bool {
        self.compared[row / 64] >> (row % 64) & 1 == 1
    }

    /// Whether every live row is compared by its affinities and none has a given label.
    pub(super) fn is_plain(&self) -> bool {
        self.n_labelled == 0 && self.compared == self.live
    }

    /// The codes of a label, row by row.
    pub(super) fn column(&self, label: usize) -> &[u8] {
        &self.codes[label * PAGE_ROWS..][..PAGE_ROWS]
    }

    pub(super) fn code(&self, label: usize, row: usize) -> u8 {
        self.codes[label * PAGE_ROWS + row]
    }

    /// Sets a row that is not live.
    pub(super) fn set(&mut self, row: usize, feeling: &Feeling<'_>) {
        let labels = self.labels();
        let compared = labels > 0 && feeling.affinities.len() == labels;
        let label = feeling.label.filter(|label| *label < labels).map_or(NO_LABEL, |label| label as u8);
        let codes: Vec<u8> = feeling.affinities.iter().map(|affinity| code_of(*affinity)).collect();
        let stored = Row {
            compared,
            vad: feeling.vad.map(|x| (tame(x, -1.0, 1.0) * 127.0).round() as i8),
            intensity: (tame(feeling.intensity, 0.0, 1.0) * 255.0).round() as u8,
            label,
            provenance: feeling.provenance,
        };
        self.put(row, stored, if compared { &codes } else { &[] });
    }

    /// Puts a stored row where none is live. `codes`: one a label, or none.
    pub(super) fn put(&mut self, row: usize, stored: Row, codes: &[u8]) {
        debug_assert!(!self.live(row));
        self.live[row / 64] |= 1 << (row % 64);
        self.n_live += 1;
        if stored.compared {
            self.compared[row / 64] |= 1 << (row % 64);
        }
        for (label, code) in codes.iter().enumerate() {
            self.codes[label * PAGE_ROWS + row] = *code;
        }
        self.vad[row] = stored.vad;
        self.intensity[row] = stored.intensity;
        self.label[row] = stored.label;
        self.provenance[row] = stored.provenance;
        self.n_labelled += usize::from(stored.label != NO_LABEL);
    }

    /// Takes a live row away.
    pub(super) fn clear(&mut self, row: usize) {
        debug_assert!(self.live(row));
        self.n_labelled -= usize::from(self.label[row] != NO_LABEL);
        self.live[row / 64] &= !(1 << (row % 64));
        self.compared[row / 64] &= !(1 << (row % 64));
        self.label[row] = NO_LABEL;
        self.n_live -= 1;
    }

    pub(super) fn row(&self, row: usize) -> Option<Row> {
        self.live(row).then(|| Row {
            compared: self.compared(row),
            vad: self.vad[row],
            intensity: self.intensity[row],
            label: self.label[row],
            provenance: self.provenance[row],
        })
    }

    pub(super) fn get(&self, row: usize) -> Option<Stored> {
        let row = self.row(row)?;
        Some(Stored {
            vad: row.vad.map(|x| f32::from(x) / 127.0),
            intensity: f32::from(row.intensity) / 255.0,
            label: (row.label != NO_LABEL).then_some(usize::from(row.label)),
            provenance: row.provenance,
        })
    }

    /// Calls `f` with every live row, ascending.
    pub(super) fn each_live(&self, mut f: impl FnMut(usize)) {
        for (word, &bits) in self.live.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                f(word * 64 + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }
}

/// True when a stored label byte is one of `labels` columns or none.
pub(super) fn label_fits(label: u8, labels: usize) -> bool {
    label == NO_LABEL || usize::from(label) < labels
}

/// The byte of an affinity.
pub(super) fn code_of(affinity: f32) -> u8 {
    let (low, high) = AFFINITY_RANGE;
    ((tame(affinity, low, high) - low) / (high - low) * 255.0).round() as u8
}

/// The affinity of a byte, or of a mean of bytes.
pub(super) fn affinity_of(code: f64) -> f32 {
    let (low, high) = AFFINITY_RANGE;
    (f64::from(low) + code / 255.0 * f64::from(high - low)) as f32
}

/// `x` in `[low, high]`; NaN is 0, which every range here holds.
fn tame(x: f32, low: f32, high: f32) -> f32 {
    if x.is_nan() { 0.0 } else { x.clamp(low, high) }
}

/// One question, ready to score rows: for each column `exp((affinity - mean) / temperature)` by code.
pub(super) struct Contest {
    wanted: Vec<Wanted>,
    floor: f32,
}

/// A wanted label against the basic labels that are not its family.
struct Wanted {
    weight: f32,
    own: Column,
    rivals: Vec<Rc<Column>>,
}

struct Column {
    label: usize,
    table: [f32; CODES],
}

impl Column {
    fn new(label: usize, mean: f32, temperature: f32, prior: f32) -> Self {
        // Clamped so that a low temperature never gives infinity over infinity.
        let power = |code: usize| ((affinity_of(code as f64) - mean) / temperature + prior).clamp(-60.0, 60.0);
        Self { label, table: std::array::from_fn(|code| power(code).exp()) }
    }

    fn at(&self, page: &Page, row: usize) -> f32 {
        self.table[usize::from(page.code(self.label, row))]
    }

    fn of<'a>(&self, page: &'a Page) -> &'a [u8] {
        page.column(self.label)
    }
}

impl Contest {
    pub(super) fn new(
        families: &[usize],
        means: &[f32],
        wanted: &[(usize, f32)],
        temperature: f32,
        floor: f32,
    ) -> Self {
        let calm = (0..families.len()).find(|label| families[*label] == *label);
        let prior = |label: usize| if Some(label) == calm { CALM_PRIOR } else { 0.0 };
        let column = |label: usize| Column::new(label, means[label], temperature, prior(label));
        let basics: Vec<Rc<Column>> = (0..families.len())
            .filter(|label| families[*label] == *label)
            .map(|label| Rc::new(column(label)))
            .collect();
        let wanted = wanted
            .iter()
            .filter(|(_, weight)| weight.is_finite() && *weight > 0.0)
            .map(|&(label, weight)| {
                let rivals = basics.iter().filter(|basic| basic.label != families[label]).cloned().collect();
                Wanted { weight, own: column(label), rivals }
            })
            .collect();
        Self { wanted, floor }
    }

    /// Scores of all rows of a page, column by column; those of rows not live mean nothing.
    pub(super) fn score_page(&self, page: &Page, out: &mut [f32; PAGE_ROWS]) {
        out.fill(0.0);
        let mut sums = [0.0f32; PAGE_ROWS];
        for wanted in &self.wanted {
            // Rivals are summed without the family rather than taken off a common sum: a family far ahead would
            // leave nothing but rounding.
            sums.fill(0.0);
            for rival in &wanted.rivals {
                for (sum, code) in sums.iter_mut().zip(rival.of(page)) {
                    *sum += rival.table[usize::from(*code)];
                }
            }
            for ((score, rivals), code) in out.iter_mut().zip(&sums).zip(wanted.own.of(page)) {
                let own = wanted.own.table[usize::from(*code)];
                *score += wanted.weight * (own / (own + rivals));
            }
        }
        if !page.is_plain() {
            page.each_live(|row| out[row] = self.score_row(page, row));
        }
    }

    /// Score of one live row.
    pub(super) fn score_row(&self, page: &Page, row: usize) -> f32 {
        let compared = page.compared(row);
        let intensity = f32::from(page.intensity[row]) / 255.0;
        let mut score = 0.0;
        for wanted in &self.wanted {
            let mut probability = 0.0;
            if compared {
                let mut rivals = 0.0;
                for rival in &wanted.rivals {
                    rivals += rival.at(page, row);
                }
                let own = wanted.own.at(page, row);
                probability = own / (own + rivals);
            }
            if usize::from(page.label[row]) == wanted.own.label && intensity >= self.floor {
                probability = probability.max(intensity);
            }
            score += wanted.weight * probability;
        }
        score
    }
}

/// The best `limit` rows offered.
pub(super) struct Best {
    limit: usize,
    heap: BinaryHeap<Worst>,
    /// A score must be above this once the heap is full.
    threshold: f32,
}

/// Ordered so that the heap's greatest is the row to drop first.
#[derive(PartialEq)]
struct Worst {
    score: f32,
    ordinal: u32,
}

impl Eq for Worst {}

impl Ord for Worst {
    fn cmp(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(self.ordinal.cmp(&other.ordinal))
    }
}

impl PartialOrd for Worst {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Best {
    pub(super) fn new(limit: usize) -> Self {
        let threshold = if limit == 0 { f32::INFINITY } else { 0.0 };
        Self { limit, heap: BinaryHeap::with_capacity(limit.min(PAGE_ROWS) + 1), threshold }
    }

    /// Rows must be offered by ascending ordinal: an equal score never replaces an earlier row.
    pub(super) fn offer(&mut self, ordinal: u32, score: f32) {
        if score <= self.threshold {
            return;
        }
        self.heap.push(Worst { score, ordinal });
        if self.heap.len() > self.limit {
            self.heap.pop();
        }
        if self.heap.len() == self.limit {
            self.threshold = self.heap.peek().map_or(0.0, |worst| worst.score);
        }
    }

    pub(super) fn into_sorted(self) -> Vec<(u32, f32)> {
        self.heap.into_sorted_vec().into_iter().map(|row| (row.ordinal, row.score)).collect()
    }
}
