//! Keyword index: indexing, searching, snapshots, and its size. Run it on a quiet machine.
//!
//! Two corpora of 100,000 made-up turns of 40 words each, drawn from a Zipf law over 200,000 words: `turns` indexes the
//! own words only, 35 distinct; `neighbours` adds the two turns on either side with weights 0.5 and 0.3, 137 distinct terms a document.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use quintet::index::lexical::{LexicalIndex, QueryTerm};
use roaring::RoaringBitmap;

const N_DOCUMENTS: usize = 100_000;
const N_SMALL: usize = 200;
const WORDS_PER_TURN: usize = 40;
const N_WORDS: usize = 200_000;
/// Close to natural language once stop words are gone.
const ZIPF_EXPONENT: f64 = 1.0;
/// Topic words a turn takes from the turn before: what makes neighbours share terms.
const CARRIED_WORDS: usize = 6;
const LIMIT: usize = 256;
const SEED: u64 = 0x5eed;

/// A fixed sequence: the same corpus in every run.
struct Draws(u64);

impl Draws {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.unit() * end as f64) as usize
    }
}

struct Corpus {
    names: Vec<String>,
    turns: Vec<Vec<u32>>,
}

impl Corpus {
    fn new(n_documents: usize) -> Self {
        let mut draws = Draws(SEED);
        let mut sum = 0.0;
        let cumulative = (1..=N_WORDS).map(|rank| {
            sum += (rank as f64).powf(-ZIPF_EXPONENT);
            sum
        });
        let cumulative = cumulative.collect::<Vec<_>>();
        let mut turns = Vec::<Vec<u32>>::with_capacity(n_documents);
        for _ in 0..n_documents {
            let mut words = Vec::with_capacity(WORDS_PER_TURN);
            if let Some(before) = turns.last() {
                words.extend((0..CARRIED_WORDS).map(|_| before[draws.below(WORDS_PER_TURN)]));
            }
            while words.len() < WORDS_PER_TURN {
                let mark = draws.unit() * sum;
                words.push(cumulative.partition_point(|&at| at < mark).min(N_WORDS - 1) as u32);
            }
            turns.push(words);
        }
        // Rank and spelling are unrelated, as in language.
        let names = (0..N_WORDS as u64).map(|rank| format!("{:x}", (rank + 1).wrapping_mul(0x9e37_79b9) % (1 << 31)));
        Self { names: names.collect(), turns }
    }

    fn terms(&self, at: usize, weights: &[f32]) -> Vec<(&str, f32)> {
        let from = at.saturating_sub(weights.len() - 1);
        let near = from..(at + weights.len()).min(self.turns.len());
        let of_turn = |turn: usize| {
            let weight = weights[turn.abs_diff(at)];
            self.turns[turn].iter().map(move |&word| (self.names[word as usize].as_str(), weight))
        };
        near.flat_map(of_turn).collect()
    }

    fn index(&self, weights: &[f32]) -> LexicalIndex {
        let mut index = LexicalIndex::new();
        (0..self.turns.len()).for_each(|at| index.upsert(at as u32, &self.terms(at, weights)));
        index
    }

    /// `n` words of ranks in `ranks`, a hundred times.
    fn queries(&self, n: usize, ranks: core::ops::Range<usize>) -> Vec<Vec<QueryTerm<'_>>> {
        let mut draws = Draws(SEED ^ n as u64);
        let mut term = || {
            let rank = ranks.start + draws.below(ranks.len());
            QueryTerm { term: &self.names[rank], weight: 1.0 }
        };
        (0..100).map(|_| (0..n).map(|_| term()).collect()).collect()
    }

    /// Questions: words of a turn, so frequent ones come with rare ones.
    fn questions(&self, n: usize) -> Vec<Vec<QueryTerm<'_>>> {
        let mut draws = Draws(SEED ^ n as u64);
        let mut question = || {
            let turn = &self.turns[draws.below(self.turns.len())];
            let word = |i: usize| QueryTerm { term: &self.names[turn[CARRIED_WORDS + i] as usize], weight: 1.0 };
            (0..n).map(word).collect()
        };
        (0..100).map(|_| question()).collect()
    }
}

