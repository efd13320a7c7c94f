//! Settings: which value holds, who said so, what is refused.

use std::path::Path;

use serde_json::{Value, json};

use crate::program::{Home, Ran};
use crate::serve::Serving;

fn write(home: &Home, name: &str, text: &str) -> String {
    let path = home.folder.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Runs in a folder below the home, with variables.
fn run_in(home: &Home, folder: &str, variables: &[(&str, &str)], arguments: &[&str]) -> Ran {
    let folder = home.folder.path().join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = home.command(arguments);
    command.env_remove("QUINTET_DATA").current_dir(folder).envs(variables.iter().copied());
    Ran::of(command.output().unwrap())
}

fn explained(ran: Ran) -> (Value, String) {
    let told = ran.quiet().json().remove(0);
    (told["value"].clone(), told["origin"].as_str().unwrap_or("none").to_owned())
}

#[test]
fn each_source_wins_over_the_ones_below_it() {
    let home = Home::new();
    std::fs::create_dir_all(home.folder.path().join("project/.git")).unwrap();
    let explain = ["config", "explain", "context", "--json"];
    let ask = |variables: &[(&str, &str)], more: &[&str]| {
        let arguments = [&explain, more].concat();
        explained(run_in(&home, "project/deep/er", variables, &arguments))
    };
    assert_eq!(ask(&[], &[]), (json!("default"), "built in".to_owned()));
    write(&home, ".quintet.toml", "context = \"above-the-repository\"\n");
    assert_eq!(ask(&[], &[]).1, "built in", "folders above the repository do not count");
    let user = write(&home, ".config/quintet/config.toml", "context = \"user\"\n");
    assert_eq!(ask(&[], &[]), (json!("user"), format!("user file {user}")));
    let project = write(&home, "project/.quintet.toml", "context = \"project\"\n");
    assert_eq!(ask(&[], &[]), (json!("project"), format!("project file {project}")));
    let named = write(&home, "other.toml", "context = \"named\"\n");
    assert_eq!(ask(&[], &["--config", &named]), (json!("named"), format!("--config {named}")));
    let by_variable = ("QUINTET_CONFIG", named.as_str());
    assert_eq!(ask(&[by_variable], &[]), (json!("named"), format!("--config {named}")));
    let variable = ("QUINTET_CONTEXT", "variable");
    assert_eq!(ask(&[by_variable, variable], &[]), (json!("variable"), "environment QUINTET_CONTEXT".to_owned()));
    assert_eq!(ask(&[by_variable, variable], &["-c", "flag"]), (json!("flag"), "flag --context".to_owned()));

    let people = run_in(&home, "project", &[variable], &["config", "explain", "context"]).quiet();
    assert!(people.out.starts_with("context") && people.out.contains("variable  (environment QUINTET_CONTEXT)"));
    assert!(people.out.contains(&format!("also said: project  (project file {project})")), "{people:?}");
    let moved = [("XDG_CONFIG_HOME", home.folder.path().join("elsewhere"))];
    let moved: Vec<(&str, &str)> = moved.iter().map(|(name, path)| (*name, path.to_str().unwrap())).collect();
    assert_eq!(explained(run_in(&home, "outside", &moved, &explain)).1, "built in");
}

#[test]
fn commands_do_what_files_and_nested_variables_say() {
    let home = Home::new();
    write(&home, "work/.quintet.toml", "data = \"memory\"\ncontext = \"club\"\n");
    run_in(&home, "work", &[], &["remember", "The well is dry."]).quiet();
    assert!(home.folder.path().join("work/memory/contexts/club").is_dir(), "paths are relative to their file");
    let from_outside = write(&home, "c.toml", "data = \"work/memory\"\n");
    let asked = ["recall", "--config", &from_outside, "--context", "club", "Where is the well?"];
    assert!(run_in(&home, ".", &[], &asked).quiet().out.contains("The well is dry."));
    // The language model that a variable with nesting names is asked for, and refused by its name.
    let nested = [("QUINTET_LLM__PROVIDER", "nobody")];
    let told = run_in(&home, "work", &nested, &["remember", "x"]).refused(2);
    assert!(told.contains("nobody"), "{told}");
    // The plain name wins over the nested one.
    let both = [("QUINTET_LLM__PROVIDER", "nobody"), ("QUINTET_LLM_PROVIDER", "somebody")];
    assert!(run_in(&home, "work", &both, &["remember", "x"]).refused(2).contains("somebody"));
    // What fits no command does not stand in its way, and what is said for all does not turn into a choice of one.
    assert!(run_in(&home, "work", &[], &["verify"]).quiet().out.starts_with("club: "));
}

#[test]
fn what_is_wrong_is_refused_with_the_way_out() {
    let home = Home::new();
    for (text, expected) in [
        ("[llm]\nmodle = \"x\"\n", "did you mean 'llm.model'?"),
        ("[llm]\nkey = \"open sesame\"\n", "QUINTET_LLM_KEY"),
        ("[llm]\nurl = \"http://evil.example\"\n", "may not set endpoints"),
        ("[llm]\nprovider = \"openai\"\n", "may not set endpoints"),
        ("[server]\nlisten = \"0.0.0.0:80\"\n", "may not set endpoints"),
        ("[server]\nadmin_key_file = \"k\"\n", "may not set endpoints"),
        ("[remote]\nurl = \"http://evil.example\"\n", "may not set endpoints"),
        ("data = \n", "line 1"),
    ] {
        let file = write(&home, "work/.quintet.toml", text);
        for command in [&["remember", "x"][..], &["config", "show"], &["config", "explain", "data"]] {
            let told = run_in(&home, "work", &[], command).refused(2);
            assert!(told.contains(expected) && told.contains(&file), "{text}: {told}");
            assert!(!told.contains("sesame"), "{told}");
        }
        let checked = run_in(&home, "work", &[], &["config", "check", "--json"]).exit(2);
        let failed: Vec<Value> = checked.json().into_iter().filter(|one| one["status"] == "fail").collect();
        assert!(failed.len() == 1 && failed[0]["detail"].as_str().unwrap().contains(expected), "{checked:?}");
    }
    write(&home, "work/.quintet.toml", "a = 1\nb = 2\n");
    let two = run_in(&home, "work", &[], &["config", "check"]).exit(2);
    assert_eq!(two.out.lines().filter(|line| line.starts_with("fail")).count(), 2, "{two:?}");
    let slips = [("QUINTET_LLM__MODL", "x"), ("QUINTET_DATTA", "y")];
    assert!(run_in(&home, "else", &slips, &["remember", "x"]).refused(2).contains("QUINTET_LLM__MODEL"));
    let warned = run_in(&home, "else", &slips[1..], &["config", "check"]).exit(0);
    assert!(warned.out.contains("warn  QUINTET_DATTA is no setting; did you mean QUINTET_DATA?"), "{warned:?}");
    assert!(run_in(&home, "else", &[], &["config", "explain", "lm.model"]).refused(2).contains("'llm.model'"));
    assert!(run_in(&home, "else", &[], &["config", "show", "--config", "none.toml"]).refused(3).contains("none.toml"));
    let folder = home.folder.path().to_str().unwrap();
    assert!(run_in(&home, "else", &[], &["config", "show", "--config", folder]).refused(1).contains("no file"));
}

#[test]
fn secrets_come_by_file_or_environment_and_are_not_shown() {
    let home = Home::new();
    let key = "an admin key of some length";
    write(&home, "admin.txt", key);
    write(&home, "good.toml", "[server]\nadmin_key_file = \"admin.txt\"\nlisten = \"127.0.0.1:0\"\n");
    let shown =
        home.command(&["config", "show", "--config", "good.toml"]).env("QUINTET_ADMIN_KEY", "hush hush").output();
    let shown = Ran::of(shown.unwrap()).quiet();
    assert!(shown.out.contains("set, not shown") && !shown.out.contains("hush"), "{shown:?}");
    assert!(!shown.out.contains("admin.txt"), "the environment wins over a file: {shown:?}");
    let serving = Serving::start(home.command(&["serve", "--config", "good.toml"]));
    assert!(!Path::new(&home.data().join("admin.key")).exists(), "the key is the one of the file");
    assert!(serving.post("/api/v1/contexts", key, "{\"id\": \"a\"}").starts_with("HTTP/1.1 201"));
    assert!(!serving.said.join("\n").contains(key));
    assert_eq!(serving.stop("TERM").0, Some(0));
    let both = [("QUINTET_ADMIN_KEY", key), ("QUINTET_ADMIN_KEY_FILE", "admin.txt")];
    let told = run_in(&home, ".", &both, &["serve", "--data", "d"]).refused(2);
    assert!(told.contains("not both") && !told.contains(key), "{told}");
}
