//! Rows for stretches without sharp ends: recent weeks, years ago, the last three weekends, an hour and a half ago.
//!
//! Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use super::Relation;
use super::civil::{self, Range, Unit};
use super::grammar::{Row, row};
use super::read::{count, length, time, unit};
use super::rows_bound::{after, before, open};
use super::rows_relative::{day, rolled, shifted_unit};
use super::series::Series;
use super::value::{Form, Frame, Length, Time, Value, field};

/// Share of the stretch up to now in "over the past year"; the rest is the calendar year. Chosen.
const UP_TO_NOW: f32 = 0.6;
/// Units that "recent weeks" and "coming weeks" span. Chosen.
const SEVERAL: i64 = 3;

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    // A bare plural.
    row(
        "days ago",
        |f, _| bare_plural(f, Unit::Day, 2, 14),
        &[("it was days ago", "around 2026-03-04/2026-03-17 day")],
    ),
    row("weeks ago", |f, _| bare_plural(f, Unit::Week, 2, 8), &[("weeks ago", "around 2026-01-19/2026-03-09 week")]),
    row(
        "months ago",
        |f, _| bare_plural(f, Unit::Month, 2, 11),
        &[("months ago", "around 2025-04-01/2026-02-01 month")],
    ),
    row("years ago", |f, _| bare_plural(f, Unit::Year, 2, 10), &[("years ago", "around 2016-01-01/2025-01-01 year")]),
    row(
        "hours ago",
        |f, _| bare_plural(f, Unit::Hour, 2, 12),
        &[("hours ago", "around 2026-03-17T22:00:00/2026-03-18T09:00:00 hour")],
    ),
    row(
        "minutes|moments ago",
        |f, _| bare_plural(f, Unit::Minute, 2, 60),
        &[("minutes ago", "around 2026-03-18T09:30:00/2026-03-18T10:29:00 minute")],
    ),
    row(
        "over|in|during|within|for|throughout? the? last|past|recent days",
        |f, _| several(f, Unit::Day, -1),
        &[("in recent days", "2026-03-15/2026-03-19 day")],
    ),
    row(
        "over|in|during|within|for|throughout? the? last|past|recent weeks",
        |f, _| several(f, Unit::Week, -1),
        &[("in the past weeks", "2026-02-23/2026-03-19 week")],
    ),
    row(
        "over|in|during|within|for|throughout? the? last|past|recent months",
        |f, _| several(f, Unit::Month, -1),
        &[("in recent months", "2025-12-01/2026-03-19 month")],
    ),
    row(
        "over|in|during|within|for|throughout? the? last|past|recent years",
        |f, _| several(f, Unit::Year, -1),
        &[("in recent years", "2023-01-01/2026-03-19 year")],
    ),
    row(
        "coming|next|following days",
        |f, _| several(f, Unit::Day, 1),
        &[("in the coming days", "2026-03-19/2026-03-22 day")],
    ),
    row(
        "coming|next|following weeks",
        |f, _| several(f, Unit::Week, 1),
        &[("in the coming weeks", "2026-03-23/2026-04-13 week")],
    ),
    row(
        "coming|next|following months",
        |f, _| several(f, Unit::Month, 1),
        &[("in the coming months", "2026-04-01/2026-07-01 month")],
    ),
    row(
        "coming|next|following years",
        |f, _| several(f, Unit::Year, 1),
        &[("in the coming years", "2027-01-01/2030-01-01 year")],
    ),
    row(
        "over|in|during|within|for|throughout the past|last {unit}",
        past_unit,
        &[("over the past year", "2025-01-01/2026-03-19 year .60; 2025-01-01/2026-01-01 year .40")],
    ),
    // Several occurrences.
    row(
        "the? last|past|previous {n} {time}",
        |f, v| occurrences(f, v, -1),
        &[
            ("the last 3 weekends", "between 2026-02-27T18:00:00/2026-03-16 hour"),
            ("the past two mondays", "between 2026-03-09/2026-03-17 day"),
            ("the last 2 summers", "between 2024-06-21/2025-09-23 quarter"),
        ],
    ),
    row(
        "the? next|coming|upcoming|following {n} {time}",
        |f, v| occurrences(f, v, 1),
        &[("the next two fridays", "between 2026-03-20/2026-03-28 day")],
    ),
    row(
        "this coming|upcoming|next {weekday}",
        |f, v| coming(f, time(v, 0)?),
        &[("this coming friday", "2026-03-20 day")],
    ),
    row(
        "this past {weekday}",
        |f, v| Some(Value::Time(Time::fixed(time(v, 0)?.series.prev(f.today()?, f.cal)?, field::DAY))),
        &[("this past monday", "2026-03-16 day")],
    ),
    row(
        "this past {weekend}",
        super::rows_relative::last_other,
        &[("this past weekend", "2026-03-13T18:00:00/2026-03-16 hour")],
    ),
    row("this past {unit}", |f, v| shifted_unit(f, v, -1), &[("this past week", "2026-03-09/2026-03-16 week")]),
    row("a week on {weekday}", |f, v| week_on(f, time(v, 0)?), &[("a week on friday", "2026-03-27 day")]),
    row(
        "{length} from {weekday}",
        |f, v| from_coming(f, length(v, 0)?, time(v, 1)?),
        &[("a week from tuesday", "2026-03-31 day"), ("two weeks from monday", "2026-04-06 day")],
    ),
    // Counted from another day than today, or past a length.
    row(
        "{length} ago today",
        |f, v| whole_days(f, length(v, 0)?, f.today()?),
        &[("a year ago today", "2025-03-18 day")],
    ),
    row(
        "{length} ago yesterday",
        |f, v| whole_days(f, length(v, 0)?, f.unit(-1, Unit::Day)?.start),
        &[("a week ago yesterday", "2026-03-10 day")],
    ),
    row(
        "{length} ago on? {weekday}",
        |f, v| whole_days(f, length(v, 0)?, time(v, 1)?.series.prev(f.unit(1, Unit::Day)?.start, f.cal)?.start),
        &[("a week ago monday", "2026-03-09 day")],
    ),
    row(
        "this time last year",
        |f, _| around(f, Unit::Year, 15),
        &[("this time last year", "around 2025-03-03/2025-04-03 day")],
    ),
    row(
        "this time last month",
        |f, _| around(f, Unit::Month, 3),
        &[("this time last month", "around 2026-02-15/2026-02-22 day")],
    ),
    row("this time last week", |f, _| around(f, Unit::Week, 0), &[("this time last week", "around 2026-03-11 day")]),
    row(
        "more than {length} ago",
        |f, v| beyond(f, length(v, 0)?, Relation::Until),
        &[("more than a year ago", "until /2025-03-18T10:30:01 second")],
    ),
    row(
        "less than {length} ago",
        |f, v| beyond(f, length(v, 0)?, Relation::Since),
        &[("less than a week ago", "since 2026-03-11T10:30:00/2026-03-18T10:30:00 second")],
    ),
    // Halves of lengths.
    row(
        "{length} and a half",
        |_, v| and_a_half(length(v, 0)?),
        &[
            ("an hour and a half ago", "2026-03-18T09:00:00 minute"),
            ("a year and a half ago", "2024-09-01/2024-10-01 month .55; 2024-01-01/2025-01-01 year .45"),
        ],
    ),
    // Bounds in other words.
    row(
        "as of|from {time}",
        |_, v| open(v, Relation::Since),
        &[("as of 2020", "since 2020-01-01/2026-03-18T10:30:00 year")],
    ),
    row("pre -? {year}", |_, v| before(v), &[("pre-2010", "until /2010-01-01 year")]),
    row("post -? {year}", |_, v| after(v), &[("post-2010", "since 2011-01-01/ year")]),
    row(
        "no|not later than the? {time}",
        |_, v| open(v, Relation::Until),
        &[("no later than march 2025", "until /2025-04-01 month")],
    ),
    row(
        "no|not earlier|sooner than the? {time}",
        |_, v| open(v, Relation::Since),
        &[("no earlier than 2020", "since 2020-01-01/2026-03-18T10:30:00 year")],
    ),
    row(
        "not before the? {time}",
        |_, v| open(v, Relation::Since),
        &[("not before 2020", "since 2020-01-01/2026-03-18T10:30:00 year")],
    ),
    row(
        "{time} at the latest",
        |_, v| open(v, Relation::Until),
        &[("march 2025 at the latest", "until /2025-04-01 month")],
    ),
    row(
        "{season} semester|term",
        |_, v| Some(Value::Time(Time { weak: true, ..time(v, 0)?.clone() })),
        &[("spring semester 2024", "2024-03-20/2024-06-21 quarter")],
    ),
    row(
        "as early|late|recently as the? {time}",
        |_, v| super::phrases::spoken(v),
        &[("as early as 2010", "2010-01-01/2011-01-01 year")],
    ),
    row(
        "last|previous fiscal|financial|academic|school year",
        |f, _| super::phrases::unit_at(f, Unit::Year, -1),
        &[("last fiscal year", "2025-01-01/2026-01-01 year")],
    ),
    row(
        "this|current fiscal|financial|academic|school year",
        |f, _| super::phrases::unit_at(f, Unit::Year, 0),
        &[("this school year", "2026-01-01/2027-01-01 year")],
    ),
    row(
        "next fiscal|financial|academic|school year",
        |f, _| super::phrases::unit_at(f, Unit::Year, 1),
        &[("next fiscal year", "2027-01-01/2028-01-01 year")],
    ),
    row(
        "fy|cy ~{digits}",
        |_, v| fiscal(v),
        &[("FY2023", "2023-01-01/2024-01-01 year"), ("FY23", "2023-01-01/2024-01-01 year")],
    ),
    row("just now", |f, _| moments(f), &[("just now", "around 2026-03-18T10:20:00/2026-03-18T10:30:01 minute")]),
    row(
        "a moment ago",
        |f, _| moments(f),
        &[("a moment ago", "around 2026-03-18T10:20:00/2026-03-18T10:30:01 minute")],
    ),
    row(
        "{n} - and - a - half",
        |_, v| Some(Value::Number { value: super::read::number(v, 0)? + 0.5, digits: 0, vague: false }),
        &[("two-and-a-half hours ago", "2026-03-18T08:00:00 minute")],
    ),
    row("the next|following day", |f, _| day(f, 1), &[("the next day", "2026-03-19 day")]),
];

