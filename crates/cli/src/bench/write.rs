//! Building contexts, and durable write rates.

use quintet::Engine;
use quintet::model::{ContextId, Labels};
use serde::Serialize;

use super::synthetic::Synthetic;
use crate::progress::Progress;

/// Rows of one call while building.
const BATCH: u64 = 1_000;

/// How fast rows were written, each acknowledged only when durable.
#[derive(Debug, Serialize)]
pub(crate) struct WriteRates {
    /// In calls of 1,000 rows, a second.
    pub(crate) batched_per_s: f64,
    /// One row a call, one writer, a second.
    pub(crate) one_writer_per_s: f64,
    /// One row a call, eight writers, a second.
    pub(crate) eight_writers_per_s: f64,
}

fn per_second(rows: u64, us: u64) -> f64 {
    rows as f64 / (us.max(1) as f64 / 1e6)
}

fn context(engine: &Engine, id: &str) -> anyhow::Result<ContextId> {
    Ok(engine.create_context(id, None, Labels::new())?.id)
}

fn write(engine: &Engine, context: &ContextId, data: Synthetic, rows: std::ops::Range<u64>) -> anyhow::Result<()> {
    for remembered in engine.remember_all(context, rows.map(|row| data.item(row)).collect())? {
        remembered?;
    }
    Ok(())
}

/// Builds one context of `rows` rows. Returns rows a second.
pub(crate) fn build(engine: &Engine, data: Synthetic, rows: u64) -> anyhow::Result<f64> {
    let context = context(engine, "bench")?;
    let progress = Progress::new("building", rows);
    let begin = engine.monotonic_us();
    for first in (0..rows).step_by(BATCH as usize) {
        let last = rows.min(first + BATCH);
        write(engine, &context, data, first..last)?;
        progress.add(last - first);
    }
    progress.finish();
    Ok(per_second(rows, engine.monotonic_us() - begin))
}

/// Builds many contexts of `rows` rows each.
pub(crate) fn build_many(engine: &Engine, data: Synthetic, contexts: u64, rows: u64) -> anyhow::Result<()> {
    let progress = Progress::new("building", contexts);
    for number in 0..contexts {
        let context = context(engine, &format!("bench-{number}"))?;
        for first in (0..rows).step_by(BATCH as usize) {
            write(engine, &context, data, number * rows + first..number * rows + rows.min(first + BATCH))?;
        }
        progress.add(1);
    }
    progress.finish();
    Ok(())
}

/// Durable writes of single rows with vectors given, with one writer and with eight.
pub(crate) fn durable(engine: &Engine, data: Synthetic, rows: u64, batched_per_s: f64) -> anyhow::Result<WriteRates> {
    let context = ContextId::checked("bench")?;
    let (one, eight) = (400, 4_000);
    // Rows are made beforehand: the engine is measured, not the generator.
    let items = |range: std::ops::Range<u64>| range.map(|row| data.item(row)).collect::<Vec<_>>();
    let alone = items(rows..rows + one);
    let begin = engine.monotonic_us();
    for item in alone {
        engine.remember(&context, item)?;
    }
    let one_writer_per_s = per_second(one, engine.monotonic_us() - begin);
    let mut shares: Vec<Vec<_>> = (0..8).map(|_| Vec::new()).collect();
    for (idx, item) in items(rows + one..rows + one + eight).into_iter().enumerate() {
        // Writers write to sessions of their own, as agents do.
        shares[idx / (eight as usize / 8) % 8].push(item);
    }
    let begin = engine.monotonic_us();
    std::thread::scope(|scope| {
        let writers: Vec<_> = shares
            .into_iter()
            .map(|share| {
                let context = &context;
                scope.spawn(move || share.into_iter().try_for_each(|item| engine.remember(context, item).map(drop)))
            })
            .collect();
        writers
            .into_iter()
            .try_for_each(|writer| writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    let eight_writers_per_s = per_second(eight, engine.monotonic_us() - begin);
    Ok(WriteRates { batched_per_s, one_writer_per_s, eight_writers_per_s })
}
