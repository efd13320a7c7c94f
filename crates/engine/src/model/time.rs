//! Instants and intervals: UTC microseconds, half-open, with a grain.

use core::fmt;

use serde::{Deserialize, Serialize};

/// An instant: microseconds since 1970-01-01T00:00:00Z. Negative before it.
///
/// Range: years -9999 to 9999, checked wherever text is read ([`Micros::parse`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Micros(pub i64);

/// Microseconds in a second.
pub const SECOND_US: i64 = 1_000_000;
/// Microseconds in a day of 86,400 s.
pub const DAY_US: i64 = 86_400 * SECOND_US;

impl Micros {
    /// Earliest instant that can be stored: -9999-01-02T00:00:00Z or so, what the calendar library covers.
    pub const MIN: Self = Self(-377_705_023_201_000_000);
    /// Latest instant that can be stored: about the end of year 9999.
    pub const MAX: Self = Self(253_402_207_200_999_999);

    /// Reads RFC 3339 (`2024-05-08T13:56:00Z`, any offset), a naive date-time or a bare date, both taken as UTC.
    ///
    /// # Errors
    /// [`TimeError`] when the text is none of these or lies outside the calendar.
    pub fn parse(text: &str) -> Result<Self, TimeError> {
        let text = text.trim();
        let fail = || TimeError { len: text.chars().count() };
        if let Ok(stamp) = text.parse::<jiff::Timestamp>() {
            return Ok(Self(stamp.as_microsecond()));
        }
        let civil = text
            .parse::<jiff::civil::DateTime>()
            .or_else(|_| text.parse::<jiff::civil::Date>().map(|date| date.at(0, 0, 0, 0)))
            .map_err(|_| fail())?;
        let stamp = jiff::tz::TimeZone::UTC.to_timestamp(civil).map_err(|_| fail())?;
        Ok(Self(stamp.as_microsecond()))
    }

    /// This instant moved by `delta_us`, clamped to the calendar.
    pub fn plus(self, delta_us: i64) -> Self {
        Self(self.0.saturating_add(delta_us)).clamp(Self::MIN, Self::MAX)
    }

    /// The calendar library's form of this instant, clamped to the calendar.
    pub fn to_timestamp(self) -> jiff::Timestamp {
        let clamped = self.clamp(Self::MIN, Self::MAX);
        jiff::Timestamp::from_microsecond(clamped.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
    }
}

impl fmt::Display for Micros {
    /// RFC 3339 in UTC with `Z`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_timestamp())
    }
}

/// A text is no date or date-time that Quintet reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a date or RFC 3339 date-time ({len} characters given); write for example 2024-05-08 or 2024-05-08T13:56:00Z"
)]
pub struct TimeError {
    /// Length of the refused text, in characters. The text itself is not kept.
    pub len: usize,
}

/// How exactly an interval was stated, coarsest last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grain {
    /// To the second or finer.
    #[default]
    Second,
    /// To the minute.
    Minute,
    /// To the hour.
    Hour,
    /// To the day.
    Day,
    /// To the week.
    Week,
    /// To the month.
    Month,
    /// To the quarter of a year, or a season.
    Quarter,
    /// To the year.
    Year,
    /// To the decade.
    Decade,
}

impl Grain {
    /// Nominal length in microseconds (a month counts 30.44 days, a year 365.25).
    pub fn width_us(self) -> i64 {
        match self {
            Self::Second => SECOND_US,
            Self::Minute => 60 * SECOND_US,
            Self::Hour => 3_600 * SECOND_US,
            Self::Day => DAY_US,
            Self::Week => 7 * DAY_US,
            Self::Month => DAY_US * 3_044 / 100,
            Self::Quarter => DAY_US * 9_131 / 100,
            Self::Year => DAY_US * 36_525 / 100,
            Self::Decade => DAY_US * 36_525 / 10,
        }
    }
}

/// A half-open interval `[start, end)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interval {
    /// First instant inside.
    pub start: Micros,
    /// First instant after. Always greater than or equal to `start`.
    pub end: Micros,
    /// How exactly it was stated.
    pub grain: Grain,
}

impl Interval {
    /// An interval; `end` before `start` is read as the empty interval at `start`.
    pub fn new(start: Micros, end: Micros, grain: Grain) -> Self {
        Self { start, end: end.max(start), grain }
    }

    /// Microseconds inside, never negative.
    pub fn len_us(self) -> i64 {
        self.end.0.saturating_sub(self.start.0)
    }

    /// True when nothing is inside.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Microseconds shared with `other`.
    pub fn overlap_us(self, other: Self) -> i64 {
        (self.end.0.min(other.end.0)).saturating_sub(self.start.0.max(other.start.0)).max(0)
    }

    /// Microseconds between the two; 0 when they touch or overlap.
    pub fn gap_us(self, other: Self) -> i64 {
        (other.start.0.saturating_sub(self.end.0)).max(self.start.0.saturating_sub(other.end.0)).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_three_forms_and_refuses_others() {
        assert_eq!(Micros::parse("1970-01-02").unwrap(), Micros(DAY_US));
        assert_eq!(Micros::parse("1970-01-01T00:00:01").unwrap(), Micros(SECOND_US));
        assert_eq!(Micros::parse("1970-01-01T01:00:00+01:00").unwrap(), Micros(0));
        for bad in ["", "yesterday", "2024-02-31", "99999-01-01", "2024-05-08T25:00:00Z"] {
            assert!(Micros::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn prints_what_it_reads() {
        let text = "2024-05-08T13:56:00Z";
        assert_eq!(Micros::parse(text).unwrap().to_string(), text);
        assert_eq!(Micros(i64::MAX).to_string(), Micros::MAX.to_string());
    }

    #[test]
    fn overlap_and_gap_exclude_each_other() {
        let at = |start, end| Interval::new(Micros(start), Micros(end), Grain::Second);
        assert_eq!(at(0, 10).overlap_us(at(5, 20)), 5);
        assert_eq!(at(0, 10).gap_us(at(5, 20)), 0);
        assert_eq!(at(0, 10).gap_us(at(15, 20)), 5);
        assert_eq!(at(15, 20).gap_us(at(0, 10)), 5);
        assert!(Interval::new(Micros(5), Micros(1), Grain::Day).is_empty());
    }
}
