#!/bin/sh
# Runs a command with a limit of CPU seconds for each of its processes: tools/limit_cpu.sh SECONDS COMMAND...
# Tests are limited so, not by the clock: a busy machine takes longer, and must not fail a test.
ulimit -t "$1" || exit 1
shift
exec "$@"
