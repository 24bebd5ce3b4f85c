import type { ActorRefFrom } from 'xstate'
import type { NetworkEvent } from '../../machines/network/events.ts'
import type { networkMachine } from '../../machines/network/machine.ts'

/** Lets requests through when the network machine releases them. */
export interface Gate {
  /** A number for a new request; later requests have greater ones. */
  nextId(): number
  /** Resolves when the request may be sent. Rejects with the signal's reason when it is aborted. */
  open(id: number, signal: AbortSignal | undefined): Promise<void>
  /** The request got no answer; resolves when it may be sent again. Rejects as `open` does. */
  failed(id: number, signal: AbortSignal | undefined): Promise<void>
  succeeded(id: number): void
  /** The request ended without an answer. The queue must not wait for it. */
  cancelled(id: number): void
}

export function createGate(network: ActorRefFrom<typeof networkMachine>): Gate {
  const waiting = new Map<number, () => void>()
  let lastId = 0
  network.on('request.released', ({ id }) => waiting.get(id)?.())

  // When a page is closed, its requests outlive its actors.
  const send = (event: NetworkEvent) => {
    if (network.getSnapshot().status === 'active') network.send(event)
  }

  const untilReleased = (event: NetworkEvent, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted()
      const abort = () => {
        waiting.delete(event.id)
        reject(signal?.reason)
      }
      waiting.set(event.id, () => {
        waiting.delete(event.id)
        signal?.removeEventListener('abort', abort)
        resolve()
      })
      signal?.addEventListener('abort', abort, { once: true })
      send(event)
    })

  return {
    nextId: () => ++lastId,
    open: (id, signal) => untilReleased({ type: 'request.opened', id }, signal),
    failed: (id, signal) => untilReleased({ type: 'request.failed', id }, signal),
    succeeded: id => send({ type: 'request.succeeded', id }),
    cancelled: id => send({ type: 'request.cancelled', id }),
  }
}
