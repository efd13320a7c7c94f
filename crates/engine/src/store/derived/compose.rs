//! From a row and the rows around it to its index entry.
//!
//! A short turn means little alone, so its neighbours lend it some of their words, of their vectors and of their feelings:
//! the more, the shorter it is. The weights are the recipe's, sections 2, 3a, 3b and 3j. A long turn gets nothing: on long
//! messages neighbours hurt.

use crate::affect;
use crate::limits;
use crate::model::{Category, EdgeKind, Kind, Memory, Micros, Role};
use crate::store::{LineFeeling, Ordinal, Times};
use crate::text;

use super::source::{SourceLink, SourceRow, SourceTarget};

/// Words up to which a turn takes all that its neighbours offer, and from which it takes nothing. Recipe.
const GATE_FULL_WORDS: f32 = 30.0;
const GATE_CLOSED_WORDS: f32 = 100.0;
/// Share of a neighbour's words at distance 1 and 2. Recipe.
const WORD_SHARES: [f32; 2] = [0.5, 0.3];
/// Share of a neighbour's vector at distance 1 and 2. Recipe.
const VECTOR_SHARES: [f32; 2] = [0.5, 0.25];
/// Words of a turn that count in full; the rest counts [`TAIL_WEIGHT`]. Recipe.
const TURN_WORDS_FULL: usize = 60;
/// Weight of the words of a turn after the first [`TURN_WORDS_FULL`]. Recipe.
const TAIL_WEIGHT: f32 = 0.3;
/// How far neighbours reach.
pub(super) const REACH: usize = 2;

/// What the indexes hold of one row.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(super) ordinal: Ordinal,
    pub(super) memory: Memory,
    pub(super) part_of: Option<Ordinal>,
    pub(super) is_duplicate: bool,
    pub(super) replaced_at: Option<(Micros, Micros)>,
    pub(super) words: u32,
    pub(super) terms: Vec<(String, f32)>,
    pub(super) vector: Option<Vec<f32>>,
    pub(super) times: Times,
    pub(super) links: Vec<SourceLink>,
    pub(super) affinities: Vec<f32>,
    pub(super) strongest: Option<affect::Point>,
    pub(super) arc: Option<Vec<f32>>,
    pub(super) lines: Vec<LineFeeling>,
}

/// How much a row of that many words takes from its neighbours, in `[0, 1]`: nothing if it is a standing wish, since these
/// are told one after the other, and each means itself alone.
pub(super) fn gate(category: Category, words: u32) -> f32 {
    if category.is_standing() {
        return 0.0;
    }
    ((GATE_CLOSED_WORDS - words as f32) / (GATE_CLOSED_WORDS - GATE_FULL_WORDS)).clamp(0.0, 1.0)
}

/// True for rows that take from their neighbours: turns of a session.
pub(super) fn is_chat(memory: &Memory) -> bool {
    memory.kind == Kind::Turn && memory.session.is_some() && memory.part_of.is_none()
}

/// True for what is looked up and not searched for: entity cards, instructions and doubts that were read out of other
/// memories, which say the same already, and what an agent was told by its maker, which is no memory of anything.
pub(super) fn is_card(kind: Kind, category: Category, role: Option<Role>) -> bool {
    match kind {
        Kind::Entity => true,
        Kind::Turn => role == Some(Role::System),
        Kind::Fact => matches!(category, Category::Instruction | Category::Uncertainty),
        _ => false,
    }
}

/// Makes the entries of the rows in `touched`.
///
/// `window`: rows of one session in order, or a single row without a session. As far as the session has them, the two rows
/// before and the two rows after each touched row must be there. Cost: every text is analysed once.
pub fn compose(window: &[SourceRow], touched: &dyn Fn(Ordinal) -> bool) -> Vec<Entry> {
    let chat: Vec<usize> = (0..window.len()).filter(|idx| is_chat(&window[*idx].memory)).collect();
    let mut lent: Vec<Option<Vec<(String, f32)>>> = vec![None; window.len()];
    let mut entries = Vec::new();
    for (idx, row) in window.iter().enumerate().filter(|(_, row)| touched(row.ordinal)) {
        let neighbours = match chat.iter().position(|chat_idx| *chat_idx == idx) {
            Some(place) => around(&chat, place),
            None => Vec::new(),
        };
        let words = text::words(&row.memory.text) as u32;
        let gate = gate(row.memory.category, words);
        // A part's words stand in its whole already, and a short part would outdo it.
        let is_found_by_words =
            row.part_of.is_none() && !is_card(row.memory.kind, row.memory.category, row.memory.role);
        let mut terms = if is_found_by_words { own_terms(&row.memory) } else { Vec::new() };
        if gate > 0.0 {
            for (neighbour, distance) in &neighbours {
                let share = gate * WORD_SHARES[distance - 1];
                let words = lent[*neighbour].get_or_insert_with(|| lent_terms(&window[*neighbour].memory));
                terms.extend(words.iter().map(|(term, weight)| (term.clone(), weight * share)));
            }
        }
        entries.push(entry(window, row, words, terms, &neighbours, gate));
    }
    entries
}

/// Positions in the window of the chat rows around a place, with their distance.
fn around(chat: &[usize], place: usize) -> Vec<(usize, usize)> {
    let mut neighbours = Vec::new();
    for distance in 1..=REACH {
        neighbours.extend(place.checked_sub(distance).map(|before| (chat[before], distance)));
        neighbours.extend(chat.get(place + distance).map(|after| (*after, distance)));
    }
    neighbours
}

