//! Evaluation: ingests a labelled set through the engine's public API and says how well the right rows come back.
//!
//! The form is simple, so that anybody can evaluate on data of his own: `corpus.jsonl`, `queries.jsonl` and `qrels.tsv` in one
//! folder. Labels never reach the engine: of a query it sees text, time and group; of a document text, title, time, speaker,
//! session and place. A folder with `places.jsonl` in place of `corpus.jsonl` asks for places by distance; see `places`. Folders of labelled
//! names tell how well the extractor reads; see `names`.

mod dataset;
mod metrics;
mod names;
mod places;
mod report;
mod run;

pub(crate) use dataset::{Dataset, DatasetError};
pub(crate) use metrics::percentile;
pub(crate) use names::{NameSet, is_name_set, name_table, run as run_names};
pub(crate) use places::{PlaceSet, run as run_places};
pub(crate) use report::{Report, table};
pub(crate) use run::{Settings, run};
