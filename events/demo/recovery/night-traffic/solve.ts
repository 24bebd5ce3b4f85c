import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flagIn, type Solve } from '../../solver.ts'

const pcapHeader = 24
const packetHeader = 16
/** Ethernet 14, IPv4 20, UDP 8. */
const dataStart = 42

/** Takes the beacon's datagrams out of the capture and puts its letters in order. */
export const solve: Solve = async context => {
  const file = await readFile(join(context.filesFolder, 'night.pcap'))
  const letters: string[] = []
  for (let at = pcapHeader; at < file.length; ) {
    const length = file.readUInt32LE(at + 8)
    const data = file.subarray(at + packetHeader + dataStart, at + packetHeader + length)
    if (data.toString('latin1', 0, 2) === 'BC')
      letters[data.readUInt16BE(2)] = data.toString('latin1', 4, 5)
    at += packetHeader + length
  }
  return [flagIn(letters.join(''), context)]
}
