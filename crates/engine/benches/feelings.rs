//! Feelings: the emotional channel over 100,000 turns, a state and a course with and without a person, asked through the engine;
//! and what a row costs to read. Run it on a quiet machine.
//!
//! Filling the store takes a minute before the first figure of a question.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use quintet::affect::Prototypes;
use quintet::model::{ContextId, Kind, Labels, Micros, SessionId};
use quintet::recall::RecallRequest;
use quintet::retain::RememberItem;
use quintet::store::Filter;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};
use quintet::{Engine, EngineParts};
use quintet_devkit::fake::{ManualClock, SeededRandom, WordEmbedder};

type Failure = Box<dyn std::error::Error>;

const ROWS: usize = 100_000;
/// Turns of one session, and of one call.
const SESSION: usize = 20;
const CALL: usize = 1_000;
/// People; two of them speak in a session.
const PEOPLE: [&str; 10] = ["Ann", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal", "Ida", "Jon"];
/// What turns say: most of them nothing that is felt.
const SAID: [&str; 10] = [
    "The list is on the second shelf, next to the lamp.",
    "We meet at nine in the small room.",
    "Damn it, I am so angry about this stupid lock!",
    "The train leaves from the other platform.",
    "He takes the bus and walks the rest.",
    "Phew, it works again, what a relief!",
    "There are four chairs and a table.",
    "I am so happy, this is wonderful!",
    "Argh, why does it fail every single time?",
    "She keeps the keys in the blue box.",
];
/// Length of the vectors of turns: they stand for words, so that no two turns feel quite alike.
const WORD_DIMS: u32 = 64;
/// Length of the vectors of the bundled model.
const DIMS: usize = 384;

struct House {
    engine: Engine,
    context: ContextId,
    _data: tempfile::TempDir,
}

impl House {
    fn filled() -> Result<Self, Failure> {
        let data = tempfile::tempdir()?;
        let start = Micros::parse("2026-03-02T09:00:00Z")?;
        let engine = Engine::new(EngineParts {
            store: Arc::new(EmbeddedStore::open(data.path(), EmbeddedOptions::default())?),
            clock: Arc::new(ManualClock::at(start)),
            random: Arc::new(SeededRandom::new(1)),
            embedder: Some(Arc::new(WordEmbedder::new(WORD_DIMS))),
            extractor: None,
            reranker: None,
            channel_threads: 2,
        });
        let context = engine.create_context("feelings", None, Labels::new())?.id;
        for first in (0..ROWS).step_by(CALL) {
            let items = (first..first + CALL).map(turn).collect::<Result<Vec<_>, Failure>>()?;
            for kept in engine.remember_all(&context, items)? {
                kept?;
            }
        }
        Ok(Self { engine, context, _data: data })
    }

    fn ask(&self, question: &str) -> Option<usize> {
        let mut request = RecallRequest::new(question, Filter::everything());
        request.channels = Some(vec!["emotional".to_owned()]);
        self.engine.recall(&self.context, &request).ok().map(|recalled| recalled.hits.len())
    }
}

fn turn(number: usize) -> Result<RememberItem, Failure> {
    let session = number / SESSION;
    // Steps without a common divisor, so that every person says everything, in an order of its own.
    let said = SAID[(number * 7 + session * 3) % SAID.len()];
    Ok(RememberItem {
        kind: Some(Kind::Turn),
        session: Some(SessionId::new(format!("s{session}"))?),
        speaker: Some(PEOPLE[(session + number % 2) % PEOPLE.len()].to_owned()),
        ..RememberItem::new(format!("{said} {number}"))
    })
}

fn questions(criterion: &mut Criterion) {
    let house = match House::filled() {
        Ok(house) => house,
        Err(failure) => panic!("no house to ask in: {failure}"),
    };
    for (name, question) in [
        ("a state", "When was anybody relieved?"),
        ("a state of a person", "When was Cleo relieved?"),
        ("a course", "Who went from angry to relieved?"),
        ("a course of a person", "When did Cleo go from angry to relieved?"),
    ] {
        assert!(house.ask(question).is_some_and(|n| n > 0), "{name} finds nothing");
        criterion.bench_function(name, |bencher| bencher.iter(|| house.ask(black_box(question))));
    }
}

fn reading(criterion: &mut Criterion) {
    let vector =
        |seed: usize| -> Vec<f32> { (0..DIMS).map(|i| ((i * 31 + seed * 17) % 97) as f32 / 48.0 - 1.0).collect() };
    let vectors: Vec<Vec<f32>> = (0..Prototypes::lines().len()).map(vector).collect();
    criterion.bench_function("making the prototypes", |bencher| bencher.iter(|| Prototypes::build(DIMS, &vectors)));
    let Ok(prototypes) = Prototypes::build(DIMS, &vectors) else { return };
    let row = vector(usize::from(u16::MAX));
    criterion.bench_function("comparing a row", |bencher| bencher.iter(|| prototypes.affinities(black_box(&row))));
}

criterion_group!(benches, reading, questions);
criterion_main!(benches);
