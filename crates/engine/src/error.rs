//! Errors of the façade: one for each operation, over the store's.

pub use crate::recall::RecallError;
pub use crate::retain::RememberError;
pub use crate::store::StoreError;

use crate::model::IdError;

/// Why a context could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ContextError {
    /// The id is not allowed.
    #[error(transparent)]
    Id(#[from] IdError),
    /// The store refused or failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
