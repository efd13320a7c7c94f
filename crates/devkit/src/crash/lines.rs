//! What a writer says on its standard output, one line each: what it is about to do, and what was acknowledged.
//!
//! A line counts when its end is there; a writer that is killed may leave half a line, which says nothing.

use core::fmt;
use core::str::FromStr;

use quintet::model::MemoryId;

use super::names::OpName;

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The context exists and is loaded.
    Ready,
    /// An operation begins. Nothing is promised yet.
    Begin(OpName, Intent),
    /// An operation was acknowledged: the engine's call returned.
    Ack(OpName, Outcome),
    /// Something is wrong that the writer noticed itself.
    Fault(String),
}

/// What an operation is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// Remember texts, in one call.
    Remember(Vec<Planned>),
    /// Forget memories, in one call.
    Forget(Vec<MemoryId>),
}

/// A text to be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Planned {
    /// Checksum of the text.
    pub(super) sum: u64,
    /// It takes more than one passage.
    pub(super) long: bool,
}

/// What the engine answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// What became of each text, in order.
    Remembered(Vec<Kept>),
    /// Acknowledged before the call, as no engine should: only the negative control says so.
    Early,
    /// All of them are forgotten.
    Forgotten,
}

/// What became of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// Its id.
    pub(super) id: MemoryId,
    /// Its place in its session.
    pub(super) seq: Option<u32>,
    /// Ids of its later parts, in order.
    pub(super) parts: Vec<MemoryId>,
}

fn joined<T>(items: &[T], separator: &str, show: impl Fn(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(separator)
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready => f.write_str("ready"),
            Self::Begin(op, Intent::Remember(planned)) => {
                let show = |planned: &Planned| format!("{:016x}{}", planned.sum, if planned.long { "+" } else { "" });
                write!(f, "begin {op} remember {}", joined(planned, ",", show))
            }
            Self::Begin(op, Intent::Forget(ids)) => {
                write!(f, "begin {op} forget {}", joined(ids, ",", MemoryId::to_string))
            }
            Self::Ack(op, Outcome::Remembered(kept)) => {
                let show = |kept: &Kept| {
                    let seq = kept.seq.map_or_else(String::new, |seq| seq.to_string());
                    format!("{}:{seq}:{}", kept.id, joined(&kept.parts, "+", MemoryId::to_string))
                };
                write!(f, "ack {op} remembered {}", joined(kept, ",", show))
            }
            Self::Ack(op, Outcome::Early) => write!(f, "ack {op} early -"),
            Self::Ack(op, Outcome::Forgotten) => write!(f, "ack {op} forgotten -"),
            Self::Fault(text) => write!(f, "fault {}", text.replace(['\n', '\r'], " ")),
        }
    }
}

impl FromStr for Line {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "ready" {
            return Ok(Self::Ready);
        }
        if let Some(fault) = text.strip_prefix("fault ") {
            return Ok(Self::Fault(fault.to_owned()));
        }
        let words: Vec<&str> = text.split(' ').collect();
        let &[head, op, verb, rest] = words.as_slice() else { return Err(format!("'{text}' is no line")) };
        let op: OpName = op.parse()?;
        match (head, verb) {
            ("begin", "remember") => Ok(Self::Begin(op, Intent::Remember(list(rest, planned)?))),
            ("begin", "forget") => Ok(Self::Begin(op, Intent::Forget(list(rest, id)?))),
            ("ack", "remembered") => Ok(Self::Ack(op, Outcome::Remembered(list(rest, kept)?))),
            ("ack", "early") => Ok(Self::Ack(op, Outcome::Early)),
            ("ack", "forgotten") => Ok(Self::Ack(op, Outcome::Forgotten)),
            _ => Err(format!("'{text}' is no line")),
        }
    }
}

fn list<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    text.split(',').map(read).collect()
}

fn planned(text: &str) -> Result<Planned, String> {
    let (sum, long) = text.strip_suffix('+').map_or((text, false), |sum| (sum, true));
    let sum = u64::from_str_radix(sum, 16).map_err(|_| format!("'{text}' is no checksum"))?;
    Ok(Planned { sum, long })
}

fn id(text: &str) -> Result<MemoryId, String> {
    text.parse().map_err(|_| format!("'{text}' is no id"))
}

fn kept(text: &str) -> Result<Kept, String> {
    let cells: Vec<&str> = text.split(':').collect();
    let &[own, seq, parts] = cells.as_slice() else { return Err(format!("'{text}' is no outcome")) };
    let seq = match seq {
        "" => None,
        seq => Some(seq.parse().map_err(|_| format!("'{text}' has no place"))?),
    };
    let parts = if parts.is_empty() { Vec::new() } else { parts.split('+').map(id).collect::<Result<_, _>>()? };
    Ok(Kept { id: id(own)?, seq, parts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back() {
        let op = OpName { life: 3, thread: 1, number: 12 };
        let ids = [MemoryId(5), MemoryId(u128::MAX)];
        let lines = [
            Line::Ready,
            Line::Begin(op, Intent::Remember(vec![Planned { sum: 1, long: false }, Planned { sum: !0, long: true }])),
            Line::Begin(op, Intent::Forget(ids.to_vec())),
            Line::Ack(
                op,
                Outcome::Remembered(vec![
                    Kept { id: ids[0], seq: None, parts: Vec::new() },
                    Kept { id: ids[1], seq: Some(0), parts: ids.to_vec() },
                ]),
            ),
            Line::Ack(op, Outcome::Early),
            Line::Ack(op, Outcome::Forgotten),
            Line::Fault("a write failed: the disk is full".to_owned()),
        ];
        for line in lines {
            assert_eq!(line.to_string().parse(), Ok(line));
        }
    }

    #[test]
    fn other_lines_are_refused() {
        for text in [
            "",
            "read",
            "ack 1.2.3 forgotten",
            "ack 1.2 forgotten -",
            "begin 1.2.3 remember xyz",
            "ack 1.2.3 remembered 5",
        ] {
            assert!(text.parse::<Line>().is_err(), "{text}");
        }
    }
}
