//! `quintet serve`: over HTTP.

use std::future::Future;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use quintet_server::{AdminKey, Controls, Doors, Load, Rate, Server, ServerOptions};

use super::{Arguments, Command, DataArguments};
use crate::collector::SpanArguments;
use crate::config;
use crate::discovery::{self, KeySource, Notice};
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `serve`.
#[derive(Debug, Args)]
#[command(
    after_help = "The admin key is taken from QUINTET_ADMIN_KEY or --admin-key-file; without it one is made at the first start, printed once and \
kept in <data>/admin.key, readable by you alone.\n\nExample: quintet serve --data ./memory --listen 127.0.0.1:9090"
)]
pub(crate) struct ServeArguments {
    /// Where to listen; loopback unless you say otherwise
    #[arg(long, env = "QUINTET_LISTEN", default_value = "127.0.0.1:9090", value_name = "ADDR:PORT")]
    listen: SocketAddr,
    /// Memory that indexes may take, in MiB
    #[arg(long, env = "QUINTET_MEMORY_BUDGET_MIB", value_name = "MIB")]
    memory_budget_mib: Option<usize>,
    /// File with the admin key; else it is taken from QUINTET_ADMIN_KEY, else kept in the data folder
    #[arg(long, env = "QUINTET_ADMIN_KEY_FILE", value_name = "FILE")]
    admin_key_file: Option<PathBuf>,
    #[command(flatten)]
    doors: DoorArguments,
    #[command(flatten)]
    load: LoadArguments,
    #[command(flatten)]
    spans: SpanArguments,
    #[command(flatten)]
    data: DataArguments,
}

/// By which names the server is reached, and which pages may call it.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct DoorArguments {
    /// Name under which clients elsewhere reach the server, without port; several with commas. This machine's own always work
    #[arg(long, env = "QUINTET_ALLOW_HOST", value_name = "NAME", value_delimiter = ',')]
    allow_host: Vec<String>,
    /// Origin whose pages may call the server, such as https://app.example.com; several with commas
    #[arg(long, env = "QUINTET_ALLOW_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    allow_origin: Vec<String>,
    /// What links to memories begin with, where people can follow them
    #[arg(long, env = "QUINTET_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
}

impl DoorArguments {
    fn doors(&self) -> Doors {
        let named =
            |list: &[String]| list.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
        Doors {
            hosts: named(&self.allow_host),
            origins: named(&self.allow_origin),
            public_url: self.public_url.clone().filter(|url| !url.trim().is_empty()),
        }
    }
}

/// How much is let in.
#[derive(Clone, Debug, Args)]
pub(crate) struct LoadArguments {
    /// Requests that one key has in a second; 0 for no bound. The admin key has none
    #[arg(long, env = "QUINTET_REQUESTS_PER_SECOND", default_value_t = 50, value_name = "N")]
    requests_per_second: u32,
    /// Requests that one key has at once after a rest
    #[arg(long, env = "QUINTET_REQUEST_BURST", default_value_t = 100, value_name = "N")]
    request_burst: u32,
    /// Connections at once
    #[arg(long, env = "QUINTET_CONNECTIONS", value_name = "N")]
    connections: Option<usize>,
    /// Connections at once from one address
    #[arg(long, env = "QUINTET_CONNECTIONS_PER_ADDRESS", value_name = "N")]
    connections_per_address: Option<usize>,
}

impl LoadArguments {
    fn load(&self) -> Load {
        let usual = Load::default();
        let rate = Rate { per_second: self.requests_per_second, burst: self.request_burst.max(1) };
        Load {
            rate: (self.requests_per_second > 0).then_some(rate),
            connections_max: self.connections.unwrap_or(usual.connections_max),
            connections_per_address_max: self.connections_per_address.unwrap_or(usual.connections_per_address_max),
            ..usual
        }
    }
}

