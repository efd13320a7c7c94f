//! Rows for hours said without their half of the day: from 7 to 9, tonight around 7, five-thirty tomorrow, later than 3.
//!
//! A bare hour is a time only beside a day. Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use std::sync::Arc;

use super::Relation;
use super::grammar::{Row, row};
use super::read::{count, number, time};
use super::series::{DayPart, Series};
use super::value::{Form, Frame, Time, Value, field};
use crate::model::Grain;

const HOUR: i64 = 3_600;
const MINUTE: i64 = 60;
/// Bare hours from here to noon are in the morning first; the others in the afternoon. Chosen: the waking day.
const WAKING: i64 = 7;
/// Share of the waking reading of bare hours. Chosen.
const LIKELY: f32 = 0.65;
/// Share of the clock in "around 1030"; the rest is the year. Chosen.
const CLOCK_OR_YEAR: f32 = 0.7;

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    // Ranges.
    row(
        "{n} -|to|until|till|til {n}",
        |_, v| hours(clock_at(v, 0)?, clock_at(v, 1)?),
        &[(
            "yesterday 9-11",
            "between 2026-03-17T09:00:00/2026-03-17T11:00:00 hour .65; \
             2026-03-17T21:00:00/2026-03-17T23:00:00 hour .35",
        )],
    ),
    row(
        "from|between {n} -|to|until|till|til|and {n}",
        |_, v| hours(clock_at(v, 0)?, clock_at(v, 1)?),
        &[
            ("yesterday evening from 7 to 9", "between 2026-03-17T19:00:00/2026-03-17T21:00:00 hour"),
            ("between seven and nine last night", "between 2026-03-17T19:00:00/2026-03-17T21:00:00 hour"),
        ],
    ),
    row(
        "from|between? {n} -|to|until|till|til|and {clock}",
        |_, v| hours(clock_at(v, 0)?, bare(time(v, 1)?)?),
        &[("between 7 and 9:30 last night", "between 2026-03-17T19:00:00/2026-03-17T21:30:00 minute")],
    ),
    row(
        "from|between? {clock} to|until|till|til|and {n}",
        |_, v| hours(bare(time(v, 0)?)?, clock_at(v, 1)?),
        &[("this morning between 8:30 and 10", "between 2026-03-18T08:30:00/2026-03-18T10:00:00 minute")],
    ),
    row(
        "from|between? {clock} - {digits}",
        |_, v| hours(bare(time(v, 0)?)?, clock_at(v, 1)?),
        &[("yesterday from 8am-3", "between 2026-03-17T08:00:00/2026-03-17T15:00:00 hour")],
    ),
    row(
        "from|between? {clock} -|to|until|till|til|and {clock}",
        |_, v| hours(bare(time(v, 0)?)?, bare(time(v, 1)?)?),
        &[("last night from 7:15 to 7:45", "between 2026-03-17T19:15:00/2026-03-17T19:45:00 minute")],
    ),
    row(
        "{time} {hours}",
        |_, v| on_day(time(v, 0)?, time(v, 1)?),
        &[(
            "yesterday from 7 to 8",
            "between 2026-03-17T07:00:00/2026-03-17T08:00:00 hour .65; \
             2026-03-17T19:00:00/2026-03-17T20:00:00 hour .35",
        )],
    ),
    row(
        "{hours} on? {time}",
        |_, v| on_day(time(v, 1)?, time(v, 0)?),
        &[("from 7 to 9 on yesterday evening", "between 2026-03-17T19:00:00/2026-03-17T21:00:00 hour")],
    ),
    row(
        "later|after than? {clock} but|and? before|until {clock}",
        |_, v| clock_span(time(v, 0)?, time(v, 1)?),
        &[("later than 3:30pm but before 6pm yesterday", "between 2026-03-17T15:30:00/2026-03-17T18:00:00 minute")],
    ),
    row(
        "{time} before|until|till {clock}",
        |_, v| side_of(time(v, 0)?, bare(time(v, 1)?)?, false),
        &[("last friday before 9am", "between 2026-03-13/2026-03-13T09:00:00 hour")],
    ),
    row(
        "{time} after|since {clock}",
        |_, v| side_of(time(v, 0)?, bare(time(v, 1)?)?, true),
        &[("yesterday after 5pm", "between 2026-03-17T17:00:00/2026-03-18 hour")],
    ),
    row(
        "{time} later than {clock}",
        |_, v| side_of(time(v, 0)?, bare(time(v, 1)?)?, true),
        &[("last friday later than 5pm", "between 2026-03-13T17:00:00/2026-03-14 hour")],
    ),
    // Hours and minutes spelled out.
    row(
        "{n} ~- ~{n}",
        |_, v| spelled(v).map(Time::latent).map(Value::Time),
        &[("five-thirty tomorrow", "2026-03-19T05:30:00 minute")],
    ),
    row(
        "{n} {n}",
        |_, v| spelled(v).map(|time| Time { weak: true, ..time.latent() }).map(Value::Time),
        &[("march eighteenth nine thirty", "2026-03-18T09:30:00 minute .85; 2026-03-18T21:30:00 minute .15")],
    ),
    row("{n} {n} p m", |_, v| on_half(&spelled(v)?, 12), &[("yesterday one thirty p m", "2026-03-17T13:30:00 minute")]),
    row("{n} {n} a m", |_, v| on_half(&spelled(v)?, 0), &[("yesterday six thirty a m", "2026-03-17T06:30:00 minute")]),
    // Beside a day.
    row(
        "{time} around|about|by|near|@ {n}",
        |_, v| beside(time(v, 0)?, number(v, 1)?),
        &[("last night around 7", "2026-03-17T19:00:00/2026-03-17T20:00:00 hour")],
    ),
    row(
        "around|about {n} {time}",
        |_, v| beside(time(v, 1)?, number(v, 0)?),
        &[("around 7 last night", "2026-03-17T19:00:00/2026-03-17T20:00:00 hour")],
    ),
    row(
        "{time} at {n}",
        |_, v| decimal(time(v, 0)?, number(v, 1)?),
        &[("yesterday at 2.30", "2026-03-17T02:30:00 minute")],
    ),
    row(
        "around|about|approximately|roughly {digits}",
        military,
        &[(
            "around 1030",
            "around 2026-03-18T10:30:00 minute .60; 1030-01-01/1031-01-01 year .30; 2026-03-18T22:30:00 minute .10",
        )],
    ),
    row(
        "{digits} hours|hrs",
        |_, v| drill(v),
        &[
            ("yesterday at 1430 hours", "2026-03-17T14:30:00 minute"),
            ("0600 hours yesterday", "2026-03-17T06:00:00 minute"),
        ],
    ),
    row(
        "{time} noon|midday",
        |_, v| Some(Value::Time(time(v, 0)?.joined(&at(12 * HOUR, false, Grain::Hour))?)),
        &[("yesterday noon", "2026-03-17T12:00:00/2026-03-17T13:00:00 hour")],
    ),
    row(
        "{weekday} pm",
        |_, v| half_of_day(time(v, 0)?, 12, 24),
        &[("last friday pm", "2026-03-13T12:00:00/2026-03-14T00:00:00 hour")],
    ),
    row(
        "{time} pm",
        |_, v| half_of_day(time(v, 0)?, 12, 24),
        &[("yesterday pm", "2026-03-17T12:00:00/2026-03-18T00:00:00 hour")],
    ),
    row(
        "in? the? dawn|sunrise",
        |_, _| part_between(5, 8),
        &[("yesterday at dawn", "2026-03-17T05:00:00/2026-03-17T08:00:00 hour")],
    ),
    row(
        "at dawn|sunrise",
        |_, _| part_between(5, 8),
        &[("yesterday at sunrise", "2026-03-17T05:00:00/2026-03-17T08:00:00 hour")],
    ),
    row(
        "at dusk|sunset|nightfall",
        |_, _| part_between(17, 21),
        &[("yesterday at dusk", "2026-03-17T17:00:00/2026-03-17T21:00:00 hour")],
    ),
    row(
        "late in? the? afternoon",
        |_, _| part_between(15, 19),
        &[("yesterday late afternoon", "2026-03-17T15:00:00/2026-03-17T19:00:00 hour")],
    ),
    row(
        "early in? the? afternoon",
        |_, _| part_between(12, 15),
        &[("yesterday early afternoon", "2026-03-17T12:00:00/2026-03-17T15:00:00 hour")],
    ),
    row(
        "late in? the? morning",
        |_, _| part_between(9, 12),
        &[("yesterday late morning", "2026-03-17T09:00:00/2026-03-17T12:00:00 hour")],
    ),
    row(
        "mid -? morning",
        |_, _| part_between(9, 11),
        &[("yesterday mid-morning", "2026-03-17T09:00:00/2026-03-17T11:00:00 hour")],
    ),
    row(
        "mid -? afternoon",
        |_, _| part_between(14, 16),
        &[("yesterday mid-afternoon", "2026-03-17T14:00:00/2026-03-17T16:00:00 hour")],
    ),
    row(
        "late in? the? evening",
        |_, _| part_between(21, 24),
        &[("yesterday late evening", "2026-03-17T21:00:00/2026-03-18T00:00:00 hour")],
    ),
    row(
        "early in? the? evening",
        |_, _| part_between(18, 21),
        &[("yesterday early evening", "2026-03-17T18:00:00/2026-03-17T21:00:00 hour")],
    ),
];

