//! Rows as they leave a store and come into another: everything that is kept of one row, in one value.
//!
//! Row numbers are kept, since names and claims are looked up by them; that is why rows are restored into an empty context alone.
//!
//! Must not know: files, tables.

use serde::{Deserialize, Serialize};

use super::document::ContentHash;
use super::record::Feeling;
use super::view::Ordinal;
use crate::model::{EntityKind, Episode, Link, Memory, Micros, Session};
use crate::ports::ModelId;

/// What a context has beside its rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The model of its vectors.
    pub model: Option<ModelId>,
    /// Where the sweep of importance stands, as the store keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<String>,
    /// Its sessions, in the order in which they were made.
    pub sessions: Vec<Session>,
    /// Its episodes, by id.
    pub episodes: Vec<Episode>,
}

/// One row with everything that is kept of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Portable {
    /// Its number.
    pub row: Ordinal,
    /// The memory; what it names is named by id.
    pub memory: Memory,
    /// It has a vector, be it told or not.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub has_vector: bool,
    /// Its vector, where it is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vector: Option<Vec<f32>>,
    /// What it feels like.
    #[serde(default, skip_serializing_if = "Feeling::is_empty")]
    pub feeling: Feeling,
    /// The edges it states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// What it is found by, where it is knowledge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<PortableClaim>,
    /// The rows it was read in or drawn from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Ordinal>,
    /// The entity whose card it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity: Option<PortableEntity>,
    /// When it was of use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<PortableUse>,
    /// The document that it stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<PortableDocument>,
}

/// What a row of knowledge is found by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortableClaim {
    /// What sort of knowledge it is.
    pub sort: String,
    /// The card of whom it is about.
    pub subject: Option<Ordinal>,
    /// Key, label or verb.
    pub key: String,
    /// The value in its normal form.
    pub value: String,
    /// The card of the entity that a relation leads to.
    pub object: Option<Ordinal>,
}

/// An entity beside its card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortableEntity {
    /// What it is.
    pub kind: EntityKind,
    /// Its name.
    pub name: String,
    /// The card of the entity that it turned out to be.
    pub merged_into: Option<Ordinal>,
    /// Keys under which it is looked up, each with the name that it stands for.
    pub names: Vec<(String, String)>,
}

/// Use of a memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortableUse {
    /// When it was of use last.
    pub at: Micros,
    /// How hard it is to keep (FSRS difficulty, 1 to 10).
    pub difficulty: f64,
    /// How often.
    pub count: u32,
}

/// A document beside the memory that stands for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PortableDocument {
    /// The name under which its versions follow each other.
    pub name: String,
    /// Its content.
    pub hash: ContentHash,
    /// Its place among the versions, from 1.
    pub version: u32,
    /// What it was read as.
    pub media_type: String,
    /// Size of the bytes that it was read from.
    pub size_bytes: u64,
    /// How many of the rows after its own are its passages.
    pub passages: u32,
    /// Its text.
    pub text: String,
}
