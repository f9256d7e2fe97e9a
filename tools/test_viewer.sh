#!/usr/bin/env bash
# Tests of the viewer: tools/test_viewer.sh [SINEW]     (build/release/sinew)
# Types, unit tests, whether the page that is checked in is what its sources give, and the page in Debian's Chromium:
# with made-up data, and with runs of the command SINEW. Pictures of what it showed are left in build/viewer-screens.
cd "$(dirname "$0")/.." || exit 1
set -u
sinew=$(realpath -m "${1:-build/release/sinew}")
screens=$PWD/build/viewer-screens
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# One line per check: "ok    what" or "FAIL  what", as the programs below print them too.
tell() {
  if [ "$1" -eq 0 ]; then
    echo "ok    $2"
    passed=$((passed + 1))
  else
    echo "FAIL  $2"
    failed=$((failed + 1))
  fi
}

# program NAME COMMAND...: prints its own lines; one that ends badly without saying what failed is a failure.
program() {
  local name=$1 good bad status
  shift
  "$@" 2>&1 | tee "$scratch/log"
  status=${PIPESTATUS[0]}
  good=$(grep -c '^ok  ' "$scratch/log")
  bad=$(grep -c '^FAIL  ' "$scratch/log")
  passed=$((passed + good))
  failed=$((failed + bad))
  if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
    tell 1 "$name ended with exit code $status"
  fi
}

# The unit tests, by Node's own runner: its lines are shown if something is wrong, its totals are ours.
unit_tests() {
  local status good bad
  npm test --silent >"$scratch/log" 2>&1
  status=$?
  good=$(sed -n 's/^[^a-z]* pass \([0-9]*\)$/\1/p' "$scratch/log" | tail -n 1)
  bad=$(sed -n 's/^[^a-z]* fail \([0-9]*\)$/\1/p' "$scratch/log" | tail -n 1)
  passed=$((passed + ${good:-0}))
  failed=$((failed + ${bad:-0}))
  if [ $status -ne 0 ] || [ -z "$good" ]; then
    cat "$scratch/log"
    [ "${bad:-0}" -gt 0 ] || tell 1 "unit tests ended with exit code $status"
  fi
  echo "$([ $status -eq 0 ] && echo 'ok   ' || echo 'FAIL ') unit tests: ${good:-0} good, ${bad:-0} bad"
}

same_page() {
  npm run build --silent -- "$scratch/viewer.html" >"$scratch/log" 2>&1 &&
    cmp "$scratch/viewer.html" dist/viewer.html && return
  cat "$scratch/log"
  echo "      viewer/dist/viewer.html is not what its sources give: run 'make viewer' and check it in"
  return 1
}

tools/viewer_packages.sh
tell $? "npm packages"
if [ $failed -eq 0 ]; then
  cd viewer || exit 1
  npm run check --silent
  tell $? "types"
  unit_tests
  same_page
  tell $? "dist/viewer.html is what its sources give"
  for test in browser browser_ui; do
    program test/$test.mjs node test/$test.mjs --keep "$screens/made-up"
  done
  program test/pages.mjs node test/pages.mjs "$sinew" --screens "$screens"
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
