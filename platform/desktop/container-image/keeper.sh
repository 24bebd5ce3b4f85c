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

# Programs may save what they have. Then the session and all its programs are ended.
end() {
  code="$1"
  kill -TERM -1 2>/dev/null || true
  sleep 1
  exit "$code"
}
session_ended() {
  code=0
  wait "$session" || code=$?
  [ "$code" != 143 ] || code=0
  # 90 and 91 have a meaning of their own.
  [ "$code" -lt 90 ] || [ "$code" -gt 91 ] || code=1
  exit "$code"
}
measuring_ended() {
  code=0
  wait "$measuring" || code=$?
  # It was killed for want of memory, or the home is full. Otherwise it got no process.
  [ "$code" = 137 ] || [ "$code" = 90 ] || code=91
  exit "$code"
}
trap 'end 0' TERM INT
trap session_ended USR1
trap measuring_ended USR2

(
  trap 'kill -USR1 1' EXIT
  setpriv --reuid=1000 --regid=1000 --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs \
    prlimit --core=0 --nofile=4096 --fsize="$((FILE_MB * 1048576))" \
    sh /opt/desktop/player.sh <&5
) &
session=$!
unset HOST_KEY

(
  trap 'kill -USR2 1' EXIT
  shown=
  last=0
  failures=0
  while sleep "$MEASURE_SECONDS"; do
    # shellcheck disable=SC2046
    set -- $(sh /opt/desktop/use.sh 2>/dev/null)
    if [ "$#" != 3 ]; then
      failures=$((failures + 1))
      [ "$failures" -lt 6 ] || exit 91
      continue
    fi
    failures=0
    mb=$(($1 / 1024))
    left=$3
    if [ "$mb" -gt "$((HOME_MB + HOME_MB / 4))" ] ||
      { [ "$left" -lt 524288 ] && [ "$mb" -gt "$((last + 1))" ]; }; then
      exit 90
    fi
    state=
    [ "$mb" -le "$((HOME_MB * 9 / 10))" ] || state=nearly-full
    [ "$mb" -le "$HOME_MB" ] || state=full
    # The player may have filled the pipe, and nobody may read it.
    [ "$state" = "$shown" ] || [ -z "$state" ] || echo "$state" >&5 &
    shown=$state
    last=$mb
  done
) &
measuring=$!

# Without a measured home, a player could fill the disk of the node. The kernel may have killed what measures, and then
# nothing says so. A shell that gets no process ends.
trap 'exit "${code:-91}"' EXIT
while kill -0 "$session" 2>/dev/null && kill -0 "$measuring" 2>/dev/null; do
  sleep "$MEASURE_SECONDS" &
  wait "$!" || true
done
kill -0 "$session" 2>/dev/null || session_ended
measuring_ended
