//! Commands against a server that is named, against the one that has the folder, and against the folder itself.

use serde_json::{Value, json};

use crate::program::{Home, Ran};
use crate::serve::Serving;

const KEY: &str = "a-key-from-a-file-0123456789";

/// A server over a folder of its own, and a home elsewhere with its key in a file.
struct Far {
    serving: Serving,
    url: String,
    key_file: String,
    _server: Home,
    home: Home,
}

impl Far {
    fn new() -> Self {
        let server = Home::new();
        let mut command = server.command(&["serve", "--listen", "127.0.0.1:0"]);
        command.env("QUINTET_ADMIN_KEY", KEY);
        let serving = Serving::start(command);
        let url = format!("http://{}", serving.address);
        let home = Home::new();
        let key_file = home.file("key", KEY);
        Self { serving, url, key_file, _server: server, home }
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let there = ["--server", &self.url, "--key-file", &self.key_file];
        self.home.run(&[arguments, &there].concat())
    }
}

#[test]
fn memories_are_kept_found_and_forgotten_on_a_server() {
    let far = Far::new();
    let id =
        far.run(&["remember", "--session", "chat-7", "--role", "user", "--label", "team=red", "Dana moved to Lisbon."]);
    let id = id.quiet().out.trim().to_owned();
    far.run(&["remember", "Nora climbs with Jonas."]).quiet();
    let found = far.run(&["recall", "Where did Dana move?", "-k", "1"]).quiet().out;
    assert!(found.starts_with("Dana moved to Lisbon.") && found.contains(&id), "{found}");
    let body = &far.run(&["recall", "--json", "--explain", "--label", "team=red", "who moved"]).quiet().json()[0];
    assert_eq!(
        (body["hits"].as_array().unwrap().len(), &body["hits"][0]["text"]),
        (1, &json!("Dana moved to Lisbon."))
    );
    assert!(body["hits"][0]["contributions"].is_array() && body["trace"].is_object(), "{body}");
    far.run(&["facts", "person/Dana", "--set", "role=CEO", "--at", "2026-01-10"]).quiet();
    far.run(&["facts", "person/Dana", "--set", "role=CTO", "--relate", "works_at=organisation/Halyard"]).quiet();
    let facts = far.run(&["facts", "Dana"]).quiet().out;
    assert!(facts.contains("CTO") && facts.contains("Halyard") && !facts.contains("CEO"), "{facts}");
    for (command, has) in [
        (vec!["entities", "--type", "person"], "Dana"),
        (vec!["history", "Dana", "role"], "CEO"),
        (vec!["timeline", "person/Dana"], "CTO"),
        (vec!["profile", "Dana"], "CTO"),
        (vec!["state"], "Halyard"),
        (vec!["inspect", "entity:person/Dana"], "CTO"),
        (vec!["explore", "Dana"], "Halyard"),
        (vec!["diff", "2026-01-01"], "CTO"),
        (vec!["memories", "--kind", "turn"], "Dana moved"),
        (vec!["hygiene"], ""),
        (vec!["fsck"], ""),
        (vec!["reflect", "Where did Dana move?"], "Lisbon"),
        (vec!["consolidate", "--dry-run"], ""),
        (vec!["elaborate", "--dry-run"], ""),
        (vec!["decay"], "affected"),
        (vec!["expire", "--within", "30"], ""),
        (vec!["retention", "add", "--days", "30", "--label", "team=red"], "30"),
        (vec!["retention"], "team=red"),
        (vec!["retention", "remove", "1"], ""),
        (vec!["feelings", "off"], "off"),
        (vec!["edit", &id, "Dana moved to Porto."], ""),
        (vec!["sessions", "turns", "chat-7"], "Porto"),
        (vec!["traces", "list"], "Where did Dana move?"),
        (vec!["traces", "stats"], "totalQueries"),
    ] {
        let told = far.run(&command).exit(0);
        assert!(told.out.contains(has), "{command:?}: {told:?}");
    }
    let would = far.run(&["forget", "--dry-run", "--json", &id]).quiet().json().remove(0);
    assert_eq!(would["dryRun"], true, "{would}");
    assert!(
        far.home.run_with(&["forget", &id, "--server", &far.url, "--key-file", &far.key_file], b"n\n").code == Some(1)
    );
    assert!(far.run(&["recall", "Porto"]).quiet().out.contains("Porto"));
    far.run(&["forget", "--yes", "--purge", &id]).exit(0);
    assert!(!far.run(&["recall", "Porto"]).quiet().out.contains("Porto"));
    assert!(!far.home.data().exists(), "nothing is written here");
    far.serving.stop("TERM");
}

