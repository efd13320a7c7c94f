//! What follows from the table of rows: which rows are live, of a scope, of a kind, of a session, replaced, in the background.
//!
//! Must not know: where rows come from.

use std::collections::HashMap;

use roaring::RoaringBitmap;

use super::compose;
use super::rows::{Columns, NONE};
use crate::model::{Kind, ScopeSets};

/// What follows from the columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Bitmaps {
    pub(super) scope_numbers: HashMap<ScopeSets, u32>,
    pub(super) live: RoaringBitmap,
    pub(super) by_scope: Vec<RoaringBitmap>,
    pub(super) by_kind: HashMap<Kind, RoaringBitmap>,
    pub(super) by_label: HashMap<u32, RoaringBitmap>,
    /// Rows of each session in order, as (seq, ordinal).
    pub(super) by_session: HashMap<u32, Vec<(u32, u32)>>,
    pub(super) duplicates: RoaringBitmap,
    pub(super) superseded: RoaringBitmap,
    pub(super) bounded: RoaringBitmap,
    pub(super) standing: RoaringBitmap,
    pub(super) quiet: RoaringBitmap,
    /// Rows that were read out of others.
    pub(super) told: RoaringBitmap,
    /// What was read in each row, by its number.
    pub(super) told_of: HashMap<u32, Vec<u32>>,
    /// Rows of each speaker, by the number of the name.
    pub(super) by_speaker: HashMap<u32, RoaringBitmap>,
}

impl Bitmaps {
    pub(super) fn add(&mut self, ordinal: u32, columns: &Columns) {
        // A document is what its passages say, and a card is what facts say: they are in no view that does not ask for them.
        if is_quiet(columns) {
            self.quiet.insert(ordinal);
        } else {
            self.live.insert(ordinal);
        }
        self.by_scope[columns.scope as usize].insert(ordinal);
        self.by_kind.entry(columns.kind).or_default().insert(ordinal);
        for label in &columns.labels {
            self.by_label.entry(*label).or_default().insert(ordinal);
        }
        if columns.session != NONE {
            self.by_session.entry(columns.session).or_default().push((columns.seq, ordinal));
        }
        if columns.told_in != NONE {
            self.told.insert(ordinal);
            self.told_of.entry(columns.told_in).or_default().push(ordinal);
        }
        if columns.speaker != NONE {
            self.by_speaker.entry(columns.speaker).or_default().insert(ordinal);
        }
        if columns.category.is_standing() {
            self.standing.insert(ordinal);
        }
        if columns.is_duplicate {
            self.duplicates.insert(ordinal);
        }
        if columns.replaced_at.is_some() {
            self.superseded.insert(ordinal);
        }
        if columns.valid.is_some() {
            self.bounded.insert(ordinal);
        }
    }

    pub(super) fn take(&mut self, ordinal: u32, columns: &Columns) {
        self.live.remove(ordinal);
        self.quiet.remove(ordinal);
        self.told.remove(ordinal);
        if let Some(told) = self.told_of.get_mut(&columns.told_in) {
            told.retain(|other| *other != ordinal);
        }
        self.by_scope[columns.scope as usize].remove(ordinal);
        if let Some(rows) = self.by_kind.get_mut(&columns.kind) {
            rows.remove(ordinal);
        }
        for label in &columns.labels {
            if let Some(rows) = self.by_label.get_mut(label) {
                rows.remove(ordinal);
            }
        }
        if let Some(order) = self.by_session.get_mut(&columns.session)
            && let Ok(place) = order.binary_search(&(columns.seq, ordinal))
        {
            order.remove(place);
        }
        if let Some(rows) = self.by_speaker.get_mut(&columns.speaker) {
            rows.remove(ordinal);
        }
        self.standing.remove(ordinal);
        self.duplicates.remove(ordinal);
        self.superseded.remove(ordinal);
        self.bounded.remove(ordinal);
    }
}

fn is_quiet(columns: &Columns) -> bool {
    columns.kind == Kind::Document || compose::is_card(columns.kind, columns.category, columns.role)
}
