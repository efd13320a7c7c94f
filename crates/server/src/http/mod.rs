//! HTTP: a router built from the list of operations.
//!
//! Owns: routes, bodies, authority, timeouts, stopping. Must not know: what an operation does.

mod conditions;
mod connections;
mod encoding;
mod idempotency;
mod later;
mod route;

pub use route::escaped;
pub(crate) use route::{credentials, noted, refuse, unescaped};

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use parking_lot::{Mutex, RwLock};
use quintet::Engine;

use self::connections::{Open, Routes};
use self::idempotency::Replies;
use crate::admission::{Admission, Load};
use crate::authority::{AdminKey, Gate};
use crate::doors::Doors;
use crate::limits;
use crate::ops::{Log, Operation, Service};
use crate::spans::{SpanOptions, Spans};

/// How to serve.
#[derive(Clone)]
pub struct ServerOptions {
    /// Where to listen; loopback unless the operator says otherwise.
    pub listen: SocketAddr,
    /// The admin key.
    pub admin_key: AdminKey,
    /// Who may call from where, beside this machine.
    pub doors: Doors,
    /// How much is let in.
    pub load: Load,
    /// Where a span of each request goes, if anywhere.
    pub spans: Option<SpanOptions>,
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
    /// What was being served could not be ended well.
    #[error("serving failed: {0}")]
    Serve(String),
}

/// Everything that a request is handled with.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) service: Service,
    pub(crate) replies: Arc<Replies>,
    pub(crate) doors: Doors,
    pub(crate) admission: Arc<Admission>,
    /// Held while something is changed only as its caller knows it.
    pub(crate) changes: Arc<Mutex<()>>,
}

/// A server that has bound its address.
pub struct Server {
    listener: tokio::net::TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
    routes: Routes,
}

/// What may be changed while a server runs.
#[derive(Clone)]
pub struct Controls {
    shared: Arc<Shared>,
    address: SocketAddr,
    routes: Routes,
}

impl Controls {
    /// Other doors and bounds from the next request on. How many operations run at once stays as it was.
    pub fn set(&self, doors: Doors, load: Load) {
        self.shared.admission.set(load);
        let shared = Shared { doors: doors.with(self.address), ..Shared::clone(&self.shared) };
        *self.routes.write() = router(Arc::new(shared));
    }
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
        let mut service = Service::new(engine, Arc::new(gate), options.log);
        service.spans = options.spans.map(|options| Arc::new(Spans::new(options)));
        let admission = Arc::new(Admission::new(options.load, Arc::clone(&service.metrics)));
        let doors = options.doors.with(address);
        let replies = Arc::new(Replies::new(register));
        let shared = Arc::new(Shared { service, replies, doors, admission, changes: Arc::default() });
        let routes = Arc::new(RwLock::new(router(Arc::clone(&shared))));
        Ok(Self { listener, address, shared, routes })
    }

    /// What changes settings while it runs.
    pub fn controls(&self) -> Controls {
        Controls { shared: Arc::clone(&self.shared), address: self.address, routes: Arc::clone(&self.routes) }
    }

    /// The address that was bound; tells the port when it was chosen by the system.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` resolves, then lets running requests end and writes what waits.
    ///
    /// # Errors
    /// [`ServeError::Serve`] when the last write fails.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        let Self { listener, shared, routes, .. } = self;
        let (engine, gate) = (Arc::clone(&shared.service.engine), Arc::clone(&shared.service.gate));
        let writer = tokio::spawn(write_traces(Arc::clone(&engine), Arc::clone(&gate)));
        let spans = tokio::spawn(send_spans(shared.service.clone()));
        let open = Open::new(Arc::clone(&shared.service.metrics));
        connections::serve(listener, routes, open, || shared.admission.load(), stop).await;
        writer.abort();
        spans.abort();
        let flushed = tokio::task::spawn_blocking(move || gate.audit.write().and(engine.flush())).await;
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

/// Sends spans now and then. A collector that is away is told of once, until it is back.
async fn send_spans(service: Service) {
    let Some(spans) = service.spans.clone() else { return };
    let mut is_away = false;
    loop {
        tokio::time::sleep(Duration::from_secs(limits::TRACE_WRITE_S)).await;
        let spans = Arc::clone(&spans);
        match tokio::task::spawn_blocking(move || spans.send()).await {
            Ok(Err(reason)) => {
                service.metrics.refused("spans");
                if !std::mem::replace(&mut is_away, true) {
                    (service.log)(&format!("the collector of spans takes none: {reason}"));
                }
            }
            _ => is_away = false,
        }
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
    let router = router.fallback(route::not_found).method_not_allowed_fallback(route::method_not_allowed);
    encoding::encoded(router.with_state(shared))
}

/// Kept here so that both the router and its tests name one thing.
pub(crate) type Op = &'static Operation;
