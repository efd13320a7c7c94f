//! Calendar arithmetic in one zone: units, half-open civil intervals, rounding down, adding.
//!
//! Knows nothing of words, of "now" or of zones: everything here is civil (wall clock) time. Every step that can leave
//! the calendar (years -9999..=9999) answers `None`.

use jiff::civil::{Date, DateTime};

use crate::model::Grain;

/// A wall-clock date and time.
pub(super) type Moment = DateTime;

/// A calendar unit, finest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    Second,
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Quarter,
    Year,
    Decade,
    Century,
}

impl Unit {
    /// The grain that a phrase in this unit states. A century counts as a decade, the coarsest grain there is.
    pub(super) fn grain(self) -> Grain {
        match self {
            Self::Second => Grain::Second,
            Self::Minute => Grain::Minute,
            Self::Hour => Grain::Hour,
            Self::Day => Grain::Day,
            Self::Week => Grain::Week,
            Self::Month => Grain::Month,
            Self::Quarter => Grain::Quarter,
            Self::Year => Grain::Year,
            Self::Decade | Self::Century => Grain::Decade,
        }
    }
}

/// A half-open civil interval `[start, end)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) start: Moment,
    pub(super) end: Moment,
    pub(super) grain: Grain,
}

/// How weeks are counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calendar {
    /// Weeks start on Sunday instead of Monday.
    pub(super) sunday_first: bool,
}

/// Midnight that starts `date`.
pub(super) fn midnight(date: Date) -> Moment {
    date.at(0, 0, 0, 0)
}

/// Midnight of a date given by numbers, if there is such a date.
pub(super) fn day(year: i64, month: i64, day: i64) -> Option<Moment> {
    let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()?;
    Some(midnight(date))
}

/// Days from 1970-01-01 to the date of `at`.
pub(super) fn day_number(at: Moment) -> i64 {
    let epoch = jiff::civil::date(1970, 1, 1);
    at.date().duration_since(epoch).as_hours() / 24
}

/// Midnight of the day `number` days after 1970-01-01.
pub(super) fn from_day_number(number: i64) -> Option<Moment> {
    add(midnight(jiff::civil::date(1970, 1, 1)), number, Unit::Day)
}

/// `at` moved by `count` units; a day that a month does not have becomes its last day.
pub(super) fn add(at: Moment, count: i64, unit: Unit) -> Option<Moment> {
    use jiff::SignedDuration;
    let months = |n: i64| -> Option<Moment> {
        let index = i64::from(at.year()) * 12 + i64::from(at.month()) - 1;
        let index = index.checked_add(count.checked_mul(n)?)?;
        let first = Date::new(index.div_euclid(12).try_into().ok()?, (index.rem_euclid(12) + 1) as i8, 1).ok()?;
        let date = Date::new(first.year(), first.month(), at.day().min(first.days_in_month())).ok()?;
        Some(date.to_datetime(at.time()))
    };
    let seconds = |n: i64| at.checked_add(SignedDuration::from_secs(count.checked_mul(n)?)).ok();
    match unit {
        Unit::Second => seconds(1),
        Unit::Minute => seconds(60),
        Unit::Hour => seconds(3_600),
        Unit::Day => seconds(86_400),
        Unit::Week => seconds(7 * 86_400),
        Unit::Month => months(1),
        Unit::Quarter => months(3),
        Unit::Year => months(12),
        Unit::Decade => months(120),
        Unit::Century => months(1_200),
    }
}

/// The start of the `unit` that holds `at`. Decades start in years ending in 0; centuries in years ending in 00,
/// which is how "the 18th century" (1700s) is used in running text.
pub(super) fn floor(at: Moment, unit: Unit, calendar: Calendar) -> Moment {
    let date = at.date();
    let first = |year: i16, month: i8| Date::new(year, month, 1).map_or(Moment::MIN, midnight);
    match unit {
        Unit::Second => date.at(at.hour(), at.minute(), at.second(), 0),
        Unit::Minute => date.at(at.hour(), at.minute(), 0, 0),
        Unit::Hour => date.at(at.hour(), 0, 0, 0),
        Unit::Day => midnight(date),
        Unit::Week => {
            let back = if calendar.sunday_first {
                date.weekday().to_sunday_zero_offset()
            } else {
                date.weekday().to_monday_zero_offset()
            };
            add(midnight(date), -i64::from(back), Unit::Day).unwrap_or(Moment::MIN)
        }
        Unit::Month => first(date.year(), date.month()),
        Unit::Quarter => first(date.year(), (date.month() - 1) / 3 * 3 + 1),
        Unit::Year => first(date.year(), 1),
        Unit::Decade => first(date.year().div_euclid(10) * 10, 1),
        Unit::Century => first(date.year().div_euclid(100) * 100, 1),
    }
}

impl Range {
    /// `count` whole units from `start`, stated in that unit.
    pub(super) fn of(start: Moment, count: i64, unit: Unit) -> Option<Self> {
        Some(Self { start, end: add(start, count, unit)?, grain: unit.grain() })
    }

    /// The unit that holds `at`.
    pub(super) fn around(at: Moment, unit: Unit, calendar: Calendar) -> Option<Self> {
        Self::of(floor(at, unit, calendar), 1, unit)
    }

    /// A calendar year.
    pub(super) fn year(year: i64) -> Option<Self> {
        Self::of(day(year, 1, 1)?, 1, Unit::Year)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONDAY_FIRST: Calendar = Calendar { sunday_first: false };

    #[test]
    fn adding_months_keeps_to_the_month() {
        let leap = day(2024, 1, 31).unwrap();
        assert_eq!(add(leap, 1, Unit::Month), day(2024, 2, 29));
        assert_eq!(add(leap, -1, Unit::Quarter), day(2023, 10, 31));
        assert_eq!(add(leap, 100_000, Unit::Year), None);
        assert_eq!(add(leap, i64::MAX, Unit::Century), None);
    }

    #[test]
    fn weeks_start_where_the_calendar_says() {
        let wednesday = jiff::civil::date(2026, 3, 18).at(10, 30, 0, 0);
        assert_eq!(Some(floor(wednesday, Unit::Week, MONDAY_FIRST)), day(2026, 3, 16));
        assert_eq!(Some(floor(wednesday, Unit::Week, Calendar { sunday_first: true })), day(2026, 3, 15));
        assert_eq!(Some(floor(wednesday, Unit::Quarter, MONDAY_FIRST)), day(2026, 1, 1));
        assert_eq!(Some(floor(wednesday, Unit::Decade, MONDAY_FIRST)), day(2020, 1, 1));
    }

    #[test]
    fn day_numbers_go_both_ways() {
        for number in [-700_000, -1, 0, 1, 20_000] {
            assert_eq!(day_number(from_day_number(number).unwrap()), number);
        }
    }
}
