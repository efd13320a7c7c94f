//! Putting the program into the configuration of clients, and taking it out again.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::program::{Home, QUINTET, Ran};

/// A client: its name, its file, and how its file looks with somebody else's server in it; `@` stands where the entry goes.
const CLIENTS: [(&str, &str, &str); 8] = [
    (
        "claude-code",
        ".claude.json",
        "{\n  \"numStartups\": 7,\n  \"mcpServers\": {\n    \"a\": {\n      \"type\": \"stdio\",\n      \"command\": \"a\"\n    }@\n  },\n  \"z\": [1, 2]\n}\n",
    ),
    (
        "claude-desktop",
        ".config/Claude/claude_desktop_config.json",
        "{\n    \"mcpServers\": {\n        \"a\": {\"command\": \"a\", \"args\": []}@\n    }\n}",
    ),
    (
        "cursor",
        ".cursor/mcp.json",
        "{\n\t// mine\n\t\"mcpServers\": {\n\t\t\"a\": { \"command\": \"a\" }@ // tail\n\t\t/* end */\n\t}\n}\n",
    ),
    (
        "vscode",
        ".config/Code/User/mcp.json",
        "{\n\t\"servers\": {\n\t\t\"a\": {\n\t\t\t\"command\": \"a\", // why\n\t\t},@\n\t},\n\t\"inputs\": [],\n}\n",
    ),
    ("codex", ".codex/config.toml", "# mine\nmodel = \"m\" # why\n\n[mcp_servers.a]\ncommand = 'a'\n\n[tui]\nx = 1\n@"),
    ("gemini", ".gemini/settings.json", "{\"theme\":\"x\",\"mcpServers\":{\"a\":{\"command\":\"a\"}@}}"),
    (
        "opencode",
        ".config/opencode/opencode.json",
        "{\r\n  \"$schema\": \"https://opencode.ai/config.json\",\r\n  \"mcp\": {\r\n    \"a\": {\"type\": \"local\", \"command\": [\"a\"]},@\r\n  },\r\n}\r\n",
    ),
    (
        "zed",
        ".config/zed/settings.json",
        "// Zed settings\n//\n{\n  \"theme\": \"One\", /* dark */\n  \"context_servers\": {\n    \"a\": { \"command\": \"a\", \"args\": [] }@\n  }\n}\n",
    ),
];

