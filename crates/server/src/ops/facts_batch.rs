//! `POST /api/v1/{context}/facts/batch`: remember the messages of a conversation.

use quintet::retain::RememberItem;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::facts::{Mode, mode, refusal, role, session, written};
use super::fields::{self, LabelField, ScopeField, SignalField};
use super::schema::Shape::{List, Maybe, Object, Of, Partly, Text, Truth, Whole};
use super::schema::{Answer, Instant, Place, Takes};
use super::shown;
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "remember_batch",
    summary: "Remember the messages of a conversation; one that is wrong does not fail the others",
    method: Method::Post,
    path: "/api/v1/{context}/facts/batch",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"session_id": "chat-7", "messages": [{"role": "user", "content": "I moved to Lisbon."}, {"role": "assistant", "content": "Noted."}]}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("mode", Text),
        ("preview", Truth),
        ("sessionId", Maybe(&Text)),
        ("turnIds", List(&Text)),
        ("extractions", List(&shown::EXTRACTION)),
        (
            "results",
            List(&Partly(&[("status", Whole)], &[("id", Maybe(&Text)), ("seq", Maybe(&Whole)), ("error", Object)])),
        ),
    ])),
    handler: handle,
};

/// The engine's names of fields, and this operation's.
const NAMES: &[(&str, &str)] = &[("text", "content"), ("known_at", "ts")];

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The messages, in order.
    #[schemars(length(min = 1))]
    messages: Vec<Message>,
    /// The session.
    #[serde(default, alias = "sessionId")]
    session_id: Option<String>,
    /// Who may see it; `scope` is taken as well.
    #[serde(default, alias = "scope")]
    scopes: Option<ScopeField>,
    /// One of the two published ways; both are answered alike.
    #[serde(default)]
    #[schemars(extend("enum" = ["whole_conversation", "per_message", null]))]
    extract: Option<String>,
    /// How much is read out of it, and whether anything is written.
    #[serde(default)]
    #[schemars(extend("enum" = ["full", "rules", "none", "preview", null]))]
    infer: Option<String>,
    /// Labels, as pairs or as an object.
    #[serde(default)]
    labels: Option<LabelField>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Message {
    /// `user`, `assistant`, `system` or `tool`.
    role: String,
    /// What was said.
    content: String,
    /// When it was said.
    #[serde(default)]
    #[schemars(with = "Option<Instant>")]
    ts: Option<String>,
    /// Who said it, by name.
    #[serde(default)]
    speaker: Option<String>,
    /// Where the memories must lie.
    #[serde(default)]
    #[schemars(with = "Option<Place>")]
    location: Option<Value>,
    /// What happened while it was said.
    #[serde(default)]
    signals: Option<SignalField>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let mode = mode(request.infer.as_deref())?;
    if mode.name == "triples" {
        return Err(Problem::invalid("infer", "triples go to /facts; here there are full, rules, none and preview"));
    }
    if !matches!(request.extract.as_deref(), None | Some("whole_conversation" | "per_message")) {
        return Err(Problem::invalid("extract", "there are whole_conversation and per_message"));
    }
    if request.messages.is_empty() {
        return Err(Problem::invalid("messages", "there is none"));
    }
    let session_id = request.session_id.as_deref().map(session).transpose()?;
    let scopes = request.scopes.map(|scopes| scopes.sets("scopes")).transpose()?;
    let scopes = call.written_to(service, session_id.as_ref(), scopes)?;
    let labels = request.labels.map(|labels| labels.labels()).transpose()?.unwrap_or_default();
    let principal = call.caller()?.principal();
    // A message that is wrong keeps its place, so that the answer tells which one it was.
    let items: Vec<Result<RememberItem, Problem>> = request
        .messages
        .into_iter()
        .map(|message| {
            Ok(RememberItem {
                session: session_id.clone(),
                role: Some(role(&message.role)?),
                speaker: message.speaker,
                location: message.location.as_ref().map(fields::shape).transpose()?,
                signals: message.signals.map(SignalField::signals),
                known_at: message.ts.as_deref().map(|text| fields::instant("ts", text)).transpose()?,
                scopes: scopes.clone(),
                labels: labels.clone(),
                principal: Some(principal.to_owned()),
                infer: mode.infer,
                ..RememberItem::new(message.content)
            })
        })
        .collect();
    let good: Vec<RememberItem> = items.iter().filter_map(|item| item.as_ref().ok()).cloned().collect();
    let context = call.context()?;
    let outcomes = if mode.preview {
        service.engine.preview(&context, good)?
    } else {
        service.engine.remember_all(&context, good)?
    };
    let mut remembered = outcomes.into_iter();
    let results: Vec<Result<Value, Problem>> = items
        .into_iter()
        .map(|item| {
            let given = item?;
            let outcome = remembered.next().map(|outcome| outcome.map_err(|error| refusal(error, NAMES)));
            outcome.unwrap_or_else(|| Err(Problem::new(Code::Internal, "nothing is known about it"))).and_then(
                |remembered| {
                    let mut body = written(&remembered, &given);
                    shown::only_readable(call, given.scopes.as_ref(), &mut body["extraction"])?;
                    Ok(body)
                },
            )
        })
        .collect();
    // One failure of the store fails many messages; the operator is told once.
    if let Some(problem) = results.iter().find_map(|result| result.as_ref().err().filter(|p| p.inside.is_some())) {
        service.tell(problem);
    }
    if !mode.preview && results.iter().any(Result::is_ok) {
        call.register(service, scopes.as_ref())?;
    }
    reply(mode, session_id.as_ref(), results)
}

/// Some wrong is told message by message; all wrong is an error, as grave as the gravest.
fn reply(
    mode: Mode,
    session_id: Option<&quintet::model::SessionId>,
    results: Vec<Result<Value, Problem>>,
) -> Result<Reply, Problem> {
    let each: Vec<Value> = results
        .iter()
        .map(|result| match result {
            Ok(_) if mode.preview => json!({ "status": 200, "id": null, "seq": null }),
            Ok(written) => json!({ "status": 200, "id": written["id"], "seq": written["seq"] }),
            Err(problem) => json!({ "status": problem.status, "error": problem }),
        })
        .collect();
    let (good, wrong): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    if good.is_empty()
        && let Some(mut gravest) = wrong.into_iter().filter_map(Result::err).rev().max_by_key(|problem| problem.status)
    {
        gravest.detail = format!("no message was written: {}", gravest.detail);
        gravest.message.clone_from(&gravest.detail);
        gravest.more.insert("results", json!(each));
        // It was told already.
        gravest.inside = None;
        return Err(gravest);
    }
    let good: Vec<Value> = good.into_iter().filter_map(Result::ok).collect();
    Ok(Reply::ok(json!({
        "mode": mode.name,
        "preview": mode.preview,
        "sessionId": session_id,
        "turnIds": good.iter().filter(|_| !mode.preview).map(|written| &written["id"]).collect::<Vec<_>>(),
        "extractions": good.iter().map(|written| &written["extraction"]).collect::<Vec<_>>(),
        "results": each,
    })))
}
