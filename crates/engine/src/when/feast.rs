//! Holidays by rule: what falls when in a year. Names are in `rows_feast` and `observances`.

use super::almanac;
use super::civil::{self, Moment, Range, Unit};

/// How a holiday is fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Feast {
    /// Month and day.
    Date(i8, i8),
    /// Month and day; a Sunday moves it to the day before.
    DateNotSunday(i8, i8),
    /// Month and day; a weekend moves it to the nearest working day.
    Observed(i8, i8),
    /// 15 April, later when that is no working day or Emancipation Day is observed on it.
    TaxDay,
    /// The day of most United States primaries: by table until 2024, the first Tuesday of March after that.
    SuperTuesday,
    /// A single day of one year.
    Once(i16, i8, i8),
    /// Month, day, days it lasts.
    Span(i8, i8, i8),
    /// Month, weekday, which one, days it lasts.
    NthSpan(i8, i8, i8, i8),
    /// The first such weekday (Monday is 0) on or after a month and day.
    OnOrAfter(i8, i8, i8),
    /// Days from the first Sunday of Advent, the fourth before Christmas.
    Advent(i8),
    /// Last Saturday of March 20:30 to 21:30, a week earlier when that is the eve of Easter.
    EarthHour,
    /// Days from Western Easter Sunday, days it lasts.
    EasterSpan(i16, i16),
    /// The last Friday of Ramadan.
    RamadanFriday,
    /// Chinese lunar month and day.
    Chinese(i8, i8),
    /// The day on which the sun reaches a longitude (0 is the spring equinox), in a zone of so many hours.
    Sun(i16, i8),
    /// Onam.
    Onam,
    /// Month, weekday (Monday is 0), which one (negative counts from the end), days added.
    Nth(i8, i8, i8, i8),
    /// Days from Western Easter Sunday.
    Easter(i16),
    /// Days from Orthodox Easter Sunday.
    Orthodox(i16),
    /// From an Orthodox Easter offset, lasting days.
    OrthodoxFast(i16, i16),
    /// Hebrew month (Nisan 1), day, days it lasts. It starts on the evening before, so that day is counted in.
    Hebrew(i8, i8, i8),
    /// Islamic month, day, days it lasts.
    Islamic(i8, i8, i8),
    /// Days from Chinese New Year.
    LunarNewYear(i16),
    /// Indian lunar month (Chaitra 1, from new moon to new moon), lunar day, hour at which it must be current, days
    /// added.
    Tithi(i8, i8, i8, i8),
    /// The day on which the sun enters a sign of the fixed stars (Aries 0), days added.
    Sign(i8, i8),
    /// As [`Feast::Tithi`] without hour (sunrise), lasting days.
    TithiSpan(i8, i8, i8),
}

impl Feast {
    /// The holiday in a Gregorian year.
    pub(super) fn in_year(self, year: i64) -> Option<Range> {
        let days =
            |start: Moment, offset: i64, count: i64| Range::of(civil::add(start, offset, Unit::Day)?, count, Unit::Day);
        match self {
            Self::Date(month, day) => days(civil::day(year, month.into(), day.into())?, 0, 1),
            Self::DateNotSunday(month, day) => {
                let date = civil::day(year, month.into(), day.into())?;
                days(date, -i64::from(date.weekday() == jiff::civil::Weekday::Sunday), 1)
            }
            Self::Observed(month, day) => days(observed(year, month, day)?, 0, 1),
            Self::TaxDay => {
                let holiday = observed(year, 4, 16)?;
                let mut date = civil::day(year, 4, 15)?;
                while date == holiday || date.date().weekday().to_monday_zero_offset() > 4 {
                    date = civil::add(date, 1, Unit::Day)?;
                }
                days(date, 0, 1)
            }
            Self::SuperTuesday => super_tuesday(year),
            Self::Once(only, month, day) => {
                if year == i64::from(only) {
                    Self::Date(month, day).in_year(year)
                } else {
                    None
                }
            }
            Self::Span(month, day, count) => days(civil::day(year, month.into(), day.into())?, 0, count.into()),
            Self::NthSpan(month, weekday, nth, count) => {
                days(Self::Nth(month, weekday, nth, 0).in_year(year)?.start, 0, count.into())
            }
            Self::OnOrAfter(month, day, weekday) => {
                days(on_or_after(civil::day(year, month.into(), day.into())?, weekday.into())?, 0, 1)
            }
            Self::Advent(offset) => days(on_or_after(civil::day(year, 11, 27)?, 6)?, offset.into(), 1),
            Self::EarthHour => earth_hour(year),
            Self::EasterSpan(offset, count) => days(almanac::easter(year)?, offset.into(), count.into()),
            Self::RamadanFriday => {
                let end = almanac::islamic(year, 10, 1)?;
                let back = (i64::from(end.date().weekday().to_monday_zero_offset()) - 4).rem_euclid(7);
                days(end, if back == 0 { -7 } else { -back }, 1)
            }
            Self::Chinese(month, day) => days(almanac::chinese(year, month.into(), day.into())?, 0, 1),
            Self::Sun(longitude, ahead) => days(almanac::sun_reaches(year, longitude.into(), ahead.into())?, 0, 1),
            Self::Onam => days(almanac::onam(year)?, 0, 1),
            Self::Nth(month, weekday, nth, plus) => {
                let first = civil::day(year, month.into(), 1)?;
                let edge = if nth > 0 { first } else { civil::add(first, 1, Unit::Month)? };
                let ahead = i64::from(weekday) - i64::from(edge.date().weekday().to_monday_zero_offset());
                let weeks = i64::from(nth) - i64::from(nth > 0);
                days(edge, ahead.rem_euclid(7) + weeks * 7 + i64::from(plus), 1)
            }
            Self::Easter(offset) => days(almanac::easter(year)?, offset.into(), 1),
            Self::Orthodox(offset) => days(almanac::orthodox_easter(year)?, offset.into(), 1),
            Self::OrthodoxFast(offset, count) => days(almanac::orthodox_easter(year)?, offset.into(), count.into()),
            Self::Hebrew(month, day, count) => {
                days(almanac::hebrew(year, month.into(), day.into())?, -1, i64::from(count) + 1)
            }
            Self::Islamic(month, day, count) => {
                days(almanac::islamic(year, month.into(), day.into())?, 0, count.into())
            }
            Self::Tithi(month, tithi, hour, plus) => {
                days(almanac::tithi(year, month.into(), tithi.into(), hour.into())?, plus.into(), 1)
            }
            Self::Sign(sign, plus) => days(almanac::sun_enters(year, sign.into())?, plus.into(), 1),
            Self::TithiSpan(month, tithi, count) => {
                days(almanac::tithi(year, month.into(), tithi.into(), 6.0)?, 0, count.into())
            }
            Self::LunarNewYear(offset) => days(almanac::lunar_new_year(year)?, offset.into(), 1),
        }
    }
}

