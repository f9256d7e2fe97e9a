#!/usr/bin/env bash
# tools/lint.sh format|tidy|fix: clang-format as a check, clang-tidy, clang-format in place.
# tidy reads the compile commands of build/clang (preset `clang`), which must be configured.
cd "$(dirname "$0")/.." || exit 1
set -u

jobs=${JOBS:-$(nproc)}

sources() { find src lab engine include tests bench examples -name '*.[ch]' 2>/dev/null | sort; }

case ${1:-} in
format)
  # many files to a process: starting one costs more than reading thirty files
  sources | xargs -r -P "$jobs" -n 30 clang-format --dry-run -Werror || { echo "'make format' formats them." && exit 1; }
  ;;
fix)
  sources | xargs -r clang-format -i
  ;;
tidy)
  if [ ! -e build/clang/compile_commands.json ]; then
    echo "Configure first: cmake --preset clang" >&2
    exit 2
  fi
  # one process per file, as many at a time as there are processors; stderr only counts suppressed findings. The analyzer's own limit of
  # 225 000 states in a function costs three times as much as 75 000, which finds the same (seven of seven in a merge; 40 000: four)
  limit=(--extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=max-nodes=75000)
  find src lab engine bench tests examples tools -name '*.c' | sort |
    xargs -r -P "$jobs" -n 1 clang-tidy --quiet -p build/clang "${limit[@]}" 2>/dev/null
  ;;
*)
  echo "usage: tools/lint.sh format|tidy|fix" >&2
  exit 2
  ;;
esac
