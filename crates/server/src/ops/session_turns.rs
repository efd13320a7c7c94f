//! `GET /api/v1/{context}/sessions/{id}/turns`: what was said in a session, in order.

use quintet::limits::LIST_MAX;
use quintet::model::{Kind, Session};
use quintet::store::{Filter, Ordinal, Row};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::schema::Shape::{List, Maybe, Of, Text, Time, Whole};
use super::schema::{Answer, Bounded, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, reading, session_open};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "session_turns",
    summary: "What was said in a session, in order, page by page",
    method: Method::Get,
    path: "/api/v1/{context}/sessions/{id}/turns",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[("turns", List(&TURN)), ("total", Whole)])),
    handler: handle,
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Request {
    /// Rows at most; 100 when not said.
    #[schemars(with = "Option<Bounded<1, { quintet::limits::LIST_MAX }>>")]
    limit: Option<Value>,
    /// Turns to pass over.
    #[schemars(with = "Option<Bounded<0, { u32::MAX as usize }>>")]
    offset: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let limit = reading::rows(request.limit.as_ref())?;
    let offset = reading::whole("offset", request.offset.as_ref(), 0, 0..=u32::MAX as usize)?;
    let session = session_open::named(service, call)?;
    let turns = turns(service, call, &session)?;
    let total = turns.len();
    let shown: Vec<Value> = turns.iter().skip(offset).take(limit).map(turn).collect();
    Ok(Reply::ok(json!({ "turns": shown, "total": total })))
}

/// All turns of a session that the caller may see, in order.
pub(super) fn turns(service: &Service, call: &Call, session: &Session) -> Result<Vec<Row>, Problem> {
    let filter = Filter {
        grant: call.grant()?,
        session: Some(session.id.clone()),
        kinds: Some(vec![Kind::Turn]),
        include_duplicates: true,
        history: true,
        ..Filter::default()
    };
    let context = call.context()?;
    let mut turns: Vec<Row> = Vec::new();
    let mut after: Option<Ordinal> = None;
    // Places in a session follow the order of writing but where a caller sets them, so that all are read before they are cut.
    loop {
        let page = service.engine.memories(&context, &filter, after, false, LIST_MAX)?;
        let is_last = page.len() < LIST_MAX;
        after = page.last().map(|row| row.ordinal);
        turns.extend(page.into_iter().filter(|row| row.memory.part_of.is_none()));
        if is_last {
            break;
        }
    }
    turns.sort_by_key(|row| (row.memory.seq, row.ordinal));
    Ok(turns)
}

/// What is told of a turn.
pub(super) const TURN: Shape = Of(&[
    ("id", Text),
    ("session", Maybe(&Text)),
    ("seq", Maybe(&Whole)),
    ("role", Maybe(&Text)),
    ("speaker", Maybe(&Text)),
    ("content", Text),
    ("createdAt", Time),
]);

/// A turn as the wire shows it.
pub(super) fn turn(row: &Row) -> Value {
    let memory = &row.memory;
    json!({
        "id": memory.id,
        "session": memory.session,
        "seq": memory.seq,
        "role": memory.role,
        "speaker": memory.speaker,
        "content": memory.text,
        "createdAt": memory.known_at.to_string(),
    })
}
