#!/bin/sh
# The resources are also given by -xrm, for hosts without xrdb.
exec xterm -class XTerm -xrm "$(sed -n 's/^XTerm\*faceName/*faceName/p' "$SESSION/xresources")" \
  -T Terminal -u8 -geometry 110x32 "$@"
