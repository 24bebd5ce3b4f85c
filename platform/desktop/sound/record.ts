import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { DesktopSound } from './desktop-sound.ts'
import { createPacketReader } from './packets.ts'

/** How long a desktop may take until it records, in milliseconds. */
const readyMs = 10_000
/** How long a program that writes more than sound is not read, in milliseconds. */
const unreadMs = 200

interface Listener {
  /** Called when the recording has begun. */
  ready(): void
  packet(data: Buffer): void
}

/**
 * Records a desktop until the signal aborts.
 *
 * @throws an error if it does not begin, or ends by itself, and the signal's reason
 */
export async function record(
  sound: DesktopSound,
  signal: AbortSignal,
  clock: Clock,
  listener: Listener,
): Promise<never> {
  const late = new AbortController()
  const cancel = clock.after(readyMs, () => late.abort(new Error('it does not begin to record')))
  const over = AbortSignal.any([signal, late.signal])
  const read = createPacketReader({
    ...listener,
    ready() {
      cancel()
      listener.ready()
    },
  })
  try {
    const stream = await sound.open(over)
    const end = () => stream.destroy()
    over.addEventListener('abort', end)
    if (over.aborted) end()
    try {
      // A loop over the stream destroys it at its end.
      for await (const chunk of stream)
        if (!read(chunk)) await delay(unreadMs, undefined, { signal: over })
    } finally {
      over.removeEventListener('abort', end)
    }
    throw new Error('its recording ended')
  } catch (error) {
    over.throwIfAborted()
    throw error
  } finally {
    cancel()
  }
}
