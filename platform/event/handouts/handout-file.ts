import fs, { type BigIntStats, constants } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const open = promisify(fs.open)
const read = promisify(fs.read)
const close = promisify(fs.close)
const statusOf = promisify(fs.fstat)

/** What a file was at one moment. Another content has another state. */
export interface FileState {
  /** In bytes. */
  size: number
  /** In nanoseconds. */
  modified: bigint
}

/**
 * The state of a file of a challenge. Loaded files are no links. A file that became a link could lead out of
 * the challenge.
 *
 * @throws Error if it is gone since the event was loaded, or became something else than a file
 */
export async function stateOf(path: string): Promise<FileState> {
  if ((await realpath(path)) !== path)
    throw new Error(`${path} is a link since the event was loaded`)
  const status = await stat(path, { bigint: true })
  if (!status.isFile()) throw new Error(`${path} is no file since the event was loaded`)
  return toState(status)
}

/** Whether a file was not changed between two moments. */
export const isSame = (one: FileState, other: FileState) =>
  one.size === other.size && one.modified === other.modified

const toState = ({ size, mtimeNs }: BigIntStats): FileState => ({
  size: Number(size),
  modified: mtimeNs,
})

interface Part {
  /** The first byte. */
  start: number
  /** The first byte that is left out. */
  end: number
}

const chunkBytes = 64 * 1024

/**
 * The bytes of a file of a challenge, or a part of them, while it has this state. It is opened at the first read, and
 * closed when the reader leaves.
 *
 * @throws Error before the last bytes, if the file has changed. What was read may then be of two contents
 */
export async function* contentOf(
  path: string,
  state: FileState,
  { start, end }: Part = { start: 0, end: state.size },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  // Otherwise, to open what became a pipe never ends, and takes a thread that all other reads need.
  const how = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
  // A plain descriptor, because a FileHandle that is garbage-collected while open ends the process.
  const descriptor = await open(path, how)
  const changed = new Error(`${path} has changed while it was sent`)
  const requireSame = async () => {
    const now = toState(await statusOf(descriptor, { bigint: true }))
    if (!isSame(now, state)) throw changed
  }
  try {
    await requireSame()
    for (let at = start; at < end; ) {
      const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, end - at))
      const { bytesRead } = await read(descriptor, buffer, 0, buffer.length, at)
      if (bytesRead === 0) throw changed
      at += bytesRead
      if (at === end) await requireSame()
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await close(descriptor)
  }
}

/** A body whose generator runs only while somebody reads, and ends when nobody will read any more. */
export function bodyOf(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    // Nobody cancels the body of an answer to HEAD.
    { highWaterMark: 0 },
  )
}
