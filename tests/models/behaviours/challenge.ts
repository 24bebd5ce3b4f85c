import type { DetailAnswer } from '../../../src/machines/challenge/detail.ts'
import type { challengeMachine } from '../../../src/machines/challenge/machine.ts'
import { isLocked, isMissing } from '../../../src/machines/challenge/selectors.ts'
import type { NewsCame } from '../../../src/machines/live/events.ts'
import { challenge } from '../data.ts'
import { behaviourOf } from '../harness/behaviour.ts'
import { type Sight, starts, tells } from '../harness/sights.ts'

const begins = {
  isOpen: true,
  /** The page has reported to the app that it is no longer needed. */
  isClosed: false,
  /** The last answer; undefined before the first. */
  detail: undefined as DetailAnswer | undefined,
  /** Parts with a change under way. */
  changing: [] as readonly string[],
  /** Whether a flag was accepted whose score is awaited. */
  isChecking: false,
  isScoreRead: true,
  countedFlags: undefined as number | undefined,
  worth: undefined as number | undefined,
}
type Known = typeof begins

const activate = (what: string) => tells(what, 'resource.activate')
const deactivate = (what: string) => tells(what, 'resource.deactivate')
const refresh = (what: string) => tells(what, 'resource.refresh')
const stale = (what: string) => tells(what, 'resource.stale')
const changed = tells('parent', 'account.changed')

const detailOf = ({ detail }: Pick<Known, 'detail'>) =>
  detail === 'locked' || !detail ? undefined : detail

const topics = ['everything', 'challenges', 'scoreboard', 'solve', 'hint', 'firstBlood']
const concernsDetail = ({ topic, challenge: other }: NewsCame) =>
  topics.includes(topic) && (!other || other.challengeSlug === challenge.challengeSlug)
const concernsEnvironment = ({ topic }: NewsCame) =>
  topic === 'everything' || topic === 'environment'

const follows = (part: string) => (known: Known, isChanging: boolean) => ({
  changing: [...known.changing.filter(one => one !== part), ...(isChanging ? [part] : [])],
})
const followsInstance = follows('instance')
const followsSubmission = follows('submission')
const followsHints = follows('hints')

