//! The first schema.
//!
//! Times are microseconds since 1970 in UTC; ids are 16 bytes, big-endian; vectors are 32-bit floats, little-endian.
//! `text` is the last column of `memories`, so that a long one does not stand in the way of the others. Every index costs
//! write speed: there are only those that a read or a rule needs.

/// SQL from an empty file to version 1.
pub(super) const SQL: &str = "
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE sessions (
    number    INTEGER PRIMARY KEY,
    id        TEXT NOT NULL UNIQUE,
    scopes    TEXT NOT NULL,
    metadata  TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER
);

CREATE TABLE memories (
    ordinal        INTEGER PRIMARY KEY AUTOINCREMENT CHECK (ordinal BETWEEN 1 AND 4294967295),
    id             BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    kind           TEXT NOT NULL,
    session        INTEGER,
    seq            INTEGER,
    role           TEXT,
    speaker        TEXT,
    title          TEXT,
    lang           TEXT,
    document       TEXT,
    section        TEXT,
    part_of        INTEGER,
    episode        BLOB,
    known_at       INTEGER NOT NULL,
    recorded_at    INTEGER NOT NULL,
    event_start    INTEGER NOT NULL,
    event_end      INTEGER NOT NULL,
    event_grain    TEXT NOT NULL,
    valid_from     INTEGER,
    valid_until    INTEGER,
    category       TEXT NOT NULL,
    importance     REAL NOT NULL,
    stability_days REAL NOT NULL,
    trust          REAL NOT NULL,
    confidence     REAL NOT NULL,
    supersedes     INTEGER,
    superseded_by  INTEGER,
    forgotten_at   INTEGER,
    simhash        INTEGER NOT NULL,
    duplicate_of   INTEGER,
    has_vector     INTEGER NOT NULL,
    has_feeling    INTEGER NOT NULL,
    edges          INTEGER NOT NULL,
    sequence       INTEGER NOT NULL,
    scopes         TEXT NOT NULL,
    labels         TEXT,
    stated         TEXT,
    source         TEXT NOT NULL,
    checksum       INTEGER NOT NULL,
    text           TEXT NOT NULL
);
-- The order of a session. Only whole turns stand in it; two cannot share a place.
CREATE UNIQUE INDEX memories_in_session ON memories (session, seq) WHERE kind = 'turn' AND part_of IS NULL;
-- A memory is forgotten together with its parts.
CREATE INDEX memories_parts ON memories (part_of) WHERE part_of IS NOT NULL;
CREATE INDEX memories_forgotten ON memories (forgotten_at) WHERE forgotten_at IS NOT NULL;

CREATE TABLE vectors (
    ordinal  INTEGER PRIMARY KEY,
    checksum INTEGER NOT NULL,
    vector   BLOB NOT NULL
);

CREATE TABLE feelings (
    ordinal    INTEGER PRIMARY KEY,
    checksum   INTEGER NOT NULL,
    affinities BLOB,
    points     TEXT,
    arc        BLOB
);

CREATE TABLE nodes (
    number INTEGER PRIMARY KEY AUTOINCREMENT CHECK (number BETWEEN 1 AND 4294967295),
    id     BLOB NOT NULL CHECK (length(id) = 16),
    kind   INTEGER NOT NULL,
    key    TEXT NOT NULL,
    name   TEXT NOT NULL
);
CREATE UNIQUE INDEX nodes_by_key ON nodes (key, kind);

CREATE TABLE edges (
    owner       INTEGER NOT NULL,
    position    INTEGER NOT NULL,
    target_kind TEXT NOT NULL CHECK (target_kind IN ('node', 'memory')),
    target      INTEGER NOT NULL,
    kind        INTEGER NOT NULL,
    weight      REAL NOT NULL,
    valid_from  INTEGER,
    valid_until INTEGER,
    PRIMARY KEY (owner, position)
) WITHOUT ROWID;

CREATE TABLE episodes (
    id         BLOB PRIMARY KEY CHECK (length(id) = 16),
    session    INTEGER NOT NULL,
    seq_first  INTEGER NOT NULL,
    seq_last   INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE traces (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id     BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    at     INTEGER NOT NULL,
    kind   TEXT NOT NULL,
    body   TEXT NOT NULL
);

CREATE TABLE changes (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    op       TEXT NOT NULL CHECK (op IN ('write', 'forget', 'supersede', 'other')),
    ordinal  INTEGER
);

-- For people who open the file with other tools.
CREATE VIEW readable AS
SELECT m.ordinal, lower(hex(m.id)) AS id, m.kind, s.id AS session, m.seq, m.role, m.speaker, m.title,
       datetime(m.known_at / 1000000, 'unixepoch') AS known_at,
       datetime(m.event_start / 1000000, 'unixepoch') AS event_start,
       datetime(m.forgotten_at / 1000000, 'unixepoch') AS forgotten_at,
       m.scopes, m.labels, m.text
FROM memories m LEFT JOIN sessions s ON s.number = m.session;
";
