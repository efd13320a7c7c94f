//! `POST /api/v1/{context}/query`: recall.

use quintet::RecallError;
use quintet::channel;
use quintet::fuse::Fusion;
use quintet::limits;
use quintet::model::{Kind, Memory};
use quintet::recall::{ContextHit, Hit, Profile, RecallRequest, Recalled, TimeMode};
use quintet::store::Filter;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::{self, EmotionField, LabelField, LocationField, PointField, ScopeField};
use super::schema::Shape::{Any, Both, List, Maybe, Number, Object, Of, Partly, Text, Time, Truth, Whole};
use super::schema::{Answer, Instant, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "recall",
    summary: "Find what a question needs, and say why each hit came back",
    method: Method::Post,
    path: "/api/v1/{context}/query",
    verb: Verb::MemoryRead,
    read_only: true,
    example: r#"{"query": "Where did Dana move?", "k": 5, "explain": true}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Partly(
        &[
            ("tier", Text),
            ("classificationKind", Text),
            ("seedEntities", List(&Any)),
            ("hits", List(&Both(&HIT, &Of(&[("score", Number), ("rank", Whole)])))),
            ("contextHits", List(&Both(&HIT, &Of(&[("besideId", Text)])))),
            ("queryMs", Whole),
            ("degraded", List(&Any)),
            ("confidence", Number),
            ("abstain", Truth),
            ("timeRelaxed", Truth),
            (
                "trace",
                Of(&[
                    ("traceId", Text),
                    ("resolutionTier", Text),
                    ("tierReason", Text),
                    ("latencyMs", Number),
                    ("retrievedCount", Whole),
                    ("topScores", List(&Number)),
                ]),
            ),
        ],
        &[("explain", Object)],
    )),
    handler: handle,
};

/// The body. Camel case as published; snake case is taken as well.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// The question.
    query: String,
    /// Hits at most; `limit` is taken as well.
    #[serde(default, alias = "limit")]
    #[schemars(range(min = 1, max = limits::K_MAX))]
    k: Option<usize>,
    /// One of the ways there are.
    #[serde(default)]
    #[schemars(extend("enum" = ["hybrid", "vector", "bm25", "graph", null]))]
    mode: Option<String>,
    /// The session.
    #[serde(default, alias = "session_id")]
    session_id: Option<String>,
    /// What is shown: `facts`, `passages`.
    #[serde(default)]
    include: Option<Vec<String>>,
    /// As it was known then.
    #[serde(default, alias = "as_of")]
    #[schemars(with = "Option<Instant>")]
    as_of: Option<String>,
    /// As it held in the world then.
    #[serde(default, alias = "at_instant")]
    #[schemars(with = "Option<Instant>")]
    at_instant: Option<String>,
    /// From when it held in the world.
    #[serde(default, alias = "valid_from")]
    #[schemars(with = "Option<Instant>")]
    valid_from: Option<String>,
    /// Until when it held in the world; the end is not included.
    #[serde(default, alias = "valid_until")]
    #[schemars(with = "Option<Instant>")]
    valid_until: Option<String>,
    /// Labels, as pairs or as an object.
    #[serde(default)]
    labels: Option<LabelField>,
    /// Only what lies in these scopes.
    #[serde(default)]
    lens: Option<ScopeField>,
    /// How scopes are looked at; all are the same.
    #[serde(default, alias = "scope_view")]
    #[schemars(with = "Option<String>", extend("enum" = ["strict", "merged", "crossTeam", null]))]
    scope_view: Option<Value>,
    /// The caller's purpose, which the trace tells; it is used for nothing else.
    #[serde(default)]
    source: Option<String>,
    /// Where the memories must lie.
    #[serde(default)]
    location: Option<LocationField>,
    /// Repetitions, too.
    #[serde(default, alias = "include_duplicates")]
    include_duplicates: bool,
    // Beyond the published fields.
    /// Tells why each hit is there.
    #[serde(default)]
    explain: bool,
    /// The channels to ask, by name; all when absent.
    #[serde(default)]
    channels: Option<Vec<String>>,
    /// Weights of channels by name.
    #[serde(default, alias = "channel_weights")]
    channel_weights: std::collections::BTreeMap<String, f32>,
    /// How channels are fused, by name.
    #[serde(default)]
    fusion: Option<String>,
    /// A set of choices, by name.
    #[serde(default)]
    profile: Option<String>,
    /// Feelings, in the order of time.
    #[serde(default)]
    #[schemars(length(max = limits::EMOTIONS_MAX))]
    emotions: Vec<EmotionField>,
    /// `boost`, `filter` or `off`: how far the time in the question counts.
    #[serde(default, alias = "time_mode")]
    #[schemars(extend("enum" = ["boost", "filter", "off", null]))]
    time_mode: Option<String>,
    /// Tokens that the texts of all hits may have together.
    #[serde(default, alias = "max_tokens")]
    max_tokens: Option<u32>,
    /// A second, slower look at the best hits.
    #[serde(default)]
    rerank: bool,
    /// Exponential decay with this half-life, in days, in place of the power law.
    #[serde(default, alias = "recency_decay_days")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    recency_decay_days: Option<f32>,
    /// Events from then.
    #[serde(default, alias = "time_from")]
    #[schemars(with = "Option<Instant>")]
    time_from: Option<String>,
    /// Events until then.
    #[serde(default, alias = "time_to")]
    #[schemars(with = "Option<Instant>")]
    time_to: Option<String>,
    /// IANA time zone in which the question's time words are meant; UTC when absent.
    #[serde(default, alias = "time_zone")]
    time_zone: Option<String>,
    /// Where the question is asked, for "near here".
    #[serde(default)]
    here: Option<PointField>,
    /// When the question is asked; the time of the server when absent.
    #[serde(default)]
    #[schemars(with = "Option<Instant>")]
    now: Option<String>,
    /// Its vector, in the place of one that is reckoned.
    #[serde(default)]
    vector: Option<Vec<f32>>,
}