/// "Weeks ago": from the further to the nearer end, in whole units.
fn bare_plural(f: &Frame, unit: Unit, near: i64, far: i64) -> Option<Value> {
    let start = f.unit(-far, unit)?.start;
    let end = f.unit(-near, unit)?.end;
    let range = Range { start, end, grain: unit.grain() };
    let fields = field::DAY | field::PART | field::CLOCK;
    Some(Value::Time(Time::fixed(range, fields).related(Relation::Around).sure(0.5)))
}

fn several(f: &Frame, unit: Unit, sign: i64) -> Option<Value> {
    rolled(f, SEVERAL, unit, sign).map(|value| match value {
        Value::Time(time) => Value::Time(time.sure(0.7)),
        other => other,
    })
}

/// From the start of the unit before until now; the calendar unit is a second reading.
fn past_unit(f: &Frame, v: &[&Value]) -> Option<Value> {
    let unit = unit(v, 0)?;
    let Value::Time(time) = rolled(f, 1, unit, -1)? else { return None };
    Some(Value::Time(time.or(Series::Fixed(f.unit(-1, unit)?), 1.0 - UP_TO_NOW)))
}

/// From the furthest of so many occurrences to the nearest.
fn occurrences(f: &Frame, v: &[&Value], sign: i64) -> Option<Value> {
    let (count, of) = (count(v, 0)?, time(v, 1)?);
    let recurring = matches!(of.form, Form::Weekday | Form::Weekend | Form::Season | Form::Feast);
    (recurring && of.relation == Relation::In && count <= 400).then_some(())?;
    let today = f.today()?;
    let step = |at: Range| match sign {
        -1 => of.series.prev(at.start, f.cal),
        _ => of.series.next(at.end, f.cal),
    };
    let mut near =
        if sign < 0 { of.series.prev(today, f.cal)? } else { of.series.next(f.unit(1, Unit::Day)?.start, f.cal)? };
    if sign < 0 && near.end > today {
        near = of.series.prev(near.start, f.cal)?;
    }
    let mut far = near;
    for _ in 1..count {
        far = step(far)?;
    }
    let range = Range { start: near.start.min(far.start), end: near.end.max(far.end), grain: near.grain };
    Some(Value::Time(Time::fixed(range, field::DAY).related(Relation::Between)))
}

