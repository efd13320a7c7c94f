#!/usr/bin/env bash
# All tests: format, lints, unit and integration tests, documents. Needs a Rust toolchain and a C compiler; the
# examples of the README are run with bash and curl. The last line is the test runner's own.
set -euo pipefail
cd "$(dirname "$0")"

cargo fmt --all --check
cargo clippy --workspace --all-targets --locked -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet
cargo test --workspace --doc --locked --quiet
if cargo nextest --version >/dev/null 2>&1; then
  cargo nextest run --workspace --locked
else
  cargo test --workspace --locked
fi
