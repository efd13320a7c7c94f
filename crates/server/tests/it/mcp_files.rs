//! The six commands of the memory tool: what each does, what each refuses, and that nothing gets outside.

use serde_json::{Value, json};

use crate::house::House;
use crate::mcp_talk::{Era, refused, told};

const FILES: &str = "/mcp/files";

fn done(house: &House, arguments: Value) -> String {
    told(house, Era::Modern, FILES, "memory", &arguments)["result"].as_str().unwrap().to_owned()
}

fn failed(house: &House, arguments: Value, status: u16) -> String {
    refused(house, FILES, "memory", &arguments, status)
}

fn create(house: &House, path: &str, text: &str) {
    done(house, json!({ "command": "create", "path": path, "file_text": text }));
}

fn view(house: &House, path: &str) -> String {
    done(house, json!({ "command": "view", "path": path }))
}

/// The lines of a file as a view numbers them.
fn lines(house: &House, path: &str) -> Vec<String> {
    view(house, path).lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn files_are_made_shown_and_edited() {
    let house = House::new();
    assert_eq!(view(&house, "/memories").lines().skip(1).collect::<Vec<_>>(), ["0\t/memories"], "empty at first");
    create(&house, "/memories/notes.md", "one\ntwo\nthree\n");
    assert_eq!(lines(&house, "/memories/notes.md"), ["     1\tone", "     2\ttwo", "     3\tthree", "     4\t"]);
    let part = |range: Value| json!({ "command": "view", "path": "/memories/notes.md", "view_range": range });
    assert_eq!(done(&house, part(json!([2, 3]))).lines().skip(1).collect::<Vec<_>>(), ["     2\ttwo", "     3\tthree"]);
    assert_eq!(done(&house, part(json!([3, -1]))).lines().count(), 3);
    for wrong in [json!([0, 2]), json!([3, 2]), json!([1, 9]), json!([5, -1]), json!([1]), json!([1, 2, 3])] {
        failed(&house, part(wrong), 400);
    }
    let told = failed(&house, json!({ "command": "create", "path": "/memories/notes.md", "file_text": "x" }), 409);
    assert!(told.contains("exists already"), "{told}");

    let replace = |old: &str, new: Value| json!({ "command": "str_replace", "path": "/memories/notes.md", "old_str": old, "new_str": new });
    assert!(done(&house, replace("two", json!("2\n2.5"))).contains("     3\t2.5"));
    assert_eq!(lines(&house, "/memories/notes.md")[1..4], ["     2\t2", "     3\t2.5", "     4\tthree"]);
    assert!(failed(&house, replace("two", json!("x")), 400).contains("does not stand in"));
    assert!(failed(&house, replace("e", json!("x")), 400).contains("in lines 1, 4, 4"));
    failed(&house, replace("", json!("x")), 400);
    done(&house, replace("\n2.5", Value::Null));
    assert_eq!(lines(&house, "/memories/notes.md"), ["     1\tone", "     2\t2", "     3\tthree", "     4\t"]);

    let insert = |line: Value, text: &str| json!({ "command": "insert", "path": "/memories/notes.md", "insert_line": line, "insert_text": text });
    done(&house, insert(json!(0), "zero\n"));
    done(&house, insert(json!("2"), "1.5"));
    assert_eq!(lines(&house, "/memories/notes.md")[..4], ["     1\tzero", "     2\tone", "     3\t1.5", "     4\t2"]);
    assert!(failed(&house, insert(json!(99), "x"), 400).contains("lines 0 to 6"));
    failed(&house, insert(json!(-1), "x"), 400);
    failed(&house, json!({ "command": "insert", "path": "/memories/notes.md", "insert_text": "x" }), 400);

    // An empty file, and one that holds what another holds.
    create(&house, "/memories/empty", "");
    assert_eq!(lines(&house, "/memories/empty"), ["     1\t"]);
    done(&house, json!({ "command": "insert", "path": "/memories/empty", "insert_line": 0, "insert_text": "no more" }));
    assert_eq!(lines(&house, "/memories/empty"), ["     1\tno more"]);
    create(&house, "/memories/twin", "no more");
    assert_eq!(lines(&house, "/memories/twin"), ["     1\tno more"]);
    // What was recalled may be written down word for word.
    let copy = "The gateway failed again on Friday night.\nRenew the certificate before the month ends.\n\u{6771}\u{4eac} \u{1f469}\u{200d}\u{1f680}";
    for name in ["a", "b"] {
        create(&house, &format!("/memories/copy-{name}"), copy);
    }
    assert_eq!(lines(&house, "/memories/copy-b").len(), 3);
}

#[test]
fn files_are_moved_and_deleted() {
    let house = House::new();
    for path in ["/memories/a.md", "/memories/b/c.md", "/memories/b/d/e.md", "/memories/.hidden"] {
        create(&house, path, "text");
    }
    let shown = view(&house, "/memories");
    let paths: Vec<&str> = shown.lines().skip(1).filter_map(|line| line.split('\t').nth(1)).collect();
    assert_eq!(paths, ["/memories", "/memories/a.md", "/memories/b", "/memories/b/c.md", "/memories/b/d"]);
    assert!(view(&house, "/memories/b/").contains("/memories/b/d/e.md"));

    let rename = |old: &str, new: &str| json!({ "command": "rename", "old_path": old, "new_path": new });
    done(&house, rename("/memories/a.md", "/memories/f/g.md"));
    failed(&house, json!({ "command": "view", "path": "/memories/a.md" }), 404);
    assert_eq!(lines(&house, "/memories/f/g.md"), ["     1\ttext"]);
    done(&house, rename("/memories/b", "/memories/h"));
    assert_eq!(lines(&house, "/memories/h/d/e.md"), ["     1\ttext"]);
    failed(&house, rename("/memories/h/c.md", "/memories/f/g.md"), 409);
    failed(&house, rename("/memories/h/c.md", "/memories/f"), 409);
    failed(&house, rename("/memories/none", "/memories/x"), 404);
    failed(&house, rename("/memories", "/memories/x"), 400);
    failed(&house, rename("/memories/h", "/memories/h/i"), 400);
    failed(&house, rename("/memories/h", "/etc/h"), 400);

    let delete = |path: &str| json!({ "command": "delete", "path": path });
    done(&house, delete("/memories/h/c.md"));
    failed(&house, delete("/memories/h/c.md"), 404);
    done(&house, delete("/memories/h"));
    failed(&house, json!({ "command": "view", "path": "/memories/h" }), 404);
    assert!(failed(&house, delete("/memories"), 400).contains("itself"));
    // What was deleted can be made again, with what it held.
    create(&house, "/memories/h/c.md", "text");
    assert_eq!(lines(&house, "/memories/h/c.md"), ["     1\ttext"]);
    // A file is no folder, and a folder no file.
    failed(&house, json!({ "command": "create", "path": "/memories/h/c.md/x", "file_text": "x" }), 409);
    failed(&house, json!({ "command": "create", "path": "/memories/h", "file_text": "x" }), 409);
    failed(&house, json!({ "command": "str_replace", "path": "/memories/h", "old_str": "a", "new_str": "b" }), 400);
    failed(&house, json!({ "command": "insert", "path": "/memories/none", "insert_line": 0, "insert_text": "b" }), 404);
    failed(&house, json!({ "command": "view", "path": "/memories/h", "view_range": [1, 2] }), 400);
}

#[test]
fn nothing_gets_outside() {
    let house = House::new();
    create(&house, "/memories/a", "text");
    let paths = [
        "/etc/passwd",
        "/",
        "memories/a",
        "/memoriesx/a",
        "/memories/../etc/passwd",
        "/memories/a/../../etc",
        "/memories/./a",
        "/memories/%2e%2e/etc",
        "/memories/..%2fetc",
        "/memories/a\0",
        "/memories\\..\\etc",
        "/memories/\u{2025}/etc",
        "/memories/\u{ff0e}\u{ff0e}/etc",
        "/memories/a\nb",
    ];
    for path in paths {
        for command in ["view", "create", "str_replace", "insert", "delete"] {
            let asked = json!({
                "command": command, "path": path, "file_text": "x", "old_str": "text", "new_str": "x", "insert_line": 0,
                "insert_text": "x",
            });
            failed(&house, asked, 400);
        }
        failed(&house, json!({ "command": "rename", "old_path": path, "new_path": "/memories/b" }), 400);
        failed(&house, json!({ "command": "rename", "old_path": "/memories/a", "new_path": path }), 400);
    }
    assert_eq!(lines(&house, "/memories/a"), ["     1\ttext"]);
    failed(&house, json!({ "command": "view" }), 400);
    failed(&house, json!({ "command": "open", "path": "/memories" }), 400);
    failed(&house, json!({ "command": "create", "path": "/memories/b" }), 400);
}

#[test]
fn files_are_found_by_what_they_say_and_keep_their_versions() {
    let house = House::new();
    create(&house, "/memories/gateway.md", "Renew the certificate in May.");
    let edit = json!({ "command": "str_replace", "path": "/memories/gateway.md", "old_str": "May", "new_str": "June" });
    done(&house, edit);
    let found = told(&house, Era::Modern, "/mcp", "recall", &json!({ "query": "When is the certificate renewed?" }));
    let texts = found["hits"].to_string();
    assert!(texts.contains("June") && !texts.contains("in May"), "{texts}");
    let file = house.get("/api/v1/default/file?path=/memories/gateway.md").ok();
    assert_eq!((&file["version"], &file["text"]), (&json!(2), &json!("Renew the certificate in June.")));
    done(&house, json!({ "command": "delete", "path": "/memories/gateway.md" }));
    let found = told(&house, Era::Modern, "/mcp", "recall", &json!({ "query": "When is the certificate renewed?" }));
    assert!(!found["hits"].to_string().contains("June"), "{found}");
}

#[test]
fn files_have_a_bound() {
    let house = House::new();
    let long = "word ".repeat(26_215);
    assert_eq!(long.len(), 131_075);
    create(&house, "/memories/long", &long[..131_072]);
    let wrong = json!({ "command": "create", "path": "/memories/longer", "file_text": &long[..131_073] });
    let told = failed(&house, wrong, 413);
    assert!(told.contains("131072"), "{told}");
    assert!(!view(&house, "/memories").contains("longer"));
}
