//! Rows for quarters, halves, the nth of something, and early, middle or late parts.
//!
//! Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use std::sync::Arc;

use super::Relation;
use super::civil::{self, Range, Unit};
use super::grammar::{Row, row};
use super::read::{count, ordinal, time, unit};
use super::rows_relative::fields_of;
use super::series::{Series, Third};
use super::value::{Form, Frame, Time, Value, field};

/// Share of the week that starts on the day after in "the week of" a Sunday. Chosen.
const NAMED_BY_FIRST: f32 = 0.6;

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    // Quarters and halves.
    row("q ~{digits}", |_, v| quarter(count(v, 0)?), &[("Q1 2026", "2026-01-01/2026-04-01 quarter")]),
    row(
        "the? {nth} quarter|qtr",
        |_, v| quarter(ordinal(v, 0)?),
        &[("third quarter 2025", "2025-07-01/2025-10-01 quarter")],
    ),
    row(
        "q ~{digits} -|to|and|through q ~{digits} of? {year}",
        |_, v| quarters(v),
        &[
            ("Q1-Q2 2025", "between 2025-01-01/2025-07-01 quarter"),
            ("from Q2 to Q3 2025", "between 2025-04-01/2025-10-01 quarter"),
        ],
    ),
    row("{year} -? q ~{digits}", |_, v| joined_quarter(v), &[("2019-Q1", "2019-01-01/2019-04-01 quarter")]),
    row(
        "h ~{digits} {time}",
        |_, v| half_year(v),
        &[("H1 2025", "2025-01-01/2025-07-01 quarter"), ("H2 last year", "2025-07-01/2026-01-01 quarter")],
    ),
    row("{digits} ~h {year}", |_, v| half_year(v), &[("1H 2024", "2024-01-01/2024-07-01 quarter")]),
    row("{digits} ~q {year}", |_, v| joined_quarter(&[v[1], v[0]]), &[("2Q 2024", "2024-04-01/2024-07-01 quarter")]),
    row("q ~{digits} ' ~{digits}", |_, v| short_quarter(v), &[("Q2'23", "2023-04-01/2023-07-01 quarter")]),
    row(
        "the? {nth} half of the? {unit}",
        |f, v| half(ordinal(v, 0)?, &this_unit(f, v, 1)?),
        &[("the first half of the year", "2026-01-01/2026-07-01 quarter")],
    ),
    row(
        "the? {nth} half of? the? {time}",
        |_, v| half(ordinal(v, 0)?, time(v, 1)?),
        &[
            ("the second half of 2025", "2025-07-01/2026-01-01 quarter"),
            ("the second half of march 2026", "2026-03-16/2026-04-01 day"),
            ("the first half of the 1990s", "1990-01-01/1995-01-01 year"),
        ],
    ),
    // One of several inside something.
    row(
        "the? {nth} {unit} of|in {time}",
        |f, v| nth_unit(f, ordinal(v, 0)?, v),
        &[
            ("first week of october 2014", "2014-10-06/2014-10-13 week"),
            ("the second day of last month", "2026-02-02 day"),
        ],
    ),
    row(
        "the? last {unit} of|in {time}",
        last_unit,
        &[
            ("last day in october 2015", "2015-10-31 day"),
            ("last week of september 2014", "2014-09-22/2014-09-29 week"),
        ],
    ),
    row(
        "the? {nth} -? last {unit} of|in {time}",
        |f, v| nth_unit(f, -ordinal(v, 0)?, v),
        &[("the second last week of October 2018", "2018-10-15/2018-10-22 week")],
    ),
    row(
        "the? {nth} {weekday} of|in {time}",
        |_, v| nth_of(ordinal(v, 0)?, time(v, 1)?, time(v, 2)?),
        &[("third tuesday of september 2014", "2014-09-16 day"), ("first monday of last month", "2026-02-02 day")],
    ),
    row(
        "the? last {weekday} of|in {time}",
        |_, v| nth_of(-1, time(v, 0)?, time(v, 1)?),
        &[("last friday of january 2026", "2026-01-30 day")],
    ),
    row(
        "the? {nth} {weekend} of|in {time}",
        |_, v| nth_of(ordinal(v, 0)?, time(v, 1)?, time(v, 2)?),
        &[("first weekend of march 2026", "2026-03-06T18:00:00/2026-03-09T00:00:00 hour")],
    ),
    row(
        "the? last {weekend} of|in {time}",
        |_, v| nth_of(-1, time(v, 0)?, time(v, 1)?),
        &[("last weekend of october 2013", "2013-10-25T18:00:00/2013-10-28T00:00:00 hour")],
    ),
    row(
        "the? {nth} {weekday} after {time}",
        |_, v| nth_after(v),
        &[("third tuesday after christmas 2014", "2015-01-13 day")],
    ),
    row(
        "the? {weekday} after|following {time}",
        |_, v| beside_weekday(v, 1),
        &[("the friday after thanksgiving 2024", "2024-11-29 day")],
    ),
    row(
        "the? {weekday} before|preceding {time}",
        |_, v| beside_weekday(v, -1),
        &[("the sunday before christmas 2024", "2024-12-22 day")],
    ),
    row(
        "the? {nth} {feast} after|following {time}",
        nth_feast,
        &[("the second christmas after 2020", "2022-12-25 day")],
    ),
    row(
        "the? week of|starting|beginning|commencing on? {time}",
        |f, v| week_of(f, time(v, 0)?),
        &[
            ("the week of october 8th 2013", "2013-10-07/2013-10-14 week"),
            ("the week of october 6th 2013", "2013-10-07/2013-10-14 week .60; 2013-09-30/2013-10-07 week .40"),
        ],
    ),
    row(
        "{feast} weekend",
        |_, v| weekend_of(time(v, 0)?),
        &[("labor day weekend 2025", "2025-08-29T18:00:00/2025-09-01T00:00:00 hour")],
    ),
    row(
        "the? weekend of {time}",
        |_, v| weekend_of(time(v, 0)?),
        &[("the weekend of march 7 2026", "2026-03-06T18:00:00/2026-03-09T00:00:00 hour")],
    ),
    row(
        "the? {nth} closest|nearest {time} to {time}",
        |f, v| closest(f, ordinal(v, 0)?, time(v, 1)?, time(v, 2)?),
        &[("the second closest monday to march 14 2026", "2026-03-09 day")],
    ),
    row(
        "the? closest|nearest {time} to {time}",
        |f, v| closest(f, 1, time(v, 0)?, time(v, 1)?),
        &[("the closest monday to march 14 2026", "2026-03-16 day")],
    ),
    // Parts.
    row(
        "early -? in? {time}",
        |_, v| part(Third::Early, time(v, 0)?),
        &[("early march 2026", "2026-03-01/2026-03-11 day")],
    ),
    row(
        "mid|middle -? {time}",
        |_, v| part(Third::Middle, time(v, 0)?),
        &[("mid-march 2026", "2026-03-11/2026-03-21 day"), ("mid 2025", "2025-05-01/2025-09-01 month")],
    ),
    row("late -? in? {time}", |_, v| part(Third::Late, time(v, 0)?), &[("late 2025", "2025-09-01/2026-01-01 month")]),
    row(
        "eod|eob|cob {time}",
        |_, v| part(Third::Late, time(v, 0)?),
        &[("EOD yesterday", "2026-03-17T17:00:00/2026-03-18 hour")],
    ),
    row(
        "end of the? day|business {time}",
        |_, v| part(Third::Late, time(v, 0)?),
        &[("end of day yesterday", "2026-03-17T17:00:00/2026-03-18 hour")],
    ),
    row(
        "{time} end of the? day|business",
        |_, v| part(Third::Late, time(v, 0)?),
        &[("yesterday end of day", "2026-03-17T17:00:00/2026-03-18 hour")],
    ),
    row(
        "the? beginning|start of the? around? {time}",
        |_, v| part(Third::Early, time(v, 0)?),
        &[
            ("beginning of 2017", "2017-01-01/2017-04-01 month"),
            ("at the start of last week", "2026-03-09/2026-03-12 day"),
        ],
    ),
    row(
        "the? middle of the? {time}",
        |_, v| part(Third::Middle, time(v, 0)?),
        &[("the middle of march 2026", "2026-03-11/2026-03-21 day")],
    ),
    row(
        "the? end of the? {time}",
        |_, v| part(Third::Late, time(v, 0)?),
        &[("end of 2012", "2012-09-01/2013-01-01 month")],
    ),
    row(
        "the? beginning|start of the? {unit}",
        |f, v| part_of_unit(f, Third::Early, v),
        &[("beginning of the year", "2026-01-01/2026-04-01 month")],
    ),
    row(
        "the? middle of the? {unit}",
        |f, v| part_of_unit(f, Third::Middle, v),
        &[("middle of the month", "2026-03-11/2026-03-21 day")],
    ),
    row(
        "the? end of the? {unit}",
        |f, v| part_of_unit(f, Third::Late, v),
        &[("end of the month", "2026-03-21/2026-04-01 day")],
    ),
    row(
        "the? bom",
        |f, _| part_of_unit(f, Third::Early, &[&Value::Unit(Unit::Month)]),
        &[("BOM", "2026-03-01/2026-03-11 day")],
    ),
    row(
        "the? BOY",
        |f, _| part_of_unit(f, Third::Early, &[&Value::Unit(Unit::Year)]),
        &[("the BOY", "2026-01-01/2026-04-01 month"), ("by BOY", "until /2026-04-01 month")],
    ),
    row(
        "the? eod",
        |f, _| part_of_unit(f, Third::Late, &[&Value::Unit(Unit::Day)]),
        &[("EOD", "2026-03-18T17:00:00/2026-03-19 hour")],
    ),
    row(
        "the? eow",
        |f, _| part_of_unit(f, Third::Late, &[&Value::Unit(Unit::Week)]),
        &[("EOW", "2026-03-20/2026-03-23 day")],
    ),
    row(
        "the? eoq",
        |f, _| part_of_unit(f, Third::Late, &[&Value::Unit(Unit::Quarter)]),
        &[("EOQ", "2026-03-01/2026-04-01 month")],
    ),
    row(
        "the? eom",
        |f, _| part_of_unit(f, Third::Late, &[&Value::Unit(Unit::Month)]),
        &[("EOM", "2026-03-21/2026-04-01 day")],
    ),
    row(
        "the? eoy",
        |f, _| part_of_unit(f, Third::Late, &[&Value::Unit(Unit::Year)]),
        &[("EOY", "2026-09-01/2027-01-01 month")],
    ),
];

