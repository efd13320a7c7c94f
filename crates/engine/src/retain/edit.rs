//! Other words for a memory that is there: read like a new one, kept under the old one's id and place.
//!
//! Must not know: how the store keeps what it said before.

use super::item::{RememberError, RememberItem, Remembered, check, invalid};
use super::pipeline::{Kept, Pipeline, remembered};
use crate::affect::Provenance;
use crate::model::{Category, Kind, Labels, LocationSource, Memory, MemoryId};
use crate::store::{Change, Edit, Row, Written};

/// What changes of a memory; what is `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemoryEdit {
    /// What it says.
    pub text: Option<String>,
    /// Its labels, all of them.
    pub labels: Option<Labels>,
    /// Its category.
    pub category: Option<Category>,
    /// How much it matters, in `[0, 1]`.
    pub importance: Option<f32>,
    /// Who edits it.
    pub principal: Option<String>,
}

impl Pipeline<'_> {
    /// Edits a turn, or a passage that belongs to no document.
    ///
    /// # Errors
    /// [`RememberError::Invalid`] for other rows, and for what could not be remembered either; then nothing changed.
    pub(crate) fn edit(&self, row: &Row, edit: MemoryEdit) -> Result<Remembered, RememberError> {
        let old = &row.memory;
        editable(old)?;
        let item = item(row, edit);
        let zone = check(&item)?;
        let read = self.head(&item, &zone, self.clock.now());
        let head = Memory {
            id: old.id,
            episode: old.episode,
            event: if item.text == old.text { old.event } else { read.event },
            stability_days: old.stability_days,
            ..read
        };
        let mut draft = self.drafted(head, item);
        {
            let mut one = [&mut draft];
            self.embed(&mut one);
            self.embed_lines(&mut one);
            self.extract(&mut one);
            self.assert(&mut one);
        }
        let model = self.embedder.map(|embedder| embedder.model().clone());
        let mut change = Change { model, ..Change::default() };
        self.add(&draft, &mut change);
        let record = change.memories.remove(0);
        change.edited.push(Edit { record, kept: MemoryId(self.identity.next()) });
        let committed = self.store.commit(change)?;
        let own = Written { id: old.id, ordinal: row.ordinal, seq: old.seq };
        let written = std::iter::once(own).chain(committed.memories).collect();
        Ok(remembered(&draft, Kept { written, asserted: committed.asserted }))
    }
}

fn editable(memory: &Memory) -> Result<(), RememberError> {
    let refused = |reason: String| Err(invalid("id", reason));
    if memory.knowledge.is_some() || memory.kind == Kind::Entity {
        return refused("it is a fact; correct its value instead".to_owned());
    }
    if memory.document.is_some() || !matches!(memory.kind, Kind::Turn | Kind::Passage) {
        return refused("it belongs to a document; ingest the document again instead".to_owned());
    }
    if let Some(whole) = memory.part_of {
        return refused(format!("it is a part of a longer memory; edit {whole} instead"));
    }
    match memory.superseded_by {
        Some(newer) => refused(format!("it was replaced already; edit {newer}, or what replaced that")),
        None => Ok(()),
    }
}

/// The memory as it would be given to remember, with what changes.
fn item(row: &Row, edit: MemoryEdit) -> RememberItem {
    let old = &row.memory;
    let place = old.locations.iter().find(|location| location.source == LocationSource::Stated);
    let stated = row.feeling.points.iter().filter(|point| point.source == Provenance::Stated);
    RememberItem {
        text: edit.text.unwrap_or_else(|| old.text.clone()),
        kind: Some(old.kind),
        session: old.session.clone(),
        seq: old.seq,
        role: old.role,
        speaker: old.speaker.clone(),
        title: old.title.clone(),
        section: old.section.clone(),
        known_at: Some(old.known_at),
        valid: old.valid,
        location: place.map(|location| location.geometry.clone()),
        scopes: Some(old.scopes.clone()),
        labels: edit.labels.unwrap_or_else(|| old.labels.clone()),
        category: Some(edit.category.unwrap_or(old.category)),
        importance: Some(edit.importance.unwrap_or(old.importance)),
        reference: old.source.reference.clone(),
        principal: edit.principal.or_else(|| old.source.principal.clone()),
        emotions: stated.cloned().collect(),
        ..RememberItem::default()
    }
}