/// What a question takes, for the operations that ask one.
pub(super) fn described(generator: &mut SchemaGenerator) -> Schema {
    Request::json_schema(generator)
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let explain = request.explain;
    let kinds = shown_kinds(request.include.as_deref())?;
    let asked = understood(request, call)?;
    let refusal = |error: RecallError| {
        Problem::from(error).spelled(&[
            ("weights", "channelWeights"),
            ("zone", "timeZone"),
            ("max_tokens", "maxTokens"),
        ])
    };
    let recalled = service.engine.recall(&call.context()?, &asked).map_err(refusal)?;
    let cited = |memory: &Memory| shown::cited(service, call, memory);
    Ok(Reply::ok(answer(&recalled, explain, kinds, &cited)?))
}

/// Which of facts and passages the response shows; retrieval and trace see both.
fn shown_kinds(include: Option<&[String]>) -> Result<(bool, bool), Problem> {
    let Some(include) = include else { return Ok((true, true)) };
    if let Some(unknown) = include.iter().find(|kind| !matches!(kind.as_str(), "facts" | "passages")) {
        return Err(Problem::invalid("include", format!("'{unknown}' is not one of facts, passages")));
    }
    let has = |name: &str| include.iter().any(|kind| kind == name);
    Ok((has("facts"), has("passages")))
}

/// How scopes are looked at. There is one way: a clause has to lie wholly inside the grant. `merged` and `crossTeam` are taken
/// for it, as published servers do while nothing is shared between principals.
fn scope_view(value: Option<&Value>) -> Result<(), Problem> {
    match value.map(Value::as_str) {
        None | Some(Some("strict" | "merged" | "crossTeam")) => Ok(()),
        Some(_) => Err(Problem::invalid("scopeView", "there are strict, merged, crossTeam")),
    }
}

