//! Speed of the bundled embedder: one question, and batches of short and of long texts.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quintet::ports::Embedder;
use quintet_providers::embed::{Settings, minilm};

/// Twelve words.
const QUESTION: &str = "when did my daughter start taking violin lessons in the old hall";

/// Between 6 and 26 tokens each, median about 18.
const LINES: [&str; 8] = [
    "I moved to Leeds in March because the rent in London had become impossible.",
    "Can you remind me what the doctor said about my blood pressure tablets?",
    "The backup job failed again last night with a timeout on the storage node.",
    "We took the night train from Vienna to Venice and hardly slept at all.",
    "He no longer works at the bakery; he joined a robotics startup in May.",
    "Marcus lent me his camera for the trip.",
    "If the weather holds we will cycle along the canal as far as the old mill, and come back by the bus.",
    "I finally finished reading the novel you gave me for my birthday.",
];

fn embedding(c: &mut Criterion) {
    c.bench_function("open", |b| b.iter(|| black_box(minilm::open(&Settings::default()).expect("bundled"))));
    let model = minilm::open(&Settings::default()).expect("bundled");
    c.bench_function("one question of 12 words", |b| {
        b.iter(|| black_box(model.embed(&[black_box(QUESTION)]).expect("embedded")));
    });
    let short: Vec<&str> = LINES.into_iter().cycle().take(64).collect();
    let long = LINES.repeat(2)[..7].join(" ");
    let mut group = c.benchmark_group("batch");
    group.sample_size(20);
    group.throughput(Throughput::Elements(64));
    group.bench_function("64 short texts", |b| b.iter(|| black_box(model.embed(&short).expect("embedded"))));
    group.throughput(Throughput::Elements(16));
    group.bench_function(format!("16 texts of {} tokens", model.count_tokens(&long)), |b| {
        b.iter(|| black_box(model.embed(&[long.as_str(); 16]).expect("embedded")));
    });
    group.finish();
}

criterion_group!(benches, embedding);
criterion_main!(benches);
