//! Every kind of loss is noticed, and a whole history is not.

use quintet::model::MemoryId;

use super::found::{Found, Seen};
use super::ledger::{Ledger, Verdict};
use super::lines::{Intent, Kept, Line, Outcome, Planned};
use super::names::{ItemName, OpName};

fn op(number: u32) -> OpName {
    OpName { life: 0, thread: 0, number }
}

fn item(number: u32, idx: u32) -> ItemName {
    ItemName { op: op(number), idx }
}

fn id(number: u32, idx: u32) -> MemoryId {
    MemoryId(u128::from(number) << 32 | u128::from(idx) << 8)
}

/// The later parts of a text: one if it is the last of operation 2, which is long.
fn parts(number: u32, idx: u32) -> Vec<MemoryId> {
    if (number, idx) == (2, 1) { vec![MemoryId(id(number, idx).0 + 1)] } else { Vec::new() }
}

fn planned(number: u32, count: u32) -> Vec<Planned> {
    (0..count).map(|idx| Planned { sum: u64::from(number * 100 + idx), long: !parts(number, idx).is_empty() }).collect()
}

fn begin(number: u32, count: u32) -> Line {
    Line::Begin(op(number), Intent::Remember(planned(number, count)))
}

fn ack(number: u32, count: u32) -> Line {
    let kept = |idx| Kept { id: id(number, idx), seq: Some(idx), parts: parts(number, idx) };
    Line::Ack(op(number), Outcome::Remembered((0..count).map(kept).collect()))
}

fn see(found: &mut Found, number: u32, idx: u32) {
    let parts = parts(number, idx);
    let reaches_end = !parts.is_empty();
    let sum = u64::from(number * 100 + idx);
    found.live.insert(item(number, idx), Seen { id: id(number, idx), sum, seq: Some(idx), parts, reaches_end });
}

fn vanish(found: &mut Found, number: u32, idx: u32) {
    found.live.remove(&item(number, idx));
    for id in std::iter::once(id(number, idx)).chain(parts(number, idx)) {
        found.tombstones.insert(id);
        found.forgotten += 1;
    }
}

/// One text, a batch of two, a forgetting of the long one, all acknowledged; a batch of three and a forgetting on their way.
fn history() -> (Ledger, Found) {
    let mut ledger = Ledger::default();
    let forget = |number, ids| Line::Begin(op(number), Intent::Forget(ids));
    let lines = [
        Line::Ready,
        begin(1, 1),
        ack(1, 1),
        begin(2, 2),
        ack(2, 2),
        forget(3, vec![id(2, 1)]),
        Line::Ack(op(3), Outcome::Forgotten),
        begin(4, 3),
        forget(5, vec![id(1, 0), id(2, 0)]),
    ];
    for line in lines {
        ledger.take(line).unwrap();
    }
    let mut found = Found { context: true, ..Found::default() };
    see(&mut found, 1, 0);
    see(&mut found, 2, 0);
    see(&mut found, 2, 1);
    vanish(&mut found, 2, 1);
    (ledger, found)
}

fn faults(change: impl FnOnce(&mut Found)) -> Vec<String> {
    let (mut ledger, mut found) = history();
    change(&mut found);
    ledger.settle(&found).faults
}

#[test]
fn what_was_on_its_way_may_be_wholly_there_or_wholly_absent() {
    let (mut ledger, mut found) = history();
    assert_eq!(ledger.settle(&found), Verdict { kept: 0, dropped: 2, faults: Vec::new() });
    assert_eq!((ledger.acked().writes, ledger.acked().texts, ledger.acked().forgotten), (3, 3, 1));

    (ledger, found) = history();
    (0..3).for_each(|idx| see(&mut found, 4, idx));
    vanish(&mut found, 1, 0);
    vanish(&mut found, 2, 0);
    assert_eq!(ledger.settle(&found), Verdict { kept: 2, dropped: 0, faults: Vec::new() });
    assert!(ledger.settle(&found).faults.is_empty(), "a second look sees the same");
}

