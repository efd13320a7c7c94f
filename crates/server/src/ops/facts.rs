//! `POST /api/v1/{context}/facts`: remember one text.

use quintet::RememberError;
use quintet::model::{Role, SessionId, Validity};
use quintet::retain::{FactItem, Infer, RememberItem, Remembered};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::{self, EmotionField, LabelField, ScopeField, SignalField, TripleField};
use super::schema::Shape::{Any, List, Maybe, Partly, Text, Time, Truth, Whole};
use super::schema::{Answer, Instant, Place, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "remember",
    summary: "Remember one text; durable and findable when it returns",
    method: Method::Post,
    path: "/api/v1/{context}/facts",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"text": "Dana moved to Lisbon last week.", "session_id": "chat-7", "role": "user"}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Partly(
        &[
            ("turnId", Maybe(&Text)),
            ("chunkId", Maybe(&Text)),
            ("sessionId", Maybe(&Text)),
            ("mode", Text),
            ("preview", Truth),
            ("extraction", shown::EXTRACTION),
        ],
        &[
            ("id", Maybe(&Text)),
            ("seq", Maybe(&Whole)),
            ("episodeId", Maybe(&Text)),
            ("occurredAt", Time),
            ("parts", List(&Any)),
            ("locations", List(&Any)),
            ("names", List(&Any)),
            ("degraded", List(&Any)),
        ],
    )),
    handler: handle,
};

/// The body. Snake case as published; camel case is taken as well.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// May be left out where there are triples.
    #[serde(default)]
    text: Option<String>,
    /// How much is read out of it, and whether anything is written.
    #[serde(default)]
    #[schemars(extend("enum" = ["full", "rules", "none", "preview", "triples", null]))]
    infer: Option<String>,
    /// The session.
    #[serde(default, alias = "sessionId")]
    session_id: Option<String>,
    /// `user`, `assistant`, `system` or `tool`.
    #[serde(default)]
    role: Option<String>,
    /// Who said it, by name.
    #[serde(default)]
    speaker: Option<String>,
    /// What it is called.
    #[serde(default)]
    title: Option<String>,
    /// Who may see it; `scope` is taken as well.
    #[serde(default, alias = "scope")]
    scopes: Option<ScopeField>,
    /// Labels, as pairs or as an object.
    #[serde(default)]
    labels: Option<LabelField>,
    /// The category.
    #[serde(default, alias = "memoryCategory")]
    memory_category: Option<String>,
    /// How much it matters, 0 to 1.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1.0))]
    importance: Option<f32>,
    /// When it was learnt.
    #[serde(default, alias = "observedAt")]
    #[schemars(with = "Option<Instant>")]
    observed_at: Option<String>,
    /// When it held in the world.
    #[serde(default, alias = "validFrom")]
    #[schemars(with = "Option<Instant>")]
    valid_from: Option<String>,
    /// Until when it held in the world; the end is not included.
    #[serde(default, alias = "validUntil")]
    #[schemars(with = "Option<Instant>")]
    valid_until: Option<String>,
    /// Seconds from when it was learnt until it holds no more, in the place of `valid_until`.
    #[serde(default, alias = "ttlSeconds", alias = "ttl")]
    #[schemars(range(min = 1))]
    ttl_seconds: Option<u32>,
    /// Facts as the caller states them.
    #[serde(default)]
    triples: Option<Vec<TripleField>>,
    /// Feelings, in the order of time.
    #[serde(default)]
    #[schemars(length(max = quintet::limits::EMOTIONS_MAX))]
    emotions: Vec<EmotionField>,
    /// What happened while it was said.
    #[serde(default)]
    signals: Option<SignalField>,
    /// Its vector, in the place of one that is reckoned.
    #[serde(default)]
    vector: Option<Vec<f32>>,
    /// GeoJSON, WKT as a text, or `lat` and `lng`; read from the text when absent.
    #[serde(default)]
    #[schemars(with = "Option<Place>")]
    location: Option<Value>,
    /// Where it comes from, in the words of the caller.
    #[serde(default)]
    reference: Option<String>,
    /// The IANA name of the zone that times in the text are in.
    #[serde(default, alias = "timeZone")]
    time_zone: Option<String>,
}

/// How much is read out of a text, and whether anything is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode {
    /// The name on the wire.
    pub(super) name: &'static str,
    /// What the engine does.
    pub(super) infer: Infer,
    /// Nothing is written.
    pub(super) preview: bool,
}

