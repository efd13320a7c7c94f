//! Who may do what where: verbs, and the part of a context's scopes that each of them reaches.
//!
//! Authority is only ever narrowed: what a key may do is what its owner, the key itself and whoever it acts for may all do
//! (`spec` A14).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::scope::{Grant, Pattern, Scope, ScopeSets};

/// What can be allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verb {
    /// See memories.
    #[serde(rename = "memory:read")]
    MemoryRead,
    /// Write memories.
    #[serde(rename = "memory:write")]
    MemoryWrite,
    /// Forget memories, and purge them.
    #[serde(rename = "memory:forget")]
    MemoryForget,
    /// See which scopes there are.
    #[serde(rename = "scope:read")]
    ScopeRead,
    /// Register scopes.
    #[serde(rename = "scope:create")]
    ScopeCreate,
    /// Take scopes off the list.
    #[serde(rename = "scope:delete")]
    ScopeDelete,
    /// Make principals and keys, and grant what oneself may do.
    #[serde(rename = "grant:manage")]
    GrantManage,
}

impl Verb {
    /// Every verb with its name on the wire and what it allows.
    pub const ALL: [(Self, &'static str, &'static str); 7] = [
        (Self::MemoryRead, "memory:read", "see memories"),
        (Self::MemoryWrite, "memory:write", "write memories"),
        (Self::MemoryForget, "memory:forget", "forget and purge memories"),
        (Self::ScopeRead, "scope:read", "see which scopes there are"),
        (Self::ScopeCreate, "scope:create", "register scopes"),
        (Self::ScopeDelete, "scope:delete", "take scopes off the list"),
        (Self::GrantManage, "grant:manage", "make principals and keys, and grant what oneself may do"),
    ];

    /// The verb of that name; flat names ("read") are none.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, own, _)| *own == name).map(|(verb, _, _)| *verb)
    }

    /// Its name on the wire.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(verb, _, _)| *verb == self).map_or("", |(_, name, _)| name)
    }
}

impl Pattern {
    /// True when whatever `other` covers lies inside this one, too.
    pub fn includes(&self, other: &Self) -> bool {
        match other {
            Self::Everything => match self {
                Self::Everything => true,
                Self::Exactly(_) => false,
                Self::Subtree(node) => node.as_str().is_empty(),
            },
            Self::Exactly(node) => self.covers(node),
            Self::Subtree(node) => !matches!(self, Self::Exactly(_)) && self.covers(node),
        }
    }

    /// The node that it names; the root for everything.
    pub fn node(&self) -> Scope {
        match self {
            Self::Everything => Scope::root(),
            Self::Exactly(node) | Self::Subtree(node) => node.clone(),
        }
    }
}

/// As [`Pattern::parse`] reads it.
impl core::fmt::Display for Pattern {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Everything => f.write_str("*"),
            Self::Exactly(node) => node.fmt(f),
            Self::Subtree(node) if node.as_str().is_empty() => f.write_str("*"),
            Self::Subtree(node) => write!(f, "{node}/*"),
        }
    }
}

impl Grant {
    /// What both cover. Two patterns either lie one inside the other or have nothing in common.
    #[must_use]
    pub fn meet(&self, other: &Self) -> Self {
        let mut patterns: Vec<Pattern> = Vec::new();
        for one in &self.0 {
            for two in &other.0 {
                if one.includes(two) {
                    patterns.push(two.clone());
                } else if two.includes(one) {
                    patterns.push(one.clone());
                }
            }
        }
        patterns.sort();
        patterns.dedup();
        Self(patterns)
    }

    /// True when whatever `other` covers is covered here.
    pub fn includes(&self, other: &Self) -> bool {
        other.0.iter().all(|pattern| self.0.iter().any(|own| own.includes(pattern)))
    }

    /// True when every clause of `sets` lies wholly inside: a write outside of it would be somebody else's.
    pub fn covers_all(&self, sets: &ScopeSets) -> bool {
        !sets.is_empty() && sets.clauses().iter().all(|clause| clause.iter().all(|scope| self.covers(scope)))
    }

    /// The whole of it as scope sets: one clause for each pattern's node.
    pub fn region(&self) -> ScopeSets {
        ScopeSets::new(self.0.iter().map(|pattern| vec![pattern.node()]).collect()).unwrap_or_default()
    }
}

