//! The baseline: what a usual vector store does. One vector for each text with its speaker or title in front, one for the
//! question as it stands, ranked by cosine. No neighbours, no words, no times.

use quintet::ports::{Embedder, ModelError};

use super::K;
use super::set::{Document, Query, World};

/// The vectors of one world.
pub(super) struct Baseline {
    rows: Vec<(String, Vec<f32>)>,
}

impl Baseline {
    pub(super) fn load(world: &World, embedder: &dyn Embedder) -> Result<Self, ModelError> {
        let texts: Vec<String> = world.documents.iter().map(embedded_text).collect();
        let vectors = embedder.embed(&texts.iter().map(String::as_str).collect::<Vec<_>>())?;
        let ids = world.documents.iter().map(|document| document.id.clone());
        Ok(Self { rows: ids.zip(vectors).collect() })
    }

    /// Ids, best first; of equal cosines the earlier memory.
    pub(super) fn ask(&self, query: &Query, embedder: &dyn Embedder) -> Result<Vec<String>, ModelError> {
        let vector = embedder.embed(&[query.text.as_str()])?.pop().unwrap_or_default();
        let mut ranked: Vec<(f32, &str)> =
            self.rows.iter().map(|(id, row)| (cosine(&vector, row), id.as_str())).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok(ranked.into_iter().take(K).map(|(_, id)| id.to_owned()).collect())
    }
}

fn embedded_text(document: &Document) -> String {
    match (&document.speaker, &document.title) {
        (Some(speaker), _) => format!("{speaker}: {}", document.text),
        (None, Some(title)) => format!("{title}. {}", document.text),
        (None, None) => document.text.clone(),
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt().max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosine_ignores_length() {
        assert!((cosine(&[3.0, 0.0], &[0.5, 0.0]) - 1.0).abs() < 1e-6);
        assert!(cosine(&[1.0, 0.0], &[0.0, 2.0]).abs() < 1e-6);
        assert_eq!(cosine(&[0.0, 0.0], &[0.0, 2.0]), 0.0);
    }
}
