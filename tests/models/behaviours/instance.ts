import type { Instance } from '../../../src/api/contract.ts'
import type { instanceMachine } from '../../../src/machines/instance/machine.ts'
import {
  changeFailureOf,
  endOf,
  endpointsOf,
  extendableFromOf,
  hasStartFailed,
  hasTooMany,
  isAborting,
  isExtending,
  isPaused,
  isReading,
  isRefusalNew,
  isRequestingStart,
  isRequestingStop,
  isStartForbidden,
  isUnread,
  queuePositionOf,
  readAtOf,
  readFailureOf,
  type ShownState,
  stateOf,
  stopTimeOf,
} from '../../../src/machines/instance/selectors.ts'
import { START } from '../../support/time.ts'
import { challenge } from '../data.ts'
import {
  behaviourOf,
  each,
  neverCancelled,
  noReadDuring,
  oneAtATime,
  tellsParentAfter,
} from '../harness/behaviour.ts'
import { asks, starts, tells } from '../harness/sights.ts'

type Wish = 'start' | 'abort' | 'extend' | 'stop'

const begins = {
  /** The last answer within play time; undefined before the first. */
  known: undefined as Instance | undefined,
  isPageOpen: true,
  isNeedless: false,
  isPaused: false,
  mayStart: false,
  isForbidden: false,
  isLimitReached: false,
  /** The server refused the last start for the limit, and the stats have not changed since. */
  isLimitHeard: false,
  hasStartFailed: false,
  failure: null as unknown,
  readFailure: null as unknown,
  /** A change from the wish to its answer, and on until its result was read. */
  wish: null as Wish | null,
  isSent: false,
  isReading: false,
  refusedUntil: null as number | null,
}
type Known = typeof begins

const WORDS: Record<string, ShownState> = {
  'not-running': 'notRunning',
  starting: 'starting',
  running: 'running',
  stopping: 'stopping',
}
const shown = ({ known }: Known): ShownState => WORDS[known?.state ?? ''] ?? 'unknown'
const CHANGES = ['startInstance', 'extendInstance', 'stopInstance'] as const
const isRead = (known: Known) => known.isPageOpen && !known.isNeedless && !known.isSent

const isFree = (known: Known, state: ShownState) => shown(known) === state && known.wish === null
const canStart = (known: Known) =>
  isFree(known, 'notRunning') && known.mayStart && !known.isPaused && !known.isLimitReached
const canAbort = (known: Known) => isFree(known, 'starting')
const canUse = (known: Known) => isFree(known, 'running')

const sends = (call: (typeof CHANGES)[number], wish: Wish, can: (known: Known) => boolean) => ({
  if: can,
  see: ({ known }: Known) => [asks(call, { challenge, before: known })],
  learn: (): Partial<Known> => ({
    wish,
    isSent: true,
    failure: null,
    hasStartFailed: false,
    isLimitHeard: false,
    refusedUntil: null,
  }),
})

/** What an answer says of the environment. */
function answered(before: Known, answer: Instance): Partial<Known> {
  const isOther = answer.state !== before.known?.state
  const hasEnded = before.wish !== null || isOther
  const isDead = answer.state === 'not-running'
  return {
    known: answer,
    readFailure: null,
    isReading: false,
    ...(hasEnded && { wish: null }),
    ...(isOther && { failure: null, isLimitHeard: false, refusedUntil: null }),
    // If a start was accepted and nothing runs, it has failed.
    hasStartFailed: hasEnded
      ? isDead &&
        before.wish !== 'abort' &&
        (before.wish === 'start' || shown(before) === 'starting')
      : before.hasStartFailed,
  }
}

