import { type ActorRefFrom, assign, setup } from 'xstate'
import type { ImageFailure } from '../desktop-paste/events.ts'
import { unprovidedPromise } from '../unprovided.ts'
import type { DesktopImage, DesktopImageEvent, ReadAnswer } from './events.ts'

export interface DesktopImageContext {
  readonly image: DesktopImage | null
  readonly failure: ImageFailure | null
}

/** The image of the desktop's clipboard, which the user may copy. It is read while its panel is open. */
export const desktopImageMachine = setup({
  types: { context: {} as DesktopImageContext, events: {} as DesktopImageEvent },
  actors: {
    /** Reads the image of the desktop's clipboard. */
    readImage: unprovidedPromise<ReadAnswer>('readImage'),
    /** Puts it into the browser's clipboard; rejects if the browser refuses. */
    writeImage: unprovidedPromise<void, DesktopImage | null>('writeImage'),
  },
  actions: {
    keep: assign((_, answer: ReadAnswer) =>
      'image' in answer
        ? { image: answer.image, failure: null }
        : { image: null, failure: answer.failure },
    ),
    forget: assign({ image: null, failure: null }),
  },
  guards: { hasImage: (_, answer: ReadAnswer) => 'image' in answer },
  delays: { confirmation: 2_000 },
}).createMachine({
  id: 'desktop-image',
  context: { image: null, failure: null },
  initial: 'closed',
  states: {
    closed: { entry: 'forget', on: { 'image.opened': 'open' } },
    open: {
      on: { 'image.closed': 'closed', 'image.refresh': '.reading' },
      initial: 'reading',
      states: {
        reading: {
          entry: 'forget',
          on: { 'image.refresh': {} },
          invoke: {
            src: 'readImage',
            onDone: [
              {
                guard: { type: 'hasImage', params: ({ event }) => event.output },
                target: 'shown',
                actions: { type: 'keep', params: ({ event }) => event.output },
              },
              {
                target: 'missing',
                actions: { type: 'keep', params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: 'missing',
              actions: { type: 'keep', params: { failure: 'lost' } },
            },
          },
        },
        shown: {
          initial: 'idle',
          states: {
            idle: { on: { 'image.copy': 'copying' } },
            copying: {
              invoke: {
                src: 'writeImage',
                input: ({ context }) => context.image,
                onDone: 'copied',
                onError: 'refused',
              },
            },
            copied: { after: { confirmation: 'idle' }, on: { 'image.copy': 'copying' } },
            refused: { on: { 'image.copy': 'copying' } },
          },
        },
        missing: {},
      },
    },
  },
})

export type DesktopImageRef = ActorRefFrom<typeof desktopImageMachine>
