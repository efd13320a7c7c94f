//! What is sent, what is read, and what each failure becomes.

use quintet::ports::{Completion, LanguageError, Prompt};
use quintet_devkit::chat::Step;
use quintet_providers::chat::{self, AddressError, OpenError, Secret, Settings};
use serde_json::json;

use crate::rig::{KEY, Rig};

const PROMPT: Prompt<'_> = Prompt {
    system: "be brief",
    user: "say something",
    schema: Some(r#"{"type":"object","properties":{}}"#),
    max_tokens: 50,
    temperature: 0.0,
};

/// Long enough for any answer of this machine.
const AMPLE_MS: u64 = 60_000;

fn answered(text: &str) -> Completion {
    Completion { text: text.to_owned(), tokens_in: 100, tokens_out: 10, model: "fake-1".to_owned(), is_cut: false }
}

#[test]
fn the_openai_form() {
    let rig = Rig::new("openai", AMPLE_MS, [Step::openai("{}")]);
    assert_eq!(rig.model.complete(&PROMPT), Ok(answered("{}")));
    let asked = &rig.server.asked()[0];
    assert_eq!(asked.path, "/v1/chat/completions");
    assert!(asked.headers.contains(&format!("authorization: Bearer {KEY}\n")), "{}", asked.headers);
    assert_eq!(asked.body["messages"][0], json!({ "role": "system", "content": "be brief" }));
    assert_eq!(asked.body["response_format"]["type"], "json_schema");
    assert_eq!(asked.body["max_tokens"], 50);
}

