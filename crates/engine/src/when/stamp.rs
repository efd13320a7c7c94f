//! Machine-written dates: 2024-05-08T13:56:00Z, 20240508, 2026-W12, 5/1-5/7/2020.
//!
//! Read byte by byte, since the signs between the digits decide, and taken only when no more of the same stands to
//! either side. Must not know the rows.

use super::civil::{self, Moment, Range, Unit};
use super::grammar::Piece;
use super::series::Series;
use super::token::{Shape, Token};
use super::value::{Form, Frame, Time, Value, field};
use crate::model::Grain;

/// Years that eight digits in a row may start with; others are numbers.
const COMPACT_YEARS: core::ops::RangeInclusive<i64> = 1900..=2099;
/// Confidence of eight digits in a row. Chosen.
const COMPACT: f32 = 0.7;

/// The whole machine-written time that starts at a number, if there is one.
pub(super) fn leaf(text: &str, tokens: &[Token], start: usize, frame: &Frame) -> Option<Piece> {
    let Shape::Number { digits, .. } = tokens[start].shape else { return None };
    let from = tokens[start].start;
    let bytes = text.as_bytes();
    // The commonest numbers end here.
    let sign = bytes.get(tokens[start].end).copied().unwrap_or(b' ');
    if !(matches!(digits, 4 | 8) || (digits <= 2 && sign == b'/')) || !is_open(bytes, from) {
        return None;
    }
    let (time, end) = match digits {
        8 => stamp(bytes, from, frame).or_else(|| compact(bytes, from))?,
        4 => stamp(bytes, from, frame).or_else(|| week(bytes, from))?,
        _ => slashed_span(bytes, from, frame)?,
    };
    // A full stop or bracket may follow, more of the same may not.
    let after = bytes.get(end).copied().unwrap_or(b' ');
    let beyond = bytes.get(end + 1).copied().unwrap_or(b' ');
    if after.is_ascii_alphanumeric() || after == b'_' || (b"-/.:+".contains(&after) && beyond.is_ascii_digit()) {
        return None;
    }
    let last = tokens[start..].iter().position(|token| token.end == end)?;
    Some(Piece { end: start + last + 1, value: Value::Time(time), cost: 1 })
}

/// True when what stands before a number does not take it as its own end.
fn is_open(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map_or(b' ', |at| bytes[at]);
    let earlier = at.checked_sub(2).map_or(b' ', |at| bytes[at]);
    let joined = b"-/.:".contains(&before) && earlier.is_ascii_digit();
    !before.is_ascii_alphanumeric() && !b"#$+=@".contains(&before) && !joined
}

/// Between `least` and `most` digits at `at`, and where they end.
fn digits(bytes: &[u8], at: usize, least: usize, most: usize) -> Option<(i64, usize)> {
    let run = bytes.get(at..)?.iter().take(most + 1).take_while(|byte| byte.is_ascii_digit()).count();
    ((least..=most).contains(&run)).then(|| {
        let value = bytes[at..at + run].iter().fold(0, |sum, byte| sum * 10 + i64::from(byte - b'0'));
        (value, at + run)
    })
}

/// `count` digits at `at`, whatever follows.
fn exactly(bytes: &[u8], at: usize, count: usize) -> Option<i64> {
    let run = bytes.get(at..at + count)?;
    run.iter().all(u8::is_ascii_digit).then(|| run.iter().fold(0, |sum, byte| sum * 10 + i64::from(byte - b'0')))
}

