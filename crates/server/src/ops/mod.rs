//! The operations: one file each, registered in [`ALL`].
//!
//! An operation carries everything a front end needs: its name, route, authority, examples and handler. Handlers are
//! synchronous, like the engine.

mod arc;
mod consolidate;
mod context_create;
mod context_list;
mod context_settings;
mod correct;
mod decay;
mod diff;
mod elaborate;
mod emotions;
mod entities;
mod entities_merge;
mod entities_split;
mod entity;
mod entity_aliases;
mod entity_forget;
mod entity_history;
mod expire;
mod expiring;
mod explore;
mod facts;
mod facts_batch;
mod facts_list;
mod fields;
mod forget;
mod fsck;
mod hygiene;
mod inspect;
mod livez;
mod memories;
mod memory;
mod memory_edit;
mod memory_forget;
mod profile;
mod query;
mod reading;
mod readyz;
mod reflect;
mod retention;
mod retention_set;
mod scopes_forget;
mod shown;
mod state;
mod timeline;
mod trace;
mod used;

use std::collections::BTreeMap;
use std::sync::Arc;

use quintet::Engine;
use quintet::model::ContextId;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::authority::Caller;
use crate::limits;
use crate::problem::{Code, Problem};

/// Every operation, in the order of printed tables.
pub static ALL: &[&Operation] = &[
    &facts::OPERATION,
    &facts_batch::OPERATION,
    &query::OPERATION,
    &trace::OPERATION,
    &emotions::OPERATION,
    &arc::OPERATION,
    &facts_list::OPERATION,
    &entities::OPERATION,
    &entity::OPERATION,
    &entity_history::OPERATION,
    &entity_aliases::OPERATION,
    &entities_merge::OPERATION,
    &entities_split::OPERATION,
    &profile::OPERATION,
    &state::OPERATION,
    &inspect::OPERATION,
    &timeline::OPERATION,
    &explore::OPERATION,
    &diff::OPERATION,
    &correct::OPERATION,
    &fsck::OPERATION,
    &hygiene::OPERATION,
    &memories::OPERATION,
    &memory::OPERATION,
    &memory_edit::OPERATION,
    &memory_forget::OPERATION,
    &entity_forget::OPERATION,
    &forget::OPERATION,
    &scopes_forget::OPERATION,
    &used::OPERATION,
    &decay::OPERATION,
    &expire::OPERATION,
    &expiring::OPERATION,
    &retention::OPERATION,
    &retention_set::OPERATION,
    &consolidate::OPERATION,
    &elaborate::OPERATION,
    &reflect::OPERATION,
    &context_create::OPERATION,
    &context_list::OPERATION,
    &context_settings::OPERATION,
    &livez::OPERATION,
    &readyz::OPERATION,
];

/// HTTP methods that operations use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Writes, or reads with a body.
    Post,
    /// Puts something in the place of what is there.
    Put,
    /// Changes a part of what is there.
    Patch,
    /// Takes out; what else there is to say stands in the query.
    Delete,
}

impl Method {
    /// Its name in a request.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }

    /// True where a request has a body.
    pub const fn has_body(self) -> bool {
        matches!(self, Self::Post | Self::Put | Self::Patch)
    }
}

/// What a caller must be allowed to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Nothing: anybody may call it, and it tells nothing.
    Nothing,
    /// `memory:read`.
    MemoryRead,
    /// `memory:write`.
    MemoryWrite,
    /// `memory:forget`.
    MemoryForget,
    /// The management key.
    Manage,
}

/// One operation.
pub struct Operation {
    /// Its name, unique, as in `operationId`.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The method.
    pub method: Method,
    /// The path, with `{context}` and other parameters in braces.
    pub path: &'static str,
    /// What the caller must be allowed to do.
    pub verb: Verb,
    /// It changes nothing.
    pub read_only: bool,
    /// An example body; empty when it takes none.
    pub example: &'static str,
    /// Carries it out.
    pub handler: fn(&Service, &Call) -> Result<Reply, Problem>,
}

/// What operations work on.
pub struct Service {
    /// The engine.
    pub engine: Arc<Engine>,
    /// Where the operator is told what callers are not.
    pub log: Log,
}

/// Told one line at a time what an operator should know; never any text of a memory.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

impl Service {
    /// Tells the operator what a caller is not told.
    pub(crate) fn tell(&self, problem: &Problem) {
        if let Some(inside) = &problem.inside {
            (self.log)(&format!("{}: {inside}", problem.code));
        }
    }
}

/// One call.
pub struct Call {
    /// Who calls; `None` only for operations that need no authority.
    pub caller: Option<Caller>,
    /// Parameters of the path.
    pub path: BTreeMap<String, String>,
    /// The body; `Null` when there is none.
    pub body: Value,
}

impl Call {
    /// The context named in the path. A malformed name is a context that does not exist.
    pub(crate) fn context(&self) -> Result<ContextId, Problem> {
        let name = self.path.get("context").map(String::as_str).unwrap_or_default();
        ContextId::checked(name)
            .map_err(|_| Problem::new(Code::ContextNotFound, "there is no such context; create it first"))
    }

    /// The caller; every operation that reads or writes memories asks for it.
    pub(crate) fn caller(&self) -> Result<&Caller, Problem> {
        self.caller.as_ref().ok_or_else(|| Problem::new(Code::Unauthorized, "a key is needed"))
    }

    /// The same for operations that nothing need be said to: no body is an empty one.
    pub(crate) fn request_or_nothing<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        if !self.body.is_null() {
            return self.request();
        }
        let body = Value::Object(serde_json::Map::new());
        Self { caller: self.caller.clone(), path: self.path.clone(), body }.request()
    }

    /// The body as a request. Fields that do not exist are refused by name.
    pub(crate) fn request<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        if !self.body.is_object() {
            return Err(Problem::new(Code::ValidationError, "the body has to be a JSON object"));
        }
        serde_path_to_error::deserialize(&self.body).map_err(|error| {
            // The reason may quote what was sent, which may be long.
            let reason: String = error.inner().to_string().chars().take(limits::REASON_CHARS_MAX).collect();
            match error.path().to_string() {
                root if root == "." => Problem::new(Code::ValidationError, reason),
                field => Problem::invalid(&field.chars().take(limits::REASON_CHARS_MAX).collect::<String>(), reason),
            }
        })
    }
}

/// The answer to a call.
#[derive(Debug)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Value,
}

impl Reply {
    /// 200 with a body.
    pub(crate) fn ok(body: Value) -> Self {
        Self { status: 200, body }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_routes_are_unique_and_examples_are_json() {
        for (idx, operation) in ALL.iter().enumerate() {
            let twin = ALL[..idx].iter().find(|other| {
                other.name == operation.name || (other.path == operation.path && other.method == operation.method)
            });
            assert!(twin.is_none(), "{}", operation.name);
            if !operation.example.is_empty() {
                serde_json::from_str::<Value>(operation.example).unwrap();
            }
            let open = operation.verb == Verb::Nothing;
            assert_eq!(open, !operation.path.starts_with("/api/"), "{}: what is open tells nothing", operation.name);
        }
    }
}
