//! The collector that spans of requests are sent to, if any: OTLP over HTTP in JSON.

use std::sync::Arc;

use clap::Args;
use quintet_providers::http::{Address, Client, Secret};
use quintet_server::{SpanOptions, SpanSender};

use crate::config;
use crate::wire::UsageError;

/// Time for one batch. Chosen: spans wait meanwhile, and requests do not.
const SEND_MS: u64 = 10_000;
/// The path for traces below a collector's address.
const PATH: &str = "/v1/traces";

/// Where spans go. Nowhere by default.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SpanArguments {
    /// OpenTelemetry collector that gets a span of each request, such as http://127.0.0.1:4318; its key is QUINTET_OTLP_KEY
    #[arg(long, env = "QUINTET_OTLP_URL", value_name = "URL")]
    otlp_url: Option<String>,
    /// Let spans hold what was asked, in its own words
    #[arg(long, env = "QUINTET_OTLP_CONTENT", value_name = "BOOL", num_args = 0..=1, default_value_t = false, default_missing_value = "true")]
    otlp_content: bool,
}

impl SpanArguments {
    /// The collector that was named; `None` where none was. Nothing is sent.
    pub(crate) fn open(&self) -> anyhow::Result<Option<SpanOptions>> {
        let Some(url) = self.otlp_url.as_deref().filter(|url| !url.trim().is_empty()) else { return Ok(None) };
        let key = config::secret("telemetry.otlp_key")?;
        let key = key.map(|(key, from)| {
            Secret::new(&key)
                .ok_or_else(|| UsageError(format!("{from} holds no key: it has to be one line without spaces")))
        });
        let key = key.transpose()?;
        let address =
            Address::checked(url, key.is_some()).map_err(|error| UsageError(format!("--otlp-url: {error}")))?;
        let sender = Arc::new(Collector { client: Client::new(address, SEND_MS), key });
        Ok(Some(SpanOptions { sender, with_content: self.otlp_content }))
    }
}

struct Collector {
    client: Client,
    key: Option<Secret>,
}

impl SpanSender for Collector {
    fn send(&self, body: &str) -> Result<(), String> {
        let bearer = self.key.as_ref().map(Secret::bearer);
        let headers: Vec<(&str, &str)> =
            bearer.as_deref().map(|bearer| ("authorization", bearer)).into_iter().collect();
        match self.client.post(PATH, &headers, body) {
            Ok(answer) if answer.status < 300 => Ok(()),
            Ok(answer) => Err(format!("it answered {}", answer.status)),
            Err(failure) => Err(format!("{failure:?}")),
        }
    }
}
