//! What stands beside the hits: passages of the same sections, for whoever reads on.
//!
//! They are no hits: they are not ranked, not counted in k, and change no hit.

use std::collections::BTreeSet;

use super::answer::{ContextHit, Hit};
use crate::limits;
use crate::model::MemoryId;
use crate::store::{Ordinal, StoreError, View};

/// The passages next to the hits in their sections, in the order of the hits, at most `most`. Nothing comes back for hits that
/// are in no section, such as turns.
pub(super) fn beside(view: &dyn View, hits: &[Hit], most: usize) -> Result<Vec<ContextHit>, StoreError> {
    let mut taken: BTreeSet<Ordinal> = hits.iter().map(|hit| hit.row).collect();
    let mut wanted: Vec<(Ordinal, MemoryId)> = Vec::new();
    for hit in hits {
        if wanted.len() >= most {
            break;
        }
        // The nearest that no other hit is or has brought along already.
        let near = view.siblings(hit.row, taken.len() + limits::CONTEXT_HITS_PER_HIT)?;
        let new: Vec<Ordinal> = near.into_iter().filter(|row| !taken.contains(row)).collect();
        for row in new.into_iter().take(limits::CONTEXT_HITS_PER_HIT) {
            taken.insert(row);
            wanted.push((row, hit.memory.id));
        }
    }
    wanted.truncate(most);
    let rows: Vec<Ordinal> = wanted.iter().map(|(row, _)| *row).collect();
    let repeated: BTreeSet<MemoryId> = hits.iter().flat_map(|hit| hit.duplicates.iter().copied()).collect();
    let memories = view.memories(&rows)?.into_iter().zip(wanted);
    let hit = |(memory, (_, beside)): (Option<crate::model::Memory>, (Ordinal, MemoryId))| {
        Some(ContextHit { memory: memory?, beside })
    };
    Ok(memories.filter_map(hit).filter(|hit| !repeated.contains(&hit.memory.id)).collect())
}
