//! The register inside `control.db`.
//!
//! Must not know: what the records say.

use rusqlite::{Connection, OptionalExtension};

use super::EmbeddedStore;
use super::database::During;
use super::tables::cells::corrupt;
use crate::limits;
use crate::model::{ContextId, Micros};
use crate::store::StoreError;
use crate::store::{Deed, Entry, Register, Reply};

/// The schema of the register, as a step of the control database.
pub(super) const SQL: &str = "
CREATE TABLE entries (
    context TEXT NOT NULL,
    kind    TEXT NOT NULL,
    id      TEXT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (context, kind, id)
) WITHOUT ROWID;
CREATE TABLE deeds (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    context TEXT NOT NULL,
    at      INTEGER NOT NULL,
    body    TEXT NOT NULL
);
CREATE INDEX deeds_of_context ON deeds (context, number);
CREATE TABLE replies (
    key     TEXT PRIMARY KEY,
    context TEXT NOT NULL,
    digest  BLOB NOT NULL CHECK (length(digest) = 32),
    at      INTEGER NOT NULL,
    status  INTEGER NOT NULL,
    body    TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX replies_by_age ON replies (at);
";

/// Takes away all that the register holds of a context.
pub(super) fn drop_context(connection: &Connection, id: &ContextId) -> Result<(), StoreError> {
    for table in ["entries", "deeds", "replies"] {
        connection
            .execute(&format!("DELETE FROM {table} WHERE context = ?1"), [id.as_str()])
            .during("dropping a context's records")?;
    }
    Ok(())
}

impl EmbeddedStore {
    fn registered<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut control = self.control.lock();
        work(control.connection())
    }
}

impl Register for EmbeddedStore {
    fn entries(&self) -> Result<Vec<Entry>, StoreError> {
        let rows: Vec<(String, String, String, String)> = self.registered(|connection| {
            connection
                .prepare_cached("SELECT context, kind, id, body FROM entries ORDER BY context, kind, id")
                .and_then(|mut statement| {
                    let rows =
                        statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
                    rows.collect()
                })
                .during("reading the register")
        })?;
        rows.into_iter()
            .map(|(context, kind, id, body)| Ok(Entry { context: context_id(&context)?, kind, id, body }))
            .collect()
    }

    fn put_entries(&self, entries: &[Entry]) -> Result<(), StoreError> {
        self.registered(|connection| {
            let what = "writing the register";
            let transaction = connection.transaction().during(what)?;
            for entry in entries {
                transaction
                    .prepare_cached("INSERT OR REPLACE INTO entries (context, kind, id, body) VALUES (?1, ?2, ?3, ?4)")
                    .and_then(|mut statement| {
                        statement.execute((entry.context.as_str(), &entry.kind, &entry.id, &entry.body))
                    })
                    .during(what)?;
            }
            transaction.commit().during(what)
        })
    }

    fn remove_entry(&self, context: &ContextId, kind: &str, id: &str) -> Result<bool, StoreError> {
        self.registered(|connection| {
            connection
                .execute(
                    "DELETE FROM entries WHERE context = ?1 AND kind = ?2 AND id = ?3",
                    (context.as_str(), kind, id),
                )
                .map(|n| n > 0)
                .during("writing the register")
        })
    }

    fn add_deeds(&self, deeds: &[Deed]) -> Result<(), StoreError> {
        self.registered(|connection| {
            let what = "writing what was done";
            let transaction = connection.transaction().during(what)?;
            for deed in deeds {
                transaction
                    .prepare_cached("INSERT INTO deeds (context, at, body) VALUES (?1, ?2, ?3)")
                    .and_then(|mut statement| statement.execute((deed.context.as_str(), deed.at.0, &deed.body)))
                    .during(what)?;
            }
            transaction
                .execute(
                    "DELETE FROM deeds WHERE number <= (SELECT coalesce(max(number), 0) FROM deeds) - ?1",
                    [limits::DEEDS_KEPT as i64],
                )
                .during(what)?;
            transaction.commit().during(what)
        })
    }

    fn deeds(&self, context: &ContextId, before: Option<u64>, limit: usize) -> Result<Vec<Deed>, StoreError> {
        let before = before.map_or(i64::MAX, |number| i64::try_from(number).unwrap_or(i64::MAX));
        self.registered(|connection| {
            connection
                .prepare_cached(
                    "SELECT number, at, body FROM deeds WHERE context = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3",
                )
                .and_then(|mut statement| {
                    let rows = statement.query_map(
                        (context.as_str(), before, i64::try_from(limit).unwrap_or(i64::MAX)),
                        |row| {
                            Ok(Deed {
                                number: row.get::<_, i64>(0)?.unsigned_abs(),
                                context: context.clone(),
                                at: Micros(row.get(1)?),
                                body: row.get(2)?,
                            })
                        },
                    )?;
                    rows.collect()
                })
                .during("reading what was done")
        })
    }