fn understood(request: Request, call: &Call) -> Result<RecallRequest, Problem> {
    scope_view(request.scope_view.as_ref())?;
    let instant =
        |field: &str, text: &Option<String>| text.as_deref().map(|text| fields::instant(field, text)).transpose();
    let (from, to) = (instant("timeFrom", &request.time_from)?, instant("timeTo", &request.time_to)?);
    let filter = Filter {
        grant: call.grant()?,
        lens: request.lens.map(|lens| lens.sets("lens")).transpose()?,
        labels: request.labels.map(|labels| labels.labels()).transpose()?.unwrap_or_default().into_iter().collect(),
        session: request.session_id.as_deref().map(super::facts::session).transpose()?,
        event: quintet::recall::window(from, to).map_err(|reason| Problem::invalid("timeTo", reason))?,
        place: request.location.map(|location| location.filter()).transpose()?,
        as_of: instant("asOf", &request.as_of)?,
        at_instant: instant("atInstant", &request.at_instant)?,
        valid_from: instant("validFrom", &request.valid_from)?,
        valid_until: instant("validUntil", &request.valid_until)?,
        include_duplicates: request.include_duplicates,
        ..Filter::default()
    };
    call.caller()?.looks_inside(filter.lens.as_ref())?;
    let known = |field: &str, name: &str| Problem::invalid(field, format!("there is no '{name}'"));
    let fusion = request.fusion.as_deref().map(|name| Fusion::parse(name).ok_or_else(|| known("fusion", name)));
    let profile = request.profile.as_deref().map(|name| Profile::parse(name).ok_or_else(|| known("profile", name)));
    let time_mode =
        request.time_mode.as_deref().map(|name| TimeMode::parse(name).ok_or_else(|| known("timeMode", name)));
    Ok(RecallRequest {
        k: request.k.unwrap_or(limits::K_DEFAULT),
        channels: channels(request.mode.as_deref(), request.channels)?,
        weights: request.channel_weights.into_iter().collect(),
        fusion: fusion.transpose()?,
        profile: profile.transpose()?.unwrap_or_default(),
        vector: request.vector,
        emotions: fields::emotions(&request.emotions)?,
        decay: decay(request.recency_decay_days)?,
        now: instant("now", &request.now)?,
        zone: request.time_zone,
        time_mode: time_mode.transpose()?.unwrap_or_default(),
        max_tokens: request.max_tokens,
        rerank: request.rerank,
        here: request.here.map(|here| here.point("here")).transpose()?,
        label: fields::name("source", request.source, limits::NAME_LEN_MAX)?,
        ..RecallRequest::new(request.query, filter)
    })
}

fn decay(half_life_days: Option<f32>) -> Result<Option<channel::Decay>, Problem> {
    match half_life_days {
        None => Ok(None),
        Some(days) if days.is_finite() && days > 0.0 => Ok(Some(channel::Decay::HalfLife(days))),
        Some(_) => Err(Problem::invalid("recencyDecayDays", "it has to be a number of days above 0")),
    }
}

/// The published modes as channels.
fn channels(mode: Option<&str>, given: Option<Vec<String>>) -> Result<Option<Vec<String>>, Problem> {
    let only = |name: &str| Some(vec![name.to_owned()]);
    let by_mode = match mode {
        None | Some("hybrid") => None,
        Some("vector") => only("semantic"),
        Some("bm25") => only("keyword"),
        // The graph starts from what the other two find.
        Some("graph") => Some(vec!["semantic".to_owned(), "keyword".to_owned(), "graph".to_owned()]),
        Some(_) => return Err(Problem::invalid("mode", "there are hybrid, vector, bm25, graph")),
    };
    match (by_mode, given) {
        (Some(_), Some(_)) => Err(Problem::invalid("channels", "give mode or channels, not both")),
        (mode, given) => Ok(given.or(mode)),
    }
}

/// The words that a memory cites.
type Cited<'a> = dyn Fn(&Memory) -> Result<Value, Problem> + 'a;

