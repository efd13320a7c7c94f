//! The operations: one file each, registered in [`ALL`].
//!
//! An operation carries everything a front end needs: its name, route, authority, examples and handler. Handlers are
//! synchronous, like the engine.

mod access_token;
mod arc;
mod audit;
mod consolidate;
mod context;
mod context_create;
mod context_drop;
mod context_get;
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
mod file_read;
mod file_write;
mod files;
mod forget;
mod fsck;
mod health;
mod hygiene;
mod inspect;
mod key_create;
mod key_delete;
mod key_rotate;
mod keys;
mod livez;
mod me;
mod memories;
mod memory;
mod memory_edit;
mod memory_forget;
mod metrics;
mod openapi;
mod principal;
mod principal_create;
mod principal_effective;
mod principal_grant;
mod principal_revoke;
mod principals;
mod profile;
mod query;
mod reading;
mod readyz;
mod reflect;
mod retention;
mod retention_set;
mod schema;
mod scope_delete;
mod scope_register;
mod scopes;
mod scopes_forget;
mod session;
mod session_close;
mod session_context;
mod session_open;
mod session_turns;
mod share_create;
mod share_delete;
mod shares;
mod shown;
mod state;
mod status;
mod timeline;
mod trace;
mod traces;
mod traces_stats;
mod used;
mod verbs;

use std::sync::Arc;

use quintet::Engine;
use quintet::model::Verb as Granted;
use serde_json::Value;

use crate::authority::Gate;
pub(crate) use crate::call::Call;
use crate::metrics::Metrics;
use crate::problem::{Code, Problem};
use crate::spans::Spans;

/// Every operation, in the order of printed tables.
pub static ALL: &[&Operation] = &[
    &facts::OPERATION,
    &facts_batch::OPERATION,
    &query::OPERATION,
    &context::OPERATION,
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
    &status::OPERATION,
    &files::OPERATION,
    &file_read::OPERATION,
    &file_write::OPERATION,
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
    &traces::OPERATION,
    &traces_stats::OPERATION,
    &session_open::OPERATION,
    &session::OPERATION,
    &session_close::OPERATION,
    &session_turns::OPERATION,
    &session_context::OPERATION,
    &me::OPERATION,
    &principals::OPERATION,
    &principal_create::OPERATION,
    &principal::OPERATION,
    &principal_effective::OPERATION,
    &principal_grant::OPERATION,
    &principal_revoke::OPERATION,
    &keys::OPERATION,
    &key_create::OPERATION,
    &key_rotate::OPERATION,
    &key_delete::OPERATION,
    &scopes::OPERATION,
    &scope_register::OPERATION,
    &scope_delete::OPERATION,
    &shares::OPERATION,
    &share_create::OPERATION,
    &share_delete::OPERATION,
    &audit::OPERATION,
    &access_token::OPERATION,
    &verbs::OPERATION,
    &consolidate::OPERATION,
    &elaborate::OPERATION,
    &reflect::OPERATION,
    &context_create::OPERATION,
    &context_list::OPERATION,
    &context_get::OPERATION,
    &context_drop::OPERATION,
    &context_settings::OPERATION,
    &openapi::OPERATION,
    &metrics::OPERATION,
    &health::OPERATION,
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
    /// Nothing but a key: it is about the caller, or the operation looks at each thing by itself.
    Known,
    /// `memory:read`.
    MemoryRead,
    /// `memory:write`.
    MemoryWrite,
    /// `memory:forget`.
    MemoryForget,
    /// `scope:read`.
    ScopeRead,
    /// `scope:create`.
    ScopeCreate,
    /// `scope:delete`.
    ScopeDelete,
    /// `grant:manage`.
    GrantManage,
    /// The management key.
    Manage,
}

impl Verb {
    /// What has to be granted; `None` where that is no question of grants.
    fn granted(self) -> Option<Granted> {
        match self {
            Self::Nothing | Self::Known | Self::Manage => None,
            Self::MemoryRead => Some(Granted::MemoryRead),
            Self::MemoryWrite => Some(Granted::MemoryWrite),
            Self::MemoryForget => Some(Granted::MemoryForget),
            Self::ScopeRead => Some(Granted::ScopeRead),
            Self::ScopeCreate => Some(Granted::ScopeCreate),
            Self::ScopeDelete => Some(Granted::ScopeDelete),
            Self::GrantManage => Some(Granted::GrantManage),
        }
    }