/// The mode of that name.
pub(super) fn mode(infer: Option<&str>) -> Result<Mode, Problem> {
    let mode = |name, infer, preview| Ok(Mode { name, infer, preview });
    match infer {
        None | Some("full") => mode("full", Infer::Full, false),
        Some("rules") => mode("rules", Infer::Rules, false),
        Some("none") => mode("none", Infer::None, false),
        Some("preview") => mode("preview", Infer::Full, true),
        Some("triples") => mode("triples", Infer::None, false),
        Some(_) => Err(Problem::invalid("infer", "there are full, rules, none, preview and triples")),
    }
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let mode = mode(request.infer.as_deref())?;
    if request.triples.is_none() && mode.name == "triples" {
        return Err(Problem::invalid("triples", "they are missing, and infer says that there are some"));
    }
    let facts = request.triples.as_deref().unwrap_or_default().iter().map(TripleField::fact);
    let facts: Vec<FactItem> = facts.collect::<Result<_, _>>()?;
    let moment =
        |field: &str, text: &Option<String>| text.as_deref().map(|text| fields::instant(field, text)).transpose();
    let known_at = moment("observed_at", &request.observed_at)?;
    let until = match (moment("valid_until", &request.valid_until)?, request.ttl_seconds) {
        (Some(_), Some(_)) => return Err(Problem::invalid("ttl_seconds", "give it or valid_until, not both")),
        (None, Some(0)) => return Err(Problem::invalid("ttl_seconds", "it has to be 1 or more")),
        (None, Some(seconds)) => {
            let begin = known_at.unwrap_or_else(|| service.engine.now());
            Some(begin.plus(i64::from(seconds) * 1_000_000))
        }
        (until, None) => until,
    };
    let session = request.session_id.as_deref().map(session).transpose()?;
    let scopes = request.scopes.map(|scopes| scopes.sets("scopes")).transpose()?;
    let scopes = call.written_to(service, session.as_ref(), scopes)?;
    let item = RememberItem {
        importance: request.importance,
        valid: Validity { from: moment("valid_from", &request.valid_from)?, until },
        session,
        role: request.role.as_deref().map(role).transpose()?,
        speaker: request.speaker,
        title: request.title,
        known_at,
        scopes,
        labels: request.labels.map(|labels| labels.labels()).transpose()?.unwrap_or_default(),
        category: request.memory_category.as_deref().map(fields::category).transpose()?,
        emotions: fields::emotions(&request.emotions)?,
        location: request.location.as_ref().map(fields::shape).transpose()?,
        signals: request.signals.map(SignalField::signals),
        vector: request.vector,
        reference: request.reference,
        zone: request.time_zone,
        principal: Some(call.caller()?.principal().to_owned()),
        infer: mode.infer,
        ..RememberItem::default()
    };
    let session_id = item.session.clone();
    let written_to = item.scopes.clone();
    let mut body = match request.text {
        Some(text) => {
            let item = RememberItem { text, facts, ..item };
            told(service, call, item, mode)?
        }
        None if facts.is_empty() => return Err(Problem::invalid("text", "it is missing")),
        None => stated(service, call, facts, &item)?,
    };
    shown::only_readable(call, written_to.as_ref(), &mut body["extraction"])?;
    if !mode.preview {
        call.register(service, written_to.as_ref())?;
    }
    body["mode"] = json!(mode.name);
    body["preview"] = json!(mode.preview);
    body["sessionId"] = json!(session_id);
    Ok(Reply::ok(body))
}

/// A text, with or without facts.
fn told(service: &Service, call: &Call, item: RememberItem, mode: Mode) -> Result<Value, Problem> {
    let context = call.context()?;
    let given = item.clone();
    let outcome = if mode.preview {
        let foreseen = service.engine.preview(&context, vec![item]).map_err(|error| refusal(error, NAMES))?;
        foreseen
            .into_iter()
            .next()
            .unwrap_or_else(|| Err(RememberError::Invalid { field: "text", reason: "none".into() }))
    } else {
        service.engine.remember(&context, item)
    };
    let mut body = written(&outcome.map_err(|error| refusal(error, NAMES))?, &given);
    if mode.preview {
        // Nothing has these ids.
        for member in ["id", "turnId", "chunkId", "seq", "episodeId"] {
            body[member] = Value::Null;
        }
        body["extraction"]["turnId"] = Value::Null;
        body["parts"] = json!([]);
    }
    Ok(body)
}

/// Facts without a text.
fn stated(service: &Service, call: &Call, facts: Vec<FactItem>, item: &RememberItem) -> Result<Value, Problem> {
    if item.session.is_some() {
        return Err(Problem::invalid("session_id", "it holds turns, and there is no text"));
    }
    let with = |fact: FactItem| FactItem {
        known_at: item.known_at,
        scopes: item.scopes.clone(),
        labels: item.labels.clone(),
        category: fact.category.or(item.category),
        valid: Validity { from: fact.valid.from.or(item.valid.from), until: fact.valid.until.or(item.valid.until) },
        reference: item.reference.clone(),
        principal: item.principal.clone(),
        ..fact
    };
    let facts: Vec<FactItem> = facts.into_iter().map(with).collect();
    let learned = service.engine.assert_facts(&call.context()?, &facts).map_err(|error| refusal(error, NAMES))?;
    Ok(json!({ "turnId": null, "chunkId": null, "extraction": shown::extraction(&learned, None) }))
}

/// The engine's names of fields, and this operation's.
const NAMES: &[(&str, &str)] = &[("known_at", "observed_at"), ("zone", "time_zone"), ("valid", "valid_until")];

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
pub(super) fn written(remembered: &Remembered, given: &RememberItem) -> Value {
    let id = remembered.id.to_string();
    let is_turn = remembered.seq.is_some();
    let mut extraction = shown::extraction(&remembered.learned, Some((&given.text, given.speaker.as_deref())));
    extraction.insert("turnId".to_owned(), json!(is_turn.then_some(&id)));
    json!({
        "id": id,
        "turnId": is_turn.then_some(&id),
        "chunkId": (!is_turn).then_some(&id),
        "seq": remembered.seq,
        "episodeId": remembered.episode,
        "occurredAt": remembered.event.start.to_string(),
        "parts": remembered.parts,
        "locations": remembered.locations,
        "names": remembered.names,
        "degraded": remembered.degraded,
        "extraction": extraction,
    })
}
