import type { NewsCame } from '../../../src/machines/live/events.ts'
import type { liveMachine } from '../../../src/machines/live/machine.ts'
import { isConnected } from '../../../src/machines/live/selectors.ts'
import { behaviourOf } from '../harness/behaviour.ts'
import { ends, type Sight, starts, tells } from '../harness/sights.ts'

const begins = {
  isOn: false,
  isOnline: true,
  /** Whether another tab has the stream, or what this tab does: it opens it, has it, or waits before it opens it. */
  step: 'silent' as 'silent' | 'informed' | 'opening' | 'open' | 'interrupted' | 'waiting',
  /** Whether the app relies on news, and polls seldom. */
  relies: false,
  lastId: null as string | null,
  /** How long the server wants a client to wait, in milliseconds. */
  retry: 3_000,
  refusal: 0,
  attempts: 0,
  /** When a silence is too long, or a delay is over. */
  endsAt: null as number | null,
}
type Known = typeof begins

const SILENCE = 50_000
const MAX_DELAY = 60_000

const is =
  (...any: readonly Known['step'][]) =>
  ({ isOn, step }: Known) =>
    isOn && any.includes(step)

const everything = tells('parent', { type: 'news.came', topic: 'everything' })
const passesOn = (message: object): Sight => tells('tabs', { type: 'tabs.tell', message })
const heard = (lastId: string | null) => passesOn({ type: 'tab.received', lastId })
const lost = passesOn({ type: 'tab.lost' })
const news = ({ topic, challenge }: Pick<NewsCame, 'topic' | 'challenge'>) => ({
  topic,
  ...(challenge && { challenge }),
})

const opens = ({ lastId }: Known) => [starts('stream', { lastId })]
const delayOf = ({ refusal, retry, attempts }: Known) =>
  Math.max(refusal, Math.min(MAX_DELAY, retry * 2 ** attempts))
/** The stream is gone, and nothing is lost yet. */
const interrupts = (known: Known, now: number): Partial<Known> => ({
  step: 'interrupted',
  endsAt: now + delayOf(known),
})
/** Then the app polls as if there were no stream. */
const waits = (known: Known, now: number): Partial<Known> => ({
  step: 'waiting',
  relies: false,
  endsAt: now + delayOf(known),
  attempts: known.attempts,
  refusal: known.refusal,
})
const silent = { step: 'silent', relies: false, endsAt: null } as const

export const liveBehaviour = behaviourOf<typeof liveMachine, Known>({
  begins,
  sentences: {
    'Without a network it does not open a stream again.': {
      on: 'it begins',
      learn: (_, input) => ({ isOnline: input === 0 }),
    },
    'The tabs of this user agree who has the stream.': {
      on: 'live.enable',
      if: ({ isOn }) => !isOn,
      see: (_, { userId }) => [starts('tabs', { userId })],
      learn: () => ({ isOn: true }),
    },
    'Who hears from a tab with the stream relies on it.': {
      on: 'tab.received',
      if: is('silent', 'informed'),
      learn: (_, { lastId }, now) => ({
        step: 'informed',
        relies: true,
        lastId,
        endsAt: now + SILENCE,
      }),
    },
    'News of that tab reach the app.': {
      on: 'tab.news',
      if: is('informed'),
      see: (_, event) => [tells('parent', { type: 'news.came', ...news(event) })],
    },
    'A stream that is lost there is lost for all: everything is read again.': {
      on: 'tab.lost',
      if: is('informed'),
      see: () => [everything],
      learn: () => silent,
    },
    'So is one of a tab that says nothing for 50 s.': {
      on: 'time',
      due: known => (is('informed')(known) ? known.endsAt : null),
      see: () => [everything],
      learn: () => silent,
    },
    'Whose turn it is opens the stream after the last news that was heard.': {
      on: 'turn.begun',
      if: is('silent', 'informed'),
      see: opens,
      learn: (_known, _event, now) => ({ step: 'opening', endsAt: now + SILENCE }),
    },
    'Whose turn is over does not rely on it.': {
      on: 'turn.ended',
      see: known => (is('opening', 'open')(known) ? [ends('stream')] : []),
      learn: () => silent,
    },
    'All tabs learn that a stream is open.': {
      on: 'stream.opened',
      if: is('opening'),
      see: ({ lastId }) => [heard(lastId)],
      learn: (_known, _event, now) => ({
        step: 'open',
        relies: true,
        attempts: 0,
        refusal: 0,
        endsAt: now + SILENCE,
      }),
    },
    'Each word of the server, too, and how long it wants to be left alone.': {
      on: 'stream.received',
      if: is('open'),
      see: (_, { lastId }) => [heard(lastId)],
      learn: ({ retry }, event, now) => ({
        lastId: event.lastId,
        retry: event.retry ?? retry,
        endsAt: now + SILENCE,
      }),
    },
    'News reach the app and the other tabs.': {
      on: 'stream.news',
      if: is('open'),
      see: (_, event) => [
        tells('parent', { type: 'news.came', ...news(event) }),
        passesOn({ type: 'tab.news', ...news(event) }),
      ],
    },
    'A tab that asks hears at once that there is a stream.': {
      on: 'tab.asked',
      if: is('open'),
      see: ({ lastId }) => [heard(lastId)],
      learn: (_known, _event, now) => ({ endsAt: now + SILENCE }),
    },
    'An open stream that ends is resumed after a delay, and nobody polls meanwhile.': {
      on: 'stream.ended',
      if: is('open'),
      see: () => [ends('stream')],
      learn: (known, _, now) => interrupts(known, now),
    },
    'So is one that says nothing for 50 s.': {
      on: 'time',
      due: known => (is('open')(known) ? known.endsAt : null),
      see: () => [ends('stream')],
      learn: (known, _, now) => interrupts(known, now),
    },
    'One that cannot be opened is lost for all tabs. It is tried after a delay, each twice as long.':
      {
        on: 'stream.ended',
        if: is('opening'),
        see: ({ relies }) => [ends('stream'), ...(relies ? [everything] : []), lost],
        learn: (known, { retryAfter }, now) =>
          waits({ ...known, refusal: retryAfter, attempts: known.attempts + 1 }, now),
      },
    'So is one of which nothing comes for 50 s. A proxy may keep it back.': {
      on: 'time',
      due: known => (is('opening')(known) ? known.endsAt : null),
      see: ({ relies }) => [ends('stream'), ...(relies ? [everything] : []), lost],
      learn: (known, _, now) => waits({ ...known, attempts: known.attempts + 1 }, now),
    },
    'After the delay it is opened.': {
      on: 'time',
      due: known => (is('interrupted', 'waiting')(known) && known.isOnline ? known.endsAt : null),
      see: opens,
      learn: (_known, _event, now) => ({ step: 'opening', endsAt: now + SILENCE }),
    },
    'Without a network it is lost then, and each delay is followed by the next.': {
      on: 'time',
      due: known => (is('interrupted', 'waiting')(known) && !known.isOnline ? known.endsAt : null),
      see: ({ relies }) => [...(relies ? [everything] : []), lost],
      learn: (known, _, now) => waits(known, now),
    },
  },
  shows: { 'that the app may rely on it': [isConnected, ({ relies }) => relies] },
})
