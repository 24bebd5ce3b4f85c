import { type Clock, realClock } from '../../clock.ts'
import { createClientParser, messageTypes } from '../rfb/client-messages.ts'

/**
 * The least milliseconds between two sizes of the display that one page requests. A page requests them less often
 * (`src/remote-desktop/screens/own-screen.ts`), but the way here may bring two of them closer together.
 */
export const sizeIntervalMs = 100

const nothing = Buffer.alloc(0)

/**
 * Passes on all that a page of the owner sends, and holds sizes back that come too fast: for each the display makes a new
 * picture, and all windows draw themselves again. Of those that wait, the display gets the last one.
 *
 * @param send gives the display what has waited
 * @returns a function that takes a chunk, and returns what the display gets of it now. It throws a `NotRfb` for what it
 * cannot parse
 */
export function createSizeLimit(
  send: (bytes: Buffer) => void,
  clock: Pick<Clock, 'after'> = realClock,
): (chunk: Buffer) => Buffer {
  let waiting: Buffer | null = null
  let isResting = false

  const { take, isBetweenMessages } = createClientParser(type =>
    type === messageTypes.setDesktopSize ? pace : 'pass',
  )

  function pace(size: Buffer): Buffer {
    // A copy, because the chunk that it is a part of may be large.
    waiting = Buffer.from(size)
    return release()
  }

  function release(): Buffer {
    if (!waiting || isResting || !isBetweenMessages()) return nothing
    const size = waiting
    waiting = null
    isResting = true
    clock.after(sizeIntervalMs, () => {
      isResting = false
      const late = release()
      if (late.length > 0) send(late)
    })
    return size
  }

  return chunk => Buffer.concat([take(chunk), release()])
}
