import type { SoundFailure } from '../../../../src/machines/desktop-sound/events.ts'
import type { desktopSoundMachine } from '../../../../src/machines/desktop-sound/machine.ts'
import {
  hasSound,
  isListening,
  soundFailure,
} from '../../../../src/machines/desktop-sound/selectors.ts'
import { behaviourOf } from '../../harness/behaviour.ts'
import { acts, ends, type Sight, starts } from '../../harness/sights.ts'

type Step = 'absent' | 'muted' | 'asking' | 'playing' | 'hidden' | 'interrupted' | 'failed'
const begins = {
  step: 'absent' as Step,
  failure: null as SoundFailure | null,
  canPlay: true,
  endsAt: null as number | null,
}
type Known = typeof begins

const ASK_TIME = 15_000

const is =
  (...any: readonly Step[]) =>
  ({ step }: Known) =>
    any.includes(step)
const isAttended = is('asking', 'playing')
const isOn = is('asking', 'playing', 'hidden', 'interrupted')

const asks = (now: number): Partial<Known> => ({ step: 'asking', endsAt: now + ASK_TIME })
const fails = (failure: SoundFailure): Partial<Known> => ({ step: 'failed', failure, endsAt: null })
/** The desktop gets the message that nobody listens before the speaker ends. */
const leaves = (known: Known): Sight[] => [
  ...(isAttended(known) ? [acts('endSound')] : []),
  ends('speaker'),
  ends('visibility'),
]

export const desktopSoundBehaviour = behaviourOf<typeof desktopSoundMachine, Known>({
  begins,
  sentences: {
    'A browser can play it, or not.': {
      on: 'it begins',
      learn: (_, input) => ({ canPlay: input === 0 }),
    },
    'A desktop with sound can be turned on.': {
      on: 'sound.reported',
      if: ({ step }, { sound }) => step === 'absent' && sound === 'off',
      learn: () => ({ step: 'muted' }),
    },
    'Who turns it on makes the page ask for it, and play it.': {
      on: 'sound.listen',
      if: known => is('muted', 'failed')(known) && known.canPlay,
      see: () => [acts('askForSound'), starts('speaker'), starts('visibility')],
      learn: (_, __, now) => ({ ...asks(now), failure: null }),
    },
    'A browser that cannot play it says so.': {
      on: 'sound.listen',
      if: known => is('muted')(known) && !known.canPlay,
      learn: () => fails('unsupported'),
    },
    'The desktop answers.': {
      on: 'sound.reported',
      if: ({ step }, { sound }) => step === 'asking' && sound === 'on',
      learn: () => ({ step: 'playing', endsAt: null }),
    },
    'A new connection is asked.': {
      on: 'sound.reported',
      if: (known, { sound }) => sound === 'off' && (isAttended(known) || is('interrupted')(known)),
      see: known => [...(isAttended(known) ? [acts('endSound')] : []), acts('askForSound')],
      learn: (_, __, now) => asks(now),
    },
    'A desktop that cannot give it is named.': {
      on: 'sound.reported',
      if: (known, { sound }) => sound === 'failed' && isAttended(known),
      see: leaves,
      learn: () => fails('desktop'),
    },
    'One that does not answer for 15 s, too.': {
      on: 'time',
      due: ({ endsAt }) => endsAt,
      see: leaves,
      learn: () => fails('desktop'),
    },
    'A speaker that fails ends it.': {
      on: 'speaker.failed',
      if: isOn,
      see: leaves,
      learn: () => fails('browser'),
    },
    'Who turns it off gets nothing more.': {
      on: 'sound.mute',
      if: isOn,
      see: leaves,
      learn: () => ({ step: 'muted', endsAt: null }),
    },
    'A hidden page gets nothing.': {
      on: 'page.hidden',
      if: isOn,
      see: known => (isAttended(known) ? [acts('endSound')] : []),
      learn: () => ({ step: 'hidden', endsAt: null }),
    },
    'A page that is shown again asks.': {
      on: 'page.shown',
      if: is('hidden'),
      see: () => [acts('askForSound')],
      learn: (_, __, now) => asks(now),
    },
    'A cut is waited for, by who listens.': {
      on: 'connection.lost',
      if: isAttended,
      see: () => [acts('endSound')],
      learn: () => ({ step: 'interrupted', endsAt: null }),
    },
    'For others, there is no sound without a connection.': {
      on: 'connection.lost',
      if: is('muted', 'failed'),
      learn: () => ({ step: 'absent', failure: null }),
    },
    'What went wrong is shown until the user closes it.': {
      on: 'failure.closed',
      if: is('failed'),
      learn: () => ({ step: 'muted', failure: null }),
    },
  },
  shows: {
    'that there is sound': [hasSound, ({ step }) => step !== 'absent'],
    'that it is on': [isListening, isOn],
    'why there is none': [soundFailure, ({ failure }) => failure],
  },
})
