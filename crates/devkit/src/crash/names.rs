//! Names of operations and of the items in them: they stand in the lines of the writer and in the rows it leaves behind, so
//! that each row says which operation it belongs to.

use core::fmt;
use core::str::FromStr;

/// Letters of a marker. No vowels, no letters that end an English word form: no stemmer shortens such a word.
const LETTERS: &[u8; 14] = b"bcfghjkmpqvwxz";

/// One operation of one writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OpName {
    /// Which writer process, counted over the whole run.
    pub(super) life: u32,
    /// Which of its threads.
    pub(super) thread: u32,
    /// Which operation of that thread, from 0.
    pub(super) number: u32,
}

/// One text of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ItemName {
    /// The operation.
    pub(super) op: OpName,
    /// Its place there, from 0.
    pub(super) idx: u32,
}

impl ItemName {
    /// A word that stands in this item's text and in no other.
    pub(super) fn marker(self) -> String {
        let OpName { life, thread, number } = self.op;
        let mut left = u128::from(life) << 64
            | u128::from(number) << 32
            | u128::from(thread & 0xff) << 16
            | u128::from(self.idx & 0xffff);
        let mut word = String::from("zq");
        while left > 0 {
            word.push(char::from(LETTERS[(left % LETTERS.len() as u128) as usize]));
            left /= LETTERS.len() as u128;
        }
        word
    }
}

impl fmt::Display for OpName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.life, self.thread, self.number)
    }
}

impl fmt::Display for ItemName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.op, self.idx)
    }
}

fn numbers<const N: usize>(text: &str) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = text.split('.').map(|part| part.parse().ok()).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| format!("'{text}' is no name"))
}

impl FromStr for OpName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let [life, thread, number] = numbers(text)?;
        Ok(Self { life, thread, number })
    }
}

impl FromStr for ItemName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let [life, thread, number, idx] = numbers(text)?;
        Ok(Self { op: OpName { life, thread, number }, idx })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn all() -> impl Iterator<Item = ItemName> {
        (0..6).flat_map(|life| {
            (0..4).flat_map(move |thread| {
                (0..40).flat_map(move |number| {
                    (0..20).map(move |idx| ItemName { op: OpName { life, thread, number }, idx })
                })
            })
        })
    }

    #[test]
    fn names_read_back() {
        for name in all() {
            assert_eq!(name.to_string().parse(), Ok(name));
            assert_eq!(name.op.to_string().parse(), Ok(name.op));
        }
        assert!("1.2".parse::<OpName>().is_err());
        assert!("1.2.3.x".parse::<ItemName>().is_err());
    }

    #[test]
    fn markers_differ_and_are_whole_index_terms() {
        let markers: BTreeSet<String> = all().map(ItemName::marker).collect();
        assert_eq!(markers.len(), all().count());
        for marker in markers.iter().step_by(97) {
            let terms = quintet::text::query_terms(marker);
            assert!(terms.iter().any(|term| term.term == *marker), "{marker}: {terms:?}");
        }
    }
}
