#!/usr/bin/env bash
# What stops and contacts cost while they are open: instructions per step by callgrind, of twenty pendulums with them and without.
#   tools/count_open.sh [path of sinew]          (docs/performance.md, what is open)
# Runs of 100 and of 300 steps are compared: what is not a step does not count. One row of results in 100 steps does.
set -u
cd "$(dirname "$0")/.." || exit 1
sinew=$(realpath "${1:-build/release/sinew}")
work=build/count
mkdir -p "$work"
cat >"$work/open.lua" <<'MODEL'
param { kind = "none", duration = 0.1 }
gravity { 0, 0, -9.81 }
local floor = plane { name = "floor", at = { 0, 0, -5 } }
local bodies, stop = {}, kind == "stops" and 6 or nil
for i = 1, 20 do
  local b = body { name = "b" .. i, at = { 0.5*i, 0, 0 }, mass = 1, inertia = { 0.1, 0.1, 0.1 }, shape = sphere { radius = 0.05 } }
  revolute { ground, b, at = { 0.5*i - 0.3, 0, 0 }, axis = "y", lower = stop and -stop, upper = stop, stop_stiffness = stop and 1e5 }
  if kind == "contacts" then contact { floor, b, stiffness = 1e5 } end
  if kind == "springs" or kind == "spring_stops" then
    local far = kind == "spring_stops" and 100 or nil
    spring { ground, b, at_a = { 0.5*i, 0, 10 }, stiffness = 1, upper = far, stop_stiffness = far and 1e5 }
  end
  bodies[i] = b
end
if kind == "group" then contact { floor, all = bodies, stiffness = 1e5 } end
run { dt = 1e-3, duration = duration, store = 0.1 }
MODEL
# valgrind counts every byte of a repeated string instruction: glibc is told not to use them
export GLIBC_TUNABLES=glibc.cpu.x86_rep_stosb_threshold=2000000000:glibc.cpu.x86_rep_movsb_threshold=2000000000
total() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$sinew" run "$work/open.lua" -q -o "$work/open.h5" --set kind="$1" --set duration="$2" 2>&1 |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
for kind in none stops contacts group springs spring_stops; do
  short=$(total $kind 0.1)
  long=$(total $kind 0.3)
  printf '%-14s %8d instructions per step\n' $kind $(((long - short) / 200))
done
