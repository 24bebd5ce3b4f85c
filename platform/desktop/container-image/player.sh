#!/bin/sh
# The session of a desktop in a container, as the player: the way in for the platform, then display and windows.
set -eu
umask 077
run=/run/desktop
mkdir -p "$run/ssh" /run/user/1000
# The platform no longer knows about uploads that had not arrived before.
rm -rf /home/player/.uploads || true
printf '%s\n' "$HOST_KEY" | base64 -d >"$run/ssh/host"
printf '%s\n' "$CLIENT_KEY" >"$run/ssh/client.pub"
unset HOST_KEY
printf '\377\377\0\0\0\0\0\022MIT-MAGIC-COOKIE-1\0\020' >"$run/Xauthority"
head -c 16 /dev/urandom >>"$run/Xauthority"
# At that level bash does not read ~/.bashrc for a command: it could print, or never come to the command.
cat >"$run/ssh/config" <<END
Port $SSH_PORT
HostKey $run/ssh/host
AuthorizedKeysFile $run/ssh/client.pub
AuthenticationMethods publickey
StrictModes no
UsePAM no
UseDNS no
AllowUsers player
AllowTcpForwarding yes
AllowStreamLocalForwarding local
GatewayPorts clientspecified
X11Forwarding no
PermitTTY no
PermitUserRC no
SetEnv SHLVL=9
PidFile none
PrintMotd no
MaxSessions 200
MaxStartups 10:30:20
LoginGraceTime 10
LogLevel ERROR
Subsystem sftp internal-sftp -u 022
END
/usr/sbin/sshd -D -e -f "$run/ssh/config" <&- &

export HOME=/home/player SESSION=/opt/desktop USER=player SHELL=/bin/bash LANG=C.UTF-8 NO_AT_BRIDGE=1
export GEOMETRY=1280x800 NUMBER=100 XDG_RUNTIME_DIR=/run/user/1000
export PATH=/usr/local/bin:/usr/bin:/bin:/usr/games:/usr/sbin
export PS1='\[\e[33m\]flugzeug \[\e[36m\]\w\[\e[0m\] $ '
unset ADDRESSES NOT_INTERNET INTERNET CLIENT_KEY SSH_PORT FILE_MB HOME_MB MEASURE_SECONDS
umask 022
cd "$run"
exec sh /opt/desktop/session.sh
