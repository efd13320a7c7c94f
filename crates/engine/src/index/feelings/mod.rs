//! How near each row is to each feeling, and the rows nearest to the feelings asked for.
//!
//! Owns numbers only: columns are labels by position, whose names and meaning the caller keeps. A row is either
//! compared by its affinities, against the mean of each column over all rows held (some feelings are nearer to
//! everything than others), or, where it has none, matched by the label it was given. Scans are exact and walk only
//! rows of the mask.

mod codec;
mod page;
mod runs;

use std::collections::BTreeMap;

use roaring::RoaringBitmap;

use page::{PAGE_ROWS, Page};
use runs::Lines;
pub use runs::{Asked, LINES_MAX, Line, Shown};

/// Softmax temperature over affinities, whatever made them. Measured (0.03 to 0.15 tie).
pub const TEMPERATURE: f32 = 0.06;
/// A given label counts from this intensity on. Chosen.
pub const INTENSITY_FLOOR: f32 = 0.3;
/// Most labels of one index.
pub const LABELS_MAX: usize = 64;
/// Affinities outside this range are cut to it. A cosine, two cue hits and two neighbours stay inside in practice.
pub const AFFINITY_RANGE: (f32, f32) = (-0.4, 1.2);
/// Largest rounding error of a stored affinity inside the range: half a step of 1/255 of it.
pub const AFFINITY_ERROR: f32 = (AFFINITY_RANGE.1 - AFFINITY_RANGE.0) / 510.0;

/// Why a search or a decode gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FeelingError {
    /// The caller's stop signal fired; ask again with more time.
    #[error("the search was stopped before it had read every row")]
    Stopped,
    /// A wanted column is not in this index.
    #[error("no label column {column}; this index has {labels}")]
    UnknownLabel {
        /// Column asked for.
        column: usize,
        /// Columns there are.
        labels: usize,
    },
    /// Stored bytes are of another form, cut short or damaged; rebuild the index from the store.
    #[error("the stored feelings index cannot be read ({reason}); rebuild it from the store")]
    Damaged {
        /// What is wrong.
        reason: &'static str,
    },
}

/// The feeling of one row, as given in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feeling<'a> {
    /// One affinity a label, or none at all where nothing but a given label is known. Other lengths count as none.
    pub affinities: &'a [f32],
    /// Column of a label that was given, not inferred.
    pub label: Option<usize>,
    /// Valence, arousal, dominance, each in [-1, 1].
    pub vad: [f32; 3],
    /// 0 to 1.
    pub intensity: f32,
    /// The caller's code for how it was learnt.
    pub provenance: u8,
}

/// What is kept of a row besides its affinities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stored {
    /// Valence, arousal, dominance, to 1/127.
    pub vad: [f32; 3],
    /// 0 to 1, to 1/255.
    pub intensity: f32,
    /// Column of a given label.
    pub label: Option<usize>,
    /// The caller's code for how it was learnt.
    pub provenance: u8,
}

/// The index. Memory: `labels + 7` bytes a row, in pages of 1,024 rows, and `labels + 2` bytes a line.
#[derive(Clone, Debug)]
pub struct FeelingIndex {
    /// For each label the column of its family; a label that is its own family competes for every row.
    families: Vec<usize>,
    pages: Vec<Option<Box<Page>>>,
    n_rows: usize,
    /// Rows with affinities.
    n_compared: u64,
    /// Sum of the codes of each column over those rows: exact, so that the order of changes never shows.
    sums: Vec<u64>,
    /// Lines of rows that hold several voices.
    lines: BTreeMap<u32, Lines>,
    n_lines: u64,
    /// As `sums`, over the lines.
    line_sums: Vec<u64>,
    temperature: f32,
    floor: f32,
}

impl FeelingIndex {
    /// An empty index of `labels` columns (at most [`LABELS_MAX`], more are cut) that all compete with each other.
    pub fn new(labels: usize) -> Self {
        let families: Vec<usize> = (0..labels.min(LABELS_MAX)).collect();
        Self::with_families(&families)
    }

    /// An empty index where `families[label]` is the basic label that `label` is a shade of, itself if basic.
    ///
    /// A wanted label competes with the basic labels other than its own family, so that twenty near synonyms do not
    /// take probability from each other. The first basic label is that of no feeling, which is likelier before anything is
    /// read. A family that is no column counts as the label itself.
    pub fn with_families(families: &[usize]) -> Self {
        let n = families.len().min(LABELS_MAX);
        let families: Vec<usize> =
            families[..n].iter().enumerate().map(|(label, &family)| if family < n { family } else { label }).collect();
        let sums = vec![0; n];
        Self {
            families,
            pages: Vec::new(),
            n_rows: 0,
            n_compared: 0,
            line_sums: sums.clone(),
            sums,
            lines: BTreeMap::new(),
            n_lines: 0,
            temperature: TEMPERATURE,
            floor: INTENSITY_FLOOR,
        }
    }

    /// The same index read with another softmax temperature (finite and above 0, else left) and intensity floor.
    #[must_use]
    pub fn tuned(mut self, temperature: f32, floor: f32) -> Self {
        if temperature.is_finite() && temperature > 0.0 {
            self.temperature = temperature;
        }
        if floor.is_finite() {
            self.floor = floor;
        }
        self
    }

    /// Columns.
    pub fn labels(&self) -> usize {
        self.families.len()
    }

    /// Rows held.
    pub fn len(&self) -> usize {
        self.n_rows
    }

