//! Where text lies in a context's database, and that a purge reaches all of it: every column of every table is filled with a mark,
//! found by asking the schema, so that a new table or column is looked at from the day it is made.

use rusqlite::Connection;
use rusqlite::types::{Value, ValueRef};

use super::erasing;
use super::migrate::migrate;
use super::tables::entities::{self, Card};
use super::tables::erasures;
use super::tables::memories::{self, Stored};
use crate::model::{
    Category, EntityId, EntityKind, EpisodeId, Geometry, Grain, Interval, Kind, Knowledge, LatLon, Location, Memory,
    MemoryId, Micros, Origin, Role, Scope, ScopeSets, SessionId, Source, Span, Validity,
};
use crate::store::Ordinal;

/// A word that stands nowhere by itself, 16 bytes with its double.
const MARK: &str = "quimbark";

/// Tables without anything of a memory, and why.
const WITHOUT: [(&str, &str); 5] = [
    ("meta", "the model and where sweeps stand"),
    ("changes", "numbers and a closed list of verbs"),
    ("erasures", "counts of what was purged"),
    ("erasure_rows", "numbers of rows"),
    ("receipts", "keys that callers made up and digests of requests; a purge drops all of them"),
];

/// Columns of `memories` whose values come from closed lists or are numbers, so that no mark can be put there.
const CLOSED: [&str; 5] = ["kind", "role", "event_grain", "category", "lang"];

fn tables(connection: &Connection) -> Vec<String> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let mut statement = connection.prepare(sql).unwrap();
    statement.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Columns with their declared types.