pub(super) fn quarter(n: i64) -> Option<Value> {
    (1..=4).contains(&n).then_some(())?;
    Some(Value::Time(Time::new(Series::Quarter(n as i8), Form::Quarter, field::QUARTER)))
}

fn joined_quarter(v: &[&Value]) -> Option<Value> {
    match quarter(count(v, 1)?)? {
        Value::Time(quarter) => Some(Value::Time(quarter.joined(time(v, 0)?)?)),
        _ => None,
    }
}

fn half(nth: i64, of: &Time) -> Option<Value> {
    (1..=2).contains(&nth).then_some(())?;
    part(if nth == 1 { Third::FirstHalf } else { Third::SecondHalf }, of)
}

/// The nth unit inside a time; `v[1]` is the unit and `v[2]` the time.
fn nth_unit(_: &Frame, nth: i64, v: &[&Value]) -> Option<Value> {
    let (unit, of) = (unit(v, 1)?, time(v, 2)?);
    let inner = Time::new(Series::Every(unit), Form::Other, fields_of(unit));
    nth_of(nth, &inner, of)
}

fn last_unit(_: &Frame, v: &[&Value]) -> Option<Value> {
    let (unit, of) = (unit(v, 0)?, time(v, 1)?);
    nth_of(-1, &Time::new(Series::Every(unit), Form::Other, fields_of(unit)), of)
}

