//! Spans: one for each request, sent to a collector as OTLP over HTTP in its JSON form. Off unless a sender is given.
//!
//! Names and attributes follow the conventions of OpenTelemetry for generative AI where they have some. What was asked goes along
//! only where the operator says so. Spans wait in memory up to a bound and are lost with the process; a collector that is away costs
//! nothing but them. Must not know: HTTP clients, operations beyond their names.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use quintet::model::Micros;
use serde_json::{Value, json};

use crate::authority::hex;
use crate::limits;

/// Sends a body of spans to where they are collected.
pub trait SpanSender: Send + Sync {
    /// Posts JSON to the collector's path for traces.
    ///
    /// # Errors
    /// Why it was not taken, in a few words.
    fn send(&self, body: &str) -> Result<(), String>;
}

/// Where spans go, and what is in them.
#[derive(Clone)]
pub struct SpanOptions {
    /// The sender.
    pub sender: Arc<dyn SpanSender>,
    /// What was asked and remembered goes along, in the words of the request.
    pub with_content: bool,
}

/// The operations that OpenTelemetry has names for.
const NAMES: [(&str, &str); 15] = [
    ("remember", "create_memory"),
    ("remember_batch", "create_memory"),
    ("file_write", "upsert_memory"),
    ("memory_edit", "update_memory"),
    ("correct", "update_memory"),
    ("recall", "search_memory"),
    ("context", "search_memory"),
    ("session_context", "search_memory"),
    ("reflect", "search_memory"),
    ("memory_forget", "delete_memory"),
    ("forget", "delete_memory"),
    ("entity_forget", "delete_memory"),
    ("scopes_forget", "delete_memory"),
    ("context_create", "create_memory_store"),
    ("context_drop", "delete_memory_store"),
];

/// A request that ended.
pub(crate) struct Ended<'a> {
    /// `http` or `mcp`.
    pub(crate) front: &'static str,
    /// The operation or tool.
    pub(crate) operation: &'static str,
    /// The path with its parameters in braces, over HTTP.
    pub(crate) route: Option<&'static str>,
    /// The context.
    pub(crate) context: Option<&'a str>,
    /// The status.
    pub(crate) status: u16,
    /// The error's code, when there was one.
    pub(crate) code: Option<&'a str>,
    /// The caller's own span, as in a `traceparent` header.
    pub(crate) parent: Option<&'a str>,
    /// What was asked, if anything was.
    pub(crate) query: Option<&'a str>,
    /// When it ended.
    pub(crate) at: Micros,
    /// How long it took.
    pub(crate) took: Duration,
}

/// Spans that wait.
pub(crate) struct Spans {
    options: SpanOptions,
    waiting: Mutex<Vec<Value>>,
}

impl Spans {
    pub(crate) fn new(options: SpanOptions) -> Self {
        Self { options, waiting: Mutex::default() }
    }

    /// Adds the span of a request. Beyond the bound it is lost.
    pub(crate) fn add(&self, ended: &Ended<'_>) {
        let mut random = [0; 24];
        if getrandom::fill(&mut random).is_err() {
            return;
        }
        let span = span(ended, self.options.with_content, &random);
        let mut waiting = self.waiting.lock();
        if waiting.len() < limits::SPANS_WAITING_MAX {
            waiting.push(span);
        }
    }

    /// Sends what waits. What is not taken is lost, and the reason is told.
    ///
    /// # Errors
    /// The sender's reason.
    pub(crate) fn send(&self) -> Result<(), String> {
        let spans = std::mem::take(&mut *self.waiting.lock());
        if spans.is_empty() {
            return Ok(());
        }
        let own = |key: &str, value: &str| attribute(key, json!({ "stringValue": value }));
        let body = json!({ "resourceSpans": [{
            "resource": { "attributes": [own("service.name", "quintet"), own("service.version", env!("CARGO_PKG_VERSION"))] },
            "scopeSpans": [{ "scope": { "name": "quintet" }, "spans": spans }],
        }] });
        self.options.sender.send(&body.to_string())
    }
}

