#!/usr/bin/env bash
# Everything `make test` does, step by step, with a summary; a failing step does not hide the next ones.
# Builds: release (the compiler of the machine), clang (its warnings), asan (address and undefined-behaviour sanitizers).
cd "$(dirname "$0")/.." || exit 1
set -u
unset MAKEFLAGS MFLAGS MAKELEVEL
jobs=${JOBS:-$(nproc)}
logs=build/logs
mkdir -p $logs
summary=()
bad_steps=0
passed=0
failed=0

# step NAME COMMAND...: output to the terminal and to a log; remembers result and time.
step() {
  local name=$1 start=$SECONDS status
  shift
  echo "== $name"
  "$@" 2>&1 | tee "$logs/$name.log"
  status=${PIPESTATUS[0]}
  local result=good
  if [ "$status" -ne 0 ]; then
    result=FAILED
    bad_steps=$((bad_steps + 1))
  fi
  summary+=("$(printf '%-18s %-7s %4d s' "$name" $result $((SECONDS - start)))")
  return "$status"
}

build() {
  cmake --preset "$1" >"$logs/configure-$1.log" 2>&1 || { cat "$logs/configure-$1.log"; return 1; }
  cmake --build --preset "$1" -j "$jobs" -- -k --no-print-directory # all errors, not only the first
}

# Adds what CTest counted in a log: "97% tests passed, 1 tests failed out of 34".
count() {
  local line total bad
  line=$(grep -E 'tests passed, [0-9]+ tests failed out of [0-9]+' "$logs/$1.log" | tail -n 1)
  bad=$(sed -n 's/.*, \([0-9]*\) tests failed.*/\1/p' <<<"$line")
  total=$(sed -n 's/.*out of \([0-9]*\).*/\1/p' <<<"$line")
  failed=$((failed + ${bad:-0}))
  passed=$((passed + ${total:-0} - ${bad:-0}))
}

# Adds the last line of a log: "59 passed, 1 failed".
count_line() {
  local good bad
  read -r good bad < <(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$logs/$1.log" | tail -n 1)
  passed=$((passed + ${good:-0}))
  failed=$((failed + ${bad:-0}))
}

step packages tools/install_packages.sh test || exit 1
step build-release build release && { step test-release ctest --preset release -j "$jobs"; count test-release; }
step viewer tools/test_viewer.sh build/release/sinew
count_line viewer
step build-clang build clang
step build-asan build asan && { step test-asan ctest --preset asan -j "$jobs"; count test-asan; }
step format tools/lint.sh format
step tidy tools/lint.sh tidy

echo
echo "== summary (logs in $logs)"
printf '%s\n' "${summary[@]}"
echo
# a step that failed without a test that failed (a build, the format) counts as one failure
if [ $failed -eq 0 ] && [ $bad_steps -gt 0 ]; then
  failed=$bad_steps
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $bad_steps -eq 0 ]
