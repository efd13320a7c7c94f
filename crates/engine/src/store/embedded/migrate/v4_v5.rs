//! Knowledge: what facts, actions, instructions and doubts say, entities and their names.
//!
//! `knowledge` is JSON and `repeats` a count; both count into a row's checksum only where they are set, so that rows written
//! before keep theirs. `claims`, `entity_names` and `claim_sources` are found again from `memories` and `entities`: they make
//! lookups fast.

/// SQL from version 4 to version 5.
pub(super) const SQL: &str = "
ALTER TABLE memories ADD COLUMN knowledge TEXT;
ALTER TABLE memories ADD COLUMN repeats INTEGER;

-- What is said again is recognised by its shape, then by its text.
CREATE INDEX memories_by_shape ON memories (simhash) WHERE forgotten_at IS NULL AND duplicate_of IS NULL;

CREATE TABLE claims (
    ordinal INTEGER PRIMARY KEY,
    sort    TEXT NOT NULL,
    subject INTEGER,
    key     TEXT NOT NULL,
    value   TEXT NOT NULL,
    object  INTEGER
);
CREATE INDEX claims_by_subject ON claims (subject, key, value);
CREATE INDEX claims_by_object ON claims (object) WHERE object IS NOT NULL;
CREATE INDEX claims_by_sort ON claims (sort, ordinal) WHERE sort IN ('instruction', 'uncertainty');

CREATE TABLE claim_sources (
    source  INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    PRIMARY KEY (source, ordinal)
) WITHOUT ROWID;
CREATE INDEX claim_sources_by_claim ON claim_sources (ordinal);

CREATE TABLE entities (
    ordinal     INTEGER PRIMARY KEY,
    kind        TEXT NOT NULL,
    name        TEXT NOT NULL,
    merged_into INTEGER,
    checksum    INTEGER NOT NULL
);
CREATE INDEX entities_merged ON entities (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE entity_names (
    key    TEXT NOT NULL,
    entity INTEGER NOT NULL,
    name   TEXT NOT NULL,
    PRIMARY KEY (key, entity)
) WITHOUT ROWID;
CREATE INDEX entity_names_by_entity ON entity_names (entity);
";
