//! providers of Quintet.
