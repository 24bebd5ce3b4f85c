import { crc32 } from 'node:zlib'
import pLimit from 'p-limit'
import type { Handout } from '../model.ts'
import { contentOf, type FileState, isSame } from './handout-file.ts'

export type HandedOut = Pick<Handout, 'path' | 'name'>

interface Known {
  state: FileState
  crc: Promise<number>
}

/** Forgotten with the event that they were read for. */
const known = new WeakMap<HandedOut, Known>()

/** Files that are read at once for their checksums, whatever people ask for. */
const turn = pLimit(2)

/**
 * The CRC-32 of a file with this state. It is read once for all who ask, also if they have left.
 *
 * @throws Error as `contentOf` does
 */
export function checksumOf(file: HandedOut, state: FileState): Promise<number> {
  const found = find(file, state)
  if (found) return found
  const crc = turn(() => read(file, state))
  known.set(file, { state, crc })
  crc.catch(() => {
    if (known.get(file)?.crc === crc) known.delete(file)
  })
  return crc
}

async function read({ path }: HandedOut, state: FileState): Promise<number> {
  let crc = 0
  for await (const chunk of contentOf(path, state)) crc = crc32(chunk, crc)
  return crc
}

/** Passes on the bytes of a whole file, and keeps their checksum. */
export async function* withChecksum(file: HandedOut, state: FileState) {
  if (find(file, state)) return yield* contentOf(file.path, state)
  let crc = 0
  for await (const chunk of contentOf(file.path, state)) {
    crc = crc32(chunk, crc)
    yield chunk
  }
  known.set(file, { state, crc: Promise.resolve(crc) })
}

function find(file: HandedOut, state: FileState): Promise<number> | undefined {
  const found = known.get(file)
  return found && isSame(found.state, state) ? found.crc : undefined
}
