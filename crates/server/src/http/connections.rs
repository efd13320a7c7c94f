//! Connections: how many there are, how long a head may take, and how they end when the server stops.
//!
//! Must not know: routes, operations.

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use parking_lot::{Mutex, RwLock};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt as _;

use crate::admission::{Counted, Load};
use crate::limits;
use crate::metrics::Metrics;

/// What a connection is told that there is no room for.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
/// Time to read what a refused connection still sends, so that it gets to read why. Chosen.
const FAREWELL_MS: u64 = 500;
/// Pause after the system could not open a connection: it has no more files. Chosen.
const PAUSE_MS: u64 = 50;

/// The router that requests go to; another may be put in its place while the server runs.
pub(super) type Routes = Arc<RwLock<Router>>;

/// Open connections, by the address that they come from.
pub(super) struct Open {
    by_address: Mutex<HashMap<IpAddr, usize>>,
    metrics: Arc<Metrics>,
}

impl Open {
    pub(super) fn new(metrics: Arc<Metrics>) -> Arc<Self> {
        Arc::new(Self { by_address: Mutex::default(), metrics })
    }

    /// Counts one more, if there is room for it.
    fn enter(self: &Arc<Self>, from: IpAddr, load: &Load) -> Option<Entered> {
        let mut by_address = self.by_address.lock();
        let (all, own) = (by_address.values().sum::<usize>(), by_address.get(&from).copied().unwrap_or_default());
        if all >= load.connections_max || own >= load.connections_per_address_max {
            self.metrics.refused("connections");
            return None;
        }
        *by_address.entry(from).or_default() += 1;
        Some(Entered { of: Arc::clone(self), from, _counted: Counted::begin(&self.metrics.connections) })
    }
}

/// A connection that was counted, until it is dropped.
struct Entered {
    of: Arc<Open>,
    from: IpAddr,
    _counted: Counted,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut by_address = self.of.by_address.lock();
        let Some(own) = by_address.get_mut(&self.from) else { return };
        *own -= 1;
        if *own == 0 {
            by_address.remove(&self.from);
        }
    }
}

/// Serves connections until `stop` resolves; then lets running requests end, for as long as [`limits::DRAIN_S`].
pub(super) async fn serve(
    listener: TcpListener,
    routes: Routes,
    open: Arc<Open>,
    load: impl Fn() -> Load,
    stop: impl Future<Output = ()>,
) {
    let (stopping, stopped) = watch::channel(());
    let mut running = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            Some(_) = running.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) => begin(stream, from, &mut running, &routes, &open, &load(), &stopped),
                // It was gone before it was there, or the system is out of files: neither ends the server.
                Err(_) => tokio::time::sleep(Duration::from_millis(PAUSE_MS)).await,
            },
        }
    }
    drop((listener, stopped));
    drop(stopping);
    let drained = async { while running.join_next().await.is_some() {} };
    // What still runs then is cut off with the set.
    let _ = tokio::time::timeout(Duration::from_secs(limits::DRAIN_S), drained).await;
}

fn begin(
    stream: TcpStream,
    from: SocketAddr,
    running: &mut JoinSet<()>,
    routes: &Routes,
    open: &Arc<Open>,
    load: &Load,
    stopped: &watch::Receiver<()>,
) {
    // Answers are written whole: there is nothing to wait for.
    let _ = stream.set_nodelay(true);
    match open.enter(from.ip(), load) {
        Some(entered) => {
            let (routes, stopped) = (Arc::clone(routes), stopped.clone());
            running.spawn(async move {
                connection(stream, routes, stopped).await;
                drop(entered);
            });
        }
        None => drop(running.spawn(refuse(stream))),
    }
}

/// One connection to its end. What goes wrong in it is the client's to know.
async fn connection(stream: TcpStream, routes: Routes, mut stopped: watch::Receiver<()>) {
    let has_asked = Arc::new(AtomicBool::new(false));
    let asks = Arc::clone(&has_asked);
    let service = service_fn(move |request: Request<Incoming>| {
        asks.store(true, Ordering::Relaxed);
        let router = routes.read().clone();
        async move {
            Ok::<_, Infallible>(router.oneshot(request.map(Body::new)).await.unwrap_or_else(|never| match never {}))
        }
    });
    let mut protocol = http1::Builder::new();
    protocol
        .timer(TokioTimer::new())
        // The time between two requests counts as the head of the second.
        .header_read_timeout(Duration::from_secs(limits::IDLE_TIMEOUT_S))
        .max_header_size(limits::HEAD_BYTES_MAX);
    let mut serving = std::pin::pin!(protocol.serve_connection(TokioIo::new(stream), service));
    let first_head = tokio::time::sleep(Duration::from_secs(limits::HEAD_TIMEOUT_S));
    let mut first_head = std::pin::pin!(first_head);
    let (mut waits_for_head, mut goes_on) = (true, true);
    loop {
        tokio::select! {
            _ = &mut serving => return,
            () = &mut first_head, if waits_for_head => {
                if !has_asked.load(Ordering::Relaxed) {
                    return;
                }
                waits_for_head = false;
            }
            // The sender never sends: it is dropped when the server stops.
            _ = stopped.changed(), if goes_on => {
                goes_on = false;
                serving.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Tells a connection that there is no room for it.
async fn refuse(mut stream: TcpStream) {
    let farewell = async {
        stream.write_all(FULL).await?;
        stream.shutdown().await?;
        // Closed with something unread, the connection would be reset and the client never read why.
        let mut rest = [0; 4096];
        while stream.read(&mut rest).await? > 0 {}
        Ok::<_, std::io::Error>(())
    };
    let _ = tokio::time::timeout(Duration::from_millis(FAREWELL_MS), farewell).await;
}
