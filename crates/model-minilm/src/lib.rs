//! model-minilm of Quintet.
