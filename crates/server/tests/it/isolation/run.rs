//! One of the people at work: sends requests, and looks through every byte that comes back.

use serde_json::Value;

use super::model::{Reach, Reason, markers};
use super::reads;
use super::world::{Draw, Line, Person, Told, World};
use super::writes;
use crate::client::{Answer, KEY};

/// A marker that came to somebody who may not see it.
#[derive(Debug)]
pub(super) struct Leak {
    pub(super) marker: String,
    /// Held only to be printed.
    #[expect(dead_code, reason = "it is printed when a run fails")]
    request: String,
    #[expect(dead_code, reason = "it is printed when a run fails")]
    beside: String,
}

/// Somebody's connection and how they are known while they ask.
pub(super) struct Session<'w> {
    world: &'w World,
    line: Line,
    pub(super) number: usize,
    pub(super) person: Person,
    /// Nobody else is at work: what is not forbidden has to be found.
    pub(super) is_alone: bool,
    pub(super) leaks: Vec<Leak>,
}

impl<'w> Session<'w> {
    pub(super) fn new(world: &'w World, is_alone: bool) -> Self {
        let person = world.people[0].read().unwrap().clone();
        Self { world, line: world.line(), number: 0, person, is_alone, leaks: Vec::new() }
    }

    /// From now on somebody else asks.
    pub(super) fn turn_into(&mut self, number: usize) {
        self.number = number;
        self.person = self.world.people[number].read().unwrap().clone();
    }

    pub(super) fn send(&mut self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let key = self.person.key.clone();
        self.send_as(&key, method, path, body)
    }

    /// A request with any key; no marker may come back that its owner may not see.
    pub(super) fn send_as(&mut self, key: &str, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let all = || vec!["*".to_owned()];
        let operator = || Reach { read: all(), write: all(), forget: all(), scopes: all() };
        let reach = if key == KEY { operator() } else { self.person.reach.clone() };
        let asked = body.map(|body| body.to_string().to_lowercase()).unwrap_or_default();
        let is_question =
            ["/query", "/context", "/reflect"].iter().any(|end| path.ends_with(end)) || path.starts_with("/mcp");
        if is_question && !reach.read.is_empty() {
            let mut book = self.world.book.write().unwrap();
            for marker in markers(&asked) {
                book.add(marker, Reason::Asked(reach.read.clone()));
            }
        }
        let tick = self.world.tick();
        let answer = self.line.send(key, method, path, body);
        assert!(answer.status < 500, "{method} {path}: {}", answer.body);
        let found = self.world.book.read().unwrap().leaks(&asked, &answer.bytes, &reach, tick);
        for marker in found {
            let text = String::from_utf8_lossy(&answer.bytes).to_lowercase();
            let at = text.find(&marker).unwrap_or_default();
            let beside = text.chars().skip(at.saturating_sub(200)).take(400).collect();
            let request = format!("{}: {method} {path} {asked}", self.person.name);
            self.leaks.push(Leak { marker, request, beside });
        }
        answer
    }
}

impl World {
    /// A memory that was told, whoever may see it.
    pub(super) fn memory(&self, draw: &Draw) -> Option<Told> {
        let written = self.written.lock().unwrap();
        (!written.memories.is_empty()).then(|| draw.pick(&written.memories).clone())
    }
}

/// So many operations of changing people. What changes somebody's authority waits for what that person asks, and the other way
/// round, so that the model knows at any time what the server has to know.
pub(super) fn work(world: &World, session: &mut Session<'_>, draw: &Draw, operations: usize, writes: usize) {
    for _ in 0..operations {
        let number = draw.below(world.people.len());
        if draw.percent(writes) {
            if draw.percent(12) {
                let mut person = world.people[number].write().unwrap();
                session.number = number;
                session.person = person.clone();
                writes::authority(world, session, draw, &mut person);
            } else {
                let _stays = world.people[number].read().unwrap();
                session.turn_into(number);
                writes::write(world, session, draw);
            }
        } else {
            let _stays = world.people[number].read().unwrap();
            session.turn_into(number);
            reads::read(world, session, draw);
        }
    }
}
