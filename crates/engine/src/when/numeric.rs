//! Dates and clock times written in digits: 2026-03-03, 3/4/2026, 3.4.2026, 2026-03, 2004-05, 3:15, 17h30.
//!
//! A digit group that touches a letter, or one more digit group, on its outer side belongs to something else (a phone
//! number, a version, a path) and is no date. Must not know the rows.

use super::civil::{self, Range, Unit};
use super::grammar::Piece;
use super::series::Series;
use super::stamp;
use super::token::{Shape, Token};
use super::value::{Form, Frame, Time, Value, field};
use crate::model::Grain;

/// Years that a bare four-digit number may mean.
pub(super) const YEARS: core::ops::RangeInclusive<i64> = 1000..=2100;
/// Two-digit years below this are 20xx.
const PIVOT: i64 = 50;
/// Share of the month-first reading of "3/4/2026"; the rest is day-first. Chosen: the written language is English.
const MONTH_FIRST: f32 = 0.6;

/// Digit groups with one separator between them, all touching.
struct Groups {
    numbers: [i64; 3],
    digits: [u8; 3],
    count: usize,
    separator: u8,
    /// First token after.
    end: usize,
}

/// All that the number, ordinal or decade at `start` can mean.
pub(super) fn leaves(text: &str, tokens: &[Token], start: usize, frame: &Frame) -> Vec<Piece> {
    let token = &tokens[start];
    let leaf = |value| Piece { end: start + 1, value, cost: 1 };
    match token.shape {
        Shape::Word => Vec::new(),
        Shape::Ordinal(n) => vec![leaf(Value::Ordinal(n.into()))],
        Shape::Decade(n) => decade(n.into()).map(Value::Time).map(leaf).into_iter().collect(),
        Shape::Number { value, digits } => {
            if let Some(piece) = stamp::leaf(text, tokens, start, frame) {
                return vec![piece];
            }
            let mut found = Vec::new();
            let groups = groups(text, tokens, start);
            let outer = is_part_of_more(text, tokens, start, groups.end);
            if !outer {
                found.extend(date(&groups, frame).map(|time| Piece {
                    end: groups.end,
                    value: Value::Time(time),
                    cost: 1,
                }));
            }
            let clock = clock(text, tokens, start)
                .filter(|piece| ends_range(text, token.start) || !is_part_of_more(text, tokens, start, piece.end));
            let coloned = clock.is_some() && text.as_bytes().get(token.end) == Some(&b':');
            found.extend(clock);
            if coloned || is_lettered(text, tokens, start) {
                return found;
            }
            if groups.count == 1 || !is_number_chain(&groups) || is_fraction(&groups) {
                if !is_money(text, token.start) {
                    found.push(leaf(Value::Number { value, digits, vague: false }));
                }
                let loose = !token.glued || !touches_word(text, token.start);
                if digits == 4 && loose && !outer && !is_counted(text, token) && YEARS.contains(&(value as i64)) {
                    found.extend(year(value as i64).map(Value::Time).map(leaf));
                }
            }
            found
        }
    }
}

/// A year on its own: a time only in company.
pub(super) fn year(year: i64) -> Option<Time> {
    let base = Time::new(Series::year(year)?, Form::Year, field::YEAR | field::DECADE);
    Some(Time { explicit: true, weak: true, ..base.latent() })
}

/// "1990" or "90" of "the 90s".
pub(super) fn decade(n: i64) -> Option<Time> {
    let first = if n >= 100 { n } else { 1900 + n + if n < 30 { 100 } else { 0 } };
    let unit = if n >= 1000 && n % 100 == 0 { Unit::Century } else { Unit::Decade };
    let range = Range::of(civil::day(first, 1, 1)?, 1, unit)?;
    let time = Time { form: Form::Decade, explicit: true, ..Time::fixed(range, field::DECADE) };
    Some(if n < 100 { time.latent() } else { time })
}

fn byte_before(text: &str, at: usize) -> Option<u8> {
    at.checked_sub(1).map(|at| text.as_bytes()[at])
}

fn touches_word(text: &str, at: usize) -> bool {
    byte_before(text, at).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#' | b'$'))
}