#[test]
fn a_long_text_whose_forgetting_is_on_its_way_is_looked_up_with_its_parts() {
    let mut ledger = Ledger::default();
    let forget = Line::Begin(op(3), Intent::Forget(vec![id(2, 1)]));
    for line in [Line::Ready, begin(2, 2), ack(2, 2), forget] {
        ledger.take(line).unwrap();
    }
    let gone = ledger.gone();
    assert_eq!(gone.into_iter().collect::<Vec<_>>(), [vec![id(2, 1)], parts(2, 1)].concat());
}

#[test]
fn what_was_seen_has_to_stay_and_what_was_absent_must_not_turn_up() {
    let (mut ledger, mut found) = history();
    let before = found.clone();
    (0..3).for_each(|idx| see(&mut found, 4, idx));
    assert!(ledger.settle(&found).faults.is_empty());
    assert_eq!(ledger.settle(&before).faults.len(), 3);

    (ledger, _) = history();
    assert!(ledger.settle(&before).faults.is_empty());
    assert_eq!(ledger.settle(&found).faults.len(), 3);
}

#[test]
fn every_kind_of_loss_is_noticed() {
    let only = |faults: Vec<String>, part: &str| {
        assert!(faults.iter().any(|fault| fault.contains(part)), "expected '{part}', got {faults:?}");
    };
    only(faults(|found| drop(found.live.remove(&item(1, 0)))), "lost");
    only(faults(|found| found.live.get_mut(&item(1, 0)).unwrap().sum = 0), "text");
    only(faults(|found| found.live.get_mut(&item(1, 0)).unwrap().id = MemoryId(1)), "acknowledged");
    only(faults(|found| found.live.get_mut(&item(1, 0)).unwrap().seq = None), "acknowledged");
    only(faults(|found| found.live.get_mut(&item(1, 0)).unwrap().parts = vec![MemoryId(1)]), "acknowledged");
    only(faults(|found| see(found, 4, 0)), "torn");
    only(faults(|found| vanish(found, 1, 0)), "torn");
    only(faults(|found| see(found, 2, 1)), "is back");
    only(faults(|found| found.tombstones.clear()), "no tombstones");
    only(faults(|found| found.forgotten = 1), "expected 2");
    only(faults(|found| see(found, 9, 0)), "nobody wrote it");
    only(faults(|found| *found = Found::default()), "context");
    only(faults(|found| found.faults.push("verify: index x".to_owned())), "index x");
}

#[test]
fn a_long_text_needs_its_parts_even_when_it_was_not_acknowledged() {
    let settle = |change: fn(&mut Seen)| {
        let mut ledger = Ledger::default();
        ledger.take(begin(2, 2)).unwrap();
        let mut found = Found { context: true, ..Found::default() };
        see(&mut found, 2, 0);
        see(&mut found, 2, 1);
        change(found.live.get_mut(&item(2, 1)).unwrap());
        ledger.settle(&found).faults.len()
    };
    assert_eq!(settle(|_| ()), 0);
    assert_eq!(settle(|seen| seen.reaches_end = false), 1);
}

#[test]
fn an_early_acknowledgement_counts_like_any_other() {
    let mut ledger = Ledger::default();
    ledger.take(begin(1, 1)).unwrap();
    ledger.take(Line::Ack(op(1), Outcome::Early)).unwrap();
    let mut found = Found { context: true, ..Found::default() };
    assert_eq!(ledger.clone().settle(&found).faults.len(), 1);
    see(&mut found, 1, 0);
    assert!(ledger.settle(&found).faults.is_empty());
    assert_eq!(ledger.live()[&item(1, 0)], id(1, 0));
}

#[test]
fn lines_that_do_not_fit_are_refused() {
    let mut ledger = Ledger::default();
    assert!(ledger.take(ack(1, 1)).is_err());
    ledger.take(begin(1, 2)).unwrap();
    assert!(ledger.take(begin(1, 2)).is_err());
    assert!(ledger.take(ack(1, 1)).is_err());
    assert!(ledger.take(Line::Fault("x".to_owned())).is_err());
}
