//! `POST /api/v1/{context}/arc`: how feelings moved along a session, an episode or a transcript.

use quintet::ArcOf;
use quintet::limits::NAME_LEN_MAX;
use quintet::store::Filter;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::emotions::memory;
use super::schema::Shape::{Maybe, Object, Of};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, fields};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "arc",
    summary: "How feelings moved along a session, an episode or a transcript, of one speaker or of everybody",
    method: Method::Post,
    path: "/api/v1/{context}/arc",
    verb: Verb::MemoryRead,
    read_only: true,
    example: r#"{"sessionId": "chat-7", "speaker": "Nora"}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[("arc", Maybe(&Object))])),
    handler: handle,
};

/// One of the three says of what.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// The session.
    #[serde(default, alias = "session_id")]
    session_id: Option<String>,
    /// One memory.
    #[serde(default, alias = "memory_id")]
    memory_id: Option<String>,
    /// The episode that this turn belongs to.
    #[serde(default, alias = "episode_of")]
    episode_of: Option<String>,
    /// Who said it, by name.
    #[serde(default)]
    speaker: Option<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let of = match (&request.session_id, &request.memory_id, &request.episode_of) {
        (Some(session), None, None) => ArcOf::Session(super::facts::session(session)?),
        (None, Some(id), None) => ArcOf::Memory(memory(service, call, id)?),
        (None, None, Some(id)) => ArcOf::EpisodeOf(memory(service, call, id)?),
        _ => return Err(Problem::invalid("sessionId", "give one of sessionId, memoryId and episodeOf")),
    };
    let speaker = fields::name("speaker", request.speaker, NAME_LEN_MAX)?;
    let filter = Filter { grant: call.grant()?, ..Filter::default() };
    let arc = service.engine.arc(&call.context()?, &of, speaker.as_deref(), &filter)?;
    let arc = serde_json::to_value(arc).unwrap_or(Value::Null);
    Ok(Reply::ok(json!({ "arc": arc })))
}