/// "18:00-20:00": a clock time that ends a range of two, whose sign is no part of a date.
fn ends_range(text: &str, at: usize) -> bool {
    let bytes = &text.as_bytes()[..at];
    matches!(bytes, [.., b':', tens, ones, b'-'] if tens.is_ascii_digit() && ones.is_ascii_digit())
}

/// True when the groups go on to the left or right in a way that no date does.
fn is_part_of_more(text: &str, tokens: &[Token], start: usize, end: usize) -> bool {
    let (first, last) = (tokens[start].start, tokens[end - 1].end);
    let left = byte_before(text, first);
    let left_two = first.checked_sub(2).map(|at| text.as_bytes()[at]);
    let joins = |byte: Option<u8>, beyond: Option<u8>| {
        byte.is_some_and(|byte| matches!(byte, b'-' | b'/' | b'.' | b':' | b'+' | b'_' | b'#' | b'$' | b'=' | b'@'))
            && beyond.is_some_and(|beyond| beyond.is_ascii_digit() || beyond == b'/')
            || byte.is_some_and(|byte| matches!(byte, b'_' | b'#' | b'$' | b'+' | b'='))
    };
    let right = text.as_bytes().get(last).copied();
    let right_two = text.as_bytes().get(last + 1).copied();
    let letters = left.is_some_and(|byte| byte.is_ascii_alphabetic());
    let percent = right == Some(b'%') || right == Some(b'_');
    let is_range = matches!(left, Some(b'-')) && left_two.is_some_and(|byte| byte.is_ascii_digit());
    let right_chain = right.is_some_and(|byte| matches!(byte, b'/' | b'.' | b':'))
        && right_two.is_some_and(|byte| byte.is_ascii_digit());
    letters || percent || right_chain || (joins(left, left_two) && !(is_range && end - start == 1))
}

/// Reads up to three touching groups with the same separator.
fn groups(text: &str, tokens: &[Token], start: usize) -> Groups {
    let number = |at: usize| match tokens.get(at).map(|token| token.shape) {
        Some(Shape::Number { value, digits }) if (1..=4).contains(&digits) => Some((value as i64, digits)),
        _ => None,
    };
    let mut found = Groups { numbers: [0; 3], digits: [0; 3], count: 0, separator: 0, end: start + 1 };
    let mut at = start;
    while let Some((value, digits)) = number(at).filter(|_| found.count < 3) {
        found.numbers[found.count] = value;
        found.digits[found.count] = digits;
        found.count += 1;
        found.end = at + 1;
        let Some(sign) = tokens.get(at + 1) else { break };
        let separator = text.as_bytes()[sign.start];
        let touching = sign.glued && tokens.get(at + 2).is_some_and(|token| token.glued);
        if !touching || !matches!(separator, b'-' | b'/' | b'.') || (found.count > 1 && separator != found.separator) {
            break;
        }
        found.separator = separator;
        at += 2;
    }
    if found.count == 0 {
        found.count = 1;
    }
    found
}

/// More than a plain number: the parts must not be read alone ("10/31" is not "at 10").
fn is_number_chain(groups: &Groups) -> bool {
    groups.count == 3 || (groups.count == 2 && groups.separator != b'-')
}

/// A sum of money: "$12", "€ 12".
fn is_money(text: &str, at: usize) -> bool {
    text[..at].trim_end_matches(' ').ends_with(['$', '€', '£', '¥', '₹'])
}

/// Words that make the number before them a count, or the number after them a name.
const COUNTED: &str = " people men women users tokens items dollars euros pounds votes copies points miles km m kg \
    metres meters feet ft words lines rows calories steps times bytes kb mb gb ms hz percent mah watts \
    individuals persons students employees soldiers units seats members inhabitants residents files messages ";
const NUMBERED: &str = " room page no number version flight route line chapter building apartment apt suite model size \
    port code highway bus section article issue error ";

/// Words that make two numbers with a colon between them a score or a ratio.
const SCORED: &str = " won lost win beat score scored scores ratio aspect scale odds leads lead led psalm psalms matthew \
    mark luke john genesis exodus romans corinthians proverbs isaiah ";

fn is_score(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end();
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    !last.is_empty() && last.len() < 20 && SCORED.contains(&format!(" {} ", last.to_ascii_lowercase()))
}

