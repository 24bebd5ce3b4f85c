#!/bin/sh
# A desktop: display, window manager, terminal. It ends when the display ends, or when the platform closes
# our standard input. Each line of that input is a message to show, an image to hand over, a size, or the socket that
# takes its sound. It runs in the folder of its sockets, and takes $SESSION, $HOME, $GEOMETRY, in $NUMBER a display
# that is free, and $SOUND if it has sound.
ulimit -c 0
exec 4<&0 </dev/null
export XAUTHORITY="$PWD/Xauthority"

# Without -nolisten local, the display would be open to all who share the network namespace. Without
# -noreset, the display and its keyboard would start again whenever the last program closes.
Xvnc ":$NUMBER" -displayfd 3 -auth "$XAUTHORITY" -rfbunixpath rfb.sock -rfbunixmode 0600 -rfbport -1 \
  -SecurityTypes None -UseBlacklist=0 -geometry "$GEOMETRY" -depth 24 -nolisten tcp -nolisten local \
  -noreset -AlwaysShared -MaxCutText 4194304 -SendPrimary=0 -desktop Flugzeug 3>display &
server=$!
export DESKTOP_SERVER="$server"

# Hands over an image of the clipboard by files: $1.in, if there is one, and $1.out.
take_image() {
  name="$1"
  shift
  [ -e "$name.in" ] || : >"$name.in"
  "$SESSION/clipboard.sh" "$@" <"$name.in" >"$name.part"
  mv "$name.part" "$name.out"
}

# By default a background job reads from /dev/null, so it gets the messages by descriptor 4.
(
  while read -r message <&4; do
    # shellcheck disable=SC2086
    case "$message" in
    'image '*) take_image ${message#image } & ;;
    'sound '*) /usr/bin/python3 -I "$SESSION/sound.py" "${message#sound }" & ;;
    'scale '*) timeout -k 1 10 "$SESSION/scale.sh" "${message#scale }" ;;
    *) "$SESSION/message.sh" "$message" & ;;
    esac
  done
  kill -TERM "$server"
) >/dev/null 2>&1 &
exec 4<&-

until [ -s display ]; do
  kill -0 "$server" 2>/dev/null || exit 1
  sleep 0.02
done
export DISPLAY=":$NUMBER"

run="$PWD"
if [ "${SOUND:-0}" = 1 ]; then
  export PULSE_SERVER="unix:$run/pulse.sock" PULSE_CLIENTCONFIG="$SESSION/pulse.conf"
  "$SESSION/sound.sh" >/dev/null 2>&1 &
fi
cd "$HOME" || exit 1
# Characters that no key has are given to spare keys, and there are few of those. So the layout has the
# letters of Western Europe, and no multimedia keys.
setxkbmap -model pc105 -layout eu -symbols 'pc+eu' 2>/dev/null || setxkbmap eu 2>/dev/null
xsetroot -solid '#23201b' -cursor_name left_ptr 2>/dev/null
xrdb -merge "$SESSION/xresources" 2>/dev/null
vncconfig -nowin &
export GTK2_RC_FILES="$SESSION/gtkrc:$HOME/.gtkrc-2.0"
# These are our settings, unless the user has made some in ~/.config/openbox. The terminal starts after the
# window manager, because that gives no focus to windows that are already there.
(
  export XDG_CONFIG_DIRS="$SESSION:/etc/xdg"
  openbox --startup "$SESSION/first.sh"
  # Whatever ends it, its user needs it again: otherwise no window could be moved, and none opened. While the user has
  # another window manager, it ends at once, and says so each time.
  while sleep 1; do openbox 2>/dev/null; done
) &

# A panel with a menu and the open windows, where it is installed. It has its own list of our programs.
if command -v lxpanel >/dev/null; then
  (
    # The first one is made by scale.sh.
    export XDG_CONFIG_DIRS="$run/panel:$SESSION:/etc/xdg"
    export XDG_DATA_DIRS="$SESSION/share:/usr/local/share:/usr/share"
    export XDG_MENU_PREFIX=lxde-
    # Whatever ends it, its user needs it again.
    while sleep 0.3; do
      lxpanel --profile flugzeug &
      echo $! >"$run/panel.pid"
      wait $!
      sleep 2
    done
  ) >/dev/null 2>&1 &
fi

# The desktop is ready when the terminal is shown. Before that, a click would reach no window.
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
