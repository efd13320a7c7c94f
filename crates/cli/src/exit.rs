//! Exit codes, and which error means which.

use std::process::ExitCode;

use quintet::views::ViewError;
use quintet::{ContextError, RecallError, RememberError, StoreError};
use quintet_server::ServeError;

use crate::archive::ArchiveError;
use crate::clients::ClientError;
use crate::desk::{Refused, Unreachable};
use crate::wire::InputError;

/// How a command ended. The numbers are promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All is well.
    Ok = 0,
    /// Something failed that no other code says.
    General = 1,
    /// The command line or the input is wrong.
    Usage = 2,
    /// What was asked for does not exist.
    NotFound = 3,
    /// The key is missing or wrong, or may not do that.
    Denied = 4,
    /// It conflicts with what is there.
    Conflict = 5,
    /// Something that is needed is busy or cannot be reached.
    Unavailable = 6,
    /// Damaged data was found.
    Corrupt = 7,
    /// Some of the input was taken, some refused.
    Partial = 8,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// The code for an error that ended a command.
pub(crate) fn code_of(error: &anyhow::Error) -> Exit {
    for cause in error.chain() {
        if let Some(store) = cause.downcast_ref::<StoreError>() {
            return of_store(store);
        }
        match cause.downcast_ref::<RecallError>() {
            Some(RecallError::Invalid { .. }) => return Exit::Usage,
            Some(RecallError::Store(store)) => return of_store(store),
            Some(_) => return Exit::Unavailable,
            None => {}
        }
        match cause.downcast_ref::<RememberError>() {
            Some(RememberError::Invalid { .. }) => return Exit::Usage,
            Some(RememberError::Store(store)) => return of_store(store),
            Some(_) => return Exit::Unavailable,
            None => {}
        }
        match cause.downcast_ref::<ViewError>() {
            Some(ViewError::Missing { .. }) => return Exit::NotFound,
            Some(ViewError::Ambiguous { .. }) => return Exit::Conflict,
            Some(ViewError::Invalid { .. }) => return Exit::Usage,
            Some(ViewError::Store(store)) => return of_store(store),
            Some(_) | None => {}
        }
        match cause.downcast_ref::<ContextError>() {
            Some(ContextError::Id(_)) => return Exit::Usage,
            Some(ContextError::Store(store)) => return of_store(store),
            Some(_) | None => {}
        }
        let is_usage = cause.is::<crate::wire::UsageError>()
            || cause.is::<crate::eval::DatasetError>()
            || cause.is::<quintet_providers::embed::OpenError>()
            || cause.is::<quintet_providers::chat::OpenError>();
        if is_usage {
            return Exit::Usage;
        }
        match cause.downcast_ref::<ClientError>() {
            Some(ClientError::Malformed { .. }) => return Exit::Usage,
            Some(ClientError::Taken { .. }) => return Exit::Conflict,
            Some(ClientError::Unusable { .. }) => return Exit::General,
            None => {}
        }
        match cause.downcast_ref::<ArchiveError>() {
            Some(ArchiveError::Other) => return Exit::Usage,
            Some(ArchiveError::Newer { .. }) => return Exit::Conflict,
            Some(ArchiveError::Damaged(_)) => return Exit::Corrupt,
            None => {}
        }
        if cause.is::<crate::cmd::backup::TakenError>() {
            return Exit::Conflict;
        }
        match cause.downcast_ref::<InputError>() {
            Some(InputError::Missing { .. }) => return Exit::NotFound,
            Some(InputError::Unreadable { .. }) => return Exit::General,
            None => {}
        }
        if let Some(refused) = cause.downcast_ref::<Refused>() {
            return of_status(refused.status);
        }
        if cause.is::<Unreachable>() {
            return Exit::Unavailable;
        }
        if cause.is::<quintet::ports::LanguageError>() {
            return Exit::Unavailable;
        }
        if let Some(ServeError::Bind { .. }) = cause.downcast_ref::<ServeError>() {
            return Exit::Unavailable;
        }
    }
    Exit::General
}

/// What the status of an operation means.
fn of_status(status: u16) -> Exit {
    match status {
        401 | 403 => Exit::Denied,
        404 => Exit::NotFound,
        409 | 412 => Exit::Conflict,
        408 | 429 | 501..=504 => Exit::Unavailable,
        400..=499 => Exit::Usage,
        _ => Exit::General,
    }
}

fn of_store(error: &StoreError) -> Exit {
    match error {
        StoreError::NoSuchContext(_) | StoreError::NoSuchMemory(_) | StoreError::NoSuchEntity(_) => Exit::NotFound,
        StoreError::ContextExists(_) | StoreError::MemoryExists(_) | StoreError::SeqTaken { .. } => Exit::Conflict,
        StoreError::ModelMismatch { .. } | StoreError::Newer { .. } => Exit::Conflict,
        StoreError::Locked { .. } | StoreError::DiskFull | StoreError::Late => Exit::Unavailable,
        StoreError::Corrupt { .. } => Exit::Corrupt,
        StoreError::BadVector { .. }
        | StoreError::BadName { .. }
        | StoreError::BadSetting { .. }
        | StoreError::BadRow { .. } => Exit::Usage,
        _ => Exit::General,
    }
}