const OWN: &[f32] = &[1.0];
const NEAR: &[f32] = &[1.0, 0.5, 0.3];

fn search(c: &mut Criterion) {
    let corpus = Corpus::new(N_DOCUMENTS);
    for (name, weights) in [("turns", OWN), ("neighbours", NEAR)] {
        let index = corpus.index(weights);
        report(name, &index, &corpus, weights);
        let mut group = c.benchmark_group(format!("search/{name}"));
        let shapes = [
            ("3 words", corpus.questions(3)),
            ("8 words", corpus.questions(8)),
            ("8 frequent", corpus.queries(8, 0..30)),
        ];
        for (shape, queries) in &shapes {
            let masks = [("all", None), ("1 in 100", Some(100)), ("1 in 10", Some(10)), ("1 in 2", Some(2))];
            for (allowed, step) in masks {
                let mask = step.map(|step| (0..N_DOCUMENTS as u32).step_by(step).collect::<RoaringBitmap>());
                let mut next = 0;
                group.bench_function(format!("{shape}, {allowed}"), |b| {
                    b.iter(|| {
                        next = (next + 1) % queries.len();
                        index.search(black_box(&queries[next]), LIMIT, mask.as_ref(), &|| false)
                    });
                });
            }
        }
        let ordinals = (0..512).map(|i| i * 191).collect::<Vec<_>>();
        let queries = &shapes[1].1;
        let mut next = 0;
        group.bench_function("score 512 ordinals, 8 words", |b| {
            b.iter(|| {
                next = (next + 1) % queries.len();
                index.score(black_box(&queries[next]), &ordinals)
            });
        });
    }
}

fn build(c: &mut Criterion) {
    let corpus = Corpus::new(20_000);
    let mut group = c.benchmark_group("build 20,000");
    group.sample_size(10).throughput(Throughput::Elements(corpus.turns.len() as u64));
    for (name, weights) in [("turns", OWN), ("neighbours", NEAR)] {
        let documents = (0..corpus.turns.len()).map(|at| corpus.terms(at, weights)).collect::<Vec<_>>();
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut index = LexicalIndex::new();
                documents.iter().zip(0..).for_each(|(terms, ordinal)| index.upsert(ordinal, terms));
                index
            });
        });
    }
}

fn small_contexts(c: &mut Criterion) {
    let corpus = Corpus::new(N_SMALL);
    let index = corpus.index(NEAR);
    report("small", &index, &corpus, NEAR);
    let mut bytes = Vec::new();
    index.encode(&mut bytes);
    c.bench_function("decode 200 documents", |b| b.iter(|| LexicalIndex::decode(black_box(&bytes))));
    let terms = corpus.terms(N_SMALL - 1, NEAR);
    c.bench_function("replace the newest of 200", |b| {
        b.iter_batched_ref(|| index.clone(), |index| index.upsert(N_SMALL as u32 - 1, &terms), BatchSize::SmallInput);
    });
}

/// Sizes belong to the measurement: a faster index that is larger is no gain.
#[expect(clippy::print_stderr, reason = "a bench reports to the person who runs it")]
fn report(name: &str, index: &LexicalIndex, corpus: &Corpus, weights: &[f32]) {
    let distinct = |at: usize| {
        let mut terms = corpus.terms(at, weights).into_iter().map(|term| term.0).collect::<Vec<_>>();
        terms.sort_unstable();
        terms.dedup();
        terms.len()
    };
    let n_postings = (0..corpus.turns.len()).map(distinct).sum::<usize>();
    let mut compacted = index.clone();
    compacted.compact();
    for (state, index) in [("as built", index), ("compacted", &compacted)] {
        let n_bytes = index.memory_bytes();
        let (per_posting, per_document) =
            (n_bytes as f64 / n_postings as f64, n_bytes as f64 / corpus.turns.len() as f64);
        eprintln!(
            "{name}, {state}: {n_bytes} B, {per_document:.0} B a document, {per_posting:.2} B for each of {n_postings} postings"
        );
    }
}

criterion_group!(benches, search, build, small_contexts);
criterion_main!(benches);