/// The day of most primaries, by year; later ones by the rule that has held since 2012.
fn super_tuesday(year: i64) -> Option<Range> {
    const HELD: [(i64, i8, i8); 11] = [
        (1984, 3, 13),
        (1988, 3, 8),
        (1992, 3, 10),
        (1996, 3, 12),
        (2000, 3, 7),
        (2004, 3, 2),
        (2008, 2, 5),
        (2012, 3, 6),
        (2016, 3, 1),
        (2020, 3, 3),
        (2024, 3, 5),
    ];
    if let Some(&(_, month, day)) = HELD.iter().find(|(held, ..)| *held == year) {
        return Feast::Date(month, day).in_year(year);
    }
    (year > 2024 && year.rem_euclid(4) == 0).then(|| Feast::Nth(3, 1, 1, 0).in_year(year))?
}

fn earth_hour(year: i64) -> Option<Range> {
    let last = Feast::Nth(3, 5, -1, 0).in_year(year)?.start;
    let eve = civil::add(almanac::easter(year)?, -1, Unit::Day)?;
    let day = if last == eve { civil::add(last, -7, Unit::Day)? } else { last };
    let start = civil::add(day, 20 * 60 + 30, Unit::Minute)?;
    Some(Range { start, end: civil::add(start, 1, Unit::Hour)?, grain: Unit::Minute.grain() })
}

/// The first such weekday (Monday is 0) on or after a day.
fn on_or_after(day: Moment, weekday: i64) -> Option<Moment> {
    let ahead = (weekday - i64::from(day.date().weekday().to_monday_zero_offset())).rem_euclid(7);
    civil::add(day, ahead, Unit::Day)
}

/// The working day nearest to a date.
fn observed(year: i64, month: i8, day: i8) -> Option<Moment> {
    let date = civil::day(year, month.into(), day.into())?;
    let move_days = match date.date().weekday().to_monday_zero_offset() {
        5 => -1,
        6 => 1,
        _ => 0,
    };
    civil::add(date, move_days, Unit::Day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floating_holidays() {
        let start = |feast: Feast, year| feast.in_year(year).unwrap().start;
        let at = |y, m, d| civil::day(y, m, d).unwrap();
        assert_eq!(start(Feast::Nth(11, 3, 4, 0), 2026), at(2026, 11, 26));
        assert_eq!(start(Feast::Nth(11, 3, 4, 1), 2026), at(2026, 11, 27));
        assert_eq!(start(Feast::Nth(5, 0, -1, 0), 2013), at(2013, 5, 27));
        assert_eq!(start(Feast::Nth(9, 0, 1, 0), 2025), at(2025, 9, 1));
        assert_eq!(start(Feast::Easter(-2), 2026), at(2026, 4, 3));
    }
}
