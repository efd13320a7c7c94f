//! Rows that join times, bound them, or ask for the latest or first: in March, from 2004 to 2005, since Monday, last time.
//!
//! Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use std::sync::Arc;

use super::Relation;
use super::grammar::{Row, row};
use super::read::{count, length, ordinal, time};
use super::rows_absolute::date;
use super::series::Series;
use super::value::{Form, Frame, Time, Value, field};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    // Prepositions.
    row(
        "in|during|throughout|within the? {time}",
        |_, v| preposed(v).filter(not_a_day),
        &[
            ("what happened in March", "2026-03-01/2026-04-01 month .85; 2027-03-01/2027-04-01 month .15"),
            ("in june", "2025-06-01/2025-07-01 month .85; 2026-06-01/2026-07-01 month .15"),
            ("during the summer", "2025-06-21/2025-09-23 quarter .85; 2026-06-21/2026-09-23 quarter .15"),
        ],
    ),
    row(
        "on the? {time}",
        |_, v| preposed(v),
        &[
            ("on monday", "2026-03-16 day .85; 2026-03-23 day .15"),
            ("on sat", "2026-03-14 day .85; 2026-03-21 day .15"),
        ],
    ),
    row(
        "at|over|for the? {time}",
        |_, v| preposed(v).filter(not_a_day).filter(not_a_year),
        &[
            (
                "over the weekend",
                "2026-03-13T18:00:00/2026-03-16T00:00:00 hour .85; 2026-03-20T18:00:00/2026-03-23T00:00:00 hour .15",
            ),
            ("at christmas", "2025-12-25 day .85; 2026-12-25 day .15"),
        ],
    ),
    row(
        "around|about|circa|approximately|roughly|near the? {time}",
        |_, v| approximate(v),
        &[("around march 2025", "around 2025-03-01/2025-04-01 month")],
    ),
    row(
        "sometime|anytime|somewhere in|on|around? the? {time}",
        |_, v| preposed(v),
        &[("sometime last week", "2026-03-09/2026-03-16 week")],
    ),
    row(
        "of the? {time}",
        |_, v| preposed(v).filter(not_a_day).filter(not_a_year),
        &[("the boats of last summer", "2025-06-21/2025-09-23 quarter")],
    ),
    // Joins.
    row(
        "{time} {time}",
        |_, v| joined(v),
        &[
            ("march 2026", "2026-03-01/2026-04-01 month"),
            ("monday morning", "2026-03-16/2026-03-16T12:00:00 hour .85; 2026-03-23/2026-03-23T12:00:00 hour .15"),
            ("yesterday evening", "2026-03-17T18:00:00/2026-03-18T00:00:00 hour"),
            ("christmas 2024", "2024-12-25 day"),
            ("wednesday next week", "2026-03-25 day"),
        ],
    ),
    row(
        "{time} of|in|on|at the? {time}",
        |_, v| joined(v),
        &[
            ("summer of 2024", "2024-06-21/2024-09-23 quarter"),
            ("easter of next year", "2027-03-28 day"),
            ("monday of last week", "2026-03-09 day"),
        ],
    ),
    row(
        "{weekday} from the? {time}",
        |_, v| {
            joined(v)
                .filter(|_| time(v, 1).is_some_and(|of| of.fields & (field::WEEK | field::MONTH_DAY) == field::WEEK))
        },
        &[("sunday from last week", "2026-03-15 day")],
    ),
    row(
        "{time} for {clock}",
        |_, v| joined(v),
        &[(
            "last monday for 9am",
            "2026-03-16T09:00:00/2026-03-16T10:00:00 hour .60; 2026-03-09T09:00:00/2026-03-09T10:00:00 hour .40",
        )],
    ),
    row("{time} 's|' {time}", |_, v| joined(v), &[("last week's sunday", "2026-03-15 day")]),
    row(
        "{time} , {time}",
        |_, v| listed(v),
        &[
            ("Tue, March 10", "2026-03-10 day"),
            ("March 3, 2026 at 5pm", "2026-03-03T17:00:00/2026-03-03T18:00:00 hour"),
        ],
    ),
    row("{time} - {clock}", |_, v| joined(v), &[("march 3 2026 - 15:30", "2026-03-03T15:30:00 minute")]),
    // Ranges.
    row(
        "from|between the? {time} to|until|till|through|thru|and|- the? {time}",
        |f, v| span(f, time(v, 0)?, time(v, 1)?),
        &[
            ("from 2004 to 2005", "between 2004-01-01/2006-01-01 year"),
            ("between march 2024 and june 2024", "between 2024-03-01/2024-07-01 month"),
            ("from monday to wednesday", "between 2026-03-16/2026-03-19 day .85; 2026-03-23/2026-03-26 day .15"),
            ("between january and march 2025", "between 2025-01-01/2025-04-01 month"),
        ],
    ),
    row(
        "{time} to|until|till|through|thru|- the? {time}",
        bare_span,
        &[
            ("1997 to 2002", "between 1997-01-01/2003-01-01 year"),
            ("3pm - 5pm yesterday", "between 2026-03-17T15:00:00/2026-03-17T17:00:00 hour"),
            ("10 August - 12 September 2013", "between 2013-08-10/2013-09-13 day"),
            ("17 August 2013 to 19 August 2013", "between 2013-08-17/2013-08-20 day"),
            ("jan-mar 2024", "between 2024-01-01/2024-04-01 month"),
            ("July 13 - July 15", "between 2025-07-13/2025-07-16 day .85; 2026-07-13/2026-07-16 day .15"),
        ],
    ),
    row(
        "from|between? {month} {n} -|to|through|and {n}",
        |_, v| days_of(v, 0, 1, 2),
        &[("march 3-5 2026", "2026-03-03/2026-03-06 day")],
    ),
    row(
        "from|between? {month} {nth} -|to|through|and the? {nth}",
        |_, v| days_of(v, 0, 1, 2),
        &[("march 3rd to 5th 2026", "2026-03-03/2026-03-06 day")],
    ),
    row(
        "from|between? the? {n} -|to|through|and the? {n} of? {month}",
        |_, v| days_of(v, 2, 0, 1),
        &[("3-5 march 2026", "2026-03-03/2026-03-06 day")],
    ),
    row(
        "from|between? the? {nth} -|to|through|thru|until|till|and the? {nth} of? {month}",
        |_, v| days_of(v, 2, 0, 1),
        &[("3rd to the 5th of march 2026", "2026-03-03/2026-03-06 day")],
    ),
    row(
        "from|between? the? {nth} -|to|through|and the? {n} of? {month}",
        |_, v| days_of(v, 2, 0, 1),
        &[("from the 3rd to 5 of march 2026", "2026-03-03/2026-03-06 day")],
    ),
    row(
        "from|between? the? {n} -|to|through|and the? {nth} of? {month}",
        |_, v| days_of(v, 2, 0, 1),
        &[("from the 3 to 5th of march 2026", "2026-03-03/2026-03-06 day")],
    ),
    row("{n} -|to {clock}", clock_span, &[("3-4pm yesterday", "between 2026-03-17T15:00:00/2026-03-17T16:00:00 hour")]),
    row(
        "from|between {n} -|to|and {clock}",
        clock_span,
        &[("from 3 to 4pm yesterday", "between 2026-03-17T15:00:00/2026-03-17T16:00:00 hour")],
    ),
    row(
        "{time} for {length}",
        |_, v| lasting(time(v, 0)?, v, 1),
        &[("march 3 2026 for 10 days", "between 2026-03-03/2026-03-13 day")],
    ),
    row(
        "for {length} from|starting from? {time}",
        |_, v| lasting(time(v, 1)?, v, 0),
        &[("for 3 days starting march 3 2026", "between 2026-03-03/2026-03-06 day")],
    ),
];

