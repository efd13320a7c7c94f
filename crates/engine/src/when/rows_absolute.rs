//! Rows for calendar times: 3 March 2026, the first Monday of June, Q1 2026, the 1990s, early 2025, Friday the 13th.
//!
//! Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use super::civil::{self, Range, Unit};
use super::grammar::{Row, row};
use super::numeric;
use super::read::{count, number, ordinal, time};
use super::series::Series;
use super::value::{Form, Time, Value, field};
use std::sync::Arc;

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    // Month and day.
    row("{month} the? {nth}", |_, v| date(time(v, 0)?, ordinal(v, 1)?), &[("March 3rd 2026", "2026-03-03 day")]),
    row(
        "{month} {n}",
        |_, v| date(time(v, 0)?, count(v, 1)?),
        &[("March 3, 2026", "2026-03-03 day"), ("april 5", "2025-04-05 day .85; 2026-04-05 day .15")],
    ),
    row(
        "the? {nth} day? of? {month}",
        |_, v| date(time(v, 1)?, ordinal(v, 0)?),
        &[("the 3rd of march 2026", "2026-03-03 day"), ("4th of July", "2025-07-04 day .85; 2026-07-04 day .15")],
    ),
    row("{n} of? {month}", |_, v| spelled_day(v), &[("twenty five january nineteen eighty six", "1986-01-25 day")]),
    row(
        "{month} of? ' ~{digits}",
        |_, v| apostrophe_year(v),
        &[("April '87", "1987-04-01/1987-05-01 month"), ("june of '19", "2019-06-01/2019-07-01 month")],
    ),
    row("{season} of? ' ~{digits}", |_, v| apostrophe_year(v), &[("summer of '69", "1969-06-21/1969-09-23 quarter")]),
    row("{season} of {digits}", |_, v| old_year(v), &[("summer of 69", "1969-06-21/1969-09-23 quarter")]),
    row("{month} of {digits}", |_, v| old_year(v), &[("april of 87", "1987-04-01/1987-05-01 month")]),
    row("{digits} of? {month}", |_, v| date(time(v, 1)?, count(v, 0)?), &[("3 March 2026", "2026-03-03 day")]),
    row(
        "{digits} - {month} - {year}",
        |_, v| dated(date(time(v, 1)?, count(v, 0)?)?, time(v, 2)?),
        &[("03-Mar-2026", "2026-03-03 day")],
    ),
    row(
        "{digits} / {month} / {year}",
        |_, v| dated(date(time(v, 1)?, count(v, 0)?)?, time(v, 2)?),
        &[("03/Mar/2026", "2026-03-03 day")],
    ),
    row(
        "{month} - {digits} - {year}",
        |_, v| dated(date(time(v, 0)?, count(v, 1)?)?, time(v, 2)?),
        &[("Mar-03-2026", "2026-03-03 day")],
    ),
    row(
        "{year} / {month} / {digits}",
        |_, v| dated(date(time(v, 1)?, count(v, 2)?)?, time(v, 0)?),
        &[("2026/mar/03", "2026-03-03 day")],
    ),
    row(
        "{month} ~/ ~{digits}",
        |_, v| date(time(v, 0)?, count(v, 1)?),
        &[("Nov/2", "2025-11-02 day .85; 2026-11-02 day .15")],
    ),
    row(
        "{year} - {month} - {digits}",
        |_, v| dated(date(time(v, 1)?, count(v, 2)?)?, time(v, 0)?),
        &[("2026-mar-03", "2026-03-03 day")],
    ),
    row("{date} '? {digits}", |_, v| short_year(v), &[("3 Aug 96", "1996-08-03 day")]),
    row("{year} {digits} {digits}", |_, v| spaced_iso(v), &[("2016 10 16", "2016-10-16 day")]),
    row("{digits} {digits} {year}", |_, v| spaced(v), &[("10 31 1974", "1974-10-31 day")]),
    row(
        "the? ides of {month}",
        |_, v| ides(time(v, 0)?),
        &[("the ides of march", "2026-03-15 day .85; 2027-03-15 day .15")],
    ),
    row(
        "{weekday} the {nth}",
        |_, v| weekday_date(v),
        &[("Friday the 13th", "2026-03-13 day .85; 2026-11-13 day .15")],
    ),
    row("{weekday} {digits}", |_, v| weekday_number(v), &[("on Monday 16", "2026-03-16 day .85; 2026-11-16 day .15")]),
    row("{weekday} {nth}", |_, v| weekday_date(v), &[("Friday 13th", "2026-03-13 day .85; 2026-11-13 day .15")]),
    row("the {nth}", |_, v| month_day(ordinal(v, 0)?, true), &[("the 24th", "2026-02-24 day .85; 2026-03-24 day .15")]),
    row("the {digits}", |_, v| month_day(count(v, 0)?, true), &[("the 24", "2026-02-24 day .85; 2026-03-24 day .15")]),
    row(
        "on {nth}",
        |_, v| month_day(ordinal(v, 0)?, false),
        &[("we meet on 29th", "2026-01-29 day .85; 2026-03-29 day .15")],
    ),
    row(
        "on|from|by|until|till|since|before|after the {nth}",
        |_, v| month_day(ordinal(v, 0)?, false),
        &[("on the 5th", "2026-03-05 day .85; 2026-04-05 day .15")],
    ),
    row("{nth} day? of the? {time}", |_, v| day_of(v), &[("20th of last month", "2026-02-20 day")]),
    row("the {nth} day? of the? {time}", |_, v| day_of(v), &[("the 5th of this month", "2026-03-05 day")]),
    row("the {nth} {time}", |_, v| day_of(v), &[("the 21st last month", "2026-02-21 day")]),
    // Years.
    row(
        "the? year|anno|jahr|année|año {year}",
        |_, v| Some(spoken(v[0])),
        &[("the year 1969", "1969-01-01/1970-01-01 year")],
    ),
    row("from {year}", |_, v| loosely(time(v, 0)?), &[("the photos from 2014", "2014-01-01/2015-01-01 year")]),
    row("of|for {year}", |_, v| loosely(time(v, 0)?), &[("the war of 1812", "1812-01-01/1813-01-01 year")]),
    row(
        "in|during|throughout|circa {year}",
        |_, v| Some(spoken(v[0])),
        &[("in 2025", "2025-01-01/2026-01-01 year"), ("where did she live in 1999?", "1999-01-01/2000-01-01 year")],
    ),
    row("{n} b .? c .?", |_, v| before_christ(v), &[("in 44 B.C.", "-000043-01-01/-000042-01-01 year")]),
    row(
        "{n} a .? d .?",
        |_, v| Some(Value::Time(numeric::year(count(v, 0)?)?.spoken())),
        &[("800 A.D.", "0800-01-01/0801-01-01 year")],
    ),
    row(
        "the? month of? {month}",
        |_, v| Some(spoken(v[0])),
        &[("the month of march 2025", "2025-03-01/2025-04-01 month")],
    ),
    row("{n} bc|bce|b.c.", |_, v| before_christ(v), &[("in 44 BC", "-000043-01-01/-000042-01-01 year")]),
    row(
        "{n} ad|ce",
        |_, v| Some(Value::Time(numeric::year(count(v, 0)?)?.spoken())),
        &[("800 AD", "0800-01-01/0801-01-01 year")],
    ),
    row(
        "ad {digits}",
        |_, v| Some(Value::Time(numeric::year(count(v, 0)?)?.spoken())),
        &[("AD 800", "0800-01-01/0801-01-01 year")],
    ),
    row(
        "{n} hundred and? {n}",
        |_, v| spelled_year(v),
        &[("in nineteen hundred ninety three", "1993-01-01/1994-01-01 year")],
    ),
    row("{n} {n}", |_, v| spelled_year(v), &[("in nineteen eighty", "1980-01-01/1981-01-01 year")]),
    row("two thousand and? {n}", |_, v| spelled_2000(v), &[("in two thousand ten", "2010-01-01/2011-01-01 year")]),
    row("in the noughties|aughts", |_, _| decade(0), &[("in the noughties", "2000-01-01/2010-01-01 decade")]),
    row("twenties", |_, _| decade(20), &[("the twenties", "2020-01-01/2030-01-01 decade")]),
    row("thirties", |_, _| decade(30), &[("the thirties", "1930-01-01/1940-01-01 decade")]),
    row("forties", |_, _| decade(40), &[("the forties", "1940-01-01/1950-01-01 decade")]),
    row("fifties", |_, _| decade(50), &[("the fifties", "1950-01-01/1960-01-01 decade")]),
    row("sixties", |_, _| decade(60), &[("the sixties", "1960-01-01/1970-01-01 decade")]),
    row("seventies", |_, _| decade(70), &[("the seventies", "1970-01-01/1980-01-01 decade")]),
    row("eighties", |_, _| decade(80), &[("in the eighties", "1980-01-01/1990-01-01 decade")]),
    row("nineties", |_, _| decade(90), &[("the nineties", "1990-01-01/2000-01-01 decade")]),
    row(
        "the|der|die|los|les '? {decade}",
        |_, v| Some(spoken(v[0])),
        &[
            ("the 80s", "1980-01-01/1990-01-01 decade"),
            ("the '90s", "1990-01-01/2000-01-01 decade"),
            ("the 1990s", "1990-01-01/2000-01-01 decade"),
        ],
    ),
    row(
        "the? {nth} -? century",
        |_, v| century(ordinal(v, 0)?),
        &[
            ("18th century", "1700-01-01/1800-01-01 decade"),
            ("in the early 20th century", "1900-01-01/1933-01-01 year"),
        ],
    ),
];

