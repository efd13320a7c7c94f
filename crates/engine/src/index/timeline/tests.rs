//! The timeline against scans of a plain map.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::model::Grain;

use super::*;

type Naive = BTreeMap<u32, Times>;

/// Few instants, so that times meet, and the ends of the calendar and beyond.
fn instant() -> impl Strategy<Value = Micros> {
    prop_oneof![
        12 => (-40_i64..40).prop_map(Micros),
        4 => (-40_i64..40).prop_map(|at| Micros(at * 1_000_003)),
        1 => Just(Micros::MIN),
        1 => Just(Micros::MAX),
    ]
}

fn interval() -> impl Strategy<Value = Interval> {
    let grain = prop::sample::select(vec![Grain::Second, Grain::Day, Grain::Year, Grain::Decade]);
    (instant(), instant(), any::<bool>(), grain)
        .prop_map(|(start, end, empty, grain)| Interval::new(start, if empty { start } else { end }, grain))
}

fn times() -> impl Strategy<Value = Times> {
    let valid = (instant(), instant()).prop_map(|(from, until)| (from.min(until), until.max(from)));
    let valid = prop_oneof![1 => Just((Micros::MIN, Micros::MAX)), 2 => valid];
    (instant(), interval(), valid, proptest::collection::vec(interval(), 0..4))
        .prop_map(|(known_at, event, valid, stated)| Times { known_at, event, valid, stated })
}

/// Some ordinals get times, some lose them.
fn history() -> impl Strategy<Value = Vec<(u32, Option<Times>)>> {
    let ordinal = prop_oneof![20 => 0_u32..40, 1 => Just(70_000_u32), 1 => Just(u32::MAX)];
    proptest::collection::vec((ordinal, prop::option::weighted(0.8, times())), 0..60)
}

fn both(changes: &[(u32, Option<Times>)]) -> (TimelineIndex, Naive) {
    let (mut index, mut naive) = (TimelineIndex::new(), Naive::new());
    for (ordinal, times) in changes {
        match times {
            Some(times) => {
                index.upsert(*ordinal, times);
                naive.insert(*ordinal, times.clone());
            }
            None => assert_eq!(index.remove(*ordinal), naive.remove(ordinal).is_some()),
        }
    }
    (index, naive)
}

fn scan(naive: &Naive, keep: impl Fn(&Times) -> bool) -> Vec<u32> {
    naive.iter().filter(|(_, times)| keep(times)).map(|(&ordinal, _)| ordinal).collect()
}

fn list(bitmap: RoaringBitmap) -> Vec<u32> {
    bitmap.into_iter().collect()
}

/// Two intervals share an instant; an empty one is its instant.
fn meet(one: Interval, two: Interval) -> bool {
    let end = |interval: Interval| interval.end.0.max(interval.start.0 + 1);
    one.start.0 < end(two) && two.start.0 < end(one)
}

proptest! {
    #[test]
    fn windows_are_those_of_a_scan(changes in history(), window in interval()) {
        let (index, naive) = both(&changes);
        prop_assert_eq!(list(index.events_in(window)), scan(&naive, |times| meet(times.event, window)));
        let states = |times: &Times| times.stated.iter().any(|one| meet(*one, window));
        prop_assert_eq!(list(index.stated_in(window)), scan(&naive, states));
    }

    #[test]
    fn known_and_valid_are_those_of_a_scan(changes in history(), at in instant(), other in instant()) {
        let (index, naive) = both(&changes);
        prop_assert_eq!(list(index.known_by(at)), scan(&naive, |times| times.known_at <= at));
        let holds = |times: &Times| {
            let (from, until) = times.valid;
            from <= at && (at < until || until == Micros::MAX)
        };
        prop_assert_eq!(list(index.valid_at(at)), scan(&naive, holds));
        for from in [None, Some(at)] {
            for until in [None, Some(other)] {
                let within = |times: &Times| {
                    from.is_none_or(|from| times.valid.0 >= from) && until.is_none_or(|until| times.valid.1 <= until)
                };
                prop_assert_eq!(list(index.valid_within(from, until)), scan(&naive, within));
            }
        }
    }

    #[test]
    fn orders_and_span_are_those_of_a_sort(changes in history(), limit in 0_usize..50, mask_bits: u64) {
        let (index, naive) = both(&changes);
        let masks = [None, Some((0..64).filter(|bit| mask_bits >> bit & 1 == 1).collect()), Some([3, 5].into())];
        for mask in &masks {
            let mask: Option<&RoaringBitmap> = mask.as_ref();
            let mut keys: Vec<(Micros, u32)> = naive
                .iter()
                .filter(|(ordinal, _)| mask.is_none_or(|mask| mask.contains(**ordinal)))
                .map(|(&ordinal, times)| (times.event.start, ordinal))
                .collect();
            keys.sort_unstable();
            let first = |keys: &[(Micros, u32)]| keys.iter().take(limit).map(|key| key.1).collect::<Vec<_>>();
            prop_assert_eq!(index.earliest(mask, limit), first(&keys));
            keys.reverse();
            prop_assert_eq!(index.latest(mask, limit), first(&keys));
        }
        let start = naive.values().map(|times| times.event.start).min();
        let end = naive.values().map(|times| times.event.end).max();
        prop_assert_eq!(index.span(), start.zip(end));
    }

    #[test]
    fn rows_come_back_and_bytes_do_not_tell_the_history(changes in history()) {
        let (index, naive) = both(&changes);
        prop_assert_eq!(index.len(), naive.len());
        for ordinal in (0..41).chain([70_000, u32::MAX]) {
            let expected = naive.get(&ordinal);
            prop_assert_eq!(index.get(ordinal), expected.cloned());
            prop_assert_eq!(index.event(ordinal), expected.map(|times| times.event));
            prop_assert_eq!(index.stated(ordinal), expected.map_or(&[][..], |times| &times.stated));
        }
        let mut fresh = TimelineIndex::new();
        naive.iter().rev().for_each(|(&ordinal, times)| fresh.upsert(ordinal, times));
        let decoded = TimelineIndex::decode(&index.encode()).unwrap();
        prop_assert_eq!(fresh.encode(), index.encode());
        prop_assert_eq!(decoded.encode(), index.encode());
        prop_assert_eq!(decoded.latest(None, 99), index.latest(None, 99));
    }

    #[test]
    fn garbage_never_panics(
        changes in history(), spot in any::<prop::sample::Index>(), byte: u8, cut: bool, window in interval(),
    ) {
        let mut bytes = both(&changes).0.encode();
        let at = spot.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(if cut { at } else { bytes.len() });
        if let Ok(mut index) = TimelineIndex::decode(&bytes) {
            let all = index.present.clone();
            prop_assert!(index.events_in(window).is_subset(&all) && index.stated_in(window).is_subset(&all));
            let again = index.encode();
            prop_assert_eq!(TimelineIndex::decode(&again).unwrap().encode(), again);
            all.iter().for_each(|ordinal| assert!(index.remove(ordinal)));
            prop_assert!(index.is_empty() && index.span().is_none());
        }
    }
}

