import type { Metadata } from '../../../src/api/contract.ts'
import type { Phase } from '../../../src/domain/facts.ts'
import type { eventMachine } from '../../../src/machines/event/machine.ts'
import {
  isPaused,
  isReadOnly,
  metadataOf,
  nextEndOf,
  phaseOf,
  selectHas,
} from '../../../src/machines/event/selectors.ts'
import { behaviourOf, oneAtATime } from '../harness/behaviour.ts'
import { asks, drops, ends, starts } from '../harness/sights.ts'

const begins = {
  metadata: null as Metadata | null,
  isReading: true,
  /** When a read that failed is repeated. */
  againAt: null as number | null,
  /** When it is read again, if it may continue. */
  checkedAt: null as number | null,
  /** Its page is hidden since it was read. */
  isHidden: false,
  /** The phase when the machine last read the clock. */
  phase: null as Phase | null,
  looksAt: null as number | null,
}
type Known = typeof begins

const phases = ['upcoming', 'running', 'postPlay', 'over'] as const
const hasEnded = (phase: Phase | null) => phase === 'postPlay' || phase === 'over'
const MAX_WAIT = 30_000
const MINUTE = 60_000

const look = (metadata: Metadata, now: number): Partial<Known> => {
  const times = [metadata.ctfStart, metadata.ctfEnd, metadata.ctfPostPlayEnd].map(Date.parse)
  const next = times.find(time => time > now) ?? Number.POSITIVE_INFINITY
  return {
    phase: phases[times.filter(time => time <= now).length] ?? null,
    looksAt: Math.min(next, now + MAX_WAIT),
  }
}
const read = () => [asks('fetchMetadata')]
const reading = { isReading: true, againAt: null, checkedAt: null, isHidden: false }
/** The event is paused or has ended. */
const mayContinue = ({ metadata }: Known, now: number) =>
  metadata !== null && (metadata.isPaused === true || Date.parse(metadata.ctfEnd) <= now)

export const eventBehaviour = behaviourOf<typeof eventMachine, Known>({
  begins,
  sentences: {
    'The metadata is read at once.': { on: 'it begins', see: read },
    'It is kept, and says which phase it is. Until the next one it hears of its page.': {
      on: 'fetchMetadata answers',
      see: ({ metadata }) => [...(metadata ? [ends('visibility')] : []), starts('visibility')],
      learn: (_, metadata, now) => ({
        metadata,
        isReading: false,
        ...look(metadata, now),
        checkedAt: now + MINUTE,
      }),
    },
    'A read that fails is repeated after 10 s, and what is known stays.': {
      on: 'fetchMetadata fails',
      learn: (_known, _error, now) => ({ isReading: false, againAt: now + 10_000 }),
    },
    'Then it is read again.': {
      on: 'time',
      due: ({ againAt }) => againAt,
      see: read,
      learn: () => reading,
    },
    'While the event is paused, or after its end, it is read once a minute.': {
      on: 'time',
      due: ({ checkedAt }) => checkedAt,
      see: (known, _, now) => (mayContinue(known, now) ? read() : []),
      learn: (known, _, now) => (mayContinue(known, now) ? reading : { checkedAt: now + MINUTE }),
    },
    'Not while its page is hidden.': {
      on: 'page.hidden',
      if: ({ checkedAt }) => checkedAt !== null,
      learn: () => ({ checkedAt: null, isHidden: true }),
    },
    'Then it is read when the page is shown again.': {
      on: 'page.shown',
      if: ({ isHidden }) => isHidden,
      see: read,
      learn: () => reading,
    },
    'Who has nothing yet may ask at once.': {
      on: 'event.retry',
      if: ({ metadata, isReading }) => metadata === null && !isReading,
      see: read,
      learn: () => reading,
    },
    'What may have changed is read; a read under way is begun again, since it may be from before.':
      {
        on: 'event.stale',
        if: ({ metadata }) => metadata !== null,
        see: ({ isReading }) => [...(isReading ? [drops('fetchMetadata')] : []), ...read()],
        learn: () => reading,
      },
    'The phase changes at its time.': {
      on: 'time',
      due: ({ looksAt }) => looksAt,
      learn: ({ metadata }, _, now) => (metadata ? look(metadata, now) : {}),
    },
    'A device that slept is late.': {
      on: 'jump',
      learn: ({ againAt, checkedAt, looksAt }, ms) => ({
        againAt: againAt && againAt + ms,
        checkedAt: checkedAt && checkedAt + ms,
        looksAt: looksAt && looksAt + ms,
      }),
    },
    'It looks at once when its page is shown again.': {
      on: 'page.shown',
      learn: ({ metadata }, _, now) => (metadata ? look(metadata, now) : {}),
    },
  },
  shows: {
    'the metadata': [metadataOf, ({ metadata }) => metadata],
    'the phase': [phaseOf, ({ phase }) => phase],
    'that nobody plays for now': [
      isPaused,
      ({ metadata, phase }) => phase === 'running' && metadata?.isPaused === true,
    ],
    'that it is a past event': [isReadOnly, ({ metadata }) => metadata?.isReadOnly === true],
    'its end; after it, that of the post play': [
      nextEndOf,
      ({ metadata, phase }) => {
        if (!metadata || metadata.isReadOnly) return null
        return (hasEnded(phase) ? metadata.ctfPostPlayEnd : metadata.ctfEnd) ?? null
      },
    ],
    'what the backend has': [
      selectHas('queue'),
      ({ metadata }) => metadata?.extensions?.includes('queue') === true,
    ],
  },
  offers: { 'event.retry': ({ metadata, isReading }) => metadata === null && !isReading },
  always: { 'One read at a time is under way.': oneAtATime(['fetchMetadata']) },
})
