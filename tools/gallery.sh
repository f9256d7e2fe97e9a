#!/usr/bin/env bash
# Runs the examples and writes docs/gallery: tools/gallery.sh [NAME...]
# Without names: every example, and the index. The pages take their words from examples/NAME/README.md, their pictures and plots
# from examples/NAME/gallery.txt, and their numbers from the run. Result files and scripts of the plots stay in build/gallery;
# KEEP=1 tools/gallery.sh NAME makes the page of the result that is there, without running it again.
#
# gallery.txt has lines `key = value`:
#   title, line       name, and one sentence for the index
#   order             place in the index (a number)
#   picture           options of `sinew view --png` for the main picture
#   strip, caption    the same for the row of instants (with --time), and what it shows
#   plot              channels and options of `sinew plot`, then " : " and a caption; one line per plot
#   second            options of a second run, for plots of both (their line begins with "both ", or with "under ": the second one wide
#                     and pale below the first)
#   verb              of sinew that makes the result (run)
#   compare           columns of reference.csv to compare (all common ones); "none": there is no such file
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C
exec 3>&2
sinew=${SINEW:-build/release/sinew}
scratch=build/gallery
out=docs/gallery

fail() {
  echo "tools/gallery.sh: $*" >&2
  exit 1
}

# value KEY NAME: all values of a key, one per line
value() { sed -n "s/^$1 *= *//p" "examples/$2/gallery.txt"; }

# number KEY FILE: of `sinew info --json`
number() { sed -n "s/^ *\"$1\": *\([^,]*\),*$/\1/p" "$2"; }

# Links of an example's README as seen from the gallery.
links() { sed -e 's|](\.\./\.\./docs/|](../../|g'; }

# An example's README from its heading to the first commands, without the picture.
problem() { awk '/^#/ || /^!/ || /^<!--/ || /^Builds on/ { next } /^(    |```)/ { exit } /^$/ { blank = 1; next } { if (blank && text) print ""; blank = 0; text = 1; print }' "examples/$1/README.md" | links; }

# From "What to look for" to the end, without the note on reference.csv; links as seen from the gallery.
story() {
  awk '/^\*\*What to look for/ { on = 1 } /^`reference.csv` contains/ { next } on' "examples/$1/README.md" | links | cat -s
}

# differences REFERENCE OURS "COLUMNS": largest difference of each common column at the times of the reference
differences() {
  awk -F, -v wanted="$3" '
    BEGIN { n_wanted = split(wanted, list, " "); for (i in list) want[list[i]] = 1 }
    FNR == 1 { file++; for (i = 1; i <= NF; i++) if (file == 1) name[i] = $i; else column[$i] = i }
    FNR == 1 { if (file == 1) n_columns = NF; next }
    file == 1 { rows++; for (i = 1; i <= NF; i++) theirs[rows, i] = $i; next }
    { for (; row < rows && theirs[row + 1, 1] <= $1*(1 + 1e-9) + 1e-12; row++)
        for (i = 2; i <= n_columns; i++)
          if ((name[i] in column) && (!n_wanted || (name[i] in want))) {
            d = $(column[name[i]]) - theirs[row + 1, i]
            d = d < 0 ? -d : d
            size = theirs[row + 1, i] < 0 ? -theirs[row + 1, i] : theirs[row + 1, i]
            if (d > worst[i]) worst[i] = d
            if (size > largest[i]) largest[i] = size
            seen[i] = 1
          } }
    END { for (i = 2; i <= n_columns; i++)
            if (seen[i]) printf "| `%s` | %.1e | %.3g |\n", name[i], worst[i], largest[i] }' "$1" "$2"
}

# run_both NAME VERB FILE: the result of an example, that of its second run, and the processor time of the first
run_both() {
  TIMEFORMAT=%U # other work of the machine does not count
  { time "$sinew" "$2" "examples/$1/model.lua" -o "$3" --quiet 2>&3 >/dev/null; } 2>"$scratch/$1.seconds.new"
  if [ -n "$(value second "$1")" ]; then
    # shellcheck disable=SC2046
    "$sinew" "$2" "examples/$1/model.lua" $(value second "$1") -o "$scratch/$1_second.h5" --quiet >/dev/null 2>&3
  fi
  mv "$scratch/$1.seconds.new" "$scratch/$1.seconds"
}