pub(super) fn nth_of(nth: i64, fine: &Time, of: &Time) -> Option<Value> {
    let wider = of.fields.leading_zeros() > fine.fields.leading_zeros();
    if !wider || nth == 0 || of.relation != Relation::In || of.form == Form::Weekday {
        return None;
    }
    let inner = fine.series.clone();
    let found = of.map(|coarse| Series::Nth { nth, fine: inner.clone(), coarse });
    Some(Value::Time(Time { form: Form::Other, fields: of.fields | fine.fields, latent: false, weak: false, ..found }))
}

/// "The third Tuesday after Christmas 2014".
fn nth_after(v: &[&Value]) -> Option<Value> {
    let (nth, weekday, of) = (ordinal(v, 0)?, time(v, 1)?, time(v, 2)?);
    let fine = weekday.series.clone();
    let after = of.map(|base| Series::Nth {
        nth,
        fine: fine.clone(),
        coarse: Arc::new(Series::Run {
            from: Arc::new(Series::Shift { base, count: 1, unit: Unit::Day, to: Some(Unit::Day) }),
            count: nth.clamp(1, 53),
            unit: Unit::Week,
            grain: Unit::Week.grain(),
        }),
    });
    Some(Value::Time(Time { form: Form::Other, fields: of.fields | field::DAY, latent: false, ..after }))
}

