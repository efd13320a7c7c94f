//! Grants on the wire: `{"memory:read": ["org/acme/*"], ...}`.

use std::collections::BTreeMap;

use quintet::model::{Authority, Pattern, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::problem::Problem;

/// Grants as a request gives them: verbs with their patterns, or pairs of a path and its verbs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected {\"memory:read\": [\"org/acme/*\"]}, or [{\"path\": \"org/acme/*\", \"verbs\": [\"memory:read\"]}]"
)]
pub(crate) enum GrantsField {
    /// Verb to patterns.
    Map(BTreeMap<String, Vec<String>>),
    /// A path with its verbs.
    Pairs(Vec<PathVerbs>),
}

/// A path with its verbs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PathVerbs {
    /// A scope, or `scope/*` for all below it.
    path: String,
    /// What may be done there, by name.
    verbs: Vec<String>,
}

impl GrantsField {
    /// What they allow.
    pub(crate) fn authority(&self) -> Result<Authority, Problem> {
        let mut authority = Authority::default();
        match self {
            Self::Map(map) => {
                for (name, patterns) in map {
                    let verb = verb(name)?;
                    for text in patterns {
                        authority.allow(verb, pattern(text)?);
                    }
                }
            }
            Self::Pairs(pairs) => {
                for pair in pairs {
                    for verb in verbs(&pair.verbs)? {
                        authority.allow(verb, pattern(&pair.path)?);
                    }
                }
            }
        }
        Ok(authority)
    }
}

/// A verb by name.
fn verb(name: &str) -> Result<Verb, Problem> {
    Verb::parse(name).ok_or_else(|| {
        let names: Vec<&str> = Verb::ALL.iter().map(|(_, name, _)| *name).collect();
        Problem::invalid("verbs", format!("there are {}", names.join(", ")))
    })
}

/// Verbs by name.
pub(crate) fn verbs(names: &[String]) -> Result<Vec<Verb>, Problem> {
    if names.is_empty() {
        return Err(Problem::invalid("verbs", "there is none"));
    }
    names.iter().map(|name| verb(name)).collect()
}

/// A pattern as it is written.
pub(crate) fn pattern(text: &str) -> Result<Pattern, Problem> {
    Pattern::parse(text).map_err(|error| Problem::invalid("path", error))
}

/// Grants as they are shown.
pub(crate) fn grants_body(authority: &Authority) -> Value {
    let pairs = authority.iter().map(|(verb, grant)| {
        (verb.as_str().to_owned(), json!(grant.0.iter().map(ToString::to_string).collect::<Vec<_>>()))
    });
    Value::Object(pairs.collect::<Map<_, _>>())
}
