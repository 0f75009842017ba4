#!/bin/sh
# Ends a program when its caller is gone, however the caller died, and removes the program's folder.
# Standard input is a pipe held open by the caller. A line "done" means that the caller has cleaned up itself;
# end of file without it means that the caller died.
# $1: the folder, with `pid` as launch.sh wrote it.
trap '' INT TERM HUP
dir=$1
while read -r word; do
  [ "$word" = done ] && exit 0
done

running() {
  # Process ids are given out again: the same one started at another time is another program.
  [ "$(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null | cut -d' ' -f20)" = "$started" ]
}

if read -r pid started 2>/dev/null <"$dir/pid" && running; then
  kill -KILL "$pid" 2>/dev/null
  tries=0
  while [ -e "/proc/$pid" ] && [ "$tries" -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
fi
rm -rf "$dir"
