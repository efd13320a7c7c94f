//! Sessions by themselves: opening one before anything is said in it, closing it, looking at it. And receipts of requests.

use std::sync::Arc;

use super::Engine;
use crate::model::{ContextId, Micros, Session, SessionId};
use crate::store::{Change, Receipt, Register, StoreError};

impl Engine {
    /// Opens a session. One of that id that is there already stays as it is. Durable when this returns.
    ///
    /// # Errors
    /// [`StoreError`]; nothing was written then.
    pub fn open_session(&self, context: &ContextId, session: Session) -> Result<(), StoreError> {
        let change = Change { sessions: vec![session], ..Change::default() };
        self.store.context(context)?.commit(change).map(drop)
    }

    /// Closes a session: what was said in it stays, and writes to it are taken all the same. True when there is one; closing
    /// it again changes nothing.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn close_session(&self, context: &ContextId, id: &SessionId, at: Micros) -> Result<bool, StoreError> {
        let store = self.store.context(context)?;
        if store.session(id)?.is_none() {
            return Ok(false);
        }
        store.commit(Change { closed: vec![(id.clone(), at)], ..Change::default() })?;
        Ok(true)
    }

    /// One session, whatever its scopes; callers check them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn session(&self, context: &ContextId, id: &SessionId) -> Result<Option<Session>, StoreError> {
        self.store.context(context)?.session(id)
    }

    /// The receipt of a request in a context; none where there is no such context.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn receipt(&self, context: &ContextId, key: &str) -> Result<Option<Receipt>, StoreError> {
        match self.store.context(context) {
            Err(StoreError::NoSuchContext(_)) => Ok(None),
            store => store?.receipt(key),
        }
    }

    /// Takes a receipt back, if there is one: its request failed, and may be tried again.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn withdraw_receipt(&self, context: &ContextId, key: &str) -> Result<(), StoreError> {
        if self.receipt(context, key)?.is_none() {
            return Ok(());
        }
        let change = Change { withdrawn: Some(key.to_owned()), ..Change::default() };
        self.store.context(context)?.commit(change).map(drop)
    }

    /// What the store keeps for whoever guards its memories.
    pub fn register(&self) -> Arc<dyn Register> {
        Arc::clone(&self.store) as Arc<dyn Register>
    }
}
