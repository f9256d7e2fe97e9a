#!/usr/bin/env bash
# CPU time over error of the tip, one panel per case, from build/precision.json (make bench-precision).
#   tools/plot_precision.sh [precision.json [picture.svg]]
set -u
cd "$(dirname "$0")/.." || exit 1
json=${1:-build/precision.json}
svg=${2:-build/precision.svg}
data=build/precision.txt

# one object a line in, blocks of "error CPU-time" out, two empty lines between them; the first line of a block is its title
sed -n 's/.*"case": "\([^"]*\)", "method": "\([^"]*\)".*"cpu_ms": \([^,]*\),.*"error_m": \([^}]*\)}.*/\1 \2 \3 \4/p' "$json" |
  awk '{ key = $1 " " $2; if (key != last) { if (NR > 1) print "\n"; printf "\"%s\"\n", $2; last = key } print $4, $3 }' >"$data"
cases=$(sed -n 's/.*"case": "\([^"]*\)".*/\1/p' "$json" | uniq)
methods=$(sed -n 's/.*"method": "\([^"]*\)".*/\1/p' "$json" | awk '!seen[$0]++')
if [ -z "$cases" ]; then
  echo "There is nothing in $json." >&2
  exit 1
fi

# methods of a case whose runs did not all fail, as they follow each other in the data
of_case() {
  sed -n "s/.*\"case\": \"$1\", \"method\": \"\([^\"]*\)\".*/\1/p" "$json" | uniq
}

# lines FIRST-BLOCK CASE: each method in its own colour in every panel
lines() {
  local block=$1 method separator=plot
  for method in $(of_case "$2"); do
    printf "%s '%s' index %d using 1:2 with linespoints linewidth 2 linetype %d title '%s' noenhanced" \
      "$separator" "$data" "$block" "$(echo "$methods" | grep -nx "$method" | cut -d: -f1)" "$method"
    separator=,
    block=$((block + 1))
  done
  echo
}

{
  echo "set terminal svg size 860,960 font 'Helvetica,12' background 'white'"
  echo "set output '$svg'"
  echo "set multiplot layout 3,2 margins 0.10,0.98,0.15,0.96 spacing 0.13,0.10"
  echo "set linetype 9 linecolor rgb 'gray40' pointtype 9"
  echo "set logscale xy; unset mxtics; unset mytics; set grid; set xrange [*:0.1] reverse; set key at screen 0.5,0.01 center bottom vertical maxrows 3 samplen 2"
  echo "set format x '1e%T'; set format y '%g'; set xlabel 'error of the tip, m'; set ylabel 'CPU time, ms'"
  first=0
  for case in $cases; do
    echo "set title '${case//_/ }'"
    lines "$first" "$case"
    echo "unset key" # the first panel has it for all
    first=$((first + $(of_case "$case" | wc -l)))
  done
} | gnuplot
