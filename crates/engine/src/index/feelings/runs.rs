//! Courses: what a question about a change asks of rows in order, and the lines of rows that hold several voices.
//!
//! Owns the lines of a row (a transcript), each with its voice and the codes of its affinities, and the probabilities that
//! rows and lines show each step of a course. Which rows follow which is the caller's to say. Lines are compared against
//! the means of lines: a line is shorter and stronger than a row that holds many.

use super::page::{CODES, PAGE_ROWS, Page, affinity_of, code_of};
use super::{FeelingError, FeelingIndex, place};

/// How much likelier it is, before anything is read, that a row shows no feeling than that it shows a certain one, as a
/// power of e. Measured on labelled dialogue: with 1 to 1.5 courses are found best; half of all turns are calm.
const CALM_PRIOR: f32 = 1.5;
/// What a given label says of a step that names the basic label it is a shade of, or a shade of it. Chosen.
const SHADE_SHARE: f32 = 0.5;
/// Most lines and voices of one row.
pub const LINES_MAX: usize = 512;

/// The lines of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    /// Normal forms of who speaks, in order of appearance.
    pub(super) voices: Box<[Box<str>]>,
    /// For each line the position of its voice.
    pub(super) voice_of: Box<[u16]>,
    /// `lines x labels` codes, line after line.
    pub(super) codes: Box<[u8]>,
}

impl Lines {
    pub(super) fn memory_bytes(&self) -> usize {
        size_of::<Self>()
            + self.voices.iter().map(|voice| voice.len() + 16).sum::<usize>()
            + self.codes.len()
            + 2 * self.voice_of.len()
    }
}

/// One line, as given in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<'a> {
    /// Normal form of who speaks.
    pub voice: &'a str,
    /// One affinity a label.
    pub affinities: &'a [f32],
}

/// What a row or a line shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Probability of each step of the course asked for.
    pub steps: Vec<f32>,
    /// Probability of each basic label, in column order; they sum to 1. The first is that of no feeling.
    pub basics: Vec<f32>,
}

impl Shown {
    /// Probability that nothing is felt.
    pub fn calm(&self) -> f32 {
        self.basics.first().copied().unwrap_or(0.0)
    }
}

/// `exp((affinity - mean) / temperature)` by column and code.
struct Tables(Vec<Option<Box<[f32; CODES]>>>);

impl Tables {
    fn at(&self, label: usize, code: u8) -> f32 {
        self.0.get(label).and_then(Option::as_ref).map_or(0.0, |table| table[usize::from(code)])
    }

    /// A column of a page, looked up.
    fn column(&self, label: usize, page: &Page, out: &mut [f32; PAGE_ROWS]) {
        match self.0.get(label).and_then(Option::as_ref) {
            Some(table) => {
                out.iter_mut().zip(page.column(label)).for_each(|(out, code)| *out = table[usize::from(*code)]);
            }
            None => out.fill(0.0),
        }
    }
}

/// A course asked for, ready to read rows.
pub struct Asked<'a> {
    index: &'a FeelingIndex,
    /// For each step its labels with their weights, which sum to at most 1.
    steps: Vec<Vec<(usize, f32)>>,
    basics: Vec<usize>,
    rows: Tables,
    lines: Tables,
}

