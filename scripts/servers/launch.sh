#!/bin/sh
# Becomes the server (same process id), after writing that id where the watchdog looks for it.
# $1: the server's folder; the rest: the command. Fails when the folder is gone, so that no server outlives it.
set -e
echo $$ >"$1/server.pid"
shift
exec "$@"
