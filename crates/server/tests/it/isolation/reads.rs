//! Every way to read, for any of the people, about anything that anybody wrote; and what must not be missing from the answers.

use std::collections::BTreeSet;

use quintet_server::escaped;
use serde_json::{Value, json};

use super::model::sees;
use super::run::Session;
use super::world::{Draw, NAMES, Sort, TOPICS, Told, World};
use crate::client::Answer;

/// One read.
pub(super) fn read(world: &World, session: &mut Session<'_>, draw: &Draw) {
    match draw.below(100) {
        0..=29 => question(world, session, draw),
        30..=49 => by_id(world, session, draw),
        50..=72 => of_entity(world, session, draw),
        73..=84 => of_session(world, session, draw),
        85..=93 => list(world, session, draw),
        94..=97 => tool(world, session, draw),
        _ => whole(world, session, draw),
    }
}

/// Notes that an operation was asked.
fn note(world: &World, operation: &'static str) {
    world.done.lock().unwrap().insert(operation);
}

fn get(world: &World, session: &mut Session<'_>, operation: &'static str, path: &str) -> Answer {
    note(world, operation);
    session.send("GET", &format!("/api/v1/a{path}"), None)
}

fn post(world: &World, session: &mut Session<'_>, operation: &'static str, path: &str, body: &Value) -> Answer {
    note(world, operation);
    session.send("POST", &format!("/api/v1/a{path}"), Some(body))
}

/// What somebody asks: a word of many memories, somebody's name, or the very words of a memory that they may not see.
fn words(world: &World, draw: &Draw) -> String {
    match (draw.below(10), world.memory(draw)) {
        (0..=1, Some(told)) => format!("what about {}", told.marker),
        (2..=4, _) => format!("where is {} and who told {}", draw.pick(&NAMES), world.marker()),
        _ => format!("{} {}", draw.pick(&TOPICS), world.marker()),
    }
}

fn question(world: &World, session: &mut Session<'_>, draw: &Draw) {
    if draw.percent(35) {
        return topic(world, session, draw);
    }
    let mut body = json!({ "query": words(world, draw) });
    if draw.percent(12) {
        post(world, session, "context", "/context", &body);
        return;
    }
    if draw.percent(8) {
        post(world, session, "reflect", "/reflect", &body);
        return;
    }
    let (lens, label) = (draw.pick(&world.scopes), draw.pick(&TOPICS));
    match draw.below(9) {
        0 => body["mode"] = json!("vector"),
        1 => body["mode"] = json!("graph"),
        2 => body["lens"] = json!(lens),
        3 => body["labels"] = json!({ "topic": label }),
        4 => body["scopeView"] = json!("merged"),
        5 => body["atInstant"] = json!("2026-06-15T09:00:00Z"),
        6 => body["explain"] = json!(true),
        7 => body["source"] = json!(label),
        _ => {}
    }
    let answer = post(world, session, "recall", "/query", &body);
    keep_trace(world, &answer);
}

fn keep_trace(world: &World, answer: &Answer) {
    if let Some(id) = answer.body["trace"]["traceId"].as_str() {
        world.written.lock().unwrap().traces.push(id.to_owned());
    }
}

/// A word that many memories hold, most of which are not for the reader: as many come back as there are, up to k.
fn topic(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let (word, k) = (*draw.pick(&TOPICS), 1 + draw.below(20));
    let mode = *draw.pick(&["bm25", "hybrid"]);
    let body = json!({ "query": word, "k": k, "mode": mode, "includeDuplicates": true });
    let answer = post(world, session, "recall", "/query", &body);
    keep_trace(world, &answer);
    if !session.is_alone || session.person.reach.read.is_empty() {
        return;
    }
    let holders = seen(world, session).into_iter().filter(|told| told.topic == word).count();
    let hits = answer.body["hits"].as_array().map_or(0, Vec::len);
    assert!(hits >= k.min(holders), "{hits} of {holders} for {}: {body}", session.person.name);
}

/// The memories that somebody sees and that nothing was done to.
fn seen(world: &World, session: &Session<'_>) -> Vec<Told> {
    let written = world.written.lock().unwrap();
    let read = &session.person.reach.read;
    let is_seen = |told: &&Told| told.is_plain && !told.is_gone && sees(read, &told.clauses);
    written.memories.iter().filter(is_seen).cloned().collect()
}

