//! "The latest", "the last time", "the first": relevance decides who takes part, time decides the order.

use crate::fuse::{Contribution, Fused};
use crate::model::Micros;
use crate::store::{Ordinal, StoreError, Times, View};

/// Share of the best score from which a row is about the thing asked for. Measured on the golden set.
const RELEVANT_SHARE: f32 = 0.7;
/// Rows that are put in order, at most. Chosen: more would let the far end of a long list in.
const ORDERED_MAX: usize = 24;
/// Share of the best score that the right end of the order is worth. Where rows tell of one thing again and again, their
/// scores differ by less, and time decides; "the first sprint" of a plan is no matter of when it was told, and there scores
/// differ by more. Measured.
const ORDER_SHARE: f32 = 0.15;

/// Raises the relevant head of the list by its place in order of event time, latest or earliest first.
///
/// What a row gains is its contribution `order`; the list stays sorted by score, then row.
///
/// # Errors
/// As the view's readers.
pub(super) fn by_time(fused: &mut [Fused<Ordinal>], view: &dyn View, latest_first: bool) -> Result<(), StoreError> {
    let best = fused.first().map_or(0.0, |row| row.score);
    let n_relevant = fused.iter().take(ORDERED_MAX).take_while(|row| row.score >= RELEVANT_SHARE * best).count();
    let head = &mut fused[..n_relevant];
    let rows: Vec<Ordinal> = head.iter().map(|row| row.key).collect();
    let start = |times: &Option<Times>| times.as_ref().map(|times| times.event.start);
    let mut order: Vec<(usize, Option<Micros>)> = view.times(&rows)?.iter().map(start).enumerate().collect();
    order.sort_by(|a, b| match (a.1, b.1) {
        (Some(x), Some(y)) if latest_first => y.cmp(&x),
        (Some(x), Some(y)) => x.cmp(&y),
        // What has no time stands below what has one.
        (x, y) => y.is_some().cmp(&x.is_some()),
    });
    let mut distinct: Vec<Option<Micros>> = order.iter().map(|(_, at)| *at).collect();
    distinct.dedup();
    for (idx, at) in order {
        // Rows of one moment share a place: between them time says nothing.
        let place = distinct.iter().position(|other| *other == at).unwrap_or(distinct.len());
        let value = 1.0 - place as f32 / distinct.len().max(1) as f32;
        let row = &mut head[idx];
        let contribution = (ORDER_SHARE * best * value).min(1.0 - row.score);
        row.score += contribution;
        row.contributions.push(Contribution {
            name: "order",
            rank: Some(place as u32 + 1),
            raw: value,
            value,
            weight: ORDER_SHARE,
            contribution,
        });
    }
    head.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.key.cmp(&b.key)));
    Ok(())
}
