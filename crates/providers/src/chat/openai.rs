//! Chat endpoints of the OpenAI form, `POST {url}/chat/completions`: OpenAI itself, Ollama, llama.cpp, vLLM and many more.
//!
//! Servers differ in what they take. The client begins with all it would like and leaves out what a server refuses: the
//! schema's enforcement, then JSON at all, the temperature, the older name of the token limit. What worked is remembered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use quintet::ports::{Completion, LanguageError, LanguageModel, Prompt};
use serde_json::{Value, json};

use super::reply::{count, schema_of, string, with_schema};
use super::{Connection, Provider};

/// The OpenAI form.
pub const PROVIDER: Provider = Provider {
    name: "openai",
    summary: "chat endpoints of the OpenAI form: OpenAI, Ollama, llama.cpp, vLLM and others",
    url: "https://api.openai.com/v1",
    make: |connection| Arc::new(OpenAi { connection, dialect: AtomicU8::new(0) }),
};

/// Leaves out the temperature.
const NO_TEMPERATURE: u8 = 4;
/// Names the token limit as newer models want it.
const NEW_LIMIT: u8 = 8;
/// How the form of the answer is asked for: 0 by schema, 1 as any JSON object, 2 in words alone.
const FORM: u8 = 3;
const FORM_WORDS: u8 = 2;

struct OpenAi {
    connection: Connection,
    /// What the server takes: [`FORM`], [`NO_TEMPERATURE`] and [`NEW_LIMIT`].
    dialect: AtomicU8,
}

impl LanguageModel for OpenAi {
    fn name(&self) -> &str {
        &self.connection.name
    }

    fn complete(&self, prompt: &Prompt<'_>) -> Result<Completion, LanguageError> {
        let bearer = self.connection.key.as_ref().map(|key| format!("Bearer {}", key.reveal()));
        let headers: Vec<(&str, &str)> = bearer.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
        let mut dialect = self.dialect.load(Ordering::Relaxed);
        loop {
            let body = body(&self.connection.model, prompt, dialect);
            match self.connection.post("/chat/completions", &headers, &body) {
                Ok(answer) => {
                    self.dialect.store(dialect, Ordering::Relaxed);
                    return self.read(&answer);
                }
                Err((error, answer)) => {
                    let refused = answer.filter(|answer| matches!(answer.status, 400 | 415 | 422 | 501));
                    let Some(next) = refused.and_then(|answer| simpler(dialect, prompt, &answer.body)) else {
                        return Err(error);
                    };
                    dialect = next;
                }
            }
        }
    }
}

impl OpenAi {
    fn read(&self, answer: &Value) -> Result<Completion, LanguageError> {
        let bad =
            |reason: &str| LanguageError::BadAnswer { model: self.connection.name.clone(), reason: reason.to_owned() };
        let choice = answer.pointer("/choices/0").ok_or_else(|| bad("there is no choice in it"))?;
        if choice["message"]["refusal"].is_string() || choice["finish_reason"] == "content_filter" {
            let reason = "the model or a filter declined this text".to_owned();
            // Not the operator's to mend, and no sign that the next text fails as well.
            return Err(bad(&reason));
        }
        let text = string(&choice["message"]["content"]);
        if text.trim().is_empty() {
            return Err(bad("there is no text in it"));
        }
        Ok(Completion {
            text,
            tokens_in: count(&answer["usage"]["prompt_tokens"]),
            tokens_out: count(&answer["usage"]["completion_tokens"]),
            model: string(&answer["model"]),
            is_cut: choice["finish_reason"] == "length",
        })
    }
}

fn body(model: &str, prompt: &Prompt<'_>, dialect: u8) -> String {
    let schema = schema_of(prompt);
    let form = dialect & FORM;
    let system = match schema {
        Some(schema) if form > 0 => {
            format!("{}\n\nAnswer with one JSON object and nothing else. Its JSON schema:\n{schema}", prompt.system)
        }
        _ => prompt.system.to_owned(),
    };
    let limit = if dialect & NEW_LIMIT == 0 { "max_tokens" } else { "max_completion_tokens" };
    let mut body = json!({
        "model": model,
        "messages": [{ "role": "system", "content": system }, { "role": "user", "content": prompt.user }],
        limit: prompt.max_tokens,
        "stream": false,
    });
    if dialect & NO_TEMPERATURE == 0 {
        body["temperature"] = json!(prompt.temperature);
    }
    match (schema, form) {
        (Some(schema), 0) => {
            let before =
                r#""response_format":{"type":"json_schema","json_schema":{"name":"answer","strict":true,"schema":"#;
            return with_schema(&body, before, schema, "}}");
        }
        (Some(_), 1) => body["response_format"] = json!({ "type": "json_object" }),
        _ => {}
    }
    body.to_string()
}

/// The next plainer request, where there is one: what the server names first, then the form.
fn simpler(dialect: u8, prompt: &Prompt<'_>, refusal: &[u8]) -> Option<u8> {
    let said = String::from_utf8_lossy(&refusal[..refusal.len().min(4_096)]).to_lowercase();
    if said.contains("max_completion_tokens") && dialect & NEW_LIMIT == 0 {
        return Some(dialect | NEW_LIMIT);
    }
    if said.contains("temperature") && dialect & NO_TEMPERATURE == 0 {
        return Some(dialect | NO_TEMPERATURE);
    }
    (prompt.schema.is_some() && dialect & FORM < FORM_WORDS).then_some(dialect + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROMPT: Prompt<'_> = Prompt {
        system: "be brief",
        user: "hello",
        schema: Some(r#"{"type":"object"}"#),
        max_tokens: 9,
        temperature: 0.0,
    };

    #[test]
    fn what_is_refused_is_left_out_step_by_step() {
        let mut dialect = 0;
        let mut seen = vec![dialect];
        for refusal in ["use 'max_completion_tokens'", "Unsupported value: temperature", "no schemas", "no json mode"] {
            dialect = simpler(dialect, &PROMPT, refusal.as_bytes()).unwrap();
            seen.push(dialect);
        }
        assert_eq!(simpler(dialect, &PROMPT, b"temperature and max_completion_tokens"), None);
        let parsed = |dialect: &u8| serde_json::from_str::<Value>(&body("m", &PROMPT, *dialect)).unwrap();
        let bodies: Vec<Value> = seen.iter().map(parsed).collect();
        assert_eq!(bodies[0]["response_format"]["json_schema"]["schema"]["type"], "object");
        assert_eq!((&bodies[0]["max_tokens"], &bodies[1]["max_completion_tokens"]), (&json!(9), &json!(9)));
        assert!(bodies[1]["max_tokens"].is_null() && bodies[2]["temperature"].is_null());
        assert_eq!(bodies[3]["response_format"], json!({ "type": "json_object" }));
        assert!(bodies[3]["messages"][0]["content"].as_str().unwrap().contains(r#"{"type":"object"}"#));
        assert!(bodies[4]["response_format"].is_null());
    }

    #[test]
    fn without_a_schema_no_form_is_asked_for() {
        let plain = Prompt { schema: None, ..PROMPT };
        assert!(!body("m", &plain, 0).contains("response_format"));
        assert_eq!(simpler(0, &plain, b"bad request"), None);
    }
}
