//! Rows for numbers, lengths of time and times told by a length: two and a half hours, 3 weeks ago, in ten minutes.
//!
//! Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use super::civil::{self, Range, Unit};
use super::grammar::{Row, row};
use super::read::{count, length, number, time, unit};
use super::rows_relative::{fields_of, rolling};
use super::series::Series;
use super::value::{Form, Frame, Length, Time, Value, field};
use super::{Direction, Relation};

/// Share of the exact day in "three weeks ago"; the rest is the whole week. Chosen.
const EXACT_WEEK: f32 = 0.6;
/// Share of the exact month in "two years ago"; the rest is the whole year. Chosen.
const EXACT_YEAR: f32 = 0.55;

/// Share of the whole day in "in 7 days" when looking ahead; the rest is the same hour of that day. Chosen.
const WHOLE_DAY: f32 = 0.8;

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    // Numbers.
    row("{n} -? {n}", |_, v| tens(v), &[("twenty five days ago", "2026-02-21 day")]),
    row("{n} -? {nth}", |_, v| tens_nth(v), &[("march twenty second 2026", "2026-03-22 day")]),
    row("{n} hundred", |_, v| scaled(v, 100.0), &[("two hundred days ago", "2025-08-30 day")]),
    row("a couple of?", |_, _| vague(2.0), &[("a couple of days ago", "around 2026-03-15/2026-03-18 day")]),
    row("couple of", |_, _| vague(2.0), &[("couple of days ago", "around 2026-03-15/2026-03-18 day")]),
    row("a few", |_, _| vague(3.0), &[("a few days ago", "around 2026-03-13/2026-03-17 day")]),
    row("{n} and a|an half", |_, v| plus_half(v), &[("two and a half hours ago", "2026-03-18T08:00:00 minute")]),
    row("{n} and half", |_, v| plus_half(v), &[("two and half hours ago", "2026-03-18T08:00:00 minute")]),
    // Lengths.
    row(
        "a|an|ein|eine|einem|einer|einen|un|una|une {unit}",
        |_, v| one(v),
        &[
            ("an hour ago", "2026-03-18T09:30:00 minute"),
            ("vor einem monat", "2026-02-01/2026-03-01 month .55; 2026-02-18 day .45"),
        ],
    ),
    row(
        "{n} more? {unit}",
        |_, v| plain(v),
        &[
            ("3 days ago", "2026-03-15 day"),
            ("in 2h", "2026-03-18T12:30:00 minute"),
            ("in 1.5 hours", "2026-03-18T12:00:00 minute"),
        ],
    ),
    row(
        "half an|a {unit}",
        |_, v| Some(Value::Length(Length::new(0.5, unit(v, 0)?, false)?)),
        &[("half an hour ago", "2026-03-18T10:00:00 minute")],
    ),
    row(
        "a? quarter of an hour",
        |_, _| Some(Value::Length(Length::new(15.0, Unit::Minute, false)?)),
        &[("a quarter of an hour ago", "2026-03-18T10:15:00 minute")],
    ),
    row(
        "{n} quarters of an hour",
        |_, v| Some(Value::Length(Length::new(15.0 * number(v, 0)?, Unit::Minute, false)?)),
        &[("three quarters of an hour ago", "2026-03-18T09:45:00 minute")],
    ),
    row("{digits} ~/ ~{digits} {unit}", |_, v| fraction(v), &[("in 1/4 h", "2026-03-18T10:45:00 minute")]),
    row(
        "{digits} ~m|min",
        |_, v| Some(Value::Length(Length::new(number(v, 0)?, Unit::Minute, false)?)),
        &[("in 5m", "2026-03-18T10:35:00 minute")],
    ),
    row("{digits} ~d", |_, v| one_of(v, Unit::Day), &[("3d ago", "2026-03-15 day")]),
    row(
        "{digits} ~w",
        |_, v| one_of(v, Unit::Week),
        &[("2w ago", "2026-03-04 day .60; 2026-03-02/2026-03-09 week .40")],
    ),
    row(
        "{digits} ~y",
        |_, v| one_of(v, Unit::Year),
        &[("2y ago", "2024-03-01/2024-04-01 month .55; 2024-01-01/2025-01-01 year .45")],
    ),
    row(
        "{digits} mon|mons",
        |_, v| one_of(v, Unit::Month),
        &[("1mon ago", "2026-02-01/2026-03-01 month .55; 2026-02-18 day .45")],
    ),
    row(
        "{digits} ~'",
        |_, v| Some(Value::Length(Length::new(number(v, 0)?, Unit::Minute, false)?)),
        &[("in 5'", "2026-03-18T10:35:00 minute")],
    ),
    row(
        "a? fortnight",
        |_, _| Some(Value::Length(Length::new(2.0, Unit::Week, false)?)),
        &[("a fortnight ago", "2026-03-04 day .60; 2026-03-02/2026-03-09 week .40")],
    ),
    row(
        "{n} fortnights",
        |_, v| Some(Value::Length(Length::new(2.0 * number(v, 0)?, Unit::Week, false)?)),
        &[("two fortnights ago", "2026-02-18 day .60; 2026-02-16/2026-02-23 week .40")],
    ),
    row(
        "{length} and|, {length}",
        |_, v| both(v),
        &[("1 year and 2 months ago", "2025-01-01/2025-02-01 month .55; 2025-01-18 day .45")],
    ),
    row("{length} {length}", |_, v| both(v), &[("2 hours 30 minutes ago", "2026-03-18T08:00:00 minute")]),
    // Told by a length.
    row(
        "about|around|approximately|roughly|exactly|over|almost|nearly|like|another|only|just {length}",
        |_, v| Some(v[0].clone()),
        &[("almost 3 days ago", "2026-03-15 day")],
    ),
    row(
        "{length} ago|back|earlier|prior",
        |f, v| from_now(f, length(v, 0)?, -1),
        &[
            ("one week ago", "2026-03-11 day .60; 2026-03-09/2026-03-16 week .40"),
            ("three months ago", "2025-12-01/2026-01-01 month .55; 2025-12-18 day .45"),
            ("two years ago", "2024-03-01/2024-04-01 month .55; 2024-01-01/2025-01-01 year .45"),
            ("a decade ago", "around 2015-01-01/2018-01-01 year"),
            ("10 minutes ago", "2026-03-18T10:20:00 minute"),
        ],
    ),
    row("{length} before", |f, v| from_now(f, length(v, 0)?, -1).map(quiet), &[("3 days before", "2026-03-15 day")]),
    row(
        "in {length}",
        |f, v| from_now(f, length(v, 0)?, 1),
        &[("in 3 days", "2026-03-21 day"), ("in 10 minutes", "2026-03-18T10:40:00 minute")],
    ),
    row("{length} from now", |f, v| from_now(f, length(v, 0)?, 1), &[("three days from now", "2026-03-21 day")]),
    row("{length} from today", |f, v| after_today(f, length(v, 0)?), &[("2 years from today", "2028-03-18 day")]),
    row("{length} from right now", |f, v| from_now(f, length(v, 0)?, 1), &[("a day from right now", "2026-03-19 day")]),
    row("{length} ahead", |f, v| from_now(f, length(v, 0)?, 1), &[("3 days ahead", "2026-03-21 day")]),
    row("{length} hence|later|out", |f, v| from_now(f, length(v, 0)?, 1), &[("3 days hence", "2026-03-21 day")]),
    row(
        "{length} from {time}",
        // A bare weekday is counted from the coming one, elsewhere.
        |_, v| moved(v, 1).filter(|_| time(v, 1).is_some_and(|base| base.form != Form::Weekday)),
        &[("a year from christmas 2025", "2026-12-25 day")],
    ),
    row(
        "{length} after|following {time}",
        |_, v| moved(v, 1),
        &[("three days after christmas 2025", "2025-12-28 day"), ("2 weeks after yesterday", "2026-03-31 day")],
    ),
    row("{length} prior to {time}", |_, v| moved(v, -1), &[("2 days prior to christmas 2025", "2025-12-23 day")]),
    row("{length} before|prior {time}", |_, v| moved(v, -1), &[("2 weeks before christmas 2025", "2025-12-11 day")]),
    row("{time} {length} ago", |f, v| in_year_of(f, v, -1), &[("christmas 2 years ago", "2024-12-25 day")]),
    row("{time} in {length}", |f, v| in_year_of(f, v, 1), &[("march in a year", "2027-03-01/2027-04-01 month")]),
    row(
        "{time} {length} hence|later|from|now",
        |f, v| in_year_of(f, v, 1),
        &[("easter two years hence", "2028-04-16 day")],
    ),
    row(
        "for|over|during the? {n} last|past {unit}",
        |f, v| rolling(f, v, -1),
        &[("for the 3 last days", "2026-03-15/2026-03-19 day")],
    ),
];

