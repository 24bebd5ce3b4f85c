import { type ActorRefFrom, assign, setup } from 'xstate'
import { isOk, lost } from '../desktop-answer.ts'
import { unprovidedPromise } from '../unprovided.ts'
import type { DesktopPasteEvent, ImageFailure, SendAnswer } from './events.ts'

export interface DesktopPasteContext {
  /** On its way. */
  readonly image: Blob | null
  readonly failure: ImageFailure | null
}

type Pasted = Extract<DesktopPasteEvent, { type: 'image.pasted' }>

const sendPasted = {
  target: 'sending',
  actions: { type: 'begin', params: ({ event }: { event: Pasted }) => event.image },
} as const

/** The user's image on its way to the desktop's clipboard, one at a time. */
export const desktopPasteMachine = setup({
  types: { context: {} as DesktopPasteContext, events: {} as DesktopPasteEvent },
  actors: {
    /** Puts an image into the desktop's clipboard. */
    sendImage: unprovidedPromise<SendAnswer, Blob>('sendImage'),
  },
  actions: {
    begin: assign((_, image: Blob) => ({ image, failure: null })),
    keepAnswer: assign((_, answer: SendAnswer) => ({
      image: null,
      failure: answer.ok ? null : answer.failure,
    })),
  },
  guards: { isOk },
  delays: { confirmation: 5_000 },
}).createMachine({
  id: 'desktop-paste',
  context: { image: null, failure: null },
  initial: 'idle',
  states: {
    idle: { on: { 'image.pasted': sendPasted } },
    sending: {
      invoke: {
        src: 'sendImage',
        input: ({ context }) => context.image ?? new Blob(),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'arrived',
            actions: { type: 'keepAnswer', params: ({ event }) => event.output },
          },
          {
            target: 'failed',
            actions: { type: 'keepAnswer', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed', actions: { type: 'keepAnswer', params: lost } },
      },
    },
    arrived: {
      after: { confirmation: 'idle' },
      on: { 'image.pasted': sendPasted },
    },
    failed: { on: { 'image.pasted': sendPasted, 'failure.closed': 'idle' } },
  },
})

export type DesktopPasteRef = ActorRefFrom<typeof desktopPasteMachine>
