#!/bin/sh
# The first browser that is there.
for name in firefox firefox-esr chromium chromium-browser google-chrome; do
  command -v "$name" >/dev/null || continue
  case "$name" in
  firefox*) exec "$name" "$@" ;;
  *) exec "$name" --no-first-run --disable-gpu --password-store=basic "$@" ;;
  esac
done
exec xterm -e sh -c 'echo "No browser is installed for this desktop."; read -r _'
