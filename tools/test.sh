#!/usr/bin/env bash
# Everything `make test` does, step by step, with a summary; a failing step does not hide the next ones.
# Builds: release (the compiler of the machine), clang (the command and the libraries; its warnings about all files come with tidy), asan
# (address and undefined-behaviour sanitizers), tsan (the thread sanitizer: the tests with the label `threads` alone). The viewer's tests wait for a browser much of the time: they run beside builds and tidy.
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

# CPU seconds of everything that has ended so far (a browser's own processes are not among it)
cpu() { awk '{ print int(($16 + $17)/100) }' "/proc/$$/stat"; }

# step NAME COMMAND...: output to the terminal and to a log; remembers result, time on the clock and of the processors.
step() {
  local name=$1 start=$SECONDS before status
  before=$(cpu)
  shift
  echo "== $name"
  "$@" 2>&1 | tee "$logs/$name.log"
  status=${PIPESTATUS[0]}
  local result=good
  if [ "$status" -ne 0 ]; then
    result=FAILED
    bad_steps=$((bad_steps + 1))
  fi
  summary+=("$(printf '%-18s %-7s %4d s %5d s of CPU' "$name" $result $((SECONDS - start)) $(($(cpu) - before)))")
  return "$status"
}

# beside NAME COMMAND...: starts it; `step NAME awaited NAME` shows what came of it.
beside() {
  local name=$1
  shift
  rm -f "$logs/$name.status"
  { "$@"; echo $? >"$logs/$name.status"; } >"$logs/$name.beside" 2>&1 &
  other=$!
}

awaited() {
  while kill -0 "$other" 2>/dev/null; do
    sleep 1
  done
  cat "$logs/$1.beside"
  return "$(cat "$logs/$1.status" 2>/dev/null || echo 1)" # no status: it was killed
}

# build PRESET [TARGETS...]: all targets if none is named
build() {
  local preset=$1
  shift
  cmake --preset "$preset" >"$logs/configure-$preset.log" 2>&1 || { cat "$logs/configure-$preset.log"; return 1; }
  # all errors, not only the first
  cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"} -- -k --no-print-directory
}

# The tests that use several threads, and what they need, for the thread sanitizer.
build_threads() {
  local targets
  targets=$(grep -l '^ \* ctest:.*threads' tests/*/test_*.c | sed -E 's|tests/(.*)/test_(.*)\.c|test_\1_\2|')
  # shellcheck disable=SC2086 # a list
  build tsan $targets
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
beside viewer tools/test_viewer.sh build/release/sinew
step build-clang build clang sinew sinew_shared sinew_lab sinew_petsc
step format tools/lint.sh format
step tidy tools/lint.sh tidy
step build-asan build asan
asan=$?
step build-tsan build_threads
tsan=$?
step viewer awaited viewer
count_line viewer
[ $asan -eq 0 ] && { step test-asan ctest --preset asan -j "$jobs"; count test-asan; }
[ $tsan -eq 0 ] && { step test-tsan ctest --preset tsan -j "$jobs"; count test-tsan; }

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
