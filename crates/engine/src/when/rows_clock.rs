//! Rows for times of day: at 3pm, half past seven, noon, 9 tomorrow, in the morning.
//!
//! Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use super::Relation;
use super::civil::{self, Calendar, Range, Unit};
use super::grammar::{Row, row};
use super::read::{count, number, time};
use super::series::{DayPart, Series};
use super::value::{Form, Time, Value, field};
use crate::model::Grain;

const HOUR: i64 = 3_600;
const MINUTE: i64 = 60;

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    row("{n} am", |_, v| half_day(v, 0), &[("at 9am yesterday", "2026-03-17T09:00:00/2026-03-17T10:00:00 hour")]),
    row(
        "{digits} ~a",
        |_, v| half_day(v, 0).map(short),
        &[("9a to 11a yesterday", "between 2026-03-17T09:00:00/2026-03-17T11:00:00 hour")],
    ),
    row(
        "{digits} ~p",
        |_, v| half_day(v, 12).map(quiet),
        &[("from 5p to 7p yesterday", "between 2026-03-17T17:00:00/2026-03-17T19:00:00 hour")],
    ),
    row("{n} pm", |_, v| half_day(v, 12), &[("at 3pm yesterday", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour")]),
    row("{n} p m", |_, v| half_day(v, 12), &[("3 p m yesterday", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour")]),
    row(
        "{n} in the am",
        |_, v| half_day(v, 0),
        &[(
            "3 in the am",
            "2026-03-18T03:00:00/2026-03-18T04:00:00 hour .85; 2026-03-19T03:00:00/2026-03-19T04:00:00 hour .15",
        )],
    ),
    row(
        "{n} in the pm",
        |_, v| half_day(v, 12),
        &[("yesterday 3 in the pm", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour")],
    ),
    row("{n} {n} am", |_, v| spelled(v, Some(0)), &[("seven thirty am yesterday", "2026-03-17T07:30:00 minute")]),
    row("{n} {n} pm", |_, v| spelled(v, Some(12)), &[("seven thirty p.m. yesterday", "2026-03-17T19:30:00 minute")]),
    row("at|@ {n} {n}", |_, v| spelled(v, None), &[("yesterday at three twenty", "2026-03-17T03:20:00 minute")]),
    row("{clock} ~a", |_, v| on_half(time(v, 0)?, 0), &[("9:15a yesterday", "2026-03-17T09:15:00 minute")]),
    row("{clock} ~p", |_, v| on_half(time(v, 0)?, 12), &[("9:15p yesterday", "2026-03-17T21:15:00 minute")]),
    row("{clock} am", |_, v| on_half(time(v, 0)?, 0), &[("9:30 am yesterday", "2026-03-17T09:30:00 minute")]),
    row("{clock} pm", |_, v| on_half(time(v, 0)?, 12), &[("9:30pm yesterday", "2026-03-17T21:30:00 minute")]),
    row("{clock} p m", |_, v| on_half(time(v, 0)?, 12), &[("yesterday 3:30 p m", "2026-03-17T15:30:00 minute")]),
    row(
        "{n} o'clock|oclock",
        |_, v| hour(number(v, 0)?, true),
        &[("5 o'clock yesterday", "2026-03-17T05:00:00/2026-03-17T06:00:00 hour")],
    ),
    row(
        "at|@ {n}",
        |_, v| hour(number(v, 0)?, true).map(loose),
        &[("yesterday at 5", "2026-03-17T05:00:00/2026-03-17T06:00:00 hour")],
    ),
    row("at|@ {digits}", |_, v| military(v), &[("at 1030 yesterday", "2026-03-17T10:30:00 minute")]),
    row(
        "half past {n}",
        |_, v| past(number(v, 0)?, 30),
        &[("half past seven yesterday", "2026-03-17T07:30:00 minute")],
    ),
    row(
        "half past {clock}",
        |_, v| later(time(v, 0)?, 30),
        &[("half past 3 pm yesterday", "2026-03-17T15:30:00 minute")],
    ),
    row(
        "a? quarter past|after {n}",
        |_, v| past(number(v, 0)?, 15),
        &[("a quarter past 3 yesterday", "2026-03-17T03:15:00 minute")],
    ),
    row(
        "a? quarter past|after|from {clock}",
        |_, v| later(time(v, 0)?, 15),
        &[("quarter past noon yesterday", "2026-03-17T12:15:00 minute")],
    ),
    row(
        "a? quarter to|of|before {n}",
        |_, v| past(number(v, 0)?, -15),
        &[("quarter to 9 yesterday", "2026-03-17T08:45:00 minute")],
    ),
    row(
        "a? quarter to|before {clock}",
        |_, v| later(time(v, 0)?, -15),
        &[("quarter to noon yesterday", "2026-03-17T11:45:00 minute")],
    ),
    row(
        "{n} minutes? past|after {n}",
        |_, v| past(number(v, 1)?, count(v, 0)?),
        &[("ten past 3 yesterday", "2026-03-17T03:10:00 minute")],
    ),
    row(
        "{n} minutes? past|after {clock}",
        |_, v| later(time(v, 1)?, count(v, 0)?),
        &[("15 past 3pm yesterday", "2026-03-17T15:15:00 minute")],
    ),
    row(
        "{n} minutes from {clock}",
        |_, v| later(time(v, 1)?, count(v, 0)?),
        &[("15 minutes from 3pm yesterday", "2026-03-17T15:15:00 minute")],
    ),
    row(
        "{n} minutes? to|before|of|till {n}",
        |_, v| past(number(v, 1)?, -count(v, 0).filter(|minutes| minutes % 5 == 0)?).map(quiet),
        &[("yesterday at ten to 9", "2026-03-17T08:50:00 minute")],
    ),
    row(
        "half {n}",
        |_, v| past(number(v, 0)?, 30).map(quiet),
        &[("yesterday at half seven", "2026-03-17T07:30:00 minute")],
    ),
    row(
        "{n} minutes? to|before {clock}",
        |_, v| later(time(v, 1)?, -count(v, 0)?),
        &[("20 to noon yesterday", "2026-03-17T11:40:00 minute")],
    ),
    row(
        "the? noon|midday|mittag|mediodía|midi",
        |_, _| at(12 * HOUR, false, Grain::Hour),
        &[("noon yesterday", "2026-03-17T12:00:00/2026-03-17T13:00:00 hour")],
    ),
    row(
        "twelve noon|midday",
        |_, _| at(12 * HOUR, false, Grain::Hour),
        &[("twelve noon yesterday", "2026-03-17T12:00:00/2026-03-17T13:00:00 hour")],
    ),
    row(
        "{digits} noon|midday",
        |_, v| (number(v, 0)? == 12.0).then(|| at(12 * HOUR, false, Grain::Hour))?,
        &[("12 noon yesterday", "2026-03-17T12:00:00/2026-03-17T13:00:00 hour")],
    ),
    row(
        "{digits} midnight",
        |_, v| (number(v, 0)? == 12.0).then(|| at(0, false, Grain::Hour))?,
        &[("yesterday 12 midnight", "2026-03-17/2026-03-17T01:00:00 hour")],
    ),
    row(
        "midnight|mitternacht|medianoche|minuit",
        |_, _| at(0, false, Grain::Hour),
        &[("at midnight", "2026-03-18/2026-03-18T01:00:00 hour .85; 2026-03-19/2026-03-19T01:00:00 hour .15")],
    ),
    row(
        "at|@ about|around|approximately {clock}",
        |_, v| spoken(v).map(about),
        &[("yesterday at about 3pm", "around 2026-03-17T15:00:00/2026-03-17T16:00:00 hour")],
    ),
    row(
        "around|about|approximately|roughly {clock}",
        |_, v| spoken(v).map(about),
        &[("around 3pm yesterday", "around 2026-03-17T15:00:00/2026-03-17T16:00:00 hour")],
    ),
    row(
        "{clock} approximately|sharp|exactly|ish",
        |_, v| spoken(v),
        &[("3pm sharp yesterday", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour")],
    ),
    row(
        "{digits} ~ish",
        |_, v| hour(number(v, 0)?, true).map(loose),
        &[("yesterday 5ish", "2026-03-17T05:00:00/2026-03-17T06:00:00 hour")],
    ),
    row(
        "{digits} ~ish pm",
        |_, v| half_day(v, 12),
        &[("3ish pm yesterday", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour")],
    ),
    row(
        "{digits} ~ish am",
        |_, v| half_day(v, 0),
        &[("9ish am yesterday", "2026-03-17T09:00:00/2026-03-17T10:00:00 hour")],
    ),
    row(
        "from {clock}",
        |_, v| spoken(v).filter(|_| time(v, 0).is_some_and(|clock| !clock.weak)),
        &[("yesterday from 3pm", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour")],
    ),
    row("at|@ {clock}", |_, v| spoken(v), &[("at 15:30 yesterday", "2026-03-17T15:30:00 minute")]),
    row(
        "in|during the? {part}",
        |_, v| spoken(v),
        &[("yesterday in the afternoon", "2026-03-17T12:00:00/2026-03-17T19:00:00 hour")],
    ),
    row(
        "at night",
        |_, _| part_between(18, 29),
        &[("yesterday at night", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour")],
    ),
    row(
        "early in? the? morning",
        |_, _| part_between(0, 9).map(quiet),
        &[("yesterday early morning", "2026-03-17/2026-03-17T09:00:00 hour")],
    ),
    row(
        "in? the? early hours of the? morning",
        |_, _| part_between(0, 9),
        &[("yesterday in the early hours of the morning", "2026-03-17/2026-03-17T09:00:00 hour")],
    ),
    row(
        "late night",
        |_, _| part_between(21, 29).map(quiet),
        &[("yesterday late night", "2026-03-17T21:00:00/2026-03-18T05:00:00 hour")],
    ),
    row(
        "after lunch",
        |_, _| part_between(13, 17),
        &[("yesterday after lunch", "2026-03-17T13:00:00/2026-03-17T17:00:00 hour")],
    ),
    row(
        "after work",
        |_, _| part_between(17, 21),
        &[("yesterday after work", "2026-03-17T17:00:00/2026-03-17T21:00:00 hour")],
    ),
    row(
        "after school",
        |_, _| part_between(15, 21),
        &[("yesterday after school", "2026-03-17T15:00:00/2026-03-17T21:00:00 hour")],
    ),
    row(
        "{n} {time}",
        |_, v| beside(v, 0, 1),
        &[("9 tomorrow morning", "2026-03-19T09:00:00/2026-03-19T10:00:00 hour")],
    ),
    row(
        "{time} at|@ {n}",
        |_, v| beside(v, 1, 0),
        &[
            ("tomorrow afternoon at 5", "2026-03-19T17:00:00/2026-03-19T18:00:00 hour"),
            ("this evening at 12", "2026-03-19/2026-03-19T01:00:00 hour"),
        ],
    ),
];

fn clock(series: Series) -> Time {
    Time::new(series, Form::Clock, field::CLOCK).sure(0.8)
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn at(seconds: i64, twice: bool, grain: Grain) -> Option<Value> {
    let seconds = seconds.rem_euclid(24 * HOUR);
    Some(Value::Time(clock(Series::Clock { at: seconds, twice, grain })))
}

fn about(value: Value) -> Value {
    match value {
        Value::Time(time) => Value::Time(time.related(Relation::Around)),
        other => other,
    }
}

fn loose(value: Value) -> Value {
    match value {
        Value::Time(time) => Value::Time(Time { weak: true, ..time }.sure(0.6)),
        other => other,
    }
}

/// "7p": only in company.
fn short(value: Value) -> Value {
    match value {
        Value::Time(time) => Value::Time(Time { weak: true, ..time.latent() }),
        other => other,
    }
}

fn quiet(value: Value) -> Value {
    match value {
        Value::Time(time) => Value::Time(time.latent()),
        other => other,
    }
}

/// The hour, or the hour and minute run together ("330 pm"), in the morning (0) or afternoon (12).
fn half_day(v: &[&Value], half: i64) -> Option<Value> {
    let Value::Number { value, digits, vague: false } = v[0] else { return None };
    let n = *value as i64;
    if *digits == 0 && value.fract() != 0.0 {
        // "8.30 pm".
        let minute = (value.fract() * 100.0).round() as i64;
        let fits = (1..=12).contains(&n) && (1..60).contains(&minute);
        return if fits { at((n % 12 + half) * HOUR + minute * MINUTE, false, Grain::Minute) } else { None };
    }
    if *digits >= 3 {
        let (hour, minute) = (n / 100, n % 100);
        let fits = (1..=12).contains(&hour) && minute < 60 && *digits <= 4;
        return if fits { at((hour % 12 + half) * HOUR + minute * MINUTE, false, Grain::Minute) } else { None };
    }
    (1..=12).contains(&n).then_some(())?;
    at((n % 12 + half) * HOUR, false, Grain::Hour)
}

/// A bare hour, 0..=24.
fn hour(n: f64, spoken: bool) -> Option<Value> {
    let fits = n.fract() == 0.0 && (0.0..=24.0).contains(&n);
    (fits && spoken).then_some(())?;
    at(n as i64 * HOUR, (1.0..=12.0).contains(&n), Grain::Hour)
}

/// "Seven thirty", with or without a half of the day.
fn spelled(v: &[&Value], half: Option<i64>) -> Option<Value> {
    let (hour, minute) = (count(v, 0)?, count(v, 1)?);
    ((1..=12).contains(&hour) && (10..60).contains(&minute)).then_some(())?;
    let base = half.map_or(hour, |half| hour % 12 + half);
    at(base * HOUR + minute * MINUTE, half.is_none(), Grain::Minute)
}

/// A clock time with am or pm added.
fn on_half(time: &Time, half: i64) -> Option<Value> {
    let Series::Clock { at: seconds, twice: _, grain } = *time.series else { return None };
    let hour = seconds / HOUR;
    (hour <= 12).then_some(())?;
    at(seconds % (12 * HOUR) + half * HOUR, false, grain)
}

/// "At 1030".
fn military(v: &[&Value]) -> Option<Value> {
    let Value::Number { value, digits: 3 | 4, .. } = v[0] else { return None };
    let (hour, minute) = (*value as i64 / 100, *value as i64 % 100);
    // 1900 to 2059 are years far more often.
    (hour < 24 && minute < 60 && !(19..=20).contains(&hour)).then_some(())?;
    at(hour * HOUR + minute * MINUTE, (1..=12).contains(&hour), Grain::Minute).map(loose)
}

/// Minutes past a bare hour.
fn past(hour: f64, minutes: i64) -> Option<Value> {
    ((1.0..=24.0).contains(&hour) && hour.fract() == 0.0 && minutes.abs() < 60).then_some(())?;
    let seconds = hour as i64 * HOUR + minutes * MINUTE;
    at(seconds, hour <= 12.0, Grain::Minute).map(loose)
}

/// Minutes past a clock time on the hour.
fn later(time: &Time, minutes: i64) -> Option<Value> {
    let Series::Clock { at: seconds, twice, .. } = *time.series else { return None };
    (seconds % HOUR == 0 && minutes.abs() < 60).then_some(())?;
    at(seconds + minutes * MINUTE, twice, Grain::Minute)
}

fn spoken(v: &[&Value]) -> Option<Value> {
    let time = time(v, 0)?;
    (time.relation == Relation::In).then(|| Value::Time(time.clone().spoken()))
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn part_between(from: i64, to: i64) -> Option<Value> {
    let part = Series::DayPart(DayPart { from: from * HOUR, to: to * HOUR });
    Some(Value::Time(Time::new(part, Form::Part, field::PART)))
}

/// A bare hour next to a day or a part of one.
fn beside(v: &[&Value], hour_at: usize, day_at: usize) -> Option<Value> {
    let Value::Number { value, digits, vague: false } = v[hour_at] else { return None };
    let day = time(v, day_at)?;
    let is_day = day.fields & (field::MONTH_DAY | field::WEEKDAY | field::PART) != 0;
    let plain = *digits <= 2 && *value >= 1.0 && *value <= if *digits > 0 { 23.0 } else { 12.0 };
    // "3 March" is a date, "9 Mondays" a count: before the day, only one told from the present ("9 tomorrow").
    let told = hour_at > day_at || (day.fields & field::DAY == field::DAY && !day.explicit);
    let usable = day.relation == Relation::In && !(day.weak && day.latent);
    if !is_day || !plain || !told || !usable || day.fields & field::CLOCK != 0 {
        return None;
    }
    if let (12.0, Series::Fixed(evening)) = (*value, &*day.series)
        && evening.start.hour() >= 17
        && day.fields & field::PART != 0
    {
        // Twelve in the evening is the midnight that ends it.
        let end = civil::add(civil::floor(evening.start, Unit::Day, Calendar { sunday_first: false }), 1, Unit::Day)?;
        return Some(Value::Time(Time::fixed(Range::of(end, 1, Unit::Hour)?, field::DAY | field::PART | field::CLOCK)));
    }
    match hour(*value, true)? {
        Value::Time(clock) => Some(Value::Time(day.joined(&clock)?)),
        _ => None,
    }
}
