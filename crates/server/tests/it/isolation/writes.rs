//! What the people of the world do to it: tell, forget, take scopes off the list, change keys and grants. Every write that the
//! model allows has to be done, and every other one refused.

use serde_json::{Value, json};

use super::model::{Clauses, Reason, reaches, sees};
use super::run::Session;
use super::world::{Draw, NAMES, Person, Sort, TOPICS, Told, World};
use crate::client::KEY;

/// One write; what its answer may hold is looked at as for a read.
pub(super) fn write(world: &World, session: &mut Session<'_>, draw: &Draw) {
    match draw.below(100) {
        0..=44 => text(world, session, draw),
        45..=62 => fact(world, session, draw),
        63..=74 => turn(world, session, draw),
        75..=77 => file(world, session, draw),
        78..=83 => forget(world, session, draw),
        84..=86 => change(world, session, draw),
        87..=88 => tombstone(world, session, draw),
        _ => text(world, session, draw),
    }
}

/// A change of what somebody may do, or of how they prove who they are; nobody else asks in their name meanwhile.
pub(super) fn authority(world: &World, session: &mut Session<'_>, draw: &Draw, person: &mut Person) {
    if draw.percent(25) { rotate(session, person) } else { regrant(world, session, draw, person) }
}

/// Some clauses, mostly such as the writer may write to.
fn clauses(world: &World, write: &[String], draw: &Draw) -> Clauses {
    let own: Vec<&String> = world.scopes.iter().filter(|scope| reaches(write, scope)).collect();
    let one = || if own.is_empty() || draw.percent(8) { draw.pick(&world.scopes) } else { *draw.pick(&own) };
    let clause = || (0..=draw.below(2)).map(|_| one().clone()).collect();
    (0..=draw.below(3)).map(|_| clause()).collect()
}

/// What a write to these scopes comes to.
fn expected(world: &World, write: &[String], clauses: &Clauses) -> u16 {
    let taken_off = &world.written.lock().unwrap().tombstones;
    if write.is_empty() || !clauses.iter().flatten().all(|scope| reaches(write, scope)) {
        403
    } else if clauses.iter().flatten().any(|scope| taken_off.contains(scope)) {
        422
    } else {
        200
    }
}

/// Who writes: one of the people, or the operator.
fn writer(session: &Session<'_>, draw: &Draw) -> (String, Vec<String>) {
    if draw.percent(40) {
        return (KEY.to_owned(), vec!["*".to_owned()]);
    }
    (session.person.key.clone(), session.person.reach.write.clone())
}

fn text(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let (key, write) = writer(session, draw);
    let (marker, clauses) = (world.marker(), clauses(world, &write, draw));
    let (topic, name) = (*draw.pick(&TOPICS), *draw.pick(&NAMES));
    let reads_facts = draw.percent(25);
    let said = if reads_facts { format!("{name} likes {marker} soup.") } else { format!("{marker} {topic}") };
    let mut body = json!({ "text": said, "scopes": clauses, "infer": if reads_facts { "rules" } else { "none" } });
    if !reads_facts {
        // A name that is read in a text gets a card, which keeps what stood beside the text for as long as others name it.
        body["labels"] = json!({ "topic": topic, "mark": marker });
        body["title"] = json!(format!("about {marker}"));
        body["reference"] = json!(format!("ref {marker}"));
    }
    let answer = tell(world, session, &key, &body, &marker, &clauses);
    check(session, answer.status, expected(world, &write, &clauses), &body);
    if answer.status == 200 {
        let topic = if reads_facts { "" } else { topic };
        keep(world, &answer.body, Told { topic, ..told(marker, clauses, Sort::Text) });
    }
}

