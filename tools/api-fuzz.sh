#!/usr/bin/env bash
# Sends made-up requests, right and wrong ones, to every operation that the interface describes, and holds the answers to the
# description: tools/api-fuzz.sh PROGRAM [EXAMPLES] [SECONDS]
#
# EXAMPLES: requests for each operation beside the systematic ones, 15 when absent. SECONDS: time at most, 240 when absent. Needs
# Python 3.10; what is installed goes to target/api-fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -lt 1 ] || [ ! -x "$1" ]; then
  echo "usage: tools/api-fuzz.sh PROGRAM [EXAMPLES] [SECONDS]" >&2
  exit 2
fi
QUINTET=$(realpath "$1")
export QUINTET
. tools/mcp-server.sh
venv=${CARGO_TARGET_DIR:-target}/api-fuzz/venv
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check schemathesis==4.32.5

start_server
ask() { curl -sS -o /dev/null --fail-with-body -H "Authorization: Bearer $key" "$url/api/v1$1" -d "$2"; }
ask /contexts '{"id": "fuzzed"}'
ask /fuzzed/facts '{"text": "Dana moved to Lisbon last week.", "session_id": "chat-7", "role": "user"}'
ask /fuzzed/facts '{"infer": "triples", "triples": [{"entity": {"type": "person", "name": "Dana"}, "key": "role", "value": "CTO"}]}'
ask /fuzzed/principals '{"id": "bot", "grants": {"memory:read": ["*"]}}'

# What drops the context would leave nothing to ask.
"$venv/bin/st" --config-file tools/api-fuzz.toml run "$url/openapi.json" --url "$url" \
  -H "Authorization: Bearer $key" --exclude-operation-id context_drop \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
  --phases examples,coverage,fuzzing --max-examples "${2:-15}" --max-time "${3:-240}" --seed 1 \
  --continue-on-failure --no-color --warnings off
