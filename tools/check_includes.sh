#!/usr/bin/env bash
# Who may include whom (src/layers). Greps every #include "..." of src/, lab/ and engine/ and fails on one against the direction, and on a picture in
# docs/architecture.md that is not that of src/layers. `tools/check_includes.sh picture` draws it again.
# Also: a header *_private.h is included by its own folder alone, includes are written from src/ (those of lab/ and engine/ from their parent), and
# only base/arena.c calls malloc.
cd "$(dirname "$0")/.." || exit 1
set -u

document=docs/architecture.md

# layer: the layers it may include besides itself: those it is built on, and theirs
declare -A may
edges=()
while read -r layer below; do
  may[$layer]=''
  for one in $below; do
    if [ -z "${may[$one]+known}" ]; then
      echo "src/layers: $layer is built on '$one', which is not written above it" >&2
      exit 1
    fi
    may[$layer]+=" $one ${may[$one]}"
    edges+=("    $one --> $layer")
  done
done < <(grep '^[a-z]' src/layers)

picture() {
  echo '<!-- layers: drawn from src/layers by tools/check_includes.sh picture -->'
  echo '```mermaid'
  echo 'flowchart BT'
  printf '%s\n' "${edges[@]}"
  echo '```'
}

drawn() { sed -n '/^<!-- layers:/,/^```$/p' $document; }

if [ "${1:-}" = picture ]; then
  picture >"$document.picture"
  sed -i -e '/^<!-- layers:/,/^```$/{/^```$/r '"$document.picture" -e 'd}' $document
  rm "$document.picture"
fi

bad=0
count=0
complain() {
  echo "$1" >&2
  bad=$((bad + 1))
}

layer_of() { # of a path below src/
  case $1 in
  catalogue.[ch]) echo catalogue ;;
  lab/*) echo lab ;;
  engine/*) echo engine ;;
  *) echo "${1%%/*}" ;;
  esac
}

while IFS=: read -r file line text; do
  count=$((count + 1))
  from=$(layer_of "${file#src/}")
  target=${text#*\"}
  target=${target%%\"*}
  if [ "$target" = sinew.h ]; then
    case $from in
    session | api | cli) ;;   # session: results name the version that made them
    component | lab | engine) ;; # theirs must be the same
    *) complain "$file:$line: only component, lab, engine, session, api and cli include sinew.h" ;;
    esac
    continue
  fi
  if [ ! -e "src/$target" ] && [[ $target != lab/* && $target != engine/* || ! -e $target ]]; then
    complain "$file:$line: \"$target\" is no file below src/, lab/ or engine/ (includes are written from there)"
    continue
  fi
  # a private header belongs to its folder, and to the folders in it
  folder=$(dirname "$target")
  [[ $target == lab/* || $target == engine/* ]] || folder=src/$folder
  if [[ $target == *_private.h && $file != "$folder"/* ]]; then
    complain "$file:$line: \"$target\" is private to $folder"
  fi
  to=$(layer_of "$target")
  if [ -z "${may[$from]+known}" ]; then
    complain "$file:$line: layer '$from' is unknown: add it to src/layers and to CMakeLists.txt"
  elif [ "$from" != "$to" ]; then
    case " ${may[$from]} " in
    *" $to "*) ;;
    *) complain "$file:$line: $from must not include $to (\"$target\")" ;;
    esac
  fi
done < <(grep -rnE --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' src lab engine)

# The public header stands alone.
for file in include/*.h; do
  if [ -e "$file" ] && grep -nE '#[[:space:]]*include[[:space:]]*"' "$file"; then
    complain "$file: the public header includes nothing of ours"
  fi
done

# Memory comes from arenas.
while IFS=: read -r file line _; do
  complain "$file:$line: memory comes from arenas (base/arena.h)"
done < <(grep -rnE --include='*.c' '(^|[^_[:alnum:].>])(malloc|calloc|realloc|strdup)[[:space:]]*\(' src lab engine |
  grep -vE '^src/base/arena\.c:|^[^:]*:[0-9]*:[[:space:]]*(\*|/\*|//)')

[ "$(picture)" = "$(drawn)" ] || complain "$document: the picture is not that of src/layers (tools/check_includes.sh picture draws it)"

if [ $bad -gt 0 ]; then
  echo "$bad of $count includes and allocations are against the rules." >&2
  exit 1
fi
echo "$count includes point the right way."
