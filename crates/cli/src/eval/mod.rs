//! Evaluation: ingests a labelled set through the engine's public API and says how well the right rows come back.
//!
//! The form is simple, so that anybody can evaluate on data of his own: `corpus.jsonl`, `queries.jsonl` and `qrels.tsv` in one
//! folder. Labels never reach the engine: of a query it sees text, time and group; of a document text, title, time, speaker,
//! session and place.

mod dataset;
mod metrics;
mod report;
mod run;

pub(crate) use dataset::{Dataset, DatasetError};
pub(crate) use metrics::percentile;
pub(crate) use report::{Report, table};
pub(crate) use run::{Settings, run};
