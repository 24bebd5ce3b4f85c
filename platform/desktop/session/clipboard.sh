#!/bin/sh
# The image of the clipboard. `give BYTES` reads an image of this length from standard input. `take BYTES` prints the
# image that is there, or its first BYTES. The first line of the output is the result: ok, none, missing, silent.
run="${XAUTHORITY:-/run/desktop/Xauthority}"
run="${run%/*}"
export XAUTHORITY="$run/Xauthority"
DISPLAY=":$(cat "$run/display")"
export DISPLAY
# The program that has the clipboard may never answer.
ask() { timeout -k 1 "$1" xclip -selection clipboard -t "$2" -o 2>/dev/null; }
say() {
  echo "$1"
  exit
}

command -v xclip >/dev/null || say missing
case "$1" in
give)
  file=$(mktemp) || say silent
  trap 'rm -f "$file"' EXIT
  head -c "$2" >"$file"
  # An image that was cut off must not replace what is there.
  [ "$(wc -c <"$file")" -eq "$2" ] || say silent
  # It goes on in the background, as long as it owns the clipboard. It must not keep our output open.
  timeout -k 1 5 xclip -selection clipboard -t image/png -i "$file" >/dev/null 2>&1 || say silent
  tries=0
  # It may end before the display knows about it.
  until ask 1 TARGETS | grep -qx image/png; do
    tries=$((tries + 1))
    [ "$tries" -lt 20 ] || say silent
    sleep 0.05
  done
  say ok
  ;;
take)
  targets=$(ask 5 TARGETS)
  [ "$?" -lt 124 ] || say silent
  echo "$targets" | grep -qx image/png || say none
  file=$(mktemp) || say silent
  trap 'rm -f "$file"' EXIT
  # If a program ends while it hands over an image, a part is left, which is not a whole PNG.
  ask 10 image/png | head -c "$2" >"$file"
  [ -s "$file" ] || say silent
  echo ok
  cat "$file"
  ;;
esac
