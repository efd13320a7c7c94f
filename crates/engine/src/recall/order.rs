//! "The latest", "the last time", "the first", and the value of a thing at a moment: relevance decides who takes part, time
//! decides the order.
//!
//! Who asks so often asks about a series: one thing told again and again in like words ("blood pressure 151 over 88"). Its
//! rows are those that hold as many of the question's words as any does; between them nothing but time can tell. Where
//! there is no such series, time only moves rows that are about equally relevant.

use std::collections::BTreeSet;

use crate::channel::{Question, TimeScope};
use crate::fuse::{Contribution, Fused};
use crate::model::{DAY_US, Interval, Kind, Micros};
use crate::store::{Ordinal, StoreError, Term, Times, View};
use crate::text;

/// Share of the best score from which a row is about the thing asked for. Measured on the golden set.
const RELEVANT_SHARE: f32 = 0.7;
/// Rows that are put in order, at most. Chosen: more would let the far end of a long list in.
const ORDERED_MAX: usize = 24;
/// Share of the best score that the right end of the order is worth. Where rows tell of one thing again and again, their
/// scores differ by less, and time decides; "the first sprint" of a plan is no matter of when it was told, and there scores
/// differ by more. Measured.
const ORDER_SHARE: f32 = 0.15;
/// Rows among which a series is looked for, at most, and the share of the best score they need. Chosen: a series of weekly
/// turns is longer than a list of hits.
const SERIES_MAX: usize = 48;
const SERIES_SHARE: f32 = 0.35;
/// Share of what the row with most of the question's words holds that a row of the series holds, and how many words that is
/// at least. Chosen.
const COVERAGE_MIN: f32 = 0.85;
const COVERED_WORDS_MIN: usize = 2;
/// What the order of a series is worth. Chosen: it outweighs what sets the scores of its rows apart.
const SERIES_ORDER: f32 = 0.6;
/// What each place from the right end costs: the second last is asked for as little as the tenth last. Chosen.
const PLACE_COST: f32 = 0.5;
/// Letters of a word from which it says what a series is about, so that articles of any language do not. Chosen.
const LETTERS_MIN: usize = 4;
/// Probability of a reading from which the value at its moment is asked for. As for the gate by time.
const SURE: f32 = 0.5;

/// Raises the relevant head of the list by its place in order of event time, latest or earliest first.
///
/// What a row gains is its contribution `order`; the list stays sorted by score, then row.
///
/// # Errors
/// As the view's readers.
pub(super) fn by_time(
    fused: &mut [Fused<Ordinal>],
    view: &dyn View,
    question: &Question,
    latest_first: bool,
) -> Result<(), StoreError> {
    let best = fused.first().map_or(0.0, |row| row.score);
    let series = series(fused, view, question)?;
    let (places, share) = if series.len() > 1 {
        (series, SERIES_ORDER)
    } else if !is_told(fused, view)? {
        return Ok(());
    } else {
        let n_relevant = fused.iter().take(ORDERED_MAX).take_while(|row| row.score >= RELEVANT_SHARE * best).count();
        ((0..n_relevant).collect(), ORDER_SHARE)
    };
    let rows: Vec<Ordinal> = places.iter().map(|place| fused[*place].key).collect();
    let start = |times: &Option<Times>| times.as_ref().map(|times| times.event.start);
    let starts: Vec<Option<Micros>> = view.times(&rows)?.iter().map(start).collect();
    raise(fused, &places, &starts, latest_first, share);
    Ok(())
}

/// What held at the moment asked about: where rows of a series lie before the window and none in it, the last of them comes
/// first ("what was the budget in mid April", told on the 2nd and on the 21st). True when that decided.
///
/// # Errors
/// As the view's readers.
pub(super) fn as_of(fused: &mut [Fused<Ordinal>], view: &dyn View, question: &Question) -> Result<bool, StoreError> {
    let surest = question.times.iter().max_by(|a, b| a.p.total_cmp(&b.p));
    let Some(TimeScope { window, .. }) =
        surest.filter(|scope| scope.p >= SURE && !scope.explicit && is_bounded(scope.window))
    else {
        return Ok(false);
    };
    let series = series(fused, view, question)?;
    if series.len() < 2 {
        return Ok(false);
    }
    let rows: Vec<Ordinal> = series.iter().map(|place| fused[*place].key).collect();
    let times = view.times(&rows)?;
    let touches = |times: &Times| {
        let instant = times.event.start >= window.start && times.event.start < window.end;
        let told = times.event.start > times.known_at && times.known_at >= window.start && times.known_at < window.end;
        instant
            || told
            || times.event.overlap_us(*window) > 0
            || times.stated.iter().any(|stated| stated.overlap_us(*window) > 0)
    };
    if times.iter().flatten().any(touches) {
        return Ok(false);
    }
    let before =
        |times: &Option<Times>| times.as_ref().map(|times| times.event.start).filter(|start| *start < window.start);
    let (places, starts): (Vec<usize>, Vec<Option<Micros>>) =
        series.into_iter().zip(times.iter().map(before)).filter(|(_, start)| start.is_some()).unzip();
    raise(fused, &places, &starts, true, SERIES_ORDER);
    Ok(!places.is_empty())
}