/// The first one after today.
fn coming(f: &Frame, of: &Time) -> Option<Value> {
    let range = of.series.next(f.unit(1, Unit::Day)?.start, f.cal)?;
    Some(Value::Time(Time::fixed(range, field::DAY)))
}

/// A week after the coming one.
fn week_on(f: &Frame, of: &Time) -> Option<Value> {
    from_coming(f, Length::new(1.0, Unit::Week, false)?, of)
}

/// Counted from the coming weekday, whichever way the speaker looks.
fn from_coming(f: &Frame, length: Length, of: &Time) -> Option<Value> {
    let base = of.series.next(f.unit(1, Unit::Day)?.start, f.cal)?;
    let day = civil::floor(length.from(base.start, 1)?, Unit::Day, f.cal);
    (length.unit >= Unit::Day).then_some(())?;
    Some(Value::Time(Time::fixed(Range::of(day, 1, Unit::Day)?, field::DAY)))
}

/// "FY23".
fn fiscal(v: &[&Value]) -> Option<Value> {
    let Value::Number { value, digits: digits @ (2 | 4), .. } = v[0] else { return None };
    let year = *value as i64 + if *digits == 2 { 2000 } else { 0 };
    super::numeric::YEARS.contains(&year).then(|| Some(Value::Time(super::numeric::year(year)?.spoken())))?
}

