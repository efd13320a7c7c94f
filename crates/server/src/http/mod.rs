//! HTTP: a router built from the list of operations.
//!
//! Owns: routes, bodies, authority, timeouts, stopping. Must not know: what an operation does.

mod idempotency;
mod later;
mod route;

pub(crate) use route::{credentials, note, refuse, unescaped};

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use quintet::Engine;

use self::idempotency::Replies;
use crate::authority::{AdminKey, Gate};
use crate::doors::Doors;
use crate::limits;
use crate::ops::{Log, Operation, Service};

/// How to serve.
#[derive(Clone)]
pub struct ServerOptions {
    /// Where to listen; loopback unless the operator says otherwise.
    pub listen: SocketAddr,
    /// The admin key.
    pub admin_key: AdminKey,
    /// Who may call from where, beside this machine.
    pub doors: Doors,
    /// Where the operator is told what callers are not.
    pub log: Log,
}

/// The server cannot serve.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be bound.
    #[error("cannot listen on {listen}: {reason}")]
    Bind {
        /// The address.
        listen: SocketAddr,
        /// What the operating system said.
        reason: String,
    },
    /// Accepting connections failed.
    #[error("serving failed: {0}")]
    Serve(String),
}

/// Everything that a request is handled with.
pub(crate) struct Shared {
    pub(crate) service: Service,
    pub(crate) replies: Replies,
    pub(crate) doors: Doors,
}

/// A server that has bound its address.
pub struct Server {
    listener: tokio::net::TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Server {
    /// Binds the address. Nothing is served yet.
    ///
    /// # Errors
    /// [`ServeError::Bind`].
    pub async fn bind(engine: Arc<Engine>, options: ServerOptions) -> Result<Self, ServeError> {
        let fail = |error: std::io::Error| ServeError::Bind { listen: options.listen, reason: error.to_string() };
        let listener = tokio::net::TcpListener::bind(options.listen).await.map_err(fail)?;
        let address = listener.local_addr().map_err(fail)?;
        let register = engine.register();
        let gate = Gate::new(options.admin_key, Arc::clone(&register))
            .map_err(|error| ServeError::Serve(error.to_string()))?;
        let service = Service { engine, gate: Arc::new(gate), log: options.log };
        let doors = options.doors.with(address);
        let shared = Arc::new(Shared { service, replies: Replies::new(register), doors });
        Ok(Self { listener, address, shared })
    }

    /// The address that was bound; tells the port when it was chosen by the system.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` resolves, then lets running requests end and writes what waits.
    ///
    /// # Errors
    /// [`ServeError::Serve`] when connections cannot be accepted, or the last write fails.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let engine = Arc::clone(&self.shared.service.engine);
        let gate = Arc::clone(&self.shared.service.gate);
        let writer = tokio::spawn(write_traces(Arc::clone(&engine), Arc::clone(&gate)));
        let (stopping, stopped) = tokio::sync::oneshot::channel();
        let signal = async move {
            stop.await;
            // The receiver is gone only when serving has ended already.
            let _ = stopping.send(());
        };
        let serving = axum::serve(self.listener, router(self.shared)).with_graceful_shutdown(signal);
        let drained = async {
            let _ = stopped.await;
            tokio::time::sleep(Duration::from_secs(limits::DRAIN_S)).await;
        };
        let result = tokio::select! {
            result = serving => result.map_err(|error| ServeError::Serve(error.to_string())),
            () = drained => Ok(()),
        };
        writer.abort();
        let flushed = tokio::task::spawn_blocking(move || gate.audit.write().and(engine.flush())).await;
        result?;
        match flushed {
            Ok(flushed) => flushed.map_err(|error| ServeError::Serve(error.to_string())),
            Err(error) => Err(ServeError::Serve(error.to_string())),
        }
    }
}

/// Writes waiting traces and the audit log now and then.
async fn write_traces(engine: Arc<Engine>, gate: Arc<Gate>) {
    loop {
        tokio::time::sleep(Duration::from_secs(limits::TRACE_WRITE_S)).await;
        let (engine, gate) = (Arc::clone(&engine), Arc::clone(&gate));
        // A trace that cannot be written is lost; it is not worth failing anything over. The audit log keeps its rows.
        drop(tokio::task::spawn_blocking(move || engine.write_traces().and(gate.audit.write())).await);
    }
}

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let mut router = Router::new();
    for operation in crate::ops::ALL.iter().copied() {
        router = router.route(operation.path, route::route(operation));
    }
    for (path, what) in later::PATHS {
        router = router.route(path, route::later(what));
    }
    router = router.merge(crate::mcp::routes(&shared));
    router.fallback(route::not_found).method_not_allowed_fallback(route::method_not_allowed).with_state(shared)
}

/// Kept here so that both the router and its tests name one thing.
pub(crate) type Op = &'static Operation;
