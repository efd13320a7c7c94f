//! The README's quick starts run as they stand there.

use std::path::Path;

use crate::program::{Home, Ran};
use crate::serve::Serving;

/// The shell blocks of the README that stand under a `<!-- run: NAME -->`, in order.
fn blocks(name: &str) -> Vec<String> {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let mark = format!("<!-- run: {name} -->\n```sh\n");
    readme.split(&mark).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

fn run(home: &Home, script: &str) -> Ran {
    Ran::of(home.shell(script).output().unwrap())
}

#[test]
fn the_command_line_quick_start_works() {
    let home = Home::new();
    let blocks = blocks("cli");
    assert_eq!(blocks.len(), 4);
    let first = run(&home, &blocks[0]).quiet();
    assert!(first.out.contains("Dana's home: Lisbon"), "{first:?}");
    assert!(first.out.contains("2026-03-02  Nora: Climbed with Jonas again"), "{first:?}");
    let second = run(&home, &format!("export QUINTET_DATA=./memory\n{}", blocks[1])).quiet();
    assert!(second.out.contains("3 remembered, 0 refused"), "{second:?}");
    assert!(second.out.contains("wits' end") && second.out.contains("E_HLD_4107"), "{second:?}");
    let third = run(&home, &format!("export QUINTET_DATA=./memory\n{}", blocks[2])).quiet();
    assert!(third.out.contains("1 document with 2 passages remembered"), "{third:?}");
    let fourth = run(&home, &format!("export QUINTET_DATA=./memory\n{}", blocks[3])).quiet();
    assert!(fourth.out.contains("superseded: Dana's role: CTO"), "{fourth:?}");
    assert!(fourth.out.contains("role: CTO, before: CEO") && fourth.out.contains("way: Dana > Halyard"), "{fourth:?}");
    assert!(third.out.contains("gateway.md, Gateway > Certificates, bytes "), "{third:?}");
}

#[test]
fn the_http_quick_start_works() {
    let home = Home::new();
    let (serve, http) = (blocks("serve").remove(0), blocks("http").join("\n"));
    assert!(serve.contains("127.0.0.1:9090") && http.contains("127.0.0.1:9090"));
    // Any free port does; everything else stays as it is printed.
    let serving = Serving::start(home.shell(&format!("exec {}", serve.trim().replace(":9090", ":0"))));
    let answers = run(&home, &http.replace("127.0.0.1:9090", &serving.address)).quiet();
    assert!(!answers.out.contains("\"message\""), "{answers:?}");
    assert!(answers.out.contains("\"created\":true") && answers.out.contains("\"turnId\""), "{answers:?}");
    assert!(answers.out.contains("\"text\":\"Dana moved to Lisbon last week.\""), "{answers:?}");
    assert!(answers.out.contains("\"contributions\""), "{answers:?}");
    assert!(answers.out.contains("principal:bot") && answers.out.contains("\"qk-"), "{answers:?}");
    assert_eq!(serving.stop("TERM").0, Some(0));
}

#[test]
fn the_mcp_quick_start_works() {
    let home = Home::new();
    let answers = run(&home, &blocks("mcp").remove(0)).quiet();
    let told = answers.json();
    assert_eq!(told.len(), 2, "{answers:?}");
    assert_eq!(told[0]["result"]["isError"], false, "{answers:?}");
    let hit = &told[1]["result"]["structuredContent"]["hits"][0];
    assert_eq!(hit["text"], "Dana moved to Lisbon last week.", "{answers:?}");

    // What stands in the configuration is a command that answers.
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let block = readme.split("<!-- mcp configuration -->\n```json\n").nth(1).unwrap().split("```").next().unwrap();
    let configured: serde_json::Value = serde_json::from_str(block).unwrap();
    let server = &configured["mcpServers"]["quintet"];
    let words: Vec<&str> = server["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let script = format!("echo '{ping}' | {} {}", server["command"].as_str().unwrap(), words.join(" "));
    assert_eq!(run(&home, &script).quiet().json()[0]["result"], serde_json::json!({}));
}

#[test]
fn the_evaluation_example_works_and_has_the_form_it_says() {
    let home = Home::new();
    let table = run(&home, &blocks("eval").remove(0)).quiet();
    assert!(table.out.contains("my-set") && table.out.contains("nDCG@10"), "{table:?}");
    let report = std::fs::read_to_string(home.folder.path().join("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let set = &report["sets"][0];
    for member in ["name", "split", "documents", "queries", "metrics", "by_type", "session", "latency_ms", "ingest"] {
        assert!(!set[member].is_null(), "{member}: {set}");
    }
    for member in ["p50", "p95", "p99", "stages"] {
        assert!(!set["latency_ms"][member].is_null(), "{member}: {set}");
    }
    assert_eq!((&set["documents"], &set["queries"], &set["ingest"]["memories"]), (&2.into(), &1.into(), &2.into()));
    assert_eq!(set["by_type"]["factual"]["n"], 1);
}
