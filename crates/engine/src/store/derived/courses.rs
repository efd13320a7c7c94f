//! Courses of feelings: along the turns of a session, of its episodes and of each speaker in it, and along the lines of a
//! transcript.
//!
//! Nothing is kept for them: a run is read from the order of turns and the index of feelings when it is asked for, so that
//! turns that come, go or are corrected are in the next answer, and there is nothing to fall out of step.

use std::collections::{BTreeMap, BTreeSet};

use crate::affect::{self, Label, Point, Provenance};
use crate::index::feelings::{Asked, Shown};
use crate::model::Role;
use crate::ports::Deadline;
use crate::store::{CourseAsk, CourseFound, Felt, FeltOf, FeltRun, Ordinal, StoreError};

use super::indexes::Indexes;
use super::rows::Turn;

/// Best runs whose curves are compared with the one asked for. From the design.
const CURVES_COMPARED: usize = 50;
/// Share that the comparison of curves (0.5 dot + 0.5 exp(-dtw)) adds to the fit of the named feelings. Measured on
/// labelled dialogue: 0.05 to 0.2 add 0.01 to the mean average precision of rarer courses and take as much from common
/// ones; alone the curves find half as much.
const CURVE_SHARE: f32 = 0.1;
/// What the row where a course begins scores, as a share of the row where it ends. Chosen: the end tells more.
const BEGIN_SHARE: f32 = 0.95;
/// What rounding may take off a reach.
const REACH_MARGIN: f32 = 1.0 + 1e-4;
/// Runs between two looks at the deadline.
const DEADLINE_EVERY: usize = 64;

/// One run that fits.
struct Candidate {
    score: f32,
    /// Rows where it begins and ends; the same for a transcript.
    rows: [u32; 2],
    /// What each row of the run shows.
    vads: Vec<[f32; 3]>,
}

/// The rows that show a course, best first.
///
/// Cost: the probabilities of every row, then the runs of the sessions that can still come among the best.
pub(super) fn courses(
    indexes: &Indexes,
    holds: &dyn Fn(u32) -> bool,
    ask: &CourseAsk<'_>,
    limit: usize,
    deadline: &Deadline,
) -> Result<Vec<CourseFound>, StoreError> {
    let Ok(asked) = indexes.feelings.asked(ask.steps) else { return Ok(Vec::new()) };
    let in_lines = |key: &String| {
        indexes
            .feelings
            .rows_with_lines()
            .any(|row| indexes.feelings.voices(row).0.iter().any(|voice| **voice == **key))
    };
    let voices: Vec<&String> = ask.people.iter().filter(|key| in_lines(key)).collect();
    let person = person(indexes, ask, !voices.is_empty());
    let mut found: Vec<Candidate> = Vec::new();
    let mut worst = Worst::of(limit);
    for (number, (session, reach)) in reaches(indexes, &asked, ask, &person).into_iter().enumerate() {
        if reach < worst.score() {
            break;
        }
        if number % DEADLINE_EVERY == 0 && deadline.expired() {
            return Err(StoreError::Late);
        }
        if let Some(candidate) = best_of_session(&asked, &indexes.rows.turns_of_session(session), holds, &person) {
            worst.take(&candidate);
            found.push(candidate);
        }
    }
    for row in indexes.feelings.rows_with_lines().filter(|row| holds(*row)) {
        if deadline.expired() {
            return Err(StoreError::Late);
        }
        let (names, voice_of) = indexes.feelings.voices(row);
        let meant = |voice: u16| {
            let name = names.get(usize::from(voice)).map_or("", |name| &**name);
            match &person {
                Person::Party(role) => name == role.as_str(),
                _ => voices.iter().any(|key| ***key == *name),
            }
        };
        let lines: Vec<(u16, Shown)> = voice_of.iter().copied().zip(asked.lines(row)).collect();
        found.extend(best_of_lines(row, &lines, (!matches!(person, Person::Anybody)).then_some(&meant)));
    }
    Ok(ranked(found, ask, limit))
}

