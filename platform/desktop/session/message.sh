#!/bin/sh
# Shows a message of the platform in a window of its own.
case "$1" in
nearly-full) text='Your home is nearly full. Delete what you do not need.

Dein Home-Verzeichnis ist fast voll. Lösche, was du nicht brauchst.' ;;
full) text='Your home is full. Programs that go on writing are ended. Your files are safe:
delete or move what you do not need.

Dein Home-Verzeichnis ist voll. Programme, die weiter schreiben, werden beendet.
Deine Dateien bleiben erhalten: Lösche, was du nicht brauchst.' ;;
*) exit 0 ;;
esac
# Wait for the display and its window manager. Before, nobody could read the message.
run=$(dirname "$XAUTHORITY")
until [ -e "$run/ready" ]; do sleep 0.2; done
export DISPLAY=":$(cat "$run/display")"
exec xterm -name message -T 'Flugzeug' -u8 -geometry 80x9 -e sh -c 'printf "\n%s\n" "$1"; read -r _' sh "$text"
