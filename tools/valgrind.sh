#!/usr/bin/env bash
# The command under valgrind: small runs of every scheme and of joints, loops, cables, statics, redundancy, trouble; then what reads
# their results. Any invalid access, use of an unset value or lost block fails. build/valgrind holds results and logs.
#   tools/valgrind.sh [path of the command]
set -u
cd "$(dirname "$0")/.." || exit 1
sinew=$(realpath "${1:-build/release/sinew}")
root=$PWD
work=build/valgrind
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
passed=0
failed=0

# check CODE ARGUMENTS...: the command must end with that code, and valgrind must have nothing to say.
check() {
  local code=$1 log=$((passed + failed)).log status
  shift
  valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite --child-silent-after-fork=yes \
    --log-file="$log" "$sinew" "$@" >"$log.out" 2>&1
  status=$?
  if [ "$status" -eq "$code" ] && [ ! -s "$log" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    mv "$log" "failed-$log" # the next one takes its number
    echo "sinew $*: exit code $status in place of $code; $work/failed-$log" >&2
  fi
}

model() { echo "$root/examples/$1/model.lua"; }
for scheme in ed ep ed_paper; do
  check 0 run "$(model pendulum)" -o "pendulum_$scheme.h5" --quiet --until 0.2 --set "scheme=$scheme"
done
for name in governor bricard n_four_bar cable_pendulum screw_press suspension; do
  check 0 run "$(model $name)" -o "$name.h5" --quiet --until 0.05
done
check 0 check "$(model bricard)"
check 0 static "$(model hanging_chain)" -o static.h5
check 0 run "$(model restart)" -o restart.h5 --quiet --until 0.2
check 0 resume restart.h5 --quiet --until 0.3
for verb in "csv pendulum_ed.h5" "info pendulum_ed.h5" "info restart.h5 --json" "plot pendulum_ed.h5 x" \
  "view pendulum_ed.h5 -o page.html" "view pendulum_ed.h5 --png -o picture.png" "export pendulum_ed.h5 --vtk vtk" \
  "compare pendulum_ed.h5 pendulum_ep.h5"; do
  # shellcheck disable=SC2086
  check 0 $verb
done
for name in misspelt_field endless_loop unbounded_table catastrophic_pattern lua_syntax does_not_fit; do
  check "$([ $name = does_not_fit ] && echo 3 || echo 2)" check "$root/tests/mistakes/$name.lua"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
