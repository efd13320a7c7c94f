//! The timeline as bytes.
//!
//! Little-endian: version `u8` = 1; number of ordinals `u32`; then for each, ascending: ordinal `u32`; known at, event
//! start, event end, valid from, valid until as `i64`; grain `u8`; number of stated intervals `u8`, each as start
//! `i64`, end `i64`, grain `u8`. No checksum: whoever stores the bytes has one over the whole snapshot.

use crate::model::{Grain, Interval, Micros};

use super::{STATED_MAX, TimelineIndex, Times};

const VERSION: u8 = 1;

/// Grains by stored code: never reorder, only append.
const GRAINS: [Grain; 9] = [
    Grain::Second,
    Grain::Minute,
    Grain::Hour,
    Grain::Day,
    Grain::Week,
    Grain::Month,
    Grain::Quarter,
    Grain::Year,
    Grain::Decade,
];

/// Bytes are no timeline that this version wrote. Rebuild the index from the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// Another format version.
    #[error("timeline bytes are of version {got}, this program reads version {VERSION}; rebuild the index")]
    Version {
        /// The version found.
        got: u8,
    },
    /// Too short or too long for what they announce.
    #[error("timeline bytes have the wrong length ({len}); rebuild the index")]
    Length {
        /// Bytes given.
        len: usize,
    },
    /// A value that is never written.
    #[error("timeline bytes hold an impossible {what} at row number {at}; rebuild the index")]
    Value {
        /// Which value.
        what: &'static str,
        /// 0-based number of the row.
        at: usize,
    },
}

impl TimelineIndex {
    /// All times as bytes; equal contents give equal bytes, whatever the history.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        out.extend((self.len() as u32).to_le_bytes());
        for (ordinal, row, grain) in self.rows.iter() {
            out.extend(ordinal.to_le_bytes());
            for time in [row.known_at, row.start, row.end, row.from, row.until] {
                out.extend(time.to_le_bytes());
            }
            let stated = self.stated(ordinal);
            out.extend([code_of(grain), stated.len() as u8]);
            for one in stated {
                out.extend(one.start.0.to_le_bytes());
                out.extend(one.end.0.to_le_bytes());
                out.push(code_of(one.grain));
            }
        }
        out
    }

    /// The timeline of bytes that [`Self::encode`] wrote. Holds at most a small multiple of `bytes` in memory.
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
        let mut before = None;
        for at in 0..count as usize {
            let ordinal = u32::from_le_bytes(take(&mut rest).ok_or(length)?);
            if before.is_some_and(|before| before >= ordinal) {
                return Err(DecodeError::Value { what: "order of ordinals", at });
            }
            before = Some(ordinal);
            let times = read_times(&mut rest).map_err(|what| match what {
                Some(what) => DecodeError::Value { what, at },
                None => length,
            })?;
            index.upsert(ordinal, &times);
        }
        if rest.is_empty() { Ok(index) } else { Err(length) }
    }
}

/// One row; the error names the impossible value, or nothing when the bytes end.
fn read_times(rest: &mut &[u8]) -> Result<Times, Option<&'static str>> {
    let known_at = read_micros(rest)?;
    let (start, end) = (read_micros(rest)?, read_micros(rest)?);
    let valid = (read_micros(rest)?, read_micros(rest)?);
    if valid.1 < valid.0 {
        return Err(Some("validity"));
    }
    let [code, n_stated] = take(rest).ok_or(None)?;
    let event = interval(start, end, code)?;
    if usize::from(n_stated) > STATED_MAX {
        return Err(Some("number of stated intervals"));
    }
    let mut stated = Vec::with_capacity(usize::from(n_stated));
    for _ in 0..n_stated {
        let (start, end) = (read_micros(rest)?, read_micros(rest)?);
        let [code] = take(rest).ok_or(None)?;
        stated.push(interval(start, end, code)?);
    }
    Ok(Times { known_at, event, valid, stated })
}

fn interval(start: Micros, end: Micros, code: u8) -> Result<Interval, Option<&'static str>> {
    let grain = GRAINS.get(usize::from(code)).copied().ok_or(Some("grain"))?;
    if end < start { Err(Some("interval")) } else { Ok(Interval { start, end, grain }) }
}

fn read_micros(rest: &mut &[u8]) -> Result<Micros, Option<&'static str>> {
    Ok(Micros(i64::from_le_bytes(take(rest).ok_or(None)?)))
}

fn code_of(grain: Grain) -> u8 {
    GRAINS.iter().position(|one| *one == grain).expect("every grain is listed") as u8
}

/// The next `N` bytes, or nothing when fewer are left.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = rest.split_first_chunk::<N>()?;
    *rest = tail;
    Some(*head)
}
