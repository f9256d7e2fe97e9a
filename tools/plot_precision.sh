#!/usr/bin/env bash
# CPU time over error of the tip, one panel per case, from build/precision.json (make bench-precision).
#   tools/plot_precision.sh [precision.json [picture.svg]]
set -u
cd "$(dirname "$0")/.." || exit 1
json=${1:-build/precision.json}
svg=${2:-build/precision.svg}
data=build/precision.txt

# one object a line in, blocks of "error CPU-time" out, two empty lines between them; the first line of a block is its title
sed -n 's/.*"case": "\([^"]*\)", "scheme": "\([^"]*\)".*"cpu_ms": \([^,]*\),.*"error_m": \([^}]*\)}.*/\1 \2 \3 \4/p' "$json" |
  awk '{ key = $1 " " $2; if (key != last) { if (NR > 1) print "\n"; printf "\"%s\"\n", $2; last = key } print $4, $3 }' >"$data"
cases=$(sed -n 's/.*"case": "\([^"]*\)".*/\1/p' "$json" | uniq)
each=$(sed -n 's/.*"case": "\([^"]*\)", "scheme": "\([^"]*\)".*/\1 \2/p' "$json" | uniq | cut -d' ' -f1 | uniq -c | awk 'NR == 1 { print $1 }')
if [ -z "$cases" ]; then
  echo "There is nothing in $json." >&2
  exit 1
fi

{
  echo "set terminal svg size 860,640 font 'Helvetica,12' background 'white'"
  echo "set output '$svg'"
  echo "set multiplot layout 2,2"
  echo "set logscale xy; unset mxtics; unset mytics; set grid; set xrange [*:*] reverse; set key top left"
  echo "set format x '1e%T'; set format y '%g'; set xlabel 'error of the tip, m'; set ylabel 'CPU time, ms'"
  first=0
  for case in $cases; do
    echo "set title '${case//_/ }'"
    echo "plot for [i=$first:$((first + each - 1))] '$data' index i using 1:2 with linespoints linewidth 2 title columnheader(1)"
    first=$((first + each))
  done
} | gnuplot
