# Sourced by the MCP checks: finds or builds the program, and serves a new folder on a free port until the script ends.
# Gives: QUINTET, cache (a folder for packages), and after start_server: home, url, key.
cache="${CARGO_TARGET_DIR:-target}/mcp-checks"
mkdir -p "$cache"
cache="$(cd "$cache" && pwd)"
if [ -z "${QUINTET:-}" ]; then
  cargo build --quiet --locked
  QUINTET="${CARGO_TARGET_DIR:-target}/debug/quintet"
fi
QUINTET="$(cd "$(dirname "$QUINTET")" && pwd)/$(basename "$QUINTET")"
export QUINTET

start_server() {
  home="$(mktemp -d)"
  key="$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
  QUINTET_ADMIN_KEY="$key" "$QUINTET" serve --data "$home/served" --listen 127.0.0.1:0 2>"$home/log" &
  server=$!
  trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$home"' EXIT
  for _ in $(seq 200); do
    url="$(sed -n 's/^quintet listens on //p' "$home/log")"
    [ -z "$url" ] || return 0
    sleep 0.1
  done
  cat "$home/log" >&2
  return 1
}