fn place(home: &Home, file: &str) -> PathBuf {
    let path = home.folder.path().join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    path
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn backup(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.quintet-backup", path.display()))
}

fn run(home: &Home, arguments: &[&str]) -> Ran {
    let mut command = home.command(arguments);
    command.env_remove("QUINTET_DATA").env_remove("CODEX_HOME").env_remove("CLAUDE_CONFIG_DIR");
    Ran::of(command.output().unwrap())
}

/// The words that an entry starts.
fn words(entry: &Value) -> Vec<String> {
    let list = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    let command = &entry["command"];
    let mut words = command.as_str().map_or_else(|| list(command), |command| vec![command.to_owned()]);
    words.extend(list(&entry["args"]));
    words
}

/// An entry of the file, read by other means than the program's own where the file is plain JSON.
fn entry(text: &str, client: &str) -> Value {
    if client == "codex" {
        let table = text.split("[mcp_servers.quintet]\n").nth(1).unwrap().split("\n[").next().unwrap();
        let member =
            |name: &str| table.lines().find_map(|line| line.strip_prefix(&format!("{name} = "))).unwrap_or("null");
        return json!({ "command": member("command").parse::<Value>().unwrap(), "args": member("args").parse::<Value>().unwrap() });
    }
    let key = if client == "vscode" {
        "servers"
    } else if client == "opencode" {
        "mcp"
    } else if client == "zed" {
        "context_servers"
    } else {
        "mcpServers"
    };
    serde_json::from_str::<Value>(text).unwrap()[key]["quintet"].clone()
}

#[test]
fn a_new_file_is_made_and_goes_again() {
    for (client, file, _) in CLIENTS {
        let home = Home::new();
        let path = home.folder.path().join(file);
        let dry = run(&home, &["connect", client, "--dry-run"]).exit(0);
        assert!(dry.out.contains("+++ ") && dry.out.contains("quintet") && !path.exists(), "{dry:?}");
        let first = run(&home, &["connect", client, "--data", "memory", "--context", "work"]).exit(0);
        assert!(first.out.contains(&format!("+++ {}", path.display())), "{first:?}");
        let text = read(&path);
        let data = home.folder.path().canonicalize().unwrap().join("memory");
        let expected = [QUINTET, "mcp", "--data", data.to_str().unwrap(), "--context", "work"];
        assert_eq!(words(&entry(&text, client)), expected, "{text}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        // Only what is printed stands in it.
        let printed = run(&home, &["connect", client, "--print", "--data", "memory", "--context", "work"]).quiet();
        assert_eq!(printed.out, text);
        let again = run(&home, &["connect", client, "--data", "memory", "--context", "work"]).exit(0);
        assert!(again.out.is_empty() && again.err.contains("already"), "{again:?}");
        assert_eq!(read(&path), text);
        // Another wish takes the place of the first.
        run(&home, &["connect", client, "--profile", "files"]).exit(0);
        assert_eq!(words(&entry(&read(&path), client)), [QUINTET, "mcp", "--profile", "files"]);
        assert!(run(&home, &["disconnect", client, "--dry-run"]).exit(0).out.contains("\n-") && path.exists());
        run(&home, &["disconnect", client]).exit(0);
        assert!(!path.exists() && !backup(&path).exists(), "{client}");
        assert!(run(&home, &["disconnect", client]).exit(0).err.contains("no entry"));
    }
}

#[test]
fn what_others_wrote_stays_byte_for_byte() {
    for (client, file, shape) in CLIENTS {
        let home = Home::new();
        let path = place(&home, file);
        let before = shape.replace('@', "");
        std::fs::write(&path, &before).unwrap();
        let ran = run(&home, &["connect", client]).exit(0);
        let with = read(&path);
        let (head, tail) = shape.split_once('@').unwrap();
        // The entry, and at most a comma before it, stand between what was there.
        assert!(with.starts_with(head), "{client}: {with}");
        let inserted = with.strip_prefix(head).unwrap();
        let rest = inserted.strip_prefix(',').filter(|_| !head.ends_with(',')).unwrap_or(inserted);
        let kept = tail.split_inclusive(['\n', '/']).filter(|part| !part.trim().is_empty());
        kept.for_each(|part| assert!(rest.contains(part), "{client}: {part:?} is gone: {with}"));
        assert!(!ran.out.contains("numStartups") && !ran.out.contains("theme = "), "{ran:?}");
        assert_eq!(read(&backup(&path)), before);
        let again = run(&home, &["connect", client]).exit(0);
        assert!(again.out.is_empty() && read(&path) == with, "{again:?}");
        run(&home, &["disconnect", client]).exit(0);
        assert_eq!(read(&path), before, "{client}");
        assert!(!backup(&path).exists());

        // What came in later stays, and the rest is as it was.
        run(&home, &["connect", client]).exit(0);
        let later = read(&path).replacen("\"a\"", "\"later\"", 1).replacen("[mcp_servers.a]", "[mcp_servers.later]", 1);
        std::fs::write(&path, &later).unwrap();
        run(&home, &["disconnect", client]).exit(0);
        let expected = before.replacen("\"a\"", "\"later\"", 1).replacen("[mcp_servers.a]", "[mcp_servers.later]", 1);
        assert_eq!(read(&path), expected, "{client}");
    }
}

#[test]
fn empty_files_and_files_without_servers_come_back_as_they_were() {
    for (client, file, _) in CLIENTS {
        let is_toml = client == "codex";
        for before in
            ["", "\n", if is_toml { "a = 1" } else { "{}" }, if is_toml { "a = 1\n" } else { "{ \"a\": {\n}}\n" }]
        {
            let home = Home::new();
            let path = place(&home, file);
            std::fs::write(&path, before).unwrap();
            run(&home, &["connect", client]).exit(0);
            assert!(read(&path).contains("quintet"));
            run(&home, &["connect", client, "--context", "work"]).exit(0);
            run(&home, &["disconnect", client]).exit(0);
            assert_eq!(read(&path), before, "{client}");
        }
    }
}

#[test]
fn malformed_files_and_entries_of_another_hand_are_left_alone() {
    for (client, file, shape) in CLIENTS {
        let home = Home::new();
        let path = place(&home, file);
        let damaged = if client == "codex" { "a = 1\nb = [\n" } else { "{\n\"a\": ?\n}" };
        std::fs::write(&path, damaged).unwrap();
        for command in ["connect", "disconnect"] {
            let told = run(&home, &[command, client]).refused(2);
            assert!(told.contains("line 2") && told.contains("not touched"), "{told}");
        }
        assert_eq!(read(&path), damaged);
        assert!(!backup(&path).exists());

        let theirs =
            shape.replace('@', "").replace("\"a\"", "\"quintet\"").replace("mcp_servers.a", "mcp_servers.quintet");
        let theirs = if client == "gemini" {
            "{\"mcpServers\":{\"quintet\":{\"command\":\"quintet\",\"args\":[\"mcp\"],\"trust\":true}}}".to_owned()
        } else {
            theirs
        };
        std::fs::write(&path, &theirs).unwrap();
        for command in ["connect", "disconnect"] {
            let told = run(&home, &[command, client]).refused(5);
            assert!(told.contains("another hand") && told.contains("--force"), "{told}");
        }
        assert_eq!(read(&path), theirs);
        run(&home, &["connect", client, "--name", "quintet-2"]).exit(0);
        run(&home, &["disconnect", client, "--name", "quintet-2"]).exit(0);
        assert_eq!(read(&path), theirs);
        run(&home, &["connect", client, "--force"]).exit(0);
        assert_eq!(read(&backup(&path)), theirs);
        run(&home, &["disconnect", client]).exit(0);
        assert!(!read(&path).contains("quintet"), "{client}");
    }
}

#[test]
fn servers_elsewhere_are_named_without_a_key() {
    const URL: &str = "https://memory.example.com";
    let home = Home::new();
    let key = home.file("key", "a-secret-that-stays-where-it-is");
    for (client, file, _) in CLIENTS {
        let ran = run(&home, &["connect", client, "--url", URL, "--key-file", &key, "--context", "work"]).exit(0);
        let text = read(&home.folder.path().join(file));
        let expected = [QUINTET, "mcp", "--server", URL, "--key-file", &key, "--context", "work"];
        assert_eq!(words(&entry(&text, client)), expected);
        assert!(!text.contains("a-secret") && !ran.out.contains("a-secret"), "{ran:?}");
        let native = run(
            &home,
            &[
                "connect",
                client,
                "--url",
                "https://memory.example.com/mcp/",
                "--profile",
                "files",
                "-c",
                "work",
                "--print",
            ],
        );
        if matches!(client, "claude-desktop" | "zed") {
            assert!(native.refused(2).contains("--key-file"));
            continue;
        }
        let told = native.quiet().out;
        let reference = match client {
            "claude-code" | "gemini" => "Bearer ${QUINTET_KEY}",
            "cursor" | "vscode" => "Bearer ${env:QUINTET_KEY}",
            "opencode" => "Bearer {env:QUINTET_KEY}",
            _ => "bearer_token_env_var = \"QUINTET_KEY\"",
        };
        for part in [reference, "https://memory.example.com/mcp/files\"", "X-Quintet-Context", "\"work\""] {
            assert!(told.contains(part), "{part}: {told}");
        }
        let ran = run(&home, &["connect", client, "--url", URL]).exit(0);
        assert!(ran.err.contains("QUINTET_KEY"), "{ran:?}");
        run(&home, &["disconnect", client]).exit(0);
        assert!(!home.folder.path().join(file).exists(), "{client}");
    }
    // A data folder that the environment names does not matter then.
    let told = home.run(&["connect", "codex", "--url", URL, "--print"]).quiet().out;
    assert!(told.contains("https://memory.example.com/mcp") && !told.contains("--data"), "{told}");
    assert!(run(&home, &["connect", "codex", "--url", "http://memory.example.com"]).refused(2).contains("https"));
    assert_eq!(run(&home, &["connect", "nobody"]).code, Some(2));
    assert_eq!(run(&home, &["connect", "zed", "--name", "a b"]).code, Some(2));
    assert!(run(&home, &["connect", "zed", "--context", "No Such"]).refused(2).contains("--context"));
}

#[test]
fn projects_other_files_and_newer_forms() {
    let home = Home::new();
    for (client, file) in [
        ("claude-code", ".mcp.json"),
        ("cursor", ".cursor/mcp.json"),
        ("vscode", ".vscode/mcp.json"),
        ("codex", ".codex/config.toml"),
        ("gemini", ".gemini/settings.json"),
        ("opencode", "opencode.json"),
        ("zed", ".zed/settings.json"),
    ] {
        run(&home, &["connect", client, "--project"]).exit(0);
        assert!(read(&home.folder.path().join(file)).contains("quintet"));
        run(&home, &["disconnect", client, "--project"]).exit(0);
    }
    let told = run(&home, &["connect", "zed", "--project", "--json"]).quiet().json().remove(0);
    assert_eq!((&told["client"], &told["changed"], &told["backup"]), (&json!("zed"), &json!(true), &Value::Null));
    let told = run(&home, &["connect", "zed", "--project", "--json"]).quiet().json().remove(0);
    assert_eq!((&told["changed"], &told["diff"]), (&json!(false), &json!("")));
    assert!(run(&home, &["connect", "claude-desktop", "--project"]).refused(2).contains("no file of a project"));
    let other = home.file("other.json", "{\"mcp\": {\"servers\": {}}}");
    run(&home, &["connect", "opencode", "--config-file", &other]).exit(0);
    assert_eq!(
        serde_json::from_str::<Value>(&read(Path::new(&other))).unwrap()["mcp"]["servers"]["quintet"]["type"],
        "local"
    );
    let inline = home.file("inline.toml", "mcp_servers = { a = { command = \"x\" } }\n");
    assert!(run(&home, &["connect", "codex", "--config-file", &inline]).refused(2).contains("by hand"));
    assert_eq!(read(Path::new(&inline)), "mcp_servers = { a = { command = \"x\" } }\n");
    // Some clients add an empty list of variables; the entry is still this program's.
    let file = home.file("env.json", "{}");
    run(&home, &["connect", "claude-code", "--config-file", &file]).exit(0);
    let with = read(Path::new(&file)).replace("\"args\": [\"mcp\"]", "\"args\": [\"mcp\"], \"env\": {}");
    std::fs::write(&file, &with).unwrap();
    assert!(run(&home, &["connect", "claude-code", "--config-file", &file]).exit(0).out.is_empty());
    assert_eq!(read(Path::new(&file)), with);
    run(&home, &["disconnect", "claude-code", "--config-file", &file]).exit(0);
    assert_eq!(read(Path::new(&file)), "{}");
    let jsonc = place(&home, ".config/opencode/opencode.jsonc");
    std::fs::write(&jsonc, "{}").unwrap();
    run(&home, &["connect", "opencode"]).exit(0);
    assert!(read(&jsonc).contains("quintet") && !jsonc.with_extension("json").exists());
}

#[test]
fn what_was_kept_before_is_not_lost_with_a_new_file() {
    let home = Home::new();
    let path = place(&home, ".cursor/mcp.json");
    std::fs::write(&path, "{\"precious\": 1}").unwrap();
    run(&home, &["connect", "cursor"]).exit(0);
    std::fs::remove_file(&path).unwrap();
    run(&home, &["connect", "cursor"]).exit(0);
    run(&home, &["disconnect", "cursor"]).exit(0);
    assert!(!path.exists());
    assert_eq!(read(&backup(&path)), "{\"precious\": 1}");
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_modes_stay_modes() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    let real = place(&home, "dotfiles/cursor.json");
    std::fs::write(&real, "{}").unwrap();
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    let link = place(&home, ".cursor/mcp.json");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    run(&home, &["connect", "cursor"]).exit(0);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink() && read(&real).contains("quintet"));
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    run(&home, &["disconnect", "cursor"]).exit(0);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink() && read(&real) == "{}");
    std::fs::remove_file(&real).unwrap();
    assert!(run(&home, &["connect", "cursor"]).refused(1).contains("leads nowhere"));
    std::fs::remove_file(&link).unwrap();
    std::fs::create_dir(&link).unwrap();
    assert!(run(&home, &["connect", "cursor"]).refused(1).contains("no file"));
}