pub(super) fn preposed(v: &[&Value]) -> Option<Value> {
    let time = time(v, 0)?;
    // "At May", "in 5" and "for sat" say nothing.
    // "On recently" says no more than "recently".
    let ordered = matches!(time.relation, Relation::Latest | Relation::First | Relation::Around);
    let instant = time.latent && time.fields & field::CLOCK != 0;
    let bare_hours = time.latent && time.form == Form::Hours;
    (!ordered && !instant && !bare_hours && time.form != Form::Clock).then_some(())?;
    Some(Value::Time(Time { latent: false, weak: false, ..time.clone() }))
}

/// "Of 1200" and "for 1200" are read elsewhere, with more doubt.
fn not_a_year(value: &Value) -> bool {
    !matches!(value, Value::Time(Time { form: Form::Year, .. }))
}

/// "In the first" is no day of a month.
fn not_a_day(value: &Value) -> bool {
    !matches!(value, Value::Time(Time { form: Form::MonthDay, .. }))
}

fn approximate(v: &[&Value]) -> Option<Value> {
    let time = time(v, 0)?;
    (time.relation == Relation::In && time.form != Form::Clock).then_some(())?;
    Some(Value::Time(time.clone().spoken().related(Relation::Around)))
}

fn joined(v: &[&Value]) -> Option<Value> {
    let (first, second) = (time(v, 0)?, time(v, 1)?);
    // "sat on Monday", "may 2024 see": an everyday word joins only what is told by the clock or the calendar beside it.
    let odd = |one: &Time, other: &Time| {
        one.weak
            && one.latent
            && !matches!(one.form, Form::Year | Form::Season)
            && !matches!(other.form, Form::Year | Form::Part | Form::Date | Form::MonthDay)
    };
    // "Monday 8:00 GMT": the zone is that of the day too, so it is read outside of the join.
    if matches!(second.form, Form::Zoned | Form::Hours)
        || odd(first, second)
        || odd(second, first)
        || (first.form == Form::Year && second.form == Form::Clock)
    {
        return None;
    }
    Some(Value::Time(first.joined(second)?))
}

