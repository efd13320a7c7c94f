//! MaxSim: late interaction over an embedder's own token vectors. Needs no further model.
//!
//! Source: Khattab and Zaharia 2020 (ColBERT); here a mean and not a sum, so that scores do not grow with the question.

use std::fmt;
use std::sync::Arc;

use quintet::ports::{Embedder, ModelError, Reranker, TokenVectors};

/// Scores a text by how well each token of the question is matched by some token of the text.
#[derive(Clone)]
pub struct MaxSim {
    embedder: Arc<dyn Embedder>,
}

impl fmt::Debug for MaxSim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MaxSim").field("embedder", self.embedder.model()).finish()
    }
}

impl MaxSim {
    /// A reranker over the token vectors of `embedder`.
    pub fn new(embedder: Arc<dyn Embedder>) -> Self {
        Self { embedder }
    }
}

impl Reranker for MaxSim {
    fn name(&self) -> &'static str {
        "maxsim"
    }

    /// The mean over the question's tokens of the largest cosine with a token of the text, in `[-1, 1]`; 0 when either
    /// has no token. Cost: one encoding of each text, and question tokens x text tokens dot products.
    fn score(&self, query: &str, texts: &[&str]) -> Result<Vec<f32>, ModelError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let mut all = Vec::with_capacity(texts.len() + 1);
        all.push(query);
        all.extend_from_slice(texts);
        let vectors = self.embedder.embed_tokens(&all)?;
        let unusable = || ModelError::Unusable {
            model: self.embedder.model().name.clone(),
            reason: "it gave another number of token vectors than texts".to_owned(),
        };
        let (question, texts) = vectors.split_first().ok_or_else(unusable)?;
        if texts.len() + 1 != all.len() || texts.iter().any(|text| text.dims != question.dims) {
            return Err(unusable());
        }
        Ok(texts.iter().map(|text| max_sim(question, text)).collect())
    }
}

fn max_sim(question: &TokenVectors, text: &TokenVectors) -> f32 {
    if question.values.is_empty() || text.values.is_empty() || question.dims == 0 {
        return 0.0;
    }
    let (mut sum, mut tokens) = (0.0, 0);
    for token in question.values.chunks_exact(question.dims) {
        sum += text.values.chunks_exact(text.dims).map(|other| dot(token, other)).fold(f32::NEG_INFINITY, f32::max);
        tokens += 1;
    }
    sum / tokens as f32
}

/// In eight partial sums, which the compiler vectorises.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    let (mut left, mut right) = (a.chunks_exact(8), b.chunks_exact(8));
    for (x, y) in (&mut left).zip(&mut right) {
        for (lane, (x, y)) in lanes.iter_mut().zip(x.iter().zip(y)) {
            *lane += x * y;
        }
    }
    let rest: f32 = left.remainder().iter().zip(right.remainder()).map(|(x, y)| x * y).sum();
    lanes.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use quintet::ports::ModelId;

    use super::*;

    /// Each letter a-d is a token: a unit vector; `e` lies between `a` and `b`.
    struct Letters {
        id: ModelId,
        short: bool,
    }

    impl Letters {
        fn maxsim(short: bool) -> MaxSim {
            let id = ModelId { name: "letters".to_owned(), dims: 4, checksum: String::new() };
            MaxSim::new(Arc::new(Self { id, short }))
        }
    }

    impl Embedder for Letters {
        fn model(&self) -> &ModelId {
            &self.id
        }

        fn embed(&self, _: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
            Err(ModelError::Unavailable { model: "letters".to_owned(), reason: "token vectors only".to_owned() })
        }

        fn embed_tokens(&self, texts: &[&str]) -> Result<Vec<TokenVectors>, ModelError> {
            let vector = |letter: u8| match letter {
                b'e' => [0.8, 0.6, 0.0, 0.0],
                _ => core::array::from_fn(|i| f32::from(u8::from(i == usize::from(letter - b'a')))),
            };
            let texts = &texts[usize::from(self.short)..];
            let values = |text: &&str| text.bytes().flat_map(vector).collect();
            Ok(texts.iter().map(|text| TokenVectors { dims: 4, values: values(text) }).collect())
        }

        fn max_tokens(&self) -> usize {
            8
        }

        fn count_tokens(&self, text: &str) -> usize {
            text.len()
        }
    }

    #[test]
    fn the_score_is_the_mean_of_the_best_matches() {
        let scores = Letters::maxsim(false).score("ab", &["ab", "ba", "a", "e", "cd", "cdcdab", ""]).unwrap();
        let want = [1.0, 1.0, 0.5, 0.7, 0.0, 1.0, 0.0];
        for (got, want) in scores.iter().zip(want) {
            assert!((got - want).abs() < 1e-6, "{scores:?}");
        }
        assert_eq!(scores.len(), want.len());
    }

    #[test]
    fn nothing_asked_or_nothing_given_is_no_error() {
        assert_eq!(Letters::maxsim(false).score("ab", &[]).unwrap(), Vec::<f32>::new());
        assert_eq!(Letters::maxsim(false).score("", &["ab"]).unwrap(), [0.0]);
    }

    #[test]
    fn a_short_answer_of_the_embedder_is_refused() {
        assert!(matches!(Letters::maxsim(true).score("a", &["a", "b"]), Err(ModelError::Unusable { .. })));
    }
}
