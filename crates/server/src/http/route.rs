//! One request: authority, body, operation, answer.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::RequestExt as _;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, delete, get, patch, post, put};
use quintet::model::ContextId;
use serde_json::Value;

use super::{Op, Shared, conditions, idempotency};
use crate::authority::{Caller, Credentials, Done};
use crate::limits;
use crate::ops::{self, Call, Method, Reply, Service, Verb, run};
use crate::problem::{Code, Problem};
use crate::spans::Ended;

/// The route of one operation.
pub(super) fn route(operation: Op) -> MethodRouter<Arc<Shared>> {
    let handler = move |State(shared): State<Arc<Shared>>, request: Request| async move {
        let path = request.uri().path().to_owned();
        let id = request_id(request.headers());
        let begun_us = shared.service.engine.monotonic_us();
        let service = shared.service.clone();
        let time = Duration::from_secs(limits::REQUEST_TIMEOUT_S);
        let mut response = match tokio::time::timeout(time, handle(operation, shared, request)).await {
            Ok(Ok(response)) => response,
            Ok(Err(problem)) => {
                service.tell(&problem);
                refuse(problem, &path, id.as_deref())
            }
            Err(_) => {
                let detail = "the request took too long; what it was to write may still be written";
                refuse(Problem::new(Code::Unavailable, detail), &path, id.as_deref())
            }
        };
        let took = Duration::from_micros(service.engine.monotonic_us().saturating_sub(begun_us));
        service.metrics.ended("http", operation.name, response.status().as_u16(), took);
        let timing = format!("total;dur={:.1}", took.as_secs_f64() * 1_000.0);
        let headers = [("server-timing", Some(timing)), ("x-request-id", id)];
        for (name, value) in headers.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    };
    match operation.method {
        Method::Get => get(handler),
        Method::Post => post(handler),
        Method::Put => put(handler),
        Method::Patch => patch(handler),
        Method::Delete => delete(handler),
    }
}

/// The route of something that is not there yet: whoever has a key is told so.
pub(super) fn later(what: &'static str) -> MethodRouter<Arc<Shared>> {
    any(move |State(shared): State<Arc<Shared>>, mut request: Request| async move {
        let headers = request.headers().clone();
        let path = request.uri().path().to_owned();
        let params = request.extract_parts_with_state::<RawPathParams, _>(&shared).await;
        let name = params
            .ok()
            .and_then(|params| params.iter().find(|(name, _)| *name == "context").map(|(_, value)| value.to_owned()));
        let context = name.and_then(|name| ContextId::checked(&name).ok());
        let now = shared.service.engine.now();
        let caller = shared
            .doors
            .check(request.uri(), request.headers())
            .and_then(|()| shared.service.gate.identify(credentials(request.headers()), context.as_ref(), now));
        // A client that is still writing would never read the answer.
        if caller.is_ok() {
            let _ = collect(&headers, request.into_body()).await;
        }
        refuse(caller.err().unwrap_or_else(|| super::later::problem(what)), &path, None)
    })
}

/// The request's own id where it gives a sensible one.
fn request_id(headers: &HeaderMap) -> Option<String> {
    let given = headers.get("x-request-id")?.to_str().ok()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (!given.is_empty() && given.len() <= limits::REQUEST_ID_LEN_MAX && given.chars().all(is_plain))
        .then(|| given.to_owned())
}

/// What a request asks of an operation beside its call.
struct Wishes {
    /// Under which key it is done once, with the digest of what is asked.
    once: Option<(String, [u8; 32])>,
    /// The tags of what is changed, as the caller knows it.
    expected: Option<HeaderValue>,
    /// The caller's own span.
    parent: Option<String>,
}

