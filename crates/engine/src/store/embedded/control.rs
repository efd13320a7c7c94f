//! `control.db`: which contexts there are.
//!
//! Must not know: what is in a context.

use std::path::Path;

use rusqlite::Connection;

use super::database::{self, During};
use super::tables::cells::corrupt;
use crate::model::{ContextId, Micros};
use crate::store::{ContextSettings, ContextSpec, StoreError};

/// The schema, step by step; `user_version` counts.
const STEPS: &[&str] = &[
    "
CREATE TABLE contexts (
    id          TEXT PRIMARY KEY,
    description TEXT,
    metadata    TEXT NOT NULL,
    created_at  INTEGER NOT NULL
) WITHOUT ROWID;
",
    "ALTER TABLE contexts ADD COLUMN settings TEXT;",
    super::register::SQL,
];

/// The open control database.
#[derive(Debug)]
pub(super) struct Control {
    connection: Connection,
}

impl Control {
    /// Opens it, or makes it in a new data folder.
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let mut connection = if path.exists() { database::open_writer(path)? } else { database::create(path)? };
        super::migrate::run(&mut connection, "control.db", STEPS)?;
        Ok(Self { connection })
    }

    /// Every context, by id.
    pub(super) fn contexts(&self) -> Result<Vec<ContextSpec>, StoreError> {
        type Stored = (String, Option<String>, String, i64, Option<String>);
        let rows: Vec<Stored> = self
            .connection
            .prepare_cached("SELECT id, description, metadata, created_at, settings FROM contexts ORDER BY id")
            .and_then(|mut statement| {
                let rows = statement
                    .query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?;
                rows.collect()
            })
            .during("reading the contexts")?;
        rows.into_iter()
            .map(|(id, description, metadata, created_at, settings)| {
                Ok(ContextSpec {
                    metadata: serde_json::from_str(&metadata)
                        .map_err(|_| corrupt("contexts", &id, "the metadata is no JSON"))?,
                    settings: settings
                        .map_or(Ok(ContextSettings::default()), |settings| serde_json::from_str(&settings))
                        .map_err(|_| corrupt("contexts", &id, "the settings are no JSON"))?,
                    id: ContextId::checked(&id).map_err(|_| corrupt("contexts", "?", "an id is no context id"))?,
                    description,
                    created_at: Micros(created_at),
                })
            })
            .collect()
    }

    /// Adds a context.
    pub(super) fn insert(&self, spec: &ContextSpec) -> Result<(), StoreError> {
        let metadata = serde_json::to_string(&spec.metadata)
            .map_err(|error| StoreError::Io { what: "writing a context".to_owned(), reason: error.to_string() })?;
        self.connection
            .execute(
                "INSERT INTO contexts (id, description, metadata, created_at, settings) VALUES (?1, ?2, ?3, ?4, ?5)",
                (spec.id.as_str(), &spec.description, metadata, spec.created_at.0, settings_text(&spec.settings)?),
            )
            .map(drop)
            .during("writing a context")
    }

    /// Sets what is set of a context.
    pub(super) fn set_settings(&self, id: &ContextId, settings: &ContextSettings) -> Result<(), StoreError> {
        self.connection
            .execute("UPDATE contexts SET settings = ?2 WHERE id = ?1", (id.as_str(), settings_text(settings)?))
            .map(drop)
            .during("setting up a context")
    }

    /// The connection, for the register.
    pub(super) fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// Takes a context off the list, with what the register holds of it.
    pub(super) fn remove(&self, id: &ContextId) -> Result<(), StoreError> {
        self.connection
            .execute("DELETE FROM contexts WHERE id = ?1", [id.as_str()])
            .map(drop)
            .during("dropping a context")?;
        super::register::drop_context(&self.connection, id)
    }
}

/// The ids of every context of a database that another process may have open, in ascending order.
pub(super) fn listed(connection: &Connection) -> Result<Vec<ContextId>, StoreError> {
    let ids: Vec<String> = connection
        .prepare("SELECT id FROM contexts ORDER BY id")
        .and_then(|mut statement| statement.query_map((), |row| row.get(0))?.collect())
        .during("reading the contexts")?;
    let checked = |id: String| ContextId::checked(id).map_err(|_| corrupt("contexts", "?", "an id is no context id"));
    ids.into_iter().map(checked).collect()
}

fn settings_text(settings: &ContextSettings) -> Result<String, StoreError> {
    serde_json::to_string(settings)
        .map_err(|error| StoreError::Io { what: "writing a context".to_owned(), reason: error.to_string() })
}
