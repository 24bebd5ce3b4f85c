/** The most bytes of a packet of Opus, of one frame. */
const maxPacketBytes = 1275
/** A desktop plays 50 a second. More come only from a program of the player. */
const maxPackets = { perSecond: 60, atOnce: 100 }

interface PacketReaderOptions {
  /** It records: the first bytes have come. */
  ready(): void
  packet(data: Buffer): void
  /** Milliseconds since some moment. */
  now?: () => number
}

/** Reads what session/sound.py writes. */
export function createPacketReader({
  ready,
  packet,
  now = () => performance.now(),
}: PacketReaderOptions) {
  let rest: Buffer = Buffer.alloc(0)
  let isReady = false
  let left = maxPackets.atOnce
  let last = now()

  function isWithinRate(): boolean {
    const at = now()
    left = Math.min(maxPackets.atOnce, left + ((at - last) * maxPackets.perSecond) / 1000)
    last = at
    if (left < 1) return false
    left -= 1
    return true
  }

  /**
   * @returns false if it had more packets than a desktop plays: those are dropped, and the next bytes need a delay
   * @throws an error if no packet begins where one should
   */
  return function read(chunk: Buffer): boolean {
    let isInTime = true
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 2) {
      const length = rest.readUInt16BE()
      if (length > maxPacketBytes || (length === 0) === isReady)
        throw new Error('it is not a recording of a desktop')
      if (rest.length < 2 + length) break
      const data = rest.subarray(2, 2 + length)
      rest = rest.subarray(2 + length)
      if (!isReady) {
        isReady = true
        ready()
      } else if (isWithinRate()) packet(data)
      else isInTime = false
    }
    return isInTime
  }
}
