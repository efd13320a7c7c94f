//! Who may see what, told as plainly as possible: patterns are compared segment by segment, and every marker names the reasons
//! for which somebody may read it. Knows nothing of the engine, so that it cannot be wrong in the same way.

use std::collections::HashMap;

/// Scope sets: one of the clauses, all scopes of it.
pub(super) type Clauses = Vec<Vec<String>>;

/// Longest ago: what was never forgotten.
const NEVER: u64 = u64::MAX;

/// True where a pattern (`a`, `a/*`, `*`) covers a scope.
fn covers(pattern: &str, scope: &str) -> bool {
    if pattern == "*" {
        return true;
    }
    let scope: Vec<&str> = scope.split('/').collect();
    match pattern.strip_suffix("/*") {
        Some(node) => scope.starts_with(&node.split('/').collect::<Vec<_>>()),
        None => scope == pattern.split('/').collect::<Vec<_>>(),
    }
}

/// True where one of the patterns covers a scope.
pub(super) fn reaches(grant: &[String], scope: &str) -> bool {
    grant.iter().any(|pattern| covers(pattern, scope))
}

/// True where a whole clause is covered.
pub(super) fn sees(grant: &[String], clauses: &Clauses) -> bool {
    clauses.iter().any(|clause| clause.iter().all(|scope| reaches(grant, scope)))
}

/// True where everything that one grant covers is covered by another.
fn includes(grant: &[String], other: &[String]) -> bool {
    other.iter().all(|pattern| {
        let within = |own: &String| match pattern.strip_suffix("/*") {
            _ if own == "*" => true,
            // A subtree lies inside a subtree alone.
            Some(node) => own.ends_with("/*") && covers(own, node),
            None => pattern != "*" && covers(own, pattern),
        };
        grant.iter().any(within)
    })
}

/// Why somebody may read a marker.
#[derive(Clone, Debug)]
pub(super) enum Reason {
    /// It stands in a memory of these scopes, which was forgotten at that tick.
    Memory { clauses: Clauses, gone_at: u64 },
    /// It stands in what is kept of a session of these scopes.
    Session(Clauses),
    /// Somebody who could read so much asked with it.
    Asked(Vec<String>),
    /// It is the name of a scope in the register.
    Scope(String),
}

/// What a reader may do at the moment of a request.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    pub(super) read: Vec<String>,
    pub(super) write: Vec<String>,
    pub(super) forget: Vec<String>,
    pub(super) scopes: Vec<String>,
}

/// All markers and their reasons.
#[derive(Default)]
pub(super) struct Book(HashMap<String, Vec<Reason>>);

impl Book {
    /// A marker of its own: letters alone, so that no part of the program takes it for a number, a hash or a word.
    pub(super) fn marker(number: u64) -> String {
        let letter = |shift: u64| char::from(b'a' + (number >> shift & 15) as u8);
        format!("zq{}q", [20, 16, 12, 8, 4, 0].map(letter).iter().collect::<String>())
    }

    /// One more reason for a marker.
    pub(super) fn add(&mut self, marker: &str, reason: Reason) {
        self.0.entry(marker.to_owned()).or_default().push(reason);
    }

    /// A memory that holds a marker.
    pub(super) fn told(&mut self, marker: &str, clauses: &Clauses) {
        self.add(marker, Reason::Memory { clauses: clauses.clone(), gone_at: NEVER });
    }

    /// The memory of a marker is gone for all who ask after that tick.
    pub(super) fn gone(&mut self, marker: &str, tick: u64) {
        for reason in self.0.get_mut(marker).into_iter().flatten() {
            if let Reason::Memory { gone_at, .. } = reason {
                *gone_at = (*gone_at).min(tick);
            }
        }
    }

    /// True where somebody may read a marker in the answer to what they asked at that tick.
    pub(super) fn allows(&self, marker: &str, reach: &Reach, tick: u64) -> bool {
        self.0.get(marker).into_iter().flatten().any(|reason| match reason {
            Reason::Memory { clauses, gone_at } => *gone_at >= tick && sees(&reach.read, clauses),
            Reason::Session(clauses) => sees(&reach.read, clauses),
            Reason::Asked(read) => includes(&reach.read, read),
            Reason::Scope(path) => reaches(&reach.scopes, path),
        })
    }

    /// The markers of a body that its reader may not see, but for those that stand in the request.
    pub(super) fn leaks(&self, asked: &str, body: &[u8], reach: &Reach, tick: u64) -> Vec<String> {
        let body = String::from_utf8_lossy(body).to_lowercase();
        let mut found: Vec<String> = markers(&body).map(str::to_owned).collect();
        found.sort();
        found.dedup();
        let asked: Vec<&str> = markers(asked).collect();
        found.retain(|marker| !asked.contains(&marker.as_str()) && !self.allows(marker, reach, tick));
        found
    }
}

/// The markers of a text in small letters.
pub(super) fn markers(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("zq").filter_map(|(at, _)| {
        let marker = text.get(at..at + 9)?;
        let inside = marker[2..8].bytes().all(|byte| (b'a'..=b'p').contains(&byte));
        (inside && marker.ends_with('q')).then_some(marker)
    })
}

#[test]
fn the_model_tells_apart_what_looks_alike() {
    let grant = |patterns: &[&str]| patterns.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert!(reaches(&grant(&["team/1/*"]), "team/1/x") && reaches(&grant(&["team/1/*"]), "team/1"));
    for other in ["team/10", "Team/1", "team", "team/1x"] {
        assert!(!reaches(&grant(&["team/1/*", "team/1"]), other), "{other}");
    }
    assert!(includes(&grant(&["a/*"]), &grant(&["a", "a/b/*"])) && includes(&grant(&["*"]), &grant(&["*"])));
    assert!(!includes(&grant(&["a"]), &grant(&["a/*"])) && !includes(&grant(&["a/*"]), &grant(&["*"])));
    assert_eq!(markers(&format!("x {}y zqq", Book::marker(7))).collect::<Vec<_>>(), ["zqaaaaahq"]);
}
