//! Bytes of the index: a snapshot to open fast with, thrown away when in doubt.
//!
//! Little endian. `"QFEL"`, version u8, labels u8, families u8 each, rows u32, then a row: ordinal u32, flags u8
//! (1 = has affinities), vad 3 x i8, intensity u8, label u8, provenance u8, and a code a label if it has affinities.
//! Rows ascend by ordinal. Then the lines: rows with lines u32, then each: ordinal u32, voices u16, a voice with its length
//! u16 and UTF-8 bytes, lines u16, a line with its voice u16 and a code a label; ascending by ordinal, of rows held. Last,
//! the CRC-32 of everything before. Temperature and floor are the reader's, not stored.

use super::page::{PAGE_ROWS, Page, Row, label_fits};
use super::runs::{LINES_MAX, Lines};
use super::{FeelingError, FeelingIndex, LABELS_MAX, place};

const MAGIC: &[u8; 4] = b"QFEL";
const VERSION: u8 = 2;
const HAS_AFFINITIES: u8 = 1;

fn damaged(reason: &'static str) -> FeelingError {
    FeelingError::Damaged { reason }
}

impl FeelingIndex {
    /// The whole index as bytes. The same rows give the same bytes, in whatever order they came.
    pub fn encode(&self) -> Vec<u8> {
        let labels = self.labels();
        let mut out = Vec::with_capacity(16 + labels + self.len() * (11 + labels));
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&[VERSION, labels as u8]);
        out.extend(self.families.iter().map(|family| *family as u8));
        out.extend_from_slice(&(self.len() as u32).to_le_bytes());
        for (at, page) in self.pages.iter().enumerate() {
            let Some(page) = page else { continue };
            page.each_live(|row| {
                let Some(stored) = page.row(row) else { return };
                out.extend_from_slice(&((at * PAGE_ROWS + row) as u32).to_le_bytes());
                out.push(if stored.compared { HAS_AFFINITIES } else { 0 });
                out.extend(stored.vad.map(i8::cast_unsigned));
                out.extend_from_slice(&[stored.intensity, stored.label, stored.provenance]);
                if stored.compared {
                    out.extend((0..labels).map(|label| page.code(label, row)));
                }
            });
        }
        self.encode_lines(&mut out);
        let crc = crc32fast::hash(&out);
        out.extend_from_slice(&crc.to_le_bytes());
        out
    }

    /// Reads what [`FeelingIndex::encode`] wrote. Any bytes may be given.
    ///
    /// # Errors
    /// [`FeelingError::Damaged`].
    pub fn decode(bytes: &[u8]) -> Result<Self, FeelingError> {
        let (body, crc) = bytes.split_last_chunk::<4>().ok_or(damaged("cut short"))?;
        if crc32fast::hash(body) != u32::from_le_bytes(*crc) {
            return Err(damaged("checksum"));
        }
        let mut reader = Reader(body);
        if reader.take::<4>()? != *MAGIC {
            return Err(damaged("not a feelings index"));
        }
        let [version, labels] = reader.take()?;
        if version != VERSION {
            return Err(damaged("another version"));
        }
        let labels = usize::from(labels);
        let families: Vec<usize> = reader.slice(labels)?.iter().map(|family| usize::from(*family)).collect();
        if labels > LABELS_MAX || families.iter().any(|family| *family >= labels) {
            return Err(damaged("label table"));
        }
        let mut index = Self::with_families(&families);
        let n_rows = u32::from_le_bytes(reader.take()?);
        let mut next = 0;
        for _ in 0..n_rows {
            next = index.decode_row(&mut reader, next)?;
        }
        index.decode_lines(&mut reader)?;
        if reader.0.is_empty() { Ok(index) } else { Err(damaged("bytes left over")) }
    }

    fn encode_lines(&self, out: &mut Vec<u8>) {
        let labels = self.labels().max(1);
        out.extend_from_slice(&(self.lines.len() as u32).to_le_bytes());
        for (ordinal, lines) in &self.lines {
            out.extend_from_slice(&ordinal.to_le_bytes());
            out.extend_from_slice(&(lines.voices.len() as u16).to_le_bytes());
            for voice in &lines.voices {
                // Names are bounded by the form of transcripts; a longer one would be cut, never misread.
                let voice = voice.get(..voice.len().min(usize::from(u16::MAX))).unwrap_or_default();
                out.extend_from_slice(&(voice.len() as u16).to_le_bytes());
                out.extend_from_slice(voice.as_bytes());
            }
            out.extend_from_slice(&(lines.voice_of.len() as u16).to_le_bytes());
            for (voice, codes) in lines.voice_of.iter().zip(lines.codes.chunks_exact(labels)) {
                out.extend_from_slice(&voice.to_le_bytes());
                out.extend_from_slice(codes);
            }
        }
    }

    fn decode_lines(&mut self, reader: &mut Reader<'_>) -> Result<(), FeelingError> {
        let labels = self.labels();
        let n_rows = u32::from_le_bytes(reader.take()?);
        let mut next = 0;
        for _ in 0..n_rows {
            let ordinal = u32::from_le_bytes(reader.take()?);
            if u64::from(ordinal) < next || self.get(ordinal).is_none() || labels == 0 {
                return Err(damaged("lines out of order"));
            }
            next = u64::from(ordinal) + 1;
            let n_voices = u16::from_le_bytes(reader.take()?);
            let mut voices: Vec<Box<str>> = Vec::new();
            for _ in 0..n_voices {
                let len = u16::from_le_bytes(reader.take()?);
                let voice = str::from_utf8(reader.slice(usize::from(len))?).map_err(|_| damaged("voice"))?;
                voices.push(voice.into());
            }
            let n_lines = usize::from(u16::from_le_bytes(reader.take()?));
            if n_lines == 0 || n_lines > LINES_MAX {
                return Err(damaged("lines"));
            }
            let (mut voice_of, mut codes) = (Vec::new(), Vec::new());
            for _ in 0..n_lines {
                let voice = u16::from_le_bytes(reader.take()?);
                if voice >= n_voices {
                    return Err(damaged("voice"));
                }
                voice_of.push(voice);
                codes.extend_from_slice(reader.slice(labels)?);
            }
            self.put_lines(ordinal, Lines { voices: voices.into(), voice_of: voice_of.into(), codes: codes.into() });
        }
        Ok(())
    }

    /// Reads one row whose ordinal must be at least `next`; returns the least the following one may have.
    fn decode_row(&mut self, reader: &mut Reader<'_>, next: u64) -> Result<u64, FeelingError> {
        let labels = self.labels();
        let ordinal = u32::from_le_bytes(reader.take()?);
        if u64::from(ordinal) < next {
            return Err(damaged("rows out of order"));
        }
        let [flags, v, a, d, intensity, label, provenance] = reader.take()?;
        if flags > HAS_AFFINITIES || !label_fits(label, labels) {
            return Err(damaged("row"));
        }
        let compared = flags == HAS_AFFINITIES;
        let codes = reader.slice(if compared { labels } else { 0 })?;
        let vad = [v, a, d].map(u8::cast_signed);
        let (at, row) = place(ordinal);
        if self.pages.len() <= at {
            self.pages.resize(at + 1, None);
        }
        let page = self.pages[at].get_or_insert_with(|| Box::new(Page::new(labels)));
        page.put(row, Row { compared, vad, intensity, label, provenance }, codes);
        self.n_rows += 1;
        self.n_compared += u64::from(compared);
        self.sums.iter_mut().zip(codes).for_each(|(sum, code)| *sum += u64::from(*code));
        Ok(u64::from(ordinal) + 1)
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], FeelingError> {
        let (head, rest) = self.0.split_first_chunk::<N>().ok_or(damaged("cut short"))?;
        self.0 = rest;
        Ok(*head)
    }

    fn slice(&mut self, len: usize) -> Result<&'a [u8], FeelingError> {
        let (head, rest) = self.0.split_at_checked(len).ok_or(damaged("cut short"))?;
        self.0 = rest;
        Ok(head)
    }
}