/// What differs between two runs of the same: ids, secrets and moments.
fn without_chance(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| {
                !matches!(
                    name.as_str(),
                    "id" | "key" | "createdAt" | "validUntil" | "latencyMs" | "latencyUs" | "nextCursor" | "lastUsedAt"
                )
            })
            .map(|(name, value)| (name.clone(), without_chance(value)))
            .collect(),
        Value::Array(all) => all.iter().map(without_chance).collect(),
        other => other.clone(),
    }
}

#[test]
fn management_is_the_same_here_and_there() {
    let far = Far::new();
    let here = Home::new();
    for command in [
        vec!["contexts", "create", "acme", "--description", "all of Acme"],
        vec!["contexts", "list"],
        vec!["contexts", "show", "acme"],
        vec!["contexts", "settings", "acme", "--emotions", "off"],
        vec!["principals", "create", "bot", "--kind", "agent", "--grant", "memory:read=team/*", "-c", "acme"],
        vec!["principals", "grant", "bot", "team/red", "memory:write", "-c", "acme"],
        vec!["principals", "revoke", "bot", "team/red", "memory:write", "-c", "acme"],
        vec!["principals", "effective", "bot", "team/red", "-c", "acme"],
        vec!["principals", "show", "bot", "-c", "acme"],
        vec!["principals", "list", "-c", "acme"],
        vec!["keys", "create", "--principal", "bot", "--name", "laptop", "--ttl", "3600", "-c", "acme"],
        vec!["keys", "rotate", "laptop", "--overlap", "60", "-c", "acme"],
        vec!["keys", "token", "idp:7", "--ttl", "60", "--grant", "memory:read=user/7/*", "-c", "acme"],
        vec!["keys", "delete", "laptop", "-c", "acme"],
        vec!["scopes", "register", "team/red", "--name", "Red", "-c", "acme"],
        vec!["scopes", "share", "team/red", "bot", "-c", "acme"],
        vec!["scopes", "shares", "-c", "acme"],
        vec!["scopes", "list", "-c", "acme"],
        vec!["scopes", "forget", "team/red", "--dry-run", "-c", "acme"],
        vec!["scopes", "delete", "team/red", "-c", "acme"],
        vec!["sessions", "open", "chat-1", "-c", "acme"],
        vec!["sessions", "show", "chat-1", "-c", "acme"],
        vec!["sessions", "close", "chat-1", "-c", "acme"],
        vec!["audit", "--limit", "3", "--principal", "admin", "-c", "acme"],
        vec!["call", "status", "-c", "acme"],
        vec!["call", "recall", r#"{"query": "nothing yet"}"#, "-c", "acme"],
    ] {
        let command = [command, vec!["--json"]].concat();
        let (one, other) = (here.run(&command).exit(0), far.run(&command).exit(0));
        let bodies = |ran: &Ran| ran.json().iter().map(without_chance).collect::<Vec<_>>();
        if matches!(command[1], "recall" | "token") {
            // Traces and names of tokens are left to chance.
            let names = |ran: &Ran| ran.json()[0].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            assert_eq!((names(&one), &bodies(&one)[0]["hits"]), (names(&other), &bodies(&other)[0]["hits"]));
        } else {
            assert_eq!(bodies(&one), bodies(&other), "{command:?}");
        }
    }
    for list in [here.run(&["call", "--list"]).quiet().out, far.run(&["call", "--list"]).quiet().out] {
        assert!(list.contains("recall") && list.contains("/api/v1/{context}/query"), "{list}");
    }
    let told = far.run(&["contexts", "drop", "acme"]).refused(2);
    assert!(told.contains("0 memories") && told.contains("--yes"), "{told}");
    far.run(&["contexts", "drop", "acme", "--yes"]).exit(0);
    far.run(&["contexts", "show", "acme"]).refused(3);
    far.serving.stop("TERM");
}

#[test]
fn a_new_key_is_alone_on_standard_output_and_opens_what_it_may() {
    let far = Far::new();
    far.run(&["contexts", "create", "acme"]).exit(0);
    far.run(&["principals", "create", "bot", "--grant", "memory:read=*", "-c", "acme"]).exit(0);
    let made = far.run(&["keys", "create", "--principal", "bot", "-c", "acme"]).exit(0);
    assert!(made.out.starts_with("qk-") && made.out.lines().count() == 1 && !made.err.contains("qk-"), "{made:?}");
    let file = far.home.file("bot.key", made.out.trim());
    let bot = |command: &[&str]| {
        let there = ["--server", far.url.as_str(), "--key-file", file.as_str(), "-c", "acme"];
        far.home.run(&[command, &there].concat())
    };
    bot(&["recall", "anything"]).exit(0);
    let told = bot(&["remember", "x"]).refused(4);
    assert!(told.contains("memory:write") && !told.contains("qk-"), "{told}");
    bot(&["contexts", "list"]).refused(4);
    bot(&["recall", "x", "--grant", "team/*"]).refused(2);
    far.serving.stop("TERM");
}

#[test]
fn what_goes_wrong_has_its_exit_code() {
    let far = Far::new();
    let wrong = far.home.file("wrong", "another-key-altogether");
    let told = far.home.run(&["recall", "x", "--server", &far.url, "--key-file", &wrong]).refused(4);
    assert!(!told.contains("another-key"), "{told}");
    far.run(&["recall", "x", "-c", "nowhere"]).refused(3);
    far.run(&["call", "nothing-of-the-kind"]).refused(2);
    far.run(&["call", "memory"]).refused(2);
    far.run(&["call", "recall", "{"]).refused(2);
    assert!(far.run(&["verify"]).refused(2).contains("data folder"));
    assert!(far.run(&["export", "--out", "x"]).code != Some(0));
    assert!(far.home.run(&["recall", "x", "--server", &far.url]).refused(2).contains("QUINTET_KEY"));
    let url = far.url.clone();
    far.serving.stop("TERM");
    let told = far.home.run(&["recall", "x", "--server", &url, "--key-file", &far.key_file]).refused(6);
    assert!(told.contains("nobody listens there"), "{told}");
}

#[test]
fn a_folder_that_a_server_has_is_reached_through_it() {
    let home = Home::new();
    home.run(&["remember", "Dana moved to Lisbon."]).quiet();
    let serving = Serving::start(home.command(&["serve", "--listen", "127.0.0.1:0"]));
    assert!(home.run(&["recall", "Where did Dana move?"]).quiet().out.contains("Dana moved to Lisbon."));
    home.run(&["remember", "Dana likes the tram."]).quiet();
    assert!(home.run(&["memories"]).quiet().out.contains("tram"));
    assert!(home.run(&["contexts", "list"]).quiet().out.contains("default"));
    // What needs the folder for itself says that it is taken.
    assert!(home.run(&["verify"]).refused(6).contains("in use"));
    serving.stop("TERM");
    assert!(home.run(&["recall", "the tram"]).quiet().out.contains("tram"), "it was written to the same folder");
}