async fn handle(operation: Op, shared: Arc<Shared>, request: Request) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    shared.doors.check(&parts.uri, &parts.headers)?;
    let path = RawPathParams::from_request_parts(&mut parts, &shared)
        .await
        .map(|params| {
            params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<BTreeMap<_, _>>()
        })
        .map_err(|_| Problem::new(Code::NotFound, "the path is not valid"))?;
    let context = path.get("context").and_then(|name| ContextId::checked(name).ok());
    let caller = if operation.verb == Verb::Nothing {
        None
    } else {
        let engine = &shared.service.engine;
        let caller = shared.service.gate.identify(credentials(&parts.headers), context.as_ref(), engine.now())?;
        shared.admission.count(&caller, engine.monotonic_us())?;
        Some(caller)
    };
    let query = parameters(parts.uri.query().unwrap_or_default())?;
    let body = if operation.method.has_body() || parts.headers.contains_key(header::CONTENT_TYPE) {
        let body = merged(read(&parts.headers, body).await?, query)?;
        // Where the query is all there is to say, saying nothing is an empty request.
        if body.is_null() && !operation.method.has_body() { Value::Object(serde_json::Map::new()) } else { body }
    } else {
        query
    };
    let key = (!operation.read_only).then(|| idempotency::key(&parts.headers)).transpose()?.flatten();
    let once = key.map(|key| (key, idempotency::digest(operation.method, parts.uri.path(), &body)));
    let expected = (!operation.read_only).then(|| conditions::expected(&parts.headers)).flatten();
    let parent = parts.headers.get("traceparent").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let call = Call { caller, verb: operation.verb, path, body };
    // What everybody may ask has to be answered when nothing else is.
    let place = if operation.verb == Verb::Nothing { None } else { Some(shared.admission.place().await?) };
    // The engine is synchronous: it must not hold up the threads that serve connections. Work goes on when its request has ended,
    // and keeps its place until it has, too.
    let work = tokio::task::spawn_blocking(move || {
        let _place = place;
        carried_out(operation, &shared, &call, context.as_ref(), &Wishes { once, expected, parent })
    });
    let failed = || Problem::new(Code::Internal, "the operation failed; nothing about it is known");
    let (reply, is_replayed) = work.await.unwrap_or_else(|_| Err(failed()))?;
    let mut response = respond(operation, reply, &parts.headers);
    if is_replayed {
        response.headers_mut().insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// The reply of an operation, true beside one that was given before; with its row in the audit log.
fn carried_out(
    operation: Op,
    shared: &Shared,
    call: &Call,
    context: Option<&ContextId>,
    wishes: &Wishes,
) -> Result<(Reply, bool), Problem> {
    let service = &shared.service;
    let begun = service.engine.monotonic_us();
    let work = || match &wishes.expected {
        None => run(service, operation, call),
        Some(expected) => {
            let _alone = shared.changes.lock();
            unchanged(service, operation, call, expected)?;
            run(service, operation, call)
        }
    };
    let outcome = match (&wishes.once, context, &call.caller) {
        (Some((key, digest)), Some(context), Some(caller)) => {
            let asked = idempotency::Asked { key, context, principal: caller.principal(), digest: *digest };
            shared.replies.once(&asked, &service.engine, work)
        }
        _ => work().map(|reply| (reply, false)),
    };
    let took_us = service.engine.monotonic_us().saturating_sub(begun);
    if let Some(spans) = &service.spans {
        let problem = outcome.as_ref().err();
        spans.add(&Ended {
            front: "http",
            operation: operation.name,
            route: Some(operation.path),
            context: context.map(ContextId::as_str),
            status: outcome.as_ref().map_or_else(|problem| problem.status, |(reply, _)| reply.status),
            code: problem.map(|problem| problem.code),
            parent: wishes.parent.as_deref(),
            query: call.body["query"].as_str().or_else(|| call.body["text"].as_str()),
            at: service.engine.now(),
            took: Duration::from_micros(took_us),
        });
    }
    if let (Some(caller), Some(context)) = (&call.caller, context) {
        note(service, operation, caller, context, outcome.as_ref().map(|(reply, _)| reply.status), took_us);
    }
    outcome
}

/// Refuses a change of what is not any more as the caller knows it: what a GET of the same path answers to the same caller.
fn unchanged(service: &Service, operation: Op, call: &Call, expected: &HeaderValue) -> Result<(), Problem> {
    let shows = |other: &&Op| other.method == Method::Get && other.path == operation.path;
    let Some(reads) = ops::ALL.iter().find(shows) else {
        return Err(Problem::invalid("If-Match", "what is at this path has no tag"));
    };
    let nothing = Value::Object(serde_json::Map::new());
    let look = Call { caller: call.caller.clone(), verb: reads.verb, path: call.path.clone(), body: nothing };
    let now = serde_json::to_vec(&run(service, reads, &look)?.body).unwrap_or_default();
    if conditions::names(expected, &conditions::tag(&now)) {
        return Ok(());
    }
    Err(Problem::new(Code::PreconditionFailed, "If-Match: it has changed since; read it again and decide anew"))
}

/// The response of a reply; short where the caller has it already.
fn respond(operation: Op, reply: Reply, headers: &HeaderMap) -> Response {
    if let (Some(kind), Value::String(text)) = (reply.text_type, &reply.body) {
        return (status(reply.status), [(header::CONTENT_TYPE, HeaderValue::from_static(kind))], text.clone())
            .into_response();
    }
    let has_tag = operation.method == Method::Get && reply.status == 200 && operation.verb != Verb::Nothing;
    let bytes = serde_json::to_vec(&reply.body).unwrap_or_default();
    let tag = has_tag.then(|| conditions::tag(&bytes));
    let mut response = match &tag {
        Some(tag) if conditions::is_known(headers, tag) => StatusCode::NOT_MODIFIED.into_response(),
        _ => written(reply.status, bytes, "application/json"),
    };
    if let Some(tag) = tag.and_then(|tag| HeaderValue::from_str(&tag).ok()) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Carries an operation out, with its row in the audit log of the context that it names.
pub(crate) fn noted(service: &Service, operation: Op, call: &Call) -> Result<Reply, Problem> {
    let begun = service.engine.monotonic_us();
    let outcome = run(service, operation, call);
    if let (Some(caller), Ok(context)) = (&call.caller, call.context()) {
        let took_us = service.engine.monotonic_us().saturating_sub(begun);
        note(service, operation, caller, &context, outcome.as_ref().map(|reply| reply.status), took_us);
    }
    outcome
}

/// Writes a row of the audit log.
fn note(
    service: &Service,
    operation: Op,
    caller: &Caller,
    context: &ContextId,
    outcome: Result<u16, &Problem>,
    took_us: u64,
) {
    let (status, code) = match outcome {
        Ok(status) => (status, None),
        Err(problem) => (problem.status, Some(problem.code)),
    };
    // Of a context that does not exist there is no log.
    if code == Some(Code::ContextNotFound.as_str()) {
        return;
    }
    service.gate.audit.add(&Done {
        context,
        at: service.engine.now(),
        principal: caller.actor(),
        on_behalf_of: caller.delegate(),
        key: caller.key().map(|key| key.name.as_str()),
        operation: operation.name,
        kind: operation.verb.kind(),
        status,
        code,
        took_us,
    });
}

/// What a request says of its caller. Delegation headers come in two spellings.
pub(crate) fn credentials(headers: &HeaderMap) -> Credentials<'_> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    Credentials {
        authorization: text(header::AUTHORIZATION.as_str()),
        on_behalf_of: ["x-quintet-on-behalf-of", "x-spectron-on-behalf-of", "x-memory-on-behalf-of"]
            .into_iter()
            .find_map(text),
    }
}