fn attribute(key: &str, value: Value) -> Value {
    json!({ "key": key, "value": value })
}

/// A span in the JSON form of OTLP.
fn span(ended: &Ended<'_>, with_content: bool, random: &[u8; 24]) -> Value {
    let known = NAMES.iter().find(|(own, _)| *own == ended.operation).map(|(_, name)| *name);
    let name = known.unwrap_or(ended.operation);
    let text = |key: &str, value: Option<&str>| value.map(|value| attribute(key, json!({ "stringValue": value })));
    let status = attribute("http.response.status_code", json!({ "intValue": ended.status.to_string() }));
    let attributes: Vec<Value> = [
        text("gen_ai.operation.name", known),
        text("gen_ai.memory.store.id", ended.context),
        text("gen_ai.memory.query.text", ended.query.filter(|_| with_content)),
        text("quintet.front", Some(ended.front)),
        text("quintet.operation", Some(ended.operation)),
        text("http.route", ended.route),
        text("error.type", ended.code),
    ]
    .into_iter()
    .flatten()
    .chain(std::iter::once(status))
    .collect();
    let parent = ended.parent.and_then(parent);
    let end_ns = i128::from(ended.at.0) * 1_000;
    let start_ns = end_ns - ended.took.as_nanos() as i128;
    let mut span = json!({
        "traceId": parent.map_or_else(|| hex(&random[..16]), |(trace, _)| trace.to_owned()),
        "spanId": hex(&random[16..]),
        "name": name,
        "kind": 2,
        "startTimeUnixNano": start_ns.to_string(),
        "endTimeUnixNano": end_ns.to_string(),
        "attributes": attributes,
        "status": { "code": if ended.status >= 500 { 2 } else { 0 } },
    });
    if let Some((_, parent)) = parent {
        span["parentSpanId"] = json!(parent);
    }
    span
}

/// The trace and the span of a `traceparent`, in hexadecimal; none where it is malformed.
fn parent(header: &str) -> Option<(&str, &str)> {
    let mut parts = header.trim().split('-');
    let (version, trace, span) = (parts.next()?, parts.next()?, parts.next()?);
    let is_hex = |text: &str, length: usize| {
        text.len() == length && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let is_some = |text: &str| text.bytes().any(|byte| byte != b'0');
    let is_sound = is_hex(version, 2) && is_hex(trace, 32) && is_hex(span, 16) && is_some(trace) && is_some(span);
    is_sound.then_some((trace, span))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended() -> Ended<'static> {
        Ended {
            front: "http",
            operation: "recall",
            route: Some("/api/v1/{context}/query"),
            context: Some("acme"),
            status: 200,
            code: None,
            parent: Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
            query: Some("where is the safe"),
            at: Micros(2_000_000),
            took: Duration::from_millis(500),
        }
    }

    #[test]
    fn a_span_says_what_was_done_and_its_words_only_when_asked_for() {
        let plain = span(&ended(), false, &[7; 24]);
        assert_eq!(plain["name"], "search_memory");
        assert_eq!(plain["traceId"], "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_eq!(
            (&plain["parentSpanId"], &plain["spanId"]),
            (&json!("00f067aa0ba902b7"), &json!("0707070707070707"))
        );
        assert_eq!(
            (&plain["startTimeUnixNano"], &plain["endTimeUnixNano"]),
            (&json!("1500000000"), &json!("2000000000"))
        );
        assert!(!plain.to_string().contains("safe"));
        assert!(span(&ended(), true, &[7; 24]).to_string().contains("where is the safe"));
        let failed = span(&Ended { status: 503, code: Some("unavailable"), ..ended() }, false, &[7; 24]);
        assert_eq!(failed["status"]["code"], 2);
        for operation in NAMES.map(|(operation, _)| operation) {
            assert!(crate::ops::named(operation).is_some(), "there is no operation {operation}");
        }
    }

    #[test]
    fn parents_that_are_malformed_are_none() {
        for wrong in [
            "",
            "00",
            "00-x-y-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        ] {
            assert_eq!(parent(wrong), None, "{wrong}");
        }
    }
}
