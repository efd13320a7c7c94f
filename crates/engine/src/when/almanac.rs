//! Dates that other calendars fix: Easter, Hebrew and Islamic dates, lunar months of China and India.
//!
//! Days are counted from 1970-01-01 (the Gregorian calendar, also before 1582). Sources: Easter by the anonymous
//! Gregorian computus and Meeus' Julian one; Hebrew and tabular Islamic arithmetic as in Reingold and Dershowitz,
//! "Calendrical Calculations"; new moons by Meeus, "Astronomical Algorithms", chapter 49 (main terms, good to about
//! ten minutes between 1800 and 2200). Sighted-moon calendars can differ from the arithmetic by a day.

use super::civil::{Moment, day, day_number, from_day_number};

/// Western Easter Sunday.
pub(super) fn easter(year: i64) -> Option<Moment> {
    let (a, b, c) = (year.rem_euclid(19), year.div_euclid(100), year.rem_euclid(100));
    let (d, e) = (b.div_euclid(4), b.rem_euclid(4));
    let g = (8 * b + 13).div_euclid(25);
    let h = (19 * a + b - d - g + 15).rem_euclid(30);
    let (i, k) = (c.div_euclid(4), c.rem_euclid(4));
    let l = (32 + 2 * e + 2 * i - h - k).rem_euclid(7);
    let m = (a + 11 * h + 19 * l).div_euclid(433);
    let month = (h + l - 7 * m + 90).div_euclid(25);
    day(year, month, (h + l - 7 * m + 33 * month + 19).rem_euclid(32))
}

/// Orthodox Easter Sunday, as a Gregorian date.
pub(super) fn orthodox_easter(year: i64) -> Option<Moment> {
    let d = (19 * year.rem_euclid(19) + 15).rem_euclid(30);
    let e = (2 * year.rem_euclid(4) + 4 * year.rem_euclid(7) - d + 34).rem_euclid(7);
    let (month, date) = ((d + e + 114).div_euclid(31), (d + e + 114).rem_euclid(31) + 1);
    let drift = year.div_euclid(100) - year.div_euclid(400) - 2;
    from_day_number(day_number(day(year, month, date)?) + drift)
}

/// Days from the Hebrew epoch to 1 Tishri of a Hebrew year.
fn hebrew_new_year(year: i64) -> i64 {
    let elapsed = |year: i64| {
        let months = (235 * year - 234).div_euclid(19);
        let parts = 12_084 + 13_753 * months;
        let days = 29 * months + parts.div_euclid(25_920);
        if (3 * (days + 1)).rem_euclid(7) < 3 { days + 1 } else { days }
    };
    let (before, at, after) = (elapsed(year - 1), elapsed(year), elapsed(year + 1));
    let delay = if after - at == 356 { 2 } else { i64::from(at - before == 382) };
    at + delay
}

/// The day that begins at the sunset before a Hebrew date falls in daylight of this Gregorian date. `month` counts from
/// Nisan = 1; Tishri is 7; Adar (Adar II in leap years) is 12.
pub(super) fn hebrew(gregorian_year: i64, month: i64, date: i64) -> Option<Moment> {
    // Day number of the Hebrew epoch's 1 Tishri of year 1, on our scale.
    const EPOCH: i64 = -2_092_590;
    let leap = |year: i64| (7 * year + 1).rem_euclid(19) < 7;
    let year = gregorian_year + if (7..10).contains(&month) { 3_761 } else { 3_760 };
    let new_year = hebrew_new_year(year);
    let length = hebrew_new_year(year + 1) - new_year;
    let days_in = |month: i64| match month {
        2 | 4 | 6 | 10 | 13 => 29,
        8 if length % 10 == 5 => 30,
        8 => 29,
        9 if length % 10 == 3 => 29,
        12 if !leap(year) => 29,
        _ => 30,
    };
    // Months of a year in order of the civil year: Tishri .. Adar (I, II), Nisan .. Elul. In a leap year Adar I is 12
    // and Adar II is 13 here, so a caller's 12 means 13.
    let last = if leap(year) { 13 } else { 12 };
    let wanted = if month == 12 { last } else { month };
    let order = (7..=last).chain(1..7);
    let before: i64 = order.take_while(|&m| m != wanted).map(days_in).sum();
    from_day_number(EPOCH + new_year + before + date - 1)
}

