//! Who and what the register knows: principals, keys and scopes, as they are stored.

use quintet::model::{Authority, ContextId, Micros, Pattern, Scope};
use serde::{Deserialize, Serialize};

/// The principal behind the admin key; it is in no register and may do everything.
pub(crate) const ADMIN: &str = "principal:admin";
/// The principal of what the server does by itself; nobody may act for it.
pub(crate) const SYSTEM: &str = "principal:system";

/// What a principal is. It says nothing about what it may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PrincipalKind {
    /// A person.
    Human,
    /// A program that acts for somebody.
    Agent,
    /// A program that acts for itself.
    Service,
    /// Nobody said.
    #[default]
    Unknown,
}

impl PrincipalKind {
    /// Its name on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Agent => "agent",
            Self::Service => "service",
            Self::Unknown => "unknown",
        }
    }

    /// The kind of that name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        [Self::Human, Self::Agent, Self::Service, Self::Unknown].into_iter().find(|kind| kind.as_str() == name)
    }
}

/// Somebody who may do something in one context.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Principal {
    /// `principal:<name>`, unique in its context.
    pub(crate) id: String,
    /// A name to show.
    pub(crate) display_name: String,
    /// What it is.
    pub(crate) kind: PrincipalKind,
    /// Its name at whoever vouches for it.
    #[serde(default)]
    pub(crate) external_id: Option<String>,
    /// When it was made.
    pub(crate) created_at: Micros,
    /// What it may do.
    pub(crate) authority: Authority,
}

/// A key of a principal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Key {
    /// The part of it that is no secret.
    pub(crate) id: String,
    /// The digest of its secret, in hexadecimal.
    pub(crate) hash: String,
    /// Its name, unique in its context.
    pub(crate) name: String,
    /// Whose it is.
    pub(crate) principal: String,
    /// When it was made.
    pub(crate) created_at: Micros,
    /// From when on it opens nothing.
    #[serde(default)]
    pub(crate) valid_until: Option<Micros>,
    /// What it may do at most; whatever its principal may, when absent.
    #[serde(default)]
    pub(crate) authority: Option<Authority>,
    /// Reads outside of its region are errors, not empty.
    #[serde(default)]
    pub(crate) strict: bool,
    /// It was brokered for somebody: short-lived, and it makes no keys.
    #[serde(default)]
    pub(crate) is_token: bool,
    /// When it was used last, to the minute.
    #[serde(default)]
    pub(crate) last_used_at: Option<Micros>,
}

impl Key {
    /// What it may do in the hands of somebody who may do that much.
    pub(crate) fn reach(&self, holder: Authority) -> Authority {
        match &self.authority {
            Some(most) => holder.meet(most),
            None => holder,
        }
    }
}

/// A part of the scopes that one principal lets another see. It reaches no further than what the giver may see at the time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Share {
    /// Its own name.
    pub(crate) id: String,
    /// Who gave it.
    pub(crate) from: String,
    /// Who sees it.
    pub(crate) to: String,
    /// What is seen.
    pub(crate) pattern: Pattern,
    /// When it was given.
    pub(crate) created_at: Micros,
    /// From when on it shows nothing.
    #[serde(default)]
    pub(crate) valid_until: Option<Micros>,
}

/// A scope that was registered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ScopeNode {
    /// Its path.
    pub(crate) path: Scope,
    /// A name to show.
    #[serde(default)]
    pub(crate) display_name: Option<String>,
    /// What it is for.
    #[serde(default)]
    pub(crate) description: Option<String>,
    /// When it was registered.
    pub(crate) created_at: Micros,
    /// Since when nothing is written to it any more.
    #[serde(default)]
    pub(crate) tombstoned_at: Option<Micros>,
}

/// A record of the register.
pub(crate) trait Stored: Serialize + for<'a> Deserialize<'a> {
    /// What it is, in the register.
    const KIND: &'static str;
    /// Its name among its kind.
    fn id(&self) -> String;
}

impl Stored for Principal {
    const KIND: &'static str = "principal";
    fn id(&self) -> String {
        self.id.clone()
    }
}

impl Stored for Key {
    const KIND: &'static str = "key";
    fn id(&self) -> String {
        self.id.clone()
    }
}

impl Stored for Share {
    const KIND: &'static str = "share";
    fn id(&self) -> String {
        self.id.clone()
    }
}

impl Stored for ScopeNode {
    const KIND: &'static str = "scope";
    fn id(&self) -> String {
        self.path.to_string()
    }
}

/// The record as the register takes it.
pub(crate) fn entry<T: Stored>(context: &ContextId, record: &T) -> Result<quintet::store::Entry, serde_json::Error> {
    Ok(quintet::store::Entry {
        context: context.clone(),
        kind: T::KIND.to_owned(),
        id: record.id(),
        body: serde_json::to_string(record)?,
    })
}
