//! A filter as a bitmap over row numbers, so that conditions compose and every reader applies all of them while it reads.

use roaring::RoaringBitmap;

use crate::index::places::PlaceIndex;
use crate::index::timeline::TimelineIndex;
use crate::model::{Grant, Interval, Kind, Micros, Pattern};
use crate::space::Area;
use crate::store::{Filter, PlaceFilter};

use super::rows::Rows;

/// The rows that a filter lets through; `None` means every live row, which readers scan without looking at a bitmap.
pub(super) fn mask(
    rows: &Rows,
    timeline: &TimelineIndex,
    places: &PlaceIndex,
    filter: &Filter,
) -> Option<RoaringBitmap> {
    let mut parts: Vec<RoaringBitmap> = Vec::new();
    if !sees_everything(&filter.grant) || filter.lens.is_some() {
        parts.push(by_scopes(rows, filter));
    }
    for (key, value) in &filter.labels {
        parts.push(rows.of_label(key, value));
    }
    if (filter.history || filter.quiet) && filter.kinds.is_none() {
        parts.push(rows.live() | rows.quiet());
    }
    if let Some(kinds) = &filter.kinds {
        let mut wanted = RoaringBitmap::new();
        for kind in kinds {
            wanted |= rows.of_kind(*kind);
        }
        parts.push(wanted);
    }
    if let Some(session) = &filter.session {
        parts.push(rows.of_session(session.as_str()));
    }
    if let Some(window) = filter.event {
        parts.push(timeline.events_in(window));
    }
    if let Some(at) = filter.as_of {
        parts.push(timeline.known_by(at) | rows.quiet_known_by(at));
    }
    let nearest = filter.place.as_ref().filter(|place| matches!(place, PlaceFilter::Nearest { .. }));
    if let Some(place) = filter.place.as_ref().filter(|_| nearest.is_none()) {
        parts.push(located(places, place, None));
    }
    let hidden = hidden(rows, filter);
    if nearest.is_none() && parts.is_empty() && hidden.is_empty() {
        return None;
    }
    // The smallest first: every step then works on little.
    parts.sort_by_key(RoaringBitmap::len);
    // Live rows hold none of the quiet ones, and bitmaps of scopes, labels and kinds do.
    let asks_quiet = filter.history || filter.quiet;
    let mut parts = parts.into_iter();
    let mut kept = parts.next().unwrap_or_else(|| rows.live().clone());
    for part in parts {
        kept &= part;
    }
    kept -= hidden;
    if !asks_quiet {
        // Documents and cards come when their kind is asked for.
        kept -= if filter.kinds.is_none() { rows.quiet().clone() } else { rows.quiet() & rows.of_kind(Kind::Fact) };
    }
    // The nearest of what is left, so that no other condition takes any of them away.
    Some(nearest.map_or_else(|| kept.clone(), |place| located(places, place, Some(&kept))))
}

/// Rows that lie there, of a mask's where there is one.
pub(super) fn located(places: &PlaceIndex, place: &PlaceFilter, mask: Option<&RoaringBitmap>) -> RoaringBitmap {
    match place {
        PlaceFilter::Near { point, radius_km } => {
            let mut around = places.around(*point, *radius_km);
            if let Some(mask) = mask {
                around &= mask;
            }
            places.keep_sure(&mut around, &|placed| placed.distance_km(*point) <= *radius_km);
            around
        }
        PlaceFilter::Within(shape) => {
            let area = Area::of(shape);
            let mut within = places.within(&area, mask);
            places.keep_sure(&mut within, &|placed| placed.is_within(&area));
            within
        }
        PlaceFilter::Nearest { point, count } => {
            let mut sure = mask.unwrap_or_else(|| places.rows()) & places.rows();
            places.keep_sure(&mut sure, &|_| true);
            let nearest = places.near(*point, f64::INFINITY, *count, Some(&sure), &|| false).unwrap_or_default();
            nearest.into_iter().map(|(row, _)| row).collect()
        }
    }
}

fn sees_everything(grant: &Grant) -> bool {
    grant.0.contains(&Pattern::Everything)
}

/// Rows with one clause wholly inside the grant and, with a lens, involving one clause of it.
fn by_scopes(rows: &Rows, filter: &Filter) -> RoaringBitmap {
    let mut visible = RoaringBitmap::new();
    for (number, sets) in rows.scopes().iter().enumerate() {
        let involved = |lens: &crate::model::ScopeSets| {
            lens.clauses()
                .iter()
                .any(|clause| clause.iter().all(|scope| sets.clauses().iter().flatten().any(|own| own == scope)))
        };
        if filter.grant.sees(sets) && filter.lens.as_ref().is_none_or(involved) {
            visible |= rows.of_scope(number as u32).cloned().unwrap_or_default();
        }
    }
    visible
}

/// Rows that are live but not wanted: repetitions, replaced rows, rows whose validity does not fit.
fn hidden(rows: &Rows, filter: &Filter) -> RoaringBitmap {
    let mut hidden = RoaringBitmap::new();
    if filter.kinds.is_none() && !(filter.told || filter.quiet || filter.history) {
        hidden |= rows.told();
    }
    if !filter.include_duplicates {
        hidden |= rows.duplicates();
    }
    match (filter.as_of, filter.at_instant) {
        _ if filter.history => {}
        (None, None) => hidden |= rows.superseded(),
        // What was replaced later stood then.
        (as_of, at_instant) => {
            hidden |= rows.superseded_by(as_of.unwrap_or(Micros::MAX), at_instant.unwrap_or(Micros::MAX));
        }
    }
    if let Some(at) = filter.at_instant {
        hidden |= rows.recorded_after(at);
    }
    let asks_validity = filter.valid_from.is_some() || filter.valid_until.is_some();
    if asks_validity {
        // Rows without bounds hold always: they begin before any `valid_from` and end after any `valid_until`.
        let fits: RoaringBitmap = rows
            .bounded()
            .filter(|(_, valid)| {
                filter.valid_from.is_none_or(|from| valid.from.is_some_and(|own| own >= from))
                    && filter.valid_until.is_none_or(|until| valid.until.is_some_and(|own| own <= until))
            })
            .map(|(ordinal, _)| ordinal)
            .collect();
        hidden |= rows.live() - fits;
    } else if let Some(now) = filter.now.filter(|_| !filter.history) {
        let at = filter.as_of.map_or(now, |as_of: Micros| as_of.min(now));
        let holds = |from: Option<Micros>, until: Option<Micros>| {
            from.is_none_or(|from| from <= at) && until.is_none_or(|until| at < until)
        };
        hidden |= rows
            .bounded()
            .filter(|(_, valid)| !holds(valid.from, valid.until))
            .map(|(ordinal, _)| ordinal)
            .collect::<RoaringBitmap>();
    }
    hidden
}

/// Rows whose event or a stated interval overlaps one of the windows.
pub(super) fn in_windows(timeline: &TimelineIndex, windows: &[Interval]) -> RoaringBitmap {
    let mut inside = RoaringBitmap::new();
    for window in windows {
        inside |= timeline.events_in(*window);
        inside |= timeline.stated_in(*window);
    }
    inside
}