/// No "since" or "until", and no time of day, which no series is told at.
fn is_bounded(window: Interval) -> bool {
    window.start != Micros::MIN && window.end != Micros::MAX && window.len_us() >= DAY_US
}

/// The first hit is no page: only of what is told has the telling an order.
fn is_told(fused: &[Fused<Ordinal>], view: &dyn View) -> Result<bool, StoreError> {
    let Some(first) = fused.first() else { return Ok(false) };
    Ok(view.facets(&[first.key])?.first().and_then(Option::as_ref).is_some_and(|facets| facets.kind != Kind::Passage))
}

/// Places of the rows that hold as many of the question's words as any does.
fn series(fused: &[Fused<Ordinal>], view: &dyn View, question: &Question) -> Result<Vec<usize>, StoreError> {
    let best = fused.first().map_or(0.0, |row| row.score);
    let n_near = fused.iter().take(SERIES_MAX).take_while(|row| row.score >= SERIES_SHARE * best).count();
    let rows: Vec<Ordinal> = fused[..n_near].iter().map(|row| row.key).collect();
    let held: Vec<BTreeSet<usize>> = view
        .memories(&rows)?
        .iter()
        .map(|memory| {
            let front = memory.as_ref().map(|memory| memory.text.as_str()).unwrap_or_default();
            let terms: BTreeSet<String> = text::query_terms(front).into_iter().map(|token| token.term).collect();
            let holds = |term: &Term| is_matter(&term.term) && terms.contains(&term.term);
            question.terms.iter().enumerate().filter(|(_, term)| holds(term)).map(|(idx, _)| idx).collect()
        })
        .collect();
    let weigh = |held: &BTreeSet<usize>| held.iter().map(|idx| question.terms[*idx].weight).sum::<f32>();
    let most = held.iter().map(weigh).fold(0.0, f32::max);
    let in_series = |held: &BTreeSet<usize>| held.len() >= COVERED_WORDS_MIN && weigh(held) >= COVERAGE_MIN * most;
    // Pages are written once, and what they tell of has times of its own.
    let told: Vec<bool> =
        view.facets(&rows)?.iter().map(|facets| facets.as_ref().is_some_and(|f| f.kind != Kind::Passage)).collect();
    Ok((0..n_near).filter(|place| told[*place] && in_series(&held[*place])).collect())
}

/// Longer than an article or a preposition, or of a script whose words are short.
fn is_matter(term: &str) -> bool {
    term.chars().count() >= LETTERS_MIN || term.chars().any(|c| !c.is_ascii_alphabetic())
}

/// Raises rows by their order in time and sorts the list again.
fn raise(fused: &mut [Fused<Ordinal>], places: &[usize], starts: &[Option<Micros>], latest_first: bool, share: f32) {
    let best = fused.first().map_or(0.0, |row| row.score);
    let mut order: Vec<(usize, Option<Micros>)> = places.iter().copied().zip(starts.iter().copied()).collect();
    order.sort_by(|a, b| match (a.1, b.1) {
        (Some(x), Some(y)) if latest_first => y.cmp(&x),
        (Some(x), Some(y)) => x.cmp(&y),
        // What has no time stands below what has one.
        (x, y) => y.is_some().cmp(&x.is_some()),
    });
    let mut distinct: Vec<Option<Micros>> = order.iter().map(|(_, at)| *at).collect();
    distinct.dedup();
    for (place, at) in order {
        // Rows of one moment share a place: between them time says nothing.
        let rank = distinct.iter().position(|other| *other == at).unwrap_or(distinct.len());
        let value = 1.0 / (1.0 + PLACE_COST * rank as f32);
        let row = &mut fused[place];
        let contribution = share * best * value;
        row.score += contribution;
        row.contributions.push(Contribution {
            name: "order",
            rank: Some(rank as u32 + 1),
            raw: value,
            value,
            weight: share,
            contribution,
        });
    }
    let highest = fused.iter().map(|row| row.score).fold(1.0, f32::max);
    for row in fused.iter_mut() {
        row.score /= highest;
        for contribution in &mut row.contributions {
            contribution.contribution /= highest;
        }
    }
    fused.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.key.cmp(&b.key)));
}