/// Who is meant. A name counts where somebody speaks under it: in a line of a transcript, or in a turn.
fn person(indexes: &Indexes, ask: &CourseAsk<'_>, in_lines: bool) -> Person {
    let rows = &indexes.rows;
    if in_lines || rows.of_speakers(ask.people).iter().any(|row| rows.session_of_turn(row).is_some()) {
        return Person::Named(ask.people.iter().filter_map(|key| rows.speaker_number(key)).collect());
    }
    let in_role = ask.party.map(Person::Party);
    let speaks = |person: &Person| {
        rows.sessions().any(|(number, _)| rows.turns_of_session(number).iter().any(|turn| person.is(turn)))
    };
    in_role.filter(speaks).unwrap_or(Person::Anybody)
}

/// The sessions where the person speaks, each with the most that a run in it can score, highest first.
fn reaches(indexes: &Indexes, asked: &Asked<'_>, ask: &CourseAsk<'_>, person: &Person) -> Vec<(u32, f32)> {
    let columns = asked.by_row();
    // The best row of each step, in whatever order and whatever stands around them.
    let reach = |rows: &mut dyn Iterator<Item = u32>| {
        let mut most = vec![0.0f32; columns.len()];
        for row in rows {
            for (most, column) in most.iter_mut().zip(&columns) {
                *most = most.max(column.get(row as usize).copied().unwrap_or(0.0));
            }
        }
        most.iter().product::<f32>().powf(1.0 / columns.len().max(1) as f32) * REACH_MARGIN
    };
    let mut reaches: Vec<(u32, f32)> = if matches!(person, Person::Named(_)) {
        let mut theirs: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for row in indexes.rows.of_speakers(ask.people) {
            if let Some(session) = indexes.rows.session_of_turn(row) {
                theirs.entry(session).or_default().push(row);
            }
        }
        theirs.into_iter().map(|(session, rows)| (session, reach(&mut rows.into_iter()))).collect()
    } else {
        let sessions = indexes.rows.sessions();
        sessions.map(|(session, order)| (session, reach(&mut order.iter().map(|(_, row)| *row)))).collect()
    };
    reaches.retain(|(_, reach)| *reach > 0.0);
    reaches.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    reaches
}

/// What a row has to score to come among the best: a run that reaches less cannot bring one. The curves, compared later, only
/// raise those that lead.
struct Worst {
    limit: usize,
    /// The best scores of rows, falling.
    scores: Vec<f32>,
}

impl Worst {
    fn of(limit: usize) -> Self {
        Self { limit, scores: Vec::new() }
    }

    fn score(&self) -> f32 {
        match self.limit.checked_sub(1) {
            Some(last) => self.scores.get(last).copied().unwrap_or(0.0),
            None => f32::INFINITY,
        }
    }

    fn take(&mut self, candidate: &Candidate) {
        let [begin, end] = candidate.rows;
        let both = [candidate.score, BEGIN_SHARE * candidate.score];
        for score in &both[..if begin == end { 1 } else { 2 }] {
            let place = self.scores.partition_point(|other| other >= score);
            self.scores.insert(place, *score);
        }
        self.scores.truncate(self.limit);
    }
}

/// Who is asked about; what others feel does not count.
enum Person {
    /// Nobody in particular.
    Anybody,
    /// Whoever speaks under one of these names.
    Named(BTreeSet<u32>),
    /// One party of a chat with an agent.
    Party(Role),
}

impl Person {
    fn is(&self, turn: &Turn) -> bool {
        match self {
            Self::Anybody => true,
            Self::Named(speakers) => turn.voice.is_ok_and(|speaker| speakers.contains(&speaker)),
            Self::Party(role) => turn.role == Some(*role),
        }
    }
}