fn answer(
    recalled: &Recalled,
    explain: bool,
    (facts, passages): (bool, bool),
    cited: &Cited<'_>,
) -> Result<Value, Problem> {
    let shown = |hit: &&Hit| {
        let is_fact = matches!(hit.memory.kind, Kind::Fact | Kind::Entity | Kind::Action);
        if is_fact { facts } else { passages }
    };
    let hits = recalled.hits.iter().filter(shown).map(|hit| hit_body(hit, explain, cited));
    let hits: Vec<Value> = hits.collect::<Result<_, _>>()?;
    let beside = recalled.context_hits.iter().filter(|_| passages);
    let context_hits: Vec<Value> = beside.map(|hit| context_body(hit, cited)).collect::<Result<_, _>>()?;
    let total_us: u64 =
        recalled.timings.iter().filter(|time| !time.stage.starts_with("channel.")).map(|time| time.us).sum();
    let query_ms = total_us as f64 / 1e3;
    let top_scores: Vec<f32> = recalled.hits.iter().take(5).map(|hit| hit.score).collect();
    let mut body = json!({
        "tier": "hybrid",
        "classificationKind": "hybrid",
        "seedEntities": recalled.names,
        "hits": hits,
        "contextHits": context_hits,
        "queryMs": query_ms.ceil() as u64,
        "degraded": recalled.degraded,
        "confidence": recalled.confidence,
        "abstain": recalled.abstain,
        "timeRelaxed": recalled.time_relaxed,
        "trace": {
            "traceId": recalled.trace,
            "resolutionTier": "hybrid",
            "tierReason": "all channels were asked",
            "latencyMs": query_ms,
            "retrievedCount": recalled.hits.len(),
            "topScores": top_scores,
        },
    });
    if explain {
        body["explain"] = json!({
            "fusion": recalled.fusion,
            "mixture": recalled.mixture,
            "times": recalled.times.iter().map(|time| json!({
                "from": time.window.start.to_string(), "to": time.window.end.to_string(), "p": time.p
            })).collect::<Vec<_>>(),
            "places": recalled.places.iter().map(|place| json!({
                "name": place.name, "lat": place.point.lat(), "lng": place.point.lon(), "p": place.p
            })).collect::<Vec<_>>(),
            "pool": recalled.pool,
            "timings": recalled.timings,
            "channels": channel::ALL.iter().map(|c| json!({ "name": c.spec().name, "summary": c.spec().summary })).collect::<Vec<_>>(),
        });
    }
    Ok(body)
}

/// A passage beside a hit: what a hit has, without score and rank.
fn context_body(hit: &ContextHit, cited: &Cited<'_>) -> Result<Value, Problem> {
    let mut body = memory_body(&hit.memory, cited(&hit.memory)?);
    body["besideId"] = json!(hit.beside);
    Ok(body)
}

fn hit_body(hit: &Hit, explain: bool, cited: &Cited<'_>) -> Result<Value, Problem> {
    let mut body = memory_body(&hit.memory, cited(&hit.memory)?);
    body["score"] = json!(hit.score);
    body["rank"] = json!(hit.rank);
    if explain {
        body["contributions"] = json!(hit.contributions);
        body["part"] = json!(hit.part);
        body["duplicates"] = json!(hit.duplicates);
        body["path"] = json!(
            hit.path.iter().map(|step| json!({ "edge": step.kind.as_str(), "node": step.node })).collect::<Vec<_>>()
        );
    }
    Ok(body)
}

/// What every hit has.
const HIT: Shape = Of(&[
    ("id", Text),
    ("source", Text),
    ("text", Text),
    ("kind", Text),
    ("occurredAt", Time),
    ("knownAt", Time),
    ("validFrom", Maybe(&Time)),
    ("validUntil", Maybe(&Time)),
    ("confidence", Any),
    ("importance", Any),
    ("sessionId", Maybe(&Text)),
    ("seq", Maybe(&Whole)),
    ("role", Maybe(&Text)),
    ("speaker", Maybe(&Text)),
    ("title", Maybe(&Text)),
    ("documentId", Maybe(&Text)),
    ("citation", Maybe(&Object)),
    ("reference", Maybe(&Text)),
]);

fn memory_body(memory: &Memory, cited: Value) -> Value {
    json!({
        "id": memory.id,
        "source": shown::hit_source(memory),
        "text": memory.text,
        "occurredAt": memory.event.start.to_string(),
        "knownAt": memory.known_at.to_string(),
        "validFrom": shown::moment(memory.valid.from),
        "validUntil": shown::moment(memory.valid.until),
        "trust": memory.trust,
        "confidence": memory.confidence,
        "importance": memory.importance,
        "memoryCategory": memory.category,
        "supersedes": memory.supersedes,
        "supersededBy": memory.superseded_by,
        "kind": memory.kind,
        "sessionId": memory.session,
        "seq": memory.seq,
        "role": memory.role,
        "speaker": memory.speaker,
        "title": memory.title,
        "documentId": memory.document,
        "section": memory.section,
        "locations": memory.locations,
        "span": cited["span"],
        "citation": cited,
        "reference": memory.source.reference,
    })
}
