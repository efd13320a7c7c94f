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
pub(super) fn courses(
    indexes: &Indexes,
    holds: &dyn Fn(u32) -> bool,
    ask: &CourseAsk<'_>,
    limit: usize,
    deadline: &Deadline,
) -> Result<Vec<CourseFound>, StoreError> {
    let Ok(asked) = indexes.feelings.asked(ask.steps) else { return Ok(Vec::new()) };
    let speakers: BTreeSet<u32> = ask.people.iter().filter_map(|key| indexes.rows.speaker_number(key)).collect();
    let in_lines = |key: &String| {
        indexes
            .feelings
            .rows_with_lines()
            .any(|row| indexes.feelings.voices(row).0.iter().any(|voice| **voice == **key))
    };
    let voices: Vec<&String> = ask.people.iter().filter(|key| in_lines(key)).collect();
    // A number may be that of a title: it is somebody's only where somebody speaks.
    let speaks = |person: &Person| indexes.rows.turns().any(|turns| turns.iter().any(|turn| person.is(turn)));
    let named = Person::Named(speakers);
    let in_role = ask.party.filter(|_| voices.is_empty()).map(Person::Party);
    let person =
        if !voices.is_empty() || speaks(&named) { named } else { in_role.filter(speaks).unwrap_or(Person::Anybody) };
    let mut found: Vec<Candidate> = Vec::new();
    for (number, turns) in indexes.rows.turns().enumerate() {
        if number % DEADLINE_EVERY == 0 && deadline.expired() {
            return Err(StoreError::Late);
        }
        found.extend(best_of_session(&asked, &turns, holds, &person));
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
