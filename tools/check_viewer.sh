#!/usr/bin/env bash
# Says when viewer/dist/viewer.html was not built from the sources that are here (it is checked in, so that building Sinew
# needs no npm). The page's first comment holds the hash; viewer/build.mjs computes the same one.
cd "$(dirname "$0")/../viewer" || exit 1
set -eu
export LC_ALL=C

page=dist/viewer.html
if [ ! -f "$page" ]; then
  echo "viewer/$page is missing: run 'make viewer' (needs Node 18 or newer and npm)" >&2
  exit 1
fi
is=$({
  printf '%s\0' build.mjs index.html package-lock.json
  find src -type f -print0
} | sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
was=$(sed -n 's/^<!-- Sinew viewer, sources sha256 \([0-9a-f]*\) -->$/\1/p' "$page" | head -n 1)
if [ "$is" != "$was" ]; then
  echo "viewer/$page is stale: its sources have changed since it was built; run 'make viewer' and check it in" >&2
  echo "  sources $is" >&2
  echo "  page    ${was:-has no hash}" >&2
  exit 1
fi
echo "viewer/$page is up to date ($is)"