    /// Its name in the document of the interface.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Known => "key",
            Self::Manage => "admin",
            other => other.granted().map_or("", Granted::as_str),
        }
    }

    /// What is done, in the audit log.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Nothing | Self::Known | Self::MemoryRead | Self::ScopeRead => "read",
            Self::MemoryWrite => "write",
            Self::MemoryForget => "forget",
            Self::ScopeCreate | Self::ScopeDelete | Self::GrantManage | Self::Manage => "manage",
        }
    }
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
    /// What it takes beside the path.
    pub(crate) takes: Takes,
    /// What it answers when all is well.
    pub(crate) answer: Answer,
    /// Carries it out.
    pub handler: fn(&Service, &Call) -> Result<Reply, Problem>,
}

/// What operations work on.
#[derive(Clone)]
pub struct Service {
    /// The engine.
    pub engine: Arc<Engine>,
    /// Who may do what.
    pub gate: Arc<Gate>,
    /// Where the operator is told what callers are not.
    pub log: Log,
    /// What is counted.
    pub(crate) metrics: Arc<Metrics>,
    /// Where spans go, if anywhere.
    pub(crate) spans: Option<Arc<Spans>>,
}

/// Told one line at a time what an operator should know; never any text of a memory.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

impl Service {
    /// Operations on an engine, for whom a gate lets in.
    pub fn new(engine: Arc<Engine>, gate: Arc<Gate>, log: Log) -> Self {
        Self { engine, gate, log, metrics: Arc::new(Metrics::new()), spans: None }
    }

    /// Tells the operator what a caller is not told.
    pub(crate) fn tell(&self, problem: &Problem) {
        if let Some(inside) = &problem.inside {
            (self.log)(&format!("{}: {inside}", problem.code));
        }
    }
}

pub(crate) use files::path as file_path;
pub(crate) use schema::{Answer, Takes};

/// The operation of that name.
pub(crate) fn named(name: &str) -> Option<&'static Operation> {
    ALL.iter().copied().find(|operation| operation.name == name)
}

/// Carries an operation out, if the caller may. Every front end comes through here.
///
/// # Errors
/// [`Problem`] 401 without a caller, 403 where its key may do nothing of the kind, else what the operation says.
pub(crate) fn run(service: &Service, operation: &Operation, call: &Call) -> Result<Reply, Problem> {
    match operation.verb {
        Verb::Nothing => {}
        Verb::Manage if !call.caller()?.is_admin() => {
            return Err(Problem::new(Code::Forbidden, "only the admin key may do that"));
        }
        verb => {
            let caller = call.caller()?;
            verb.granted().map_or(Ok(()), |granted| caller.needs(granted))?;
        }
    }
    (operation.handler)(service, call)
}

/// The answer to a call.
#[derive(Debug)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The body; a text where it is no JSON.
    pub body: Value,
    /// What the body is where it is no JSON, as in `Content-Type`.
    pub text_type: Option<&'static str>,
    /// It holds a secret: it is told once, and kept nowhere.
    pub is_secret: bool,
}

impl Reply {
    /// 200 with a body.
    pub(crate) fn ok(body: Value) -> Self {
        Self::of(200, body)
    }

    /// Another success with a body.
    pub(crate) fn of(status: u16, body: Value) -> Self {
        Self { status, body, text_type: None, is_secret: false }
    }

    /// 200 with a text that is no JSON.
    pub(crate) fn text(text_type: &'static str, text: String) -> Self {
        Self { status: 200, body: Value::String(text), text_type: Some(text_type), is_secret: false }
    }

    /// A success whose body holds a secret.
    pub(crate) fn secret(status: u16, body: Value) -> Self {
        Self { is_secret: true, ..Self::of(status, body) }
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
            let outside = !operation.path.starts_with("/api/") || operation.path == "/api/v1/health";
            let outside = outside && operation.verb != Verb::Manage;
            assert_eq!(open, outside, "{}: what is open tells nothing", operation.name);
        }
    }
}
