//! Rows for counted and left-over units: the first two weeks of March, the day after Christmas, week 12 of 2026,
//! three business days ago, the rest of the month.
//!
//! Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use std::sync::Arc;

use super::Relation;
use super::civil::{self, Moment, Range, Unit};
use super::grammar::{Row, row};
use super::read::{count, length, ordinal, time, unit};
use super::rows_relative::{fields_of, still_to_come};
use super::series::{DayPart, Series};
use super::stamp::week_start;
use super::value::{Form, Frame, Length, Time, Value, field};
use crate::model::Grain;

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    // Some of the units of something.
    row(
        "the? first {n} {unit} of|in {time}",
        |_, v| some_units(v, true),
        &[
            ("the first 2 weeks of 2021", "2021-01-04/2021-01-18 week"),
            ("first three months of 2025", "2025-01-01/2025-04-01 month"),
        ],
    ),
    row(
        "the? last|final {n} {unit} of|in {time}",
        |_, v| some_units(v, false),
        &[
            ("the last four months of 2021", "2021-09-01/2022-01-01 month"),
            ("the last 3 days of march 2025", "2025-03-29/2025-04-01 day"),
        ],
    ),
    row(
        "the? {nth} {time} of|in {time}",
        |_, v| nth_part(v),
        &[("the first monday evening of last month", "2026-02-02T18:00:00/2026-02-03 hour")],
    ),
    // The unit beside something.
    row(
        "day after|following {time}",
        |_, v| beside(Unit::Day, time(v, 0)?, true),
        &[("day after thanksgiving 2025", "2025-11-28 day")],
    ),
    row(
        "week after|following {time}",
        |_, v| beside(Unit::Week, time(v, 0)?, true),
        &[("week after easter 2025", "2025-04-21/2025-04-28 week")],
    ),
    row(
        "day before|preceding {time}",
        |_, v| beside(Unit::Day, time(v, 0)?, false),
        &[("day before easter 2025", "2025-04-19 day")],
    ),
    row(
        "week before|preceding {time}",
        |_, v| beside(Unit::Week, time(v, 0)?, false),
        &[("week before easter 2025", "2025-04-07/2025-04-14 week")],
    ),
    row(
        "the {unit} after|following {time}",
        |_, v| beside(unit(v, 0)?, time(v, 1)?, true),
        &[
            ("the day after christmas 2025", "2025-12-26 day"),
            ("the year after 2015", "2016-01-01/2017-01-01 year"),
            ("the week after 3 march 2026", "2026-03-09/2026-03-16 week"),
        ],
    ),
    row(
        "the {unit} before|preceding {time}",
        |_, v| beside(unit(v, 0)?, time(v, 1)?, false),
        &[
            ("the year before 2015", "2014-01-01/2015-01-01 year"),
            ("the day before new year's eve 2025", "2025-12-30 day"),
            ("the month before march 2026", "2026-02-01/2026-03-01 month"),
        ],
    ),
    // Numbered weeks.
    row(
        "week|wk|kw|kalenderwoche|semaine|semana {digits} of|in|, {time}",
        |_, v| numbered(count(v, 0)?, time(v, 1)?),
        &[("week 12 of 2026", "2026-03-16/2026-03-23 week"), ("week 27 of last year", "2025-06-30/2025-07-07 week")],
    ),
    row(
        "week|wk|kw|kalenderwoche|semaine|semana {digits} {year}",
        |_, v| numbered(count(v, 0)?, time(v, 1)?),
        &[("week 12 2026", "2026-03-16/2026-03-23 week")],
    ),
    row(
        "calendar week|wk {digits}",
        |f, v| numbered(count(v, 0)?, &this_year(f)?),
        &[("calendar week 10", "2026-03-02/2026-03-09 week")],
    ),
    row(
        "kw|kalenderwoche {digits}",
        |f, v| numbered(count(v, 0)?, &this_year(f)?),
        &[("KW 10", "2026-03-02/2026-03-09 week")],
    ),
    // Working days.
    row(
        "{n} business|working|work|week days|day ago|back|earlier",
        |f, v| working_day(f, -count(v, 0)?),
        &[("3 business days ago", "2026-03-13 day")],
    ),
    row(
        "in|within {n} business|working|work|week days|day",
        |f, v| working_day(f, count(v, 0)?),
        &[("in 3 working days", "2026-03-23 day")],
    ),
    row(
        "{n} business|working|work|week days|day from now|today",
        |f, v| working_day(f, count(v, 0)?),
        &[("5 business days from now", "2026-03-25 day")],
    ),
    row(
        "the? next|coming|following {n} business|working|work|week days|day",
        |f, v| working_days(f, count(v, 0)?),
        &[("the next 4 business days", "2026-03-19/2026-03-25 day")],
    ),
    row(
        "the? last|past|previous {n} business|working|work|week days|day",
        |f, v| working_days(f, -count(v, 0)?),
        &[("the last 3 working days", "2026-03-13/2026-03-18 day")],
    ),
    row(
        "the? next|following business|working|work day",
        |f, _| working_day(f, 1),
        &[("the next business day", "2026-03-19 day")],
    ),
    row(
        "the? last|previous business|working|work day",
        |f, _| working_day(f, -1),
        &[("the previous working day", "2026-03-17 day")],
    ),
    row(
        "the? {nth} business|working|work day of|in {time}",
        |_, v| nth_working(ordinal(v, 0)?, time(v, 1)?),
        &[("the first business day of march 2026", "2026-03-02 day")],
    ),
    row(
        "the? last business|working|work day of|in {time}",
        |_, v| nth_working(-1, time(v, 0)?),
        &[("the last working day of february 2026", "2026-02-27 day")],
    ),
    // What is left, all of it, a span up to or from now.
    row(
        "the? rest|remainder|remaining of the|this {unit}",
        |f, v| rest(f, unit(v, 0)?),
        &[("the rest of the week", "2026-03-18/2026-03-23 day")],
    ),
    row(
        "the? rest|remainder of today",
        |f, _| still_to_come(f, &[&Value::Unit(Unit::Day)]),
        &[("the rest of today", "2026-03-18T10:30:00/2026-03-19 hour")],
    ),
    row(
        "all|whole|entire {unit} long?",
        |f, v| super::rows_relative::shifted_unit(f, v, 0).filter(|_| unit(v, 0) >= Some(Unit::Week)),
        &[("all week", "2026-03-16/2026-03-23 week")],
    ),
    row(
        "year to date",
        |f, _| super::rows_relative::so_far(f, &[&Value::Unit(Unit::Year)]),
        &[("year to date", "2026-01-01/2026-03-18T10:30:00 day")],
    ),
    row(
        "month to date",
        |f, _| super::rows_relative::so_far(f, &[&Value::Unit(Unit::Month)]),
        &[("month to date", "2026-03-01/2026-03-18T10:30:00 day")],
    ),
    row(
        "ytd",
        |f, _| super::rows_relative::so_far(f, &[&Value::Unit(Unit::Year)]),
        &[("ytd", "2026-01-01/2026-03-18T10:30:00 day")],
    ),
    row(
        "the? last|past|previous {length}",
        |f, v| spent(f, length(v, 0)?, -1),
        &[
            ("the last 3 months and 2 weeks", "2025-12-04/2026-03-19 day"),
            ("the last half hour", "2026-03-18T10:00:00/2026-03-18T10:30:01 minute"),
        ],
    ),
    row(
        "the? next|coming {length}",
        |f, v| spent(f, length(v, 0)?, 1),
        &[("the next 1 hour and 30 minutes", "2026-03-18T10:30:00/2026-03-18T12:00:00 minute")],
    ),
    row(
        "within|inside of? {length}",
        |f, v| within(f, length(v, 0)?),
        &[("within 2 weeks", "between 2026-03-18T10:30:00/2026-04-01T10:30:00 second")],
    ),
    row(
        "later this {part}",
        |f, v| within_part(f, time(v, 0)?),
        &[("later this afternoon", "2026-03-18T12:00:00/2026-03-18T19:00:00 hour")],
    ),
    row(
        "next|following {part}",
        |f, v| next_part(f, time(v, 0)?),
        &[("the next morning", "2026-03-19/2026-03-19T12:00:00 hour")],
    ),
    row(
        "in|during the? daytime",
        |_, _| part(8, 18),
        &[("yesterday during the daytime", "2026-03-17T08:00:00/2026-03-17T18:00:00 hour")],
    ),
    row(
        "fy|cy|fiscal|calendar year? {year}",
        |_, v| Some(Value::Time(time(v, 0)?.clone().spoken())),
        &[("fiscal year 2024", "2024-01-01/2025-01-01 year"), ("cy 2008", "2008-01-01/2009-01-01 year")],
    ),
    row(
        "{time} in {length}",
        |f, v| today_in(f, time(v, 0)?, length(v, 1)?),
        &[("today in one hour", "2026-03-18T11:30:00 minute")],
    ),
    // Signed lengths, as in command lines and notes.
    row(
        "+ {length}",
        |f, v| super::rows_length::from_now(f, length(v, 0)?, 1).map(quiet),
        &[("+15 minutes", "2026-03-18T10:45:00 minute")],
    ),
    row(
        "- {length}",
        |f, v| super::rows_length::from_now(f, length(v, 0)?, -1).map(quiet),
        &[("-2h 5min", "2026-03-18T08:25:00 minute")],
    ),
    row(
        "now|today + {length}",
        |f, v| super::rows_length::from_now(f, length(v, 0)?, 1),
        &[("now + 40 minutes", "2026-03-18T11:10:00 minute")],
    ),
    row(
        "now|today - {length}",
        |f, v| super::rows_length::from_now(f, length(v, 0)?, -1),
        &[("now - 2 hours", "2026-03-18T08:30:00 minute")],
    ),
];

