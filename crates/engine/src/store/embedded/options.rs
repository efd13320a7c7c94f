//! How an embedded store is opened.

use std::sync::Arc;

use crate::limits;

/// Told what an operator should know; never any text of a memory. Called on the thread where it happens.
pub type Notice = Arc<dyn Fn(&str) + Send + Sync>;

/// How an embedded store is opened.
#[derive(Clone)]
pub struct EmbeddedOptions {
    /// Bytes that the indexes of all loaded contexts may have together, by their own count. Contexts in use stay even
    /// when they are more.
    pub memory_budget_bytes: usize,
    /// Contexts that are loaded at once. Each has a few open files.
    pub contexts_loaded_max: usize,
    /// Told for example that a snapshot had to be thrown away.
    pub on_notice: Option<Notice>,
}

impl Default for EmbeddedOptions {
    fn default() -> Self {
        Self {
            memory_budget_bytes: limits::MEMORY_BUDGET_BYTES,
            contexts_loaded_max: limits::CONTEXTS_LOADED_MAX,
            on_notice: None,
        }
    }
}

impl core::fmt::Debug for EmbeddedOptions {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("EmbeddedOptions")
            .field("memory_budget_bytes", &self.memory_budget_bytes)
            .field("contexts_loaded_max", &self.contexts_loaded_max)
            .field("on_notice", &self.on_notice.is_some())
            .finish()
    }
}

impl EmbeddedOptions {
    pub(super) fn tell(&self, text: &str) {
        if let Some(notice) = &self.on_notice {
            notice(text);
        }
    }
}
