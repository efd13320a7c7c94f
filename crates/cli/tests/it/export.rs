//! Exports: what goes out comes in again, byte for byte; dumps of other products are read.

use serde_json::{Value, json};

use crate::program::Home;
use crate::serve::Serving;

/// A context with something of everything.
fn furnished() -> Home {
    let home = Home::new();
    let remember = |arguments: &[&str]| home.run(&[&["remember"], arguments].concat()).quiet().out.trim().to_owned();
    let session = ["--session", "chat", "--speaker", "Nora", "--role", "user"];
    let gate = remember(
        &[&session[..], &["--label", "team=dock", "--emotion", "joy=0.8", "The gate was painted by my sister Anna."]]
            .concat(),
    );
    remember(&[&session[..], &["I live in Lisbon and I work at Halyard."]].concat());
    remember(
        &[&session[..], &["--at", "2031-01-01", "I moved to Porto last week, I no longer live in Lisbon."]].concat(),
    );
    remember(&[&session[..], &["My sister is Anna."]].concat());
    remember(&[
        "--scope",
        "org/acme",
        "--location",
        "-29.3156789,27.4812345",
        "--reference",
        "r-1",
        "The well is dry.",
    ]);
    remember(&["The tide tables hang in the hall by the boats."]);
    remember(&["The tide tables hang in the hall by the boats."]);
    let gone = remember(&["The winch is rusty and nobody minds."]);
    home.run(&["forget", &gone, "--yes"]).quiet();
    let purged = remember(&["The purged words of a secret."]);
    home.run(&["forget", &purged, "--purge", "--yes"]).exit(0);
    home.run(&["edit", &gate, "The gate was painted green by my sister Anna."]).quiet();
    home.run(&[
        "facts",
        "person/Dana",
        "--at",
        "2026-01-10",
        "--set",
        "role=CEO",
        "--relate",
        "works_at=organisation/Halyard",
    ])
    .quiet();
    home.run(&["facts", "person/Dana", "--at", "2026-02-10", "--set", "role=CTO"]).quiet();
    home.run(&["facts", "person/Daniela", "--set", "role=cook"]).quiet();
    home.run(&["merge", "person/Daniela", "person/Dana"]).quiet();
    for text in [
        "# Boats\n\nThe yawl lies north. See [oars](oars.md).\n",
        "# Boats\n\nThe yawl lies south.\n\n## Oars\n\nAsh wood.\n",
    ] {
        let file = home.file("boats.md", text);
        home.run(&["ingest", &file]).quiet();
    }
    home.run(&["remember", "--context", "other", "Not of this context."]).quiet();
    let key = "an admin key of some length";
    let mut serve = home.command(&["serve", "--listen", "127.0.0.1:0"]);
    serve.env("QUINTET_ADMIN_KEY", key);
    let serving = Serving::start(serve);
    let used = serving.post("/api/v1/default/used", key, &json!({ "ids": [gate] }).to_string());
    assert!(used.starts_with("HTTP/1.1 200"), "{used}");
    assert_eq!(serving.stop("TERM").0, Some(0));
    home.run(&["decay"]).quiet();
    home.run(&["retention", "add", "--days", "365", "--scope", "org/acme/*"]).quiet();
    home
}

