import { type AnyActorRef, fromPromise, type NonReducibleUnknown } from 'xstate'
import type { Answer } from '../../domain/answer.ts'
import type { ClockRef } from '../../machines/clock/machine.ts'
import type { AppConfig } from '../config.ts'
import type { createStream } from '../live/stream.ts'
import { type Client, createClient, type Early } from './client.ts'
import { createGate } from './gate.ts'
import { createTokenSource, tokenIn } from './token-source.ts'

export type Effects = ReturnType<typeof createEffects>

type System = AnyActorRef['system']

/** Turns calls into actors. Each actor system has its own client and network queue. */
export function createEffects(
  config: AppConfig,
  options: { now: () => number; fetch?: typeof fetch; early?: Early },
) {
  const clients = new WeakMap<System, Client>()

  function clientIn(system: System): Client {
    const known = clients.get(system)
    if (known) return known
    const clock: ClockRef = system.get('clock')
    const client = createClient({
      baseUrl: config.apiBaseUrl,
      idempotencyKeys: config.idempotencyKeys,
      gate: createGate(system.get('network')),
      session: createTokenSource(system.get('session')),
      onDate: (serverDate, sentAt, receivedAt) => {
        if (clock.getSnapshot().status !== 'active') return
        clock.send({ type: 'clock.measured', serverDate, sentAt, receivedAt })
      },
      ...options,
    })
    clients.set(system, client)
    return client
  }

  return {
    /** An address that the API gave, relative to its base or not. */
    resolve: (url: string) => URL.parse(url, config.apiBaseUrl)?.href ?? '',
    clientIn,
    /** A read: cancelled when its state is left. */
    read: <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(
      run: (client: Client, signal: AbortSignal, input: Input) => Promise<Output>,
    ) =>
      fromPromise<Output, Input>(({ input, signal, system }) =>
        run(clientIn(system), signal, input),
      ),
    /** The live stream, which is loaded on demand. */
    stream: (create: typeof createStream) => create(config.apiBaseUrl, tokenIn, options.fetch),
  }
}

/** The data of an answer that expects no refusal. */
export async function awaitData<T>(answer: Promise<Answer<T>>): Promise<T> {
  return (await answer).data
}
