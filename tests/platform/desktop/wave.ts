interface Wave {
  hertz: number
  seconds: number
}

/** A WAV file of two channels with a tone. */
export function waveOf({ hertz, seconds }: Wave): Buffer {
  const rate = 48_000
  const samples = Buffer.alloc(rate * seconds * 4)
  for (let at = 0; at < rate * seconds; at++) {
    const value = Math.round(12_000 * Math.sin((2 * Math.PI * hertz * at) / rate))
    samples.writeInt16LE(value, at * 4)
    samples.writeInt16LE(value, at * 4 + 2)
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(2, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 4, 28)
  head.writeUInt16LE(4, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