fn quiet(value: Value) -> Value {
    match value {
        Value::Time(time) => Value::Time(time.latent()),
        other => other,
    }
}

/// The first (or last) few whole units inside a time.
fn some_units(v: &[&Value], first: bool) -> Option<Value> {
    let (count, unit, of) = (count(v, 0)?, unit(v, 1)?, time(v, 2)?);
    let wider = of.fields.leading_zeros() > fields_of(unit).leading_zeros();
    (wider && of.relation == Relation::In && count <= 400 && !(of.weak && of.latent && of.form != Form::Year))
        .then_some(())?;
    let fine = Arc::new(Series::Every(unit));
    let found = of.map(|coarse| {
        let nth = if first { 1 } else { -count };
        let start = Series::Nth { nth, fine: fine.clone(), coarse };
        Series::Run { from: Arc::new(start), count, unit, grain: unit.grain() }
    });
    Some(Value::Time(Time {
        form: Form::Other,
        fields: of.fields | fields_of(unit),
        latent: false,
        weak: false,
        ..found
    }))
}

/// "The first Monday evening of next month".
fn nth_part(v: &[&Value]) -> Option<Value> {
    let (nth, fine, of) = (ordinal(v, 0)?, time(v, 1)?, time(v, 2)?);
    let weekday =
        fine.fields & field::WEEKDAY != 0 && fine.fields & !(field::WEEKDAY | field::PART | field::CLOCK) == 0;
    let month = of.fields & (field::MONTH | field::YEAR) != 0 && of.fields & (field::MONTH_DAY | field::WEEKDAY) == 0;
    let plain = matches!(fine.relation, Relation::In | Relation::Between) && of.relation == Relation::In;
    (weekday && month && plain && fine.form == Form::Other && nth <= 53).then_some(())?;
    let inner = fine.series.clone();
    let found = of.map(|coarse| Series::Nth { nth, fine: inner.clone(), coarse });
    let fields = of.fields | fine.fields;
    Some(Value::Time(Time { form: Form::Other, fields, relation: fine.relation, latent: false, weak: false, ..found }))
}