    /// True when no row is held.
    pub fn is_empty(&self) -> bool {
        self.n_rows == 0
    }

    /// Bytes in memory, about.
    pub fn memory_bytes(&self) -> usize {
        let pages: usize = self.pages.iter().flatten().map(|page| page.memory_bytes()).sum();
        let lines: usize = self.lines.values().map(Lines::memory_bytes).sum();
        pages + lines + self.pages.capacity() * size_of::<usize>() + self.labels() * 16
    }

    /// Sets the feeling of a row, replacing what was there.
    pub fn upsert(&mut self, ordinal: u32, feeling: &Feeling<'_>) {
        self.remove(ordinal);
        let (at, row) = place(ordinal);
        if self.pages.len() <= at {
            self.pages.resize(at + 1, None);
        }
        let n = self.families.len();
        let page = self.pages[at].get_or_insert_with(|| Box::new(Page::new(n)));
        page.set(row, feeling);
        self.n_rows += 1;
        if page.compared(row) {
            self.n_compared += 1;
            for (label, sum) in self.sums.iter_mut().enumerate() {
                *sum += u64::from(page.code(label, row));
            }
        }
    }

    /// Forgets a row with its lines; false when it was not held.
    pub fn remove(&mut self, ordinal: u32) -> bool {
        self.take_lines(ordinal);
        let (at, row) = place(ordinal);
        let Some(Some(page)) = self.pages.get_mut(at) else { return false };
        if !page.live(row) {
            return false;
        }
        if page.compared(row) {
            self.n_compared -= 1;
            for (label, sum) in self.sums.iter_mut().enumerate() {
                *sum -= u64::from(page.code(label, row));
            }
        }
        page.clear(row);
        self.n_rows -= 1;
        if page.is_empty() {
            self.pages[at] = None;
            while self.pages.last().is_some_and(Option::is_none) {
                self.pages.pop();
            }
        }
        true
    }

    /// What is kept of a row besides its affinities.
    pub fn get(&self, ordinal: u32) -> Option<Stored> {
        let (at, row) = place(ordinal);
        self.pages.get(at)?.as_ref()?.get(row)
    }

    /// Mean affinity of a column over the rows that have affinities; `None` without any or for no column.
    pub fn column_mean(&self, label: usize) -> Option<f32> {
        let sum = *self.sums.get(label)?;
        (self.n_compared > 0).then(|| page::affinity_of(sum as f64 / self.n_compared as f64))
    }

    /// The rows nearest to the wanted labels: `(ordinal, score)`, best first, ties by ordinal.
    ///
    /// - `wanted`: column and weight; a score is the weighted sum of the labels' probabilities, so it lies in
    ///   `[0, sum of weights]`. Weights that are not finite and above 0 count as 0.
    /// - `mask`: only these rows; `None` for all.
    /// - rows that score 0 are left out.
    /// - cost: one table look-up a basic or wanted label and row; 100,000 rows take under a millisecond.
    ///
    /// # Errors
    /// [`FeelingError::Stopped`] when `stop` says so (asked once a page), [`FeelingError::UnknownLabel`].
    pub fn search(
        &self,
        wanted: &[(usize, f32)],
        limit: usize,
        mask: Option<&RoaringBitmap>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<(u32, f32)>, FeelingError> {
        let contest = self.contest(wanted)?;
        let mut best = page::Best::new(limit);
        let mut scores = [0.0; PAGE_ROWS];
        for (at, page) in self.pages.iter().enumerate() {
            let Some(page) = page else { continue };
            if stop() {
                return Err(FeelingError::Stopped);
            }
            let base = (at * PAGE_ROWS) as u32;
            let last = base + (PAGE_ROWS - 1) as u32;
            let Some(mask) = mask else {
                contest.score_page(page, &mut scores);
                page.each_live(|row| best.offer(base + row as u32, scores[row]));
                continue;
            };
            for ordinal in mask.range(base..=last) {
                let row = (ordinal - base) as usize;
                if page.live(row) {
                    best.offer(ordinal, contest.score_row(page, row));
                }
            }
        }
        Ok(best.into_sorted())
    }

    /// Scores of given rows, in their order; 0 for rows not held and for wanted columns that do not exist.
    pub fn score(&self, wanted: &[(usize, f32)], ordinals: &[u32]) -> Vec<f32> {
        let known: Vec<(usize, f32)> = wanted.iter().copied().filter(|(label, _)| *label < self.labels()).collect();
        let Ok(contest) = self.contest(&known) else { return vec![0.0; ordinals.len()] };
        let one = |ordinal: &u32| {
            let (at, row) = place(*ordinal);
            match self.pages.get(at) {
                Some(Some(page)) if page.live(row) => contest.score_row(page, row),
                _ => 0.0,
            }
        };
        ordinals.iter().map(one).collect()
    }

    fn contest(&self, wanted: &[(usize, f32)]) -> Result<page::Contest, FeelingError> {
        let labels = self.labels();
        if let Some((column, _)) = wanted.iter().find(|(label, _)| *label >= labels) {
            return Err(FeelingError::UnknownLabel { column: *column, labels });
        }
        let means: Vec<f32> = (0..labels).map(|label| self.column_mean(label).unwrap_or(0.0)).collect();
        Ok(page::Contest::new(&self.families, &means, wanted, self.temperature, self.floor))
    }
}

fn place(ordinal: u32) -> (usize, usize) {
    (ordinal as usize / PAGE_ROWS, ordinal as usize % PAGE_ROWS)
}

#[cfg(test)]
mod tests;