fn fact(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let (key, write) = writer(session, draw);
    let (marker, clauses) = (world.marker(), clauses(world, &write, draw));
    // Some keys are everybody's, so that facts of different scopes meet.
    let is_plain = draw.percent(60);
    let label = if is_plain { format!("k{marker}") } else { (*draw.pick(&["role", "city"])).to_owned() };
    let (name, other) = (*draw.pick(&NAMES), *draw.pick(&NAMES));
    let entity = json!({ "type": "person", "name": name });
    let triple = if name == other || !is_plain || draw.percent(60) {
        json!({ "entity": entity, "key": label, "value": format!("value {marker}") })
    } else {
        json!({ "entity": entity, "key": label, "target": { "type": "person", "name": other } })
    };
    let body = json!({ "infer": "triples", "triples": [triple], "scopes": clauses });
    let answer = tell(world, session, &key, &body, &marker, &clauses);
    check(session, answer.status, expected(world, &write, &clauses), &body);
    if answer.status == 200 {
        let extraction = &answer.body["extraction"];
        let id = [&extraction["attributes"][0]["id"], &extraction["relations"][0]["id"]];
        let id = id.iter().find_map(|id| id.as_str()).unwrap_or_default();
        keep(world, &json!({ "id": id }), Told { is_plain, ..told(marker, clauses, Sort::Fact) });
    }
}

/// A turn of a session, which is for whom the session is.
fn turn(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let sessions = world.written.lock().unwrap().sessions.clone();
    if sessions.len() < 12 || draw.percent(10) {
        let (mark, clauses) = (world.marker(), clauses(world, &["*".to_owned()], draw));
        world.book.write().unwrap().add(&mark, Reason::Session(clauses.clone()));
        let id = format!("session-{}", sessions.len());
        let body = json!({ "id": id, "scopes": clauses, "metadata": { "mark": mark } });
        let opened = session.send_as(KEY, "POST", "/api/v1/a/sessions", Some(&body));
        if opened.status == 201 {
            world.written.lock().unwrap().sessions.push((id, clauses));
        }
        return;
    }
    let (id, clauses) = draw.pick(&sessions).clone();
    let (key, write) = writer(session, draw);
    let marker = world.marker();
    let body = json!({
        "text": format!("{marker} said"), "session_id": id, "role": "user", "infer": "none", "speaker": draw.pick(&NAMES),
    });
    let answer = tell(world, session, &key, &body, &marker, &clauses);
    let may = !write.is_empty() && clauses.iter().flatten().all(|scope| reaches(&write, scope));
    check(session, answer.status, if may { 200 } else { 403 }, &body);
    if answer.status == 200 {
        keep(world, &answer.body, Told { session: Some(id), ..told(marker, clauses, Sort::Turn) });
    }
}

/// A file, which is for all that its writer may write to.
fn file(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let (marker, write) = (world.marker(), session.person.reach.write.clone());
    let clauses: Clauses = write.iter().map(|pattern| vec![pattern.trim_end_matches("/*").to_owned()]).collect();
    if write.iter().any(|pattern| pattern == "*") {
        return;
    }
    let body = json!({ "path": format!("/notes/{}", draw.below(5)), "text": format!("{marker} noted") });
    world.book.write().unwrap().told(&marker, &clauses);
    let answer = session.send("POST", "/api/v1/a/files", Some(&body));
    check(session, answer.status, if write.is_empty() { 403 } else { 200 }, &body);
}

/// One memory, by whoever may forget and see it; now and then everything of a scope, without a trace.
fn forget(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let Some(target) = world.memory(draw) else { return };
    let reach = session.person.reach.clone();
    let may = sees(&reach.read, &target.clauses) && sees(&reach.forget, &target.clauses);
    let path = format!("/api/v1/a/memories/{}", target.id);
    let answer = session.send("DELETE", &path, None);
    let tick = world.tick();
    if answer.status == 200 && answer.body["deleted"].as_u64() > Some(0) {
        let mut written = world.written.lock().unwrap();
        for one in written.memories.iter_mut().filter(|one| one.id == target.id) {
            one.is_gone = true;
        }
        world.book.write().unwrap().gone(&target.marker, tick);
    }
    let wanted = match (reach.forget.is_empty(), may && !target.is_gone) {
        (true, _) => 403,
        (false, true) => 200,
        (false, false) => 404,
    };
    // Where the parts lie in different grants, the model does not say who wins.
    if wanted != 200 || target.clauses.len() == 1 {
        check(session, answer.status, wanted, &json!(path));
    }
}