/// Across a comma only what is written so: weekday and date, date and year, date and clock.
fn listed(v: &[&Value]) -> Option<Value> {
    let (first, second) = (time(v, 0)?, time(v, 1)?);
    let day = |time: &Time| time.fields & (field::MONTH_DAY | field::WEEKDAY) != 0;
    let fits = match (first.form, second.form) {
        (Form::Weekday | Form::Part, _) => {
            second.form != Form::Weekday && (day(second) || second.fields & field::WEEK != 0)
        }
        (_, Form::Weekday) => day(first),
        (Form::Month | Form::Date | Form::Season | Form::Quarter, Form::Year) => true,
        (_, Form::Year | Form::Clock) => day(first),
        _ => day(first) && second.fields & (field::YEAR | field::WEEK) != 0,
    };
    fits.then(|| joined(v))?
}

/// One span of two times, with the year (or month) of the later lent to the earlier and the other way round.
pub(super) fn span(f: &Frame, from: &Time, to: &Time) -> Option<Value> {
    let bounds = |time: &Time| time.relation == Relation::In && !(time.weak && time.latent && !is_calendar(time));
    // In "9:30 - 11 CST" the zone is that of both, so it is read outside of the span.
    let half_zoned = to.form == Form::Zoned && from.form == Form::Clock;
    if !bounds(from) || !bounds(to) || half_zoned {
        return None;
    }
    let (from, to) = (halved(from, to), to.clone());
    let (from, to) = (lent(&from, &to), lent(&to, &from));
    if let (Some(first), Some(last)) = (from.series.first(f.cal), to.series.first(f.cal)) {
        // "From 1959 to 1958" happens: read it either way round.
        if last.end <= first.start {
            return span_of(&to, &from);
        }
    }
    span_of(&from, &to)
}

/// "3:30 to 6 pm": the first clock takes the half of the day that the second names.
fn halved(from: &Time, to: &Time) -> Time {
    let last = match &*to.series {
        Series::Inside(_, fine) => fine,
        series => series,
    };
    match (&*from.series, last) {
        (Series::Clock { at, twice: true, grain }, Series::Clock { at: end, twice: false, .. }) => {
            let late = (at + 43_200) % 86_400;
            let at = if late > *at && late < *end { late } else { *at };
            from.map(|_| Series::Clock { at, twice: false, grain: *grain })
        }
        _ => from.clone(),
    }
}

