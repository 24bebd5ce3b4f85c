import { type ActorRefFrom, assign, setup } from 'xstate'
import { isOk, lost } from '../desktop-answer.ts'
import type { ImageFailure } from '../desktop-paste/events.ts'
import { unprovidedPromise } from '../unprovided.ts'
import type { ClipboardImage, DesktopClipboardImageEvent, ReadAnswer } from './events.ts'

export interface DesktopClipboardImageContext {
  readonly image: ClipboardImage | null
  readonly failure: ImageFailure | null
}

/** The image of the desktop's clipboard, which the user may copy. It is read while its panel is open. */
export const desktopClipboardImageMachine = setup({
  types: { context: {} as DesktopClipboardImageContext, events: {} as DesktopClipboardImageEvent },
  actors: {
    /** Reads the image of the desktop's clipboard. */
    readImage: unprovidedPromise<ReadAnswer>('readImage'),
    /** Puts it into the browser's clipboard; rejects if the browser refuses. */
    writeImage: unprovidedPromise<void, ClipboardImage | null>('writeImage'),
  },
  actions: {
    keepAnswer: assign((_, answer: ReadAnswer) =>
      answer.ok ? { image: answer.data, failure: null } : { image: null, failure: answer.failure },
    ),
    forget: assign({ image: null, failure: null }),
  },
  guards: { isOk },
  delays: { confirmation: 2_000 },
}).createMachine({
  id: 'desktop-clipboard-image',
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
                guard: { type: 'isOk', params: ({ event }) => event.output },
                target: 'shown',
                actions: { type: 'keepAnswer', params: ({ event }) => event.output },
              },
              {
                target: 'missing',
                actions: { type: 'keepAnswer', params: ({ event }) => event.output },
              },
            ],
            onError: { target: 'missing', actions: { type: 'keepAnswer', params: lost } },
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

export type DesktopClipboardImageRef = ActorRefFrom<typeof desktopClipboardImageMachine>
