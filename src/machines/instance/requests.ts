import { failureIn, hasFailed, type Outcome, wasRefused } from '../change.ts'
import { instanceSetup } from './setup.ts'

/** The end of any of the requests. TypeScript does not infer it from their union. */
interface Ended {
  readonly event: { readonly output: Outcome }
}

const settled = { 'read.succeeded': '#deciding', 'read.failed': '#deciding' } as const

/** The request of each change, and its own targets. */
const requests = {
  startSent: {
    src: 'startInstance',
    refused: '#limitReached',
    // After an accepted start it does not run: the start failed.
    settled: { ...settled, 'read.succeeded': { guard: 'isNotRunning', target: '#startFailed' } },
  },
  extensionSent: { src: 'prolongInstance', refused: '#refused', settled },
  abortSent: { src: 'stopInstance', refused: null, settled },
  stopSent: { src: 'stopInstance', refused: null, settled },
} as const

/** One change of the environment. Its result is read before the next change is possible. */
export function request(id: keyof typeof requests) {
  const { src, refused, settled } = requests[id]
  return instanceSetup.createStateConfig({
    initial: 'sending',
    entry: 'forgetFailure',
    states: {
      sending: {
        id,
        tags: 'changing',
        exit: 'tellParent',
        invoke: {
          src,
          input: ({ context }) => ({
            challenge: context.input.challenge,
            before: context.reading.data,
          }),
          onDone: [
            ...(refused === null ? [] : [{ guard: wasRefused, target: refused }]),
            {
              guard: hasFailed,
              target: '#deciding',
              actions: {
                type: 'keepFailure',
                params: ({ event }: Ended) => failureIn(event.output),
              },
            },
            { target: 'settling' },
          ],
        },
      },
      settling: { on: settled },
    },
  })
}