/// The best run of a session: of the person meant; else of everybody together or of any one speaker; over the whole session
/// or over one of its episodes.
fn best_of_session(
    asked: &Asked<'_>,
    turns: &[Turn],
    holds: &dyn Fn(u32) -> bool,
    person: &Person,
) -> Option<Candidate> {
    let meant = |turn: &&Turn| holds(turn.row) && person.is(turn);
    let shown: Vec<(Turn, Shown)> =
        turns.iter().filter(meant).filter_map(|turn| Some((*turn, asked.row(turn.row)?))).collect();
    let mut runs: Vec<Vec<&(Turn, Shown)>> = vec![shown.iter().collect()];
    let groups = |key: &dyn Fn(&Turn) -> (u8, u32)| {
        let mut groups: BTreeMap<(u8, u32), Vec<&(Turn, Shown)>> = BTreeMap::new();
        for one in &shown {
            groups.entry(key(&one.0)).or_default().push(one);
        }
        if groups.len() > 1 { groups.into_values().collect() } else { Vec::new() }
    };
    runs.extend(groups(&|turn| (0, turn.episode)));
    runs.extend(groups(&|turn| match turn.voice {
        Ok(speaker) => (0, speaker),
        Err(role) => (1, role.map_or(0, |role| role as u32 + 1)),
    }));
    let best = runs.iter().filter_map(|run| {
        let rows: Vec<&Shown> = run.iter().map(|(_, shown)| shown).collect();
        let fit = fit(&rows)?;
        Some((fit.score, [run[fit.first].0.row, run[fit.last].0.row], run))
    });
    // Of equal runs the first: everybody, then episodes, then speakers.
    let (score, rows, run) = best.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
    Some(Candidate { score, rows, vads: run.iter().map(|(_, shown)| vad(shown)).collect() })
}

/// The best run of a transcript's lines.
fn best_of_lines(row: u32, lines: &[(u16, Shown)], meant: Option<&dyn Fn(u16) -> bool>) -> Option<Candidate> {
    let voices: BTreeSet<u16> = lines.iter().map(|(voice, _)| *voice).collect();
    let of = |own: &dyn Fn(u16) -> bool| -> Vec<&Shown> {
        lines.iter().filter(|(voice, _)| own(*voice)).map(|(_, shown)| shown).collect()
    };
    let runs: Vec<Vec<&Shown>> = match meant {
        Some(meant) => vec![of(meant)],
        None => std::iter::once(of(&|_| true)).chain(voices.iter().map(|own| of(&|voice| voice == *own))).collect(),
    };
    let best = runs.iter().filter_map(|run| Some((fit(run)?.score, run)));
    let (score, run) = best.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
    Some(Candidate { score, rows: [row, row], vads: run.iter().map(|shown| vad(shown)).collect() })
}

fn fit(rows: &[&Shown]) -> Option<affect::Fit> {
    let n_steps = rows.first()?.steps.len();
    let column = |step: usize| rows.iter().map(|shown| shown.steps[step]).collect::<Vec<f32>>();
    let steps: Vec<Vec<f32>> = (0..n_steps).map(column).collect();
    let steps: Vec<&[f32]> = steps.iter().map(Vec::as_slice).collect();
    let calm: Vec<f32> = rows.iter().map(|shown| shown.calm()).collect();
    affect::course(&steps, &calm)
}

/// Where what is shown lies: the mean place of the basic labels under their probabilities.
fn vad(shown: &Shown) -> [f32; 3] {
    let mut vad = [0.0; 3];
    for (label, share) in Label::BASIC.into_iter().zip(&shown.basics) {
        vad.iter_mut().zip(label.vad()).for_each(|(sum, x)| *sum += share * x);
    }
    vad
}

fn point([valence, arousal, dominance]: [f32; 3]) -> Point {
    Point { valence, arousal, dominance, ..Point::labelled(Label::Neutral, 1.0, Provenance::Lexical, 1.0, None) }
}

fn ranked(mut found: Vec<Candidate>, ask: &CourseAsk<'_>, limit: usize) -> Vec<CourseFound> {
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.rows.cmp(&b.rows)));
    for (place, candidate) in found.iter_mut().enumerate() {
        let alike = if place < CURVES_COMPARED {
            let points: Vec<Point> = candidate.vads.iter().map(|vad| point(*vad)).collect();
            affect::arc(&points).map_or(0.0, |own| affect::arc_similarity(ask.curve, &own).clamp(0.0, 1.0))
        } else {
            0.0
        };
        candidate.score = (candidate.score + CURVE_SHARE * alike) / (1.0 + CURVE_SHARE);
    }
    let mut best: BTreeMap<u32, f32> = BTreeMap::new();
    for candidate in &found {
        let [begin, end] = candidate.rows;
        for (row, score) in [(end, candidate.score), (begin, BEGIN_SHARE * candidate.score)] {
            let known = best.entry(row).or_insert(0.0);
            *known = known.max(score);
        }
    }
    let mut rows: Vec<CourseFound> =
        best.into_iter().map(|(row, score)| CourseFound { row: Ordinal(row), score }).collect();
    rows.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.row.cmp(&b.row)));
    rows.truncate(limit);
    rows
}

