//! Loading a context: open the database, compare it with the mark, take the snapshot or build the indexes anew.
//!
//! Must not know: the writer, other contexts.

use std::path::Path;

use rusqlite::Connection;

use super::core::Loaded;
use super::database;
use super::indexes::Indexes;
use super::mark::{self, Mark};
use super::readers::Readers;
use super::rebuild;
use super::snapshot::{self, Stand};
use super::tables::{changes, erasures, memories, meta};
use super::{DATABASE_FILE, MARK_FILE, SNAPSHOT_FILE, migrate, purging};
use crate::store::StoreError;

/// A context that was loaded, the connection for its writer, and whether the snapshot was of no use.
pub(super) type Opened = (Loaded, Connection, Option<String>);

/// Loads the context of that folder. `tell` gets what an operator should know.
pub(super) fn load(folder: &Path, tell: &dyn Fn(&str)) -> Result<Opened, StoreError> {
    let path = folder.join(DATABASE_FILE);
    let mut connection = database::open_writer(&path)?;
    migrate::refuse_empty(&connection, DATABASE_FILE)?;
    migrate::migrate(&mut connection, DATABASE_FILE)?;
    let is_pending = erasures::is_pending(&connection)?;
    if is_pending && let Err(error) = purging::resume(&connection, folder, tell) {
        // What is left to do is left for another opening; what is there can be read meanwhile.
        tell(&format!("an interrupted purge could not be finished: {error}"));
    }
    let sequence = changes::last(&connection)?;
    let marked = match mark::read(&folder.join(MARK_FILE)) {
        Ok(marked) => marked.unwrap_or(0),
        Err(reason) => {
            tell(&format!("the side mark cannot be used and is written anew: {reason}"));
            0
        }
    };
    if sequence < marked {
        return Err(StoreError::Corrupt {
            what: DATABASE_FILE.to_owned(),
            detail: format!("records up to {marked} were acknowledged, the file ends at {sequence}"),
        });
    }
    // After a purge there is no snapshot, and none of an older state may be taken for one.
    let (indexes, saved, thrown_away) =
        if is_pending { (rebuild::anew(&connection)?.0, 0, None) } else { indexes(folder, &connection, sequence)? };
    let row = memories::last(&connection)?;
    let node = super::ledger::last_number(&connection, "nodes")?;
    let loaded = Loaded {
        indexes,
        stand: Stand { sequence, node, row },
        saved,
        model: meta::model(&connection)?,
        mark: Mark::new(folder.join(MARK_FILE), marked),
        readers: Readers::new(&path),
    };
    loaded.mark.stands_at(sequence);
    Ok((loaded, connection, thrown_away))
}

/// The indexes, the sequence of the snapshot they came from, and why there was none.
fn indexes(
    folder: &Path,
    connection: &Connection,
    sequence: u64,
) -> Result<(Indexes, u64, Option<String>), StoreError> {
    match from_snapshot(folder, connection, sequence)? {
        Ok((indexes, stand)) => {
            let indexes =
                if stand.sequence == sequence { indexes } else { rebuild::catch_up(connection, indexes, stand.node)? };
            Ok((indexes, stand.sequence, None))
        }
        Err(_) if sequence == 0 => Ok((Indexes::new(), 0, None)),
        Err(reason) => {
            let (indexes, _) = rebuild::anew(connection)?;
            Ok((indexes, 0, Some(reason)))
        }
    }
}

/// The indexes of the snapshot file; the inner error says why it is of no use.
fn from_snapshot(
    folder: &Path,
    connection: &Connection,
    sequence: u64,
) -> Result<Result<(Indexes, Stand), String>, StoreError> {
    let snapshot = match snapshot::read(&folder.join(SNAPSHOT_FILE)) {
        Ok(snapshot) => snapshot,
        Err(reason) => return Ok(Err(reason)),
    };
    let stand = snapshot.stand;
    if stand.sequence > sequence {
        return Ok(Err("it is ahead of the records".to_owned()));
    }
    if let Some((ordinal, id)) = stand.row
        && memories::id(connection, ordinal)? != Some(id)
    {
        return Ok(Err("it belongs to other records".to_owned()));
    }
    // Reading what changed row by row costs more than reading all in order, once it is a good part of it.
    let changed = sequence - stand.sequence;
    let rows = u64::from(super::ledger::last_number(connection, "memories")?);
    if changed > crate::limits::SNAPSHOT_EVERY && changed > rows / 2 {
        return Ok(Err("it is too old to be worth catching up".to_owned()));
    }
    Ok(match Indexes::decode(&snapshot.sections(), stand.sequence) {
        Ok(indexes) => Ok((indexes, stand)),
        Err(error) => Err(format!("section {} cannot be used: {}", error.section, error.detail)),
    })
}
