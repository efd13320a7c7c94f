//! Rows that bound a time on one side, and those between two bounds: since Monday, before Christmas, after 2010 but
//! before 2015.
//!
//! Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use super::Relation;
use super::grammar::{Row, row};
use super::read::time;
use super::rows_range::{is_calendar, lent};
use super::series::Series;
use super::value::{Form, Frame, Time, Value, field};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    row(
        "ever? since the? {time}",
        |_, v| open(v, Relation::Since),
        &[
            ("since monday", "since 2026-03-16/2026-03-18T10:30:00 day"),
            ("since 2020", "since 2020-01-01/2026-03-18T10:30:00 year"),
        ],
    ),
    row(
        "from|starting|beginning the? {time} on|onward|onwards",
        |_, v| open(v, Relation::Since),
        &[("from 2020 onwards", "since 2020-01-01/2026-03-18T10:30:00 year")],
    ),
    row("later than the? {time}", |_, v| after(v), &[("later than 2018", "since 2019-01-01/ year")]),
    row(
        "{time} or later|after|afterwards",
        |_, v| open(v, Relation::Since),
        &[("2020 or later", "since 2020-01-01/2026-03-18T10:30:00 year")],
    ),
    row(
        "{time} and|or before|earlier",
        |_, v| open(v, Relation::Until),
        &[("2020 or earlier", "until /2021-01-01 year")],
    ),
    row("earlier than the? {time}", |_, v| before(v), &[("earlier than 2010", "until /2010-01-01 year")]),
    row(
        "after the? {time} but|and? until|before the? {time}",
        |f, v| span_before(f, time(v, 0)?, time(v, 1)?),
        &[("after march 2024 and before june 2024", "between 2024-04-01/2024-06-01 month")],
    ),
    row(
        "from|since? {time} to|until|till|- the? present|date|now|today",
        |_, v| open(v, Relation::Since),
        &[("2015 - present", "since 2015-01-01/2026-03-18T10:30:00 year")],
    ),
    row(
        "starting|beginning|effective from? the? {time}",
        |_, v| open(v, Relation::Since),
        &[("starting 2020", "since 2020-01-01/2026-03-18T10:30:00 year")],
    ),
    row(
        "after the? {time}",
        |_, v| after(v),
        &[
            ("after 2010", "since 2011-01-01/ year"),
            ("after last monday", "since 2026-03-17/ day .60; 2026-03-10/ day .40"),
        ],
    ),
    row(
        "until|till|til|through|thru the? {time}",
        |_, v| open(v, Relation::Until),
        &[("until march 2025", "until /2025-04-01 month")],
    ),
    row("up to the? {time}", |_, v| open(v, Relation::Until), &[("up to 2010", "until /2011-01-01 year")]),
    row("by the? end of the? {unit}", until_end_of_unit, &[("by the end of the month", "until /2026-04-01 day")]),
    row("by the? {time}", |_, v| open(v, Relation::Until), &[("by march 2025", "until /2025-04-01 month")]),
    row(
        "before|prior the? {time}",
        |_, v| before(v),
        &[
            ("before Christmas", "until /2025-12-25 day .85; /2026-12-25 day .15"),
            ("before 2010", "until /2010-01-01 year"),
        ],
    ),
    row("prior to the? {time}", |_, v| before(v), &[("prior to 2010", "until /2010-01-01 year")]),
];

/// A bound: the relation says which side of the interval counts.
pub(super) fn open(v: &[&Value], relation: Relation) -> Option<Value> {
    let time = time(v, 0)?;
    let usable = time.relation == Relation::In && !(time.weak && time.latent && !is_calendar(time));
    usable.then(|| Value::Time(time.clone().spoken().related(relation)))
}

/// Strictly after: the bound moves to the end of the interval.
pub(super) fn after(v: &[&Value]) -> Option<Value> {
    let time = time(v, 0)?;
    (time.relation == Relation::In && !(time.weak && time.latent && !is_calendar(time))).then_some(())?;
    let moved = time.map(|from| Series::Edge { of: from, at_end: true });
    Some(Value::Time(Time { relation: Relation::Since, latent: false, weak: false, form: Form::Other, ..moved }))
}

/// Strictly before: the bound moves to the start of the interval.
pub(super) fn before(v: &[&Value]) -> Option<Value> {
    let time = time(v, 0)?;
    (time.relation == Relation::In && !(time.weak && time.latent && !is_calendar(time))).then_some(())?;
    let moved = time.map(|from| Series::Edge { of: from, at_end: false });
    Some(Value::Time(Time { relation: Relation::Until, latent: false, weak: false, form: Form::Other, ..moved }))
}

/// From the end of one time to the start of another.
fn span_before(f: &Frame, from: &Time, to: &Time) -> Option<Value> {
    let usable = |time: &Time| time.relation == Relation::In && !(time.weak && time.latent && !is_calendar(time));
    (usable(from) && usable(to)).then_some(())?;
    let from = if from.fields & field::CLOCK == 0 { lent(from, to) } else { from.clone() };
    let to = lent(to, &from);
    let (first, last) = (from.series.first(f.cal)?, to.series.first(f.cal)?);
    (first.end < last.start).then_some(())?;
    let range = super::civil::Range { start: first.end, end: last.start, grain: first.grain.min(last.grain) };
    let time = Time::fixed(range, from.fields | to.fields).related(Relation::Between);
    Some(Value::Time(Time { explicit: from.explicit || to.explicit, ..time }))
}

/// Until the present unit is over.
fn until_end_of_unit(f: &Frame, v: &[&Value]) -> Option<Value> {
    super::rows_nth::part_of_unit(f, super::series::Third::Late, v).and_then(|value| match value {
        Value::Time(time) => Some(Value::Time(time.related(Relation::Until))),
        _ => None,
    })
}
