#!/bin/sh
# Becomes the program (same process id), after writing that id and its start time where the watchdog looks.
# $1: the folder; the rest: the command. Fails when the folder is gone, so that nothing starts too late.
set -e
echo "$$ $(sed 's/.*) //' "/proc/$$/stat" | cut -d' ' -f20)" >"$1/pid"
shift
exec "$@"