/// Times of the `at`-th of many memories: events of an hour to a decade in scattered order.
fn scattered(at: u32) -> Times {
    let mixed = i64::from(at.wrapping_mul(2_654_435_761) >> 4);
    let start = Micros(mixed * 1_000_000);
    let length = [3_600, 86_400, 604_800, 315_576_000][at as usize % 4] * 1_000_000;
    let until = if at.is_multiple_of(5) { Micros(start.0 + length) } else { Micros::MAX };
    Times {
        known_at: Micros(i64::from(at) * 1_000_000),
        event: Interval::new(start, Micros(start.0 + length), Grain::Hour),
        valid: (if at.is_multiple_of(3) { start } else { Micros::MIN }, until),
        stated: Vec::new(),
    }
}

#[test]
fn many_rows_in_any_order_stay_small_and_right() {
    let n = 20_000_u32;
    let (mut ascending, mut shuffled) = (TimelineIndex::new(), TimelineIndex::new());
    let mut naive = Naive::new();
    for at in 0..n {
        ascending.upsert(at, &scattered(at));
        let other = (at.wrapping_mul(7_919)) % n;
        shuffled.upsert(other, &scattered(other));
        naive.insert(at, scattered(at));
    }
    assert!(ascending.memory_bytes() <= 70 * n as usize, "{} bytes a row", ascending.memory_bytes() / n as usize);
    assert_eq!(ascending.encode(), shuffled.encode());
    for at in (0..n).filter(|at| at % 3 == 1) {
        assert!(ascending.remove(at) && shuffled.remove(at));
        naive.remove(&at);
    }
    for day in [0_i64, 100, 1_000, 2_000, 3_000] {
        let start = Micros(day * 86_400_000_000);
        let window = Interval::new(start, start.plus(86_400_000_000), Grain::Day);
        let expected = scan(&naive, |times| meet(times.event, window));
        assert_eq!(list(ascending.events_in(window)), expected);
        assert_eq!(list(shuffled.events_in(window)), expected);
        let known = Micros(day * 6_000_000);
        assert_eq!(list(shuffled.known_by(known)), scan(&naive, |times| times.known_at <= known));
        let holds = |times: &Times| times.valid.0 <= start && (start < times.valid.1 || times.valid.1 == Micros::MAX);
        assert_eq!(list(shuffled.valid_at(start)), scan(&naive, holds));
    }
    assert_eq!(ascending.latest(None, 50), shuffled.latest(None, 50));
}

#[test]
fn surplus_intervals_and_reversed_ends_are_tamed() {
    let mut index = TimelineIndex::new();
    let one = Interval::new(Micros(5), Micros(6), Grain::Day);
    let event = Interval { start: Micros(9), end: Micros(2), grain: Grain::Day };
    let times =
        Times { known_at: Micros(i64::MAX), event, valid: (Micros(7), Micros(i64::MIN)), stated: vec![one; 40] };
    index.upsert(1, &times);
    let kept = index.get(1).unwrap();
    assert_eq!((kept.known_at, kept.event.end, kept.valid), (Micros::MAX, Micros(9), (Micros(7), Micros(7))));
    assert_eq!(index.stated(1).len(), STATED_MAX);
    assert_eq!(list(index.stated_in(one)), [1]);
    assert_eq!(list(index.valid_at(Micros(7))), [0_u32; 0]);
    assert!(index.remove(1));
    assert_eq!(list(index.stated_in(one)), [0_u32; 0]);
}

#[test]
fn other_bytes_are_refused_with_the_reason() {
    assert_eq!(TimelineIndex::decode(&[]).unwrap_err(), DecodeError::Length { len: 0 });
    assert_eq!(TimelineIndex::decode(&[3]).unwrap_err(), DecodeError::Version { got: 3 });
    assert_eq!(TimelineIndex::decode(&[1, 255, 255, 255, 255]).unwrap_err(), DecodeError::Length { len: 5 });
    let mut index = TimelineIndex::new();
    index.upsert(1, &scattered(1));
    let mut bytes = index.encode();
    bytes[49] = 200;
    assert_eq!(TimelineIndex::decode(&bytes).unwrap_err(), DecodeError::Value { what: "grain", at: 0 });
}
