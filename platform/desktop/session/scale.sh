#!/bin/sh
# Sets the size of texts and of the panel, in percent. Programs read it when they start.
percent="$1"
run="${XAUTHORITY:-/run/desktop/Xauthority}"
run="${run%/*}"
session="${SESSION:-/opt/desktop}"
export XAUTHORITY="$run/Xauthority"
DISPLAY=":$(cat "$run/display")"
export DISPLAY

before=$(cat "$run/scale" 2>/dev/null)
echo "$percent" >"$run/scale"
[ "$percent" != "${before:-100}" ] || exit 0

# The page shows a pointer as large as its picture, so its size stays, though texts grow.
printf 'Xft.dpi: %s\nXcursor.size: 24\n' "$((96 * percent / 100))" | xrdb -merge 2>/dev/null

# Titles of windows. A terminal that starts meanwhile would not fill the screen.
manager() { xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null; }
old=$(manager)
openbox --restart
tries=0
until [ "$(manager)" != "$old" ] && manager | grep -q 0x; do
  tries=$((tries + 1))
  [ "$tries" -lt 40 ] || break
  sleep 0.05
done

panel=lxpanel/flugzeug
mkdir -p "$run/panel/$panel/panels"
cp "$session/$panel/config" "$run/panel/$panel/config"
sed -e "s/^  height=.*/  height=$((30 * percent / 100))/" \
  -e "s/^  iconsize=.*/  iconsize=$((24 * percent / 100))/" \
  "$session/$panel/panels/panel" >"$run/panel/$panel/panels/panel"
[ ! -e "$run/panel.pid" ] || kill "$(cat "$run/panel.pid")"

# Before the first page says its size, nobody can have typed.
if [ -z "$before" ] && [ -e "$run/first.pid" ]; then
  : >"$run/again"
  kill "$(cat "$run/first.pid")"
fi
