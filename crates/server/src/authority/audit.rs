//! The audit log: who did what, when, with what outcome. Rows wait in memory and are written a few times a minute, together;
//! at most the rows of the last seconds are lost with the process.

use std::sync::Arc;

use parking_lot::Mutex;
use quintet::StoreError;
use quintet::model::{ContextId, Micros};
use quintet::store::{Deed, Register};
use serde_json::json;

/// Rows that wait at most; then they are written by whoever adds one. Chosen.
const WAITING_MAX: usize = 4_096;

/// What was done.
pub(crate) struct Done<'a> {
    /// Where; what is done in no context is in no audit log of one.
    pub(crate) context: &'a ContextId,
    /// When.
    pub(crate) at: Micros,
    /// Who.
    pub(crate) principal: &'a str,
    /// For whom, when for somebody else.
    pub(crate) on_behalf_of: Option<&'a str>,
    /// Name of the key; `None` for the admin key.
    pub(crate) key: Option<&'a str>,
    /// The operation.
    pub(crate) operation: &'a str,
    /// What it needs: `read`, `write`, `forget`, `manage`.
    pub(crate) kind: &'a str,
    /// The HTTP status.
    pub(crate) status: u16,
    /// The error's code, when there was one.
    pub(crate) code: Option<&'a str>,
    /// How long it took, in microseconds.
    pub(crate) took_us: u64,
}

/// The log.
pub(crate) struct AuditLog {
    register: Arc<dyn Register>,
    waiting: Mutex<Vec<Deed>>,
}

impl AuditLog {
    /// A log that writes to the register.
    pub(crate) fn new(register: Arc<dyn Register>) -> Self {
        Self { register, waiting: Mutex::default() }
    }

    /// Adds a row.
    pub(crate) fn add(&self, done: &Done<'_>) {
        let outcome = match (done.status, done.code) {
            (401 | 403, _) => "denied",
            (_, Some(_)) => "failed",
            _ => "done",
        };
        let body = json!({
            "principal": done.principal,
            "onBehalfOf": done.on_behalf_of,
            "key": done.key,
            "operation": done.operation,
            "kind": done.kind,
            "outcome": outcome,
            "status": done.status,
            "code": done.code,
            "latencyUs": done.took_us,
        });
        let deed = Deed { number: 0, context: done.context.clone(), at: done.at, body: body.to_string() };
        let is_full = {
            let mut waiting = self.waiting.lock();
            waiting.push(deed);
            waiting.len() >= WAITING_MAX
        };
        if is_full {
            // The next call tries again.
            drop(self.write());
        }
    }

    /// Writes what waits. What cannot be written waits on, up to a bound.
    pub(crate) fn write(&self) -> Result<(), StoreError> {
        let rows = std::mem::take(&mut *self.waiting.lock());
        if rows.is_empty() {
            return Ok(());
        }
        self.register.add_deeds(&rows).inspect_err(|_| {
            let mut waiting = self.waiting.lock();
            let newer = std::mem::replace(&mut *waiting, rows);
            waiting.extend(newer);
            let excess = waiting.len().saturating_sub(2 * WAITING_MAX);
            waiting.drain(..excess);
        })
    }

    /// Rows of a context, newest first, below the number `before`.
    pub(crate) fn rows(&self, context: &ContextId, before: Option<u64>, limit: usize) -> Result<Vec<Deed>, StoreError> {
        self.write()?;
        self.register.deeds(context, before, limit)
    }
}
