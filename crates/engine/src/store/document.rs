//! Documents as the store keeps them beside the memories they consist of.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::model::{MemoryId, Micros, ScopeSets};

/// BLAKE3 of a document's bytes as they came.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct ContentHash(pub [u8; 32]);

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "content:{self}")
    }
}

impl From<ContentHash> for String {
    fn from(hash: ContentHash) -> Self {
        hash.to_string()
    }
}

impl TryFrom<String> for ContentHash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let wrong = "a content hash has 64 hexadecimal digits";
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong);
        }
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digits = core::str::from_utf8(digits).map_err(|_| wrong)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| wrong)?;
        }
        Ok(Self(bytes))
    }
}

/// A document, without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentCard {
    /// The memory of kind document that stands for it.
    pub id: MemoryId,
    /// The name under which its versions follow each other and others link to it: a path with `/`, never empty.
    pub name: String,
    /// Its content.
    pub hash: ContentHash,
    /// 1 for the first of its name, and one more for each that replaced it.
    pub version: u32,
    /// What it was read as, for example `text/markdown`.
    pub media_type: String,
    /// Size of the bytes it was read from.
    pub size_bytes: u64,
    /// How many passages it has. They are the memories written right after it.
    pub passages: u32,
}

/// A document to write, beside the memories it consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRecord {
    /// What is told of it. Its memory is in the same change, and right after it its passages.
    pub card: DocumentCard,
    /// Its text, to which the spans of its passages refer.
    pub text: String,
}

/// A document as it is found by name or content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentFound {
    /// The document.
    pub card: DocumentCard,
    /// Who may see it.
    pub scopes: ScopeSets,
    /// When it was learnt.
    pub known_at: Micros,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_read_back_as_they_are_printed() {
        let hash = ContentHash(core::array::from_fn(|at| (at * 9) as u8));
        assert_eq!(ContentHash::try_from(hash.to_string()), Ok(hash));
        for wrong in ["", "zz", &"é".repeat(32), &"+f".repeat(32), &"0".repeat(63)] {
            assert!(ContentHash::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
