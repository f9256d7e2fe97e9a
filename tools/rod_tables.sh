#!/usr/bin/env bash
# The tables of runs and costs in docs/rods.md, from the files of `sinew study examples/rod_study/model.lua -o FOLDER`.
#   tools/rod_tables.sh [FOLDER]     (examples/rod_study, which keeps runs.csv and costs.csv of one study)
# Replaces the text between the marks `<!-- runs: made by tools/rod_tables.sh -->` and `<!-- end of the runs -->`.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C
folder=${1:-examples/rod_study}
page=docs/rods.md
made=$(mktemp)
trap 'rm -f "$made"' EXIT

# runs TAU: a row per integrator and coordinates, a column for the tolerances 1e-4, 1e-6, 1e-8
runs() {
  awk -F, -v tau="$1" '
    NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    $c["tau"] + 0 == tau + 0 {
      name = $c["formulation"] == "mixed_printed" ? "mixed as printed" : $c["formulation"]
      name = $c["integrator"] ", " name ($c["formulation"] == "absolute" && $c["stabilisation"] > 0 ? ", stabilised" : "")
      if (!(name in seen) && name != "dormand_prince, mixed as printed") { seen[name] = 1; row[++n] = name }
      e = sprintf("%.0e", $c["tolerance"])
      sub("e-0", "e-", e)
      rhs = $c["rhs"] ($c["rhs_jacobian"] > 0 ? " + " $c["rhs_jacobian"] : "")
      cell[name, e] = $c["status"] != "complete" ? "failed at " $c["t"] " s" : \
        sprintf("%d; %s / %d / %.0e / %.2g / %.0e", $c["steps"], rhs, $c["jacobians"], $c["tip_error"], $c["cpu"], $c["drift_shear"])
    }
    END {
      print "| | 1e-4 | 1e-6 | 1e-8 |\n|---|---|---|---|"
      for (i = 1; i <= n; i++) print "| " row[i] " | " cell[row[i], "1e-4"] " | " cell[row[i], "1e-6"] " | " cell[row[i], "1e-8"] " |"
    }' "$folder/runs.csv"
}

# The cost of a right-hand side in microseconds; names of columns may hold commas, in quotes.
costs() {
  sed 's/"\([^",]*\), \([^"]*\)"/\1; \2/g' "$folder/costs.csv" | awk -F, '
    NR == 1 { line = "| n |"; rule = "|---|"
              for (i = 2; i <= NF; i++) { name = $i; sub("; ", ", ", name); line = line " " name " |"; rule = rule "---|" }
              print line "\n" rule; next }
    { printf "| %d |", $1; for (i = 2; i <= NF; i++) printf ($i == "" ? " - |" : " %.3g |"), 1e6*$i; print "" }'
}

{
  echo "<!-- runs: made by tools/rod_tables.sh -->"
  echo "**Damped, tau = 0.005 s** (steps; right-hand sides + those in difference quotients / Jacobians / tip error in m / processor time in s / shear drift over an element)"
  echo
  runs 0.005
  echo
  echo "**Undamped** (the same)"
  echo
  runs 0
  echo
  echo "**Cost of one right-hand side**, microseconds"
  echo
  costs
  echo "<!-- end of the runs -->"
} >"$made"
awk -v made="$made" '
  /^<!-- runs: / { while ((getline line <made) > 0) print line; skip = 1 }
  !skip { print }
  /^<!-- end of the runs -->/ { skip = 0 }' "$page" >"$page.new"
mv "$page.new" "$page"
