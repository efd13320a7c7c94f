//! Tables `sessions` and `episodes`.

use rusqlite::{Connection, OptionalExtension};

use super::super::database::During;
use super::cells::{corrupt, id_bytes};
use crate::model::{Episode, EpisodeId, Micros, Session, SessionId};
use crate::store::StoreError;

/// The number of a session.
pub(in super::super) fn number(connection: &Connection, id: &SessionId) -> Result<Option<u32>, StoreError> {
    connection
        .prepare_cached("SELECT number FROM sessions WHERE id = ?1")
        .and_then(|mut statement| statement.query_row([id.as_str()], |row| row.get(0)).optional())
        .during("reading a session")
}

/// Makes a session and returns its number.
pub(in super::super) fn insert(connection: &Connection, session: &Session) -> Result<u32, StoreError> {
    let what = "writing a session";
    let unwritable = |error: serde_json::Error| StoreError::Io { what: what.to_owned(), reason: error.to_string() };
    let scopes = serde_json::to_string(&session.scopes).map_err(unwritable)?;
    let metadata = serde_json::to_string(&session.metadata).map_err(unwritable)?;
    connection
        .prepare_cached("INSERT INTO sessions (id, scopes, metadata, opened_at, closed_at) VALUES (?1, ?2, ?3, ?4, ?5)")
        .and_then(|mut statement| {
            let closed_at = session.closed_at.map(|at| at.0);
            statement.execute((session.id.as_str(), scopes, metadata, session.opened_at.0, closed_at))
        })
        .during(what)?;
    u32::try_from(connection.last_insert_rowid())
        .map_err(|_| StoreError::Io { what: what.to_owned(), reason: "there are 2^32 sessions".to_owned() })
}

/// Closes a session that is open.
pub(in super::super) fn close(connection: &Connection, id: &SessionId, at: Micros) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE sessions SET closed_at = ?2 WHERE id = ?1 AND closed_at IS NULL")
        .and_then(|mut statement| statement.execute((id.as_str(), at.0)))
        .map(drop)
        .during("closing a session")
}

/// A session by id.
pub(in super::super) fn get(connection: &Connection, id: &SessionId) -> Result<Option<Session>, StoreError> {
    let stored: Option<(u32, String, String, i64, Option<i64>)> = connection
        .prepare_cached("SELECT number, scopes, metadata, opened_at, closed_at FROM sessions WHERE id = ?1")
        .and_then(|mut statement| {
            statement
                .query_row([id.as_str()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))
                .optional()
        })
        .during("reading a session")?;
    let Some((number, scopes, metadata, opened_at, closed_at)) = stored else { return Ok(None) };
    let bad = |_| corrupt("sessions", number, "a column is no JSON");
    Ok(Some(Session {
        id: id.clone(),
        scopes: serde_json::from_str(&scopes).map_err(bad)?,
        metadata: serde_json::from_str(&metadata).map_err(bad)?,
        opened_at: Micros(opened_at),
        closed_at: closed_at.map(Micros),
    }))
}

/// Writes an episode, or extends the one of that id.
pub(in super::super) fn upsert_episode(
    connection: &Connection,
    episode: &Episode,
    session: u32,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO episodes (id, session, seq_first, seq_last, started_at, ended_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (id) DO UPDATE SET session = ?2, seq_first = ?3, seq_last = ?4, started_at = ?5, ended_at = ?6",
        )
        .and_then(|mut statement| {
            let id = id_bytes(episode.id.0);
            let (started, ended) = (episode.started_at.0, episode.ended_at.0);
            statement.execute((id, session, episode.seq_first, episode.seq_last, started, ended))
        })
        .map(drop)
        .during("writing an episode")
}

/// An episode by id.
pub(in super::super) fn episode(connection: &Connection, id: EpisodeId) -> Result<Option<Episode>, StoreError> {
    type Stored = (String, u32, u32, i64, i64);
    let stored: Option<Stored> = connection
        .prepare_cached(
            "SELECT s.id, e.seq_first, e.seq_last, e.started_at, e.ended_at
             FROM episodes e JOIN sessions s ON s.number = e.session WHERE e.id = ?1",
        )
        .and_then(|mut statement| {
            statement
                .query_row([id_bytes(id.0)], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
                })
                .optional()
        })
        .during("reading an episode")?;
    let Some((session, seq_first, seq_last, started_at, ended_at)) = stored else { return Ok(None) };
    Ok(Some(Episode {
        id,
        session: SessionId::new(&session).map_err(|_| corrupt("sessions", "?", "an id is no session id"))?,
        seq_first,
        seq_last,
        started_at: Micros(started_at),
        ended_at: Micros(ended_at),
    }))
}

/// Every session, in the order in which they were made.
pub(in super::super) fn all(connection: &Connection) -> Result<Vec<Session>, StoreError> {
    let ids: Vec<String> = connection
        .prepare_cached("SELECT id FROM sessions ORDER BY number")
        .and_then(|mut statement| statement.query_map((), |row| row.get(0))?.collect())
        .during("reading sessions")?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        let id = SessionId::new(&id).map_err(|_| corrupt("sessions", "?", "an id is no session id"))?;
        found.extend(get(connection, &id)?);
    }
    Ok(found)
}

/// Every episode, by id.
pub(in super::super) fn episodes(connection: &Connection) -> Result<Vec<Episode>, StoreError> {
    let ids: Vec<[u8; 16]> = connection
        .prepare_cached("SELECT id FROM episodes ORDER BY id")
        .and_then(|mut statement| statement.query_map((), |row| row.get(0))?.collect())
        .during("reading episodes")?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        found.extend(episode(connection, EpisodeId(u128::from_be_bytes(id)))?);
    }
    Ok(found)
}
