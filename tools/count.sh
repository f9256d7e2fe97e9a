#!/usr/bin/env bash
# Instructions of the steps by callgrind: thousands per body or element and step, by part. They do not depend on what else the
# machine does, so they say what a change gained where times cannot. Needs valgrind; build/count holds the profiles.
#   tools/count.sh [path of sinew_bench [path of sinew_bench_shell]]
# A part is the sum of what its functions cost with all they call; what is in none of them is the rest. When the
# rest grows (or falls below zero) after a change of src/steps, look at the list below.
set -u
cd "$(dirname "$0")/.." || exit 1
bench=${1:-build/release/sinew_bench}
shell=${2:-build/release/tests/sinew_bench_shell}
work=build/count
mkdir -p "$work"

# part, its functions; with a quote: by their callers, without those of src/instant, which are in another part
parts="
forces     find_stresses gather_forces balance_nodes ed_pair_forces one_pair_forces
tangent    assemble_nodes assemble_packs assemble_loads ed_pair_tangent one_pair_tangent sn_lin_clear'
factor     sn_lin_factor'
solve      sn_lin_solve' sn_lin_solve_blindly'
increments find_increments update_packs move_nodes ed_follow_settle
ledger     ed_accept one_accept
start      ed_damping_fade ed_start one_start
velocities sn_instant_project sn_instant_damp"

# valgrind counts every byte of a repeated string instruction: glibc is told not to use them
export GLIBC_TUNABLES=glibc.cpu.x86_rep_stosb_threshold=2000000000:glibc.cpu.x86_rep_movsb_threshold=2000000000

# count CASE UNITS SCHEME STEPS COMMAND...: one line of the table, thousands per unit and step
count() {
  local name=$1 units=$2 scheme=$3 steps=$4 out=$work/$1.$3
  shift 4
  if ! valgrind --tool=callgrind --toggle-collect=sinew_step --toggle-collect=bench_step --separate-callers1=sn_lin_factor --separate-callers1=sn_lin_solve --separate-callers1=sn_lin_solve_blindly \
    --separate-callers1=sn_lin_clear --callgrind-out-file="$out" "$@" >"$out.log" 2>&1; then
    echo "$name $scheme: failed, see $out.log" >&2
    return 1
  fi
  callgrind_annotate --inclusive=yes --threshold=100 "$out" | sed -n 's/,//g; s/^ *\([0-9]*\) ([ 0-9.]*%) *[^ ]*:\([^ ]*\).*/\1 \2/p' |
    awk -v name="$name" -v scheme="$scheme" -v per=$((1000 * units * steps)) -v parts="$parts" \
      -v iterations="$(sed -n 's/.*iterations \([0-9.]*\) .*/\1/p' "$out.log")" '
      BEGIN {
        n = split(parts, line, "\n")
        for (i = 2; i <= n; i++) {
          k = split(line[i], word, " ")
          for (j = 2; j <= k; j++) of[word[j]] = i
        }
      }
      $2 == "sinew_step" || $2 == "bench_step" { all = $1 }
      $2 !~ /\047(sn_instant|solve_softly)/ { # \047: the quote between a function and its caller
        f = $2
        sub(/\047.*/, "\047", f)
        if (f in of) sum[of[f]] += $1
      }
      END {
        printf "%-20s %-6s %10.2f %8.1f", name, scheme, iterations, all / per
        for (i = 2; i <= n; i++) { printf " %10.1f", sum[i] / per; rest += sum[i] }
        printf " %8.1f\n", (all - rest) / per
      }'
}

printf '%-20s %-6s %10s %8s' case scheme iterations all
awk 'NF { printf " %10s", $1 }' <<<"$parts"
printf ' %8s\n' rest
failed=0
for scheme in "ed 1" "ep 0"; do
  for case in "chain_spherical 100" "chain_revolute 100" "beam_soft_linear 30" "beam_soft_cubic 30"; do
    # shellcheck disable=SC2086
    set -- $case $scheme
    count "$1" "$2" "$3" 30 "$bench" one "$1" "$2" "$3" "$4" 30 || failed=1
  done
  # shellcheck disable=SC2086
  set -- $scheme
  count plate 36 "$1" 5 "$shell" /dev/null "$1" "$2" 6 5 || failed=1 # 6 x 6 elements
done
exit $failed
