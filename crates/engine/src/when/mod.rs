//! when