impl FeelingIndex {
    /// Sets the lines of a row that is held, replacing those it had; lines beyond [`LINES_MAX`], and lines whose affinities
    /// are not one a label, are left out.
    pub fn set_lines(&mut self, ordinal: u32, given: &[Line<'_>]) {
        self.take_lines(ordinal);
        let labels = self.labels();
        let mut voices: Vec<Box<str>> = Vec::new();
        let (mut voice_of, mut codes): (Vec<u16>, Vec<u8>) = (Vec::new(), Vec::new());
        for line in given.iter().filter(|line| labels > 0 && line.affinities.len() == labels).take(LINES_MAX) {
            let voice = voices.iter().position(|known| **known == *line.voice).unwrap_or_else(|| {
                voices.push(line.voice.into());
                voices.len() - 1
            });
            voice_of.push(voice as u16);
            codes.extend(line.affinities.iter().map(|affinity| code_of(*affinity)));
        }
        if !voice_of.is_empty() {
            self.put_lines(ordinal, Lines { voices: voices.into(), voice_of: voice_of.into(), codes: codes.into() });
        }
    }

    pub(super) fn put_lines(&mut self, ordinal: u32, lines: Lines) {
        self.count_lines(&lines, true);
        self.lines.insert(ordinal, lines);
    }

    pub(super) fn take_lines(&mut self, ordinal: u32) {
        if let Some(lines) = self.lines.remove(&ordinal) {
            self.count_lines(&lines, false);
        }
    }

    fn count_lines(&mut self, lines: &Lines, is_new: bool) {
        let labels = self.labels();
        for line in lines.codes.chunks_exact(labels.max(1)) {
            for (sum, code) in self.line_sums.iter_mut().zip(line) {
                *sum = if is_new { *sum + u64::from(*code) } else { *sum - u64::from(*code) };
            }
            self.n_lines = if is_new { self.n_lines + 1 } else { self.n_lines - 1 };
        }
    }

    /// Rows that have lines, ascending.
    pub fn rows_with_lines(&self) -> impl Iterator<Item = u32> {
        self.lines.keys().copied()
    }

    /// The voices of a row's lines, and for each line the position of its voice; empty for rows without lines.
    pub fn voices(&self, ordinal: u32) -> (&[Box<str>], &[u16]) {
        self.lines.get(&ordinal).map_or((&[], &[]), |lines| (&lines.voices, &lines.voice_of))
    }

    /// Prepares to read rows for a course. `steps`: for each feeling, in order of time, its columns with weights; weights
    /// that are not finite and above 0 count as 0, and those of a step are scaled so that the largest is 1.
    ///
    /// Cost: a table for each basic and each wanted label.
    ///
    /// # Errors
    /// [`FeelingError::UnknownLabel`].
    pub fn asked(&self, steps: &[Vec<(usize, f32)>]) -> Result<Asked<'_>, FeelingError> {
        let labels = self.labels();
        if let Some((column, _)) = steps.iter().flatten().find(|(label, _)| *label >= labels) {
            return Err(FeelingError::UnknownLabel { column: *column, labels });
        }
        let usable = |weight: f32| if weight.is_finite() { weight.max(0.0) } else { 0.0 };
        let steps: Vec<Vec<(usize, f32)>> = steps
            .iter()
            .map(|step| {
                let most = step.iter().map(|(_, weight)| usable(*weight)).fold(0.0, f32::max);
                let scale = |weight: f32| if most > 0.0 { usable(weight) / most } else { 0.0 };
                step.iter().map(|(label, weight)| (*label, scale(*weight))).collect()
            })
            .collect();
        let basics: Vec<usize> = (0..labels).filter(|label| self.families[*label] == *label).collect();
        let wanted =
            |label: usize| self.families[label] == label || steps.iter().flatten().any(|(own, _)| *own == label);
        let tables = |mean: &dyn Fn(usize) -> f32| {
            let table = |label: usize| {
                let prior = if Some(&label) == basics.first() { CALM_PRIOR } else { 0.0 };
                let power = |code: usize| (affinity_of(code as f64) - mean(label)) / self.temperature + prior;
                Box::new(std::array::from_fn(|code| power(code).clamp(-60.0, 60.0).exp()))
            };
            Tables((0..labels).map(|label| wanted(label).then(|| table(label))).collect())
        };
        let line_mean = |label: usize| {
            if self.n_lines == 0 { 0.0 } else { affinity_of(self.line_sums[label] as f64 / self.n_lines as f64) }
        };
        let rows = tables(&|label| self.column_mean(label).unwrap_or(0.0));
        let lines = tables(&line_mean);
        Ok(Asked { index: self, steps, basics, rows, lines })
    }
}