fn spoken(value: &Value) -> Value {
    match value {
        Value::Time(time) => Value::Time(time.clone().spoken()),
        other => other.clone(),
    }
}

/// "The war of 1812", not "a sum of 1200".
fn loosely(year: &Time) -> Option<Value> {
    match &*year.series {
        Series::Fixed(range) if range.start.year() >= 1500 => Some(Value::Time(year.clone().spoken().sure(0.6))),
        _ => None,
    }
}

/// A month with a day of it.
pub(super) fn date(month: &Time, day: i64) -> Option<Value> {
    let longest = match *month.series {
        Series::Month(2) => 29,
        Series::Month(4 | 6 | 9 | 11) => 30,
        _ => 31,
    };
    if !(1..=longest).contains(&day) {
        return None;
    }
    let series = Series::Inside(month.series.clone(), Arc::new(Series::MonthDay(day as i8)));
    Some(Value::Time(Time::new(series, Form::Date, field::DATE)))
}

/// A date with its year.
fn dated(date: Value, year: &Time) -> Option<Value> {
    match date {
        Value::Time(date) => Some(Value::Time(date.joined(year)?)),
        _ => None,
    }
}

/// "3 Aug 96".
fn short_year(v: &[&Value]) -> Option<Value> {
    let Value::Number { value, digits: 2, .. } = v[1] else { return None };
    let short = *value as i64;
    let year = numeric::year(if short < 50 { 2000 + short } else { 1900 + short })?;
    // "March 3 15:00" and "March 3 10 am" are for the clock; below 32 it is more likely an hour or a day.
    (short >= 32).then(|| dated(v[0].clone(), &year))?
}

