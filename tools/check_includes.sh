#!/usr/bin/env bash
# Who may include whom (DESIGN: folders). Greps every #include "..." of src/ and fails on one against the direction.
# Also: includes are written from src/, and only base/arena.c calls malloc.
cd "$(dirname "$0")/.." || exit 1
set -u

# layer: the layers it may include besides itself
declare -A may=(
  [base]=''
  [math]='base'
  [system]='base math'
  [model]='base math system'
  [rod]='base math'
  [parts]='base math system model rod'
  [joints]='base math system model'
  [catalogue]='base math system model rod parts joints'
  [language]='base math system model rod parts joints catalogue'
  [pack]='base math system'
  [laws]='base math system pack'
  [instant]='base math system pack laws'
  [steps]='base math system pack laws instant'
  [analysis]='base math system pack laws instant'
  [run]='base math system pack laws instant steps analysis'
  [results]='base math system pack laws instant steps analysis run'
  [show]='base math system rod pack laws instant steps analysis run results'
  [sweep]='base math system pack laws instant steps analysis run results'
  [api]='base math system model rod parts joints catalogue language pack laws instant steps analysis run results show'
  [cli]='base math system model rod parts joints catalogue language pack laws instant steps analysis run results show sweep api'
)

bad=0
count=0
complain() {
  echo "$1" >&2
  bad=$((bad + 1))
}

layer_of() { # of a path below src/
  case $1 in
  catalogue.[ch]) echo catalogue ;;
  *) echo "${1%%/*}" ;;
  esac
}

while IFS=: read -r file line text; do
  count=$((count + 1))
  from=$(layer_of "${file#src/}")
  target=$(sed 's/.*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/' <<<"$text")
  if [ "$target" = sinew.h ]; then
    case $from in
    api | cli) ;;
    *) complain "$file:$line: only api and cli include sinew.h" ;;
    esac
    continue
  fi
  if [ ! -e "src/$target" ]; then
    complain "$file:$line: \"$target\" is no file below src/ (includes are written from there)"
    continue
  fi
  to=$(layer_of "$target")
  if [ -z "${may[$from]+known}" ]; then
    complain "$file:$line: layer '$from' is unknown: add it to tools/check_includes.sh and to CMakeLists.txt"
  elif [ "$from" != "$to" ]; then
    case " ${may[$from]} " in
    *" $to "*) ;;
    *) complain "$file:$line: $from must not include $to (\"$target\")" ;;
    esac
  fi
done < <(grep -rnE --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' src)

# The public header stands alone.
for file in include/*.h; do
  if [ -e "$file" ] && grep -nE '#[[:space:]]*include[[:space:]]*"' "$file"; then
    complain "$file: the public header includes nothing of ours"
  fi
done

# Memory comes from arenas.
while IFS=: read -r file line _; do
  complain "$file:$line: memory comes from arenas (base/arena.h)"
done < <(grep -rnE --include='*.c' '(^|[^_[:alnum:].>])(malloc|calloc|realloc|strdup)[[:space:]]*\(' src |
  grep -vE '^src/base/arena\.c:|^[^:]*:[0-9]*:[[:space:]]*(\*|/\*|//)')

if [ $bad -gt 0 ]; then
  echo "$bad of $count includes and allocations are against the rules." >&2
  exit 1
fi
echo "$count includes point the right way."
