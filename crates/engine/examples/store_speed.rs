//! Measures the embedded store: durable writes, opening, memory on disk.
//!
//! `cargo run --release -p quintet --example store_speed -- [folder]`; the folder is made and deleted.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "measures wall time and prints it")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use quintet::model::{
    Category, ContextId, EdgeKind, EntityId, Grain, Interval, Kind, Link, Memory, MemoryId, Micros, NodeKind, NodeName,
    Origin, Role, Scope, ScopeSets, SessionId, Source, Target, Validity,
};
use quintet::ports::ModelId;
use quintet::store::Feeling;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};
use quintet::store::{Change, ContextSettings, ContextSpec, ContextStore, Filter, MemoryRecord, Store};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const DIMS: u32 = 384;
const WORDS: &[&str] = &[
    "river", "mountain", "coffee", "meeting", "doctor", "garden", "train", "guitar", "holiday", "budget", "school",
    "kitchen", "winter", "birthday", "market", "letter", "bridge", "camera", "football", "novel",
];

/// A small generator of repeatable numbers.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

fn record(numbers: &mut Numbers, session: &SessionId) -> Outcome<MemoryRecord> {
    let id = MemoryId(u128::from(numbers.next()) << 64 | u128::from(numbers.next()));
    let words: Vec<String> = (0..30)
        .map(|_| {
            let number = numbers.next();
            format!("{}{}", WORDS[(number % WORDS.len() as u64) as usize], (number >> 32) % 97)
        })
        .collect();
    let text = words.join(" ");
    let at = Micros(1_700_000_000_000_000 + (numbers.next() % 1_000_000_000) as i64);
    let node = |kind, key: String| Target::Node(NodeName { kind, name: key.clone(), id: EntityId(1), key });
    let link = |target, kind| Link { target, kind, weight: 1.0, valid: None };
    let links = vec![
        link(node(NodeKind::Entity, format!("person {}", numbers.next() % 500)), EdgeKind::Mentions),
        link(node(NodeKind::Entity, format!("place {}", numbers.next() % 500)), EdgeKind::Mentions),
        link(node(NodeKind::Keyphrase, format!("phrase {}", numbers.next() % 5_000)), EdgeKind::HasKeyphrase),
    ];
    let memory = Memory {
        id,
        kind: Kind::Turn,
        text,
        lang: Some("en".to_owned()),
        title: None,
        scopes: ScopeSets::single(Scope::new("org/acme/user/alice")?),
        labels: BTreeMap::new(),
        session: Some(session.clone()),
        seq: None,
        role: Some(Role::User),
        speaker: Some("Alice".to_owned()),
        document: None,
        section: None,
        part_of: None,
        episode: None,
        known_at: at,
        recorded_at: at,
        event: Interval::new(at, at, Grain::Second),
        valid: Validity::default(),
        stated: Vec::new(),
        locations: Vec::new(),
        category: Category::Episodic,
        importance: 0.5,
        stability_days: 3.0,
        trust: 0.8,
        confidence: 0.9,
        source: Source::of(Origin::Conversation),
        supersedes: None,
        superseded_by: None,
        forgotten_at: None,
        simhash: numbers.next(),
        duplicate_of: None,
        knowledge: None,
        repeats: 0,
    };
    let vector = (0..DIMS).map(|_| (numbers.next() % 2_001) as f32 / 1_000.0 - 1.0).collect();
    let feeling = Feeling { affinities: vec![0.1; 24], points: Vec::new(), ..Feeling::default() };
    Ok(MemoryRecord { memory, vector: Some(vector), feeling, links })
}

fn model() -> ModelId {
    ModelId { name: "example".to_owned(), dims: DIMS, checksum: "0".repeat(16) }
}

fn change(memories: Vec<MemoryRecord>) -> Change {
    Change { model: Some(model()), memories, ..Change::default() }
}

fn spec(id: &str) -> Outcome<ContextSpec> {
    Ok(ContextSpec {
        id: ContextId::new(id)?,
        description: None,
        metadata: BTreeMap::new(),
        created_at: Micros(0),
        settings: ContextSettings::default(),
    })
}

