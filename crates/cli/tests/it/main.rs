//! The program from outside: each test runs it in a folder of its own and looks at exit codes, data and messages.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod archives;
mod backup;
mod commands;
mod config;
mod connect;
mod damage;
mod demo;
mod desk;
mod doctor;
mod export;
mod forgetting;
mod ingest;
mod knowledge;
mod language;
mod mcp;
mod program;
mod readme;
mod serve;
mod shells;
mod usage;