fn half_year(v: &[&Value]) -> Option<Value> {
    let of = time(v, 1)?;
    let is_year = of.fields & field::YEAR != 0 && of.fields & (field::MONTH | field::QUARTER) == 0;
    is_year.then(|| half(count(v, 0)?, of))?
}

/// "Q2'23".
fn short_quarter(v: &[&Value]) -> Option<Value> {
    let Value::Number { value, digits: 2, .. } = v[1] else { return None };
    let year = super::numeric::year(2000 + *value as i64)?;
    joined_quarter(&[&Value::Time(year), v[0]])
}

/// The nearest weekday before or after a day.
fn beside_weekday(v: &[&Value], sign: i64) -> Option<Value> {
    let (weekday, of) = (time(v, 0)?, time(v, 1)?);
    let is_day = of.fields & field::MONTH_DAY != 0 && of.form != Form::MonthDay && of.relation == Relation::In;
    is_day.then_some(())?;
    let fine = weekday.series.clone();
    let found = of.map(|base| Series::Nth {
        nth: 1,
        fine: fine.clone(),
        coarse: Arc::new(Series::Run {
            from: Arc::new(Series::Shift {
                base,
                count: if sign > 0 { 1 } else { -7 },
                unit: Unit::Day,
                to: Some(Unit::Day),
            }),
            count: 1,
            unit: Unit::Week,
            grain: Unit::Week.grain(),
        }),
    });
    Some(Value::Time(Time { form: Form::Other, fields: of.fields | field::DAY, latent: false, ..found }))
}

/// "The second Christmas after 2020".
fn nth_feast(f: &Frame, v: &[&Value]) -> Option<Value> {
    let (nth, feast, of) = (ordinal(v, 0)?, time(v, 1)?, time(v, 2)?);
    let base = of.series.first(f.cal).or_else(|| of.series.next(f.today()?, f.cal))?;
    let mut found = feast.series.next(base.end, f.cal)?;
    for _ in 1..nth.clamp(1, 100) {
        found = feast.series.next(found.end, f.cal)?;
    }
    Some(Value::Time(Time { explicit: of.explicit, ..Time::fixed(found, field::DAY) }))
}