# page NAME: runs one example and writes its folder of the gallery
page() {
  local name=$1 folder=$out/$1 h5=$scratch/$1.h5 info=$scratch/$1.json
  local example=examples/$1 k=0 plot arguments seconds verb
  [ -f "$example/gallery.txt" ] || fail "$example/gallery.txt is missing: its first lines say what it holds."
  echo "== $name" >&2
  verb=$(value verb "$name")
  verb=${verb:-run}
  mkdir -p "$folder"
  if [ "${KEEP:-0}" = 0 ] || [ ! -f "$scratch/$name.seconds" ]; then
    run_both "$name" "$verb" "$h5"
  fi
  seconds=$(cat "$scratch/$name.seconds")
  "$sinew" info "$h5" --json >"$info"
  "$sinew" csv "$h5" >"$scratch/$name.csv"
  # the options of gallery.txt are words without blanks inside
  # shellcheck disable=SC2046
  "$sinew" view "$h5" $(value picture "$name") -o "$folder/picture.png" >/dev/null
  # shellcheck disable=SC2046
  "$sinew" view "$h5" $(value strip "$name") -o "$folder/strip.png" >/dev/null
  {
    echo "# $(value title "$name")"
    echo
    echo "![$(value title "$name")](picture.png)"
    echo
    problem "$name"
    echo
    echo "![$(value title "$name"), at several instants](strip.png)"
    echo
    echo "*$(value caption "$name")*"
    echo
    while read -r plot; do
      k=$((k + 1))
      arguments=${plot%% : *}
      case $arguments in
      "both "*) arguments="$h5 $scratch/${name}_second.h5 ${arguments#both }" ;;
      "under "*) arguments="$scratch/${name}_second.h5 $h5 ${arguments#under }" ;;
      *) arguments="$h5 $arguments" ;;
      esac
      # shellcheck disable=SC2086
      "$sinew" plot $arguments -o "$scratch/$name$k.svg" 2>/dev/null
      cp "$scratch/$name$k.svg" "$folder/plot$k.svg"
      echo "![${plot#* : }](plot$k.svg)"
      echo
      echo "*${plot#* : }*"
      echo
    done < <(value plot "$name")
    echo "## What to expect, and what we see"
    echo
    story "$name"
    if [ -f "$example/reference.csv" ] && [ "$(value compare "$name")" != none ]; then
      echo "This run against [reference.csv](../../../$example/reference.csv), largest difference at its $(($(wc -l <"$example/reference.csv") - 1)) times:"
      echo
      echo "| channel | largest difference | largest value |"
      echo "|---|---|---|"
      differences "$example/reference.csv" "$scratch/$name.csv" "$(value compare "$name")"
      echo
    fi
    echo "## The run"
    echo
    echo "| | |"
    echo "|---|---|"
    if [ "$verb" = static ]; then
      echo "| statics | $(($(number steps "$info") + 1)) equilibria, $(number newton_iterations "$info") iterations, $(number step_rejections "$info") steps cut |"
      echo "| size | $(number degrees_of_freedom "$info") degrees of freedom |"
      echo "| joints | largest error $(printf '%.1e' "$(number constraint_error "$info")") |"
    elif [ "$verb" = run ]; then
      echo "| scheme | $(number scheme "$info" | tr -d '"'), alpha = $(number alpha "$info"), dt = $(printf '%g' "$(number dt "$info")") s |"
      echo "| time | $(printf '%g' "$(number t_end "$info")") s in $(number steps "$info") steps, $(number newton_iterations "$info") iterations |"
      echo "| size | $(number unknowns "$info") unknowns, $(number degrees_of_freedom "$info") degrees of freedom |"
      echo "| energy | balance closed to $(printf '%.1e' "$(number energy_identity_error "$info")") in every step, numerical dissipation $(printf '%.1e' "$(number numerical_dissipation "$info")") in all (of $(printf '%.4g' "$(number energy_scale "$info")") J) |"
      echo "| joints | largest error $(printf '%.1e' "$(number constraint_error "$info")") |"
    fi
    echo "| run time | $(printf '%.2g' "$seconds") s |"
    echo
    echo "    sinew $verb examples/$name/model.lua -o $name.h5"
    echo "    sinew view $name.h5 --open"
    echo
    echo "<details><summary>The model: examples/$name/model.lua</summary>"
    echo
    echo '```lua'
    cat "$example/model.lua"
    echo '```'
    echo
    echo "</details>"
    echo
    echo "[Gallery](../README.md) · [the example's folder](../../../$example)"
  } >"$scratch/$name.md"
  mv "$scratch/$name.md" "$folder/README.md"
}

# The index: from gallery.txt and the run times on the pages.
index() {
  local name order time
  echo "# Gallery"
  echo
  echo "Every example of [examples/](../../examples), run with its own settings. \`make gallery\` makes these pages; the [map](../examples.md) says which example builds on which. Run times are processor time on one core of the machine that made them."
  echo
  echo "| | |"
  echo "|---|---|"
  for name in "${names[@]}"; do
    if [ ! -f "examples/$name/gallery.txt" ] || [ ! -f "$out/$name/README.md" ]; then
      echo "tools/gallery.sh: $name has no page yet and is left out of the index: tools/gallery.sh $name" >&3
      continue
    fi
    order=$(value order "$name")
    echo "${order:-999} $name"
  done | sort -n | while read -r order name; do
    time=$(sed -n 's/^| run time | \(.*\) |$/\1/p' "$out/$name/README.md")
    echo "| [<img src=\"$name/picture.png\" width=\"320\" alt=\"$(value title "$name")\">]($name/README.md) | **[$(value title "$name")]($name/README.md)**<br>$(value line "$name")<br>run time $time |"
  done
}

[ -x "$sinew" ] || fail "there is no $sinew: run make first, or set SINEW to the command."
mkdir -p "$scratch" "$out"
names=()
for model in examples/*/model.lua; do
  name=${model#examples/}
  names+=("${name%/model.lua}")
done
if [ $# -gt 0 ]; then
  for name in "$@"; do page "$name"; done
else
  for name in "${names[@]}"; do page "$name"; done
fi
index >"$scratch/index.md"
mv "$scratch/index.md" "$out/README.md"