/// "10 31 1974", month first.
fn spaced(v: &[&Value]) -> Option<Value> {
    let year = time(v, 2)?.series.first(super::civil::Calendar { sunday_first: false })?.start.year();
    let range = Range::of(civil::day(year.into(), count(v, 0)?, count(v, 1)?)?, 1, Unit::Day)?;
    Some(Value::Time(Time { explicit: true, ..Time::fixed(range, field::DAY) }))
}

/// "2016 10 16".
fn spaced_iso(v: &[&Value]) -> Option<Value> {
    let two = |value: &Value| matches!(value, Value::Number { digits: 2, .. });
    (two(v[1]) && two(v[2])).then_some(())?;
    let year = time(v, 0)?.series.first(super::civil::Calendar { sunday_first: false })?.start.year();
    let range = Range::of(civil::day(year.into(), count(v, 1)?, count(v, 2)?)?, 1, Unit::Day)?;
    Some(Value::Time(Time { explicit: true, ..Time::fixed(range, field::DAY) }))
}

/// "Twenty five January": a day spelled out before a month that is no other word.
fn spelled_day(v: &[&Value]) -> Option<Value> {
    let (Value::Number { digits: 0, vague: false, .. }, month) = (v[0], time(v, 1)?) else { return None };
    (!month.weak).then(|| date(month, count(v, 0)?))?
}

