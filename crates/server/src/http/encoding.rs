//! Compressed bodies, both ways: gzip and zstd, as the client says and understands.
//!
//! What comes in is unpacked as it is read, so that the bound on a body is one on what it unpacks to. Must not know: routes.

use axum::Router;
use axum::body::Body;
use tower::ServiceBuilder;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;
use tower_http::decompression::RequestDecompressionLayer;
use tower_http::map_request_body::MapRequestBodyLayer;

use crate::limits;

/// The same router, with compressed bodies.
pub(super) fn encoded(router: Router) -> Router {
    // An encoding that is not known goes through, to be refused with the reason where bodies are read.
    let unpacked = RequestDecompressionLayer::new().pass_through_unaccepted(true);
    let packed = CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(limits::COMPRESSED_BYTES_MIN));
    router.layer(ServiceBuilder::new().layer(packed).layer(unpacked).layer(MapRequestBodyLayer::new(Body::new)))
}
