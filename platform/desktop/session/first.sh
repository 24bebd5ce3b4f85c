#!/bin/sh
# The terminal that a new desktop shows. It starts again if the size of its text is to be another one.
run="${XAUTHORITY%/*}"
# openbox runs this again when it restarts.
[ ! -e "$run/first.begun" ] || exit 0
: >"$run/first.begun"
"$SESSION/terminal.sh" -name first &
echo $! >"$run/first.pid"
wait $!
rm "$run/first.pid"
[ -e "$run/again" ] || exit 0
rm "$run/again"
exec "$SESSION/terminal.sh" -name first