/// A body with the parameters of the query beside its own fields.
fn merged(body: Value, query: Value) -> Result<Value, Problem> {
    match (body, query) {
        (body, Value::Object(query)) if query.is_empty() => Ok(body),
        (Value::Null, query) => Ok(query),
        (Value::Object(mut body), Value::Object(query)) => {
            for (name, value) in query {
                if body.contains_key(&name) {
                    return Err(Problem::invalid(&name, "it is given in the body and in the query"));
                }
                body.insert(name, value);
            }
            Ok(Value::Object(body))
        }
        (body, _) => Ok(body),
    }
}

/// The parameters of a query as an object of texts, so that an operation takes them as it takes a body.
fn parameters(query: &str) -> Result<Value, Problem> {
    let mut parameters = serde_json::Map::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (unescaped(name)?, unescaped(value)?);
        if parameters.contains_key(&name) {
            return Err(Problem::invalid(&name, "it is given twice"));
        }
        parameters.insert(name, Value::String(value));
    }
    Ok(Value::Object(parameters))
}

/// A text as it stands in a path or a query: everything but letters, digits and `-._~` as `%` and two hex digits.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            escaped.push(byte as char);
        } else {
            // Writing to a string does not fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

/// A name or value of a query as text.
pub(crate) fn unescaped(text: &str) -> Result<String, Problem> {
    let wrong =
        || Problem::new(Code::ValidationError, "the query is not escaped rightly: write '%' and two hex digits");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let mut digit = || rest.next().and_then(|c| (c as char).to_digit(16)).ok_or_else(wrong);
                bytes.push((digit()? * 16 + digit()?) as u8);
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

/// The body as JSON; `Null` where there is none.
async fn read(headers: &HeaderMap, body: Body) -> Result<Value, Problem> {
    // What could be unpacked was, and does not say any more how it was packed.
    let packed = headers.get(header::CONTENT_ENCODING).map(HeaderValue::as_bytes);
    if packed.is_some_and(|packed| !packed.eq_ignore_ascii_case(b"identity")) {
        return Err(Problem::new(Code::UnsupportedMediaType, "Content-Encoding: gzip and zstd are understood"));
    }
    let bytes = collect(headers, body).await?;
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(&bytes).map_err(|error| match headers.get(header::CONTENT_TYPE) {
        // What reads as JSON is taken, whatever it is called: many clients send no type, or that of a form.
        Some(kind) if !kind.to_str().is_ok_and(|kind| kind.to_ascii_lowercase().contains("json")) => {
            Problem::new(Code::UnsupportedMediaType, "send JSON, with 'Content-Type: application/json'")
        }
        _ => Problem::new(Code::ValidationError, format!("the body is no JSON: {error}")),
    })
}

/// The bytes of a body, when there are not too many of them.
async fn collect(headers: &HeaderMap, mut body: Body) -> Result<Vec<u8>, Problem> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut seen = 0;
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let mut fits = announced.is_none_or(|length| length <= limits::BODY_BYTES_MAX as u64);
    // A client that asks first sends nothing when it is refused. Another writes on and would never read the answer if the
    // connection were closed under it, so that the rest is read and thrown away.
    let asks_first = headers.contains_key(header::EXPECT);
    while (fits || !asks_first) && seen <= limits::BODY_DRAIN_BYTES_MAX {
        let Some(chunk) = next(&mut body).await else { break };
        let chunk = chunk.map_err(|_| Problem::new(Code::ValidationError, "the body ends too early"))?;
        seen += chunk.len();
        fits &= seen <= limits::BODY_BYTES_MAX;
        if fits {
            bytes.extend_from_slice(&chunk);
        } else {
            bytes = Vec::new();
        }
    }
    if fits {
        return Ok(bytes);
    }
    let detail = format!("a body of at most {} bytes is taken; send less at once", limits::BODY_BYTES_MAX);
    Err(Problem::new(Code::PayloadTooLarge, detail))
}

/// The next bytes of a body; trailers are passed over.
async fn next(body: &mut Body) -> Option<Result<Bytes, axum::Error>> {
    loop {
        match std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await? {
            Ok(frame) => {
                if let Ok(bytes) = frame.into_data() {
                    return Some(Ok(bytes));
                }
            }
            Err(error) => return Some(Err(error)),
        }
    }
}

fn status(number: u16) -> StatusCode {
    StatusCode::from_u16(number).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn written(number: u16, bytes: Vec<u8>, kind: &'static str) -> Response {
    match status(number) {
        StatusCode::NO_CONTENT => StatusCode::NO_CONTENT.into_response(),
        status => (status, [(header::CONTENT_TYPE, HeaderValue::from_static(kind))], bytes).into_response(),
    }
}

pub(crate) fn refuse(mut problem: Problem, path: &str, request_id: Option<&str>) -> Response {
    problem.instance = Some(path.to_owned());
    if let Some(id) = request_id {
        problem.more.insert("requestId", Value::String(id.to_owned()));
    }
    let bytes = serde_json::to_vec(&problem).unwrap_or_default();
    let mut response = written(problem.status, bytes, "application/problem+json");
    if let Some(seconds) = problem.retry_after_s {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if problem.status == 401 {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

pub(super) async fn not_found(uri: Uri) -> Response {
    refuse(Problem::new(Code::NotFound, "there is nothing at this path"), uri.path(), None)
}

pub(super) async fn method_not_allowed(uri: Uri) -> Response {
    refuse(Problem::new(Code::MethodNotAllowed, "this path takes another method"), uri.path(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_read_as_objects_of_texts() {
        let read = |query: &str| parameters(query).ok().map(|value| value.to_string());
        assert_eq!(read("").as_deref(), Some("{}"));
        assert_eq!(read("a=b+c&d=%C3%BC%2F&&e").as_deref(), Some("{\"a\":\"b c\",\"d\":\"\u{fc}/\",\"e\":\"\"}"));
        for wrong in ["a=%", "a=%2", "a=%zz", "a=%ff", "a=1&a=2", "a=1&%61=2"] {
            assert!(parameters(wrong).is_err(), "{wrong}");
        }
    }
}
