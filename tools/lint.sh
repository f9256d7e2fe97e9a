#!/usr/bin/env bash
# tools/lint.sh format|tidy|fix: clang-format as a check, clang-tidy, clang-format in place.
# tidy reads the compile commands of build/clang (preset `clang`), which must be configured.
cd "$(dirname "$0")/.." || exit 1
set -u

sources() { find src include tests bench examples -name '*.[ch]' 2>/dev/null | sort; }

case ${1:-} in
format)
  bad=0
  while read -r file; do
    clang-format "$file" | cmp -s - "$file" || { echo "$file: not formatted" && bad=1; }
  done < <(sources)
  [ $bad -eq 0 ] || { echo "'make format' formats them." && exit 1; }
  ;;
fix)
  sources | xargs -r clang-format -i
  ;;
tidy)
  if [ ! -e build/clang/compile_commands.json ]; then
    echo "Configure first: cmake --preset clang" >&2
    exit 2
  fi
  # one process per file, as many at a time as there are processors; stderr only counts suppressed findings
  find src bench -name '*.c' | sort | xargs -r -P "${JOBS:-$(nproc)}" -n 1 clang-tidy --quiet -p build/clang 2>/dev/null
  ;;
*)
  echo "usage: tools/lint.sh format|tidy|fix" >&2
  exit 2
  ;;
esac
