//! `POST /api/v1/{context}/facts`: remember one text.

use quintet::RememberError;
use quintet::model::{Role, SessionId};
use quintet::retain::{RememberItem, Remembered};
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::{self, EmotionField, LabelField, ScopeField, SignalField};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "remember",
    summary: "Remember one text; durable and findable when it returns",
    method: Method::Post,
    path: "/api/v1/{context}/facts",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"text": "Dana moved to Lisbon last week.", "session_id": "chat-7", "role": "user"}"#,
    handler: handle,
};

/// The body. Snake case as published; camel case is taken as well.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    text: String,
    #[serde(default)]
    infer: Option<String>,
    #[serde(default, alias = "sessionId")]
    session_id: Option<String>,
    #[serde(default)]
    role: Option<String>,
    #[serde(default)]
    speaker: Option<String>,
    #[serde(default)]
    title: Option<String>,
    #[serde(default, alias = "scope")]
    scopes: Option<ScopeField>,
    #[serde(default)]
    labels: Option<LabelField>,
    #[serde(default, alias = "memoryCategory")]
    memory_category: Option<String>,
    #[serde(default, alias = "observedAt")]
    observed_at: Option<String>,
    #[serde(default)]
    triples: Option<Value>,
    #[serde(default)]
    emotions: Vec<EmotionField>,
    #[serde(default)]
    signals: Option<SignalField>,
    #[serde(default)]
    vector: Option<Vec<f32>>,
    /// GeoJSON, WKT as a text, or `lat` and `lng`; read from the text when absent.
    #[serde(default)]
    location: Option<Value>,
    #[serde(default)]
    reference: Option<String>,
    #[serde(default, alias = "timeZone")]
    time_zone: Option<String>,
}

/// How much is read out of a text. Only what this version does is taken.
pub(super) fn mode(infer: Option<&str>) -> Result<&'static str, Problem> {
    match infer {
        None | Some("full") => Ok("full"),
        Some("none") => Ok("none"),
        Some("triples" | "preview") => {
            Err(Problem::new(Code::NotImplemented, "infer: this version takes full and none"))
        }
        Some(_) => Err(Problem::invalid("infer", "there are full and none")),
    }
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let mode = mode(request.infer.as_deref())?;
    if request.triples.is_some() {
        return Err(Problem::new(Code::NotImplemented, "triples: this version takes texts only"));
    }
    let session = request.session_id.as_deref().map(session).transpose()?;
    let item = RememberItem {
        session,
        role: request.role.as_deref().map(role).transpose()?,
        speaker: request.speaker,
        title: request.title,
        known_at: request.observed_at.as_deref().map(|text| fields::instant("observed_at", text)).transpose()?,
        scopes: request.scopes.map(|scopes| scopes.sets("scopes")).transpose()?,
        labels: request.labels.map(|labels| labels.labels()).transpose()?.unwrap_or_default(),
        category: request.memory_category.as_deref().map(fields::category).transpose()?,
        emotions: fields::emotions(&request.emotions)?,
        location: request.location.as_ref().map(fields::shape).transpose()?,
        signals: request.signals.map(SignalField::signals),
        vector: request.vector,
        reference: request.reference,
        zone: request.time_zone,
        principal: Some(call.caller()?.principal.clone()),
        ..RememberItem::new(request.text)
    };
    let session_id = item.session.clone();
    let remembered = service.engine.remember(&call.context()?, item).map_err(|error| refusal(error, NAMES))?;
    let mut body = written(&remembered);
    body["mode"] = json!(mode);
    body["sessionId"] = json!(session_id);
    Ok(Reply::ok(body))
}

/// The engine's names of fields, and this operation's.
const NAMES: &[(&str, &str)] = &[("known_at", "observed_at"), ("zone", "time_zone")];

/// Why a text was refused, with the caller's names of fields.
pub(super) fn refusal(error: RememberError, names: &[(&str, &str)]) -> Problem {
    Problem::from(error).spelled(names)
}

pub(super) fn session(text: &str) -> Result<SessionId, Problem> {
    SessionId::new(text).map_err(|error| Problem::invalid("session_id", error))
}

pub(super) fn role(text: &str) -> Result<Role, Problem> {
    Role::parse(text).ok_or_else(|| Problem::invalid("role", "there are user, assistant, system, tool"))
}

/// What became of one text, as the wire says it.
pub(super) fn written(remembered: &Remembered) -> Value {
    let id = remembered.id.to_string();
    let is_turn = remembered.seq.is_some();
    let entities: Vec<Value> = remembered.names.iter().map(|name| json!({ "name": name })).collect();
    json!({
        "id": id,
        "turnId": is_turn.then_some(&id),
        "chunkId": (!is_turn).then_some(&id),
        "seq": remembered.seq,
        "episodeId": remembered.episode,
        "occurredAt": remembered.event.start.to_string(),
        "parts": remembered.parts,
        "locations": remembered.locations,
        "degraded": remembered.degraded,
        "extraction": {
            "turnId": is_turn.then_some(&id),
            "entities": entities,
            "attributes": [],
            "relations": [],
            "instructions": [],
            "uncertainties": [],
            "corrections": [],
        },
    })
}
