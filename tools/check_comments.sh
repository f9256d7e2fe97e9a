#!/usr/bin/env bash
# What comments say about files must be true: every tests/..., docs/..., examples/..., tools/... and src/... that is named
# in a source exists, and the heading of a source names its own file.
cd "$(dirname "$0")/.." || exit 1
set -u

bad=0
count=0
complain() {
  echo "$1" >&2
  bad=$((bad + 1))
}

# "tests/mechanisms/test_start.c", "tests/mistakes", "tests/laws/*.c"; what follows a path as punctuation is not of it
while IFS=: read -r file line name; do
  count=$((count + 1))
  while [[ $name == *[.,:/-] ]]; do
    name=${name%?}
  done
  compgen -G "$name" >/dev/null || complain "$file:$line: there is no $name"
done < <(grep -rnoE --include='*.[ch]' '(^|[^[:alnum:]_./"-])(tests|docs|examples|tools|src|lab|engine)/[[:alnum:]_./*-]+' \
  src lab engine include tests bench tools | sed -E 's/^([^:]*:[0-9]+:)[^[:alnum:]]?/\1/')

while read -r file; do
  own=${file#src/}
  head=$(head -n 1 "$file")
  case $head in
  "/* $own"*) ;;
  *) complain "$file:1: the heading is not \"/* $own -- ...\"" ;;
  esac
done < <(find src lab engine tests bench tools -name '*.[ch]' | sort)

if [ $bad -gt 0 ]; then
  echo "$bad comments name what is not there." >&2
  exit 1
fi
echo "$count names of files in comments are true."
