//! From fused rows to hits: the guarantee for identifiers, near-duplicates, and the memories themselves.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::{Hit, Part, Profile, RecallError, RecallRequest};
use super::candidates::Candidates;
use super::fanout::Brief;
use crate::fuse::{Fused, near_duplicates};
use crate::limits;
use crate::store::{Ordinal, StoreError, View};

/// Bytes of text that count as one token of a budget: what common tokenisers make of English. Chosen.
const BYTES_PER_TOKEN: usize = 4;

/// Puts a row that holds an identifier of the question verbatim into the first k, whatever fusion says.
pub(super) fn settle(
    request: &RecallRequest,
    brief: &Brief,
    mut fused: Vec<Fused<Ordinal>>,
    candidates: &Candidates,
) -> Result<Vec<Fused<Ordinal>>, RecallError> {
    let keyword_asked = request.channels.as_ref().is_none_or(|names| names.iter().any(|name| name == "keyword"));
    if request.profile != Profile::Quintet || !keyword_asked {
        return Ok(fused);
    }
    for identifier in &brief.question.identifiers {
        let holders: BTreeSet<Ordinal> =
            brief.view.holders(identifier, limits::POOL)?.into_iter().map(|row| candidates.head(row)).collect();
        let Some(newest) = holders.last().copied() else { continue };
        if fused.iter().take(request.k).any(|row| holders.contains(&row.key)) {
            continue;
        }
        let row = match fused.iter().position(|row| holders.contains(&row.key)) {
            Some(position) => fused.remove(position),
            None => Fused { key: newest, score: 0.0, contributions: Vec::new() },
        };
        fused.insert((request.k - 1).min(fused.len()), row);
    }
    Ok(fused)
}

/// Collapses near-duplicates, cuts to k and loads the memories.
pub(super) fn load(
    request: &RecallRequest,
    view: &dyn View,
    fused: Vec<Fused<Ordinal>>,
    candidates: &Candidates,
) -> Result<Vec<Hit>, RecallError> {
    let rows: Vec<Ordinal> = fused.iter().map(|row| row.key).collect();
    let facets = view.facets(&rows)?;
    let shapes: Vec<(u64, u32)> = facets.iter().map(|f| f.as_ref().map_or((0, 0), |f| (f.simhash, f.words))).collect();
    let mut repeats = if request.filter.include_duplicates {
        Vec::new()
    } else {
        near_duplicates(&shapes, limits::DUPLICATE_DISTANCE_MAX, limits::DUPLICATE_WORDS_MIN)
    };
    if request.profile == Profile::Quintet {
        let told_in: Vec<Option<Ordinal>> = facets.iter().map(|f| f.as_ref().and_then(|f| f.told_in)).collect();
        let known: BTreeSet<usize> = repeats.iter().map(|(repeat, _)| *repeat).collect();
        repeats.extend(told_twice(&rows, &told_in).into_iter().filter(|(repeat, _)| !known.contains(repeat)));
    }
    let repeated: BTreeSet<usize> = repeats.iter().map(|(repeat, _)| *repeat).collect();
    let kept: Vec<usize> = (0..rows.len()).filter(|idx| !repeated.contains(idx)).take(request.k).collect();
    let wanted: Vec<Ordinal> = kept.iter().map(|idx| rows[*idx]).collect();
    let mut hits = Vec::new();
    let mut tokens_left = request.max_tokens.map(|tokens| tokens as usize);
    for (idx, memory) in kept.into_iter().zip(view.memories(&wanted)?) {
        // A row that was forgotten since the view was opened is gone for good.
        let Some(memory) = memory else { continue };
        if let Some(left) = &mut tokens_left {
            let tokens = memory.text.len().div_ceil(BYTES_PER_TOKEN);
            // A shorter hit further down would come back without what outranks it: the list is cut, not picked from.
            if tokens > *left && !hits.is_empty() {
                break;
            }
            *left = left.saturating_sub(tokens);
        }
        let repeats_of: Vec<Ordinal> =
            repeats.iter().filter(|(_, first)| *first == idx).map(|(r, _)| rows[*r]).collect();
        let Fused { key, score, ref contributions } = fused[idx];
        hits.push(Hit {
            memory,
            row: key,
            score,
            rank: hits.len() as u32 + 1,
            contributions: contributions.clone(),
            path: candidates.path(key),
            part: candidates.best_part(key).map(|part| load_part(view, part)).transpose()?.flatten(),
            duplicates: if repeats_of.is_empty() { Vec::new() } else { ids(view, &repeats_of)? },
        });
    }
    Ok(hits)
}

/// What is told and what it was read in say the same: of the two the lower one is folded into the higher, as pairs (lower,
/// higher) of positions. Two facts of one text say different things, and both stay.
fn told_twice(rows: &[Ordinal], told_in: &[Option<Ordinal>]) -> Vec<(usize, usize)> {
    let place: BTreeMap<Ordinal, usize> = rows.iter().enumerate().map(|(place, row)| (*row, place)).collect();
    let mut folded: BTreeMap<usize, usize> = BTreeMap::new();
    for (fact, source) in told_in.iter().enumerate() {
        let Some(source) = source.and_then(|source| place.get(&source).copied()) else { continue };
        let (lower, higher) = (fact.max(source), fact.min(source));
        // The best of several facts takes the text in.
        folded.entry(lower).and_modify(|first| *first = (*first).min(higher)).or_insert(higher);
    }
    folded.into_iter().collect()
}

fn load_part(view: &dyn View, row: Ordinal) -> Result<Option<Part>, StoreError> {
    let memory = view.memories(&[row])?.pop().flatten();
    Ok(memory.map(|memory| Part { id: memory.id, span: memory.source.span }))
}

fn ids(view: &dyn View, rows: &[Ordinal]) -> Result<Vec<crate::model::MemoryId>, StoreError> {
    Ok(view.memories(rows)?.into_iter().flatten().map(|memory| memory.id).collect())
}
