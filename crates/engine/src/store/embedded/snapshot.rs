//! The snapshot file of a context's indexes: makes opening fast, and is thrown away when in doubt.
//!
//! Little-endian: magic (8 bytes), version u32, sequence u64, last node u32, last row u32, its id (16 bytes), sections u32;
//! for each section: length of its name u16, name, length u64, CRC-32 u32; CRC-32 of all of that; then the sections. The
//! file is replaced as a whole, so that a crash leaves the old one.
//!
//! Must not know: what is in a section.

use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

use super::folder;
use crate::model::MemoryId;
use crate::store::{Ordinal, StoreError};

const MAGIC: &[u8; 8] = b"qtindex\n";
const VERSION: u32 = 3;
/// Most sections; a file that claims more is damaged.
const SECTIONS_MAX: u32 = 256;

/// The state of the tables that a snapshot belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stand {
    /// The last change.
    pub(super) sequence: u64,
    /// The last node.
    pub(super) node: u32,
    /// The last row, so that a file of another context or of another copy is recognised.
    pub(super) row: Option<(Ordinal, MemoryId)>,
}

/// What a snapshot file holds. The bytes are kept once: sections are parts of the file as it was read.
#[derive(Debug, PartialEq)]
pub(super) struct Snapshot {
    pub(super) stand: Stand,
    file: Vec<u8>,
    places: Vec<(String, Range<usize>)>,
}

impl Snapshot {
    /// The sections by name, in the order in which they were written.
    pub(super) fn sections(&self) -> Vec<(&str, &[u8])> {
        self.places.iter().map(|(name, place)| (name.as_str(), &self.file[place.clone()])).collect()
    }
}

/// Writes a snapshot in place of the older one.
pub(super) fn write(path: &Path, stand: Stand, sections: &[(&'static str, Vec<u8>)]) -> Result<(), StoreError> {
    let mut head = Vec::new();
    head.extend_from_slice(MAGIC);
    head.extend_from_slice(&VERSION.to_le_bytes());
    head.extend_from_slice(&stand.sequence.to_le_bytes());
    head.extend_from_slice(&stand.node.to_le_bytes());
    let (row, id) = stand.row.map_or((0, 0), |(ordinal, id)| (ordinal.0, id.0));
    head.extend_from_slice(&row.to_le_bytes());
    head.extend_from_slice(&id.to_le_bytes());
    head.extend_from_slice(&(sections.len() as u32).to_le_bytes());
    for (name, bytes) in sections {
        head.extend_from_slice(&(name.len() as u16).to_le_bytes());
        head.extend_from_slice(name.as_bytes());
        head.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        head.extend_from_slice(&crc32fast::hash(bytes).to_le_bytes());
    }
    let sum = crc32fast::hash(&head);
    head.extend_from_slice(&sum.to_le_bytes());
    let parts: Vec<&[u8]> =
        std::iter::once(head.as_slice()).chain(sections.iter().map(|(_, bytes)| bytes.as_slice())).collect();
    folder::replace(path, &parts, true)
}

/// Reads a snapshot. The error says why it cannot be used.
pub(super) fn read(path: &Path) -> Result<Snapshot, String> {
    let file = fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => "there is none".to_owned(),
        _ => format!("it cannot be read: {error}"),
    })?;
    let (stand, places) = parse(&file).map_err(str::to_owned)?;
    Ok(Snapshot { stand, file, places })
}

/// The state that a file belongs to, and where its sections stand in it.
type Parsed = (Stand, Vec<(String, Range<usize>)>);

fn parse(bytes: &[u8]) -> Result<Parsed, &'static str> {
    let mut input = Input { bytes, at: 0 };
    if input.array::<8>()? != *MAGIC {
        return Err("it is no index snapshot");
    }
    if u32::from_le_bytes(input.array()?) != VERSION {
        return Err("it has another version");
    }
    let sequence = u64::from_le_bytes(input.array()?);
    let node = u32::from_le_bytes(input.array()?);
    let row = u32::from_le_bytes(input.array()?);
    let id = u128::from_le_bytes(input.array()?);
    let count = u32::from_le_bytes(input.array()?);
    if count > SECTIONS_MAX {
        return Err("it has too many sections");
    }
    let mut listed = Vec::new();
    for _ in 0..count {
        let length = u16::from_le_bytes(input.array()?);
        let name = String::from_utf8(input.take(u64::from(length))?.to_vec()).map_err(|_| "a name is no text")?;
        listed.push((name, u64::from_le_bytes(input.array()?), u32::from_le_bytes(input.array()?)));
    }
    let head = bytes.get(..input.at).ok_or(SHORT)?;
    if crc32fast::hash(head) != u32::from_le_bytes(input.array()?) {
        return Err("its head is damaged");
    }
    let mut places = Vec::new();
    for (name, length, sum) in listed {
        let begin = input.at;
        if crc32fast::hash(input.take(length)?) != sum {
            return Err("a section is damaged");
        }
        places.push((name, begin..input.at));
    }
    if input.at != bytes.len() {
        return Err("something follows its end");
    }
    let row = (row != 0).then_some((Ordinal(row), MemoryId(id)));
    Ok((Stand { sequence, node, row }, places))
}

const SHORT: &str = "it is cut short";

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn take(&mut self, length: u64) -> Result<&'a [u8], &'static str> {
        let end = usize::try_from(length).ok().and_then(|length| self.at.checked_add(length)).ok_or(SHORT)?;
        let taken = self.bytes.get(self.at..end).ok_or(SHORT)?;
        self.at = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], &'static str> {
        self.take(N as u64)?.try_into().map_err(|_| SHORT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(folder: &Path) -> (std::path::PathBuf, Stand) {
        let path = folder.join("index.snapshot");
        let stand = Stand { sequence: 7, node: 3, row: Some((Ordinal(5), MemoryId(9))) };
        write(&path, stand, &[("one", vec![1, 2, 3]), ("two", Vec::new())]).unwrap();
        (path, stand)
    }

    #[test]
    fn reads_what_it_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let (path, stand) = example(folder.path());
        let snapshot = read(&path).unwrap();
        assert_eq!(snapshot.stand, stand);
        assert_eq!(snapshot.sections(), [("one", &[1, 2, 3][..]), ("two", &[][..])]);
        assert_eq!(read(&folder.path().join("none")).unwrap_err(), "there is none");
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, _) = example(folder.path());
        let bytes = fs::read(path).unwrap();
        for position in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[position] ^= 1 << bit;
                assert!(parse(&damaged).is_err(), "bit {bit} of byte {position}");
            }
            assert!(parse(&bytes[..position]).is_err(), "cut at {position}");
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert!(parse(&longer).is_err());
    }
}
