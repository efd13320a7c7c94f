//! The world of the run: scopes that look alike, people with keys, and what was written for whom.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, RwLock};

use quintet::ports::Random;
use quintet_devkit::fake::SeededRandom;
use serde_json::{Value, json};

use super::model::{Book, Clauses, Reach, Reason};
use crate::client::{Answer, Client};
use crate::house::House;

/// Scopes of the world.
const SCOPES: usize = 200;
/// People of the world.
pub(super) const PEOPLE: usize = 50;
/// Words that many memories hold.
pub(super) const TOPICS: [&str; 8] =
    ["harbour", "orchard", "granite", "lantern", "violin", "compass", "saffron", "thunder"];
/// People whom many memories name.
pub(super) const NAMES: [&str; 6] = ["Nora", "Jonas", "Dana", "Mira", "Otto", "Selma"];

/// Choices drawn from a seed.
pub(super) struct Draw(SeededRandom);

impl Draw {
    pub(super) fn new(seed: u64) -> Self {
        Self(SeededRandom::new(seed))
    }

    /// A number below `n`.
    pub(super) fn below(&self, n: usize) -> usize {
        (self.0.next_u64() >> 11) as usize % n.max(1)
    }

    /// True in so many cases of a hundred.
    pub(super) fn percent(&self, share: usize) -> bool {
        self.below(100) < share
    }

    /// One of several.
    pub(super) fn pick<'a, T>(&self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// Somebody with a key.
#[derive(Clone)]
pub(super) struct Person {
    pub(super) name: String,
    pub(super) key: String,
    pub(super) reach: Reach,
}

/// What a memory was told as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A text.
    Text,
    /// A fact with a key of its own.
    Fact,
    /// A turn of a session.
    Turn,
}

/// A memory that was acknowledged.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) marker: String,
    pub(super) id: String,
    pub(super) clauses: Clauses,
    pub(super) topic: &'static str,
    pub(super) sort: Sort,
    pub(super) session: Option<String>,
    pub(super) is_gone: bool,
    /// Nothing that could hide or change it was done: it has to be found.
    pub(super) is_plain: bool,
}

/// What was written so far.
#[derive(Default)]
pub(super) struct Written {
    pub(super) memories: Vec<Told>,
    pub(super) sessions: Vec<(String, Clauses)>,
    pub(super) traces: Vec<String>,
    pub(super) tombstones: BTreeSet<String>,
}

/// All of it.
pub(super) struct World {
    pub(super) house: House,
    pub(super) scopes: Vec<String>,
    pub(super) people: Vec<RwLock<Person>>,
    pub(super) book: RwLock<Book>,
    pub(super) written: Mutex<Written>,
    pub(super) done: Mutex<BTreeSet<&'static str>>,
    tick: AtomicU64,
    numbers: AtomicU64,
}

/// Paths that differ in little: in a digit, in case, in a separator, in how an accent is written.
fn alike() -> Vec<String> {
    let roots = [
        "team",
        "Team",
        "teams",
        "org",
        "org-1",
        "org_1",
        "user",
        "us\u{e9}r",
        "use\u{301}r",
        "a",
        "a_b",
        "a b",
        "a&b=c",
        "x:y",
        "%2F",
        "a,b",
    ];
    let below = ["", "/1", "/10", "/1/x", "/1/X", "/11", "/1_x", "/1x", "/100/x/y", "/b", "/b/1", "/ab", "/1/x/1"];
    let all = roots.iter().flat_map(|root| below.iter().map(move |rest| format!("{root}{rest}")));
    all.take(SCOPES).collect()
}

/// A grant of some patterns.
fn patterns(draw: &Draw, scopes: &[String], most: usize) -> Vec<String> {
    let one = || match draw.below(20) {
        0 => "*".to_owned(),
        1..=9 => format!("{}/*", draw.pick(scopes)),
        _ => draw.pick(scopes).clone(),
    };
    (0..draw.below(most + 1)).map(|_| one()).collect()
}

impl World {
    /// A server with scopes and people, nothing written yet.
    pub(super) fn new(draw: &Draw) -> Self {
        let house = House::with("a");
        let scopes = alike();
        let mut book = Book::default();
        for (number, path) in scopes.iter().enumerate() {
            let marker = Book::marker(number as u64);
            book.add(&marker, Reason::Scope(path.clone()));
            let made = house.post("/api/v1/a/scopes", &json!({ "path": path, "displayName": format!("of {marker}") }));
            assert_eq!(made.status, 201, "{path}: {}", made.body);
        }
        let people = (0..PEOPLE).map(|number| RwLock::new(person(&house, draw, &scopes, number))).collect();
        Self {
            house,
            people,
            book: RwLock::new(book),
            written: Mutex::default(),
            done: Mutex::default(),
            tick: AtomicU64::new(1),
            numbers: AtomicU64::new(scopes.len() as u64),
            scopes,
        }
    }

    /// A marker that nothing holds yet.
    pub(super) fn marker(&self) -> String {
        Book::marker(self.numbers.fetch_add(1, Ordering::SeqCst))
    }

    /// The next tick.
    pub(super) fn tick(&self) -> u64 {
        self.tick.fetch_add(1, Ordering::SeqCst)
    }

    /// A connection to the server.
    pub(super) fn line(&self) -> Line {
        Line(Client::connect(self.house.address))
    }
}

fn person(house: &House, draw: &Draw, scopes: &[String], number: usize) -> Person {
    let reach = Reach {
        read: patterns(draw, scopes, 6),
        write: patterns(draw, scopes, 5),
        forget: patterns(draw, scopes, 4),
        scopes: patterns(draw, scopes, 3),
    };
    let mut grants = json!({});
    for (verb, own) in [("memory:read", &reach.read), ("memory:write", &reach.write), ("memory:forget", &reach.forget)]
    {
        grants[verb] = json!(own);
    }
    grants["scope:read"] = json!(reach.scopes);
    let name = format!("person-{number}");
    let made = house.post("/api/v1/a/principals", &json!({ "id": name, "kind": "human", "grants": grants }));
    assert_eq!(made.status, 201, "{}", made.body);
    let key = house.post("/api/v1/a/keys", &json!({ "name": name, "principal": name }));
    assert_eq!(key.status, 201, "{}", key.body);
    Person { name, key: key.body["key"].as_str().unwrap().to_owned(), reach }
}

/// A connection that is kept.
pub(super) struct Line(Client);

impl Line {
    /// One request with a key.
    pub(super) fn send(&mut self, key: &str, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let body = body.map(Value::to_string).unwrap_or_default();
        let (bearer, length) = (format!("Bearer {key}"), body.len().to_string());
        let mut headers = vec![("authorization", bearer.as_str())];
        if !body.is_empty() {
            headers.extend([
                ("content-type", "application/json"),
                ("content-length", length.as_str()),
                ("accept", "application/json, text/event-stream"),
                ("mcp-protocol-version", crate::mcp_talk::LEGACY),
            ]);
        }
        self.0.head(method, path, &headers);
        self.0.body(body.as_bytes());
        self.0.answer()
    }
}
