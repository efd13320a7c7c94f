//! One call of an operation: who calls, on what, with which words; and what follows from it for filters and scopes.
//!
//! Must not know: what an operation does, HTTP.

use std::collections::BTreeMap;

use quintet::model::{ContextId, Grant, Scope, ScopeSets, SessionId, Verb as Granted};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::authority::{Caller, ScopeNode};
use crate::limits;
use crate::ops::{Service, Verb};
use crate::problem::{Code, Problem};

/// One call.
pub struct Call {
    /// Who calls; `None` only for operations that need no authority.
    pub caller: Option<Caller>,
    /// What the operation needs; its filters follow from it.
    pub verb: Verb,
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

    /// The same call with another body.
    pub(crate) fn with(&self, body: Value) -> Self {
        Self { caller: self.caller.clone(), verb: self.verb, path: self.path.clone(), body }
    }

    /// The context named in the path, which exists.
    pub(crate) fn known_context(&self, service: &Service) -> Result<ContextId, Problem> {
        let context = self.context()?;
        service.engine.settings(&context)?;
        Ok(context)
    }

    /// The part of the scopes that the operation may touch: what may be read, of which it may be that only a part may be
    /// changed or forgotten.
    pub(crate) fn grant(&self) -> Result<Grant, Problem> {
        let caller = self.caller()?;
        Ok(match self.verb {
            Verb::MemoryWrite => caller.changeable(),
            Verb::MemoryForget => caller.forgettable(),
            _ => caller.readable(),
        })
    }

    /// The scopes of a new memory: those given, if the caller may write to all of them; else all that it may write to. A
    /// session's memories go where the session is, so that one must lie inside, too. Registers nothing ([`Call::register`]).
    ///
    /// # Errors
    /// [`Problem`] 403 for what lies outside, the same for a session that is somebody else's; 422 for a scope that nobody
    /// registered or that was taken off the list.
    pub(crate) fn written_to(
        &self,
        service: &Service,
        session: Option<&SessionId>,
        given: Option<ScopeSets>,
    ) -> Result<Option<ScopeSets>, Problem> {
        let (caller, context) = (self.caller()?, self.context()?);
        let region = caller.authority().grant(Granted::MemoryWrite);
        let refused = |field: &str| Problem::new(Code::Forbidden, format!("{field}: this key may not write there"));
        let open = session.map(|id| service.engine.session(&context, id)).transpose()?.flatten();
        if open.as_ref().is_some_and(|open| !region.covers_all(&open.scopes)) {
            return Err(refused("session_id"));
        }
        let Some(given) = given else {
            // What is said in a session is for whom the session is. Whoever may write everywhere writes where the engine does.
            let everywhere = Grant::everything().0.iter().all(|all| region.0.contains(all));
            return Ok(match open {
                Some(open) => Some(open.scopes),
                None => (!everywhere).then(|| region.region()),
            });
        };
        if !region.covers_all(&given) {
            return Err(refused("scopes"));
        }
        for scope in named(&given) {
            match service.gate.roster.scope(&context, scope) {
                Some(node) if node.tombstoned_at.is_none() => {}
                Some(_) => {
                    return Err(Problem::new(Code::Unprocessable, "scopes: one of them was taken off the list"));
                }
                None if caller.authority().grant(Granted::ScopeCreate).covers(scope) => {}
                None => {
                    let detail = "scopes: one of them is not registered, and this key may not register it";
                    return Err(Problem::new(Code::Unprocessable, detail));
                }
            }
        }
        Ok(Some(given))
    }

    /// Registers the scopes that something was written to, where they are new and the caller may register them. What is only
    /// looked at, or was refused, registers nothing.
    pub(crate) fn register(&self, service: &Service, scopes: Option<&ScopeSets>) -> Result<(), Problem> {
        let (caller, context) = (self.caller()?, self.context()?);
        let may_create = caller.authority().grant(Granted::ScopeCreate);
        for scope in scopes.into_iter().flat_map(named).filter(|scope| may_create.covers(scope)) {
            if service.gate.roster.scope(&context, scope).is_none() {
                let path = scope.clone();
                let created_at = service.engine.now();
                let node = ScopeNode { path, display_name: None, description: None, created_at, tombstoned_at: None };
                service.gate.roster.put_scope(&context, node)?;
            }
        }
        Ok(())
    }

    /// The same for operations that nothing need be said to: no body is an empty one.
    pub(crate) fn request_or_nothing<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        if !self.body.is_null() {
            return self.request();
        }
        let body = Value::Object(serde_json::Map::new());
        self.with(body).request()
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

/// The scopes of a set that have a name: the root is always there.
fn named(scopes: &ScopeSets) -> impl Iterator<Item = &Scope> {
    scopes.clauses().iter().flatten().filter(|scope| !scope.as_str().is_empty())
}
