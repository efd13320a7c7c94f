//! Meanings that the rows of several languages share: last, this and next of anything, parts of relative days.
//!
//! Must not know words.

use super::Relation;
use super::civil::{self, Range, Unit};
use super::read::{length, time};
use super::rows_relative::{
    in_this_year, last_other, last_weekday, next_other, next_weekday, next_weekend, rolling, shifted_unit,
    this_weekday, this_weekend,
};
use super::series::Series;
use super::value::{Form, Frame, Time, Value, field};
use crate::model::Grain;

/// The time as it is, meant as one.
pub(super) fn spoken(v: &[&Value]) -> Option<Value> {
    let time = time(v, 0)?;
    (time.relation == Relation::In && time.form != Form::Order).then(|| Value::Time(time.clone().spoken()))
}

/// The unit `offset` units from the present one.
pub(super) fn unit_at(f: &Frame, unit: Unit, offset: i64) -> Option<Value> {
    shifted_unit(f, &[&Value::Unit(unit)], offset)
}

/// The last of a weekday, month, season, holiday or weekend.
pub(super) fn last(f: &Frame, v: &[&Value]) -> Option<Value> {
    match recurring(v)?.form {
        Form::Weekday => last_weekday(f, v),
        _ => last_other(f, v),
    }
}

/// The one of the present week or year.
pub(super) fn this(f: &Frame, v: &[&Value]) -> Option<Value> {
    match recurring(v)?.form {
        Form::Weekday => this_weekday(f, v),
        Form::Weekend => this_weekend(f, v),
        _ => in_this_year(f, v),
    }
}

/// The next of a weekday, month, season, holiday or weekend.
pub(super) fn next(f: &Frame, v: &[&Value]) -> Option<Value> {
    match recurring(v)?.form {
        Form::Weekday => next_weekday(f, v),
        Form::Weekend => next_weekend(f, v),
        _ => next_other(f, v),
    }
}

fn recurring<'a>(v: &[&'a Value]) -> Option<&'a Time> {
    let time = time(v, 0)?;
    let fits =
        matches!(time.form, Form::Weekday | Form::Weekend | Form::Month | Form::Season | Form::Feast | Form::Date);
    (fits && time.relation == Relation::In).then_some(time)
}

/// A weekday of the week `weeks` from the present one.
pub(super) fn weekday_of_week(f: &Frame, v: &[&Value], weeks: i64) -> Option<Value> {
    let series = &time(v, 0)?.series;
    let range = series.next(f.unit(weeks, Unit::Week)?.start, f.cal)?;
    Some(Value::Time(Time::fixed(range, field::DAY)))
}

/// The weekend of the week `weeks` from the present one.
pub(super) fn weekend_of_week(f: &Frame, weeks: i64) -> Option<Value> {
    let range = Series::Weekend.next(f.unit(weeks, Unit::Week)?.start, f.cal)?;
    Some(Value::Time(Time::fixed(range, field::DAY)))
}

/// Hours `from..to` of the day `offset` days from today.
pub(super) fn part_on(f: &Frame, offset: i64, from: i64, to: i64) -> Option<Value> {
    let midnight = f.unit(offset, Unit::Day)?.start;
    let (start, end) = (civil::add(midnight, from, Unit::Hour)?, civil::add(midnight, to, Unit::Hour)?);
    Some(Value::Time(Time::fixed(Range { start, end, grain: Grain::Hour }, field::DAY | field::PART)))
}

/// Both years and those between.
pub(super) fn years(from: &Time, to: &Time) -> Option<Value> {
    match (&*from.series, &*to.series) {
        (Series::Fixed(from), Series::Fixed(to)) => {
            super::numeric::years(from.start.year().into(), to.start.year().into()).map(Value::Time)
        }
        _ => None,
    }
}

/// "The past three days" where length and unit are one piece.
pub(super) fn past(f: &Frame, v: &[&Value]) -> Option<Value> {
    let (count, unit) = counted(length(v, 0)?)?;
    rolling(f, &[&count, &Value::Unit(unit)], -1)
}

/// "The next three days".
pub(super) fn coming(f: &Frame, v: &[&Value]) -> Option<Value> {
    let (count, unit) = counted(length(v, 0)?)?;
    rolling(f, &[&count, &Value::Unit(unit)], 1)
}

fn counted(length: super::value::Length) -> Option<(Value, Unit)> {
    let count = match length.unit {
        Unit::Second => length.seconds,
        Unit::Minute => length.seconds / 60,
        Unit::Hour => length.seconds / 3_600,
        Unit::Day => length.days,
        Unit::Week => length.days / 7,
        Unit::Month => length.months,
        Unit::Quarter => length.months / 3,
        Unit::Year => length.months / 12,
        Unit::Decade => length.months / 120,
        Unit::Century => return None,
    };
    Some((Value::Number { value: count as f64, digits: 0, vague: length.vague }, length.unit))
}

/// The hour of a clock, 0..=24; `twice` when its half of the day is open.
pub(super) fn clock(hour: f64, minute: i64, twice: bool) -> Option<Value> {
    let fits = hour.fract() == 0.0 && (0.0..=24.0).contains(&hour) && (0..60).contains(&minute);
    fits.then_some(())?;
    let at = (hour as i64 % 24) * 3_600 + minute * 60;
    let grain = if minute == 0 { Grain::Hour } else { Grain::Minute };
    let series = Series::Clock { at, twice: twice && (1.0..=12.0).contains(&hour), grain };
    Some(Value::Time(Time::new(series, Form::Clock, field::CLOCK).sure(0.8)))
}