fn columns(connection: &Connection, table: &str) -> Vec<(String, String)> {
    let mut statement = connection.prepare("SELECT name, type FROM pragma_table_info(?1)").unwrap();
    statement.query_map([table], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
}

/// What a column is filled with. A column that the schema lets hold anything gets the mark.
fn filling(table: &str, column: &str, declared: &str) -> Value {
    match (table, column, declared) {
        ("edges", "target_kind", _) => Value::Text("node".to_owned()),
        ("documents", "hash", _) => Value::Blob(MARK.repeat(4).into_bytes()),
        // Names are of cards, and the card is the second row.
        ("entity_names", "entity", _) => Value::Integer(2),
        (_, _, "BLOB") => Value::Blob(MARK.repeat(2).into_bytes()),
        (_, _, "INTEGER") => Value::Integer(1),
        (_, _, "REAL") => Value::Real(0.5),
        _ => Value::Text(MARK.to_owned()),
    }
}

fn fill(connection: &Connection, table: &str) {
    let columns = columns(connection, table);
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let marks = vec!["?"; names.len()].join(", ");
    let values = columns.iter().map(|(name, declared)| filling(table, name, declared));
    let sql = format!("INSERT INTO {table} ({}) VALUES ({marks})", names.join(", "));
    connection.execute(&sql, rusqlite::params_from_iter(values)).unwrap();
}

/// A row with the mark in every place that a memory has for text.
fn marked(number: u32, kind: Kind) -> Stored {
    let mark = || Some(MARK.to_owned());
    let id = u128::from_be_bytes(MARK.repeat(2).into_bytes().try_into().unwrap()) + u128::from(number) - 1;
    let point = Geometry::Point(LatLon::new(1.0, 2.0).unwrap());
    let moment = Interval::new(Micros(1), Micros(1), Grain::Second);
    let knowledge = Knowledge::Attribute { subject: EntityId(id), key: MARK.to_owned(), value: MARK.to_owned() };
    let scope = ScopeSets::single(Scope::new(MARK).unwrap());
    let source = Source {
        reference: mark(),
        span: Some(Span { start: 0, end: 1 }),
        principal: mark(),
        ..Source::of(Origin::Conversation)
    };
    let memory = Memory {
        id: MemoryId(id),
        kind,
        text: MARK.to_owned(),
        lang: Some("en".to_owned()),
        title: mark(),
        scopes: scope,
        labels: [(MARK.to_owned(), MARK.to_owned())].into(),
        session: Some(SessionId::new(MARK).unwrap()),
        seq: Some(number),
        role: Some(Role::User),
        speaker: mark(),
        document: mark(),
        section: mark(),
        part_of: None,
        episode: Some(EpisodeId(id)),
        known_at: Micros(1),
        recorded_at: Micros(1),
        event: moment,
        valid: Validity::default(),
        stated: vec![moment],
        locations: vec![Location { name: mark(), ..Location::stated(point) }],
        category: Category::Knowledge,
        importance: 0.5,
        stability_days: 1.0,
        trust: 1.0,
        confidence: 1.0,
        source,
        supersedes: None,
        superseded_by: None,
        forgotten_at: Some(Micros(2)),
        simhash: 7,
        duplicate_of: None,
        knowledge: (kind == Kind::Fact).then_some(knowledge),
        repeats: 1,
    };
    Stored {
        ordinal: Ordinal(number),
        session: Some(1),
        part_of: None,
        supersedes: None,
        superseded_by: None,
        duplicate_of: None,
        has_vector: true,
        has_feeling: true,
        edges: 1,
        sequence: 1,
        replaced_at: None,
        memory,
    }
}

/// The columns of a table in which the mark stands.
fn holding(connection: &Connection, table: &str) -> Vec<String> {
    let names: Vec<String> = columns(connection, table).into_iter().map(|(name, _)| name).collect();
    let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
    let mut rows = statement.query(()).unwrap();
    let mut found = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        for (place, name) in names.iter().enumerate() {
            let (ValueRef::Text(bytes) | ValueRef::Blob(bytes)) = row.get_ref(place).unwrap() else { continue };
            if bytes.windows(MARK.len()).any(|run| run.eq_ignore_ascii_case(MARK.as_bytes())) {
                found.push(name.clone());
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// A database in which the mark stands in every column that can hold it, of rows that are all to be purged.
fn filled() -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection, "memory.db").unwrap();
    for table in tables(&connection) {
        let is_without = WITHOUT.iter().any(|(name, _)| *name == table);
        if !is_without && table != "memories" && table != "entities" {
            fill(&connection, &table);
        }
    }
    memories::insert(&connection, &marked(1, Kind::Fact)).unwrap().unwrap();
    memories::insert(&connection, &marked(2, Kind::Entity)).unwrap().unwrap();
    let id = EntityId(marked(2, Kind::Entity).memory.id.0);
    let card = Card { ordinal: Ordinal(2), id, kind: EntityKind::Person, name: MARK.to_owned(), merged_into: None };
    entities::upsert(&connection, &card).unwrap();
    connection
}

#[test]
fn every_column_that_may_hold_text_is_filled_by_this_test() {
    let connection = filled();
    for table in tables(&connection) {
        if WITHOUT.iter().any(|(name, _)| *name == table) {
            continue;
        }
        let holding = holding(&connection, &table);
        for (column, declared) in columns(&connection, &table) {
            let is_closed = match table.as_str() {
                "memories" => CLOSED.contains(&column.as_str()) || column == "stated",
                "entities" => column == "kind",
                "edges" => column == "target_kind",
                _ => false,
            };
            let holds_text = !matches!(declared.as_str(), "INTEGER" | "REAL") && !is_closed;
            assert_eq!(holding.contains(&column), holds_text, "{table}.{column}: say here what is in it");
        }
    }
}

#[test]
fn a_purge_leaves_nothing_in_any_column() {
    let connection = filled();
    let both = [(Ordinal(1), false), (Ordinal(2), true)];
    erasures::begin(&connection, Micros(3), &both).unwrap();
    let erased = erasing::erase(&connection, &|_, _| false, &|_| {}).unwrap();
    assert_eq!((erased.memories, erased.tombstones), (2, 0));
    for table in tables(&connection) {
        assert_eq!(holding(&connection, &table), Vec::<String>::new(), "{table}");
    }
}

#[test]
fn a_row_that_others_name_keeps_its_id_and_nothing_else() {
    let connection = filled();
    // Row 3 stays and was replaced by row 1, so that row 1 stays as a number.
    let mut other = marked(3, Kind::Fact);
    (other.superseded_by, other.memory.superseded_by) = (Some(Ordinal(1)), Some(marked(1, Kind::Fact).memory.id));
    memories::insert(&connection, &other).unwrap().unwrap();
    erasures::begin(&connection, Micros(3), &[(Ordinal(1), false)]).unwrap();
    assert_eq!(erasing::erase(&connection, &|_, _| false, &|_| {}).unwrap().tombstones, 1);
    connection.execute("DELETE FROM memories WHERE ordinal <> 1", ()).unwrap();
    assert_eq!(holding(&connection, "memories"), ["id"]);
}