fn by_id(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let trace = world.written.lock().unwrap().traces.last().cloned();
    if let Some(trace) = trace.filter(|_| draw.percent(30)) {
        let any = {
            let written = world.written.lock().unwrap();
            draw.pick(&written.traces).clone()
        };
        let id = if draw.percent(70) { any } else { trace };
        if draw.percent(50) {
            get(world, session, "trace", &format!("/traces/{id}"));
        } else {
            get(world, session, "inspect", &format!("/inspect?ref=trace:{id}"));
        }
        return;
    }
    let Some(told) = world.memory(draw) else { return };
    match draw.below(5) {
        0 => {
            get(world, session, "inspect", &format!("/inspect?ref=memory:{}", told.id));
        }
        1 => {
            let of = *draw.pick(&["memoryId", "episodeOf"]);
            post(world, session, "arc", "/arc", &json!({ of: told.id }));
        }
        _ => {
            let answer = get(world, session, "memory", &format!("/memories/{}", told.id));
            let read = &session.person.reach.read;
            let wanted = match (read.is_empty(), sees(read, &told.clauses) && !told.is_gone) {
                (true, _) => 403,
                (false, true) => 200,
                (false, false) => 404,
            };
            if session.is_alone && (told.is_plain || wanted != 200) {
                assert_eq!(answer.status, wanted, "{}: {told:?}", session.person.name);
            }
        }
    }
}

fn of_entity(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let (name, other) = (*draw.pick(&NAMES), *draw.pick(&NAMES));
    let key = *draw.pick(&["role", "city", "location"]);
    match draw.below(12) {
        0 => get(world, session, "entity", &format!("/entities/person/{name}")),
        1 => get(world, session, "entity_history", &format!("/entities/person/{name}/history/{key}")),
        2 => get(world, session, "timeline", &format!("/timeline?entity={name}")),
        3 => get(world, session, "explore", &format!("/explore?from={name}&hops={}", 1 + draw.below(3))),
        4 => get(world, session, "explore", &format!("/explore?from={name}&to={other}")),
        5 => get(world, session, "facts_list", &format!("/facts?entity={name}&key={key}")),
        6 => get(world, session, "inspect", &format!("/inspect?ref=entity:person/{name}")),
        7 => get(world, session, "inspect", &format!("/inspect?ref=attribute:person/{name}/{key}")),
        8 => get(world, session, "inspect", &format!("/inspect?ref=relation:{name}/{key}/{other}")),
        9 => get(world, session, "profile", &format!("/profile?entity={name}")),
        10 => get(world, session, "entities", &format!("/entities?name={name}")),
        _ => get(world, session, "diff", &format!("/diff?from=2026-06-01&entity={name}")),
    };
}

fn of_session(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let sessions = world.written.lock().unwrap().sessions.clone();
    if sessions.is_empty() {
        return;
    }
    let (id, clauses) = draw.pick(&sessions).clone();
    match draw.below(6) {
        0 => {
            get(world, session, "session", &format!("/sessions/{id}"));
        }
        1 => {
            let body = json!({ "query": words(world, draw) });
            post(world, session, "session_context", &format!("/sessions/{id}/context"), &body);
        }
        2 => {
            post(world, session, "arc", "/arc", &json!({ "sessionId": id }));
        }
        3 => {
            get(world, session, "memories", &format!("/memories?session_id={id}&history=true&includeDuplicates=true"));
        }
        _ => {
            let answer = get(world, session, "session_turns", &format!("/sessions/{id}/turns?limit=500"));
            let read = &session.person.reach.read;
            if session.is_alone && !read.is_empty() {
                assert_eq!(answer.status, if sees(read, &clauses) { 200 } else { 404 }, "{id}");
            }
            if session.is_alone && answer.status == 200 {
                let turns = seen(world, session).into_iter().filter(|told| told.session.as_ref() == Some(&id));
                found_all(session, turns, &answer.bytes);
            }
        }
    }
}