/// The week that holds a day. People name a week by its first day, so a Sunday names the week that follows it first.
fn week_of(f: &Frame, of: &Time) -> Option<Value> {
    (of.fields & (field::MONTH_DAY | field::WEEKDAY) != 0 && of.relation == Relation::In).then_some(())?;
    let of = &Time { other: None, ..of.clone() };
    let day = of.series.first(f.cal).or_else(|| of.series.next(f.today()?, f.cal));
    let is_sunday = day.is_some_and(|day| day.start.date().weekday() == jiff::civil::Weekday::Sunday);
    let holding = Series::Around(Unit::Week, of.series.clone());
    let found = if is_sunday && !f.cal.sunday_first {
        let next = Arc::new(Series::Shift { base: of.series.clone(), count: 1, unit: Unit::Day, to: Some(Unit::Day) });
        of.map(|_| Series::Around(Unit::Week, next.clone())).or(holding, 1.0 - NAMED_BY_FIRST)
    } else {
        of.map(|_| holding.clone())
    };
    Some(Value::Time(Time { form: Form::Other, fields: of.fields | field::WEEK, latent: false, ..found }))
}

/// The quarters of a year from one to another.
fn quarters(v: &[&Value]) -> Option<Value> {
    let (first, last, of) = (count(v, 0)?, count(v, 1)?, time(v, 2)?);
    (1 <= first && first < last && last <= 4).then_some(())?;
    let found = of.map(|base| Series::Run {
        from: Arc::new(Series::Shift { base, count: first - 1, unit: Unit::Quarter, to: None }),
        count: last - first + 1,
        unit: Unit::Quarter,
        grain: Unit::Quarter.grain(),
    });
    let relation = Relation::Between;
    Some(Value::Time(Time { form: Form::Other, relation, latent: false, weak: false, ..found }))
}

/// The present unit at `at` as a time.
fn this_unit(f: &Frame, v: &[&Value], at: usize) -> Option<Time> {
    let unit = unit(v, at)?;
    Some(Time::fixed(f.unit(0, unit)?, fields_of(unit)))
}

/// The weekend that a date lies in or touches.
fn weekend_of(of: &Time) -> Option<Value> {
    (of.fields & field::MONTH_DAY != 0 && of.relation == Relation::In).then_some(())?;
    let found = of.map(|base| Series::Nth {
        nth: 1,
        fine: Arc::new(Series::Weekend),
        coarse: Arc::new(Series::Run {
            from: Arc::new(Series::Shift { base, count: -4, unit: Unit::Day, to: None }),
            count: 7,
            unit: Unit::Day,
            grain: Unit::Day.grain(),
        }),
    });
    let fields = of.fields | field::WEEKDAY | field::MONTH_DAY;
    Some(Value::Time(Time { form: Form::Other, fields, latent: false, ..found }))
}

pub(super) fn part(third: Third, of: &Time) -> Option<Value> {
    if of.relation != Relation::In || matches!(of.form, Form::Clock | Form::MonthDay | Form::Feast) {
        return None;
    }
    if of.weak && of.latent && !matches!(of.form, Form::Year | Form::Month | Form::Season) {
        return None;
    }
    let found = of.map(|base| Series::Part(third, base));
    Some(Value::Time(Time { form: Form::Other, latent: false, weak: false, ..found }))
}

pub(super) fn part_of_unit(f: &Frame, third: Third, v: &[&Value]) -> Option<Value> {
    let unit = unit(v, 0)?;
    part(third, &Time::fixed(f.unit(0, unit)?, fields_of(unit)))
}

/// The nth nearest occurrence to a time.
fn closest(f: &Frame, nth: i64, of: &Time, to: &Time) -> Option<Value> {
    let today = f.today()?;
    let of_today = || to.series.next(today, f.cal).or_else(|| to.series.prev(today, f.cal));
    let to = to.series.first(f.cal).or_else(of_today)?;
    let (mut before, mut after) = (of.series.prev(to.start, f.cal), of.series.next(to.start, f.cal));
    let days = |range: &Range| (civil::day_number(range.start) - civil::day_number(to.start)).abs();
    let mut found = None;
    for _ in 0..nth.clamp(1, 100) {
        let past = match (&before, &after) {
            (Some(before), Some(after)) => days(before) < days(after),
            (before, _) => before.is_some(),
        };
        found = if past { before } else { after };
        if past {
            before = of.series.prev(found?.start, f.cal);
        } else {
            after = of.series.next(found?.end, f.cal);
        }
    }
    Some(Value::Time(Time::fixed(found?, field::DAY)))
}
