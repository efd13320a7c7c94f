#!/usr/bin/env bash
# Runs every tool of every profile with the official clients: Python `mcp` (both eras) and TypeScript `@modelcontextprotocol/sdk`
# (`initialize`), over HTTP and over standard input and output. Needs python3, node 18 or newer and npm; packages go to a folder
# below target. The program is built when QUINTET does not name one.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/mcp-server.sh

packages="$cache/clients"
mkdir -p "$packages"
[ -x "$packages/venv/bin/python" ] || python3 -m venv "$packages/venv"
"$packages/venv/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0
(cd "$packages" && npm install --silent --no-fund --no-audit --no-save @modelcontextprotocol/sdk@1.32.2)

start_server
"$packages/venv/bin/python" tools/mcp_client.py "$url" "$key" "$QUINTET" "$home/python"
tools="$PWD/tools"
(cd "$packages" && node "$tools/mcp_client.mjs" "$url" "$key" "$QUINTET" "$home/typescript")
