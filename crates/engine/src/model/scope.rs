//! Scopes inside a context: slash paths, sets of them in disjunctive normal form, and the grants that read them.
//!
//! Rule (`spec` A5): a record is visible when at least one clause lies wholly inside the reader's grant. Nothing else is.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::ids::IdError;
use crate::limits;

/// A slash path such as `org/acme/user/alice`; the empty path is the root, written `/`.
///
/// Stored without leading or trailing slash, so that two spellings of one path are equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Scope(Box<str>);

impl Scope {
    /// The root of a context.
    pub fn root() -> Self {
        Self("".into())
    }

    /// Checks and takes a path; leading and trailing slashes are dropped.
    ///
    /// # Errors
    /// [`IdError`] when it is too long, has an empty or dot segment, a control character or a `*`.
    pub fn new(text: &str) -> Result<Self, IdError> {
        let fail = |reason| Err(IdError { kind: "scope", reason });
        let path = text.trim_matches('/');
        if path.len() > limits::SCOPE_LEN_MAX {
            return fail("it is too long");
        }
        if path.is_empty() {
            return Ok(Self::root());
        }
        for segment in path.split('/') {
            if segment.is_empty() || segment == "." || segment == ".." {
                return fail("empty and dot segments are not allowed");
            }
            if segment.chars().any(|c| c.is_control() || c == '*') {
                return fail("control characters and '*' are not allowed");
            }
        }
        Ok(Self(path.into()))
    }

    /// The path without slashes at its ends; empty for the root.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "/" } else { &self.0 })
    }
}

impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "scope:{self}")
    }
}

impl FromStr for Scope {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        Self::new(text)
    }
}

impl From<Scope> for String {
    fn from(scope: Scope) -> Self {
        scope.to_string()
    }
}

impl TryFrom<String> for Scope {
    type Error = IdError;
    fn try_from(text: String) -> Result<Self, IdError> {
        Self::new(&text)
    }
}

/// Who may see a record: an OR of clauses, each an AND of scopes. In canonical order, without doubles.
///
/// The empty set is seen by nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ScopeSets(Vec<Vec<Scope>>);

impl ScopeSets {
    /// Takes clauses in any order. Empty clauses are dropped, since they would be seen by everybody.
    ///
    /// # Errors
    /// [`IdError`] when there are more clauses or scopes than `limits.rs` allows.
    pub fn new(clauses: Vec<Vec<Scope>>) -> Result<Self, IdError> {
        let mut clauses: Vec<Vec<Scope>> = clauses
            .into_iter()
            .filter(|clause| !clause.is_empty())
            .map(|mut clause| {
                clause.sort();
                clause.dedup();
                clause
            })
            .collect();
        clauses.sort();
        clauses.dedup();
        let too_many = clauses.len() > limits::SCOPE_CLAUSES_MAX
            || clauses.iter().any(|clause| clause.len() > limits::SCOPES_PER_CLAUSE_MAX);
        if too_many {
            return Err(IdError { kind: "scope set", reason: "it has too many clauses or scopes" });
        }
        Ok(Self(clauses))
    }

    /// One clause with one scope.
    pub fn single(scope: Scope) -> Self {
        Self(vec![vec![scope]])
    }

    /// The clauses, in canonical order.
    pub fn clauses(&self) -> &[Vec<Scope>] {
        &self.0
    }

    /// True when no reader can see it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// One part of a grant: an exact node, a node with all below it, or everything.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// Every scope of the context.
    Everything,
    /// This node only: a parent's grant does not reach its children.
    Exactly(Scope),
    /// This node and all below it.
    Subtree(Scope),
}

impl Pattern {
    /// Reads `*`, `/*`, `org/acme` or `org/acme/*`.
    ///
    /// # Errors
    /// [`IdError`] as for [`Scope::new`], and when `*` stands anywhere but at the end.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        match text {
            "*" | "/*" => Ok(Self::Everything),
            _ => match text.strip_suffix("/*") {
                Some(node) => Ok(Self::Subtree(Scope::new(node)?)),
                None => Ok(Self::Exactly(Scope::new(text)?)),
            },
        }
    }

    /// True when `scope` lies inside.
    pub fn covers(&self, scope: &Scope) -> bool {
        match self {
            Self::Everything => true,
            Self::Exactly(node) => node == scope,
            Self::Subtree(node) => {
                let (node, scope) = (node.as_str(), scope.as_str());
                node.is_empty()
                    || scope == node
                    || (scope.len() > node.len() && scope.starts_with(node) && scope.as_bytes()[node.len()] == b'/')
            }
        }
    }
}

/// What a reader may see. The empty grant sees nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Grant(pub Vec<Pattern>);

impl Grant {
    /// Sees every scope of the context.
    pub fn everything() -> Self {
        Self(vec![Pattern::Everything])
    }

    /// True when `scope` lies inside one of the patterns.
    pub fn covers(&self, scope: &Scope) -> bool {
        self.0.iter().any(|pattern| pattern.covers(scope))
    }

    /// True when one clause of `sets` lies wholly inside this grant.
    pub fn sees(&self, sets: &ScopeSets) -> bool {
        sets.clauses().iter().any(|clause| clause.iter().all(|scope| self.covers(scope)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(clauses: &[&[&str]]) -> ScopeSets {
        let clauses = clauses.iter().map(|clause| clause.iter().map(|s| Scope::new(s).unwrap()).collect()).collect();
        ScopeSets::new(clauses).unwrap()
    }

    fn grant(patterns: &[&str]) -> Grant {
        Grant(patterns.iter().map(|p| Pattern::parse(p).unwrap()).collect())
    }

    #[test]
    fn a_clause_must_lie_wholly_inside() {
        let row = sets(&[&["org/acme", "user/alice"], &["audit"]]);
        assert!(grant(&["org/acme", "user/*"]).sees(&row));
        assert!(grant(&["audit"]).sees(&row));
        assert!(!grant(&["org/acme"]).sees(&row));
        assert!(grant(&["*"]).sees(&row));
    }

    #[test]
    fn nothing_is_seen_by_default() {
        assert!(!Grant::default().sees(&sets(&[&["a"]])));
        assert!(!Grant::everything().sees(&ScopeSets::default()));
        assert!(sets(&[&[]]).is_empty(), "an empty clause would be seen by everybody");
    }

    #[test]
    fn prefix_alike_paths_are_different_nodes() {
        assert!(!grant(&["org/acme/*"]).covers(&Scope::new("org/acme2").unwrap()));
        assert!(grant(&["org/acme/*"]).covers(&Scope::new("org/acme/").unwrap()));
        assert!(!grant(&["org/acme"]).covers(&Scope::new("org/acme/x").unwrap()));
        assert!(grant(&["/*"]).covers(&Scope::root()));
    }

    #[test]
    fn malformed_paths_are_refused() {
        for bad in ["a//b", "a/../b", "a/*/b", "a\0b", &"x/".repeat(600)] {
            assert!(Scope::new(bad).is_err(), "{bad:?}");
        }
        assert!(Pattern::parse("a*").is_err());
    }
}
