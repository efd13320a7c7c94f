#!/usr/bin/env bash
# Tests of the clients against a built program: tools/sdk-tests.sh [--missing-ok] PROGRAM
#
# Needs Python 3.10, Node 20 and npm, bash and curl. What is installed goes to target/sdk, or to the folder that
# QUINTET_SDK_DIR names, and to sdk/typescript/node_modules. With --missing-ok, what the program cannot do yet is told
# and fails nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
if [ "${1:-}" = --missing-ok ]; then
  missing=(--missing-ok)
  export MISSING_OK=1
  shift
fi
if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: tools/sdk-tests.sh [--missing-ok] PROGRAM" >&2
  exit 2
fi
QUINTET_BINARY=$(realpath "$1")
export QUINTET_BINARY PYTHONDONTWRITEBYTECODE=1
# Settings of the caller's own would reach the clients and servers of the tests.
unset QUINTET_SERVER QUINTET_KEY QUINTET_KEY_FILE QUINTET_CONTEXT QUINTET_ADMIN_KEY QUINTET_DATA "${!QUINTET_LLM_@}"

folder=$(realpath -m "${QUINTET_SDK_DIR:-target/sdk}")
venv=$folder/venv
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check "./sdk/python[test]" surrealdb-memory==1.0.0b1
# A version that did not change would stay as it was installed.
"$venv/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps ./sdk/python

failed=()
part() {
  local name=$1
  shift
  echo "== $name"
  "$@" || failed+=("$name")
}

cd sdk/python
part "Python: lints" "$venv/bin/ruff" check --no-cache --quiet . ../compat --config pyproject.toml
part "Python: format" "$venv/bin/ruff" format --no-cache --quiet --check . ../compat --config pyproject.toml
part "Python: types" "$venv/bin/mypy" --cache-dir "$folder/mypy"
part "Python: tests" "$venv/bin/pytest" -q "${missing[@]}"
cd ../typescript
npm install --silent --no-package-lock --no-audit --no-fund
rm -rf dist
part "TypeScript: build" npm run --silent build
part "TypeScript: types" npm run --silent check
part "TypeScript: tests" npm test --silent
cd ../compat
part "surrealdb-memory, unmodified" "$venv/bin/pytest" -q -s -p no:cacheprovider "${missing[@]}"

if [ ${#failed[@]} -gt 0 ]; then
  printf 'failed: %s\n' "${failed[@]}"
  exit 1
fi
echo "all clients are fine"