/// The last few minutes.
fn moments(f: &Frame) -> Option<Value> {
    let now = civil::floor(f.now?, Unit::Second, f.cal);
    let range = Range {
        start: civil::add(now, -10, Unit::Minute)?,
        end: civil::add(now, 1, Unit::Second)?,
        grain: Unit::Minute.grain(),
    };
    let fields = field::DAY | field::PART | field::CLOCK;
    Some(Value::Time(Time::fixed(range, fields).related(Relation::Around).sure(0.7)))
}

/// The day that lies a length of whole days before another.
fn whole_days(f: &Frame, length: Length, from: civil::Moment) -> Option<Value> {
    (length.unit >= Unit::Day).then_some(())?;
    let day = civil::floor(length.from(from, -1)?, Unit::Day, f.cal);
    Some(Value::Time(Time::fixed(Range::of(day, 1, Unit::Day)?, field::DAY)))
}

/// The same day one unit back, and some days to either side.
fn around(f: &Frame, unit: Unit, days: i64) -> Option<Value> {
    let day = civil::add(f.today()?, -1, unit)?;
    let range = Range::of(civil::add(day, -days, Unit::Day)?, 2 * days + 1, Unit::Day)?;
    Some(Value::Time(Time::fixed(range, field::DAY).related(Relation::Around).sure(0.8)))
}

/// Before or since the moment a length ago.
fn beyond(f: &Frame, length: Length, relation: Relation) -> Option<Value> {
    let at = civil::floor(length.from(f.now?, -1)?, Unit::Second, f.cal);
    let fields = field::DAY | field::PART | field::CLOCK;
    Some(Value::Time(Time::fixed(Range::of(at, 1, Unit::Second)?, fields).related(relation)))
}

fn and_a_half(length: Length) -> Option<Value> {
    Some(Value::Length(length.plus(Length::new(0.5, length.unit, false)?)))
}