fn list(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let lens = escaped(draw.pick(&world.scopes[..]).as_str());
    match draw.below(17) {
        0 => get(world, session, "files", "/files"),
        1 => get(world, session, "file_read", &format!("/file?path=/notes/{}", draw.below(5))),
        2 => get(world, session, "traces", "/traces?limit=100"),
        3 => get(world, session, "traces_stats", "/traces/stats"),
        4 => get(world, session, "scopes", "/scopes"),
        5 => get(world, session, "lifecycle_expiring", "/lifecycle/expiring?days=3000"),
        6 => get(world, session, "status", "/status"),
        7 => get(world, session, "me", "/me"),
        8 => get(world, session, "keys", "/keys"),
        9 => get(world, session, "audit", "/audit?limit=20"),
        10 => get(world, session, "memories", &format!("/memories?order=newest&limit=20&lens={lens}")),
        11 => get(world, session, "facts_list", "/facts?limit=50"),
        12 => get(world, session, "verbs", "/verbs"),
        13 => get(world, session, "shares", "/scope-grants"),
        14 => get(world, session, "principal", &format!("/principals/person-{}", draw.below(5))),
        15 => get(world, session, "principal_effective", &format!("/principals/person-1/effective?path={lens}")),
        _ => get(world, session, "retention", "/retention"),
    };
}

/// The same through tools.
fn tool(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let (name, id) = (*draw.pick(&NAMES), world.memory(draw).map(|told| told.id).unwrap_or_default());
    let (path, tool, arguments) = match draw.below(9) {
        0 => ("/mcp", "recall", json!({ "query": words(world, draw) })),
        1 => ("/mcp", "context", json!({ "query": words(world, draw) })),
        2 => ("/mcp", "explore", json!({ "from": name })),
        3 => ("/mcp", "timeline", json!({ "entity": name })),
        4 => ("/mcp/chatgpt", "search", json!({ "query": words(world, draw) })),
        5 => ("/mcp/chatgpt", "fetch", json!({ "id": id })),
        6 => ("/mcp/spectron", "inspect", json!({ "ref": format!("memory:{id}") })),
        7 => ("/mcp/files", "memory", json!({ "command": "view", "path": "/memories" })),
        _ => ("/mcp/reference-graph", "search_nodes", json!({ "query": name })),
    };
    let call = json!({ "name": tool, "arguments": arguments });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call });
    let answer = session.send("POST", path, Some(&message));
    assert_eq!(answer.body["jsonrpc"], "2.0", "{tool}: {}", answer.body);
}

/// What reads everything.
fn whole(world: &World, session: &mut Session<'_>, draw: &Draw) {
    match draw.below(8) {
        0 => drop(get(world, session, "state", "/state")),
        1 => drop(get(world, session, "profile", "/profile")),
        2 => drop(get(world, session, "entities", "/entities?limit=500")),
        3 => drop(get(world, session, "diff", "/diff?from=2026-06-01")),
        4 => drop(post(world, session, "fsck", "/fsck", &json!({}))),
        5 => drop(post(world, session, "hygiene", "/hygiene", &json!({}))),
        6 => complete(world, session, "facts_list", "/facts?limit=500", &[Sort::Fact]),
        _ => complete(world, session, "memories", ALL_MEMORIES, &[Sort::Text, Sort::Fact, Sort::Turn]),
    }
}

const ALL_MEMORIES: &str = "/memories?limit=500&includeDuplicates=true&history=true";

/// All pages of a list: nothing that may be seen is missing.
fn complete(world: &World, session: &mut Session<'_>, operation: &'static str, path: &str, sorts: &[Sort]) {
    let mut bytes = Vec::new();
    let mut cursor = String::new();
    loop {
        let answer = get(world, session, operation, &format!("{path}{cursor}"));
        if answer.status == 403 && session.person.reach.read.is_empty() {
            return;
        }
        assert_eq!(answer.status, 200, "{}", answer.body);
        bytes.extend(answer.bytes);
        match answer.body["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    if session.is_alone {
        found_all(session, seen(world, session).into_iter().filter(|told| sorts.contains(&told.sort)), &bytes);
    }
}

/// For everybody, when all is quiet.
pub(super) fn complete_for_all(world: &World, session: &mut Session<'_>) {
    session.is_alone = true;
    for number in 0..world.people.len() {
        session.turn_into(number);
        complete(world, session, "memories", ALL_MEMORIES, &[Sort::Text, Sort::Fact, Sort::Turn]);
        complete(world, session, "facts_list", "/facts?limit=500", &[Sort::Fact]);
    }
}

fn found_all(session: &Session<'_>, wanted: impl Iterator<Item = Told>, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let held: BTreeSet<&str> = super::model::markers(&text).collect();
    let missing: Vec<Told> = wanted.filter(|told| !held.contains(told.marker.as_str())).collect();
    assert!(missing.is_empty(), "{} misses {missing:?}", session.person.name);
}
