//! The operations on an engine of the caller's own process, for whoever owns its data folder: the same table, checks and audit log
//! as over HTTP.

use std::collections::BTreeMap;
use std::sync::Arc;

use quintet::{Engine, StoreError};
use serde_json::Value;

use crate::authority::{AdminKey, Caller, Gate};
use crate::call::Call;
use crate::http::noted;
use crate::ops::{self, Log, Service};
use crate::problem::{Code, Problem};

/// Runs operations in this process.
pub struct Local {
    service: Service,
}

impl Local {
    /// Over an engine.
    ///
    /// # Errors
    /// [`StoreError`] when the register of the store cannot be read.
    pub fn new(engine: Arc<Engine>, log: Log) -> Result<Self, StoreError> {
        // Nobody comes in from outside, so that no key opens anything.
        let gate = Gate::new(AdminKey::nobodys(), engine.register())?;
        Ok(Self { service: Service::new(engine, Arc::new(gate), log) })
    }

    /// Runs the operation of that name, with the parameters of its path. `Null` is no body.
    ///
    /// # Errors
    /// [`Problem`] as over HTTP; 404 where there is no such operation.
    pub fn call(&self, name: &str, path: BTreeMap<String, String>, body: Value) -> Result<Value, Problem> {
        let operation =
            ops::named(name).ok_or_else(|| Problem::new(Code::NotFound, "there is no operation of that name"))?;
        let call = Call { caller: Some(Caller::admin()), verb: operation.verb, path, body };
        let outcome = noted(&self.service, operation, &call);
        outcome.inspect_err(|problem| self.service.tell(problem)).map(|reply| reply.body)
    }

    /// Writes what waits: the audit log, traces, snapshots of indexes.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn close(self) -> Result<(), StoreError> {
        self.service.gate.audit.write().and(self.service.engine.flush())
    }
}
