//! What the answers of all chat endpoints have in common: a status, a time to wait, one JSON object.

use quintet::ports::{LanguageError, Prompt};
use serde_json::Value;

use super::Connection;
use crate::http::{Answer, Failure};

impl Connection {
    /// Posts a request. Only an answer of a status below 300 comes back as one; `Err` holds the answer itself where there is
    /// one, so that a provider may read what is wrong with its request.
    pub(super) fn post(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        json: &str,
    ) -> Result<Value, (LanguageError, Option<Answer>)> {
        let model = || self.name.clone();
        let answer = self.client.post(path, headers, json).map_err(|failure| {
            let error = match failure {
                Failure::TimedOut => LanguageError::TimedOut { model: model(), limit_ms: self.attempt_ms },
                Failure::TooLarge => LanguageError::BadAnswer { model: model(), reason: "it is too large".to_owned() },
                Failure::Refused => {
                    LanguageError::Unreachable { model: model(), reason: "nobody listens there".to_owned() }
                }
                Failure::Connection(reason) => LanguageError::Unreachable { model: model(), reason },
            };
            (error, None)
        })?;
        match answer.status {
            200..=299 => serde_json::from_slice(&answer.body).map_err(|_| {
                let what = if answer.body.is_empty() { "its body is empty" } else { "its body is no JSON" };
                (LanguageError::BadAnswer { model: model(), reason: what.to_owned() }, None)
            }),
            429 => {
                let retry_after_ms = answer.retry_after.as_deref().and_then(seconds).map(|s| s.saturating_mul(1_000));
                Err((LanguageError::RateLimited { model: model(), retry_after_ms }, Some(answer)))
            }
            408 | 500..=599 => {
                let reason = format!("it answered with status {}", answer.status);
                Err((LanguageError::Unreachable { model: model(), reason }, Some(answer)))
            }
            status => {
                let reason = match status {
                    401 | 403 => format!("status {status}, the key is missing, wrong or not allowed this"),
                    404 => "status 404, there is no such model or no such endpoint at this URL".to_owned(),
                    300..=399 => format!("status {status}, redirects are not followed; give the URL it leads to"),
                    _ => format!("status {status}"),
                };
                Err((LanguageError::Refused { model: model(), reason }, Some(answer)))
            }
        }
    }
}

/// Seconds of a `retry-after`. A date is not read: the pause then is the usual one.
fn seconds(text: &str) -> Option<u64> {
    let text = text.trim();
    text.split_once('.').map_or(text, |(whole, _)| whole).parse().ok()
}

/// Adds a field to a JSON object whose value holds a schema to the letter: the order of its fields is the order in which a model
/// writes them, and a parsed schema would lose it. `before` and `after` stand around the schema.
pub(super) fn with_schema(object: &Value, before: &str, schema: &str, after: &str) -> String {
    let mut text = object.to_string();
    text.pop();
    format!("{text},{before}{schema}{after}}}")
}

/// A schema, where a prompt has one that is JSON.
pub(super) fn schema_of<'a>(prompt: &Prompt<'a>) -> Option<&'a str> {
    prompt.schema.filter(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok())
}

/// A count of tokens; 0 where there is none.
pub(super) fn count(value: &Value) -> u32 {
    value.as_u64().map_or(0, |n| u32::try_from(n).unwrap_or(u32::MAX))
}

/// Text, empty where there is none.
pub(super) fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_times_are_read_where_they_are_numbers() {
        assert_eq!(seconds(" 7 "), Some(7));
        assert_eq!(seconds("1.5"), Some(1));
        assert_eq!(seconds("Wed, 21 Oct 2026 07:28:00 GMT"), None);
        assert_eq!(seconds("-1"), None);
    }
}
