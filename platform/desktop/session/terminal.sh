#!/bin/sh
# The resources come along by -xrm as well, for machines without xrdb.
exec xterm -class XTerm -xrm "$(sed -n 's/^XTerm\*faceName/*faceName/p' "$SESSION/xresources")" \
  -T Terminal -u8 -geometry 110x32 "$@"
