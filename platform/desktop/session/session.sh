#!/bin/sh
# A desktop: display, window manager, terminal. Ends when the display ends, or when the platform
# closes our standard input, each line of which is a message to show. Run in the folder of its sockets; takes $SESSION, $HOME, $GEOMETRY and
# $NUMBER, of a display that is free.
ulimit -c 0
exec 4<&0 </dev/null
export XAUTHORITY="$PWD/Xauthority"

# Without -nolisten local, the display would be open to all who share the network namespace;
# without -noreset, it would start anew whenever the last program closes, its keyboard too.
Xvnc ":$NUMBER" -displayfd 3 -auth "$XAUTHORITY" -rfbunixpath rfb.sock -rfbunixmode 0600 -rfbport -1 \
  -SecurityTypes None -UseBlacklist=0 -geometry "$GEOMETRY" -depth 24 -nolisten tcp -nolisten local \
  -noreset -AlwaysShared -MaxCutText 4194304 -SendPrimary=0 -desktop Flugzeug 3>display &
server=$!
export DESKTOP_SERVER="$server"

# A background job reads from /dev/null by default.
(
  while read -r message <&4; do "$SESSION/message.sh" "$message" & done
  kill -TERM "$server"
) >/dev/null 2>&1 &
exec 4<&-

until [ -s display ]; do
  kill -0 "$server" 2>/dev/null || exit 1
  sleep 0.02
done
export DISPLAY=":$NUMBER"

run="$PWD"
cd "$HOME" || exit 1
# Characters that no key has are given to spare keys, of which there are few: so a layout that has
# the letters of Western Europe, and no multimedia keys.
setxkbmap -model pc105 -layout eu -symbols 'pc+eu' 2>/dev/null || setxkbmap eu 2>/dev/null
xsetroot -solid '#23201b' -cursor_name left_ptr 2>/dev/null
xrdb -merge "$SESSION/xresources" 2>/dev/null
vncconfig -nowin &
# Our settings, unless the user has made some in ~/.config/openbox. The terminal comes after the
# window manager, which gives no focus to windows that it finds.
(
  export XDG_CONFIG_DIRS="$SESSION:/etc/xdg"
  openbox --startup "$SESSION/terminal.sh -name first"
  # Killed, for example for lack of memory: without it, no window can be moved and none opened.
  while [ $? -gt 128 ]; do openbox; done
) &

# Ready when the terminal stands there, so that nobody clicks into the void.
tries=0
until xprop -root _NET_CLIENT_LIST 2>/dev/null | grep -q 0x; do
  tries=$((tries + 1))
  [ "$tries" -gt 200 ] || ! command -v xprop >/dev/null && break
  sleep 0.05
done
: >"$run/ready"

wait "$server"
status=$?
# 143: ended by the platform; 0: ended by its user.
[ "$status" = 143 ] && exit 0
exit "$status"
