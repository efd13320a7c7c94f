//! Checksums over stored columns, and the byte forms of ids and vectors.

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};

use crate::model::Grain;
use crate::store::StoreError;

/// A value on its way into the database, without a copy.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Cell<'a>(pub(in super::super) ValueRef<'a>);

impl Cell<'static> {
    pub(super) const NULL: Self = Self(ValueRef::Null);

    pub(super) fn int(value: impl Into<i64>) -> Self {
        Self(ValueRef::Integer(value.into()))
    }

    pub(super) fn maybe_int(value: Option<impl Into<i64>>) -> Self {
        value.map_or(Self::NULL, Self::int)
    }

    pub(super) fn real(value: f32) -> Self {
        // SQLite keeps whole numbers of a REAL column as integers, where the sign of zero is lost.
        Self(ValueRef::Real(f64::from(value) + 0.0))
    }
}

impl<'a> Cell<'a> {
    pub(super) fn text(value: &'a str) -> Self {
        Self(ValueRef::Text(value.as_bytes()))
    }

    pub(super) fn maybe_text(value: Option<&'a str>) -> Self {
        value.map_or(Self(ValueRef::Null), Cell::text)
    }

    pub(super) fn blob(value: &'a [u8]) -> Self {
        Self(ValueRef::Blob(value))
    }
}

impl ToSql for Cell<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(self.0))
    }
}

/// CRC-32 over values in order, each with its type and, where it varies, its length. Equal for a value that is about to be
/// written and the same value read back.
#[derive(Debug, Default)]
pub(super) struct Checksum(crc32fast::Hasher);

impl Checksum {
    pub(super) fn add(&mut self, value: ValueRef<'_>) {
        match value {
            ValueRef::Null => self.0.update(&[0]),
            ValueRef::Integer(number) => {
                self.0.update(&[1]);
                self.0.update(&number.to_le_bytes());
            }
            ValueRef::Real(number) => {
                self.0.update(&[2]);
                self.0.update(&number.to_bits().to_le_bytes());
            }
            ValueRef::Text(bytes) => self.add_bytes(3, bytes),
            ValueRef::Blob(bytes) => self.add_bytes(4, bytes),
        }
    }

    fn add_bytes(&mut self, tag: u8, bytes: &[u8]) {
        self.0.update(&[tag]);
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    pub(super) fn finish(self) -> u32 {
        self.0.finalize()
    }
}

/// The checksum of some values.
pub(super) fn checksum<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> u32 {
    let mut sum = Checksum::default();
    for value in values {
        sum.add(value);
    }
    sum.finish()
}

/// A row is not what was written.
pub(in super::super) fn corrupt(table: &str, row: impl core::fmt::Display, detail: &str) -> StoreError {
    StoreError::Corrupt { what: format!("table {table}"), detail: format!("row {row}: {detail}") }
}

/// The stored form of an id.
pub(in super::super) fn id_bytes(id: u128) -> [u8; 16] {
    id.to_be_bytes()
}

/// Floats as stored: 4 bytes each, little-endian.
pub(super) fn float_bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// The floats of a stored blob; `None` when its length is no multiple of 4.
pub(super) fn floats(bytes: &[u8]) -> Option<Vec<f32>> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    rest.is_empty().then(|| chunks.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect())
}

const GRAINS: [(Grain, &str); 9] = [
    (Grain::Second, "second"),
    (Grain::Minute, "minute"),
    (Grain::Hour, "hour"),
    (Grain::Day, "day"),
    (Grain::Week, "week"),
    (Grain::Month, "month"),
    (Grain::Quarter, "quarter"),
    (Grain::Year, "year"),
    (Grain::Decade, "decade"),
];

/// The stored name of a grain.
pub(super) fn grain_name(grain: Grain) -> &'static str {
    GRAINS.iter().find(|(listed, _)| *listed == grain).map_or("second", |(_, name)| name)
}

/// The grain of a stored name.
pub(super) fn grain(name: &str) -> Option<Grain> {
    GRAINS.iter().find(|(_, listed)| *listed == name).map(|(grain, _)| *grain)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn grains_round_trip() {
        for (listed, name) in GRAINS {
            assert_eq!(grain(grain_name(listed)), Some(listed), "{name}");
        }
    }

    #[test]
    fn neighbouring_values_do_not_run_into_each_other() {
        let one = checksum([ValueRef::Text(b"ab"), ValueRef::Text(b"c")]);
        let other = checksum([ValueRef::Text(b"a"), ValueRef::Text(b"bc")]);
        assert_ne!(one, other);
        assert_ne!(checksum([ValueRef::Null]), checksum([ValueRef::Text(b"")]));
    }

    proptest! {
        #[test]
        fn floats_round_trip_bit_by_bit(bits in proptest::collection::vec(any::<u32>(), 0..50)) {
            let values: Vec<f32> = bits.iter().map(|bits| f32::from_bits(*bits)).collect();
            let back: Vec<u32> = floats(&float_bytes(&values)).unwrap().iter().map(|value| value.to_bits()).collect();
            prop_assert_eq!(back, bits);
        }
    }
}
