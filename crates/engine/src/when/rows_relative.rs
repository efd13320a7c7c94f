//! Rows for times told from the present: yesterday, last week, two Mondays ago, the past few days.
//!
//! Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use super::Direction;
use super::Relation;
use super::civil::{self, Range, Unit};
use super::grammar::{Row, row};
use super::read::{count, time, unit};
use super::series::{DayPart, Series};
use super::value::{Form, Frame, Time, Value, field};
use crate::model::Grain;

/// Days that "recently" and "lately" reach back. Chosen.
const RECENT_DAYS: i64 = 30;
/// Days that "the other day" reaches back. Chosen.
const OTHER_DAYS: i64 = 10;
/// Share of the most recent one in "last Monday" when that lies in the present week.
const LAST_NEAR: f32 = 0.6;

/// Share of what is left of it in "the week", when looking ahead. Chosen.
const REST: f32 = 0.3;
/// Share of "the second week from now" in "two upcoming weeks", when looking ahead. Chosen.
const COUNTED_ON: f32 = 0.2;

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    row("now|atm|至今", |f, _| now(f).map(Time::latent).map(Value::Time), &[("now", "2026-03-18T10:30:00 second")]),
    row("right now", |f, _| now(f).map(Value::Time), &[("right now", "2026-03-18T10:30:00 second")]),
    row("at the moment", |f, _| now(f).map(Value::Time), &[("at the moment", "2026-03-18T10:30:00 second")]),
    row(
        "today|todays|heute|hoy|aujourd'hui|今天|今日",
        |f, _| day(f, 0),
        &[("today", "2026-03-18 day"), ("heute", "2026-03-18 day"), ("what did we do today?", "2026-03-18 day")],
    ),
    row("at this time", |f, _| day(f, 0), &[("at this time", "2026-03-18 day")]),
    row(
        "yesterday|yesterdays|gestern|ayer|hier|昨天|昨日",
        |f, _| day(f, -1),
        &[
            ("what happened yesterday", "2026-03-17 day"),
            ("昨天做了什么", "2026-03-17 day"),
            ("qué hice ayer", "2026-03-17 day"),
        ],
    ),
    row("tomorrow|tomorrows|demain|明天|明日", |f, _| day(f, 1), &[("tomorrow", "2026-03-19 day")]),
    row("the? day before yesterday", |f, _| day(f, -2), &[("the day before yesterday", "2026-03-16 day")]),
    row("vorgestern|anteayer|antier|前天", |f, _| day(f, -2), &[("vorgestern", "2026-03-16 day")]),
    row("the? day after tomorrow", |f, _| day(f, 2), &[("the day after tomorrow", "2026-03-20 day")]),
    row("übermorgen|后天|後天", |f, _| day(f, 2), &[("übermorgen", "2026-03-20 day")]),
    row(
        "tonight|tonite|今晚",
        |f, _| part_of(f, 0, 18, 29),
        &[
            ("tonight", "2026-03-18T18:00:00/2026-03-19T05:00:00 hour"),
            ("tonight at 2am", "2026-03-19T02:00:00/2026-03-19T03:00:00 hour"),
        ],
    ),
    row(
        "late tonight|tonite",
        |f, _| part_of(f, 0, 21, 24),
        &[("late tonight", "2026-03-18T21:00:00/2026-03-19T00:00:00 hour")],
    ),
    row(
        "last|yesterday night",
        |f, _| part_of(f, -1, 18, 29),
        &[("last night", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour")],
    ),
    row("anoche|昨晚", |f, _| part_of(f, -1, 18, 29), &[("anoche", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour")]),
    row("今早", |f, _| part_of(f, 0, 0, 12), &[("今早", "2026-03-18/2026-03-18T12:00:00 hour")]),
    row(
        "this {part}",
        this_part,
        &[
            ("this morning", "2026-03-18/2026-03-18T12:00:00 hour"),
            ("this afternoon", "2026-03-18T12:00:00/2026-03-18T19:00:00 hour"),
        ],
    ),
    row("heute {part}", this_part, &[("heute abend", "2026-03-18T18:00:00/2026-03-19T00:00:00 hour")]),
    row(
        "the other day|night|evening|morning|week",
        |f, _| lately(f, OTHER_DAYS),
        &[("I saw her the other day", "around 2026-03-08/2026-03-18 day")],
    ),
    row("neulich", |f, _| lately(f, OTHER_DAYS), &[("neulich", "around 2026-03-08/2026-03-18 day")]),
    row(
        "recently|lately|recientemente|récemment|kürzlich|最近",
        |f, _| lately(f, RECENT_DAYS),
        &[("what have I been reading recently", "around 2026-02-16/2026-03-18 day")],
    ),
    row("these weeks", |f, _| lately(f, RECENT_DAYS), &[("these weeks", "around 2026-02-16/2026-03-18 day")]),
    row(
        "this|current calendar? {unit}",
        |f, v| shifted_unit(f, v, 0),
        &[("this week", "2026-03-16/2026-03-23 week"), ("this quarter", "2026-01-01/2026-04-01 quarter")],
    ),
    row(
        "last|past|previous|prior {unit}",
        |f, v| shifted_unit(f, v, -1),
        &[
            ("last week", "2026-03-09/2026-03-16 week"),
            ("last month", "2026-02-01/2026-03-01 month"),
            ("last quarter", "2025-10-01/2026-01-01 quarter"),
            ("last year", "2025-01-01/2026-01-01 year"),
            ("last decade", "2010-01-01/2020-01-01 decade"),
        ],
    ),
    row(
        "next|coming|upcoming|following {unit}",
        |f, v| shifted_unit(f, v, 1),
        &[("next week", "2026-03-23/2026-03-30 week")],
    ),
    row(
        "the {unit} before last",
        |f, v| shifted_unit(f, v, -2),
        &[("the week before last", "2026-03-02/2026-03-09 week")],
    ),
    row(
        "the? {unit} after next",
        |f, v| shifted_unit(f, v, 2),
        &[("the week after next", "2026-03-30/2026-04-06 week")],
    ),
    row("the {unit}", |f, v| whole_or_rest(f, v).map(latent), &[("the week", "2026-03-16/2026-03-23 week")]),
    row(
        "the? last|past|previous|prior|preceding {n} {unit}",
        |f, v| rolling(f, v, -1),
        &[
            ("past 3 days", "2026-03-15/2026-03-19 day"),
            ("last 7 days", "2026-03-11/2026-03-19 day"),
            ("the last two weeks", "2026-03-02/2026-03-19 week"),
            ("the past few days", "2026-03-15/2026-03-19 day"),
            ("in the last 2 hours", "2026-03-18T08:00:00/2026-03-18T10:30:01 hour"),
        ],
    ),
    row("the? last|past couple of? {unit}", two, &[("the last couple of days", "2026-03-16/2026-03-19 day")]),
    row(
        "the? next|coming|following {n} {unit}",
        |f, v| rolling(f, v, 1),
        &[("next 3 days", "2026-03-19/2026-03-22 day")],
    ),
    row(
        "{n} last|past|previous {unit}",
        // "Another one last week."
        |f, v| rolling(f, v, -1).filter(|_| count(v, 0) > Some(1)),
        &[("two past weeks", "2026-03-02/2026-03-19 week")],
    ),
    row("the? upcoming {n} {unit}", upcoming, &[("upcoming two weeks", "2026-03-23/2026-04-06 week")]),
    row("{n} upcoming {unit}", upcoming, &[("two upcoming months", "2026-04-01/2026-06-01 month")]),
    row("{n} next|coming {unit}", |f, v| rolling(f, v, 1), &[("two next days", "2026-03-19/2026-03-21 day")]),
    row(
        "last|past|previous {weekday}",
        last_weekday,
        &[
            ("last monday", "2026-03-16 day .60; 2026-03-09 day .40"),
            ("last friday", "2026-03-13 day"),
            ("last wednesday", "2026-03-11 day"),
        ],
    ),
    row("this|current {weekday}", this_weekday, &[("this monday", "2026-03-16 day")]),
    row(
        "next|coming|upcoming|following {weekday}",
        next_weekday,
        &[("next tuesday", "2026-03-24 day"), ("next friday", "2026-03-20 day .60; 2026-03-27 day .40")],
    ),
    row(
        "the? {weekday} before last",
        |f, v| nth_back(f, time(v, 0)?, 2),
        &[("the monday before last", "2026-03-09 day")],
    ),
    row(
        "{n} {weekday} ago|back",
        |f, v| nth_back(f, time(v, 1)?, count(v, 0)?),
        &[("two Mondays ago", "2026-03-09 day"), ("2 sundays ago", "2026-03-08 day")],
    ),
    row(
        "{n} {weekday} from now",
        |f, v| nth_ahead(f, time(v, 1)?, count(v, 0)?),
        &[("three fridays from now", "2026-04-03 day")],
    ),
    row("last|past|previous {month}", last_other, &[("last march", "2025-03-01/2025-04-01 month")]),
    row("last|past|previous {season}", last_other, &[("last summer", "2025-06-21/2025-09-23 quarter")]),
    row("last|past|previous {feast}", last_other, &[("last christmas", "2025-12-25 day")]),
    row(
        "last|past|previous {weekend}",
        last_other,
        &[("last weekend", "2026-03-13T18:00:00/2026-03-16T00:00:00 hour")],
    ),
    row("the? {weekday} after next", |f, v| nth_ahead(f, time(v, 0)?, 2), &[("friday after next", "2026-03-27 day")]),
    row(
        "the? {month} after next",
        |f, v| nth_ahead(f, time(v, 0)?, 2),
        &[("april after next", "2027-04-01/2027-05-01 month")],
    ),
    row(
        "{n} {season} ago",
        |f, v| nth_back(f, time(v, 1)?, count(v, 0)?),
        &[("two winters ago", "2024-12-21/2025-03-20 quarter")],
    ),
    row("{n} {feast} ago", |f, v| nth_back(f, time(v, 1)?, count(v, 0)?), &[("two christmases ago", "2024-12-25 day")]),
    row("the? {season} before last", before_last, &[("the summer before last", "2024-06-21/2024-09-23 quarter")]),
    row("the? {feast} before last", before_last, &[("the christmas before last", "2024-12-25 day")]),
    row(
        "the? {weekend} before last",
        |f, v| nth_back(f, time(v, 0)?, 2),
        &[("the weekend before last", "2026-03-06T18:00:00/2026-03-09T00:00:00 hour")],
    ),
    row(
        "{n} {weekend} ago",
        |f, v| nth_back(f, time(v, 1)?, count(v, 0)?),
        &[("two weekends ago", "2026-03-06T18:00:00/2026-03-09T00:00:00 hour")],
    ),
    row("this {month}", in_this_year, &[("this march", "2026-03-01/2026-04-01 month")]),
    row("this {season}", in_this_year, &[("this summer", "2026-06-21/2026-09-23 quarter")]),
    row("this {feast}", in_this_year, &[("this easter", "2026-04-05 day")]),
    row("this|the {weekend}", this_weekend, &[("this weekend", "2026-03-20T18:00:00/2026-03-23T00:00:00 hour")]),
    row("next|coming|upcoming {month}", next_other, &[("next april", "2026-04-01/2026-05-01 month")]),
    row("next|coming|upcoming {season}", next_other, &[("next winter", "2026-12-21/2027-03-20 quarter")]),
    row("next|coming|upcoming {feast}", next_other, &[("next christmas", "2026-12-25 day")]),
    row(
        "next|coming {weekend}",
        next_weekend,
        &[(
            "next weekend",
            "2026-03-27T18:00:00/2026-03-30T00:00:00 hour .60; 2026-03-20T18:00:00/2026-03-23T00:00:00 hour .40",
        )],
    ),
    row("earlier this {unit}", so_far, &[("earlier this year", "2026-01-01/2026-03-18T10:30:00 day")]),
    row("so far this {unit}", so_far, &[("so far this month", "2026-03-01/2026-03-18T10:30:00 day")]),
    row(
        "earlier today",
        |f, _| so_far(f, &[&Value::Unit(Unit::Day)]),
        &[("earlier today", "2026-03-18/2026-03-18T10:30:00 hour")],
    ),
    row("later this {unit}", still_to_come, &[("later this year", "2026-03-18T10:30:00/2027-01-01 day")]),
    row("later in the {unit}", still_to_come, &[("later in the month", "2026-03-18T10:30:00/2026-04-01 day")]),
    row("earlier in the {unit}", so_far, &[("earlier in the week", "2026-03-16/2026-03-18T10:30:00 day")]),
    row(
        "later today",
        |f, _| still_to_come(f, &[&Value::Unit(Unit::Day)]),
        &[("later today", "2026-03-18T10:30:00/2026-03-19 hour")],
    ),
];

fn latent(value: Value) -> Value {
    match value {
        Value::Time(time) => Value::Time(time.latent()),
        other => other,
    }
}

/// The instant of speaking.
pub(super) fn now(f: &Frame) -> Option<Time> {
    let at = civil::floor(f.now?, Unit::Second, f.cal);
    Some(Time::fixed(Range::of(at, 1, Unit::Second)?, field::DAY | field::PART | field::CLOCK))
}

/// The day `offset` days from today.
pub(super) fn day(f: &Frame, offset: i64) -> Option<Value> {
    Some(Value::Time(Time::fixed(f.unit(offset, Unit::Day)?, field::DAY).sure(0.95)))
}

/// Hours `from..to` of the day `offset` days from today.
fn part_of(f: &Frame, offset: i64, from: i64, to: i64) -> Option<Value> {
    let midnight = f.unit(offset, Unit::Day)?.start;
    let range = Range {
        start: civil::add(midnight, from, Unit::Hour)?,
        end: civil::add(midnight, to, Unit::Hour)?,
        grain: Grain::Hour,
    };
    Some(Value::Time(Time::fixed(range, field::DAY | field::PART)))
}

fn this_part(f: &Frame, v: &[&Value]) -> Option<Value> {
    let Series::DayPart(DayPart { from, to }) = *time(v, 0)?.series else { return None };
    part_of(f, 0, from / 3_600, to / 3_600)
}

pub(super) fn lately(f: &Frame, days: i64) -> Option<Value> {
    let range = f.units(-days, days, Unit::Day)?;
    Some(Value::Time(Time::fixed(range, field::DAY).related(Relation::Around).sure(0.5)))
}

/// Fields that a relative `unit` pins down.
pub(super) fn fields_of(unit: Unit) -> u16 {
    use field::{DAY, DECADE, MONTH, QUARTER, WEEK, YEAR};
    match unit {
        Unit::Century | Unit::Decade => DECADE,
        Unit::Year => DECADE | YEAR,
        Unit::Quarter => DECADE | YEAR | QUARTER,
        Unit::Month => DECADE | YEAR | QUARTER | MONTH,
        Unit::Week => DECADE | YEAR | QUARTER | MONTH | WEEK,
        Unit::Day => DAY,
        _ => DAY | field::PART | field::CLOCK,
    }
}

/// The unit `offset` units from the present one.
pub(super) fn shifted_unit(f: &Frame, v: &[&Value], offset: i64) -> Option<Value> {
    let unit = unit(v, 0)?;
    Some(Value::Time(Time::fixed(f.unit(offset, unit)?, fields_of(unit))))
}

/// "The week": all of it; when looking ahead, what is left of it is a second reading.
fn whole_or_rest(f: &Frame, v: &[&Value]) -> Option<Value> {
    let (Value::Time(time), unit) = (shifted_unit(f, v, 0)?, unit(v, 0)?) else { return None };
    if f.direction != Direction::Future || unit < Unit::Week {
        return Some(Value::Time(time));
    }
    let rest = Range { start: f.today()?, end: f.unit(0, unit)?.end, grain: Grain::Day };
    Some(Value::Time(time.or(Series::Fixed(rest), REST)))
}

/// "The past 3 days": whole units back, and what has passed of the present one; ahead, whole units only.
pub(super) fn rolling(f: &Frame, v: &[&Value], sign: i64) -> Option<Value> {
    let (count, unit) = (count(v, 0)?, unit(v, 1)?);
    rolled(f, count, unit, sign)
}

pub(super) fn rolled(f: &Frame, count: i64, unit: Unit, sign: i64) -> Option<Value> {
    let mut range = if sign < 0 { f.units(-count, count, unit)? } else { f.units(1, count, unit)? };
    if sign < 0 {
        range.end = if unit < Unit::Day { now(f)?.series.first(f.cal)?.end } else { f.unit(1, Unit::Day)?.start };
    }
    Some(Value::Time(Time::fixed(range, field::DAY)))
}

/// The next few units; when looking ahead, the unit reached by counting on is a second reading.
fn upcoming(f: &Frame, v: &[&Value]) -> Option<Value> {
    let (count, unit) = (count(v, 0)?, unit(v, 1)?);
    let Value::Time(time) = rolled(f, count, unit, 1)? else { return None };
    let reached = Series::Fixed(f.unit(count, unit)?);
    let ahead = f.direction == Direction::Future;
    Some(Value::Time(if ahead { time.or(reached, COUNTED_ON) } else { time }))
}

fn two(f: &Frame, v: &[&Value]) -> Option<Value> {
    rolled(f, 2, unit(v, 0)?, -1)
}

/// The latest one before today; if that lies in this week, the one of last week is a second reading.
pub(super) fn last_weekday(f: &Frame, v: &[&Value]) -> Option<Value> {
    let weekday = time(v, 0)?;
    let near = weekday.series.prev(f.today()?, f.cal)?;
    let far = weekday.series.prev(near.start, f.cal)?;
    let fixed = Time { form: Form::Other, ..Time::fixed(near, field::DAY) };
    let in_this_week = near.start >= f.unit(0, Unit::Week)?.start;
    Some(Value::Time(if in_this_week { fixed.or(Series::Fixed(far), 1.0 - LAST_NEAR).sure(0.8) } else { fixed }))
}

/// Looking back, the one of this week; otherwise the next one.
pub(super) fn this_weekday(f: &Frame, v: &[&Value]) -> Option<Value> {
    let series = &time(v, 0)?.series;
    let range = match f.direction {
        Direction::Past => series.next(f.unit(0, Unit::Week)?.start, f.cal)?,
        Direction::Nearest | Direction::Future => series.next(f.today()?, f.cal)?,
    };
    Some(Value::Time(Time::fixed(range, field::DAY)))
}

/// The next one after today; if that lies in this week, the one of next week is a second reading.
pub(super) fn next_weekday(f: &Frame, v: &[&Value]) -> Option<Value> {
    let series = &time(v, 0)?.series;
    let near = series.next(f.unit(1, Unit::Day)?.start, f.cal)?;
    let fixed = Time::fixed(near, field::DAY);
    if near.start >= f.unit(1, Unit::Week)?.start {
        return Some(Value::Time(fixed));
    }
    let far = Series::Fixed(series.next(near.end, f.cal)?);
    Some(Value::Time(fixed.or(far, 1.0 - LAST_NEAR).sure(0.8)))
}

/// The `nth` occurrence before today, 1 being the latest.
pub(super) fn nth_back(f: &Frame, of: &Time, nth: i64) -> Option<Value> {
    let mut found = None;
    let mut at = f.today()?;
    for _ in 0..nth.clamp(1, 400) {
        let range = of.series.prev(at, f.cal)?;
        at = range.start;
        found = Some(range);
    }
    Some(Value::Time(Time::fixed(found?, field::DAY)))
}

/// The `nth` occurrence after today.
fn nth_ahead(f: &Frame, of: &Time, nth: i64) -> Option<Value> {
    let mut found = of.series.next(f.unit(1, Unit::Day)?.start, f.cal)?;
    for _ in 1..nth.clamp(1, 400) {
        found = of.series.next(found.end, f.cal)?;
    }
    Some(Value::Time(Time::fixed(found, field::DAY)))
}

/// The latest month, season or holiday that is over.
pub(super) fn last_other(f: &Frame, v: &[&Value]) -> Option<Value> {
    let of = time(v, 0)?;
    let today = f.today()?;
    let mut range = of.series.prev(today, f.cal)?;
    if range.end > today {
        range = of.series.prev(range.start, f.cal)?;
    }
    Some(Value::Time(Time::fixed(range, of.fields | field::YEAR | field::DECADE)))
}

/// The one before the latest that is over.
fn before_last(f: &Frame, v: &[&Value]) -> Option<Value> {
    let Value::Time(last) = last_other(f, v)? else { return None };
    let range = time(v, 0)?.series.prev(last.series.first(f.cal)?.start, f.cal)?;
    Some(Value::Time(Time::fixed(range, last.fields)))
}

pub(super) fn in_this_year(f: &Frame, v: &[&Value]) -> Option<Value> {
    let of = time(v, 0)?;
    // "This may take a while."
    if of.weak && *of.series == Series::Month(5) {
        return None;
    }
    let range = of.series.next(f.unit(0, Unit::Year)?.start, f.cal)?;
    Some(Value::Time(Time::fixed(range, of.fields | field::YEAR | field::DECADE)))
}

pub(super) fn next_other(f: &Frame, v: &[&Value]) -> Option<Value> {
    let of = time(v, 0)?;
    let range = of.series.next(f.unit(1, Unit::Day)?.start, f.cal)?;
    Some(Value::Time(Time::fixed(range, of.fields | field::YEAR | field::DECADE)))
}

pub(super) fn this_weekend(f: &Frame, v: &[&Value]) -> Option<Value> {
    let range = Series::holding_or_next(&time(v, 0)?.series, f.now?, f.cal)?;
    Some(Value::Time(Time::fixed(range, field::DAY)))
}

pub(super) fn next_weekend(f: &Frame, v: &[&Value]) -> Option<Value> {
    let series = &time(v, 0)?.series;
    let near = Series::holding_or_next(series, f.now?, f.cal)?;
    let far = series.next(near.end, f.cal)?;
    Some(Value::Time(Time::fixed(far, field::DAY).or(Series::Fixed(near), 1.0 - LAST_NEAR).sure(0.8)))
}

fn grain_inside(unit: Unit) -> Grain {
    if unit <= Unit::Day { Grain::Hour } else { Grain::Day }
}

/// From the start of the present unit until now.
pub(super) fn so_far(f: &Frame, v: &[&Value]) -> Option<Value> {
    let unit = unit(v, 0)?;
    let range = Range { start: f.unit(0, unit)?.start, end: f.now?, grain: grain_inside(unit) };
    Some(Value::Time(Time::fixed(range, field::DAY)))
}

/// From now until the end of the present unit.
pub(super) fn still_to_come(f: &Frame, v: &[&Value]) -> Option<Value> {
    let unit = unit(v, 0)?;
    let range = Range { start: f.now?, end: f.unit(0, unit)?.end, grain: grain_inside(unit) };
    Some(Value::Time(Time::fixed(range, field::DAY)))
}
