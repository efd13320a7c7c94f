//! `GET /metrics`: what was asked and how long it took, for Prometheus.

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "metrics",
    summary: "What was asked, how long it took and what was refused, for Prometheus",
    method: Method::Get,
    path: "/metrics",
    verb: Verb::Manage,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::Text(TEXT),
    handler: handle,
};

/// The text format, as its scrapers ask for it.
const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

fn handle(service: &Service, _: &Call) -> Result<Reply, Problem> {
    Ok(Reply::text(TEXT, service.metrics.text(service.engine.contexts()?.len())))
}
