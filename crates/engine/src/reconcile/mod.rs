//! Reconciling: what becomes of a claim beside what is known already. One function for every origin.
//!
//! Pure. Owns: the decision. Must not know: where facts are stored.
