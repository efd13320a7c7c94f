//! The gazetteer as bytes.
//!
//! Little-endian: version `u8` = 1; number of keys `u32`; then for each key, ascending by bytes: length `u16`, UTF-8
//! bytes, number of entities `u32`, the entities as ascending `u32`. No checksum: whoever stores the bytes has one.

use super::{ENTITY_MAX, KEY_LEN_MAX, NameIndex};

const VERSION: u8 = 1;

/// Bytes are no gazetteer that this version wrote. Rebuild the index from the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// Another format version.
    #[error("name bytes are of version {got}, this program reads version {VERSION}; rebuild the index")]
    Version {
        /// The version found.
        got: u8,
    },
    /// Too short or too long for what they announce.
    #[error("name bytes have the wrong length ({len}); rebuild the index")]
    Length {
        /// Bytes given.
        len: usize,
    },
    /// A value that is never written.
    #[error("name bytes hold an impossible {what} at key number {at}; rebuild the index")]
    Value {
        /// Which value.
        what: &'static str,
        /// 0-based number of the key.
        at: usize,
    },
}

impl NameIndex {
    /// All names as bytes; equal contents give equal bytes, whatever the history.
    pub fn encode(&self) -> Vec<u8> {
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_unstable_by_key(|&at| self.bytes(&self.entries[at]));
        let mut out = vec![VERSION];
        out.extend((order.len() as u32).to_le_bytes());
        for at in order {
            let entry = &self.entries[at];
            let entities = self.entities(entry);
            out.extend(entry.len.to_le_bytes());
            out.extend(self.bytes(entry));
            out.extend((entities.len() as u32).to_le_bytes());
            out.extend(entities.iter().flat_map(|entity| entity.to_le_bytes()));
        }
        out
    }

    /// The gazetteer of bytes that [`Self::encode`] wrote. Holds at most a small multiple of `bytes` in memory.
    ///
    /// # Errors
    /// [`DecodeError`] for anything else; never panics.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let length = DecodeError::Length { len: bytes.len() };
        let (&version, mut rest) = bytes.split_first().ok_or(length)?;
        if version != VERSION {
            return Err(DecodeError::Version { got: version });
        }
        let count = u32::from_le_bytes(take(&mut rest).ok_or(length)?);
        let mut index = Self::new();
        let mut before: &str = "";
        for at in 0..count as usize {
            let value = |what| DecodeError::Value { what, at };
            let len = u16::from_le_bytes(take(&mut rest).ok_or(length)?);
            let (key, tail) = rest.split_at_checked(usize::from(len)).ok_or(length)?;
            let key = core::str::from_utf8(key).map_err(|_| value("key"))?;
            rest = tail;
            if key <= before || key.len() > KEY_LEN_MAX {
                return Err(value("key"));
            }
            let n_entities = u32::from_le_bytes(take(&mut rest).ok_or(length)?);
            if n_entities == 0 {
                return Err(value("number of entities"));
            }
            let mut last = None;
            for _ in 0..n_entities {
                let entity = u32::from_le_bytes(take(&mut rest).ok_or(length)?);
                if last.is_some_and(|last| last >= entity) || entity > ENTITY_MAX {
                    return Err(value("entity"));
                }
                index.insert(key, entity);
                last = Some(entity);
            }
            before = key;
        }
        if rest.is_empty() { Ok(index) } else { Err(length) }
    }
}

/// The next `N` bytes, or nothing when fewer are left.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = rest.split_first_chunk::<N>()?;
    *rest = tail;
    Some(*head)
}
