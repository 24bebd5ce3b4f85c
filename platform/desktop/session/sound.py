"""Records what the desktop plays, and gives it away as packets of Opus of 20 ms.

Without an argument it writes to standard output, otherwise to the socket of this name. The first two bytes are zero:
it records. Before each packet are two bytes with its length. While nothing is heard, nothing is written. `check` only
checks whether its libraries are there.
"""

import ctypes
import os
import select
import socket
import sys

RATE = 48000
CHANNELS = 2
SAMPLES = RATE // 50
BYTES = SAMPLES * CHANNELS * 2
SILENCE = bytes(BYTES)
# This many silent packets are sent, so that the last sound fades out.
TAIL = 10
LARGEST = 1275

RECORD = 2
S16LE = 3
OPUS_AUDIO = 2049
SET_BITRATE = 4002
SET_COMPLEXITY = 4010
DEFAULT = 2**32 - 1


class Format(ctypes.Structure):
    _fields_ = [("format", ctypes.c_int), ("rate", ctypes.c_uint32), ("channels", ctypes.c_uint8)]


class Lengths(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_uint32) for name in ("maxlength", "tlength", "prebuf", "minreq", "fragsize")
    ]


def record(pulse, server):
    pulse.pa_simple_new.restype = ctypes.c_void_p
    error = ctypes.c_int()
    # A short buffer: sound that was not fetched in time is lost, and does not come late.
    lengths = Lengths(10 * BYTES, DEFAULT, DEFAULT, DEFAULT, BYTES)
    recorder = pulse.pa_simple_new(
        server.encode(),
        b"desktop",
        RECORD,
        b"speaker.monitor",
        b"sound",
        ctypes.byref(Format(S16LE, RATE, CHANNELS)),
        None,
        ctypes.byref(lengths),
        ctypes.byref(error),
    )
    if not recorder:
        sys.exit("the desktop has no sound server: error %d" % error.value)
    return ctypes.c_void_p(recorder)


def encoder_of(opus):
    opus.opus_encoder_create.restype = ctypes.c_void_p
    error = ctypes.c_int()
    made = ctypes.c_void_p(opus.opus_encoder_create(RATE, CHANNELS, OPUS_AUDIO, ctypes.byref(error)))
    if error.value:
        sys.exit("no encoder: error %d" % error.value)
    opus.opus_encoder_ctl(made, SET_BITRATE, ctypes.c_int(64000))
    opus.opus_encoder_ctl(made, SET_COMPLEXITY, ctypes.c_int(5))
    return made


def output():
    if len(sys.argv) < 2:
        return 1
    taker = socket.socket(socket.AF_UNIX)
    taker.connect(sys.argv[1])
    return taker.detach()


def send(to, data):
    while data:
        data = data[os.write(to, data) :]


def main():
    pulse = ctypes.CDLL("libpulse-simple.so.0")
    opus = ctypes.CDLL("libopus.so.0")
    if sys.argv[1:] == ["check"]:
        return
    run = os.path.dirname(os.environ.get("XAUTHORITY", "/run/desktop/Xauthority"))
    recorder = record(pulse, "unix:%s/pulse.sock" % run)
    encoder = encoder_of(opus)
    to = output()
    # Says when nobody reads any more, also while nothing is written.
    left = select.poll()
    left.register(to, 0)
    send(to, bytes(2))
    sound = ctypes.create_string_buffer(BYTES)
    packet = ctypes.create_string_buffer(LARGEST)
    silent = TAIL
    while not left.poll(0):
        if pulse.pa_simple_read(recorder, sound, BYTES, None) < 0:
            sys.exit("the sound server has ended")
        silent = silent + 1 if sound.raw == SILENCE else 0
        if silent > TAIL:
            continue
        length = opus.opus_encode(encoder, sound, SAMPLES, packet, LARGEST)
        if length > 0:
            send(to, length.to_bytes(2, "big") + packet.raw[:length])


try:
    main()
except (BrokenPipeError, ConnectionError):
    pass