/// What is felt along a run, in order.
pub(super) fn felt(indexes: &Indexes, holds: &dyn Fn(u32) -> bool, run: &FeltRun<'_>) -> Vec<Felt> {
    let Ok(asked) = indexes.feelings.asked(&[]) else { return Vec::new() };
    let felt = |row: u32, shown: &Shown| Felt { row: Ordinal(row), vad: vad(shown), intensity: 1.0 - shown.calm() };
    let turns = match run.of {
        FeltOf::Memory(Ordinal(row)) => {
            if !holds(row) {
                return Vec::new();
            }
            let (names, voice_of) = indexes.feelings.voices(row);
            let own = |voice: &u16| {
                run.speaker.is_none_or(|key| names.get(usize::from(*voice)).is_some_and(|name| **name == *key))
            };
            let lines: Vec<Felt> = voice_of
                .iter()
                .zip(asked.lines(row))
                .filter(|(voice, _)| own(voice))
                .map(|(_, shown)| felt(row, &shown))
                .collect();
            let alone = || asked.row(row).map(|shown| felt(row, &shown)).into_iter().collect();
            return if voice_of.is_empty() && run.speaker.is_none() { alone() } else { lines };
        }
        FeltOf::Session(session) => indexes.rows.turns_in(session),
        FeltOf::EpisodeOf(row) => {
            let turns = indexes.rows.turns_beside(row);
            let episode = turns.iter().find(|turn| turn.row == row.0).map(|turn| turn.episode);
            turns.into_iter().filter(|turn| Some(turn.episode) == episode).collect()
        }
    };
    let speaker = run.speaker.map(|key| indexes.rows.speaker_number(key));
    let own = |turn: &&Turn| holds(turn.row) && speaker.is_none_or(|key| turn.voice.ok() == key && key.is_some());
    turns.iter().filter(own).filter_map(|turn| Some(felt(turn.row, &asked.row(turn.row)?))).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn candidate(number: u32, score: f32) -> Candidate {
        Candidate { score, rows: [2 * number, 2 * number + u32::from(!number.is_multiple_of(3))], vads: Vec::new() }
    }

    fn best_rows(found: &[Candidate], limit: usize) -> Vec<f32> {
        let both = |c: &Candidate| {
            let begin = BEGIN_SHARE * c.score;
            if c.rows[0] == c.rows[1] { vec![c.score] } else { vec![c.score, begin] }
        };
        let mut scores: Vec<f32> = found.iter().flat_map(both).collect();
        scores.sort_by(|a, b| b.total_cmp(a));
        scores.truncate(limit);
        scores
    }

    proptest! {
        #[test]
        fn sessions_that_are_not_read_have_no_row_among_the_best(
            given in proptest::collection::vec((0.01f32..=1.0, 0.0f32..=1.0), 0..60), limit in 0usize..20
        ) {
            let mut all: Vec<(f32, Candidate)> = given
                .iter()
                .enumerate()
                .map(|(number, (reach, share))| (*reach, candidate(number as u32, reach * share)))
                .collect();
            all.sort_by(|a, b| b.0.total_cmp(&a.0));
            let mut worst = Worst::of(limit);
            let mut read = 0;
            for (reach, candidate) in &all {
                if *reach < worst.score() {
                    break;
                }
                worst.take(candidate);
                read += 1;
            }
            let all: Vec<Candidate> = all.into_iter().map(|(_, candidate)| candidate).collect();
            prop_assert_eq!(best_rows(&all[..read], limit), best_rows(&all, limit));
        }
    }
}
