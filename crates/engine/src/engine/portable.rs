//! Everything of a context, out of one store and into another.
//!
//! Must not know: how lines are written.

use super::Engine;
use crate::limits;
use crate::model::{ContextId, Memory};
use crate::retain::RememberError;
use crate::store::{Change, Frame, Ordinal, Portable, StoreError};

/// Texts that are embedded at a time. Chosen: some seconds of work.
const EMBEDDED_AT_ONCE: usize = 256;

impl Engine {
    /// What a context has beside its rows.
    ///
    /// # Errors
    /// [`StoreError`] when the context does not exist or the store fails.
    pub fn frame(&self, context: &ContextId) -> Result<Frame, StoreError> {
        self.store.context(context)?.frame()
    }

    /// Rows of a context with everything that is kept of them, forgotten and replaced ones included, by ascending number above
    /// `after`; at most `limit`. Vectors only where they are asked for.
    ///
    /// # Errors
    /// [`StoreError`] when the context does not exist, or a record is damaged.
    pub fn portable(
        &self,
        context: &ContextId,
        after: Ordinal,
        limit: usize,
        with_vectors: bool,
    ) -> Result<Vec<Portable>, StoreError> {
        self.store.context(context)?.portable(after, limit, with_vectors)
    }

    /// Writes rows as they are into an empty context, in one transaction. Those that had a vector and bring none are embedded
    /// anew, where there is an embedder; vectors that are brought need the frame's model.
    ///
    /// # Errors
    /// [`RememberError`]; then nothing was written.
    pub fn restore(&self, context: &ContextId, frame: Frame, mut rows: Vec<Portable>) -> Result<usize, RememberError> {
        let invalid = |field: &'static str, reason: String| RememberError::Invalid { field, reason };
        if rows.len() > limits::RESTORED_ROWS_MAX {
            return Err(invalid("rows", format!("at most {} are allowed", limits::RESTORED_ROWS_MAX)));
        }
        if let Some(long) = rows.iter().find(|one| one.memory.text.len() > limits::TEXT_LEN_MAX) {
            let reason = format!("row {} is longer than {} bytes", long.row.0, limits::TEXT_LEN_MAX);
            return Err(invalid("text", reason));
        }
        let own = self.embedder.as_ref().map(|embedder| embedder.model().clone());
        let brings_vectors = rows.iter().any(|one| one.vector.is_some());
        let lacking: Vec<usize> =
            (0..rows.len()).filter(|at| rows[*at].has_vector && rows[*at].vector.is_none()).collect();
        if brings_vectors && !lacking.is_empty() && frame.model != own {
            return Err(invalid("vectors", "some rows bring none, and the model of the others is not ours".to_owned()));
        }
        let model = if brings_vectors { frame.model } else { own };
        if let Some(embedder) = &self.embedder {
            for some in lacking.chunks(EMBEDDED_AT_ONCE) {
                let texts: Vec<String> = some.iter().map(|at| embedded(&rows[*at].memory)).collect();
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                for (at, vector) in some.iter().zip(embedder.embed(&texts)?) {
                    rows[*at].vector = Some(vector);
                }
            }
        }
        let count = rows.len();
        let Frame { sweep, sessions, episodes, .. } = frame;
        let change = Change { model, sessions, episodes, restored: rows, sweep, ..Change::default() };
        self.store.context(context)?.commit(change)?;
        Ok(count)
    }
}

/// What the embedder reads of a row: knowledge is a sentence that stands for itself.
fn embedded(memory: &Memory) -> String {
    if memory.knowledge.is_some() { memory.text.clone() } else { memory.embedded_text() }
}
