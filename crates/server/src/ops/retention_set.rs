//! `PUT /api/v1/{context}/retention`: say how long memories are kept.

use quintet::model::Pattern;
use quintet::store::{ForgetMode, RetentionRule};
use schemars::JsonSchema;
use serde::Deserialize;

use super::fields;
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, retention};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "retention_set",
    summary: "Put rules of retention in the place of those that there are; the next sweep of expiry carries them out",
    method: Method::Put,
    path: "/api/v1/{context}/retention",
    verb: Verb::Manage,
    read_only: false,
    example: r#"{"rules": [{"scope": "org/acme/*", "label": "team=support", "kinds": ["turn"], "days": 365, "mode": "purge"}]}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(retention::RULES),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// All rules, in the place of those that there are.
    rules: Vec<Rule>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rule {
    /// A pattern, as in a grant; every scope when absent.
    #[serde(default)]
    scope: Option<String>,
    /// `key=value`.
    #[serde(default)]
    label: Option<String>,
    /// Kinds of memories; all when there is none.
    #[serde(default)]
    kinds: Vec<String>,
    /// Days from when a memory was learnt.
    days: u32,
    /// `expire` or `purge`.
    #[serde(default, alias = "action")]
    #[schemars(extend("enum" = ["expire", "purge", null]))]
    mode: Option<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let context = call.context()?;
    let mut settings = service.engine.settings(&context)?;
    settings.retention = request.rules.iter().map(rule).collect::<Result<_, _>>()?;
    service.engine.set_settings(&context, settings.clone())?;
    Ok(Reply::ok(retention::rules(&settings.retention)))
}

fn rule(rule: &Rule) -> Result<RetentionRule, Problem> {
    let scope = rule.scope.as_deref().map(Pattern::parse).transpose();
    let label = rule.label.as_deref().map(|pair| {
        let parts = pair.split_once('=').filter(|(key, _)| !key.is_empty());
        let parts = parts.map(|(key, value)| (key.to_owned(), value.to_owned()));
        parts.ok_or_else(|| Problem::invalid("label", "write it as key=value"))
    });
    Ok(RetentionRule {
        scope: scope.map_err(|error| Problem::invalid("scope", error))?,
        label: label.transpose()?,
        kinds: fields::kinds("kinds", &rule.kinds)?.unwrap_or_default(),
        days: rule.days,
        action: match rule.mode.as_deref() {
            None | Some("expire") => ForgetMode::Expire,
            Some("purge") => ForgetMode::Purge,
            Some(_) => return Err(Problem::invalid("mode", "there are expire and purge")),
        },
    })
}