fn quiet(value: Value) -> Value {
    match value {
        Value::Time(time) => Value::Time(time.latent()),
        other => other,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn vague(value: f64) -> Option<Value> {
    Some(Value::Number { value, digits: 0, vague: true })
}

/// "twenty five", spelled out.
fn tens(v: &[&Value]) -> Option<Value> {
    match (v[0], v[1]) {
        (Value::Number { value: tens, digits: 0, .. }, Value::Number { value: ones, digits: 0, vague: false }) => {
            let fits = *tens >= 20.0 && *tens <= 90.0 && tens % 10.0 == 0.0 && (1.0..10.0).contains(ones);
            fits.then_some(Value::Number { value: tens + ones, digits: 0, vague: false })
        }
        _ => None,
    }
}

/// "Twenty second" as a day.
fn tens_nth(v: &[&Value]) -> Option<Value> {
    match (v[0], v[1]) {
        (Value::Number { value: tens, digits: 0, vague: false }, Value::Ordinal(ones @ 1..=9)) => {
            (*tens == 20.0 || *tens == 30.0).then(|| Value::Ordinal(*tens as i64 + ones))
        }
        _ => None,
    }
}

fn scaled(v: &[&Value], by: f64) -> Option<Value> {
    let value = number(v, 0)?;
    (value <= 99.0).then_some(Value::Number { value: value * by, digits: 0, vague: false })
}

fn plus_half(v: &[&Value]) -> Option<Value> {
    Some(Value::Number { value: number(v, 0)? + 0.5, digits: 0, vague: false })
}

/// An article counts one; it is no number elsewhere ("a tomorrow").
fn one(v: &[&Value]) -> Option<Value> {
    Some(Value::Length(Length::new(1.0, unit(v, 0)?, false)?))
}

fn plain(v: &[&Value]) -> Option<Value> {
    match v[0] {
        Value::Number { value, vague, .. } => Some(Value::Length(Length::new(*value, unit(v, 1)?, *vague)?)),
        _ => None,
    }
}

/// "3d": so many of a unit by its letter.
fn one_of(v: &[&Value], unit: Unit) -> Option<Value> {
    Some(Value::Length(Length::new(number(v, 0)?, unit, false)?))
}

fn fraction(v: &[&Value]) -> Option<Value> {
    let (over, under) = (count(v, 0)?, count(v, 1)?);
    (over < under && under <= 8).then_some(())?;
    Some(Value::Length(Length::new(over as f64 / under as f64, unit(v, 2)?, false)?))
}

fn both(v: &[&Value]) -> Option<Value> {
    let (first, second) = (length(v, 0)?, length(v, 1)?);
    (first.unit > second.unit).then_some(Value::Length(first.plus(second)))
}

/// A length before or after now.
///
/// Back, the result is rounded to the unit that was said, since that is how people remember ("7 days ago" is a day,
/// "3 months ago" first of all a month); ahead, weeks and longer keep the exact day, since that is how people plan.
pub(super) fn from_now(f: &Frame, length: Length, sign: i64) -> Option<Value> {
    let at = length.from(f.now?, sign)?;
    let unit = length.unit;
    let around = |unit| Range::around(at, unit, f.cal);
    if length.vague && sign < 0 {
        return vaguely(f, length);
    }
    let time = match unit {
        Unit::Second | Unit::Minute if sign > 0 && f.direction != Direction::Past => {
            Time::fixed(around(Unit::Second)?, fields_of(Unit::Second))
        }
        Unit::Second => Time::fixed(around(Unit::Second)?, fields_of(Unit::Second)),
        Unit::Minute | Unit::Hour => Time::fixed(around(Unit::Minute)?, fields_of(Unit::Minute)),
        Unit::Day if f.direction == Direction::Future => {
            // A plan for "in a day" may mean the hour.
            Time::fixed(around(Unit::Day)?, field::DAY).or(Series::Fixed(around(Unit::Hour)?), 1.0 - WHOLE_DAY)
        }
        Unit::Day => Time::fixed(around(Unit::Day)?, field::DAY),
        Unit::Week if sign < 0 => {
            Time::fixed(around(Unit::Day)?, field::DAY).or(Series::Fixed(around(Unit::Week)?), 1.0 - EXACT_WEEK)
        }
        Unit::Month | Unit::Quarter if sign < 0 => Time::fixed(around(Unit::Month)?, fields_of(Unit::Month))
            .or(Series::Fixed(around(Unit::Day)?), 1.0 - EXACT_YEAR),
        Unit::Week | Unit::Month | Unit::Quarter => Time::fixed(around(Unit::Day)?, field::DAY),
        Unit::Year => {
            let whole = Series::Fixed(around(Unit::Year)?);
            Time::fixed(around(Unit::Month)?, fields_of(Unit::Month)).or(whole, 1.0 - EXACT_YEAR)
        }
        Unit::Decade | Unit::Century => {
            let range = Range {
                start: civil::add(civil::floor(at, Unit::Year, f.cal), -1, Unit::Year)?,
                end: civil::add(civil::floor(at, Unit::Year, f.cal), 2, Unit::Year)?,
                grain: Unit::Year.grain(),
            };
            Time::fixed(range, field::DECADE).related(Relation::Around)
        }
    };
    Some(Value::Time(time))
}

/// Counted from a day, the result is a day.
fn after_today(f: &Frame, length: Length) -> Option<Value> {
    let at = length.from(f.today()?, 1)?;
    Some(Value::Time(Time::fixed(Range::around(at, Unit::Day, f.cal)?, field::DAY)))
}

/// "A few weeks ago": from one unit further back to one unit nearer than the number says.
fn vaguely(f: &Frame, length: Length) -> Option<Value> {
    let centre = length.from(f.now?, -1)?;
    let unit = length.unit;
    let wider = if length.single().0.rem_euclid(3) == 0 { 2 } else { 1 };
    let start = civil::floor(civil::add(centre, -wider, unit)?, unit.max(Unit::Minute), f.cal);
    let end = civil::floor(civil::add(centre, 2, unit)?, unit.max(Unit::Minute), f.cal);
    let range = Range { start, end: end.min(f.now?).max(start), grain: unit.grain() };
    Some(Value::Time(Time::fixed(range, field::DAY).related(Relation::Around).sure(0.7)))
}

/// "Three days after Easter".
fn moved(v: &[&Value], sign: i64) -> Option<Value> {
    let (length, base) = (length(v, 0)?, time(v, 1)?);
    if base.relation != Relation::In || (base.weak && base.latent) || base.form == Form::Order {
        return None;
    }
    let (count, unit) = length.single();
    let to = match length.unit {
        Unit::Day | Unit::Week if base.fields & (field::MONTH_DAY | field::WEEKDAY) != 0 => Some(Unit::Day),
        _ => None,
    };
    let moved = base.map(|base| Series::Shift { base, count: sign * count, unit, to });
    Some(Value::Time(Time {
        form: Form::Other,
        fields: base.fields | field::DECADE | field::YEAR,
        latent: false,
        ..moved
    }))
}

/// "Christmas two years ago", "March in a year": the occurrence nearest to the present moved by the length.
fn in_year_of(f: &Frame, v: &[&Value], sign: i64) -> Option<Value> {
    let (base, length) = (time(v, 0)?, length(v, 1)?);
    if base.fields & field::YEAR != 0 || length.unit < Unit::Week || length.vague {
        return None;
    }
    let at = length.from(f.now?, sign)?;
    let (before, after) = (base.series.prev(at, f.cal), base.series.next(at, f.cal));
    let range = if length.unit >= Unit::Year {
        base.series.next(civil::floor(at, Unit::Year, f.cal), f.cal)?
    } else {
        let distance = |range: &Range| (civil::day_number(range.start) - civil::day_number(at)).abs();
        before.into_iter().chain(after).min_by_key(distance)?
    };
    Some(Value::Time(Time::fixed(range, field::DAY)))
}
