//! Extraction with a language model: [`LlmExtractor`], a provider of [`quintet::ports::Extractor`].
//!
//! The model is asked window by window and believed only as far as its answer stands in the text. Whatever it does, each text
//! comes back with at least what the rules read, and with notes on what went wrong.

mod answer;
mod claim;
mod ground;
mod llm;
mod merge;
mod party;
mod prompt;
#[cfg(test)]
mod tests;
mod window;

pub use self::llm::LlmExtractor;
