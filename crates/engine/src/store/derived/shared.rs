//! Names that many rows share: each kept once, and known by a number.
//!
//! Must not know: what the names are of.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Names that many rows share, each kept once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<Arc<str>>", into = "Vec<Arc<str>>")]
pub(super) struct Names {
    pub(super) list: Vec<Arc<str>>,
    pub(super) numbers: HashMap<Arc<str>, u32>,
    /// Bytes of all names.
    pub(super) text_bytes: usize,
}

impl Names {
    pub(super) fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let name: Arc<str> = name.into();
        let number = self.list.len() as u32;
        self.text_bytes += name.len();
        self.list.push(Arc::clone(&name));
        self.numbers.insert(name, number);
        number
    }

    pub(super) fn get(&self, number: u32) -> Option<&Arc<str>> {
        self.list.get(number as usize)
    }
}

impl From<Vec<Arc<str>>> for Names {
    fn from(list: Vec<Arc<str>>) -> Self {
        let numbers = list.iter().enumerate().map(|(number, name)| (Arc::clone(name), number as u32)).collect();
        let text_bytes = list.iter().map(|name| name.len()).sum();
        Self { list, numbers, text_bytes }
    }
}

impl From<Names> for Vec<Arc<str>> {
    fn from(names: Names) -> Self {
        names.list
    }
}