#[test]
fn what_goes_out_comes_in_again_byte_for_byte() {
    let home = furnished();
    let first = home.run(&["export"]).quiet();
    let told = first.json();
    let rows: Vec<&Value> = told.iter().filter(|line| line["type"] == "memory").collect();
    // The store holds something of everything; otherwise equal bytes would say little.
    let has = |what: &str, holds: &dyn Fn(&Value) -> bool| assert!(rows.iter().any(|row| holds(row)), "{what}");
    for member in ["claim", "entity", "used", "document", "links", "sources", "feeling", "has_vector"] {
        has(member, &|row| !row[member].is_null());
    }
    for member in ["supersedes", "superseded_by", "forgotten_at", "duplicate_of", "locations", "session", "knowledge"] {
        has(member, &|row| !row["memory"][member].is_null());
    }
    has("merged", &|row| !row["entity"]["merged_into"].is_null());
    has("role", &|row| row["entity"]["names"].to_string().contains("@role "));
    assert!(told.iter().any(|line| line["type"] == "session"), "{told:?}");
    assert_eq!(told[0]["settings"]["retention"].as_array().map(Vec::len), Some(1));
    assert!(told[0]["sweep"].is_string() && !first.out.contains("purged words") && !first.out.contains("Not of this"));

    let file = home.file("all.jsonl", &first.out);
    let other = Home::new();
    let imported = other.run(&["import", &file, "--json"]).quiet().json().remove(0);
    assert_eq!(imported["memories"], rows.len());
    assert_eq!(other.run(&["export"]).quiet().out, first.out, "not the same bytes");
    assert_eq!(other.run(&["verify", "--json"]).quiet().json()[0]["faults"], json!([]));
    // With vectors nothing is embedded, and the answers are the same.
    let vectors = home.run(&["export", "--vectors"]).quiet();
    let file = home.file("vectors.jsonl", &vectors.out);
    home.run(&["import", &file, "--context", "copy"]).quiet();
    assert_eq!(home.run(&["export", "--vectors", "--context", "copy"]).quiet().out, vectors.out);
    assert_eq!(home.run(&["verify", "--context", "copy", "--json"]).quiet().json()[0]["faults"], json!([]));
    let answer = |of: &Home, context: &str| {
        let answer = of.run(&["recall", "--json", "-c", context, "Who painted the gate?"]).quiet().json().remove(0);
        let hits = answer["hits"].as_array().unwrap().clone();
        hits.into_iter().map(|hit| hit["memory"]["text"].clone()).collect::<Vec<_>>()
    };
    let own = answer(&home, "default");
    assert!(json!(own).to_string().contains("painted green"), "{own:?}");
    assert_eq!((answer(&home, "copy"), answer(&other, "default")), (own.clone(), own));
    let facts = |of: &Home| of.run(&["facts", "person/Dana", "--as-of", "2026-01-15"]).quiet().out;
    assert_eq!(facts(&other), facts(&home));
    // And it goes on from there: the next memory, the next value of a key.
    other.run(&["facts", "person/Dana", "--set", "role=CFO"]).quiet();
    assert!(other.run(&["history", "person/Dana", "role"]).quiet().out.contains("CTO"));
    assert_eq!(other.run(&["verify", "--json"]).quiet().json()[0]["faults"], json!([]));
}

#[test]
fn what_is_no_export_changes_nothing() {
    let home = Home::new();
    home.run(&["remember", "Here is something."]).quiet();
    let good = home.run(&["export"]).quiet().out;
    let file = home.file("good.jsonl", &good);
    assert!(home.run(&["import", &file]).refused(2).contains("not empty"), "rows keep their numbers");
    let cut: String = good.lines().take(2).fold(String::new(), |text, line| text + line + "\n");
    let wrong = [
        ("", "cut short"),
        (cut.as_str(), "cut short"),
        ("nonsense\n", "line 1: it is no JSON"),
        ("{\"type\":\"end\",\"memories\":0}\n", "header"),
        (&good.replace("\"version\":1", "\"version\":9"), "newer quintet"),
        (&good.replace("quintet-export", "other"), "it is no quintet-export"),
        (&good.replace("\"memories\":1", "\"memories\":2"), "2 memories"),
        (&good.replace("\"row\":1", "\"row\":0"), "row numbers"),
        (
            &good.replace("\"superseded_by\":null", "\"superseded_by\":\"019b0000-0000-7000-8000-000000000001\""),
            "does not exist",
        ),
        (&good.replace("\"text\":", "\"txet\":"), "form of an export"),
    ];
    for (text, expected) in wrong {
        let file = home.file("wrong.jsonl", text);
        let ran = home.run(&["import", &file, "--context", "new"]);
        let told = ran.err.clone();
        assert!(ran.code != Some(0) && told.contains(expected) && !told.contains("something."), "{expected}: {ran:?}");
        assert!(home.run(&["export", "--context", "new"]).refused(3).contains("new"), "no context is left behind");
    }
    assert!(home.run(&["import", "missing.jsonl"]).refused(3).contains("missing.jsonl"));
    assert!(home.run(&["export", "--context", "nobody"]).refused(3).contains("nobody"));
    assert!(home.run(&["import", &file, "--from", "nobody"]).refused(2).contains("mem0"));
}

