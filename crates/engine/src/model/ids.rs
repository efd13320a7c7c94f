//! Ids as newtypes: a context, a memory and a session cannot be mixed up.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::limits;

/// A text is not an id of the kind asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a {kind} id: {reason}")]
pub struct IdError {
    /// The kind of id expected.
    pub kind: &'static str,
    /// What is wrong with it.
    pub reason: &'static str,
}

macro_rules! uuid_id {
    ($(#[$doc:meta])* $name:ident, $kind:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub struct $name(pub u128);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", uuid::Uuid::from_u128(self.0).as_hyphenated())
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($kind, ":{}"), self)
            }
        }
        impl FromStr for $name {
            type Err = IdError;
            fn from_str(text: &str) -> Result<Self, IdError> {
                uuid::Uuid::try_parse(text)
                    .map(|uuid| Self(uuid.as_u128()))
                    .map_err(|_| IdError { kind: $kind, reason: "expected a UUID" })
            }
        }
        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.to_string()
            }
        }
        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                text.parse()
            }
        }
    };
}

uuid_id!(
    /// Id of one memory: a UUIDv7, so that ids sort by the moment they were given out.
    MemoryId,
    "memory"
);
uuid_id!(
    /// Id of one entity (person, place, thing) of a context.
    EntityId,
    "entity"
);
uuid_id!(
    /// Id of one stored trace.
    TraceId,
    "trace"
);
uuid_id!(
    /// Id of one episode: a run of turns inside a session.
    EpisodeId,
    "episode"
);

macro_rules! name_id {
    ($(#[$doc:meta])* $name:ident, $kind:literal, $max:expr, $allowed:expr, $reason:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub struct $name(Box<str>);

        impl $name {
            /// Checks and takes a name.
            ///
            /// # Errors
            /// [`IdError`] when it is empty, too long or has a character that is not allowed.
            pub fn new(text: impl AsRef<str>) -> Result<Self, IdError> {
                let text = text.as_ref();
                let allowed: fn(char) -> bool = $allowed;
                if text.is_empty() {
                    return Err(IdError { kind: $kind, reason: "it is empty" });
                }
                if text.len() > $max {
                    return Err(IdError { kind: $kind, reason: "it is too long" });
                }
                if !text.chars().all(allowed) {
                    return Err(IdError { kind: $kind, reason: $reason });
                }
                Ok(Self(text.into()))
            }

            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($kind, ":{}"), self.0)
            }
        }
        impl FromStr for $name {
            type Err = IdError;
            fn from_str(text: &str) -> Result<Self, IdError> {
                Self::new(text)
            }
        }
        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0.into()
            }
        }
        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                Self::new(text)
            }
        }
    };
}

name_id!(
    /// Id of a context, the hard isolation unit: 1 to 64 characters of `a-z A-Z 0-9 . _ -`, chosen by its creator.
    ///
    /// It names a folder of the embedded store, so it can never hold a path separator, and never starts with a dot (checked by [`ContextId::checked`]).
    ContextId,
    "context",
    limits::CONTEXT_ID_LEN_MAX,
    |c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'),
    "only letters, digits, '.', '_' and '-' are allowed"
);
name_id!(
    /// Id of a session, chosen by the client: up to 256 bytes of printable text.
    SessionId,
    "session",
    limits::SESSION_ID_LEN_MAX,
    |c| !c.is_control(),
    "control characters are not allowed"
);

impl ContextId {
    /// Like [`ContextId::new`], and refuses names that start with a dot.
    ///
    /// # Errors
    /// [`IdError`] as for [`ContextId::new`].
    pub fn checked(text: impl AsRef<str>) -> Result<Self, IdError> {
        let id = Self::new(text)?;
        if id.as_str().starts_with('.') {
            return Err(IdError { kind: "context", reason: "it must not start with a dot" });
        }
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuid_ids_round_trip_and_refuse_other_text() {
        let id = MemoryId(0x0190_0000_0000_7000_8000_0000_0000_0001);
        assert_eq!(id.to_string().parse::<MemoryId>().unwrap(), id);
        assert!("../etc".parse::<MemoryId>().is_err());
    }

    #[test]
    fn context_ids_cannot_be_paths() {
        for bad in ["", ".", "..", ".hidden", "a/b", "a\\b", "a b", "a\0", &"x".repeat(65)] {
            assert!(ContextId::checked(bad).is_err(), "{bad:?}");
        }
        assert!(ContextId::checked("acme.prod_1-a").is_ok());
    }

    #[test]
    fn session_ids_keep_what_clients_choose() {
        assert!(SessionId::new("conv-26/session_1").is_ok());
        assert!(SessionId::new("a\nb").is_err());
    }
}