fn writers(context: &Arc<dyn ContextStore>, threads: u64, each: usize, batch: usize) -> Outcome<f64> {
    let mut work = Vec::new();
    for thread in 0..threads {
        let seed = (thread + 1) ^ ((batch as u64) << 16) ^ (threads << 32) ^ ((each as u64) << 40);
        let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let session = SessionId::new(format!("session {threads} {each} {batch} {thread}"))?;
        let mut changes = Vec::new();
        for _ in 0..each {
            changes.push(change((0..batch).map(|_| record(&mut numbers, &session)).collect::<Outcome<_>>()?));
        }
        work.push(changes);
    }
    let start = Instant::now();
    std::thread::scope(|scope| -> Outcome<()> {
        let running: Vec<_> = work
            .into_iter()
            .map(|changes| {
                scope.spawn(move || changes.into_iter().try_for_each(|change| context.commit(change).map(drop)))
            })
            .collect();
        for thread in running {
            thread.join().map_err(|_| "a writer panicked")??;
        }
        Ok(())
    })?;
    Ok((threads as usize * each * batch) as f64 / start.elapsed().as_secs_f64())
}

fn bytes(folder: &Path) -> Outcome<u64> {
    let mut sum = 0;
    for entry in std::fs::read_dir(folder)? {
        sum += entry?.metadata()?.len();
    }
    Ok(sum)
}

fn writing(root: &Path) -> Outcome<()> {
    let store = EmbeddedStore::open(root, EmbeddedOptions::default())?;
    store.create_context(&spec("write")?)?;
    let context = store.context(&ContextId::new("write")?)?;
    writers(&context, 1, 200, 1)?;
    println!("1 thread, 1 row a commit: {:.0} rows/s", writers(&context, 1, 2_000, 1)?);
    println!("8 threads, 1 row a commit: {:.0} rows/s", writers(&context, 8, 1_500, 1)?);
    println!("32 threads, 1 row a commit: {:.0} rows/s", writers(&context, 32, 500, 1)?);
    println!("1 thread, 100 rows a commit: {:.0} rows/s", writers(&context, 1, 200, 100)?);
    let rows = context.counts()?.memories;
    drop(context);
    let start = Instant::now();
    drop(store);
    println!("closing with a snapshot of {rows} rows: {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    let folder = root.join("contexts/write");
    let database = std::fs::metadata(folder.join("memory.db"))?.len();
    println!("on disk: {} bytes a row in the database, {} in all", database / rows, bytes(&folder)? / rows);
    let open = |what: &str| -> Outcome<()> {
        let store = EmbeddedStore::open(root, EmbeddedOptions::default())?;
        let start = Instant::now();
        let context = store.context(&ContextId::new("write")?)?;
        println!("opening {rows} rows {what}: {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
        drop(context);
        Ok(())
    };
    open("from the snapshot")?;
    std::fs::remove_file(folder.join("index.snapshot"))?;
    open("without a snapshot")
}

fn many(root: &Path, contexts: usize) -> Outcome<()> {
    let options = EmbeddedOptions { memory_budget_bytes: 16 << 20, ..EmbeddedOptions::default() };
    let store = EmbeddedStore::open(root, options)?;
    let mut numbers = Numbers(77);
    let session = SessionId::new("s")?;
    let start = Instant::now();
    for number in 0..contexts {
        let spec = spec(&format!("c{number}"))?;
        store.create_context(&spec)?;
        let rows = (0..200).map(|_| record(&mut numbers, &session)).collect::<Outcome<_>>()?;
        store.context(&spec.id)?.commit(change(rows))?;
    }
    let took = start.elapsed().as_secs_f64() * 1e3 / contexts as f64;
    println!("{contexts} contexts of 200 rows: {took:.1} ms each to make, fill and evict");
    let mut times = Vec::new();
    for number in (0..contexts).map(|number| number * 7_919 % contexts) {
        let id = ContextId::new(format!("c{number}"))?;
        let start = Instant::now();
        let context = store.context(&id)?;
        let view = context.view(&Filter::everything())?;
        if view.len() != 200 {
            return Err("rows are missing".into());
        }
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "cold context of 200 rows: p50 {:.2} ms, p99 {:.2} ms; {:?}",
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        store.report()
    );
    Ok(())
}

fn main() -> Outcome<()> {
    let root = std::env::args().nth(1).map_or_else(|| PathBuf::from("store-speed"), PathBuf::from);
    if root.exists() {
        return Err("the folder exists already".into());
    }
    let result = writing(&root.join("one")).and_then(|()| many(&root.join("many"), 500));
    std::fs::remove_dir_all(&root)?;
    result
}
