//! Feelings: text or labels -> points in valence/arousal/dominance with provenance, arcs, the 132-d trajectory vector.
//!
//! Pure and deterministic: no model, no store. Detection by words is [`Lexicon`]; by nearness in an embedding space
//! [`Prototypes`], fed with vectors the caller made. A row's affinity ([`combine`], [`with_neighbours`]) goes to an
//! index, the course of a session through [`arc`] and [`course`], a question through [`query`]. Every inferred point says how it
//! was learnt, so that it can be shown as a guess and taken back.

mod arc;
mod behaviour;
mod course;
mod curve;
mod label;
mod lexicon;
mod point;
mod prototype;
mod published;
mod question;
mod ready;
mod transcript;
mod world;

pub use arc::{ARC_DIMS, Arc, ArcClass, Movement, SHAPE_STEPS, arc, arc_similarity};
pub use behaviour::{Signals, behavioural};
pub use course::{Fit, course};
pub use curve::{CURVE_STEPS, DTW_BAND, curve, dtw};
pub use label::{LABELS, Label};
pub use lexicon::{CUE_HITS_MAX, Lexicon, Reading};
pub use point::{Point, Provenance, TAG_CHARS_MAX, point_of_label, told};
pub use prototype::{PrototypeError, Prototypes, TEMPERATURE, combine, with_neighbours};
pub use published::metamemory_vector;
pub use question::{FeelingKind, FeelingQuery, query};
pub(crate) use transcript::slice;
pub use transcript::{TRANSCRIPT_LINES_MAX, TranscriptLine, transcript};
