//! What is known, from the command line: written by name, listed, traced, corrected, merged.

use serde_json::json;

use crate::program::Home;

fn id_of(home: &Home, arguments: &[&str]) -> String {
    home.run(arguments).quiet().json()[0]["id"].as_str().unwrap().to_owned()
}

#[test]
fn facts_are_written_listed_traced_and_put_right() {
    let home = Home::new();
    let set = |at: &str, fact: &str| home.run(&["facts", "person/Dana", "--at", at, "--set", fact]).quiet();
    assert!(set("2026-01-10", "role=COO").out.starts_with("created: Dana's role: COO"));
    assert!(set("2026-01-11", "role=coo").out.starts_with("repeated"));
    assert!(set("2026-02-10", "role=CEO").out.starts_with("superseded"));
    home.run(&["facts", "person/Dana", "--relate", "works at=organisation/Halyard"]).quiet();

    let lines = home.run(&["facts", "Dana"]).quiet().out;
    assert!(lines.contains("Dana  role = CEO") && lines.contains("Dana  works_at Halyard"), "{lines}");
    let then = home.run(&["facts", "Dana", "--as-of", "2026-01-20", "--json"]).quiet().json();
    assert_eq!((then.len(), &then[0]["value"]), (1, &json!("COO")));
    let history = home.run(&["history", "person/Dana", "role"]).quiet().out;
    assert_eq!(history.lines().count(), 2);
    assert!(history.lines().nth(1).unwrap().starts_with("* 2026-02-10  Dana  role = CEO"), "{history}");
    assert_eq!(home.run(&["history", "Dana", "role", "--json"]).quiet().json()[0]["value"], "COO");
    let line = home.run(&["timeline", "Dana", "--key", "role"]).quiet().out;
    assert!(line.contains("2026-01-10  began") && line.contains("role: CEO, before: COO"), "{line}");
    assert_eq!(home.run(&["timeline", "Dana", "--json"]).quiet().json().len(), 3);
    let way = home.run(&["explore", "Dana", "Halyard"]).quiet().out;
    assert!(way.contains("Dana  works_at  Halyard") && way.contains("way: Dana > Halyard"), "{way}");
    assert_eq!(home.run(&["explore", "Dana", "--json"]).quiet().json()[0]["entities"][1]["hops"], 1);
    let profile = home.run(&["profile", "person/Dana"]).quiet().out;
    assert!(profile.starts_with("Known of them\n") && profile.contains("  Dana  role: CEO"), "{profile}");
    assert_eq!(home.run(&["profile", "--json"]).quiet().json()[0]["static"][0]["value"], "CEO");

    let old = id_of(&home, &["facts", "Dana", "--key", "role", "--json"]);
    assert!(home.run(&["correct", &old, "CTO"]).quiet().out.starts_with("superseded: Dana's role: CTO"));
    assert!(home.run(&["correct", &old, "COO"]).refused(2).contains("replaced already"));
    home.run(&["correct", &old, "--reopen"]).quiet();
    assert_eq!(home.run(&["facts", "Dana", "--key", "role", "--json"]).quiet().json()[0]["value"], "CEO");
    assert_eq!(home.run(&["verify", "--json"]).quiet().json()[0]["faults"], json!([]));
}

#[test]
fn entities_are_merged_and_split() {
    let home = Home::new();
    home.run(&["facts", "location/NYC", "--set", "mayor=Ann"]).quiet();
    home.run(&["facts", "location/New York", "--set", "river=Hudson"]).quiet();
    assert_eq!(home.run(&["entities", "--type", "location", "--json"]).quiet().json().len(), 2);
    let merged = home.run(&["merge", "location/NYC", "location/New York", "--json"]).quiet().json();
    let listed = home.run(&["entities"]).quiet().out;
    assert!(listed.starts_with("location/New York, also NYC  ("), "{listed}");
    assert_eq!(home.run(&["facts", "NYC", "--json"]).quiet().json().len(), 2);
    let split = home.run(&["split", merged[0]["merged"].as_str().unwrap()]).quiet().out;
    assert_eq!(split, "NYC is an entity of its own again\n");
    assert_eq!(home.run(&["facts", "NYC", "--json"]).quiet().json().len(), 1);

    assert!(home.run(&["facts", "Nobody"]).refused(3).contains("no such entity"));
    assert!(home.run(&["facts", "--set", "a=b"]).refused(2).contains("of whom"));
    assert!(home.run(&["facts", "Dana", "--set", "a"]).refused(2).contains("--set"));
    assert!(home.run(&["facts", "--kind", "rumour"]).refused(2).contains("--kind"));
    assert!(home.run(&["entities", "--type", "robot"]).refused(2).contains("--type"));
    assert!(home.run(&["split", "NYC"]).refused(2).contains("no id"));
    assert!(home.run(&["explore", "NYC", "--hops", "4"]).refused(2).contains("hops"));
    assert!(home.run(&["history", "NYC", "colour"]).refused(3).contains("no such key"));
    assert!(home.run(&["timeline", "NYC", "--as-of", "soon"]).refused(2).contains("--as-of"));
}
