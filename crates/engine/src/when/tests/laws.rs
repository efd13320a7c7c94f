//! Laws that hold for any text and any present.

use proptest::prelude::*;

use super::*;

/// Pieces that the laws are tried on besides arbitrary text.
const PIECES: &str = "last next this monday march may 3 31 2024 0 99999999 years ago in of the from to between and since \
    until before after weekend q1 1990s 3:15 pm 3/4/2026 2026-03-03 century first second half past noon easter holi eid \
    12 days for - , . : / ' 昨天 三 天 前 年 月 vor hace il y a couple few quarter week ramadan purim bc 1,500 é \u{fe0f}";

fn mixed_text() -> impl Strategy<Value = String> {
    let words: Vec<&str> = PIECES.split_whitespace().collect();
    let piece = prop_oneof![4 => proptest::sample::select(words).prop_map(str::to_owned), 1 => "\\PC{0,4}"];
    proptest::collection::vec((piece, any::<bool>()), 0..30)
        .prop_map(|pieces| pieces.into_iter().map(|(piece, space)| if space { piece + " " } else { piece }).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_gives_ordered_sound_intents(
        text in mixed_text(),
        now in prop_oneof![Micros::MIN.0..=Micros::MAX.0, 0_i64..2_000_000_000_000_000],
        side in 0..3,
        sunday in any::<bool>(),
    ) {
        let zone = jiff::tz::TimeZone::fixed(jiff::tz::Offset::from_hours(5).unwrap());
        let direction = [Direction::Past, Direction::Nearest, Direction::Future][side as usize];
        let said = Reference { now: Micros(now), zone: &zone, week_starts_on_sunday: sunday, direction };
        let found = resolve(&text, &said);
        prop_assert!(found.len() <= INTENTS_MAX);
        let mut last = 0;
        for intent in &found {
            prop_assert!(intent.span.start >= last && intent.span.end > intent.span.start);
            prop_assert!(text.get(intent.span.start as usize..intent.span.end as usize).is_some());
            last = intent.span.end;
            let ordered = matches!(intent.relation, Relation::Latest | Relation::First);
            prop_assert_eq!(intent.hypotheses.is_empty(), ordered);
            let sum: f32 = intent.hypotheses.iter().map(|hypothesis| hypothesis.p).sum();
            prop_assert!(ordered || (sum - 1.0).abs() < 1e-4);
            prop_assert!((0.0..=1.0).contains(&intent.confidence));
            prop_assert!(intent.hypotheses.windows(2).all(|pair| pair[0].p >= pair[1].p));
        }
        let intervals = stated(&text, Some(&said));
        prop_assert!(intervals.len() <= INTENTS_MAX);
        stated(&text, None);
        event_of(&text, &said);
    }
}

/// Presents at and beyond the edges of the calendar.
fn any_moment() -> impl Strategy<Value = i64> {
    let edges = [
        "-009998-01-01T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00Z",
        "1999-12-31T23:59:59Z",
        "2024-02-29T12:00:00Z",
        "2100-02-28T23:00:00Z",
        "9999-12-30T00:00:00Z",
    ];
    let edges: Vec<i64> = edges.into_iter().map(|text| Micros::parse(text).unwrap().0).collect();
    prop_oneof![
        proptest::sample::select(edges),
        proptest::sample::select(vec![i64::MIN, i64::MAX, Micros::MIN.0, Micros::MAX.0]),
        any::<i64>(),
        0_i64..2_000_000_000_000_000,
    ]
}

fn sides() -> impl Strategy<Value = Direction> {
    proptest::sample::select(vec![Direction::Past, Direction::Nearest, Direction::Future])
}

/// What must hold of an answer, whatever was asked.
fn check_sound(text: &str, found: &[Intent]) -> Result<(), TestCaseError> {
    prop_assert!(found.len() <= INTENTS_MAX);
    let mut last = 0;
    for intent in found {
        prop_assert!(intent.span.start >= last && intent.span.end > intent.span.start);
        prop_assert!(text.get(intent.span.start as usize..intent.span.end as usize).is_some());
        last = intent.span.end;
        let ordered = matches!(intent.relation, Relation::Latest | Relation::First);
        prop_assert_eq!(intent.hypotheses.is_empty(), ordered);
        prop_assert!(intent.hypotheses.len() <= 4);
        let sum: f32 = intent.hypotheses.iter().map(|hypothesis| hypothesis.p).sum();
        prop_assert!(ordered || (sum - 1.0).abs() < 1e-4);
        prop_assert!((0.0..=1.0).contains(&intent.confidence));
        prop_assert!(intent.hypotheses.windows(2).all(|pair| pair[0].p >= pair[1].p));
        for Hypothesis { interval, p } in &intent.hypotheses {
            prop_assert!(*p > 0.0);
            prop_assert!(Micros::MIN <= interval.start && interval.end <= Micros::MAX, "{interval:?}");
            prop_assert!(interval.start < interval.end, "{text:?} {intent:?}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(768))]

    #[test]
    fn answers_are_sound_at_any_moment(text in mixed_text(), now in any_moment(), direction in sides(), sunday: bool) {
        let zone = jiff::tz::TimeZone::UTC;
        let said = Reference { now: Micros(now), zone: &zone, week_starts_on_sunday: sunday, direction };
        check_sound(&text, &resolve(&text, &said))?;
        for interval in stated(&text, Some(&said)).into_iter().chain(event_of(&text, &said)) {
            prop_assert!(interval.start <= interval.end);
        }
    }

    #[test]
    fn arbitrary_strings_are_answered(text in "\\PC*", now in any_moment(), direction in sides()) {
        let zone = jiff::tz::TimeZone::fixed(jiff::tz::Offset::from_hours(-11).unwrap());
        let said = Reference { now: Micros(now), zone: &zone, week_starts_on_sunday: true, direction };
        check_sound(&text, &resolve(&text, &said))?;
        stated(&text, None);
        event_of(&text, &said);
    }

    #[test]
    fn lengths_of_any_size_are_answered(
        count in any::<u64>(),
        unit in proptest::sample::select(vec!["seconds", "hours", "days", "weeks", "months", "years", "decades", "centuries"]),
        frame in proptest::sample::select(vec!["# ago", "in #", "last #", "next #", "past #", "# from now", "within #", "# before christmas",
            "the first # of 2024", "the last # of march 2024"]),
        now in any_moment(),
    ) {
        let zone = jiff::tz::TimeZone::UTC;
        let text = frame.replace('#', &format!("{count} {unit}"));
        let said = Reference { now: Micros(now), zone: &zone, week_starts_on_sunday: false, direction: Direction::Past };
        check_sound(&text, &resolve(&text, &said))?;
    }

    /// Weekdays, weeks and days are told from the present alone, so a present some weeks later moves them by as much.
    #[test]
    fn weeks_move_with_the_present(
        text in proptest::sample::select(vec!["last monday", "on friday", "yesterday", "last week", "the week before last", "two weeks ago",
            "3 days ago", "this morning", "last weekend", "next tuesday", "two mondays ago", "from monday to wednesday", "last night",
            "since tuesday", "3 business days ago", "monday morning", "at 5pm yesterday", "past 3 days", "before friday", "tonight",
            "letzten montag", "el lunes pasado", "lundi dernier", "上周五", "先週の月曜日"]),
        at in 0_i64..2_000_000_000,
        weeks in -500_i64..500,
        direction in sides(),
    ) {
        let zone = jiff::tz::TimeZone::UTC;
        let moved = weeks * 7 * 86_400_000_000;
        let read = |now: i64| {
            let said = Reference { now: Micros(now), zone: &zone, week_starts_on_sunday: false, direction };
            resolve(text, &said)
        };
        let (here, there) = (read(at * 1_000_000), read(at * 1_000_000 + moved));
        prop_assert_eq!(here.len(), 1, "{}", text);
        prop_assert_eq!(there.len(), 1);
        let shifted = |micros: Micros| match micros {
            Micros::MIN | Micros::MAX => micros,
            Micros(inner) => Micros(inner + moved),
        };
        let here: Vec<_> = here[0].hypotheses.iter().map(|one| (shifted(one.interval.start), shifted(one.interval.end))).collect();
        let there: Vec<_> = there[0].hypotheses.iter().map(|one| (one.interval.start, one.interval.end)).collect();
        prop_assert_eq!(here, there);
    }

    /// The same words say the same in capitals and behind other words.
    #[test]
    fn place_and_case_do_not_matter(
        text in proptest::sample::select(vec!["last monday", "3 march 2024", "in 2019", "two weeks ago", "since january 2020", "q1 2025",
            "between 2010 and 2015", "christmas 2024", "the week of 8 october 2013", "early 2024", "last night", "at 3pm yesterday"]),
        before in proptest::sample::select(vec!["", "what happened ", "Did Anna call you ", "小明 said that "]),
        after in proptest::sample::select(vec!["", "?", ", please", " . Thanks"]),
        upper: bool,
    ) {
        let zone = jiff::tz::TimeZone::UTC;
        let intervals = |text: &str| -> Vec<Vec<Hypothesis>> {
            resolve(text, &reference(&zone)).into_iter().map(|intent| intent.hypotheses).collect()
        };
        let inner = if upper { text.to_uppercase() } else { text.to_owned() };
        prop_assert_eq!(intervals(&format!("{before}{inner}{after}")), intervals(text));
    }

    /// Every day of four centuries is read back from the ways of writing it.
    #[test]
    fn written_days_are_read_back(year in 1_700_i16..2_100, month in 1_i8..=12, day in 1_i8..=28) {
        let date = jiff::civil::date(year, month, day);
        let name = date.strftime("%B").to_string();
        let zone = jiff::tz::TimeZone::UTC;
        let start = Micros(zone.to_timestamp(date.at(0, 0, 0, 0)).unwrap().as_microsecond());
        for text in [
            format!("{date}"),
            format!("{day} {name} {year}"),
            format!("{name} {day}, {year}"),
            format!("on the {day}th of {name} {year}"),
            format!("{day}.{month}.{year}"),
            format!("{year}/{month:02}/{day:02}"),
            format!("{year}年{month}月{day}日"),
            format!("{date}T00:00:00Z"),
        ] {
            let found = resolve(&text, &reference(&zone));
            prop_assert_eq!(found.len(), 1, "{}", text);
            let best = found[0].hypotheses[0].interval;
            prop_assert_eq!(best.start, start, "{}", text);
            prop_assert!(found[0].explicit);
        }
    }
}

#[test]
fn days_that_never_come_give_nothing_and_leap_days_come() {
    let zone = jiff::tz::TimeZone::UTC;
    for text in ["31 june", "june 31st 2024", "30 february", "29 february 2023", "2023-02-29", "april 31"] {
        let found = resolve(text, &reference(&zone));
        let dated = found.iter().any(|intent| intent.grain <= Grain::Day);
        assert!(!dated, "{text}: {}", render(&found));
    }
    assert_eq!(render(&resolve("29 february 2024", &reference(&zone))), "2024-02-29 day");
    assert_eq!(render(&resolve("on 29 february", &reference(&zone))), "2024-02-29 day .85; 2028-02-29 day .15");
}