impl Asked<'_> {
    /// What a row shows; `None` when it is not held or nothing is known of it.
    pub fn row(&self, ordinal: u32) -> Option<Shown> {
        let (at, row) = place(ordinal);
        let page: &Page = self.index.pages.get(at)?.as_ref().filter(|page| page.live(row))?;
        debug_assert!(row < PAGE_ROWS);
        let stored = page.get(row)?;
        let given = stored.label.filter(|_| stored.intensity >= self.index.floor);
        let mut shown = match (page.compared(row), given) {
            (true, _) => self.read(&self.rows, &|label| page.code(label, row)),
            (false, Some(label)) => self.told(label, stored.intensity),
            (false, None) => return None,
        };
        if let (true, Some(label)) = (page.compared(row), given) {
            let told = self.told(label, stored.intensity);
            shown.steps.iter_mut().zip(told.steps).for_each(|(own, told)| *own = own.max(told));
        }
        Some(shown)
    }

    /// Probability of each step by row number, as [`Asked::row`] has it; rows that are not held have any value in [0, 1].
    ///
    /// Cost: a look-up a row for each basic and each wanted label, column by column; 100,000 rows take about a millisecond.
    pub fn by_row(&self) -> Vec<Vec<f32>> {
        let pages = &self.index.pages;
        let mut out = vec![vec![0.0f32; pages.len() * PAGE_ROWS]; self.steps.len()];
        let mut basics = vec![[0.0f32; PAGE_ROWS]; self.basics.len()];
        for (at, page) in pages.iter().enumerate() {
            let Some(page) = page else { continue };
            for (label, values) in self.basics.iter().zip(&mut basics) {
                self.rows.column(*label, page, values);
            }
            let base = at * PAGE_ROWS;
            for (step, out) in self.steps.iter().zip(&mut out) {
                self.step_of_page(step, page, &basics, &mut out[base..base + PAGE_ROWS]);
            }
            if !page.is_plain() {
                page.each_live(|row| {
                    let shown = self.row((base + row) as u32).unwrap_or_default();
                    for (step, out) in out.iter_mut().enumerate() {
                        out[base + row] = shown.steps.get(step).copied().unwrap_or(0.0);
                    }
                });
            }
        }
        out
    }

    fn step_of_page(&self, step: &[(usize, f32)], page: &Page, basics: &[[f32; PAGE_ROWS]], out: &mut [f32]) {
        let (mut own, mut rivals) = ([0.0f32; PAGE_ROWS], [0.0f32; PAGE_ROWS]);
        for (label, weight) in step {
            self.rows.column(*label, page, &mut own);
            rivals.fill(0.0);
            let family = self.index.families[*label];
            for (_, values) in self.basics.iter().zip(basics).filter(|(basic, _)| **basic != family) {
                rivals.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
            for ((out, own), rivals) in out.iter_mut().zip(&own).zip(&rivals) {
                *out += weight * (own / (own + rivals));
            }
        }
        for p in out {
            *p = p.min(1.0);
        }
    }

    /// What each line of a row shows, in order.
    pub fn lines(&self, ordinal: u32) -> Vec<Shown> {
        let Some(lines) = self.index.lines.get(&ordinal) else { return Vec::new() };
        let labels = self.index.labels().max(1);
        lines.codes.chunks_exact(labels).map(|codes| self.read(&self.lines, &|label| codes[label])).collect()
    }

    fn read(&self, tables: &Tables, code: &dyn Fn(usize) -> u8) -> Shown {
        let basics: Vec<f32> = self.basics.iter().map(|label| tables.at(*label, code(*label))).collect();
        let probability = |label: usize| {
            let family = self.index.families[label];
            // Summed without the family: taken off a common sum, a family far ahead would leave nothing but rounding.
            let rivals: f32 =
                self.basics.iter().zip(&basics).filter(|(basic, _)| **basic != family).map(|(_, value)| value).sum();
            let own = tables.at(label, code(label));
            own / (own + rivals)
        };
        let step = |labels: &Vec<(usize, f32)>| {
            labels.iter().map(|(label, weight)| weight * probability(*label)).sum::<f32>().min(1.0)
        };
        let steps = self.steps.iter().map(step).collect();
        let total: f32 = basics.iter().sum();
        Shown { steps, basics: basics.iter().map(|value| value / total).collect() }
    }

    /// What a given label alone says.
    fn told(&self, label: usize, intensity: f32) -> Shown {
        let families = &self.index.families;
        let family = families[label];
        let fits = |wanted: usize| {
            if wanted == label {
                intensity
            } else if families[wanted] == family && (wanted == family || label == family) {
                SHADE_SHARE * intensity
            } else {
                0.0
            }
        };
        let step = |labels: &Vec<(usize, f32)>| {
            labels.iter().map(|(wanted, weight)| weight * fits(*wanted)).fold(0.0, f32::max)
        };
        let mut basics = vec![0.0; self.basics.len()];
        if let Some(calm) = basics.first_mut() {
            *calm = 1.0 - intensity;
        }
        if let Some(own) = self.basics.iter().position(|basic| *basic == families[label]) {
            basics[own] += intensity;
        }
        Shown { steps: self.steps.iter().map(step).collect(), basics }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Feeling;
    use super::*;

    /// calm, joy, anger, and a shade of anger.
    const FAMILIES: [usize; 4] = [0, 1, 2, 2];

    fn line<'a>(voice: &'a str, affinities: &'a [f32]) -> Line<'a> {
        Line { voice, affinities }
    }

    fn row(affinities: &[f32], label: Option<usize>, intensity: f32) -> Feeling<'_> {
        Feeling { affinities, label, vad: [0.0; 3], intensity, provenance: 0 }
    }

    #[test]
    fn lines_are_read_against_the_means_of_lines() {
        let mut index = FeelingIndex::with_families(&FAMILIES);
        index.upsert(5, &row(&[0.9, 0.9, 0.9, 0.9], None, 0.0));
        index.set_lines(
            5,
            &[
                line("ann", &[0.2, 0.1, 0.5, 0.3]),
                line("bo", &[0.2, 0.3, 0.2, 0.2]),
                line("ann", &[0.2, 0.5, 0.1, 0.1]),
                line("bad", &[0.1]),
            ],
        );
        assert_eq!(index.voices(5), (&["ann".into(), "bo".into()][..], &[0, 1, 0][..]));
        let asked = index.asked(&[vec![(2, 1.0)], vec![(1, 0.7)]]).unwrap();
        let shown = asked.lines(5);
        assert_eq!(shown.len(), 3);
        assert!(shown[0].steps[0] > 0.8 && shown[0].steps[1] < 0.1, "{:?}", shown[0]);
        assert!(shown[2].steps[1] > 0.8 && shown[2].steps[0] < 0.1);
        for shown in &shown {
            assert!((shown.basics.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
        assert!(index.remove(5));
        assert_eq!((index.voices(5).1.len(), index.n_lines, index.line_sums.iter().sum::<u64>()), (0, 0, 0));
    }

    #[test]
    fn a_given_label_speaks_for_its_family_less() {
        let mut index = FeelingIndex::with_families(&FAMILIES);
        index.upsert(1, &row(&[], Some(3), 0.8));
        index.upsert(2, &row(&[], None, 0.0));
        let asked = index.asked(&[vec![(3, 1.0)], vec![(2, 1.0)], vec![(1, 1.0)]]).unwrap();
        let shown = asked.row(1).unwrap();
        assert!((shown.steps[0] - 0.8).abs() < 0.01 && (shown.steps[1] - 0.4).abs() < 0.01 && shown.steps[2] == 0.0);
        assert!((shown.calm() - 0.2).abs() < 0.01);
        assert_eq!((asked.row(2), asked.row(3)), (None, None));
        assert!(index.asked(&[vec![(4, 1.0)]]).is_err());
    }

    proptest! {
        #[test]
        fn lines_survive_a_snapshot_and_damage_is_noticed(
            rows in proptest::collection::btree_map(
                0u32..3_000,
                proptest::collection::vec(("[a-zé]{1,5}", proptest::array::uniform4(-0.3f32..1.0)), 0..5),
                0..8,
            ),
            at in any::<prop::sample::Index>(),
            byte: u8,
        ) {
            let mut index = FeelingIndex::with_families(&FAMILIES);
            for (ordinal, lines) in &rows {
                index.upsert(*ordinal, &row(&[0.1; 4], None, 0.0));
                let given: Vec<Line<'_>> = lines.iter().map(|(voice, affinities)| line(voice, affinities)).collect();
                index.set_lines(*ordinal, &given);
            }
            let bytes = index.encode();
            let again = FeelingIndex::decode(&bytes).unwrap();
            prop_assert_eq!(again.encode(), bytes.clone());
            prop_assert_eq!((&again.lines, again.n_lines, &again.line_sums), (&index.lines, index.n_lines, &index.line_sums));
            // Resealed damage is refused or read as something that can be written again.
            let mut damaged = bytes.clone();
            let body = damaged.len() - 4;
            damaged[at.index(body)] = byte;
            let crc = crc32fast::hash(&damaged[..body]).to_le_bytes();
            damaged[body..].copy_from_slice(&crc);
            if let Ok(index) = FeelingIndex::decode(&damaged) {
                prop_assert!(FeelingIndex::decode(&index.encode()).is_ok());
            }
        }

        #[test]
        fn columns_say_what_rows_say(
            rows in proptest::collection::btree_map(
                0u32..3_000,
                (proptest::array::uniform4(-0.5f32..1.3), proptest::option::of(0usize..4), 0.0f32..1.0, any::<bool>()),
                0..30,
            ),
        ) {
            let mut index = FeelingIndex::with_families(&FAMILIES);
            for (ordinal, (affinities, label, intensity, compared)) in &rows {
                index.upsert(*ordinal, &row(if *compared { affinities } else { &[] }, *label, *intensity));
            }
            let asked = index.asked(&[vec![(3, 0.7), (0, 1.0)], vec![(1, 1.0)], vec![(2, 1.0), (3, 1.0)]]).unwrap();
            let columns = asked.by_row();
            for ordinal in rows.keys() {
                let shown = asked.row(*ordinal).unwrap_or(Shown { steps: vec![0.0; 3], basics: Vec::new() });
                for (column, p) in columns.iter().zip(&shown.steps) {
                    prop_assert!((column[*ordinal as usize] - p).abs() < 1e-5, "{} {}", column[*ordinal as usize], p);
                }
            }
        }

        #[test]
        fn what_is_shown_is_a_probability(
            lines in proptest::collection::vec(proptest::array::uniform4(-2.0f32..2.0), 1..6),
            weight in prop_oneof![0.01f32..2.0, Just(f32::NAN), Just(-1.0)],
        ) {
            let mut index = FeelingIndex::with_families(&FAMILIES);
            index.upsert(0, &row(&lines[0], None, 0.0));
            let given: Vec<Line<'_>> = lines.iter().map(|affinities| line("x", affinities)).collect();
            index.set_lines(0, &given);
            let asked = index.asked(&[vec![(3, weight)], vec![(1, 1.0), (2, 1.0)]]).unwrap();
            for shown in asked.lines(0).into_iter().chain(asked.row(0)) {
                prop_assert!(shown.steps.iter().chain(&shown.basics).all(|p| (0.0..=1.0).contains(p)), "{:?}", shown);
            }
        }
    }
}
