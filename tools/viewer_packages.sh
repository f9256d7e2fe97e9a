#!/usr/bin/env bash
# Installs the npm packages of the viewer as its lock file says; does nothing when they are there already.
cd "$(dirname "$0")/../viewer" || exit 1
set -u

fail() {
  echo "$1" >&2
  exit 1
}

command -v node >/dev/null 2>&1 || fail "node is missing: apt-get install nodejs npm"
command -v npm >/dev/null 2>&1 || fail "npm is missing: apt-get install npm"
node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 18 ? 0 : 1)' ||
  fail "Node $(node --version) is too old: the viewer needs 18 or newer (Debian 12 has it)"
node installed.mjs && exit 0
echo "Installing the npm packages of the viewer" >&2
npm ci --no-audit --no-fund --loglevel=error ||
  fail "npm could not install the packages of viewer/package-lock.json; its messages above say why"