fn at(seconds: i64, twice: bool, grain: Grain) -> Time {
    let series = Series::Clock { at: seconds.rem_euclid(24 * HOUR), twice, grain };
    Time::new(series, Form::Clock, field::CLOCK).sure(0.8)
}

/// A clock's seconds after midnight and whether its half of the day is open.
#[derive(Clone, Copy)]
struct Bare {
    seconds: i64,
    twice: bool,
    grain: Grain,
}

/// The number at `place` as an hour.
fn clock_at(v: &[&Value], place: usize) -> Option<Bare> {
    let Value::Number { value, digits, vague: false } = v[place] else { return None };
    let most = if *digits > 0 { 24.0 } else { 12.0 };
    let fits = value.fract() == 0.0 && (1.0..=most).contains(value) && *digits <= 2;
    fits.then(|| Bare { seconds: *value as i64 % 24 * HOUR, twice: *value <= 12.0, grain: Grain::Hour })
}

fn bare(time: &Time) -> Option<Bare> {
    match *time.series {
        // "At ten" of "at ten to nine" starts no range.
        Series::Clock { at, twice, grain } if !time.weak => Some(Bare { seconds: at, twice, grain }),
        _ => None,
    }
}

/// Both readings of a range of hours, the waking one first. Ranges longer than half a day are none.
fn hours(from: Bare, to: Bare) -> Option<Value> {
    // Both fully said is another row's.
    (from.twice || to.twice).then_some(())?;
    let span = |start: i64| {
        let clock = |seconds: i64, grain| Arc::new(Series::Clock { at: seconds % (24 * HOUR), twice: false, grain });
        let end = if to.twice {
            let ahead = (to.seconds - start).rem_euclid(12 * HOUR);
            start + if ahead == 0 { 12 * HOUR } else { ahead }
        } else {
            to.seconds
        };
        Series::Span { from: clock(start, from.grain), to: clock(end, to.grain), open: true }
    };
    let early = from.seconds % (12 * HOUR);
    let time = if from.twice {
        let (first, second) = if (WAKING * HOUR..12 * HOUR).contains(&early) {
            (early, early + 12 * HOUR)
        } else {
            (early + 12 * HOUR, early)
        };
        if to.twice {
            Time::new(span(first), Form::Hours, field::CLOCK).or(span(second), 1.0 - LIKELY)
        } else {
            // "9 to 17": whichever half leaves less than half a day.
            let near = [first, second].into_iter().min_by_key(|start| (to.seconds - start).rem_euclid(24 * HOUR))?;
            Time::new(span(near), Form::Hours, field::CLOCK)
        }
    } else {
        Time::new(span(from.seconds), Form::Hours, field::CLOCK)
    };
    Some(Value::Time(time.latent().related(Relation::Between).sure(0.75)))
}