fn own_terms(memory: &Memory) -> Vec<(String, f32)> {
    let mut terms = text::index_terms(&memory.front(), usize::MAX, 1.0);
    let is_turn = memory.kind == Kind::Turn && memory.speaker.is_some();
    let words_full = if is_turn { TURN_WORDS_FULL } else { usize::MAX };
    terms.extend(text::index_terms(memory.spoken(), words_full, TAIL_WEIGHT));
    terms
}

/// What a row lends: its first words, without the speaker's name.
fn lent_terms(memory: &Memory) -> Vec<(String, f32)> {
    text::index_terms(memory.spoken(), TURN_WORDS_FULL, 0.0).into_iter().filter(|(_, weight)| *weight > 0.0).collect()
}

fn entry(
    window: &[SourceRow],
    row: &SourceRow,
    words: u32,
    terms: Vec<(String, f32)>,
    neighbours: &[(usize, usize)],
    gate: f32,
) -> Entry {
    let near = || neighbours.iter().map(|(idx, distance)| (&window[*idx], *distance));
    let is_card = is_card(row.memory.kind, row.memory.category, row.memory.role);
    let vector = row.vector.as_ref().filter(|_| !is_card).map(|own| {
        let lent = near().filter_map(|(other, distance)| Some((other.vector.as_deref()?, distance)));
        mixed(own, lent, gate)
    });
    let beside = |is_before: bool| {
        near()
            .find(|(other, distance)| *distance == 1 && (other.memory.seq < row.memory.seq) == is_before)
            .and_then(|(other, _)| affinities(other))
    };
    let affinities = affinities(row)
        .filter(|_| !is_card)
        .map(|own| affect::with_neighbours(own, beside(true), beside(false)).to_vec())
        .unwrap_or_default();
    let strongest = row.feeling.points.iter().max_by(|a, b| a.intensity.total_cmp(&b.intensity));
    let mut links = row.links.clone();
    // A turn is followed by the next; the edge belongs to the later one, which knows both.
    let before = neighbours.iter().find(|(idx, distance)| *distance == 1 && window[*idx].memory.seq < row.memory.seq);
    if let Some((idx, _)) = before {
        let target = SourceTarget::Row(window[*idx].ordinal);
        links.push(SourceLink { target, kind: EdgeKind::Next, weight: 1.0, valid: None });
    }
    let mut stated = row.memory.stated.clone();
    stated.truncate(limits::STATED_MAX);
    Entry {
        ordinal: row.ordinal,
        part_of: row.part_of,
        is_duplicate: row.duplicate_of.is_some(),
        replaced_at: row.replaced_at,
        words,
        terms,
        vector,
        times: Times { known_at: row.memory.known_at, event: row.memory.event, stated },
        links,
        affinities,
        strongest: strongest.cloned(),
        arc: row.feeling.arc.clone(),
        lines: beside_each_other(&row.feeling.lines),
        memory: row.memory.clone(),
    }
}

/// A row's affinities, where they were computed for all labels.
fn affinities(row: &SourceRow) -> Option<&[f32; affect::LABELS]> {
    row.feeling.affinities.as_slice().try_into().ok()
}

/// The lines of a transcript with what the lines before and after lend, like turns.
fn beside_each_other(lines: &[LineFeeling]) -> Vec<LineFeeling> {
    let own = |at: usize| -> Option<&[f32; affect::LABELS]> { lines.get(at)?.affinities.as_slice().try_into().ok() };
    let mixed = |(at, line): (usize, &LineFeeling)| {
        let before = at.checked_sub(1).and_then(own);
        let affinities = affect::with_neighbours(own(at)?, before, own(at + 1)).to_vec();
        Some(LineFeeling { speaker: line.speaker.clone(), affinities })
    };
    lines.iter().enumerate().filter_map(mixed).collect()
}

/// A row's vector with its neighbours' mixed in. Not of unit length.
pub(super) fn mixed<'a>(own: &[f32], lent: impl Iterator<Item = (&'a [f32], usize)>, gate: f32) -> Vec<f32> {
    let mut mixed = own.to_vec();
    if gate > 0.0 {
        for (vector, distance) in lent.filter(|(vector, _)| vector.len() == own.len()) {
            let share = gate * VECTOR_SHARES[distance - 1];
            for (sum, x) in mixed.iter_mut().zip(vector) {
                *sum += share * x;
            }
        }
    }
    mixed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gate_closes_with_length() {
        assert_eq!(gate(Category::Episodic, 5), 1.0);
        assert_eq!(gate(Category::Episodic, 30), 1.0);
        assert!((gate(Category::Episodic, 65) - 0.5).abs() < 1e-6);
        assert_eq!(gate(Category::Episodic, 100), 0.0);
        assert_eq!(gate(Category::Episodic, 5_000), 0.0);
        assert_eq!(gate(Category::Instruction, 5), 0.0);
    }

    #[test]
    fn neighbours_come_nearest_first_and_stop_at_the_ends() {
        assert_eq!(around(&[10, 11, 12, 13], 0), [(11, 1), (12, 2)]);
        assert_eq!(around(&[10, 11, 12, 13], 2), [(11, 1), (13, 1), (10, 2)]);
    }

    #[test]
    fn vectors_are_mixed_by_distance_and_gate() {
        let (a, b) = ([1.0, 0.0], [0.0, 1.0]);
        assert_eq!(mixed(&a, [(&b[..], 1), (&b[..], 2)].into_iter(), 1.0), [1.0, 0.75]);
        assert_eq!(mixed(&a, [(&b[..], 1)].into_iter(), 0.0), [1.0, 0.0]);
    }
}