/// A date, "T", a clock time and perhaps a zone, with or without signs between the digits.
fn stamp(bytes: &[u8], at: usize, frame: &Frame) -> Option<(Time, usize)> {
    let dashed = bytes.get(at + 4) == Some(&b'-') && bytes.get(at + 7) == Some(&b'-');
    let width = if dashed { 10 } else { 8 };
    if !matches!(bytes.get(at + width), Some(b'T' | b't')) {
        return None;
    }
    let (month_at, day_at) = if dashed { (at + 5, at + 8) } else { (at + 4, at + 6) };
    let midnight = civil::day(exactly(bytes, at, 4)?, exactly(bytes, month_at, 2)?, exactly(bytes, day_at, 2)?)?;
    let hour_at = at + width + 1;
    let colon = bytes.get(hour_at + 2) == Some(&b':');
    let step = if colon { 3 } else { 2 };
    let (hour, minute) = (exactly(bytes, hour_at, 2)?, exactly(bytes, hour_at + step, 2)?);
    let mut end = hour_at + step + 2;
    let mut second = None;
    if !colon || bytes.get(end) == Some(&b':') {
        second = exactly(bytes, end + usize::from(colon), 2);
        end += if second.is_some() { 2 + usize::from(colon) } else { 0 };
    }
    if second.is_some() && matches!(bytes.get(end), Some(b'.' | b',')) {
        let run = bytes[end + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        end += if run > 0 { run + 1 } else { 0 };
    }
    (hour < 24 && minute < 60 && second.unwrap_or(0) <= 60).then_some(())?;
    let (ahead, end) = zone(bytes, end, frame);
    let seconds = hour * 3_600 + minute * 60 + second.unwrap_or(0) + frame.offset - ahead;
    let unit = if second.is_some() { Unit::Second } else { Unit::Minute };
    let range = Range::of(civil::add(midnight, seconds, Unit::Second)?, 1, unit)?;
    Some((absolute(range, field::DAY | field::PART | field::CLOCK).sure(0.98), end))
}

/// Seconds ahead of UTC that a stamp says, its own zone when it says none, and where that ends.
fn zone(bytes: &[u8], at: usize, frame: &Frame) -> (i64, usize) {
    let sign = match bytes.get(at) {
        Some(b'Z' | b'z') => return (0, at + 1),
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return (frame.offset, at),
    };
    let Some(hours) = exactly(bytes, at + 1, 2) else { return (frame.offset, at) };
    let colon = usize::from(bytes.get(at + 3) == Some(&b':'));
    let (minutes, end) = match exactly(bytes, at + 3 + colon, 2) {
        Some(minutes) => (minutes, at + 5 + colon),
        None => (0, at + 3),
    };
    (sign * (hours.min(23) * 3_600 + minutes.min(59) * 60), end)
}

/// "20240508".
fn compact(bytes: &[u8], at: usize) -> Option<(Time, usize)> {
    let year = exactly(bytes, at, 4).filter(|year| COMPACT_YEARS.contains(year))?;
    let day = civil::day(year, exactly(bytes, at + 4, 2)?, exactly(bytes, at + 6, 2)?)?;
    let fields = field::DAY & !(field::WEEK | field::WEEKDAY);
    let time = Time { form: Form::Date, ..absolute(Range::of(day, 1, Unit::Day)?, fields) };
    Some((time.sure(COMPACT), at + 8))
}

/// "2026-W12", "2026-W12-3".
fn week(bytes: &[u8], at: usize) -> Option<(Time, usize)> {
    let (year, mut end) = digits(bytes, at, 4, 4)?;
    end += usize::from(bytes.get(end) == Some(&b'-'));
    matches!(bytes.get(end), Some(b'W' | b'w')).then_some(())?;
    let (week, end) = digits(bytes, end + 1, 2, 2)?;
    let start = week_start(year, week)?;
    if let Some((day, end)) =
        digits(bytes, end + 1, 1, 1).filter(|(day, _)| bytes[end] == b'-' && (1..=7).contains(day))
    {
        let day = civil::add(start, day - 1, Unit::Day)?;
        return Some((absolute(Range::of(day, 1, Unit::Day)?, field::DAY), end));
    }
    let fields = field::DECADE | field::YEAR | field::QUARTER | field::MONTH | field::WEEK;
    Some((absolute(Range::of(start, 1, Unit::Week)?, fields), end))
}

/// Monday of a numbered week (ISO 8601: week 1 holds 4 January).
pub(super) fn week_start(year: i64, week: i64) -> Option<Moment> {
    let fourth = civil::day(year, 1, 4)?;
    let monday = civil::add(fourth, -i64::from(fourth.date().weekday().to_monday_zero_offset()), Unit::Day)?;
    let start = civil::add(monday, week - 1, Unit::Week)?;
    // Week 53 only where the year has one: its Thursday lies in the year.
    let thursday = civil::add(start, 3, Unit::Day)?;
    (i64::from(thursday.year()) == year && (1..=53).contains(&week)).then_some(start)
}

/// "10/1-11/7", "5/1-5/7/2020": month first.
fn slashed_span(bytes: &[u8], at: usize, frame: &Frame) -> Option<(Time, usize)> {
    let one = |at: usize| {
        let (month, at) = digits(bytes, at, 1, 2)?;
        (bytes.get(at) == Some(&b'/')).then_some(())?;
        let (day, at) = digits(bytes, at + 1, 1, 2)?;
        ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some(())?;
        match digits(bytes, at + 1, 4, 4).filter(|_| bytes[at] == b'/') {
            Some((year, at)) => Some((Some(year), month, day, at)),
            None => Some((None, month, day, at)),
        }
    };
    let (first_year, month, day, end) = one(at)?;
    (bytes.get(end) == Some(&b'-')).then_some(())?;
    let (last_year, last_month, last_day, end) = one(end + 1)?;
    let wraps = (last_month, last_day) < (month, day);
    let time = match (first_year, last_year) {
        (None, None) => {
            frame.now?;
            let date = |month: i64, day: i64| {
                Series::Inside(Series::Month(month as i8).into(), Series::MonthDay(day as i8).into())
            };
            let (from, to) = (date(month, day).into(), date(last_month, last_day).into());
            Time::new(Series::Span { from, to, open: false }, Form::Other, field::DATE)
        }
        (first, last) => {
            let last = last.or(first)?;
            let first = first_year.unwrap_or(last - i64::from(wraps));
            let (start, end) = (civil::day(first, month, day)?, civil::day(last, last_month, last_day)?);
            (start <= end).then_some(())?;
            let range = Range { start, end: civil::add(end, 1, Unit::Day)?, grain: Grain::Day };
            absolute(range, field::DAY & !(field::WEEK | field::WEEKDAY))
        }
    };
    Some((time.related(super::Relation::Between).sure(0.85), end))
}

fn absolute(range: Range, fields: u16) -> Time {
    Time { explicit: true, ..Time::fixed(range, fields) }.sure(0.95)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_are_those_of_the_standard() {
        assert_eq!(week_start(2026, 1), civil::day(2025, 12, 29));
        assert_eq!(week_start(2026, 12), civil::day(2026, 3, 16));
        assert_eq!(week_start(2020, 53), civil::day(2020, 12, 28));
        assert_eq!(week_start(2021, 53), None);
        assert_eq!(week_start(2021, 0), None);
    }

    #[test]
    fn what_is_no_date_is_none() {
        let cal = civil::Calendar { sunday_first: false };
        let frame = Frame { now: None, cal, direction: super::super::Direction::Past, offset: 0 };
        for text in ["20261340", "18990101", "99999999"] {
            assert!(compact(text.as_bytes(), 0).is_none(), "{text}");
        }
        for text in ["2026-02-30T10:00", "2026-03-03T25:00", "2026-03-03T", "2026-03-03 10:00"] {
            assert!(stamp(text.as_bytes(), 0, &frame).is_none(), "{text}");
        }
    }
}
