//! The server from outside: real connections, a real store in a folder of its own, and an embedder that needs no model.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod advisories;
mod authority;
mod client;
mod consolidate;
mod contexts;
mod contract;
mod doors;
mod facts;
mod feelings;
mod forgetting;
mod hits;
mod house;
mod isolation;
mod knowledge;
mod lifecycle;
mod mcp;
mod mcp_authority;
mod mcp_files;
mod mcp_graph;
mod mcp_protocol;
mod mcp_talk;
mod memories;
mod query;
mod refusals;
mod repeated;
mod traces;
mod traffic;
