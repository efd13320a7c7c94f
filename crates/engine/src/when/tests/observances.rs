//! Names of days: every one is found, and the movable ones fall where they fell.

use super::*;
use crate::when::civil::Calendar;
use crate::when::observances::NAMES;
use crate::when::series::Series;

/// The name with the first of all choices and without what may be left out.
fn plain(pattern: &str) -> String {
    let mut text = String::new();
    for item in pattern.split(' ').filter(|item| !item.ends_with('?')) {
        let word = item.split('|').next().unwrap_or_default();
        if !text.is_empty() && !matches!(word, "'s" | "'") {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

#[test]
fn every_name_is_found_and_means_its_day() {
    let zone = jiff::tz::TimeZone::UTC;
    let now = Micros::parse("2026-03-18T10:30:00Z").unwrap();
    let said = Reference { now, zone: &zone, week_starts_on_sunday: false, direction: Direction::Past };
    let mut wrong = Vec::new();
    for (pattern, feast) in NAMES {
        let text = plain(pattern);
        let found = resolve(&text, &said);
        let series = Series::Feast(*feast);
        let cal = Calendar { sunday_first: false };
        let at = zone.to_datetime(now.to_timestamp());
        let want = series.prev(at, cal).or_else(|| series.next(at, cal));
        let want = want.map(|range| zone.to_timestamp(range.start).unwrap().as_microsecond());
        let got = found.first().and_then(|intent| intent.hypotheses.first()).map(|best| best.interval.start.0);
        if got != want || found.len() != 1 || found[0].span.end as usize != text.len() {
            wrong.push(format!("{text}: {want:?} {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn movable_days_of_known_years() {
    let zone = jiff::tz::TimeZone::UTC;
    let said = Reference {
        now: Micros::parse("2026-03-18T10:30:00Z").unwrap(),
        zone: &zone,
        week_starts_on_sunday: false,
        direction: Direction::Past,
    };
    for (text, day) in [
        ("Earth Hour 2013", "2013-03-23T20:30:00Z"),
        ("earth hour 2024", "2024-03-23T20:30:00Z"),
        ("administrative professionals' day 2016", "2016-04-27T00:00:00Z"),
        ("Advent Sunday 2023", "2023-12-03T00:00:00Z"),
        ("first Sunday of Advent 2024", "2024-12-01T00:00:00Z"),
        ("Victoria Day 2025", "2025-05-19T00:00:00Z"),
        ("Election Day 2024", "2024-11-05T00:00:00Z"),
        ("Mid-Autumn Festival 2023", "2023-09-29T00:00:00Z"),
        ("mid-autumn festival 2025", "2025-10-06T00:00:00Z"),
        ("Dragon Boat Festival 2024", "2024-06-10T00:00:00Z"),
        ("Qingming 2024", "2024-04-04T00:00:00Z"),
        ("summer solstice 2025", "2025-06-21T00:00:00Z"),
        ("vernal equinox 2024", "2024-03-20T00:00:00Z"),
        ("Jamat ul-Vida 2018", "2018-06-08T00:00:00Z"),
        ("Mothering Sunday 2025", "2025-03-30T00:00:00Z"),
        ("super tuesday 2008", "2008-02-05T00:00:00Z"),
        ("super tuesday 2024", "2024-03-05T00:00:00Z"),
    ] {
        let found = resolve(text, &said);
        let got = found.first().map(|intent| intent.hypotheses[0].interval.start.to_string());
        assert_eq!(got.as_deref(), Some(day), "{text}");
    }
}