/// Runs it until the process is told to stop.
pub(crate) fn run(arguments: &ServeArguments) -> anyhow::Result<Exit> {
    let mut wiring = arguments.data.wiring_here()?;
    wiring.memory_budget_bytes = arguments.memory_budget_mib.map(|mib| mib.saturating_mul(1024 * 1024));
    let engine = Arc::new(wiring.engine()?);
    let secret = AdminSecret::of(arguments.admin_key_file.as_deref(), &wiring.data)?;
    if secret.is_new {
        let file = wiring.data.join(KEY_FILE);
        output::note(&format!("admin key, shown once and kept in {}: {}", file.display(), secret.key));
    }
    let admin_key = secret.checked(&wiring.data)?;
    let log = Arc::new(|text: &str| output::note(&format!("quintet: {text}")));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(async {
        let (doors, load) = (arguments.doors.doors(), arguments.load.load());
        let spans = arguments.spans.open()?;
        let options = ServerOptions { listen: arguments.listen, admin_key, doors, load, spans, log };
        let server = Server::bind(engine, options).await?;
        // Whoever reads that it listens may stop it at once: signals are heard from before that.
        let stop = stop()?;
        hear_changes(server.controls(), arguments.listen)?;
        let notice = Notice::put(&wiring.data, server.address(), secret.source)?;
        output::note(&format!("quintet listens on http://{}", server.address()));
        server.run(stop).await?;
        drop(notice);
        output::note("quintet stopped");
        Ok(Exit::Ok)
    });
    // Work that its request did not wait for holds nothing up: what it was to write is written whole or not at all.
    runtime.shutdown_timeout(Duration::from_secs(STRAGGLERS_S));
    outcome
}

/// Time that work gets which its request did not wait for, in seconds. Chosen.
const STRAGGLERS_S: u64 = 2;

/// Reads the settings again whenever the process is told to (SIGHUP), and takes those that can change while it runs.
#[cfg(unix)]
fn hear_changes(controls: Controls, listen: SocketAddr) -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut changed = signal(SignalKind::hangup())?;
    tokio::spawn(async move {
        while changed.recv().await.is_some() {
            match crate::arguments_again() {
                Ok(Arguments { command: Command::Serve(again), .. }) => {
                    controls.set(again.doors.doors(), again.load.load());
                    let rest = if again.listen == listen { "" } else { "; another address needs a restart" };
                    output::note(&format!(
                        "quintet: settings were read again: doors and bounds hold from now on{rest}"
                    ));
                }
                Ok(_) => {}
                Err(error) => output::note(&format!("quintet: settings stay as they were: {error:#}")),
            }
        }
    });
    Ok(())
}

/// Nothing tells a process of changed settings here.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature everywhere")]
fn hear_changes(_: Controls, _: SocketAddr) -> anyhow::Result<()> {
    Ok(())
}

/// Resolves when the process is asked to stop. Signals are heard from the call on, not from the first poll on.
#[cfg(unix)]
fn stop() -> anyhow::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves when the process is asked to stop.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature everywhere")]
fn stop() -> anyhow::Result<impl Future<Output = ()> + Send> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}

/// The file with the admin key, in the data folder.
const KEY_FILE: &str = "admin.key";

/// The admin key and where it came from.
pub(crate) struct AdminSecret {
    /// The key.
    pub(crate) key: String,
    /// From the environment or from the data folder.
    pub(crate) source: KeySource,
    /// It was made just now.
    is_new: bool,
}

impl AdminSecret {
    /// The key from the environment or the file that is named, else from the data folder, else a new one, which is written there.
    pub(crate) fn of(named: Option<&Path>, data: &Path) -> anyhow::Result<Self> {
        if let Some((key, _)) = config::either(named, "admin-key-file", "server.admin_key")? {
            return Ok(Self { key, source: KeySource::Environment, is_new: false });
        }
        let file = data.join(KEY_FILE);
        match std::fs::read_to_string(&file) {
            Ok(key) => return Ok(Self { key, source: KeySource::File, is_new: false }),
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(anyhow::Error::new(error).context(format!("cannot read {}", file.display())));
            }
            Err(_) => {}
        }
        let key = AdminKey::random().map_err(|problem| anyhow::anyhow!(problem.message))?;
        discovery::write_private(&file, key.as_bytes()).with_context(|| format!("cannot write {}", file.display()))?;
        Ok(Self { key, source: KeySource::File, is_new: true })
    }

    /// The key that the data folder holds.
    pub(crate) fn of_file(data: &Path) -> anyhow::Result<String> {
        let file = data.join(KEY_FILE);
        std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))
    }

    /// The key as the server takes it.
    pub(crate) fn checked(&self, data: &Path) -> anyhow::Result<AdminKey> {
        let from = match self.source {
            KeySource::Environment => "QUINTET_ADMIN_KEY or --admin-key-file".to_owned(),
            KeySource::File => format!("{}, delete it to get a new one", data.join(KEY_FILE).display()),
        };
        AdminKey::new(&self.key).map_err(|problem| UsageError(format!("{from}: {}", problem.message)).into())
    }
}
