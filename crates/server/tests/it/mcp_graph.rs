//! The nine tools of the reference memory server, on the engine's own entities and relations.

use serde_json::{Value, json};

use crate::house::House;
use crate::mcp_talk::{Era, refused, told};

const GRAPH: &str = "/mcp/reference-graph";

fn done(house: &House, tool: &str, arguments: Value) -> Value {
    told(house, Era::Legacy, GRAPH, tool, &arguments)
}

fn entity(name: &str, kind: &str, observations: &[&str]) -> Value {
    json!({ "name": name, "entityType": kind, "observations": observations })
}

fn relation(from: &str, kind: &str, to: &str) -> Value {
    json!({ "from": from, "to": to, "relationType": kind })
}

fn names(graph: &Value) -> Vec<&str> {
    graph["entities"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

#[test]
fn a_graph_is_built_read_and_taken_apart() {
    let house = House::new();
    assert_eq!(done(&house, "read_graph", json!({})), json!({ "entities": [], "relations": [], "truncated": false }));
    let dana = entity("Dana", "person", &["Likes green tea", "Speaks Portuguese"]);
    let made =
        done(&house, "create_entities", json!({ "entities": [dana, entity("Halyard", "Sailing_Company", &[]), dana] }));
    assert_eq!(made["entities"], json!([dana, entity("Halyard", "Sailing_Company", &[])]), "once in a batch");
    let again = done(&house, "create_entities", json!({ "entities": [entity("dana", "robot", &["x"])] }));
    assert_eq!(again["entities"], json!([]), "names that are there are left as they are");

    let works = relation("Dana", "works_at", "Halyard");
    let knows = relation("Dana", "knows", "Halyard");
    let made = done(&house, "create_relations", json!({ "relations": [works, knows, works] }));
    assert_eq!(made["relations"], json!([works, knows]));
    assert_eq!(done(&house, "create_relations", json!({ "relations": [works] }))["relations"], json!([]));
    refused(&house, GRAPH, "create_relations", &json!({ "relations": [relation("Dana", "knows", "Nobody")] }), 404);

    let more = json!({ "observations": [{ "entityName": "Dana", "contents": ["Likes green tea", "Lives in Lisbon", "Lives in Lisbon"] }] });
    let added = done(&house, "add_observations", more);
    assert_eq!(added["results"], json!([{ "entityName": "Dana", "addedObservations": ["Lives in Lisbon"] }]));
    let unknown = json!({ "observations": [{ "entityName": "Nobody", "contents": ["x"] }] });
    refused(&house, GRAPH, "add_observations", &unknown, 404);

    let graph = done(&house, "read_graph", json!({}));
    let whole = entity("Dana", "person", &["Likes green tea", "Speaks Portuguese", "Lives in Lisbon"]);
    assert_eq!(graph["entities"], json!([whole, entity("Halyard", "Sailing_Company", &[])]), "{graph}");
    assert_eq!(graph["relations"], json!([works, knows]));

    let gone = json!({ "deletions": [{ "entityName": "Dana", "observations": ["Likes green tea", "Likes nothing"] }] });
    let told = done(&house, "delete_observations", gone.clone());
    assert!(told["success"] == true && told["message"].to_string().contains("Likes nothing"), "{told}");
    assert!(done(&house, "delete_observations", gone)["message"].to_string().contains("0 observations"));
    let told = done(&house, "delete_relations", json!({ "relations": [knows, relation("Dana", "hates", "Halyard")] }));
    assert!(told["message"].to_string().contains("Dana hates Halyard"), "{told}");
    let left = done(&house, "read_graph", json!({}));
    assert_eq!(
        (&left["relations"], &left["entities"][0]),
        (&json!([works]), &entity("Dana", "person", &["Speaks Portuguese", "Lives in Lisbon"]))
    );
    let told = done(&house, "delete_entities", json!({ "entityNames": ["Halyard", "Nobody"] }));
    assert!(told["success"] == true && told["message"].to_string().contains("nobody"), "{told}");
    let left = done(&house, "read_graph", json!({}));
    assert_eq!((names(&left), &left["relations"]), (vec!["Dana"], &json!([])), "relations go with their ends");
    // What was deleted can be made again.
    done(&house, "create_entities", json!({ "entities": [entity("Halyard", "company", &["Builds boats"])] }));
    assert_eq!(
        done(&house, "open_nodes", json!({ "names": ["Halyard"] }))["entities"],
        json!([entity("Halyard", "company", &["Builds boats"])])
    );
    let graph = done(&house, "read_graph", json!({}));
    let house = House::over(house.stop());
    assert_eq!(done(&house, "read_graph", json!({})), graph, "it is kept");
}

#[test]
fn nodes_are_found_with_the_relations_that_touch_them() {
    let house = House::new();
    let all = [
        entity("Dana", "person", &["Likes green tea"]),
        entity("Nora", "person", &["Climbs on Fridays"]),
        entity("\u{6771}\u{4eac}", "city", &["\u{5927}\u{304d}\u{3044}"]),
        entity("Lonely", "thing", &[]),
    ];
    done(&house, "create_entities", json!({ "entities": all }));
    let ties = [relation("Dana", "knows", "Nora"), relation("Nora", "lives_in", "\u{6771}\u{4eac}")];
    done(&house, "create_relations", json!({ "relations": ties }));
    for (query, found, touched) in [
        ("GREEN", vec!["Dana"], 1),
        ("person", vec!["Dana", "Nora"], 2),
        ("\u{6771}\u{4eac}", vec!["\u{6771}\u{4eac}"], 1),
        ("fridays", vec!["Nora"], 2),
        ("nothing of the kind", vec![], 0),
        ("lonely", vec!["Lonely"], 0),
    ] {
        let graph = done(&house, "search_nodes", json!({ "query": query }));
        assert_eq!((names(&graph), graph["relations"].as_array().unwrap().len()), (found, touched), "{query}");
    }
    let opened = done(&house, "open_nodes", json!({ "names": ["Nora", "Nobody"] }));
    assert_eq!((names(&opened), opened["relations"].as_array().unwrap().len()), (vec!["Nora"], 2));
    assert_eq!(names(&done(&house, "open_nodes", json!({ "names": "Dana" }))), ["Dana"], "one name stands for a list");
    refused(&house, GRAPH, "search_nodes", &json!({ "query": "x".repeat(2_049) }), 400);
}

#[test]
fn what_was_learnt_elsewhere_is_in_the_graph_and_the_graph_is_in_every_view() {
    let house = House::new();
    let fact = json!({ "facts": [{ "entity": "Dana", "type": "person", "key": "role", "value": "CTO" }] });
    told(&house, Era::Modern, "/mcp", "remember", &fact);
    let graph = done(&house, "read_graph", json!({}));
    assert_eq!(graph["entities"], json!([entity("Dana", "person", &["role: CTO"])]));
    let added = json!({ "observations": [{ "entityName": "Dana", "contents": ["Collects old sea charts"] }] });
    done(&house, "add_observations", added);
    let found = told(&house, Era::Modern, "/mcp", "recall", &json!({ "query": "Who collects sea charts?" }));
    assert!(found["hits"][0]["text"].as_str().unwrap().contains("Collects old sea charts"), "{found}");
    let gone = json!({ "deletions": [{ "entityName": "Dana", "observations": ["role: CTO"] }] });
    done(&house, "delete_observations", gone);
    assert_eq!(
        done(&house, "read_graph", json!({}))["entities"],
        json!([entity("Dana", "person", &["Collects old sea charts"])])
    );
}