/// Hours on a day or in a part of one.
fn on_day(day: &Time, hours: &Time) -> Option<Value> {
    let is_day = day.fields & (field::MONTH_DAY | field::WEEKDAY | field::PART) != 0 && day.fields & field::CLOCK == 0;
    let usable = day.relation == Relation::In && !(day.weak && day.latent) && hours.latent;
    (is_day && usable).then_some(())?;
    // A part of the day leaves only the half that lies in it.
    let joined = hours.map(|fine| Series::Inside(day.series.clone(), fine));
    let fields = day.fields | field::CLOCK;
    Some(Value::Time(Time { fields, latent: false, explicit: day.explicit, ..joined }))
}

/// The part of a day on one side of a clock time; without am or pm the waking hour is meant.
fn side_of(day: &Time, clock: Bare, after: bool) -> Option<Value> {
    let is_day = day.fields & (field::MONTH_DAY | field::WEEKDAY) != 0;
    let usable = day.relation == Relation::In && !(day.weak && day.latent);
    (is_day && usable && day.fields & (field::PART | field::CLOCK) == 0).then_some(())?;
    let late = clock.twice && clock.seconds < WAKING * HOUR;
    let at = clock.seconds + if late { 12 * HOUR } else { 0 };
    let (from, to) = if after { (at, 24 * HOUR) } else { (0, at) };
    (from < to).then_some(())?;
    let part = Time::new(Series::DayPart(DayPart { from, to }), Form::Part, field::PART).related(Relation::Between);
    Some(Value::Time(day.joined(&part)?))
}

