//! Every memory of a view, page by page, for checks that read all of it.

use super::{Reader, ViewError};
use crate::limits;
use crate::model::Memory;
use crate::store::Filter;

/// Memories loaded at a time. Chosen: a few hundred KiB.
const PAGE: usize = 256;

impl Reader<'_> {
    /// Hands every memory that may be seen to `look`, by event time; knowledge, instructions and doubts among them. True when
    /// there were more than [`limits::CHECKED_ROWS_MAX`].
    pub(super) fn scan(&self, look: &mut dyn FnMut(Memory)) -> Result<(usize, bool), ViewError> {
        let everything = Filter { quiet: true, include_duplicates: true, ..self.filter.clone() };
        let view = self.store.view(&everything)?;
        let mut rows = view.by_time(false, limits::CHECKED_ROWS_MAX + 1)?;
        let is_cut = rows.len() > limits::CHECKED_ROWS_MAX;
        rows.truncate(limits::CHECKED_ROWS_MAX);
        for page in rows.chunks(PAGE) {
            view.memories(page)?.into_iter().flatten().for_each(&mut *look);
        }
        Ok((rows.len(), is_cut))
    }
}
