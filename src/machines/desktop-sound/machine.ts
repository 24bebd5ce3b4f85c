import { type ActorRefFrom, assign, setup } from 'xstate'
import type { SoundState } from '../../api/contract.ts'
import type { PageVisibility } from '../page-visibility.ts'
import { unprovidedAction, unprovidedCallback } from '../unprovided.ts'
import type { DesktopSoundEvent, SoundFailure, SoundReport, SpeakerFailed } from './events.ts'

export interface DesktopSoundInput {
  /** Whether the browser can play sound. */
  readonly canPlay: boolean
}

export interface DesktopSoundContext extends DesktopSoundInput {
  readonly failure: SoundFailure | null
}

/** Whether the user hears the desktop. Its sound is requested only while the page is open and not hidden. */
export const desktopSoundMachine = setup({
  types: {
    context: {} as DesktopSoundContext,
    events: {} as DesktopSoundEvent | SoundReport | SpeakerFailed | PageVisibility,
    input: {} as DesktopSoundInput,
  },
  actors: {
    /** Decodes and plays the packets of the connection. Browsers allow it only if it starts with a click. */
    speaker: unprovidedCallback<SpeakerFailed>('speaker'),
    visibility: unprovidedCallback<PageVisibility>('visibility'),
  },
  actions: {
    askForSound: unprovidedAction('askForSound'),
    endSound: unprovidedAction('endSound'),
    keepFailure: assign({ failure: (_, failure: SoundFailure) => failure }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    canPlay: ({ context }) => context.canPlay,
    isOffered: (_, sound: SoundState['sound']) => sound === 'off',
    isPlaying: (_, sound: SoundState['sound']) => sound === 'on',
    hasFailed: (_, sound: SoundState['sound']) => sound === 'failed',
  },
  delays: { askTimeout: 15_000 },
}).createMachine({
  id: 'desktop-sound',
  context: ({ input }) => ({ canPlay: input.canPlay, failure: null }),
  initial: 'absent',
  states: {
    absent: {
      on: {
        'sound.reported': {
          guard: { type: 'isOffered', params: ({ event }) => event.sound },
          target: 'muted',
        },
      },
    },
    muted: {
      on: {
        'connection.lost': 'absent',
        'sound.listen': [
          { guard: 'canPlay', target: 'listening' },
          { target: 'failed', actions: { type: 'keepFailure', params: 'unsupported' } },
        ],
      },
    },
    listening: {
      invoke: [{ src: 'speaker' }, { src: 'visibility' }],
      initial: 'attended',
      on: {
        'sound.mute': 'muted',
        'speaker.failed': {
          target: 'failed',
          actions: { type: 'keepFailure', params: 'browser' },
        },
        'page.hidden': '.hidden',
      },
      states: {
        attended: {
          entry: 'askForSound',
          exit: 'endSound',
          initial: 'asking',
          on: {
            'connection.lost': 'interrupted',
            'sound.reported': [
              {
                guard: { type: 'isOffered', params: ({ event }) => event.sound },
                target: 'attended',
                reenter: true,
              },
              {
                guard: { type: 'hasFailed', params: ({ event }) => event.sound },
                target: '#desktop-sound.failed',
                actions: { type: 'keepFailure', params: 'desktop' },
              },
            ],
          },
          states: {
            asking: {
              after: {
                askTimeout: {
                  target: '#desktop-sound.failed',
                  actions: { type: 'keepFailure', params: 'desktop' },
                },
              },
              on: {
                'sound.reported': {
                  guard: { type: 'isPlaying', params: ({ event }) => event.sound },
                  target: 'playing',
                },
              },
            },
            playing: {},
          },
        },
        hidden: { on: { 'page.shown': 'attended', 'page.hidden': undefined } },
        interrupted: {
          on: {
            'sound.reported': {
              guard: { type: 'isOffered', params: ({ event }) => event.sound },
              target: 'attended',
            },
          },
        },
      },
    },
    failed: {
      exit: 'forgetFailure',
      on: {
        'connection.lost': 'absent',
        'failure.closed': 'muted',
        'sound.listen': [{ guard: 'canPlay', target: 'listening' }],
      },
    },
  },
})

export type DesktopSoundRef = ActorRefFrom<typeof desktopSoundMachine>
