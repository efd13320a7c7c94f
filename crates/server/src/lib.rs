//! The server: the operations of the engine over HTTP and MCP.
//!
//! Every operation is one file under `ops` and one line in its list; routes come from that list, and authority is checked
//! once, before an operation runs. Request and response structs live here; no type of the engine is a wire type.

mod admission;
mod authority;
mod call;
mod doors;
mod http;
mod inert;
mod limits;
mod local;
mod mcp;
mod metrics;
mod ops;
mod problem;
mod spans;

pub use admission::{Load, Rate};
pub use authority::{AdminKey, Caller, Credentials, Gate};
pub use doors::Doors;
pub use http::{Controls, ServeError, Server, ServerOptions, escaped};
pub use local::Local;
pub use mcp::{PROFILES, lint_schema};
pub use ops::{ALL as OPERATIONS, Log, Method, Operation, Verb};
pub use problem::{Code, Problem};
pub use spans::{SpanOptions, SpanSender};
