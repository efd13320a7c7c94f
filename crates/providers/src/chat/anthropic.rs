//! The Anthropic form, `POST {url}/messages`. An answer by schema is asked for as the input of the only tool, which the model
//! has to use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quintet::ports::{Completion, LanguageError, LanguageModel, Prompt};
use serde_json::{Value, json};

use super::reply::{count, schema_of, string, with_schema};
use super::{Connection, Provider};

/// The Anthropic form.
pub const PROVIDER: Provider = Provider {
    name: "anthropic",
    summary: "Anthropic's Messages endpoint",
    url: "https://api.anthropic.com/v1",
    make: |connection| Arc::new(Anthropic { connection, has_temperature: AtomicBool::new(true) }),
};

/// The wire's version, sent with each request.
const VERSION: &str = "2023-06-01";
/// Name of the tool whose input is the answer.
const TOOL: &str = "answer";

struct Anthropic {
    connection: Connection,
    /// False once the model refused a temperature.
    has_temperature: AtomicBool,
}

impl LanguageModel for Anthropic {
    fn name(&self) -> &str {
        &self.connection.name
    }

    fn complete(&self, prompt: &Prompt<'_>) -> Result<Completion, LanguageError> {
        let mut headers = vec![("anthropic-version", VERSION)];
        if let Some(key) = &self.connection.key {
            headers.push(("x-api-key", key.reveal()));
        }
        let had = self.has_temperature.load(Ordering::Relaxed);
        let first = self.connection.post("/messages", &headers, &body(&self.connection.model, prompt, had));
        let answer = match first {
            Err((_, Some(answer))) if had && answer.status == 400 && names_temperature(&answer.body) => {
                self.has_temperature.store(false, Ordering::Relaxed);
                self.connection.post("/messages", &headers, &body(&self.connection.model, prompt, false))
            }
            other => other,
        };
        self.read(&answer.map_err(|(error, _)| error)?)
    }
}

impl Anthropic {
    fn read(&self, answer: &Value) -> Result<Completion, LanguageError> {
        let bad =
            |reason: &str| LanguageError::BadAnswer { model: self.connection.name.clone(), reason: reason.to_owned() };
        let blocks = answer["content"].as_array().ok_or_else(|| bad("there is no content in it"))?;
        if answer["stop_reason"] == "refusal" {
            return Err(bad("the model declined this text"));
        }
        let input = blocks.iter().find(|block| block["type"] == "tool_use" && block["name"] == TOOL);
        let text = match input {
            Some(block) => block["input"].to_string(),
            None => blocks.iter().filter(|block| block["type"] == "text").map(|block| string(&block["text"])).collect(),
        };
        if text.trim().is_empty() {
            return Err(bad("there is no text in it"));
        }
        Ok(Completion {
            text,
            tokens_in: count(&answer["usage"]["input_tokens"]),
            tokens_out: count(&answer["usage"]["output_tokens"]),
            model: string(&answer["model"]),
            is_cut: answer["stop_reason"] == "max_tokens",
        })
    }
}

fn body(model: &str, prompt: &Prompt<'_>, has_temperature: bool) -> String {
    let mut body = json!({
        "model": model,
        "system": prompt.system,
        "messages": [{ "role": "user", "content": prompt.user }],
        "max_tokens": prompt.max_tokens,
    });
    if has_temperature {
        // The wire takes 0 to 1.
        body["temperature"] = json!(prompt.temperature.min(1.0));
    }
    let Some(schema) = schema_of(prompt) else { return body.to_string() };
    body["tool_choice"] = json!({ "type": "tool", "name": TOOL });
    let what = "Hands the answer over. Its input is the whole answer.";
    let before = format!(r#""tools":[{{"name":"{TOOL}","description":"{what}","input_schema":"#);
    with_schema(&body, &before, schema, "}]")
}

fn names_temperature(refusal: &[u8]) -> bool {
    String::from_utf8_lossy(&refusal[..refusal.len().min(4_096)]).contains("temperature")
}
