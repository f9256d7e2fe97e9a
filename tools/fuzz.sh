#!/usr/bin/env bash
# Random input to every reader: tests/fuzz/fuzz_*.c under libFuzzer with the address and undefined-behaviour sanitizers.
#   FUZZ_SECONDS=600   of all targets together      JOBS=2      FUZZ_TARGETS="model result"   only these
# The corpus is tests/fuzz/corpus/NAME; what is new and useful goes to build/fuzz/NAME, findings to build/fuzz/findings.
# A finding becomes a file of the corpus once it is fixed: the suite replays it.
set -eu
cd "$(dirname "$0")/.."
seconds=${FUZZ_SECONDS:-600}
jobs=${JOBS:-2}
build=build/fuzz

# libFuzzer is a library of clang, in a package of its own
mkdir -p "$build/findings"
echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n); int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d == 0 && n; }' >"$build/try.c"
if ! clang -fsanitize=fuzzer "$build/try.c" -o "$build/try" 2>/dev/null; then
  version=$(clang -dumpversion | cut -d. -f1)
  echo "clang cannot link libFuzzer. Install it: apt-get install libclang-rt-$version-dev" >&2
  exit 1
fi

env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang \
  -DSINEW_SANITIZE=ON -DSINEW_FUZZ=ON >/dev/null
targets=${FUZZ_TARGETS:-$(ls tests/fuzz/fuzz_*.c | sed 's|.*/fuzz_\(.*\)\.c|\1|')}
# shellcheck disable=SC2086
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL cmake --build "$build" -j "$jobs" --target $(printf 'fuzz_%s ' $targets) >/dev/null

each=$((seconds / $(echo "$targets" | wc -w)))
failed=0
root=$PWD
for name in $targets; do
  mkdir -p "$build/new/$name" "$build/run/$name"
  dictionary=tests/fuzz/$name.dict
  echo "fuzz $name: $each s"
  (cd "$build/run/$name" && "$root/$build/tests/fuzz/fuzz_$name" -max_total_time="$each" -timeout=20 -rss_limit_mb=3000 \
    -max_len=8192 -len_control=20 -print_final_stats=1 -artifact_prefix="$root/$build/findings/$name-" \
    $([ -f "$root/$dictionary" ] && echo "-dict=$root/$dictionary") \
    "$root/$build/new/$name" "$root/tests/fuzz/corpus/$name" >log 2>&1) || failed=1
  grep -E "stat::number_of_executed_units|stat::new_units_added|ERROR|SUMMARY|status [0-9]" "$build/run/$name/log" || true
done
[ "$failed" = 0 ] || echo "Findings are in $build/findings; the logs in $build/run/*/log." >&2
exit "$failed"
