//! Errors on the wire: RFC 9457 problem documents that also carry `message`, with a closed list of codes.

use std::collections::BTreeMap;

use quintet::views::ViewError;
use quintet::{ContextError, RecallError, RememberError, StoreError};
use serde::Serialize;
use serde_json::Value;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $status:literal, $title:literal;)+) => {
        /// Every public error code. Names and numbers are promises.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $($(#[$doc])* $name),+ }

        impl Code {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The last part of the problem's type URI.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            /// The HTTP status.
            pub fn status(self) -> u16 {
                match self { $(Self::$name => $status),+ }
            }

            fn title(self) -> &'static str {
                match self { $(Self::$name => $title),+ }
            }
        }
    };
}

codes! {
    /// The request is malformed.
    ValidationError = "validation-error", 400, "The request is not valid";
    /// No key, or a wrong one.
    Unauthorized = "unauthorized", 401, "Authentication is needed";
    /// The key may not do that.
    Forbidden = "forbidden", 403, "This is not allowed";
    /// There is no such context.
    ContextNotFound = "context-not-found", 404, "There is no such context";
    /// There is no such thing.
    NotFound = "not-found", 404, "Not found";
    /// The method does not exist on this path.
    MethodNotAllowed = "method-not-allowed", 405, "This method is not allowed here";
    /// It conflicts with what is there.
    Conflict = "conflict", 409, "It conflicts with what is there";
    /// What was to be changed is not as the caller knows it.
    PreconditionFailed = "precondition-failed", 412, "It has changed since";
    /// The body is too large.
    PayloadTooLarge = "payload-too-large", 413, "The request is too large";
    /// The body is no JSON.
    UnsupportedMediaType = "unsupported-media-type", 415, "Send JSON";
    /// The request is well formed and cannot be carried out.
    Unprocessable = "unprocessable", 422, "The request cannot be carried out";
    /// The key has no requests left for now.
    TooManyRequests = "too-many-requests", 429, "Too many requests";
    /// The server failed.
    Internal = "internal", 500, "The server failed";
    /// This is not built.
    NotImplemented = "not-implemented", 501, "Not available in this version";
    /// The server cannot serve right now.
    Unavailable = "unavailable", 503, "Not available right now";
}

/// One error as it goes over the wire.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    /// A stable URI for the kind of error.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind of error in words.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What happened and what to do about it.
    pub detail: String,
    /// The same, for clients that read only this.
    pub message: String,
    /// The kind of error, short.
    pub code: &'static str,
    /// The path that was called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The field that is wrong, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Further members, as RFC 9457 allows them.
    #[serde(flatten)]
    pub more: BTreeMap<&'static str, Value>,
    /// After how many seconds it makes sense to ask again; goes out as `Retry-After`.
    #[serde(skip)]
    pub(crate) retry_after_s: Option<u64>,
    /// What only the operator may read: paths, and what the operating system said. Never any text of a memory.
    #[serde(skip)]
    pub(crate) inside: Option<String>,
}