export const instanceBehaviour = behaviourOf<typeof instanceMachine, Known>({
  begins,
  sentences: {
    'Its own challenge is read every 10 s.': {
      on: 'it begins',
      see: () => [
        starts('instance', { interval: 10_000, startsActive: false, subject: challenge }),
      ],
    },
    'It is read while the page is open, unless a change is sent or there is nothing to start.': {
      while: isRead,
      begin: () => [tells('instance', 'resource.activate')],
      end: () => [tells('instance', 'resource.deactivate')],
      learn: (_, isOn) => ({ isReading: isOn }),
    },
    'Start sends one start of this challenge.': {
      on: 'instance.start',
      ...sends('startInstance', 'start', canStart),
    },
    'Abort stops what starts.': {
      on: 'instance.abort',
      ...sends('stopInstance', 'abort', canAbort),
    },
    'Extend asks for more time once.': {
      on: 'instance.extend',
      ...sends('extendInstance', 'extend', canUse),
    },
    'Stop stops what runs.': { on: 'instance.stop', ...sends('stopInstance', 'stop', canUse) },
    ...each(
      ['startInstance answers', 'extendInstance answers', 'stopInstance answers'] as const,
      on => `When ${on}, the account is read again, and nothing else is lost.`,
      () => ({
        see: () => [tells('parent', 'account.changed')],
        learn: ({ wish }: Known, answer: { is: string; failure?: unknown }, now: number) => ({
          isSent: false,
          // A refusal or a failure ends the wish at once. Otherwise its result is read before the next one.
          ...((answer.is === 'refused' || answer.is === 'failed') && { wish: null }),
          ...(answer.is === 'failed' && { failure: answer.failure }),
          ...(answer.is === 'refused' && wish === 'start' && { isLimitHeard: true }),
          ...(answer.is === 'refused' && wish === 'extend' && { refusedUntil: now + 3_000 }),
        }),
      }),
    ),
    'A refused extension is shown for 3 s.': {
      on: 'time',
      due: ({ refusedUntil }) => refusedUntil,
      learn: () => ({ refusedUntil: null }),
    },
    'An answer shows what there is, and ends a change.': {
      on: 'instance shows',
      if: ({ isReading }, { context }) => isReading && context.data !== undefined,
      learn: (known, { context }) =>
        // Outside of play time the answer is empty. Then the known state stays.
        context.data ? answered(known, context.data) : { isReading: false, wish: null },
    },
    'A read that failed ends a change, too, and nothing that is known is lost.': {
      on: 'instance shows',
      if: ({ isReading }, { context }) => isReading && context.failure !== null,
      learn: (_, { context }) => ({ isReading: false, wish: null, readFailure: context.failure }),
    },
    'A poll reads it again.': {
      on: 'instance shows',
      if: (_, snapshot) => snapshot.hasTag('fetching'),
      learn: () => ({ isReading: true }),
    },
    'Retry reads it at once.': {
      on: 'instance.retry',
      if: isRead,
      see: () => [tells('instance', 'resource.refresh')],
      learn: () => ({ isReading: true }),
    },
    'News of it makes it stale.': {
      on: 'instance.stale',
      see: () => [tells('instance', 'resource.stale')],
    },
    'Who comes back reads it again.': {
      on: 'page.entered',
      see: known =>
        isRead(known)
          ? [tells('instance', 'resource.deactivate'), tells('instance', 'resource.activate')]
          : [],
      learn: known =>
        known.isNeedless
          ? {}
          : { isPageOpen: true, isReading: isRead({ ...known, isPageOpen: true }) },
    },
    'Who leaves the page reads it no more.': {
      on: 'page.left',
      learn: ({ isNeedless }) => (isNeedless ? {} : { isPageOpen: false }),
    },
    'The challenge says whether it has an environment, and whether it may be started.': {
      on: 'detail.changed',
      learn: (known, { detail }) => {
        const isNeedless = detail === null || detail.hasEnvironment === false
        return {
          mayStart: detail !== null && detail.canBeStarted !== false,
          isForbidden: detail?.canBeStarted === false,
          isNeedless,
          ...(known.isNeedless && !isNeedless && { isPageOpen: true }),
        }
      },
    },
    'The app says whether the event is paused.': {
      on: 'facts.changed',
      learn: (_, { facts }) => ({ isPaused: facts.isPaused }),
    },
    'New stats say how many the account runs.': {
      on: 'stats.changed',
      learn: (_, { stats }) => ({
        isLimitHeard: false,
        isLimitReached: stats.runningChallenges.running.some(
          ({ challengeSlug }) => challengeSlug !== challenge.challengeSlug,
        ),
      }),
    },
  },
  shows: {
    'what the last answer said': [stateOf, shown],
    'that a start is under way': [isRequestingStart, ({ wish }) => wish === 'start'],
    'that it is being aborted': [isAborting, ({ wish }) => wish === 'abort'],
    'that an extension is under way': [isExtending, ({ wish }) => wish === 'extend'],
    'that it is being stopped': [isRequestingStop, ({ wish }) => wish === 'stop'],
    'that the limit is reached': [
      hasTooMany,
      ({ isLimitReached, isLimitHeard }) => isLimitReached || isLimitHeard,
    ],
    'that a start failed': [hasStartFailed, known => known.hasStartFailed],
    'a refused extension': [isRefusalNew, ({ refusedUntil }) => refusedUntil !== null],
    'why the last action failed, until the next one': [changeFailureOf, ({ failure }) => failure],
    'when it stops': [stopTimeOf, ({ known }) => known?.scheduledStopTime ?? null],
    'that it is being read': [isReading, known => known.isReading],
    'when it was read': [readAtOf, ({ known }) => (known ? START : null)],
    'why the last read failed': [readFailureOf, known => known.readFailure],
    'that nobody knows yet': [
      isUnread,
      known => shown(known) === 'unknown' && known.readFailure === null,
    ],
    'that the event is paused': [isPaused, known => known.isPaused],
    'that it may not be started': [isStartForbidden, ({ isForbidden }) => isForbidden],
    'how the last one ended': [
      endOf,
      known =>
        shown(known) === 'notRunning' && known.wish !== 'start'
          ? (known.known?.ended ?? null)
          : null,
    ],
    'where it listens': [endpointsOf, ({ known }) => known?.exposedEndpoints ?? []],
    'its position in the queue': [queuePositionOf, ({ known }) => known?.queue?.position ?? null],
    'from when on it can be extended': [extendableFromOf, ({ known }) => known?.extendableFrom],
  },
  offers: {
    'instance.start': canStart,
    'instance.abort': canAbort,
    'instance.extend': canUse,
    'instance.stop': canUse,
  },
  always: {
    'Nothing is read while a change is under way.': noReadDuring('instance', CHANGES),
    'One change at a time is under way.': oneAtATime(CHANGES),
    'A change is never cancelled.': neverCancelled(CHANGES),
    'Each answer of a change tells the parent once.': tellsParentAfter(CHANGES),
  },
})