/// Imports a fixture; what it says, and the texts that are remembered after it.
fn imported(home: &Home, product: &str, file: &str, code: i32) -> (Value, Vec<Value>) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(file);
    let said = home.run(&["import", "--json", "--from", product, path.to_str().unwrap()]).exit(code);
    (said.json().remove(0), home.run(&["memories", "--json"]).quiet().json())
}

fn holds(memories: &[Value], text: &str) -> Value {
    let found = memories.iter().find(|one| one["text"].as_str().is_some_and(|said| said.contains(text)));
    found.unwrap_or_else(|| panic!("{text}: {memories:?}")).clone()
}

#[test]
fn dumps_of_other_products_are_read() {
    let mem0 = Home::new();
    let (said, memories) = imported(&mem0, "mem0", "mem0.json", 8);
    assert_eq!(said, json!({ "memories": 2, "facts": 1, "skipped": 1 }));
    let bees = holds(&memories, "Keeps bees on the roof");
    assert_eq!(bees["labels"], json!({ "topic": "garden", "user_id": "dana" }));
    assert_eq!(bees["known_at"], 1_768_060_800_000_000_i64, "16:00 UTC, when it was 08:00 at the coast");
    assert!(mem0.run(&["explore", "dana"]).quiet().out.contains("harbour school"));

    let zep = Home::new();
    let (said, memories) = imported(&zep, "zep", "zep.json", 8);
    assert_eq!(said, json!({ "memories": 3, "facts": 1, "skipped": 1 }));
    holds(&memories, "The lamp of Skerry Light was changed.");
    holds(&memories, "Dana looks after the lighthouse.");
    assert!(zep.run(&["facts", "person/Dana"]).quiet().out.contains("Skerry Light"));

    let letta = Home::new();
    let (said, memories) = imported(&letta, "letta", "letta.json", 8);
    assert_eq!(said, json!({ "memories": 4, "facts": 0, "skipped": 1 }));
    assert!(!json!(memories).to_string().contains("You are a helper"), "{memories:?}");
    for text in ["sails a yawl", "The mainsail tore", "built in 1962", "I noted the torn sail"] {
        holds(&memories, text);
    }

    let langmem = Home::new();
    let (said, memories) = imported(&langmem, "langmem", "langmem.jsonl", 8);
    assert_eq!(said, json!({ "memories": 3, "facts": 0, "skipped": 1 }));
    assert_eq!(holds(&memories, "Dana rows before breakfast.")["labels"], json!({ "namespace": "memories/dana" }));
    holds(&memories, "club: Skerry rowing club");

    let mcp = Home::new();
    let (said, memories) = imported(&mcp, "mcp", "mcp.jsonl", 8);
    assert_eq!(said, json!({ "memories": 2, "facts": 1, "skipped": 1 }));
    holds(&memories, "Owns a green van");
    let answer = mcp.run(&["recall", "Who repairs clocks?"]).quiet();
    assert!(answer.out.contains("Repairs clocks on Sundays"), "{answer:?}");

    let empty = mcp.file("empty.json", "{\"memories\": []}");
    assert!(mcp.run(&["import", "--from", "mem0", &empty]).refused(2).contains("nothing to remember"));
}
