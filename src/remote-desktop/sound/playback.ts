/** Seconds that the first sound after a silence waits, so that the next ones can be a little late. */
const LEAD = 0.08
/** Seconds of sound that may wait. More is dropped, because all later sound would be late. */
const MAX_WAITING = 0.4
/** Packets that may wait for the decoder. */
const MAX_PACKETS = 25
/** The length of a packet, in microseconds. */
const PACKET = 20_000

/** Decodes packets of Opus and plays them. @param failed called when the decoder cannot continue */
export function createPlayback(context: AudioContext, failed: () => void) {
  let next = 0
  let timestamp = 0

  function play(data: AudioData): void {
    const { numberOfChannels, numberOfFrames, sampleRate } = data
    const buffer = context.createBuffer(numberOfChannels, numberOfFrames, sampleRate)
    for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex++)
      data.copyTo(buffer.getChannelData(planeIndex), { planeIndex, format: 'f32-planar' })
    data.close()
    const now = context.currentTime
    if (next > now + MAX_WAITING) return
    if (next < now) next = now + LEAD
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(context.destination)
    source.start(next)
    next += buffer.duration
  }

  const decoder = new AudioDecoder({ output: play, error: failed })
  decoder.configure({ codec: 'opus', sampleRate: 48_000, numberOfChannels: 2 })
  return {
    take(packet: ArrayBuffer) {
      if (decoder.state !== 'configured' || decoder.decodeQueueSize >= MAX_PACKETS) return
      decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data: packet }))
      timestamp += PACKET
    },
    close() {
      if (decoder.state !== 'closed') decoder.close()
    },
  }
}
