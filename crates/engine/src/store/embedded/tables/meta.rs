//! Table `meta`: what holds for the whole context.

use rusqlite::{Connection, OptionalExtension};

use super::super::database::During;
use super::cells::corrupt;
use crate::ports::ModelId;
use crate::store::StoreError;

/// The model of the context's vectors, JSON.
const MODEL: &str = "model";

/// The model, where a vector was written already.
pub(in super::super) fn model(connection: &Connection) -> Result<Option<ModelId>, StoreError> {
    let text: Option<String> = connection
        .prepare_cached("SELECT value FROM meta WHERE key = ?1")
        .and_then(|mut statement| statement.query_row([MODEL], |row| row.get(0)).optional())
        .during("reading the model")?;
    text.map(|text| serde_json::from_str(&text).map_err(|_| corrupt("meta", MODEL, "no model"))).transpose()
}

/// Notes the model.
pub(in super::super) fn set_model(connection: &Connection, model: &ModelId) -> Result<(), StoreError> {
    let text = serde_json::to_string(model)
        .map_err(|error| StoreError::Io { what: "writing the model".to_owned(), reason: error.to_string() })?;
    connection
        .execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)", (MODEL, text))
        .map(drop)
        .during("writing the model")
}