#[test]
fn the_anthropic_form() {
    let rig = Rig::new("anthropic", AMPLE_MS, [Step::anthropic(&json!({ "a": 1 }))]);
    assert_eq!(rig.model.complete(&PROMPT), Ok(answered(r#"{"a":1}"#)));
    let asked = &rig.server.asked()[0];
    assert_eq!(asked.path, "/v1/messages");
    assert!(asked.headers.contains(&format!("x-api-key: {KEY}\n")) && asked.headers.contains("anthropic-version: "));
    assert_eq!(asked.body["tool_choice"], json!({ "type": "tool", "name": "answer" }));
    assert_eq!(asked.body["tools"][0]["input_schema"]["type"], "object");
    assert_eq!((&asked.body["system"], &asked.body["max_tokens"]), (&json!("be brief"), &json!(50)));
}

#[test]
fn anthropic_models_without_a_temperature_and_without_the_tool() {
    let text = json!({ "model": "fake-1", "stop_reason": "max_tokens", "content": [{ "type": "text", "text": "so" }] });
    let steps = [
        Step::status(400, r#"{"error":{"message":"temperature is deprecated"}}"#),
        Step::status(200, &text.to_string()),
    ];
    let rig = Rig::new("anthropic", AMPLE_MS, steps);
    let completion = rig.model.complete(&PROMPT).unwrap();
    assert_eq!((completion.text.as_str(), completion.is_cut, completion.tokens_in), ("so", true, 0));
    assert!(rig.server.asked()[1].body["temperature"].is_null());
}

#[test]
fn a_server_without_schemas_is_asked_more_plainly_and_remembered() {
    let steps = [
        Step::status(400, r#"{"error":"response_format json_schema is not supported"}"#),
        Step::status(422, "json_object is not supported either"),
        Step::openai("{}"),
    ];
    let rig = Rig::new("openai", AMPLE_MS, steps);
    rig.model.complete(&PROMPT).unwrap();
    rig.model.complete(&PROMPT).unwrap();
    let asked = rig.server.asked();
    let forms: Vec<_> = asked.iter().map(|asked| asked.body["response_format"]["type"].clone()).collect();
    assert_eq!(forms, [json!("json_schema"), json!("json_object"), json!(null), json!(null)]);
    assert!(asked[3].body["messages"][0]["content"].as_str().unwrap().contains("JSON schema"));
    assert_eq!(rig.waited_ms(), 0, "a refusal is no reason to wait");
}

#[test]
fn each_failure_has_its_name_and_shows_no_key() {
    let refusal = "wrong key sk-do-not-show-this for say something";
    let empty = r#"{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}"#;
    let declined = r#"{"choices":[{"message":{"content":"no"},"finish_reason":"content_filter"}]}"#;
    let redirect =
        Step::Answer { status: 307, headers: vec![("location", "http://127.0.0.1:9/".to_owned())], body: Vec::new() };
    let cases = [
        (Step::status(401, refusal), "refused"),
        (Step::status(403, refusal), "refused"),
        (Step::status(404, refusal), "refused"),
        (Step::status(400, refusal), "refused"),
        (redirect, "refused"),
        (Step::busy(600), "busy"),
        (Step::status(500, refusal), "unreachable"),
        (Step::status(529, refusal), "unreachable"),
        (Step::Break, "unreachable"),
        (Step::status(200, ""), "bad"),
        (Step::status(200, "<html>hello</html>"), "bad"),
        (Step::status(200, "{\"choices\": [{\"mess"), "bad"),
        (Step::status(200, "[]"), "bad"),
        (Step::status(200, r#"{"choices":[]}"#), "bad"),
        (Step::status(200, empty), "bad"),
        (Step::status(200, declined), "bad"),
        (Step::Answer { status: 200, headers: Vec::new(), body: vec![0xff, 0xfe, 0] }, "bad"),
        (Step::Endless, "bad"),
    ];
    for (step, expected) in cases {
        let rig = Rig::new("openai", AMPLE_MS, [step.clone()]);
        let error = rig.model.complete(&PROMPT).unwrap_err();
        let name = match &error {
            LanguageError::Refused { .. } => "refused",
            LanguageError::RateLimited { .. } => "busy",
            LanguageError::TimedOut { .. } => "late",
            LanguageError::BadAnswer { .. } => "bad",
            LanguageError::Unreachable { .. } => "unreachable",
            _ => "",
        };
        assert_eq!(name, expected, "{step:?}: {error}");
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains(KEY) && !shown.contains("say something"), "{shown}");
    }
}

#[test]
fn a_server_that_hangs_is_given_up_once_and_one_that_is_not_there_is_named() {
    let rig = Rig::new("openai", 200, [Step::Hang]);
    assert_eq!(
        rig.model.complete(&PROMPT),
        Err(LanguageError::TimedOut { model: "openai/fake-1".to_owned(), limit_ms: 200 })
    );
    assert_eq!(rig.server.asked().len(), 1);

    let rig = Rig::new("anthropic", AMPLE_MS, [Step::Hang]);
    let Rig { server, model, .. } = rig;
    drop(server);
    let error = model.complete(&PROMPT).unwrap_err();
    assert!(matches!(&error, LanguageError::Unreachable { reason, .. } if reason == "nobody listens there"), "{error}");
}

#[test]
fn busy_and_broken_servers_are_asked_again_after_a_pause() {
    let rig = Rig::new("openai", AMPLE_MS, [Step::busy(7), Step::status(503, ""), Step::openai("{}")]);
    assert_eq!(rig.model.complete(&PROMPT), Ok(answered("{}")));
    assert_eq!((rig.server.asked().len(), rig.waited_ms()), (3, 9_000));
}

#[test]
fn settings_that_cannot_work_are_refused_before_anything_is_sent() {
    let rig = Rig::new("openai", AMPLE_MS, [Step::Hang]);
    let pace = quintet_providers::chat::Pace {
        clock: std::sync::Arc::new(quintet_devkit::fake::ManualClock::at(quintet::model::Micros(0))),
        wait_ms: std::sync::Arc::new(|_| {}),
    };
    let settings = Settings { model: "m".to_owned(), url: None, key: Secret::new("k"), attempt_ms: 1, pace };
    let error = |name: &str, settings: &Settings| chat::open(name, settings).err();
    assert_eq!(error("openai", &settings), None);
    assert!(
        matches!(error("opnai", &settings), Some(OpenError::UnknownProvider { known, .. }) if known == "openai, anthropic")
    );
    assert!(matches!(
        error("openai", &Settings { model: " ".to_owned(), ..settings.clone() }),
        Some(OpenError::ModelMissing { .. })
    ));
    assert!(matches!(
        error("anthropic", &Settings { key: None, ..settings.clone() }),
        Some(OpenError::KeyMissing { .. })
    ));
    let open = Settings { url: Some("http://example.com".to_owned()), ..settings.clone() };
    assert_eq!(error("openai", &open), Some(OpenError::Address(AddressError::KeyInClear)));
    assert!(!format!("{:?}", Settings { key: Secret::new(KEY), ..settings }).contains(KEY));
    assert!(rig.server.asked().is_empty());
}
