//! `quintet mcp`: a client's memory over standard input and output.
//!
//! Messages are relayed to a server: to the one that is named, to the one that has the data folder already, or to one of this
//! process's own, on a free port of this machine, so that a second client finds it.

use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use clap::Args;
use quintet::StoreError;
use quintet_providers::http::{Address, Client};
use quintet_server::{Doors, PROFILES, Server, ServerOptions};
use tokio::sync::oneshot;

use super::serve::AdminSecret;
use super::{ContextArguments, DataArguments};
use crate::desk::key_of;
use crate::discovery::{self, Notice};
use crate::exit::Exit;
use crate::output;
use crate::relay::{self, Link, Links};
use crate::wire::{UsageError, Wiring};

/// Time for one message, in milliseconds: more than the server gives itself.
const MESSAGE_MS: u64 = 60_000;
/// How often a held folder is looked at for its server, and how many times. Chosen: a server says where it is within a second
/// after it took the folder, ten on a busy machine.
const LOOK_EVERY_MS: u64 = 100;
const LOOKS: usize = 100;

/// Arguments of `mcp`.
#[derive(Debug, Args)]
#[command(
    after_help = "In a client's configuration the command is `quintet` with the argument `mcp`. Without --server the data \
folder is opened here, or, where another process has it, that process is asked.\n\nThe key of --server is taken from QUINTET_KEY \
or --key-file.\n\nExamples:\n  quintet mcp\n  quintet mcp --context work --profile files\n  quintet mcp --server https://memory.example.com --key-file ~/.quintet.key"
)]
pub(crate) struct McpArguments {
    /// Context that the client is bound to; `default`, or what the client names, when absent
    #[arg(long, short, env = "QUINTET_CONTEXT", value_name = "ID")]
    context: Option<String>,
    /// Which tools the client is shown
    #[arg(long, default_value = "core", value_name = "NAME", value_parser = profile)]
    profile: String,
    #[command(flatten)]
    data: DataArguments,
}

/// A profile that there is.
pub(super) fn profile(name: &str) -> Result<String, String> {
    let known: Vec<&str> = PROFILES.iter().map(|(name, _)| *name).collect();
    if known.contains(&name) { Ok(name.to_owned()) } else { Err(format!("there are {}", known.join(", "))) }
}

/// Runs it until the input ends.
pub(crate) fn run(arguments: &McpArguments) -> anyhow::Result<Exit> {
    if let Some(context) = &arguments.context {
        ContextArguments { context: context.clone() }.id()?;
    }
    let path = match PROFILES.first() {
        Some((default, _)) if *default == arguments.profile => "/mcp".to_owned(),
        _ => format!("/mcp/{}", arguments.profile),
    };
    let input = std::io::stdin().lock();
    let out = std::io::stdout();
    if let Some(server) = &arguments.data.server.server {
        let address = Address::checked(server, true).map_err(|error| UsageError(format!("--server: {error}")))?;
        let named = Named { address, path, key: arguments.data.server.key()?, context: arguments.context.clone() };
        relay::run(&named, input, out)?;
    } else {
        let wiring = arguments.data.wiring_here()?;
        let near = Near { wiring, path, context: arguments.context.clone(), own: Mutex::new(None) };
        relay::run(&near, input, out)?;
        near.close()?;
    }
    Ok(Exit::Ok)
}

/// What is answered to messages, one a line, over a folder that nobody else has.
pub(super) fn rehearsed(wiring: Wiring, messages: &str) -> anyhow::Result<Vec<u8>> {
    let near = Near { wiring, path: "/mcp".to_owned(), context: None, own: Mutex::new(None) };
    let mut out = Vec::new();
    relay::run(&near, messages.as_bytes(), &mut out)?;
    near.close()?;
    Ok(out)
}

/// A server that is named.
struct Named {
    address: Address,
    path: String,
    key: String,
    context: Option<String>,
}

impl Links for Named {
    fn find(&self) -> anyhow::Result<Arc<Link>> {
        let client = Client::new(self.address.clone(), MESSAGE_MS);
        Ok(Arc::new(Link { client, path: self.path.clone(), key: self.key.clone(), context: self.context.clone() }))
    }
}

/// Whoever has the data folder; this process where nobody has.
struct Near {
    wiring: Wiring,
    path: String,
    context: Option<String>,
    own: Mutex<Option<Own>>,
}

/// The server of this process.
struct Own {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<anyhow::Result<()>>,
    /// Says where it is, until it ends.
    notice: Notice,
}

impl Links for Near {
    #[expect(clippy::disallowed_methods, reason = "there is no event to wait for: another process writes a file")]
    fn find(&self) -> anyhow::Result<Arc<Link>> {
        for _ in 0..LOOKS {
            if discovery::is_held(&self.wiring.data) {
                if let Some(found) = discovery::find(&self.wiring.data) {
                    return self.link(&found.url, &key_of(&self.wiring.data, found.key)?);
                }
            } else {
                match self.serve() {
                    // Another process was faster.
                    Err(error) if is_locked(&error) => {}
                    served => return served,
                }
            }
            std::thread::sleep(Duration::from_millis(LOOK_EVERY_MS));
        }
        Err(StoreError::Locked { folder: self.wiring.data.display().to_string() }.into())
    }
}

fn is_locked(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| matches!(cause.downcast_ref::<StoreError>(), Some(StoreError::Locked { .. })))
}

impl Near {
    fn link(&self, url: &str, key: &str) -> anyhow::Result<Arc<Link>> {
        let client = Client::new(Address::checked(url, true)?, MESSAGE_MS);
        let (path, key) = (self.path.clone(), key.trim().to_owned());
        Ok(Arc::new(Link { client, path, key, context: self.context.clone() }))
    }

    /// Opens the folder and serves it on a free port of this machine.
    fn serve(&self) -> anyhow::Result<Arc<Link>> {
        let engine = Arc::new(self.wiring.engine()?);
        let secret = AdminSecret::of(None, &self.wiring.data)?;
        // The client's own memory is there from the start, so that its first question finds nothing and no error.
        ContextArguments { context: self.context.clone().unwrap_or_else(|| "default".to_owned()) }.ensure(&engine)?;
        let options = ServerOptions {
            listen: ([127, 0, 0, 1], 0).into(),
            admin_key: secret.checked(&self.wiring.data)?,
            doors: Doors::default(),
            load: quintet_server::Load::default(),
            spans: None,
            log: Arc::new(|text: &str| output::note(&format!("quintet: {text}"))),
        };
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(async {
                let server = Server::bind(engine, options).await?;
                tell.send(server.address())?;
                let stop = async {
                    // Stops as well when nobody is left to say so.
                    let _ = stopped.await;
                };
                Ok(server.run(stop).await?)
            })
        });
        let Ok(address) = told.recv() else {
            let failed = thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the server failed")));
            return Err(failed.err().unwrap_or_else(|| anyhow::anyhow!("the server ended at once")));
        };
        let notice = Notice::put(&self.wiring.data, address, secret.source)?;
        *self.own.lock().unwrap_or_else(PoisonError::into_inner) = Some(Own { stop, thread, notice });
        self.link(&format!("http://{address}"), &secret.key)
    }

    /// Ends the server of this process, if there is one, after what is under way.
    fn close(self) -> anyhow::Result<()> {
        let Some(own) = self.own.into_inner().unwrap_or_else(PoisonError::into_inner) else { return Ok(()) };
        drop(own.notice);
        let _ = own.stop.send(());
        own.thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the server failed")))
    }
}
