//! Random histories: indexes that follow every change equal indexes built anew, also after catching up from an older
//! snapshot.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use quintet::model::{
    EdgeKind, EntityId, Geometry, Kind, LatLon, Link, Location, MemoryId, Micros, NodeKind, NodeName, Target,
};
use quintet::store::{Change, ContextStore, Filter, StoreError};

use crate::fixture::{change, new_store, record, reopen};

#[derive(Clone, Debug)]
enum Step {
    /// Writes so many turns to a session.
    Turns { session: u8, count: usize },
    /// Writes a turn to a place that may be taken.
    At { session: u8, seq: u32 },
    /// Writes a row outside of a session, or the later part of a turn.
    Other { part_of: Option<usize> },
    /// Forgets a row that may be forgotten already.
    Forget { row: usize },
    /// Replaces a row.
    Supersede { row: usize, session: Option<u8> },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..3_u8, 1..7_usize).prop_map(|(session, count)| Step::Turns { session, count }),
        2 => (0..3_u8, 0..30_u32).prop_map(|(session, seq)| Step::At { session, seq }),
        1 => proptest::option::of(0..60_usize).prop_map(|part_of| Step::Other { part_of }),
        2 => (0..60_usize).prop_map(|row| Step::Forget { row }),
        1 => (0..60_usize, proptest::option::of(0..3_u8)).prop_map(|(row, session)| Step::Supersede { row, session }),
    ]
}

/// What the history should have led to.
#[derive(Default)]
struct Expected {
    next: u128,
    written: Vec<MemoryId>,
    forgotten: BTreeSet<MemoryId>,
    /// Each part with what it is a part of.
    parts: Vec<(MemoryId, MemoryId)>,
    /// What each row was replaced by last.
    replaced: BTreeMap<MemoryId, MemoryId>,
    /// Rows that are no turns.
    pages: BTreeSet<MemoryId>,
}

impl Expected {
    fn fresh(&mut self, session: Option<u8>) -> quintet::store::MemoryRecord {
        self.next += 1;
        let session = session.map(|session| format!("s{session}"));
        let mut record = record(self.next, session.as_deref(), &format!("word{} and word{}", self.next, self.next % 5));
        let key = format!("name{}", self.next % 4);
        let target = Target::Node(NodeName { kind: NodeKind::Entity, name: key.clone(), key, id: EntityId(self.next) });
        if self.next.is_multiple_of(3) {
            let point = LatLon::new(self.next as f64 % 90.0, 179.0 + (self.next % 2) as f64).unwrap();
            record.memory.locations = vec![Location::stated(Geometry::Point(point))];
        }
        record.links = vec![Link { target, kind: EdgeKind::Mentions, weight: 1.0, valid: None }];
        record
    }

    fn any(&self, row: usize) -> Option<MemoryId> {
        (!self.written.is_empty()).then(|| self.written[row % self.written.len()])
    }

    fn take(&mut self, context: &dyn ContextStore, step: &Step) {
        let mut change = change(Vec::new());
        match step {
            Step::Turns { session, count } => {
                change.memories = (0..*count).map(|_| self.fresh(Some(*session))).collect();
            }
            Step::At { session, seq } => {
                let mut turn = self.fresh(Some(*session));
                turn.memory.seq = Some(*seq);
                change.memories = vec![turn];
            }
            Step::Other { part_of } => {
                let mut other = self.fresh(None);
                other.memory.kind = Kind::Passage;
                other.memory.part_of = part_of.and_then(|row| self.any(row));
                change.memories = vec![other];
            }
            Step::Forget { row } => change.forgotten = self.any(*row).map(|id| (id, Micros(1))).into_iter().collect(),
            Step::Supersede { row, session } => {
                let mut newer = self.fresh(*session);
                newer.memory.supersedes = self.any(*row);
                change.memories = vec![newer];
            }
        }
        self.commit(context, change);
    }

    fn commit(&mut self, context: &dyn ContextStore, change: Change) {
        let forgotten: Vec<MemoryId> = change.forgotten.iter().map(|(id, _)| *id).collect();
        let parts: Vec<_> =
            change.memories.iter().filter_map(|record| Some((record.memory.id, record.memory.part_of?))).collect();
        let replaced: Vec<_> =
            change.memories.iter().filter_map(|record| Some((record.memory.supersedes?, record.memory.id))).collect();
        let pages: Vec<MemoryId> = change
            .memories
            .iter()
            .map(|record| &record.memory)
            .filter(|one| one.kind != Kind::Turn)
            .map(|one| one.id)
            .collect();
        match context.commit(change) {
            Ok(committed) => {
                self.written.extend(committed.memories.iter().map(|written| written.id));
                self.parts.extend(parts);
                self.replaced.extend(replaced);
                self.pages.extend(pages);
                for id in forgotten {
                    self.forget(id);
                }
            }
            Err(error) => assert!(matches!(error, StoreError::SeqTaken { .. }), "{error}"),
        }
    }

    /// With its parts, and theirs, and the words that a turn had before. What was forgotten before keeps the parts it got since.
    fn forget(&mut self, id: MemoryId) {
        if self.forgotten.insert(id) {
            let parts: Vec<_> = self.parts.iter().filter(|(_, whole)| *whole == id).map(|(part, _)| *part).collect();
            let by_it = |(older, newer): (&MemoryId, &MemoryId)| {
                (*newer == id && !self.pages.contains(older)).then_some(*older)
            };
            let before: Vec<MemoryId> = self.replaced.iter().filter_map(by_it).collect();
            for along in parts.into_iter().chain(before) {
                self.forget(along);
            }
        }
    }

    fn check(&self, context: &dyn ContextStore) {
        let counts = context.counts().unwrap();
        assert_eq!(counts.memories as usize, self.written.len() - self.forgotten.len());
        assert_eq!(counts.forgotten as usize, self.forgotten.len());
        let report = context.verify().unwrap();
        assert_eq!((report.rows as usize, report.faults), (self.written.len(), Vec::new()));
        // A superseded row is left out of a plain view, so that the number of rows is not compared here.
        assert!(context.view(&Filter::everything()).unwrap().len() <= self.written.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn indexes_in_step_equal_indexes_built_anew(
        before in proptest::collection::vec(step(), 0..15),
        after in proptest::collection::vec(step(), 1..15),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let snapshot = folder.path().join("contexts/c/index.snapshot");
        let mut expected = Expected::default();
        let (store, context) = new_store(folder.path());
        for step in &before {
            expected.take(&*context, step);
        }
        expected.check(&*context);
        drop((context, store));
        let older = std::fs::read(&snapshot).ok();

        let (store, context) = reopen(folder.path());
        for step in &after {
            expected.take(&*context, step);
        }
        expected.check(&*context);
        drop((context, store));

        if let Some(older) = older {
            std::fs::write(&snapshot, older).unwrap();
            let (store, context) = reopen(folder.path());
            expected.check(&*context);
            prop_assert_eq!(quintet::store::Store::report(&store).snapshots_rebuilt, 0);
            prop_assert_eq!(context.rebuild().unwrap() as usize, expected.written.len() - expected.forgotten.len());
            expected.check(&*context);
        }
    }
}
