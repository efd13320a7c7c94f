#!/usr/bin/env bash
# Runs the protocol's conformance suite against the server, for both eras. Scenarios that need the fixtures of a test server (tools
# and prompts by certain names) and features that this server does not have are listed in mcp-conformance-*.yml with their
# reasons; a scenario that is listed and passes fails the run. Needs node 22 or newer (or npm, which then fetches it).
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/mcp-server.sh

packages="$cache/conformance"
mkdir -p "$packages/released" "$packages/next"
(cd "$packages/released" && npm install --silent --no-fund --no-audit --no-save @modelcontextprotocol/conformance@0.1.16 node@22.23.3)
(cd "$packages/next" && npm install --silent --no-fund --no-audit --no-save @modelcontextprotocol/conformance@0.2.0-alpha.12)
export PATH="$packages/released/node_modules/.bin:$PATH"

start_server
# The suite sends no key: a relay on this machine adds it, and leaves everything else as it is.
node tools/mcp_key_relay.mjs "$url" "$key" >"$home/relay" &
relay=$!
trap 'kill "$relay" "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$home"' EXIT
for _ in $(seq 100); do [ -s "$home/relay" ] && break; sleep 0.1; done
through="$(cat "$home/relay")"

baseline="$PWD/tools/mcp-conformance"
suite() { (cd "$packages/$1" && node node_modules/@modelcontextprotocol/conformance/dist/index.js server --url "$through/mcp" "${@:2}"); }
status=0
echo "== 2025-11-25"
suite released --suite all --spec-version 2025-11-25 --expected-failures "$baseline-2025-11-25.yml" || status=1
echo "== 2026-07-28"
suite next --suite all --spec-version 2026-07-28 --expected-failures "$baseline-2026-07-28.yml" || status=1
exit "$status"