/// The first date in a Gregorian year on which an Islamic date falls.
///
/// A month begins on the evening after the new moon, if that comes before sunset in Mecca (about 15:00 UTC), as in the
/// calendar of Umm al-Qura; the tabular calendar only tells which new moon it is.
pub(super) fn islamic(gregorian_year: i64, month: i64, date: i64) -> Option<Moment> {
    // Day number of 1 Muharram 1 AH (16 July 622, Julian).
    const EPOCH: i64 = -492_148;
    const SUNSET_TO_MIDNIGHT: f64 = 9.0 / 24.0;
    let tabular =
        |year: i64| EPOCH + (year - 1) * 354 + (3 + 11 * year).div_euclid(30) + 29 * (month - 1) + month.div_euclid(2);
    let first = day_number(day(gregorian_year, 1, 1)?);
    let mut year = (gregorian_year - 622) * 33 / 32 - 1;
    while tabular(year) + date + 2 < first {
        year += 1;
    }
    for year in year..year + 3 {
        let moon = new_moon_after(tabular(year) as f64 - 6.0);
        let start = (moon + SUNSET_TO_MIDNIGHT).floor() as i64 + 1;
        if start + date > first {
            return from_day_number(start + date - 1);
        }
    }
    None
}

/// New moon number `k` (0 is that of 6 January 2000), in days from 1970-01-01, universal time.
fn new_moon(k: i64) -> f64 {
    let k = k as f64;
    let t = k / 1236.85;
    let mean = 2_451_550.097_66 + 29.530_588_861 * k + 0.000_154_37 * t * t;
    let rad = |degrees: f64| degrees.to_radians();
    let sun = rad(2.5534 + 29.105_356_70 * k);
    let moon = rad(201.5643 + 385.816_935_28 * k + 0.010_758_2 * t * t);
    let node = rad(160.7108 + 390.670_502_84 * k - 0.001_611_8 * t * t);
    let omega = rad(124.7746 - 1.563_755_88 * k);
    let e = 1.0 - 0.002_516 * t;
    let change = -0.407_20 * moon.sin()
        + 0.172_41 * e * sun.sin()
        + 0.016_08 * (2.0 * moon).sin()
        + 0.010_39 * (2.0 * node).sin()
        + 0.007_39 * e * (moon - sun).sin()
        - 0.005_14 * e * (moon + sun).sin()
        + 0.002_08 * e * e * (2.0 * sun).sin()
        - 0.001_11 * (moon - 2.0 * node).sin()
        - 0.000_57 * (moon + 2.0 * node).sin()
        + 0.000_56 * e * (2.0 * moon + sun).sin()
        - 0.000_42 * (3.0 * moon).sin()
        + 0.000_42 * e * (sun + 2.0 * node).sin()
        + 0.000_38 * e * (sun - 2.0 * node).sin()
        - 0.000_24 * e * (2.0 * moon - sun).sin()
        - 0.000_17 * omega.sin();
    // Terrestrial to universal time: about 70 s, far below what the day needs.
    mean + change - 2_440_587.5 - 0.000_8
}

/// The new moon on or after the instant `after` (days from 1970-01-01, universal time).
pub(super) fn new_moon_after(after: f64) -> f64 {
    let mut k = ((after - 10_962.76) / 29.530_588_861).floor() as i64 - 1;
    while new_moon(k) < after {
        k += 1;
    }
    new_moon(k)
}

/// Chinese New Year: the new moon between 21 January and 20 February, in China (UTC+8).
pub(super) fn lunar_new_year(year: i64) -> Option<Moment> {
    const CHINA: f64 = 8.0 / 24.0;
    let from = day_number(day(year, 1, 21)?) as f64;
    from_day_number((new_moon_after(from - CHINA) + CHINA).floor() as i64)
}

/// Mean positions of sun and moon with their main terms: tropical longitude of the sun and elongation of the moon, in
/// degrees, at `at` days from 1970-01-01. Good to about a quarter of a degree (half an hour of a tithi).
fn sun_and_elongation(at: f64) -> (f64, f64) {
    let t = (at - 10_957.5) / 36_525.0;
    let sine = |degrees: f64| degrees.to_radians().sin();
    let sun_anomaly = 357.529 + 35_999.050 * t;
    let centre = 1.915 * sine(sun_anomaly) + 0.020 * sine(2.0 * sun_anomaly);
    let sun = 280.466 + 36_000.770 * t + centre;
    let mean = 297.850 + 445_267.112 * t;
    let moon_anomaly = 134.963 + 477_198.868 * t;
    let node = 93.272 + 483_202.018 * t;
    let moon = 6.289 * sine(moon_anomaly)
        + 1.274 * sine(2.0 * mean - moon_anomaly)
        + 0.658 * sine(2.0 * mean)
        + 0.214 * sine(2.0 * moon_anomaly)
        - 0.186 * sine(sun_anomaly)
        - 0.114 * sine(2.0 * node)
        + 0.059 * sine(2.0 * mean - 2.0 * moon_anomaly)
        + 0.057 * sine(2.0 * mean - sun_anomaly - moon_anomaly);
    (sun.rem_euclid(360.0), (mean + moon - centre).rem_euclid(360.0))
}

