//! Runs every example of every row and the batteries; the folder holds the laws that hold for any text.

mod events;
mod languages;
mod laws;
mod negatives;
mod observances;
mod orders;

use super::*;

fn reference(zone: &jiff::tz::TimeZone) -> Reference<'_> {
    let now = Micros::parse("2026-03-18T10:30:00Z").unwrap();
    Reference { now, zone, week_starts_on_sunday: false, direction: Direction::Past }
}

/// Renders intents the way the rows' examples are written.
fn render(intents: &[Intent]) -> String {
    let at = |micros: Micros| match micros {
        Micros::MIN | Micros::MAX => String::new(),
        _ => micros.to_string().trim_end_matches('Z').to_owned(),
    };
    let one = |intent: &Intent| {
        let relation = match intent.relation {
            Relation::In => "",
            Relation::Since => "since ",
            Relation::Until => "until ",
            Relation::Between => "between ",
            Relation::Around => "around ",
            Relation::Latest => "latest",
            Relation::First => "first",
        };
        let readings: Vec<String> = intent
            .hypotheses
            .iter()
            .map(|hypothesis| {
                let Interval { start, end, grain } = hypothesis.interval;
                let name = format!("{grain:?}").to_lowercase();
                let single = grain <= Grain::Day && grain != Grain::Hour && end.0 - start.0 == grain.width_us();
                let range = if single { at(start) } else { format!("{}/{}", at(start), at(end)) };
                let share = if intent.hypotheses.len() > 1 {
                    format!(" {:.2}", hypothesis.p).replace(" 0.", " .")
                } else {
                    String::new()
                };
                format!("{range} {name}{share}")
            })
            .collect();
        format!("{relation}{}", readings.join("; "))
    };
    intents.iter().map(one).collect::<Vec<_>>().join(" | ").replace("T00:00:00", "")
}