/// The whole unit before or after a time.
fn beside(unit: Unit, of: &Time, after: bool) -> Option<Value> {
    let known = of.form != Form::MonthDay && !(of.weak && of.latent && of.form != Form::Year);
    (of.relation == Relation::In && known && unit >= Unit::Day && of.fields != 0).then_some(())?;
    let shifted = |base: Arc<Series>, count: i64| Series::Shift { base, count, unit, to: Some(unit) };
    let finer = fields_of(unit).leading_zeros() > of.fields.leading_zeros();
    let found = of.map(|base| match (after, finer) {
        (true, false) => Series::Around(unit, Arc::new(Series::Edge { of: base, at_end: true })),
        (true, true) => shifted(base, 1),
        (false, _) => shifted(base, -1),
    });
    let fields = of.fields | fields_of(unit);
    Some(Value::Time(Time { form: Form::Other, fields, latent: false, weak: false, ..found }))
}

fn this_year(f: &Frame) -> Option<Time> {
    Some(Time::fixed(f.unit(0, Unit::Year)?, field::DECADE | field::YEAR))
}

/// A week by its number in a year.
fn numbered(week: i64, year: &Time) -> Option<Value> {
    let is_year = year.fields & field::YEAR != 0 && year.fields & (field::MONTH | field::QUARTER) == 0;
    let Series::Fixed(range) = *year.series else { return None };
    (is_year && year.relation == Relation::In).then_some(())?;
    let week = Range::of(week_start(range.start.year().into(), week)?, 1, Unit::Week)?;
    Some(Value::Time(Time { explicit: year.explicit, ..Time::fixed(week, fields_of(Unit::Week)) }))
}

