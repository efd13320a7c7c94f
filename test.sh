#!/usr/bin/env bash
# All tests: format, lints, unit and integration tests, documents. Needs a Rust toolchain and a C compiler; the
# examples of the README are run with bash and curl. The clients are tested where there are Python, Node and npm; what that takes is
# installed below target. The last line is the test runner's own.
set -euo pipefail
cd "$(dirname "$0")"

cargo fmt --all --check
cargo clippy --workspace --all-targets --locked -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet
cargo test --workspace --doc --locked --quiet
# The clients and the protocol, where there are Python, Node and npm.
is_there() { command -v "$1" >/dev/null 2>&1; }
if python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && is_there node && is_there npm && is_there curl; then
  cargo build --locked --quiet --bin quintet
  program="${CARGO_TARGET_DIR:-target}/debug/quintet"
  tools/sdk-tests.sh --missing-ok "$program"
  QUINTET="$program" tools/mcp-clients.sh
  tools/api-fuzz.sh "$program"
else
  echo "left out: tests of the clients need Python 3.10 with venv, Node, npm and curl" >&2
fi
if cargo nextest --version >/dev/null 2>&1; then
  cargo nextest run --workspace --locked
else
  cargo test --workspace --locked
fi