export const challengeBehaviour = behaviourOf<typeof challengeMachine, Known>({
  begins,
  sentences: {
    'The page reads the challenge, and its score where it has one.': {
      on: 'it begins',
      see: () => [
        starts('detail', { interval: 600_000, startsActive: true, subject: challenge }),
        starts('instance', { challenge }),
        starts('submission', { challenge }),
        starts('hints', { challenge }),
        starts('celebration', { stats: undefined }),
        starts('solves', { interval: 50_000, startsActive: false, subject: challenge }),
        starts('score', {
          interval: Number.POSITIVE_INFINITY,
          startsActive: true,
          subject: challenge,
        }),
      ],
    },
    'A challenge that is missing or locked has no environment, and no score.': {
      on: 'detail shows',
      if: (_, { context: { data } }) => data === null || data === 'locked',
      see: () => [tells('instance', { type: 'detail.changed', detail: null }), deactivate('score')],
      learn: (_, { context: { data } }) => ({ detail: data }),
    },
    'One that is found has both.': {
      on: 'detail shows',
      if: (_, { context }) => detailOf({ detail: context.data }) !== undefined,
      see: (_, { context: { data } }) => [
        tells('instance', { type: 'detail.changed', detail: data }),
        activate('score'),
      ],
      learn: (_, { context: { data } }) => ({ detail: data }),
    },
    'What was read, and not while it is read again, reaches hints and celebration.': {
      on: 'detail shows',
      if: (_, snapshot) =>
        detailOf({ detail: snapshot.context.data }) !== undefined &&
        snapshot.matches({ active: 'ready' }),
      see: (_, { context: { data } }) => [
        tells('hints', { type: 'detail.read', detail: data }),
        tells('celebration', { type: 'detail.read', detail: data }),
      ],
    },
    'With another worth of its flags the score is read again.': {
      on: 'detail shows',
      if: ({ worth }, snapshot) =>
        snapshot.matches({ active: 'ready' }) &&
        detailOf({ detail: snapshot.context.data }) !== undefined &&
        detailOf({ detail: snapshot.context.data })?.points !== worth,
      see: ({ worth }) => (worth === undefined ? [] : [refresh('score')]),
      learn: (_, { context }) => ({ worth: detailOf({ detail: context.data })?.points }),
    },
    'It knows whether its environment changes.': {
      on: 'instance shows',
      learn: (known, snapshot) => followsInstance(known, snapshot.hasTag('changing')),
    },
    'It knows whether a flag is under way.': {
      on: 'submission shows',
      learn: (known, snapshot) => followsSubmission(known, snapshot.hasTag('changing')),
    },
    'It knows whether a hint is under way.': {
      on: 'hints shows',
      learn: (known, snapshot) => followsHints(known, snapshot.hasTag('changing')),
    },
    'A score that was read reaches field and celebration.': {
      on: 'score shows',
      if: (_, snapshot) => snapshot.matches({ active: 'ready' }),
      see: (_, { context: { data } }) => [
        tells('submission', { type: 'score.changed', solvedFlags: data?.solvedFlags ?? 0 }),
        tells('celebration', { type: 'score.changed', score: data }),
      ],
    },
    'After an accepted flag it says whether that was the last one.': {
      on: 'score shows',
      if: ({ isChecking }, snapshot) =>
        isChecking &&
        snapshot.matches({ active: 'ready' }) &&
        snapshot.context.data?.isCompleted === true,
      see: () => [tells('parent', { type: 'challenge.completed', challenge })],
    },
    'The score of the flag is known then. Who has left the page reads it no more, even if it failed.':
      {
        on: 'score shows',
        if: ({ isChecking, isOpen }, snapshot) =>
          isChecking &&
          (snapshot.matches({ active: 'ready' }) ||
            (!isOpen && snapshot.matches({ active: 'failed' }))),
        see: ({ isOpen }) => (isOpen ? [] : [deactivate('score')]),
        learn: ({ isOpen }) => ({ isChecking: false, isScoreRead: isOpen }),
      },
    'The celebration hears of each answer.': {
      on: 'flag.answered',
      see: () => [tells('celebration', 'flag.answered')],
    },
    'An accepted flag is celebrated.': {
      on: 'flag.accepted',
      see: () => [tells('celebration', 'flag.accepted')],
    },
    'Where the backend says who solved it, that is read again.': {
      on: 'flag.accepted',
      if: known => detailOf(known)?.solves !== undefined,
      see: () => [refresh('detail')],
    },
    'Its score is read at once, and the account, too.': {
      on: 'flag.accepted',
      if: ({ isChecking }) => !isChecking,
      see: ({ isScoreRead }) => [isScoreRead ? refresh('score') : activate('score'), changed],
      learn: ({ countedFlags }) => ({
        isChecking: true,
        worth: undefined,
        countedFlags: countedFlags === undefined ? undefined : countedFlags + 1,
      }),
    },
    'A flag that was known has the score read again.': {
      on: 'flag.known',
      see: () => [refresh('score')],
    },
    'What is new of the account reaches environment and celebration.': {
      on: 'stats.changed',
      see: (_, event) => [tells('instance', event), tells('celebration', event)],
    },
    'Flags that others of the team solved have the score read again, once.': {
      on: 'stats.changed',
      if: ({ countedFlags }, { stats }) => stats.score.numSolvedFlags !== countedFlags,
      see: () => [refresh('score')],
      learn: (_, { stats }) => ({ countedFlags: stats.score.numSolvedFlags }),
    },
    'They may have unlocked it.': {
      on: 'stats.changed',
      if: ({ detail, countedFlags }, { stats }) =>
        detail === 'locked' && stats.score.numSolvedFlags !== countedFlags,
      see: () => [refresh('detail')],
    },
    'A hint that was taken has challenge and account read again.': {
      on: 'hint.taken',
      see: () => [refresh('detail'), changed],
    },
    'Who asks gets challenge and score again.': {
      on: 'challenge.retry',
      see: () => [refresh('detail'), refresh('score')],
    },
    'News of this challenge, or of all, reach what shows it.': {
      on: 'news.came',
      if: (_, news) => concernsDetail(news),
      see: () => [stale('detail'), stale('solves')],
    },
    'What the app knows reaches environment, flag field and hints.': {
      on: 'facts.changed',
      see: (_, event) => [
        tells('instance', event),
        tells('submission', event),
        tells('hints', event),
      ],
    },
    'News of environments reach its environment.': {
      on: 'news.came',
      if: (_, news) => concernsEnvironment(news),
      see: () => [tells('instance', 'instance.stale')],
    },
    'The list of solves is read while it is open.': {
      on: 'solves.opened',
      see: () => [activate('solves')],
    },
    'And no longer.': { on: 'solves.closed', see: () => [deactivate('solves')] },
    'Nothing is read for who left the page, and every part hears of it.': {
      on: 'page.left',
      see: () => [
        deactivate('detail'),
        ...['instance', 'hints', 'celebration'].map((part): Sight => tells(part, 'page.left')),
        deactivate('solves'),
      ],
      learn: () => ({ isOpen: false }),
    },
    'So is the score, unless a flag waits for it.': {
      on: 'page.left',
      if: ({ isScoreRead, isChecking }) => isScoreRead && !isChecking,
      see: () => [deactivate('score')],
      learn: () => ({ isScoreRead: false }),
    },
    'Who comes back reads it again.': {
      on: 'page.entered',
      see: () => [activate('detail'), tells('instance', 'page.entered')],
      learn: () => ({ isOpen: true, isClosed: false }),
    },
    'And the score.': {
      on: 'page.entered',
      if: ({ isScoreRead, isChecking }) => !isScoreRead && !isChecking,
      see: () => [activate('score')],
      learn: () => ({ isScoreRead: true }),
    },
    'It is closed when it was left, and no change is under way.': {
      while: ({ isOpen, isClosed, changing, isChecking }) =>
        !isOpen && (isClosed || (changing.length === 0 && !isChecking)),
      begin: () => [tells('parent', { type: 'challenge.closed', id: 'challenge:web/cookies' })],
      end: () => [],
      learn: (_, isOn) => ({ isClosed: isOn }),
    },
  },
  shows: {
    'that there is no such challenge': [isMissing, ({ detail }) => detail === null],
    'that it is locked': [isLocked, ({ detail }) => detail === 'locked'],
  },
})