/// "2024 people", "room 2024", "$2024": a year only after "in".
fn is_counted(text: &str, token: &Token) -> bool {
    let next = text[token.end..].trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let before = text[..token.start].trim_end();
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let listed = |list: &str, word: &str| {
        !word.is_empty() && word.len() < 20 && list.contains(&format!(" {} ", word.to_ascii_lowercase()))
    };
    is_money(text, token.start)
        || listed(NUMBERED, last)
        || (listed(COUNTED, next) && !last.eq_ignore_ascii_case("in"))
        || before.ends_with('#')
}

/// "A4": a letter right before, other than in "Q1" and "H2".
fn is_lettered(text: &str, tokens: &[Token], start: usize) -> bool {
    let token = &tokens[start];
    if !token.glued || !byte_before(text, token.start).is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let before = start.checked_sub(1).map_or("", |at| &text[tokens[at].start..tokens[at].end]);
    // "Feb13", unlike a code "DEC20".
    const MONTHS: &str = " jan feb mar apr may jun jul aug sep sept oct nov dec ";
    let is_name = before.bytes().skip(1).any(|byte| byte.is_ascii_lowercase());
    if is_name && before.len() <= 4 && MONTHS.contains(&format!(" {} ", before.to_ascii_lowercase())) {
        return false;
    }
    !matches!(before, "q" | "Q" | "h" | "H" | "hr" | "hrs" | "d" | "w" | "y" | "mo" | "min" | "FY" | "CY" | "fy")
}

/// "1/4" and the like.
fn is_fraction(groups: &Groups) -> bool {
    groups.count == 2 && groups.separator == b'/' && groups.numbers[0] < groups.numbers[1] && groups.numbers[1] <= 8
}

fn full_year(n: i64, digits: u8) -> Option<i64> {
    match digits {
        4 if n > 0 => Some(n),
        2 if n < PIVOT => Some(2000 + n),
        2 => Some(1900 + n),
        _ => None,
    }
}

/// One day, or `None` when the calendar has no such day.
fn day_of(year: i64, month: i64, day: i64) -> Option<Series> {
    Range::of(civil::day(year, month, day)?, 1, Unit::Day).map(Series::Fixed)
}

fn date(groups: &Groups, frame: &Frame) -> Option<Time> {
    let [a, b, c] = groups.numbers;
    // A weekday may stand beside it ("Sunday 12/7/2014").
    let fields = field::DAY & !(field::WEEK | field::WEEKDAY);
    let day_time = |series| Time { explicit: true, ..Time::new(series, Form::Date, fields) }.sure(0.98);
    match (groups.count, groups.separator) {
        (3, separator) if groups.digits[0] == 4 => {
            // Year first; the Swedish and the American order of the rest both occur.
            let iso = day_of(a, b, c);
            let swapped = if separator == b'-' || separator == b'/' { day_of(a, c, b) } else { None };
            iso.or(swapped).map(day_time)
        }
        (3, separator) if groups.digits[1] <= 2 => {
            let year = full_year(c, groups.digits[2])?;
            let (month_first, day_first) = (day_of(year, a, b), day_of(year, b, a));
            match (month_first, day_first) {
                (_, Some(day)) if separator == b'.' => Some(day_time(day)),
                (Some(first), Some(second)) => Some(day_time(first).or(second, 1.0 - MONTH_FIRST).sure(0.9)),
                (Some(only), None) | (None, Some(only)) => Some(day_time(only)),
                (None, None) => None,
            }
        }
        (2, b'-' | b'/') if groups.digits[0] == 4 && groups.digits[1] == 2 => year_pair(a, b, groups.separator),
        (2, b'-') if groups.digits[0] == 4 && groups.digits[1] == 4 => years(a, b),
        (2, b'/' | b'-') if groups.digits[1] == 4 && groups.digits[0] <= 2 => month_of(b, a),
        // "Open 24/7".
        (2, b'/') if (a, b) == (24, 7) => None,
        (2, b'/') if groups.digits[1] <= 2 && frame.now.is_some() => {
            let valid = |month: i64, day: i64| (1..=12).contains(&month) && (1..=31).contains(&day);
            let date = |month: i64, day: i64| {
                Series::Inside(Series::Month(month as i8).into(), Series::MonthDay(day as i8).into())
            };
            let series = if valid(a, b) { date(a, b) } else { valid(b, a).then(|| date(b, a))? };
            let time = Time::new(series, Form::Date, field::DATE).latent().sure(0.7);
            Some(if valid(a, b) && valid(b, a) { time.or(date(b, a), 1.0 - MONTH_FIRST) } else { time })
        }
        _ => None,
    }
}