fn clock_span(from: &Time, to: &Time) -> Option<Value> {
    let (first, last) = (bare(from)?, bare(to)?);
    if first.twice || last.twice {
        return hours(first, last);
    }
    let series = Series::Span { from: from.series.clone(), to: to.series.clone(), open: true };
    Some(Value::Time(Time::new(series, Form::Other, field::CLOCK).related(Relation::Between).sure(0.85)))
}

/// "Five thirty" without am or pm.
fn spelled(v: &[&Value]) -> Option<Time> {
    match (v[0], v[1]) {
        (Value::Number { digits: 0, vague: false, .. }, Value::Number { digits: 0, vague: false, .. }) => {
            let (hour, minute) = (count(v, 0)?, count(v, 1)?);
            ((1..=12).contains(&hour) && (10..60).contains(&minute)).then_some(())?;
            Some(at(hour * HOUR + minute * MINUTE, true, Grain::Minute))
        }
        _ => None,
    }
}

fn on_half(time: &Time, half: i64) -> Option<Value> {
    let clock = bare(time)?;
    Some(Value::Time(at(clock.seconds % (12 * HOUR) + half * HOUR, false, clock.grain)))
}

/// A bare hour beside a day.
fn beside(day: &Time, hour: f64) -> Option<Value> {
    let is_day = day.fields & (field::MONTH_DAY | field::WEEKDAY | field::PART) != 0;
    let usable = day.relation == Relation::In && !(day.weak && day.latent) && day.fields & field::CLOCK == 0;
    let fits = hour.fract() == 0.0 && (1.0..=24.0).contains(&hour);
    (is_day && usable && fits).then_some(())?;
    Some(Value::Time(day.joined(&at(hour as i64 * HOUR, hour <= 12.0, Grain::Hour))?))
}

/// "At 2.30": hours and minutes behind a full stop, beside a day.
fn decimal(day: &Time, value: f64) -> Option<Value> {
    let (hour, minute) = (value.trunc() as i64, (value.fract() * 100.0).round() as i64);
    let is_day = day.fields & (field::MONTH_DAY | field::WEEKDAY | field::PART) != 0;
    let fits = (1..=23).contains(&hour) && (5..60).contains(&minute) && minute % 5 == 0;
    (is_day && fits && day.relation == Relation::In && !(day.weak && day.latent)).then_some(())?;
    Some(Value::Time(day.joined(&at(hour * HOUR + minute * MINUTE, hour <= 12, Grain::Minute))?))
}

/// Hours and minutes run together.
fn run_together(value: f64, digits: u8) -> Option<i64> {
    let (hour, minute) = (value as i64 / 100, value as i64 % 100);
    (matches!(digits, 3 | 4) && hour < 24 && minute < 60).then_some(hour * HOUR + minute * MINUTE)
}

/// "Around 1030": a clock before a year, except where years are usual.
fn military(f: &Frame, v: &[&Value]) -> Option<Value> {
    let Value::Number { value, digits: 4, .. } = v[0] else { return None };
    let seconds = run_together(*value, 4).filter(|seconds| *seconds < 12 * HOUR && seconds % (5 * MINUTE) == 0)?;
    (f.now.is_some() && seconds >= 10 * HOUR).then_some(())?;
    let year = Series::year(*value as i64)?;
    let time = at(seconds, true, Grain::Minute).or(year, 1.0 - CLOCK_OR_YEAR);
    Some(Value::Time(Time { form: Form::Other, ..time.related(Relation::Around).sure(0.6) }))
}

/// "1430 hours".
fn drill(v: &[&Value]) -> Option<Value> {
    let Value::Number { value, digits: 4, .. } = v[0] else { return None };
    Some(Value::Time(at(run_together(*value, 4)?, false, Grain::Minute)))
}

fn half_of_day(day: &Time, from: i64, to: i64) -> Option<Value> {
    let is_day =
        day.fields & (field::MONTH_DAY | field::WEEKDAY) != 0 && day.fields & (field::PART | field::CLOCK) == 0;
    (is_day && day.relation == Relation::In && !(day.weak && day.latent)).then_some(())?;
    let part = Series::DayPart(DayPart { from: from * HOUR, to: to * HOUR });
    Some(Value::Time(day.joined(&Time::new(part, Form::Part, field::PART))?))
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn part_between(from: i64, to: i64) -> Option<Value> {
    let part = Series::DayPart(DayPart { from: from * HOUR, to: to * HOUR });
    Some(Value::Time(Time::new(part, Form::Part, field::PART).latent()))
}