    fn reply(&self, key: &str, since: Micros) -> Result<Option<Reply>, StoreError> {
        type Stored = (String, [u8; 32], i64, u16, String);
        let found: Option<Stored> = self.registered(|connection| {
            connection
                .prepare_cached("SELECT context, digest, at, status, body FROM replies WHERE key = ?1 AND at >= ?2")
                .and_then(|mut statement| {
                    statement
                        .query_row((key, since.0), |row| {
                            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
                        })
                        .optional()
                })
                .during("reading a reply")
        })?;
        found
            .map(|(context, digest, at, status, body)| {
                Ok(Reply { key: key.to_owned(), context: context_id(&context)?, digest, at: Micros(at), status, body })
            })
            .transpose()
    }

    fn drop_replies(&self, context: &ContextId) -> Result<(), StoreError> {
        self.registered(|connection| {
            let what = "dropping replies";
            connection.execute_batch("PRAGMA secure_delete=ON").during(what)?;
            connection.execute("DELETE FROM replies WHERE context = ?1", [context.as_str()]).during(what)?;
            // Pages of older states stand in free pages and in the log until both are written anew.
            connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA secure_delete=OFF;").during(what)
        })
    }

    fn keep_reply(&self, reply: &Reply, since: Micros) -> Result<(), StoreError> {
        self.registered(|connection| {
            let what = "keeping a reply";
            let transaction = connection.transaction().during(what)?;
            transaction.execute("DELETE FROM replies WHERE at < ?1", [since.0]).during(what)?;
            transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO replies (key, context, digest, at, status, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )
                .and_then(|mut statement| {
                    statement.execute((
                        &reply.key,
                        reply.context.as_str(),
                        &reply.digest[..],
                        reply.at.0,
                        reply.status,
                        &reply.body,
                    ))
                })
                .during(what)?;
            transaction.commit().during(what)
        })
    }
}

fn context_id(text: &str) -> Result<ContextId, StoreError> {
    ContextId::checked(text).map_err(|_| corrupt("register", "?", "an id is no context id"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::store::embedded::EmbeddedOptions;
    use crate::store::{ContextSettings, ContextSpec, Store};

    fn deed(context: &ContextId, body: &str) -> Deed {
        Deed { number: 0, context: context.clone(), at: Micros(1), body: body.to_owned() }
    }

    #[test]
    fn records_survive_and_go_with_their_context() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (ContextId::checked("a").unwrap(), ContextId::checked("b").unwrap());
        let store = EmbeddedStore::open(folder.path(), EmbeddedOptions::default()).unwrap();
        for id in [&a, &b] {
            let spec = ContextSpec {
                id: id.clone(),
                description: None,
                metadata: BTreeMap::default(),
                created_at: Micros(0),
                settings: ContextSettings::default(),
            };
            store.create_context(&spec).unwrap();
            let entry = |body: &str| Entry { context: id.clone(), kind: "k".into(), id: "x".into(), body: body.into() };
            store.put_entries(&[entry("1")]).unwrap();
            store.put_entries(&[entry("2")]).unwrap();
            store.add_deeds(&[deed(id, "first"), deed(id, "second")]).unwrap();
            let reply = Reply {
                key: format!("{id} key"),
                context: id.clone(),
                digest: [7; 32],
                at: Micros(10),
                status: 201,
                body: "{}".into(),
            };
            store.keep_reply(&reply, Micros(0)).unwrap();
            assert_eq!(store.reply(&reply.key, Micros(10)).unwrap(), Some(reply.clone()));
            assert_eq!(store.reply(&reply.key, Micros(11)).unwrap(), None);
        }
        drop(store);
        let store = EmbeddedStore::open(folder.path(), EmbeddedOptions::default()).unwrap();
        assert_eq!(store.entries().unwrap().len(), 2);
        assert!(store.entries().unwrap().iter().all(|entry| entry.body == "2"));
        let deeds = store.deeds(&a, None, 10).unwrap();
        assert_eq!(deeds.iter().map(|deed| deed.body.as_str()).collect::<Vec<_>>(), ["second", "first"]);
        assert_eq!(store.deeds(&a, Some(deeds[0].number), 10).unwrap().len(), 1);
        let holds = |word: &str| {
            std::fs::read_dir(folder.path()).unwrap().flatten().any(|file| {
                let bytes = std::fs::read(file.path()).unwrap_or_default();
                bytes.windows(word.len()).any(|run| run == word.as_bytes())
            })
        };
        let said = Reply {
            key: "said".into(),
            context: b.clone(),
            digest: [0; 32],
            at: Micros(10),
            status: 200,
            body: "{\"text\":\"marker-4711\"}".into(),
        };
        store.keep_reply(&said, Micros(0)).unwrap();
        assert!(holds("marker-4711"));
        store.drop_replies(&b).unwrap();
        assert!(!holds("marker-4711"));
        store.drop_context(&a).unwrap();
        assert!(store.entries().unwrap().iter().all(|entry| entry.context == b));
        assert!(store.deeds(&a, None, 10).unwrap().is_empty());
        assert_eq!(store.reply("a key", Micros(0)).unwrap(), None);
        assert!(store.remove_entry(&b, "k", "x").unwrap());
        assert!(!store.remove_entry(&b, "k", "x").unwrap());
    }
}
