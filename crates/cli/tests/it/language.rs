//! Setting a language model up, and asking whether it is there.

use quintet_devkit::chat::{ChatServer, Step};
use serde_json::json;

use crate::program::{Home, Ran};

const KEY: &str = "sk-do-not-show-this";

fn doctor(home: &Home, variables: &[(&str, &str)]) -> Ran {
    let mut command = home.command(&["doctor", "--json"]);
    for (name, value) in variables {
        command.env(format!("QUINTET_LLM_{name}"), value);
    }
    let ran = Ran::of(command.output().unwrap());
    assert!(!ran.out.contains(KEY) && !ran.err.contains(KEY), "{ran:?}");
    ran
}

#[test]
fn the_doctor_says_whether_the_model_answers_and_shows_no_key() {
    let home = Home::new();
    let none = doctor(&home, &[]).quiet().json();
    assert_eq!(
        none[3],
        json!({"check": "language model", "status": "ok", "detail": "none set up; texts are read by rules"})
    );

    let server = ChatServer::start([Step::openai("yes"), Step::status(401, KEY), Step::status(404, KEY)]).unwrap();
    let url = format!("{}/v1", server.url());
    let file = home.file("key", format!("{KEY}\n"));
    let set = [("PROVIDER", "openai"), ("MODEL", "small-1"), ("URL", &url)];
    let there = doctor(&home, &[&set[..], &[("KEY", KEY)]].concat()).quiet().json();
    assert_eq!(there[3]["detail"], "openai/small-1 answers (110 tokens spent on asking)");
    let refused = doctor(&home, &[&set[..], &[("KEY_FILE", &file)]].concat()).exit(6);
    assert!(refused.json()[3]["detail"].as_str().unwrap().contains("the key is missing, wrong"), "{refused:?}");
    for asked in server.asked() {
        assert!(asked.headers.contains(&format!("authorization: Bearer {KEY}\n")), "{asked:?}");
    }
    assert!(doctor(&home, &set).exit(6).out.contains("no such model"));

    drop(server);
    let gone = doctor(&home, &set).exit(6);
    assert!(gone.json()[3]["detail"].as_str().unwrap().contains("nobody listens there"), "{gone:?}");
}

#[test]
fn settings_that_do_not_fit_are_refused_before_anything_is_written() {
    let home = Home::new();
    let refused = |arguments: &[&str], key: Option<&str>| {
        let mut command = home.command(&[&["remember", "I moved to Lisbon."], arguments].concat());
        if let Some(key) = key {
            command.env("QUINTET_LLM_KEY", key);
        }
        Ran::of(command.output().unwrap()).refused(2)
    };
    assert!(refused(&["--llm-model", "small-1"], None).contains("--llm-provider (openai or anthropic)"));
    assert!(refused(&["--llm-provider", "opnai", "--llm-model", "m"], None).contains("there are: openai, anthropic"));
    assert!(refused(&["--llm-provider", "openai"], Some(KEY)).contains("the name of a model"));
    let openai = ["--llm-provider", "openai", "--llm-model", "m"];
    assert!(refused(&openai, None).contains("needs a key"));
    assert!(refused(&openai, Some("two words")).contains("holds no key"));
    let with = |more: &[&'static str]| [&openai[..], more].concat();
    assert!(refused(&with(&["--llm-url", "http://example.com/v1"]), Some(KEY)).contains("https"));
    assert!(refused(&with(&["--llm-url", "http://169.254.169.254/v1"]), None).contains("metadata"));
    let both = home.file("key", KEY);
    let file = ["--llm-key-file", both.as_str()];
    assert!(refused(&[&openai[..], &file[..]].concat(), Some(KEY)).contains("not both"));
    assert!(!home.data().join("contexts").exists());
}
