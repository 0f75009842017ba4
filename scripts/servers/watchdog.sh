#!/bin/sh
# Ends a throw-away server when its caller is gone, however the caller died.
# Standard input is a pipe held open by the caller. A line "done" means that everything has been cleaned up;
# end of file without it means that the caller died: then the server is killed and its folder removed.
# $1: the server's folder, which holds server.pid (written before the server starts).
trap '' INT TERM HUP
dir=$1
while read -r word; do
  [ "$word" = done ] && exit 0
done
pid=$(cat "$dir/server.pid" 2>/dev/null)
# Only a process that was started for this folder: the number may have been given to another one since.
if [ -n "$pid" ] && tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$dir"; then
  kill -KILL "$pid" 2>/dev/null
  tries=0
  while [ -e "/proc/$pid" ] && [ "$tries" -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
fi
rm -rf "$dir"
