//! Forgetting and wear: purges under way, use of memories, and cards and thoughts found by what they were drawn from.
//!
//! `erasures` has a row for each purge; one without `done` is finished at the next opening. `erasure_rows` are the rows of
//! those that are not done. `uses` says when a memory was last of use and how hard it is to keep (FSRS difficulty).

/// SQL from version 5 to version 6.
pub(super) const SQL: &str = "
CREATE TABLE erasures (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at     INTEGER NOT NULL,
    done   INTEGER NOT NULL DEFAULT 0,
    counts TEXT NOT NULL
);
CREATE TABLE erasure_rows (
    ordinal INTEGER PRIMARY KEY,
    is_card INTEGER NOT NULL
);
CREATE TABLE uses (
    ordinal    INTEGER PRIMARY KEY,
    used_at    INTEGER NOT NULL,
    difficulty REAL NOT NULL,
    count      INTEGER NOT NULL
);
-- What is said again goes with what it repeats.
CREATE INDEX memories_repeats ON memories (duplicate_of) WHERE duplicate_of IS NOT NULL;
INSERT OR IGNORE INTO claim_sources (source, ordinal)
    SELECT s.ordinal, m.ordinal
    FROM memories m, json_each(m.source, '$.derived_from') j
    JOIN memories s ON s.id = unhex(replace(j.value, '-', ''))
    WHERE m.kind IN ('entity', 'reflection', 'summary');
";