/// The sign (0 is Aries) that the sun stands in, counted from the fixed stars as in India (Lahiri).
fn sidereal_sign(at: f64) -> i64 {
    let precession = 23.857 + (at - 10_957.5) / 365.25 * 0.013_97;
    ((sun_and_elongation(at).0 - precession).rem_euclid(360.0) / 30.0).floor() as i64
}

/// The day in a Gregorian year before whose sunset in India the sun enters a sign (Aries is 0).
pub(super) fn sun_enters(year: i64, sign: i64) -> Option<Moment> {
    const SUNSET: f64 = 12.5 / 24.0;
    // The sun enters sidereal Aries about 14 April and spends 30 or 31 days in each sign.
    let first = day_number(day(year, 1, 1)?) + (103 + sign * 365 / 12).rem_euclid(365) - 8;
    let inside = |number: i64| sidereal_sign(number as f64 + SUNSET) == sign;
    (first..first + 16).find(|&number| inside(number) && !inside(number - 1)).and_then(from_day_number)
}

/// Onam: the day in the sun's stay in Leo on which the moon stands in Shravana (280 to 293 1/3 degrees) at sunrise in
/// India.
pub(super) fn onam(year: i64) -> Option<Moment> {
    const SUNRISE: f64 = 0.5 / 24.0;
    let first = day_number(sun_enters(year, 4)?);
    let in_shravana = |number: i64| {
        let at = number as f64 + SUNRISE;
        let (sun, elongation) = sun_and_elongation(at);
        let precession = 23.857 + (at - 10_957.5) / 365.25 * 0.013_97;
        (280.0..293.333).contains(&(sun + elongation - precession).rem_euclid(360.0))
    };
    (first..first + 31).find(|&number| in_shravana(number)).and_then(from_day_number)
}

/// The day in a Gregorian year on which a lunar day is current in India at an hour of the day.
///
/// `month` is counted from Chaitra = 1, from new moon to new moon; `tithi` 1..=30 from the new moon (15 is the full
/// moon); `hour` local. A month without a change of the sun's sign is a leap month and is passed over.
pub(super) fn tithi(year: i64, month: i64, tithi: i64, hour: f64) -> Option<Moment> {
    const INDIA: f64 = 5.5 / 24.0;
    let first = day_number(day(year, 1, 1)?);
    let mut moon = new_moon_after(first as f64 - 40.0);
    for _ in 0..15 {
        let next = new_moon_after(moon + 1.0);
        let (sign, next_sign) = (sidereal_sign(moon), sidereal_sign(next));
        if sign != next_sign && (sign + 1).rem_euclid(12) + 1 == month {
            let current = |number: i64| {
                let at = number as f64 + hour / 24.0 - INDIA;
                (sun_and_elongation(at).1 / 12.0).floor() as i64 + 1
            };
            let about = (moon + INDIA).floor() as i64 + tithi - 1;
            let on = (about - 2..=about + 2).find(|&number| (current(number) - tithi).rem_euclid(30) < 15);
            if let Some(found) = on.and_then(from_day_number).filter(|found| i64::from(found.year()) == year) {
                return Some(found);
            }
        }
        moon = next;
    }
    None
}

/// The day in a year, in a zone `ahead` hours of UTC, on which the sun reaches a tropical longitude in degrees.
pub(super) fn sun_reaches(year: i64, longitude: i64, ahead: i64) -> Option<Moment> {
    // The sun stands at 280 degrees on 1 January and moves a little less than one a day.
    let about = (longitude - 280).rem_euclid(360) * 36_525 / 36_000;
    let first = day_number(day(year, 1, 1)?) + about - 4;
    let past = |number: i64| {
        let at = number as f64 - ahead as f64 / 24.0;
        (sun_and_elongation(at).0 - longitude as f64).rem_euclid(360.0) < 180.0
    };
    (first..first + 10).find(|&number| !past(number) && past(number + 1)).and_then(from_day_number)
}

