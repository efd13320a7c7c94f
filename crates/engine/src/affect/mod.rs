//! affect
