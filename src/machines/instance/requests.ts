import { type Ended, hasFailed, wasRefusedAs, whyFailed } from '../change.ts'
import { instanceSetup } from './setup.ts'

const settled = { 'read.succeeded': '#deciding', 'read.failed': '#deciding' } as const

/** What each change sends, and where its outcomes lead. */
const requests = {
  sendingStart: {
    src: 'startInstance',
    refused: {
      guard: wasRefusedAs('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'),
      target: '#limitReached',
    },
    // The start was accepted, but nothing runs: it failed.
    settled: { ...settled, 'read.succeeded': { guard: 'isNotRunning', target: '#startFailed' } },
  },
  sendingExtension: {
    src: 'extendInstance',
    refused: { guard: wasRefusedAs('CANNOT_PROLONG_CHALLENGE_INSTANCE'), target: '#refused' },
    settled,
  },
  sendingAbort: { src: 'stopInstance', refused: null, settled },
  sendingStop: { src: 'stopInstance', refused: null, settled },
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
        exit: 'notifyParent',
        invoke: {
          src,
          input: ({ context }) => ({
            challenge: context.input.challenge,
            before: context.reading.data,
          }),
          onDone: [
            ...(refused === null ? [] : [refused]),
            {
              guard: hasFailed,
              target: '#deciding',
              actions: {
                type: 'keepFailure',
                // TypeScript does not infer the event from the union of the requests.
                params: ({ event }: Ended) => whyFailed(event.output),
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
