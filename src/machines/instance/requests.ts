import { failureIn, hasFailed, type Outcome, wasRefused } from '../change.ts'
import { instanceSetup } from './setup.ts'

/** The end of any of the requests; inference does not reach into their union. */
interface Ended {
  readonly event: { readonly output: Outcome }
}

const settled = { 'read.succeeded': '#deciding', 'read.failed': '#deciding' } as const

/** What each request is, and where it leads where that is its own. */
const requests = {
  startSent: {
    src: 'startInstance',
    refused: '#limitReached',
    // A start that was taken, and is found not to run, has failed. All else leads out of there.
    settled: { ...settled, 'read.succeeded': { guard: 'isNotRunning', target: '#startFailed' } },
  },
  extensionSent: { src: 'prolongInstance', refused: '#refused', settled },
  abortSent: { src: 'stopInstance', refused: null, settled },
  stopSent: { src: 'stopInstance', refused: null, settled },
} as const

/** One change of the environment: sent, and then read before anything else can be asked for. */
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