/// What somebody may do: for each verb the part of the scopes that it reaches. Verbs that reach nothing are not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Authority(BTreeMap<Verb, Grant>);

impl Authority {
    /// All verbs everywhere.
    pub fn everything() -> Self {
        Self(Verb::ALL.iter().map(|(verb, _, _)| (*verb, Grant::everything())).collect())
    }

    /// What a verb reaches.
    pub fn grant(&self, verb: Verb) -> Grant {
        self.0.get(&verb).cloned().unwrap_or_default()
    }

    /// True when a verb reaches something.
    pub fn has(&self, verb: Verb) -> bool {
        self.0.get(&verb).is_some_and(|grant| !grant.0.is_empty())
    }

    /// Adds a pattern to a verb.
    pub fn allow(&mut self, verb: Verb, pattern: Pattern) {
        let grant = self.0.entry(verb).or_default();
        if !grant.0.contains(&pattern) {
            grant.0.push(pattern);
            grant.0.sort();
        }
    }

    /// Takes a pattern from a verb, as it was granted. True when it was there.
    pub fn deny(&mut self, verb: Verb, pattern: &Pattern) -> bool {
        let Some(grant) = self.0.get_mut(&verb) else { return false };
        let before = grant.0.len();
        grant.0.retain(|own| own != pattern);
        let changed = grant.0.len() != before;
        if grant.0.is_empty() {
            self.0.remove(&verb);
        }
        changed
    }

    /// What both allow.
    #[must_use]
    pub fn meet(&self, other: &Self) -> Self {
        let met = self.0.iter().map(|(verb, grant)| (*verb, grant.meet(&other.grant(*verb))));
        Self(met.filter(|(_, grant)| !grant.0.is_empty()).collect())
    }

    /// True when whatever `other` allows is allowed here.
    pub fn includes(&self, other: &Self) -> bool {
        other.0.iter().all(|(verb, grant)| self.grant(*verb).includes(grant))
    }

    /// Its verbs with what they reach, in the order of [`Verb::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Verb, &Grant)> {
        self.0.iter().map(|(verb, grant)| (*verb, grant))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pattern() -> impl Strategy<Value = Pattern> {
        let node =
            prop::collection::vec(prop::sample::select(vec!["a", "ab", "b"]), 0..4).prop_map(|parts| parts.join("/"));
        (node, 0..3_u8).prop_map(|(node, kind)| {
            let node = Scope::new(&node).unwrap();
            match kind {
                0 => Pattern::Everything,
                1 => Pattern::Exactly(node),
                _ => Pattern::Subtree(node),
            }
        })
    }

    fn grant() -> impl Strategy<Value = Grant> {
        prop::collection::vec(pattern(), 0..4).prop_map(Grant)
    }

    proptest! {
        #[test]
        fn what_both_cover_is_covered_by_both(one in grant(), two in grant(), probe in pattern()) {
            let met = one.meet(&two);
            let scope = probe.node();
            prop_assert_eq!(met.covers(&scope), one.covers(&scope) && two.covers(&scope));
            prop_assert!(one.includes(&met) && two.includes(&met));
        }

        #[test]
        fn inclusion_is_about_what_is_covered(one in grant(), two in grant(), probe in pattern()) {
            let scope = probe.node();
            if one.includes(&two) && two.covers(&scope) {
                prop_assert!(one.covers(&scope));
            }
        }

        #[test]
        fn a_pattern_reads_as_it_is_written(own in pattern()) {
            let read = Pattern::parse(&own.to_string()).unwrap();
            prop_assert!(read.includes(&own) && own.includes(&read));
        }
    }

    #[test]
    fn a_region_is_written_where_it_can_be_read_again() {
        let grant = Grant(vec![Pattern::parse("org/acme/*").unwrap(), Pattern::parse("user/ann").unwrap()]);
        assert!(grant.sees(&grant.region()));
        assert!(grant.covers_all(&grant.region()));
        assert!(Grant::default().region().is_empty());
    }

    #[test]
    fn verbs_have_two_parts() {
        for (verb, name, _) in Verb::ALL {
            assert_eq!(Verb::parse(name), Some(verb));
            assert_eq!(serde_json::to_string(&verb).unwrap(), format!("\"{name}\""));
            assert_eq!(verb.as_str(), name);
        }
        assert_eq!(Verb::parse("read"), None);
    }
}