/// "2026-03" is a month; "2004-05" is a month too unless the digits cannot be one; "1997-98" is two years.
fn year_pair(year: i64, second: i64, separator: u8) -> Option<Time> {
    if !YEARS.contains(&year) {
        return None;
    }
    let month = month_of(year, second);
    let last = year - year % 100 + second;
    let span = if last > year && last - year < 15 { years(year, last) } else { None };
    match (month, span) {
        // A consecutive pair is nearly always a season or a term; elsewhere the ISO month.
        (Some(month), Some(span)) if last == year + 1 => Some(span.or((*month.series).clone(), 0.4).sure(0.8)),
        (Some(month), Some(span)) if separator == b'/' => Some(month.or((*span.series).clone(), 0.4).sure(0.8)),
        (Some(month), _) => Some(month),
        (None, span) => span,
    }
}

fn month_of(year: i64, month: i64) -> Option<Time> {
    if !YEARS.contains(&year) {
        return None;
    }
    let range = Range::of(civil::day(year, month, 1)?, 1, Unit::Month)?;
    let fields = field::DECADE | field::YEAR | field::QUARTER | field::MONTH;
    Some(Time { explicit: true, ..Time::fixed(range, fields) }.sure(0.95))
}

/// The years `first..=last`, either way round.
pub(super) fn years(first: i64, last: i64) -> Option<Time> {
    if !YEARS.contains(&first) || !YEARS.contains(&last) {
        return None;
    }
    let (first, last) = (first.min(last), first.max(last));
    let range = Range::of(civil::day(first, 1, 1)?, last - first + 1, Unit::Year)?;
    let time = Time::fixed(range, field::YEAR | field::DECADE).related(super::Relation::Between);
    Some(Time { explicit: true, ..time }.sure(0.95))
}

/// "3:15", "15:30:10", "9h30", "15h".
fn clock(text: &str, tokens: &[Token], start: usize) -> Option<Piece> {
    let two = |at: usize| match tokens.get(at).map(|token| (token.shape, token.glued)) {
        Some((Shape::Number { value, digits: 2 }, true)) if value < 60.0 => Some(value as i64),
        _ => None,
    };
    let Shape::Number { value, digits: 1 | 2 } = tokens[start].shape else { return None };
    let hour = value as i64;
    let sign = tokens.get(start + 1).filter(|sign| sign.glued)?;
    let mark = &text[sign.start..sign.end];
    let (seconds, end, grain) = match (mark, two(start + 2)) {
        (":", Some(minute)) => {
            let colon = tokens.get(start + 3).is_some_and(|sign| sign.glued && &text[sign.start..sign.end] == ":");
            match two(start + 4).filter(|_| colon) {
                Some(second) => (minute * 60 + second, start + 5, Grain::Second),
                None => (minute * 60, start + 3, Grain::Minute),
            }
        }
        ("h" | "H", Some(minute)) => (minute * 60, start + 3, Grain::Minute),
        ("h" | "H", None) => (0, start + 2, Grain::Minute),
        _ => return None,
    };
    // "24:00" ends a day; "we won 21:19" is a score.
    if hour > 23 || (mark == ":" && is_score(text, tokens[start].start)) {
        return None;
    }
    // "09:30", "15:30" and "9h" are on the 24-hour clock.
    let twice = hour <= 12 && mark == ":" && !(digits_of(&tokens[start]) == 2 && hour < 10);
    let series = Series::Clock { at: (hour % 24) * 3_600 + seconds, twice, grain };
    let weak = mark == "h" && end == start + 2;
    let time = Time { weak, ..Time::new(series, Form::Clock, field::CLOCK) }.sure(0.8);
    Some(Piece { end, value: Value::Time(if weak { time.latent() } else { time }), cost: 1 })
}

fn digits_of(token: &Token) -> u8 {
    match token.shape {
        Shape::Number { digits, .. } => digits,
        _ => 0,
    }
}
