//! Programs that speak MCP and start servers themselves: where their configuration is and how it names a server.
//!
//! One table has all there is to know of a client. What is written is put into the client's own file without touching another
//! byte of it, and taken out again. Must not know: memory, the command line.

mod diff;
mod file;
mod jsonc;
mod nodes;
mod table;
mod toml;
mod tree;
mod wiring;

use std::path::PathBuf;

use serde_json::Value;

use self::jsonc::Document;
use self::tree::Tree;

pub(crate) use self::table::{ALL, Client, Dialect, Place, named};
pub(crate) use self::wiring::{Change, Entry, Request, connect, disconnect, fragment};

/// Why a client's file is not changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClientError {
    /// It cannot be read as what it should be.
    #[error("{path}, line {line}: {reason}; the file was not touched")]
    Malformed {
        /// The file.
        path: String,
        /// Where.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// There is an entry that this program did not write.
    #[error(
        "{path} has an entry '{name}' that was written or changed by another hand; look at it, then use --force or another --name"
    )]
    Taken {
        /// The file.
        path: String,
        /// The entry's name.
        name: String,
    },
    /// It is no file that can be replaced.
    #[error("{path}: {reason}", path = path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: &'static str,
    },
}

/// Why a text cannot be read or changed.
#[derive(Debug)]
pub(super) struct Malformed {
    /// From 1.
    pub(super) line: usize,
    /// What is wrong.
    pub(super) reason: String,
}

impl Malformed {
    /// What is wrong at that byte.
    fn at(text: &str, at: usize, reason: &str) -> Self {
        let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
        let line = before.split(|byte| *byte == b'\n').count();
        Self { line, reason: reason.to_owned() }
    }
}

impl Dialect {
    fn value(self, text: &str) -> Result<Value, Malformed> {
        match self {
            Self::Json => Document::parse(text, false).map(|document| document.value()),
            Self::JsonWithComments => Document::parse(text, true).map(|document| document.value()),
            Self::Toml => toml::value(text),
        }
    }

    fn put(self, text: &str, path: &[&str], tree: &Tree) -> Result<String, Malformed> {
        let before = self.value(text)?;
        let after = match self {
            Self::Json => Document::parse(text, false)?.put(path, tree)?,
            Self::JsonWithComments => Document::parse(text, true)?.put(path, tree)?,
            Self::Toml => toml::put(text, path, tree)?,
        };
        let mut read = self.value(&after).map_err(|_| by_hand(text))?;
        let is_in = take_out(&mut read, path).is_some_and(|entry| entry == tree.value());
        Self::only(text, path, before, read, is_in).map(|()| after)
    }

    fn remove(self, text: &str, path: &[&str]) -> Result<String, Malformed> {
        let before = self.value(text)?;
        let after = match self {
            Self::Json => Document::parse(text, false)?.remove(path)?,
            Self::JsonWithComments => Document::parse(text, true)?.remove(path)?,
            Self::Toml => toml::remove(text, path)?,
        };
        let mut read = self.value(&after).map_err(|_| by_hand(text))?;
        let is_out = take_out(&mut read, path).is_none();
        Self::only(text, path, before, read, is_out).map(|()| after)
    }

    /// Refuses a change that changed anything else: a last look before a file of somebody else's is written.
    fn only(text: &str, path: &[&str], mut before: Value, after: Value, is_done: bool) -> Result<(), Malformed> {
        take_out(&mut before, path);
        if is_done && drop_empty(before, path) == drop_empty(after, path) {
            return Ok(());
        }
        Err(by_hand(text))
    }
}

/// A form in which an entry cannot be put in or taken out alone.
fn by_hand(text: &str) -> Malformed {
    Malformed::at(text, 0, "it cannot be changed without changing more; change it by hand (--print shows how)")
}

/// Takes the value at the end of a path out.
fn take_out(value: &mut Value, path: &[&str]) -> Option<Value> {
    let [inner @ .., last] = path else { return None };
    let mut value = value;
    for name in inner {
        value = value.get_mut(name)?;
    }
    value.as_object_mut()?.remove(*last)
}

/// The value without what is empty on the way: that may come and go with what is put in.
fn drop_empty(mut value: Value, path: &[&str]) -> Value {
    for depth in (1..path.len()).rev() {
        let at = &path[..depth];
        let found = at.iter().try_fold(&value, |value, name| value.get(name));
        if found.and_then(Value::as_object).is_some_and(serde_json::Map::is_empty) {
            take_out(&mut value, at);
        }
    }
    value
}