/// A day of a Chinese lunar month: the month, from new moon to new moon in China, in which the sun reaches the
/// longitude that the month is named after (the twelve at 30 degrees each from 330). Leap months hold none.
pub(super) fn chinese(year: i64, month: i64, date: i64) -> Option<Moment> {
    const CHINA: f64 = 8.0 / 24.0;
    let term = day_number(sun_reaches(year, (300 + 30 * month).rem_euclid(360), 8)?);
    let mut start = (new_moon_after(term as f64 - 32.0) + CHINA).floor() as i64;
    for _ in 0..3 {
        let next = (new_moon_after(start as f64 + 2.0) + CHINA).floor() as i64;
        if next > term {
            return from_day_number(start + date - 1);
        }
        start = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: i64, month: i64, date: i64) -> Option<Moment> {
        day(year, month, date)
    }

    #[test]
    fn easters() {
        for (year, month, day_) in [(2013, 3, 31), (2024, 3, 31), (2025, 4, 20), (2026, 4, 5)] {
            assert_eq!(easter(year), date(year, month, day_));
        }
        for (year, month, day_) in [(2018, 4, 8), (2024, 5, 5), (2025, 4, 20)] {
            assert_eq!(orthodox_easter(year), date(year, month, day_));
        }
    }

    #[test]
    fn hebrew_dates() {
        assert_eq!(hebrew(2018, 7, 1), date(2018, 9, 10));
        assert_eq!(hebrew(2024, 7, 10), date(2024, 10, 12));
        assert_eq!(hebrew(2024, 1, 15), date(2024, 4, 23));
        assert_eq!(hebrew(2024, 12, 14), date(2024, 3, 24));
        assert_eq!(hebrew(2023, 9, 25), date(2023, 12, 8));
    }

    #[test]
    fn islamic_dates() {
        for ((year, month, day_), (m, d)) in
            [((2018, 10, 1), (6, 15)), ((2024, 10, 1), (4, 10)), ((2018, 12, 10), (8, 21)), ((2024, 9, 1), (3, 11))]
        {
            assert_eq!(islamic(year, month, day_), date(year, m, d), "{year} {month}");
        }
    }

    #[test]
    fn indian_dates() {
        // Diwali, Holi, Rama Navami, Janmashtami.
        for ((year, month, lunar, hour), (m, d)) in [
            ((2019, 7, 30, 18.0), (10, 27)),
            ((2023, 7, 30, 18.0), (11, 12)),
            ((2024, 7, 30, 18.0), (10, 31)),
            ((2024, 1, 9, 12.0), (4, 17)),
            ((2020, 1, 9, 12.0), (4, 2)),
        ] {
            assert_eq!(tithi(year, month, lunar, hour), date(year, m, d), "{year} {month} {lunar}");
        }
    }

    #[test]
    fn chinese_festivals() {
        for ((year, month, day_), (m, d)) in [
            ((2020, 8, 15), (10, 1)),
            ((2023, 8, 15), (9, 29)),
            ((2024, 8, 15), (9, 17)),
            ((2025, 8, 15), (10, 6)),
            ((2023, 5, 5), (6, 22)),
            ((2025, 5, 5), (5, 31)),
            ((2024, 9, 9), (10, 11)),
        ] {
            assert_eq!(chinese(year, month, day_), date(year, m, d), "{year} {month} {day_}");
        }
    }

    #[test]
    fn the_sun_keeps_its_days() {
        for ((year, longitude, ahead), (m, d)) in [
            ((2024, 0, 0), (3, 20)),
            ((2025, 90, 0), (6, 21)),
            ((2023, 180, 0), (9, 23)),
            ((2023, 270, 0), (12, 22)),
            ((2024, 15, 8), (4, 4)),
            ((2023, 15, 8), (4, 5)),
        ] {
            assert_eq!(sun_reaches(year, longitude, ahead), date(year, m, d), "{year} {longitude}");
        }
    }

    #[test]
    fn chinese_new_years() {
        for (year, month, day_) in [(2014, 1, 31), (2018, 2, 16), (2023, 1, 22), (2024, 2, 10), (2025, 1, 29)] {
            assert_eq!(lunar_new_year(year), date(year, month, day_), "{year}");
        }
    }
}
