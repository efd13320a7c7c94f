//! Operations of a server elsewhere, over HTTP.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use quintet_providers::http::{Address, Client, Failure};
use quintet_server::{Method, OPERATIONS, escaped};
use serde_json::Value;

use super::{Refused, Unreachable};
use crate::wire::UsageError;

/// Time for one operation, in milliseconds: more than the server gives itself.
const OPERATION_MS: u64 = 60_000;

/// A server with the key that opens it.
pub(crate) struct Remote {
    client: Client,
    url: String,
    key: String,
}

impl Remote {
    /// A server by its address. Nothing is sent yet.
    pub(super) fn new(url: &str, key: &str) -> anyhow::Result<Self> {
        let address = Address::checked(url, true).map_err(|error| UsageError(format!("--server: {error}")))?;
        let url = address.as_str().to_owned();
        Ok(Self { client: Client::new(address, OPERATION_MS), url, key: key.trim().to_owned() })
    }

    /// Runs the operation of that name.
    pub(super) fn call(&self, name: &str, path: &BTreeMap<String, String>, body: &Value) -> anyhow::Result<Value> {
        let operation = OPERATIONS.iter().find(|operation| operation.name == name);
        let operation = operation.ok_or_else(|| UsageError(format!("there is no operation '{name}'")))?;
        let mut route: String = operation
            .path
            .split('/')
            .map(|part| match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
                Some(name) => escaped(path.get(name).map(String::as_str).unwrap_or_default()),
                None => part.to_owned(),
            })
            .collect::<Vec<_>>()
            .join("/");
        // What has lists in it fits into no query; servers take a body with any change.
        let is_flat =
            body.as_object().is_none_or(|fields| fields.values().all(|value| !value.is_array() && !value.is_object()));
        let in_query = !operation.method.has_body() && (is_flat || operation.method == Method::Get);
        if in_query {
            route.push_str(&query(body));
        }
        let json = (!in_query && !body.is_null()).then(|| body.to_string());
        let bearer = format!("Bearer {}", self.key);
        let headers = [("authorization", bearer.as_str())];
        let answer = self.client.send(operation.method.as_str(), &route, &headers, json.as_deref());
        let answer = answer.map_err(|failure| Unreachable { url: self.url.clone(), reason: told(&failure) })?;
        let body = match serde_json::from_slice(&answer.body) {
            Ok(body) => body,
            Err(_) if answer.body.is_empty() => Value::Null,
            Err(_) => Value::String(String::from_utf8_lossy(&answer.body).into_owned()),
        };
        if answer.status < 400 {
            return Ok(body);
        }
        let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
        Err(Refused { status: answer.status, code: text("code"), message: text("message") }.into())
    }
}

fn told(failure: &Failure) -> String {
    match failure {
        Failure::Refused => "nobody listens there".to_owned(),
        Failure::TimedOut => "it did not answer in time".to_owned(),
        Failure::TooLarge => "its answer is too large".to_owned(),
        Failure::Connection(reason) => reason.clone(),
    }
}

/// The fields of a request as a query.
fn query(body: &Value) -> String {
    let mut query = String::new();
    for (name, value) in body.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()) {
        let text = match value {
            Value::String(text) => text.clone(),
            // In a query there is one text, with commas between.
            Value::Array(all) => {
                let texts: Vec<String> =
                    all.iter().map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned)).collect();
                texts.join(",")
            }
            other => other.to_string(),
        };
        let _ = write!(query, "{}{}={}", if query.is_empty() { '?' } else { '&' }, escaped(name), escaped(&text));
    }
    query
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_become_a_query_that_nothing_breaks_out_of() {
        assert_eq!(query(&json!({})), "");
        assert_eq!(query(&json!({ "a": "x&b=1 \u{fc}", "limit": 5, "none": null })), "?a=x%26b%3D1%20%C3%BC&limit=5");
        assert_eq!(query(&json!({ "kind": ["turn", "fact"] })), "?kind=turn%2Cfact");
        assert_eq!(escaped("../a/b"), "..%2Fa%2Fb");
    }
}