impl Problem {
    /// A problem of that kind.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self {
            kind: format!("https://quintet.dev/errors/{}", code.as_str()),
            title: code.title(),
            status: code.status(),
            message: detail.clone(),
            detail,
            code: code.as_str(),
            instance: None,
            field: None,
            more: BTreeMap::new(),
            retry_after_s: None,
            inside: None,
        }
    }

    /// The request's field is wrong.
    pub fn invalid(field: &str, reason: impl core::fmt::Display) -> Self {
        let mut problem = Self::new(Code::ValidationError, format!("{field}: {reason}"));
        problem.field = Some(field.to_owned());
        problem
    }

    /// The same with the field's name on the wire, where it differs from the engine's: pairs of the engine's and the wire's.
    pub(crate) fn spelled(mut self, names: &[(&str, &str)]) -> Self {
        let Some((engine, wire)) = names.iter().find(|(engine, _)| self.field.as_deref() == Some(engine)) else {
            return self;
        };
        let reason = self.detail.strip_prefix(engine).unwrap_or(&self.detail);
        self.detail = format!("{wire}{reason}");
        self.message.clone_from(&self.detail);
        self.field = Some((*wire).to_owned());
        self
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::NoSuchContext(_) => Code::ContextNotFound,
            StoreError::NoSuchMemory(_) | StoreError::NoSuchEntity(_) => Code::NotFound,
            StoreError::ContextExists(_) | StoreError::MemoryExists(_) | StoreError::SeqTaken { .. } => Code::Conflict,
            StoreError::ModelMismatch { .. } => Code::Conflict,
            StoreError::BadVector { .. } | StoreError::BadSetting { .. } => Code::ValidationError,
            StoreError::BadName { .. } => Code::Unprocessable,
            StoreError::DiskFull | StoreError::Poisoned { .. } | StoreError::Locked { .. } | StoreError::Late => {
                Code::Unavailable
            }
            // Newer, Corrupt, Io and what may come: the caller can do nothing about them.
            _ => Code::Internal,
        };
        // Paths and reasons of the operating system stay inside; the operator finds them in the log.
        let is_inside = matches!(
            error,
            StoreError::Io { .. }
                | StoreError::Corrupt { .. }
                | StoreError::Newer { .. }
                | StoreError::Locked { .. }
                | StoreError::Poisoned { .. }
        );
        if is_inside {
            let mut problem = Self::new(code, "the store failed; the operator finds the reason in the server's log");
            problem.inside = Some(error.to_string());
            return problem;
        }
        match error {
            StoreError::BadVector { reason } => Self::invalid("vector", reason),
            told => Self::new(code, told.to_string()),
        }
    }
}

impl From<ViewError> for Problem {
    fn from(error: ViewError) -> Self {
        match error {
            ViewError::Invalid { field, reason } => Self::invalid(field, reason),
            ViewError::Store(error) => error.into(),
            ViewError::Missing { .. } => Self::new(Code::NotFound, error.to_string()),
            ViewError::Ambiguous { .. } => Self::new(Code::Conflict, error.to_string()),
            other => Self::new(Code::Internal, other.to_string()),
        }
    }
}

impl From<RecallError> for Problem {
    fn from(error: RecallError) -> Self {
        match error {
            RecallError::Invalid { field, reason } => Self::invalid(field, reason),
            RecallError::Store(error) => error.into(),
            other => Self::new(Code::Unavailable, other.to_string()),
        }
    }
}

impl From<RememberError> for Problem {
    fn from(error: RememberError) -> Self {
        match error {
            RememberError::Invalid { field, reason } => Self::invalid(field, reason),
            RememberError::Store(error) => error.into(),
            other => Self::new(Code::Unavailable, other.to_string()),
        }
    }
}

impl From<ContextError> for Problem {
    fn from(error: ContextError) -> Self {
        match error {
            ContextError::Id(error) => Self::invalid("id", error),
            ContextError::Store(error) => error.into(),
            other => Self::new(Code::Internal, other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_statuses_are_errors() {
        for (idx, code) in Code::ALL.iter().enumerate() {
            assert!((400..600).contains(&code.status()));
            assert!(Code::ALL[..idx].iter().all(|other| other.as_str() != code.as_str()));
        }
    }

    #[test]
    fn paths_stay_inside() {
        let error = StoreError::Io { what: "opening /secret/place".to_owned(), reason: "denied".to_owned() };
        let problem = Problem::from(error);
        assert!(!serde_json::to_string(&problem).unwrap().contains("secret"));
        assert!(problem.inside.unwrap().contains("secret"), "the operator is told");
    }

    #[test]
    fn fields_get_the_name_the_caller_knows() {
        let problem = Problem::invalid("zone", "it is no zone").spelled(&[("k", "limit"), ("zone", "timeZone")]);
        assert_eq!(problem.detail, "timeZone: it is no zone");
        assert_eq!((problem.message, problem.field.as_deref()), (problem.detail, Some("timeZone")));
        let other = Problem::invalid("k", "too many");
        assert_eq!(other.clone().spelled(&[("zone", "timeZone")]), other);
    }
}