#[test]
fn every_example_of_every_row() {
    let zone = jiff::tz::TimeZone::UTC;
    let mut wrong = Vec::new();
    for row in pick::rows() {
        assert!(!row.examples.is_empty(), "{} shows no example", row.pattern);
        for (text, expected) in row.examples {
            let got = render(&resolve(text, &reference(&zone)));
            if got != expected.replace("T00:00:00", "") {
                wrong.push(format!("{text:?} ({}): expected {expected}, got {got}", row.pattern));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn spans_cover_the_expression_with_its_preposition() {
    let zone = jiff::tz::TimeZone::UTC;
    for (text, expected) in [
        ("What did Anna say about the boat in March?", vec!["in March"]),
        ("did we meet last Monday or on 3 March 2025", vec!["last Monday", "on 3 March 2025"]),
        ("昨天做了什么", vec!["昨天"]),
        ("10 August - 12 September 2013", vec!["10 August - 12 September 2013"]),
        ("on Sunday 12/7/2014, or Tuesday 12/7/2014", vec!["on Sunday 12/7/2014", "Tuesday 12/7/2014"]),
        ("Where did he live from 1999 to 2003, and since 2010?", vec!["from 1999 to 2003", "since 2010"]),
        ("a yesterday to remember", vec!["yesterday"]),
        ("see /users/archive-2018-09-23-page-01", vec!["2018-09-23"]),
    ] {
        let found = resolve(text, &reference(&zone));
        let spans: Vec<&str> =
            found.iter().map(|intent| &text[intent.span.start as usize..intent.span.end as usize]).collect();
        assert_eq!(spans, expected, "{text}");
    }
}

/// Phrases that people use when they ask a memory, with what each means on Wednesday 2026-03-18 10:30 UTC.
#[test]
fn the_battery_of_memory_phrases() {
    let zone = jiff::tz::TimeZone::UTC;
    let mut wrong = Vec::new();
    for (text, start, grain) in BATTERY {
        let found = resolve(text, &reference(&zone));
        let got = found.first().map_or(String::new(), |intent| match intent.hypotheses.first() {
            Some(best) if intent.relation == Relation::Until => best.interval.end.to_string(),
            Some(best) => best.interval.start.to_string(),
            None => "order".to_owned(),
        });
        let right = got.trim_end_matches('Z').trim_end_matches("T00:00:00") == *start
            && found.len() == 1
            && (got == "order" || found[0].grain == *grain);
        if !right {
            wrong.push(format!("{text}: {}", render(&found)));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), BATTERY.len(), wrong.join("\n"));
}

const BATTERY: &[(&str, &str, Grain)] = &[
    ("today", "2026-03-18", Grain::Day),
    ("yesterday", "2026-03-17", Grain::Day),
    ("the day before yesterday", "2026-03-16", Grain::Day),
    ("tomorrow", "2026-03-19", Grain::Day),
    ("this morning", "2026-03-18", Grain::Hour),
    ("yesterday evening", "2026-03-17T18:00:00", Grain::Hour),
    ("last night", "2026-03-17T18:00:00", Grain::Hour),
    ("tonight", "2026-03-18T18:00:00", Grain::Hour),
    ("last Monday", "2026-03-16", Grain::Day),
    ("on Monday", "2026-03-16", Grain::Day),
    ("Monday", "2026-03-16", Grain::Day),
    ("last Friday", "2026-03-13", Grain::Day),
    ("two Mondays ago", "2026-03-09", Grain::Day),
    ("this week", "2026-03-16", Grain::Week),
    ("last week", "2026-03-09", Grain::Week),
    ("the week before last", "2026-03-02", Grain::Week),
    ("next week", "2026-03-23", Grain::Week),
    ("last weekend", "2026-03-13T18:00:00", Grain::Hour),
    ("over the weekend", "2026-03-13T18:00:00", Grain::Hour),
    ("this month", "2026-03-01", Grain::Month),
    ("last month", "2026-02-01", Grain::Month),
    ("last quarter", "2025-10-01", Grain::Quarter),
    ("this year", "2026-01-01", Grain::Year),
    ("last year", "2025-01-01", Grain::Year),
    ("earlier this year", "2026-01-01", Grain::Day),
    ("last March", "2025-03-01", Grain::Month),
    ("in March", "2026-03-01", Grain::Month),
    ("in November", "2025-11-01", Grain::Month),
    ("March 2026", "2026-03-01", Grain::Month),
    ("March 3 2026", "2026-03-03", Grain::Day),
    ("March 3rd, 2026", "2026-03-03", Grain::Day),
    ("3 March 2026", "2026-03-03", Grain::Day),
    ("2026-03-03", "2026-03-03", Grain::Day),
    ("2026-03", "2026-03-01", Grain::Month),
    ("on the 5th", "2026-03-05", Grain::Day),
    ("Friday the 13th", "2026-03-13", Grain::Day),
    ("Q1 2026", "2026-01-01", Grain::Quarter),
    ("in 2025", "2025-01-01", Grain::Year),
    ("late 2025", "2025-09-01", Grain::Month),
    ("early March", "2026-03-01", Grain::Day),
    ("mid February", "2026-02-11", Grain::Day),
    ("beginning of the year", "2026-01-01", Grain::Month),
    ("last summer", "2025-06-21", Grain::Quarter),
    ("the 80s", "1980-01-01", Grain::Decade),
    ("3 days ago", "2026-03-15", Grain::Day),
    ("a couple of days ago", "2026-03-15", Grain::Day),
    ("two weeks ago", "2026-03-04", Grain::Day),
    ("a fortnight ago", "2026-03-04", Grain::Day),
    ("a month ago", "2026-02-01", Grain::Month),
    ("past 3 days", "2026-03-15", Grain::Day),
    ("last 7 days", "2026-03-11", Grain::Day),
    ("in the last two weeks", "2026-03-02", Grain::Week),
    ("since Monday", "2026-03-16", Grain::Day),
    ("since January", "2026-01-01", Grain::Month),
    ("before Christmas", "2025-12-25", Grain::Day),
    ("after 2010", "2011-01-01", Grain::Year),
    ("between January and March", "2026-01-01", Grain::Month),
    ("from 3 March to 10 March", "2026-03-03", Grain::Day),
    ("from Monday to Wednesday", "2026-03-16", Grain::Day),
    ("at Christmas", "2025-12-25", Grain::Day),
    ("recently", "2026-02-16", Grain::Day),
    ("last time", "order", Grain::Day),
    ("the other day", "2026-03-08", Grain::Day),
];

#[test]
fn stated_reads_running_text() {
    let zone = jiff::tz::TimeZone::UTC;
    let said = Reference { now: Micros::parse("2023-05-08T13:56:00Z").unwrap(), ..reference(&zone) };
    let starts = |text: &str, said: Option<&Reference<'_>>| -> Vec<String> {
        stated(text, said).iter().map(|interval| interval.start.to_string()[..10].to_owned()).collect()
    };
    assert_eq!(
        starts("She (1847-1923) moved in 1869 , then again in 1881.", None),
        ["1847-01-01", "1869-01-01", "1881-01-01"]
    );
    assert_eq!(
        starts("The 2004-05 season and the 1990s, from March 2001 to May 2002", None),
        ["2004-01-01", "1990-01-01", "2001-03-01"]
    );
    assert_eq!(starts("In 2004 he left. He came back in 2004.", None), ["2004-01-01"]);
    assert!(starts("I went yesterday, it holds 2000 people", None).is_empty());
    assert_eq!(starts("I went to the group yesterday", Some(&said)), ["2023-05-07"]);
    assert_eq!(event_of("I ran a race last Sunday, as in 2019", &said).map(|event| event.start), {
        Micros::parse("2023-05-07").ok()
    });
    assert_eq!(event_of("I like running", &said), None);
}

#[test]
fn days_follow_the_zone() {
    let zone = jiff::tz::TimeZone::get("America/New_York").unwrap();
    // 23:30 on 8 March in New York, where that day has 23 hours.
    let now = Micros::parse("2026-03-09T03:30:00Z").unwrap();
    let said = Reference { now, zone: &zone, week_starts_on_sunday: true, direction: Direction::Past };
    let today = resolve("today", &said)[0].hypotheses[0].interval;
    assert_eq!(today.start, Micros::parse("2026-03-08T05:00:00Z").unwrap());
    assert_eq!(today.end, Micros::parse("2026-03-09T04:00:00Z").unwrap());
    let week = resolve("this week", &said)[0].hypotheses[0].interval;
    assert_eq!(week.start, Micros::parse("2026-03-08T05:00:00Z").unwrap());
}

#[test]
fn the_caller_chooses_the_side() {
    let zone = jiff::tz::TimeZone::UTC;
    let start = |direction| {
        let found = resolve("in April", &Reference { direction, ..reference(&zone) });
        found[0].hypotheses[0].interval.start.to_string()[..10].to_owned()
    };
    assert_eq!(start(Direction::Past), "2025-04-01");
    assert_eq!(start(Direction::Future), "2026-04-01");
    assert_eq!(start(Direction::Nearest), "2026-04-01");
}
