//! Requests that come twice: the second gets the first one's reply, and nothing is done again.
//!
//! A reply is kept for a day under the caller's own key (`Idempotency-Key`), for a context and a principal. One that failed is
//! not kept, so that it can be tried again. What was written carries a receipt of the key in the same transaction: where the server
//! ended before it could keep the reply, the second request is told so, and still nothing is done twice.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::HeaderMap;
use parking_lot::Mutex;
use quintet::Engine;
use quintet::limits::REPLY_KEPT_US;
use quintet::model::{ContextId, Micros};
use quintet::store::receipt::{self, Receipt};
use quintet::store::{Register, Reply as Kept};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::limits;
use crate::ops::{Method, Reply};
use crate::problem::{Code, Problem};

/// Replies that were given, and requests that are being answered.
pub(crate) struct Replies {
    register: Arc<dyn Register>,
    running: Mutex<BTreeSet<String>>,
}

/// A request that carries a key.
pub(super) struct Asked<'a> {
    /// The caller's key.
    pub(super) key: &'a str,
    /// The context.
    pub(super) context: &'a ContextId,
    /// Who asks.
    pub(super) principal: &'a str,
    /// Digest of the request.
    pub(super) digest: [u8; 32],
}

impl Asked<'_> {
    /// One text for the three; their lengths stand before them, so that no two triples give the same.
    fn name(&self) -> String {
        let (context, principal) = (self.context.as_str(), self.principal);
        format!("{}:{context}{}:{principal}{}", context.len(), principal.len(), self.key)
    }
}

impl Replies {
    /// Replies kept in a register.
    pub(crate) fn new(register: Arc<dyn Register>) -> Self {
        Self { register, running: Mutex::default() }
    }

    /// Does the work, unless a request of that key was answered in the last day. True beside a reply that was given before.
    ///
    /// # Errors
    /// [`Problem`] 409 when the key was used for another request or the first is not answered yet; else that of the work.
    pub(super) fn once(
        &self,
        asked: &Asked<'_>,
        engine: &Engine,
        work: impl FnOnce() -> Result<Reply, Problem>,
    ) -> Result<(Reply, bool), Problem> {
        let now = engine.now();
        let name = asked.name();
        if !self.running.lock().insert(name.clone()) {
            let detail = "Idempotency-Key: the first request of this key is still running";
            let mut running = Problem::new(Code::Conflict, detail);
            running.more.insert("retryable", Value::Bool(true));
            return Err(running);
        }
        let _done = Running { of: self, name: &name };
        let since = Micros(now.0.saturating_sub(REPLY_KEPT_US));
        if let Some(kept) = self.register.reply(&name, since)? {
            if kept.digest != asked.digest {
                return Err(Problem::new(Code::Conflict, "Idempotency-Key: it was used for another request"));
            }
            let body = serde_json::from_str(&kept.body)
                .map_err(|_| Problem::new(Code::Internal, "the reply that was kept cannot be read"))?;
            return Ok((Reply::of(kept.status, body), true));
        }
        if engine.receipt(asked.context, &name)?.is_some_and(|receipt| receipt.at >= since) {
            let detail = "Idempotency-Key: the first request of this key was carried out, at least in part, and its answer was lost \
                          when the server ended; look at what there is, and take another key for what is missing";
            return Err(Problem::new(Code::Conflict, detail));
        }
        let receipt = Receipt { key: name.clone(), digest: asked.digest, at: now };
        let reply = match receipt::within(receipt, work) {
            Ok(reply) => reply,
            Err(problem) => {
                // Where this fails, too, the next request is told that something may have been done, which is so.
                let _ = engine.withdraw_receipt(asked.context, &name);
                return Err(problem);
            }
        };
        if reply.is_secret {
            return Ok((reply, false));
        }
        let kept = Kept {
            key: name.clone(),
            context: asked.context.clone(),
            digest: asked.digest,
            at: now,
            status: reply.status,
            body: reply.body.to_string(),
        };
        self.register.keep_reply(&kept, since)?;
        Ok((reply, false))
    }
}

/// Takes a request off the list of running ones, however its work ends.
struct Running<'a> {
    of: &'a Replies,
    name: &'a str,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.of.running.lock().remove(self.name);
    }
}

/// The caller's key.
///
/// # Errors
/// [`Problem`] when it is empty, too long or no plain text.
pub(super) fn key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    match value.to_str() {
        Ok(key) if !key.trim().is_empty() && key.len() <= limits::IDEMPOTENCY_KEY_LEN_MAX => Ok(Some(key.to_owned())),
        _ => {
            let reason = format!("1 to {} plain characters are allowed", limits::IDEMPOTENCY_KEY_LEN_MAX);
            Err(Problem::invalid("Idempotency-Key", reason))
        }
    }
}

/// A digest of what is asked for; the order of fields in a body makes no difference.
pub(super) fn digest(method: Method, path: &str, body: &Value) -> [u8; 32] {
    let mut digest = Sha256::new();
    for part in [method.as_str().as_bytes(), path.as_bytes(), body.to_string().as_bytes()] {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    digest.finalize().into()
}
