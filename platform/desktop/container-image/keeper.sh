#!/bin/sh
# The first process of a desktop's container. It is root with few capabilities. It confines the network, starts
# the session as the player, who has none, and measures the home. `endOf` in ../docker/engine.ts reads its exit codes.
set -eu
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
stage="${1:-network}"

if [ "$stage" = network ]; then
  # The addresses of environments lead to the desktop itself, where the platform opens their ports.
  for address in $ADDRESSES; do ip address add "$address/32" dev lo; done
  for program in iptables ip6tables; do
    [ "$program" = iptables ] || [ -e /proc/net/if_inet6 ] || continue
    # Without -w, two containers that start at once could refuse each other.
    rule() { "$program" -w "$@"; }
    rule -P INPUT DROP
    rule -P FORWARD DROP
    rule -P OUTPUT DROP
    for way in 'INPUT -i' 'OUTPUT -o'; do
      # shellcheck disable=SC2086
      rule -A $way lo -j ACCEPT
    done
    for way in INPUT OUTPUT; do
      rule -A "$way" -m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT
    done
    [ "$program" = iptables ] || continue
    rule -A INPUT -p tcp --dport "$SSH_PORT" -j ACCEPT
    if [ "$INTERNET" = 1 ]; then
      for transport in udp tcp; do rule -A OUTPUT -p "$transport" --dport 53 -j ACCEPT; done
      for network in $NOT_INTERNET; do rule -A OUTPUT -d "$network" -j DROP; done
      rule -A OUTPUT -j ACCEPT
    fi
    # A program should learn at once that it reaches nothing. Some kernels cannot say so.
    rule -A OUTPUT -j REJECT 2>/dev/null || true
  done
  # From here on nothing can change the network. The rest needs few rights.
  exec setpriv --bounding-set=-all,+setuid,+setgid,+setpcap,+kill,+dac_read_search \
    --inh-caps=-all sh "$0" session
fi

mkdir -m 700 /run/keeper
mkfifo /run/keeper/messages
exec 5<>/run/keeper/messages
setpriv --reuid=1000 --regid=1000 --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs \
  prlimit --core=0 --nofile=4096 --fsize="$((FILE_MB * 1048576))" \
  sh /opt/desktop/player.sh <&5 &
session=$!
unset HOST_KEY

# Programs may save what they have. Then the session and all its programs are ended.
end() {
  kill -TERM -1 2>/dev/null || true
  sleep 1
  exit "$1"
}
trap 'end 0' TERM INT

(
  shown=
  last=0
  while sleep "$MEASURE_SECONDS"; do
    # shellcheck disable=SC2046
    set -- $(sh /opt/desktop/use.sh 2>/dev/null)
    [ "$#" = 3 ] || continue
    mb=$(($1 / 1024))
    left=$3
    if [ "$mb" -gt "$((HOME_MB + HOME_MB / 4))" ] ||
      { [ "$left" -lt 524288 ] && [ "$mb" -gt "$((last + 1))" ]; }; then
      echo disk >/run/keeper/reason
      kill -KILL "$session"
      exit
    fi
    state=
    [ "$mb" -le "$((HOME_MB * 9 / 10))" ] || state=nearly-full
    [ "$mb" -le "$HOME_MB" ] || state=full
    [ "$state" = "$shown" ] || [ -z "$state" ] || echo "$state" >&5
    shown=$state
    last=$mb
  done
) &

status=0
wait "$session" || status=$?
[ ! -s /run/keeper/reason ] || exit 90
[ "$status" = 143 ] && exit 0
# 90 means that the home or the disk is full, so a session that ends with 90 or 91 gives 1.
[ "$status" -lt 90 ] || [ "$status" -gt 91 ] || status=1
exit "$status"
