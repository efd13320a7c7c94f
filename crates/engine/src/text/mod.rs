//! Text as retrieval sees it: normal form, terms, names, phrases, passages, fingerprints.
//!
//! Pure functions from text to text and spans; no storage, no model, no clock. Questions and stored text go through the
//! same analysis ([`analyse`]), which is what makes a word written one way findable another. Spans are always bytes of the
//! original text on character boundaries.

mod analyse;
mod given;
mod keyphrases;
mod mentions;
mod names;
mod nods;
mod normal;
mod parts;
mod plain;
mod quoted;
mod recalled;
mod scan;
mod script;
mod sentences;
mod shape;
mod simhash;
mod skeleton;
mod split;
mod stems;
mod stop;
mod summary;
mod wishes;

pub use analyse::{QueryToken, TERM_LEN_MAX, Token, TokenKind, analyse, identifiers, index_terms, query_terms, words};
pub use given::{given_name, given_names};
pub use keyphrases::keyphrases;
pub use mentions::mentions;
pub use names::{NameWord, name_key, name_words};
pub use nods::{is_empty_talk, is_nod};
pub use normal::normalise;
pub use parts::hash_prefix;
pub use plain::{is_everyday, is_time};
pub use quoted::quoted;
pub use recalled::{RECALLED_MARK, line_forms, names_memories, recalled_blocks, without_recalled};
pub use script::{is_unspaced, language};
pub use sentences::sentences;
pub(crate) use simhash::mix;
pub use simhash::{hamming, simhash};
pub use skeleton::{Filling, skeleton};
pub use split::split;
pub use stop::{is_stop_word, stop_words};
pub use summary::summary;
pub use wishes::{Wish, wish};
