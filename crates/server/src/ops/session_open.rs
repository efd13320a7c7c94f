//! `POST /api/v1/{context}/sessions`: open a session.

use quintet::model::{Labels, Scope, ScopeSets, Session, SessionId};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::ScopeField;
use super::schema::Shape::{List, Maybe, Object, Of, Text, Time};
use super::schema::{Answer, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, facts};
use crate::authority;
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "session_open",
    summary: "Open a session: turns that belong together, in order; saying something in a new one opens it, too",
    method: Method::Post,
    path: "/api/v1/{context}/sessions",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"scopes": ["user/ann"], "metadata": {"channel": "chat"}}"#,
    takes: Takes::Perhaps(Request::json_schema),
    answer: Answer::made(BODY),
    handler: handle,
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Request {
    /// Chosen by the server when absent.
    id: Option<String>,
    /// Who may see it; `scope` is taken as well.
    #[serde(alias = "scope")]
    scopes: Option<ScopeField>,
    /// Whatever the caller wants kept with it.
    metadata: Option<Labels>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request_or_nothing()?;
    let context = call.known_context(service)?;
    let id = match request.id.as_deref() {
        Some(text) => facts::session(text)?,
        None => facts::session(&authority::new_session_id()?)?,
    };
    let scopes = request.scopes.map(|scopes| scopes.sets("scopes")).transpose()?;
    let scopes = call.written_to(service, Some(&id), scopes)?;
    if let Some(open) = service.engine.session(&context, &id)? {
        return Ok(Reply::ok(body(&open)));
    }
    let session = Session {
        id: id.clone(),
        scopes: scopes.unwrap_or_else(|| ScopeSets::single(Scope::root())),
        metadata: request.metadata.unwrap_or_default(),
        opened_at: service.engine.now(),
        closed_at: None,
    };
    service.engine.open_session(&context, session.clone())?;
    // Of two that open it at once one does, and the other is told whose it is, if it may know.
    if let Some(open) = service.engine.session(&context, &id)?.filter(|open| *open != session) {
        call.written_to(service, Some(&id), None)?;
        return Ok(Reply::ok(body(&open)));
    }
    call.register(service, Some(&session.scopes))?;
    Ok(Reply::of(201, body(&session)))
}

/// What is told of a session.
pub(super) const BODY: Shape = Of(&[
    ("id", Text),
    ("scopes", List(&List(&Text))),
    ("metadata", Object),
    ("createdAt", Time),
    ("closedAt", Maybe(&Time)),
]);

/// A session as the wire shows it.
pub(super) fn body(session: &Session) -> Value {
    let scopes: Vec<Vec<String>> =
        session.scopes.clauses().iter().map(|clause| clause.iter().map(ToString::to_string).collect()).collect();
    json!({
        "id": session.id,
        "scopes": scopes,
        "metadata": session.metadata,
        "createdAt": session.opened_at.to_string(),
        "closedAt": session.closed_at.map(|at| at.to_string()),
    })
}

/// The session named in the path, as far as the caller's grant for the operation sees it.
pub(super) fn named(service: &Service, call: &Call) -> Result<Session, Problem> {
    let context = call.known_context(service)?;
    let missing = || Problem::new(crate::problem::Code::NotFound, "there is no such session");
    let id = SessionId::new(call.path.get("id").map(String::as_str).unwrap_or_default()).map_err(|_| missing())?;
    let grant = call.grant()?;
    service.engine.session(&context, &id)?.filter(|session| grant.sees(&session.scopes)).ok_or_else(missing)
}