pub(super) fn is_calendar(time: &Time) -> bool {
    matches!(time.form, Form::Year | Form::Month | Form::Weekday | Form::Season | Form::Clock)
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn span_of(from: &Time, to: &Time) -> Option<Value> {
    let clocks = to.fields & field::CLOCK != 0;
    let end = to.series.clone();
    let found = from.map(|from| Series::Span { from, to: end.clone(), open: clocks });
    Some(Value::Time(Time {
        form: Form::Other,
        fields: from.fields | to.fields,
        relation: Relation::Between,
        latent: false,
        weak: false,
        explicit: from.explicit || to.explicit,
        ..found
    }))
}

/// `time` with the year of `other`, when it has none itself ("from March to June 2024"), or its day ("3pm to 5pm
/// tomorrow").
pub(super) fn lent(time: &Time, other: &Time) -> Time {
    if let Series::Inside(coarse, _) = &*other.series {
        let lender = Time { series: coarse.clone(), other: None, fields: lender_fields(other, time), ..other.clone() };
        if let Some(joined) = Some(lender).filter(|lender| lender.fields != 0).and_then(|lender| time.joined(&lender)) {
            return joined;
        }
    }
    time.clone()
}

/// What the wider part of `other` pins down that `time` lacks.
fn lender_fields(other: &Time, time: &Time) -> u16 {
    match &*other.series {
        Series::Inside(coarse, fine) if matches!(**coarse, Series::Fixed(_)) => {
            let own = match **fine {
                Series::Month(_) => field::MONTH,
                Series::Clock { .. } => field::CLOCK,
                Series::DayPart(_) => field::PART,
                Series::Inside(..) => field::DATE,
                _ => return 0,
            };
            other.fields & !own & !time.fields
        }
        Series::Inside(_, fine) if matches!(**fine, Series::Clock { .. }) => other.fields & !field::CLOCK,
        _ => 0,
    }
}

fn bare_span(f: &Frame, v: &[&Value]) -> Option<Value> {
    let (from, to) = (time(v, 0)?, time(v, 1)?);
    let alike = from.form == to.form || (from.fields & to.fields != 0);
    let words =
        |time: &Time| time.weak && time.latent && !matches!(time.form, Form::Year | Form::Clock | Form::Weekday);
    // "Mar-03-2026" is one date.
    let mixed =
        from.latent && from.form == Form::Month && to.form == Form::Other && matches!(*to.series, Series::Fixed(_));
    (alike && !mixed && !(words(from) && words(to)) && from.form != Form::Part).then_some(())?;
    span(f, from, to)
}

/// Days `a..=b` of a month.
pub(super) fn days_of(v: &[&Value], month_at: usize, from_at: usize, to_at: usize) -> Option<Value> {
    let number = |at| ordinal(v, at).or_else(|| count(v, at));
    let month = time(v, month_at)?;
    let (from, to) = (number(from_at)?, number(to_at)?);
    (from < to).then_some(())?;
    match (date(month, from)?, date(month, to)?) {
        (Value::Time(first), Value::Time(_)) => {
            let day = Arc::new(Series::MonthDay(from as i8));
            let run = Series::Run {
                from: Arc::new(Series::Inside(month.series.clone(), day)),
                count: to - from + 1,
                unit: super::civil::Unit::Day,
                grain: super::civil::Unit::Day.grain(),
            };
            Some(Value::Time(Time { series: Arc::new(run), form: Form::Other, ..first }))
        }
        _ => None,
    }
}

/// "3-4pm": the first hour takes the half of the day of the second.
pub(super) fn clock_span(f: &Frame, v: &[&Value]) -> Option<Value> {
    let (hour, to) = (count(v, 0)?, time(v, 1)?);
    let Series::Clock { at, twice: false, .. } = *to.series else { return None };
    (1..=12).contains(&hour).then_some(())?;
    let half = if at >= 43_200 && hour % 12 * 3_600 < at % 43_200 { 43_200 } else { 0 };
    let series = Series::Clock { at: hour % 12 * 3_600 + half, twice: false, grain: crate::model::Grain::Hour };
    span(f, &Time::new(series, Form::Clock, field::CLOCK), to)
}

fn lasting(of: &Time, v: &[&Value], length_at: usize) -> Option<Value> {
    let length = length(v, length_at)?;
    let pinned = of.fields & (field::MONTH_DAY | field::WEEKDAY | field::CLOCK) != 0;
    (of.relation == Relation::In && pinned).then_some(())?;
    let (count, unit) = length.single();
    let grain = length.unit.grain();
    let found = of.map(|from| Series::Run { from, count, unit, grain });
    Some(Value::Time(Time { form: Form::Other, relation: Relation::Between, latent: false, weak: false, ..found }))
}
