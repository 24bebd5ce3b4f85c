#!/bin/sh
# Builds the image of a desktop: installs the given packages, makes the player, and checks that everything
# that the platform needs is there. The platform runs it once for each event.
set -eu
needed='Xvnc openbox xterm sshd iptables ip setpriv prlimit du'
usual='tigervnc-standalone-server openbox xterm openssh-server iptables iproute2 util-linux coreutils
 procps x11-utils x11-xserver-utils x11-xkb-utils xclip fonts-dejavu-core'
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

missing() {
  for name in $needed; do command -v "$name" >/dev/null || echo "$name"; done
}
# What sound.sh and sound.py need.
missing_sound() {
  [ "${SOUND:-0}" = 1 ] || return 0
  for name in pulseaudio /usr/bin/python3; do command -v "$name" >/dev/null || echo "$name"; done
  for name in libopus.so.0 libpulse-simple.so.0; do
    ldconfig -p | grep -q "^[[:space:]]*$name " || echo "$name"
  done
}

[ -z "$(missing)" ] || packages="$usual"
[ -z "$(missing_sound)" ] || packages="${packages:-} pulseaudio libpulse0 libopus0 python3"
packages="${packages:-} $*"
if [ -n "${packages# }" ]; then
  command -v apt-get >/dev/null || {
    echo "the image lacks $({ missing; missing_sound; } | tr '\n' ' ')and has no apt-get to install it" >&2
    exit 1
  }
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  # shellcheck disable=SC2086
  apt-get install -yq --no-install-recommends $packages
  rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin
fi
[ -z "$(missing; missing_sound)" ] || {
  echo "the image lacks $({ missing; missing_sound; } | tr '\n' ' ')" >&2
  exit 1
}

# Our player has the number 1000, even if another user had it before.
sed -i '/^[^:]*:[^:]*:1000:/d; /^player:/d' /etc/passwd /etc/group
echo 'player:x:1000:1000:Player:/home/player:/bin/bash' >>/etc/passwd
echo 'player:x:1000:' >>/etc/group
mkdir -p /home/player /challenges /var/lib/desktop
chown 1000:1000 /home/player
chmod 700 /home/player
# Some engines give a folder in memory the mode that the image has there.
chmod 1777 /run /tmp /var/tmp
# The container is the sandbox: Firefox must not warn that it has none of its own.
[ ! -d /usr/lib/firefox-esr/defaults/pref ] ||
  echo 'pref("security.sandbox.warn_unprivileged_namespaces", false);' \
    >/usr/lib/firefox-esr/defaults/pref/desktop.js
# No program of a player may get more rights by these.
find / -xdev -perm /6000 -type f -exec chmod a-s {} + 2>/dev/null || true
chmod -R a+rX,go-w /opt/desktop
