//! What is promised of every profile's list, and the list itself as it was last agreed on.

use serde_json::{Value, json};

use super::{listed, profiles, schema};

fn emitted(profile: &profiles::Profile) -> Vec<Value> {
    profile.tools().map(|tool| serde_json::to_value(listed(tool)).unwrap()).collect()
}

#[test]
fn every_client_reads_every_list() {
    for profile in profiles::ALL {
        assert!(profile.instructions.chars().count() <= 1_500, "{}", profile.name);
        let tools = emitted(profile);
        for tool in &tools {
            let name = tool["name"].as_str().unwrap();
            assert!(name.len() <= 24 && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{name}");
            assert!(tool["description"].as_str().is_some_and(|text| text.chars().count() <= 1_000), "{name}");
            assert_eq!(schema::lint(&tool["inputSchema"]), Vec::<String>::new(), "{name}");
            assert_eq!(schema::lint(&tool["outputSchema"]), Vec::<String>::new(), "{name}");
            for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
                assert!(tool["annotations"][hint].is_boolean(), "{name}: {hint}");
            }
            let nothing_null = tool.as_object().unwrap().values().all(|value| !value.is_null());
            assert!(nothing_null, "{name}");
        }
        // A client that uses several servers has room for few.
        assert!(tools.len() <= 10, "{}", profile.name);
        let tokens = json!(tools).to_string().len() / 4;
        assert!(tokens <= 6_000, "{}: {tokens} tokens", profile.name);
    }
}

#[test]
fn chatgpt_finds_what_it_asks_for() {
    let tools = emitted(profiles::Profile::named("chatgpt").unwrap());
    for (tool, (name, argument)) in tools.iter().zip([("search", "query"), ("fetch", "id")]) {
        assert_eq!(tool["name"], name);
        assert_eq!(tool["inputSchema"]["properties"].as_object().unwrap().keys().collect::<Vec<_>>(), [argument]);
        assert_eq!(tool["inputSchema"]["required"], json!([argument]));
    }
    assert_eq!(tools.len(), 2);
}

/// What models are told is a promise and a way in for whoever would poison it: it changes on purpose alone.
#[test]
fn lists_are_as_they_were_agreed_on() {
    let now: Value = profiles::ALL.iter().map(|profile| (profile.name.to_owned(), json!(emitted(profile)))).collect();
    let now = format!("{}\n", serde_json::to_string_pretty(&now).unwrap());
    let agreed = include_str!("tools.golden.json");
    if now != agreed {
        let place = std::env::temp_dir().join("tools.golden.json");
        std::fs::write(&place, &now).unwrap();
        panic!("the lists changed; if that is meant, put {} in the place of tools.golden.json", place.display());
    }
}
