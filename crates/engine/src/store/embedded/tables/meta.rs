//! Table `meta`: what holds for the whole context.

use rusqlite::{Connection, OptionalExtension};

use super::super::database::During;
use super::cells::corrupt;
use crate::ports::ModelId;
use crate::store::StoreError;

/// The model of the context's vectors, JSON.
const MODEL: &str = "model";

/// What is kept under a key.
pub(in super::super) fn text(connection: &Connection, key: &str) -> Result<Option<String>, StoreError> {
    connection
        .prepare_cached("SELECT value FROM meta WHERE key = ?1")
        .and_then(|mut statement| statement.query_row([key], |row| row.get(0)).optional())
        .during("reading what holds for the context")
}

/// Keeps something under a key.
pub(in super::super) fn set_text(connection: &Connection, key: &str, text: &str) -> Result<(), StoreError> {
    connection
        .execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)", (key, text))
        .map(drop)
        .during("writing what holds for the context")
}

/// The model, where a vector was written already.
pub(in super::super) fn model(connection: &Connection) -> Result<Option<ModelId>, StoreError> {
    let text = text(connection, MODEL)?;
    text.map(|text| serde_json::from_str(&text).map_err(|_| corrupt("meta", MODEL, "no model"))).transpose()
}

/// Notes the model.
pub(in super::super) fn set_model(connection: &Connection, model: &ModelId) -> Result<(), StoreError> {
    let text = serde_json::to_string(model)
        .map_err(|error| StoreError::Io { what: "writing the model".to_owned(), reason: error.to_string() })?;
    set_text(connection, MODEL, &text)
}
