//! The endpoint: who may reach the protocol, and from where. Host and Origin first, then the key, then the body.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::routing::any;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::profiles::{self, Profile};
use super::{Front, Sender};
use crate::http::{Shared, credentials, refuse};
use crate::limits;
use crate::problem::Problem;

/// Headers that name the context, in order: ours, and those that clients of other servers send.
const CONTEXT_HEADERS: [&str; 3] = ["x-quintet-context", "x-spectron-context", "x-memory-context"];

/// The routes of all profiles.
pub(crate) fn routes(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    let mut router = Router::new();
    for profile in profiles::ALL {
        let service = service(shared, profile);
        let handler = move |State(shared): State<Arc<Shared>>, request: Request| async move {
            let path = request.uri().path().to_owned();
            match admitted(&shared, request) {
                Ok(request) => service.handle(request).await.map(Body::new),
                Err(problem) => refuse(problem, &path, None),
            }
        };
        router = router.route(&profile.path(), any(handler));
    }
    router
}

fn service(shared: &Arc<Shared>, profile: &'static Profile) -> StreamableHttpService<Front, NeverSessionManager> {
    // Sessions are off and answers are JSON: nothing on the server outlives a request. Hosts and origins were checked before the
    // key; the library checks them again by the same lists, since its own default lets every origin in.
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(shared.doors.host_names())
        .with_allowed_origins(shared.doors.origin_names())
        .enforce_origin_validation()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(limits::BODY_BYTES_MAX);
    let front = Front { shared: Arc::clone(shared), profile };
    StreamableHttpService::new(move || Ok(front.clone()), Arc::new(NeverSessionManager::default()), config)
}

/// The request with its sender, if it may come in.
fn admitted(shared: &Shared, mut request: Request) -> Result<Request, Problem> {
    shared.doors.check(request.uri(), request.headers())?;
    let (gate, given) = (&shared.service.gate, credentials(request.headers()));
    // A key belongs to one memory space, so that it says which one is meant where no header does.
    let context = match context(request.headers())? {
        None => gate.context_of(&given).map(|context| context.to_string()),
        named => named,
    };
    let sender = Sender {
        authorization: given.authorization.map(str::to_owned),
        on_behalf_of: given.on_behalf_of.map(str::to_owned),
        context,
    };
    let caller = sender.caller(&shared.service, sender.own_context())?;
    shared.admission.count(&caller, shared.service.engine.monotonic_us())?;
    request.extensions_mut().insert(sender);
    Ok(request)
}

/// The context that the headers name.
fn context(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let mut named = CONTEXT_HEADERS.iter().filter_map(|name| headers.get(*name).map(|value| (name, value)));
    let Some((name, first)) = named.next() else { return Ok(None) };
    if named.any(|(_, other)| other != first) {
        return Err(Problem::invalid(name, "headers name different memory spaces"));
    }
    let text = first.to_str().map_err(|_| Problem::invalid(name, "it is no name of a memory space"))?.trim();
    Ok((!text.is_empty()).then(|| text.to_owned()))
}
