#!/bin/sh
# Gets what the tests of the example page need: Node, its packages, Chromium. Installs what is
# missing where it may (Debian, as root); elsewhere it says in one line what will be skipped,
# and with CI=true that is a failure. Quick when everything is there.
set -eu
cd "$(dirname "$0")/.."

missing() {
  need=
  command -v node >/dev/null || need="$need nodejs"
  command -v npm >/dev/null || need="$need npm"
  command -v chromium >/dev/null || command -v chromium-browser >/dev/null ||
    command -v google-chrome >/dev/null || need="$need chromium"
}

skip() {
  echo "Skipped: the tests of examples/web, because $1."
  [ "${CI:-}" != true ]
  exit
}

missing
if [ -n "$need" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq || true
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $need >/dev/null || true
  missing
fi
[ -z "$need" ] || skip "there is no$need (Debian: apt-get install$need)"
if ! [ node_modules/.package-lock.json -nt package-lock.json ]; then
  npm ci --silent --no-audit --no-fund || skip "npm ci failed"
  touch node_modules/.package-lock.json
fi
