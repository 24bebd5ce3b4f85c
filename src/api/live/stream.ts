import { type AnyActorRef, fromCallback } from 'xstate'
import type { StreamEvent } from '../../machines/live/events.ts'
import type { StreamInput } from '../../machines/live/setup.ts'

/**
 * The live stream, for as long as its state. Its code is loaded then.
 *
 * @param baseUrl of the API
 * @param tokenIn reads the newest token; null for a visitor
 */
export const createStream = (
  baseUrl: string,
  tokenIn: (system: AnyActorRef['system']) => string | null,
  ownFetch?: typeof fetch,
) =>
  fromCallback<StreamEvent, StreamInput>(({ input, sendBack, system }) => {
    const leaving = new AbortController()
    const { signal } = leaving
    const run = async () => {
      const { follow } = await import('./follow.ts')
      const token = tokenIn(system)
      if (token === null) throw new Error('Nobody is signed in.')
      const fetch = ownFetch ?? globalThis.fetch
      return follow({ baseUrl, token, lastId: input.lastId, signal, fetch }, sendBack)
    }
    const end = (retryAfter: number) => {
      if (!signal.aborted) sendBack({ type: 'stream.ended', retryAfter })
    }
    run().then(end, () => end(0))
    return () => leaving.abort()
  })