/// Midnight of the `count`th working day after (or before) today.
fn working(f: &Frame, count: i64) -> Option<Moment> {
    let mut day = f.today()?;
    // At least five days of seven are worked, so this ends after 560 steps.
    let mut left = count.unsigned_abs().min(400);
    while left > 0 {
        day = civil::add(day, count.signum(), Unit::Day)?;
        left -= u64::from(day.date().weekday().to_monday_zero_offset() < 5);
    }
    Some(day)
}

fn nth_working(nth: i64, of: &Time) -> Option<Value> {
    let workday = Time::new(Series::Workday, Form::Other, fields_of(Unit::Day));
    super::rows_nth::nth_of(nth, &workday, of)
}

fn working_day(f: &Frame, count: i64) -> Option<Value> {
    Some(Value::Time(Time::fixed(Range::of(working(f, count)?, 1, Unit::Day)?, field::DAY)))
}

/// From the next day to the last of so many working days ahead, or back.
fn working_days(f: &Frame, count: i64) -> Option<Value> {
    let far = working(f, count)?;
    let (start, end) = if count > 0 { (working(f, 1)?, civil::add(far, 1, Unit::Day)?) } else { (far, f.today()?) };
    Some(Value::Time(Time::fixed(Range { start, end, grain: Grain::Day }, field::DAY)))
}

/// What is left of a unit: whole days of a week and more, otherwise from now on.
fn rest(f: &Frame, unit: Unit) -> Option<Value> {
    if unit < Unit::Week {
        return still_to_come(f, &[&Value::Unit(unit)]);
    }
    let range = Range { start: f.today()?, end: f.unit(0, unit)?.end, grain: Grain::Day };
    Some(Value::Time(Time::fixed(range, field::DAY)))
}

/// A length of several units up to now, or from now on.
fn spent(f: &Frame, length: Length, sign: i64) -> Option<Value> {
    let now = civil::floor(f.now?, Unit::Second, f.cal);
    let far = length.from(now, sign)?;
    let sub_day = length.unit < Unit::Day;
    let (start, end) = match (sign < 0, sub_day) {
        (true, true) => (far, civil::add(now, 1, Unit::Second)?),
        (true, false) => (civil::floor(far, Unit::Day, f.cal), f.unit(1, Unit::Day)?.start),
        (false, true) => (now, far),
        (false, false) => (f.unit(1, Unit::Day)?.start, civil::floor(civil::add(far, 1, Unit::Day)?, Unit::Day, f.cal)),
    };
    (start < end).then_some(())?;
    let grain = if sub_day { length.unit.grain() } else { Grain::Day };
    Some(Value::Time(Time::fixed(Range { start, end, grain }, field::DAY | field::PART | field::CLOCK)))
}

/// From now until the length is over.
fn within(f: &Frame, length: Length) -> Option<Value> {
    let now = civil::floor(f.now?, Unit::Second, f.cal);
    let range = Range { start: now, end: length.from(now, 1)?, grain: Grain::Second };
    (range.start < range.end).then_some(())?;
    let fields = field::DAY | field::PART | field::CLOCK;
    Some(Value::Time(Time::fixed(range, fields).related(Relation::Between)))
}

/// The part of today.
fn within_part(f: &Frame, time: &Time) -> Option<Value> {
    let Series::DayPart(part) = *time.series else { return None };
    part_on(f, 0, part)
}

/// The part of tomorrow when looking ahead or told alone.
fn next_part(f: &Frame, time: &Time) -> Option<Value> {
    let Series::DayPart(part) = *time.series else { return None };
    part_on(f, 1, part)
}

fn part_on(f: &Frame, offset: i64, part: DayPart) -> Option<Value> {
    let day = f.unit(offset, Unit::Day)?.start;
    let (start, end) = (civil::add(day, part.from, Unit::Second)?, civil::add(day, part.to, Unit::Second)?);
    Some(Value::Time(Time::fixed(Range { start, end, grain: Grain::Hour }, field::DAY | field::PART)))
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn part(from: i64, to: i64) -> Option<Value> {
    let part = Series::DayPart(DayPart { from: from * 3_600, to: to * 3_600 });
    Some(Value::Time(Time::new(part, Form::Part, field::PART).latent()))
}

/// "Today in one hour": counted from now, and only if it is still that day.
fn today_in(f: &Frame, day: &Time, length: Length) -> Option<Value> {
    let Series::Fixed(range) = *day.series else { return None };
    (length.unit < Unit::Day && range.grain == Grain::Day).then_some(())?;
    let at = length.from(f.now?, 1)?;
    let inside = range.start <= at && at < range.end;
    let minute = Range::around(at, Unit::Minute, f.cal)?;
    inside.then(|| Value::Time(Time::fixed(minute, field::DAY | field::PART | field::CLOCK)))
}
