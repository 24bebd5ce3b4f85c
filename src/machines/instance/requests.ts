import { type Answer, failureOf, type RefusalCode } from '../answer.ts'
import { instanceSetup } from './setup.ts'

/** What was done is read before anything else can be asked for. */
export const confirming = instanceSetup.createStateConfig({
  on: { 'read.succeeded': '#deciding', 'read.failed': '#deciding' },
})

/** A start that was taken, and is found not to run, has failed. All else leads out of where it began. */
export const confirmingStart = instanceSetup.createStateConfig({
  on: {
    'read.succeeded': { guard: 'isNotRunning', target: '#startFailed' },
    'read.failed': '#deciding',
  },
})

/** Aborting a start and stopping are the same call. */
export const stopRequest = (id: 'abortSent' | 'stopSent') =>
  instanceSetup.createStateConfig({
    initial: 'sending',
    entry: 'forgetFailure',
    states: {
      sending: {
        id,
        tags: 'changing',
        invoke: {
          src: 'stopInstance',
          input: ({ context }) => context.input.challenge,
          onDone: { target: 'confirming', actions: 'tellParent' },
          onError: {
            target: '#deciding',
            actions: [
              { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
              'tellParent',
            ],
          },
        },
      },
      confirming,
    },
  })

/** The end of either request; inference does not reach into their union. */
interface Answered {
  readonly event: { readonly output: Answer<undefined, RefusalCode> }
}

const wasDone = ({ event }: Answered) => event.output.ok
const wasRetried = ({ event }: Answered) => event.output.retried

interface Refusable {
  readonly src: 'startInstance' | 'prolongInstance'
  /** Where the refusal is shown. */
  readonly refused: '#limitReached' | '#refused'
  /** What follows when it was taken. */
  readonly confirming: typeof confirming | typeof confirmingStart
  /** A refusal after a retry is true only if what is read says this. */
  readonly hadNoEffect: 'isNotRunning' | 'isToldNoExtension'
}

/** A request that the server may refuse, also since an earlier sending of it was done already. */
export const refusableRequest = (
  id: 'startSent' | 'extensionSent',
  { src, refused, confirming, hadNoEffect }: Refusable,
) =>
  instanceSetup.createStateConfig({
    initial: 'sending',
    entry: 'forgetFailure',
    states: {
      sending: {
        id,
        tags: 'changing',
        invoke: {
          src,
          input: ({ context }) => context.input.challenge,
          onDone: [
            {
              guard: wasDone,
              target: 'confirming',
              actions: 'tellParent',
            },
            {
              guard: wasRetried,
              target: 'checking',
              actions: 'tellParent',
            },
            { target: refused, actions: 'tellParent' },
          ],
          onError: {
            target: '#deciding',
            actions: [
              { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
              'tellParent',
            ],
          },
        },
      },
      confirming,
      checking: {
        on: {
          'read.succeeded': [{ guard: hadNoEffect, target: refused }, { target: '#deciding' }],
          'read.failed': refused,
        },
      },
    },
  })