/// "April '87", "summer of '69".
fn apostrophe_year(v: &[&Value]) -> Option<Value> {
    let Value::Number { value, digits: 2, .. } = v[1] else { return None };
    let short = *value as i64;
    let year = numeric::year(if short < 50 { 2000 + short } else { 1900 + short })?;
    Some(Value::Time(time(v, 0)?.joined(&year)?))
}

/// "April of 87": two digits that are no day.
fn old_year(v: &[&Value]) -> Option<Value> {
    count(v, 1).filter(|short| *short > 31)?;
    apostrophe_year(v)
}

fn ides(month: &Time) -> Option<Value> {
    let late = matches!(*month.series, Series::Month(3 | 5 | 7 | 10));
    date(month, if late { 15 } else { 13 })
}

fn weekday_date(v: &[&Value]) -> Option<Value> {
    let (weekday, day) = (time(v, 0)?, ordinal(v, 1)?);
    (1..=31).contains(&day).then_some(())?;
    let day = Arc::new(Series::MonthDay(day as i8));
    let series = Series::Inside(day, weekday.series.clone());
    Some(Value::Time(Time::new(series, Form::Other, field::MONTH_DAY | field::WEEKDAY)))
}

fn weekday_number(v: &[&Value]) -> Option<Value> {
    weekday_date(&[v[0], &Value::Ordinal(count(v, 1)?)])
}

fn month_day(day: i64, latent: bool) -> Option<Value> {
    (1..=31).contains(&day).then_some(())?;
    let time = Time::new(Series::MonthDay(day as i8), Form::MonthDay, field::MONTH_DAY).sure(0.8);
    Some(Value::Time(if latent { time.latent() } else { time }))
}

/// "The 20th of next month".
fn day_of(v: &[&Value]) -> Option<Value> {
    let (day, of) = (ordinal(v, 0)?, time(v, 1)?);
    let is_month = of.fields & field::MONTH != 0 && of.fields & (field::WEEK | field::MONTH_DAY) == 0;
    (is_month && !of.latent && (1..=31).contains(&day)).then_some(())?;
    let inner = Arc::new(Series::MonthDay(day as i8));
    let joined = of.map(|month| Series::Inside(month, inner.clone()));
    Some(Value::Time(Time { form: Form::Other, fields: of.fields | field::DAY, ..joined }))
}

fn before_christ(v: &[&Value]) -> Option<Value> {
    let year = 1 - count(v, 0)?;
    let time = Time::new(Series::year(year)?, Form::Other, field::YEAR | field::DECADE);
    Some(Value::Time(Time { explicit: true, ..time }))
}

/// "Nineteen eighty".
fn spelled_year(v: &[&Value]) -> Option<Value> {
    match (v[0], v[1]) {
        (
            Value::Number { value: high, digits: 0, vague: false },
            Value::Number { value: low, digits: 0, vague: false },
        ) if (11.0..=20.0).contains(high) && (10.0..100.0).contains(low) && low.fract() == 0.0 => {
            Some(Value::Time(numeric::year((high * 100.0 + low) as i64)?))
        }
        _ => None,
    }
}

fn spelled_2000(v: &[&Value]) -> Option<Value> {
    let low = number(v, 0)?;
    ((1.0..100.0).contains(&low)).then_some(())?;
    Some(Value::Time(numeric::year(2000 + low as i64)?))
}

/// Decades below thirty are of this century.
fn decade(short: i64) -> Option<Value> {
    let first = if short < 30 { 2000 + short } else { 1900 + short };
    let range = Range::of(civil::day(first, 1, 1)?, 1, Unit::Decade)?;
    // "In my twenties" is an age.
    Some(Value::Time(Time { form: Form::Decade, explicit: true, ..Time::fixed(range, field::DECADE) }.latent()))
}

fn century(nth: i64) -> Option<Value> {
    let range = Range::of(civil::day(nth.checked_sub(1)?.checked_mul(100)?, 1, 1)?, 1, Unit::Century)?;
    (nth >= 1).then(|| Value::Time(Time { explicit: true, ..Time::fixed(range, field::DECADE) }))
}
