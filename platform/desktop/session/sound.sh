#!/bin/sh
# The sound server of a desktop. Programs find it by $PULSE_SERVER. What they play goes nowhere but to sound.py.
run="${XAUTHORITY%/*}"
export PULSE_RUNTIME_PATH="$run" PULSE_STATE_PATH="$run"
# Whatever ends it, the next sound needs it again.
while :; do
  rm -f "$run/pulse.sock"
  pulseaudio -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 --realtime=no --high-priority=no \
    --log-level=error --disable-shm=yes \
    -L 'module-null-sink sink_name=speaker format=s16le rate=48000 channels=2 sink_properties=device.description=Speaker' \
    -L "module-native-protocol-unix auth-anonymous=1 auth-cookie-enabled=0 socket=$run/pulse.sock"
  sleep 2
done