/// Small things that change a memory: its labels, its feelings, that it was of use, a name of somebody it is about.
fn change(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let Some(target) = world.memory(draw) else { return };
    let reach = session.person.reach.clone();
    let path = format!("/api/v1/a/memories/{}", target.id);
    let may = sees(&reach.read, &target.clauses) && sees(&reach.write, &target.clauses) && !target.is_gone;
    let answer = match draw.below(4) {
        0 => session.send("PATCH", &path, Some(&json!({ "importance": 0.7 }))),
        1 => session.send("POST", &format!("{path}/emotions"), Some(&json!({ "emotions": [{ "label": "joy" }] }))),
        2 => session.send("POST", "/api/v1/a/used", Some(&json!({ "ids": [target.id] }))),
        _ => {
            let path = format!("/api/v1/a/entities/person/{}/aliases", draw.pick(&NAMES));
            session.send("POST", &path, Some(&json!({ "add": ["Nickname"], "remove": ["Nickname"] })));
            return;
        }
    };
    if !may {
        assert!(matches!(answer.status, 400 | 403 | 404), "changed what it may not see: {path}: {}", answer.body);
    }
}

fn tombstone(world: &World, session: &mut Session<'_>, draw: &Draw) {
    let scope = draw.pick(&world.scopes).clone();
    if world.written.lock().unwrap().tombstones.len() >= world.scopes.len() / 10 {
        return;
    }
    let path = format!("/api/v1/a/scopes?path={}", quintet_server::escaped(&scope));
    assert_eq!(session.send_as(KEY, "DELETE", &path, None).status, 204, "{scope}");
    world.written.lock().unwrap().tombstones.insert(scope);
}

/// A key changed for another: from then on the old one opens nothing.
fn rotate(session: &mut Session<'_>, person: &mut Person) {
    let old = session.person.key.clone();
    let path = format!("/api/v1/a/keys/{}/rotate", session.person.name);
    let answer = session.send("POST", &path, Some(&json!({})));
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body["key"].as_str().unwrap().clone_into(&mut person.key);
    assert_eq!(session.send_as(&old, "GET", "/api/v1/a/me", None).status, 401, "the old key opens nothing");
}

/// A grant given or taken away: the next request knows.
fn regrant(world: &World, session: &mut Session<'_>, draw: &Draw, person: &mut Person) {
    let verbs = ["memory:read", "memory:write", "memory:forget", "scope:read"];
    let at = draw.below(verbs.len());
    let path = format!("/api/v1/a/principals/{}/grants", person.name);
    let reach = &mut person.reach;
    let own = [&mut reach.read, &mut reach.write, &mut reach.forget, &mut reach.scopes];
    let own = own.into_iter().nth(at).unwrap();
    let takes = !own.is_empty() && (own.len() > 5 || draw.percent(50));
    let pattern = if takes {
        own.swap_remove(draw.below(own.len()))
    } else {
        let node = draw.pick(&world.scopes).clone();
        if draw.percent(50) { format!("{node}/*") } else { node }
    };
    let body = json!({ "path": pattern, "verbs": [verbs[at]] });
    let answer = session.send_as(KEY, if takes { "DELETE" } else { "POST" }, &path, Some(&body));
    assert_eq!(answer.status, 200, "{}", answer.body);
    own.retain(|one| *one != pattern);
    if !takes {
        own.push(pattern);
    }
    let granted: std::collections::BTreeSet<&str> =
        answer.body["grants"][verbs[at]].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert_eq!(granted, own.iter().map(String::as_str).collect(), "{body}");
}

/// The reasons are written before the request is sent: what is on its way may be seen already.
fn tell(
    world: &World,
    session: &mut Session<'_>,
    key: &str,
    body: &Value,
    marker: &str,
    clauses: &Clauses,
) -> crate::client::Answer {
    world.book.write().unwrap().told(marker, clauses);
    session.send_as(key, "POST", "/api/v1/a/facts", Some(body))
}

fn told(marker: String, clauses: Clauses, sort: Sort) -> Told {
    Told { marker, id: String::new(), clauses, topic: "", sort, session: None, is_gone: false, is_plain: true }
}

fn keep(world: &World, body: &Value, told: Told) {
    let id = body["id"].as_str().unwrap_or_default().to_owned();
    world.written.lock().unwrap().memories.push(Told { id, ..told });
}

/// With others at work, a scope may have been taken off the list in between.
fn check(session: &Session<'_>, status: u16, wanted: u16, what: &Value) {
    let in_between = !session.is_alone && matches!((status, wanted), (422 | 404, 200) | (200, 422));
    assert!(status == wanted || in_between, "{status} in the place of {wanted}: {what}");
}
