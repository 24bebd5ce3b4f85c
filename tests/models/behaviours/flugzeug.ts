import type { Flugzeug } from '../../../src/api/contract.ts'
import type { flugzeugMachine } from '../../../src/machines/flugzeug/machine.ts'
import {
  type Change,
  causeOf,
  changeFailureOf,
  changeOf,
  extendableFromOf,
  frameUrlOf,
  hasDesktop,
  isRefusalNew,
  isResetAsked,
  readAtOf,
  readFailureOf,
  stopTimeOf,
  tabUrlOf,
  viewIn,
  waitingPhrase,
  wasExtensionRefused,
} from '../../../src/machines/flugzeug/selectors.ts'
import { statusOf } from '../../../src/machines/flugzeug/status.ts'
import { START } from '../../support/time.ts'
import { behaviourOf, each, noReadDuring, oneAtATime } from '../harness/behaviour.ts'
import { asks, drops, ends, type Sight, starts, tells } from '../harness/sights.ts'

const begins = {
  isEnabled: false,
  isPageOpen: false,
  /** The last answer; null: there is no desktop. Undefined before the first. */
  known: undefined as Flugzeug | null | undefined,
  /** Whether the last answer came after the page was entered. */
  isCurrent: false,
  /** What the page shows apart from a change: nothing yet, a failed read, or the desktop. */
  page: 'loading' as 'loading' | 'failed' | 'desktop',
  readFailure: null as unknown,
  changeFailure: null as unknown,
  /** A change from the wish until its result was read. */
  change: null as Change | null,
  isSent: false,
  isReading: false,
  /** How many equal answers came in a row. */
  polls: 0,
  frameUrl: null as string | null,
  isTicketAwaited: false,
  /** Whether the user has started the desktop, and wants to use it. */
  isFocusAwaited: false,
  isResetAsked: false,
  isRefused: false,
  refusedUntil: null as number | null,
}
type Known = typeof begins

const CALLS = {
  creating: 'createFlugzeug',
  starting: 'startFlugzeug',
  stopping: 'stopFlugzeug',
  resetting: 'resetFlugzeug',
  extending: 'extendFlugzeug',
} as const satisfies Record<Change, string>
const everyCall = Object.values(CALLS)

const isStart = (change: Change | null) => change === 'creating' || change === 'starting'
const isNeeded = (known: Known) =>
  known.isEnabled && !known.isSent && (known.isPageOpen || known.change !== null)
/** Whether the page shows the last answer, and no change is under way. */
const isFree = (known: Known) =>
  known.isEnabled && known.isPageOpen && known.change === null && known.page === 'desktop'
const runs = (known: Known) => isFree(known) && known.known?.status === 'running'
const canStart = (known: Known) =>
  isFree(known) && (known.known === null || known.known?.status === 'stopped')
const hasFrame = ({ frameUrl }: Known) => frameUrl !== null

const sends = (change: (known: Known) => Change) => ({
  see: (known: Known): Sight[] => [asks(CALLS[change(known)], { before: known.known ?? null })],
  learn: (known: Known): Partial<Known> => ({
    change: change(known),
    isSent: true,
    changeFailure: null,
    isRefused: false,
    refusedUntil: null,
    isResetAsked: known.isResetAsked,
    isFocusAwaited: known.isFocusAwaited || isStart(change(known)),
  }),
})

const refresh = {
  see: (): Sight[] => [tells('remoteDesktop', 'resource.refresh')],
  learn: (known: Known): Partial<Known> => ({
    isReading: true,
    page: known.page === 'failed' ? 'loading' : known.page,
  }),
}

const noFrame = { frameUrl: null, isTicketAwaited: false }

/** The address of the desktop. A new ticket alone does not load it again. */
function frameOf({ frameUrl }: Known, answer: Flugzeug | null): string | null {
  const url = answer?.status === 'running' ? answer.url : null
  return url && frameUrl?.split('#')[0] === url.split('#')[0] ? frameUrl : url
}

function answered(before: Known, answer: Flugzeug | null): Partial<Known> {
  const isOpen = before.isPageOpen
  const frameUrl = isOpen ? frameOf(before, answer) : null
  const stillRuns = before.page === 'desktop' && answer?.status === 'running'
  return {
    known: answer,
    isCurrent: true,
    readFailure: null,
    isReading: false,
    frameUrl,
    change: null,
    page: 'desktop',
    isTicketAwaited: false,
    polls: answer?.status === before.known?.status ? before.polls + 1 : 0,
    isResetAsked: before.isResetAsked && answer !== null,
    ...((!stillRuns || before.change !== null) && { isRefused: false, refusedUntil: null }),
  }
}

export const flugzeugBehaviour = behaviourOf<typeof flugzeugMachine, Known>({
  begins,
  sentences: {
    'The desktop is read every 10 s.': {
      on: 'it begins',
      see: () => [starts('remoteDesktop', { interval: 10_000, startsActive: false })],
    },
    'It is read while its page is open, or the result of a change is not known; not while one is sent.':
      {
        while: isNeeded,
        begin: () => [tells('remoteDesktop', 'resource.activate')],
        end: () => [tells('remoteDesktop', 'resource.deactivate')],
        learn: (_, isOn) => ({ isReading: isOn }),
      },
    'It is shown in a frame.': {
      while: hasFrame,
      begin: () => [starts('desktopFrame')],
      end: () => [ends('desktopFrame')],
    },
    'A link to the desktop of a team mate is heard while the page is open.': {
      while: ({ isPageOpen }) => isPageOpen,
      begin: () => [starts('desktopView')],
      end: () => [ends('desktopView')],
    },
    'Who may use a desktop can open its page.': {
      on: 'facts.changed',
      if: ({ isEnabled }, { facts }) => !isEnabled && facts.flugzeugEnabled === true,
      learn: () => ({ isEnabled: true, page: 'loading' }),
    },
    'Who may not has no desktop any more, whatever was asked for.': {
      on: 'facts.changed',
      if: ({ isEnabled }, { facts }) => isEnabled && facts.flugzeugEnabled === false,
      see: ({ change, isSent }) => (change && isSent ? [drops(CALLS[change])] : []),
      learn: () => ({
        isEnabled: false,
        change: null,
        isSent: false,
        page: 'loading',
        ...noFrame,
        isRefused: false,
        refusedUntil: null,
      }),
    },
    'A page that is entered begins again.': {
      on: 'page.entered',
      if: ({ isPageOpen }) => !isPageOpen,
      learn: () => ({
        isPageOpen: true,
        isCurrent: false,
        page: 'loading',
        readFailure: null,
        changeFailure: null,
        ...noFrame,
      }),
    },
    'A page that is left has no frame and no question. A change goes on.': {
      on: 'page.left',
      if: ({ isPageOpen }) => isPageOpen,
      learn: () => ({
        isPageOpen: false,
        isResetAsked: false,
        page: 'loading',
        ...noFrame,
        isRefused: false,
        refusedUntil: null,
      }),
    },
    'Who left it wants no keyboard, unless the start is still under way.': {
      on: 'page.left',
      learn: ({ change, isFocusAwaited }) => ({
        isFocusAwaited: isFocusAwaited && isStart(change),
      }),
    },
    'Start creates the desktop, or starts the one that there is.': {
      on: 'flugzeug.start',
      if: canStart,
      ...sends(({ known }) => (known ? 'starting' : 'creating')),
    },
    'Stop stops what runs.': { on: 'flugzeug.stop', if: runs, ...sends(() => 'stopping') },
    'Extend asks for more time.': { on: 'flugzeug.extend', if: runs, ...sends(() => 'extending') },
    'Reset is a question first.': {
      on: 'reset.requested',
      if: known => isFree(known) && known.known !== null,
      learn: () => ({ isResetAsked: true }),
    },
    'Whose answer may be no.': {
      on: 'reset.cancelled',
      learn: () => ({ isResetAsked: false }),
    },
    'Yes deletes the desktop.': {
      on: 'flugzeug.reset',
      if: known => known.isResetAsked && isFree(known) && known.known !== null,
      see: ({ known }) => [asks('resetFlugzeug', { before: known ?? null })],
      learn: known => ({ ...sends(() => 'resetting').learn(known), isResetAsked: false }),
    },
    'Yes during a change closes the question only.': {
      on: 'flugzeug.reset',
      if: known => known.isResetAsked && !isFree(known),
      learn: () => ({ isResetAsked: false }),
    },
    ...each(
      everyCall.map(call => `${call} answers` as const),
      on => `Its result is read next: ${on}.`,
      () => ({
        learn: (known: Known, answer: { is: string; failure?: unknown }, now: number) => {
          const isSeen = answer.is === 'refused' && known.isPageOpen && known.isCurrent
          return {
            isSent: false,
            ...(answer.is === 'failed' && { changeFailure: answer.failure }),
            // A refused extension leaves all as it was.
            ...(isSeen && { change: null, isRefused: true, refusedUntil: now + 600 }),
          }
        },
      }),
    ),
    'A refusal shakes for 0.6 s.': {
      on: 'time',
      due: ({ refusedUntil }) => refusedUntil,
      learn: () => ({ refusedUntil: null }),
    },
    'An answer shows what there is, and ends a change.': {
      on: 'remoteDesktop shows',
      if: ({ isReading }, { context }) => isReading && context.data !== undefined,
      see: (known, { context }) =>
        known.isTicketAwaited && context.data?.url
          ? [tells('desktopFrame', { type: 'ticket.give', url: context.data.url })]
          : [],
      learn: (known, { context }) => answered(known, context.data ?? null),
    },
    'A read that fails says why. What is shown stays.': {
      on: 'remoteDesktop shows',
      if: ({ isReading, change }, { context }) =>
        isReading && change === null && context.failure !== null,
      learn: ({ page }, { context }) => ({
        isReading: false,
        readFailure: context.failure,
        page: page === 'loading' ? 'failed' : page,
      }),
    },
    'After a change it is read again at once, if the page is still open.': {
      on: 'remoteDesktop shows',
      if: ({ isReading, change }, { context }) =>
        isReading && change !== null && context.failure !== null,
      see: ({ isPageOpen }) =>
        isPageOpen
          ? [
              tells('remoteDesktop', 'resource.deactivate'),
              tells('remoteDesktop', 'resource.activate'),
            ]
          : [],
      learn: ({ isPageOpen }, { context }) => ({
        isReading: isPageOpen,
        change: null,
        page: 'loading',
        readFailure: context.failure,
      }),
    },
    'A poll reads it again.': {
      on: 'remoteDesktop shows',
      if: (_, snapshot) => snapshot.hasTag('fetching'),
      learn: refresh.learn,
    },
    'Retry reads it at once.': {
      on: 'flugzeug.retry',
      if: known => known.isEnabled && known.isPageOpen && known.page === 'failed',
      ...refresh,
    },
    'A desktop that asks for a ticket gets that of the next answer.': {
      on: 'desktop.ticketRequested',
      if: hasFrame,
      see: known => (runs(known) ? refresh.see() : []),
      learn: known => ({
        isTicketAwaited: true,
        ...(runs(known) && { isReading: true }),
      }),
    },
    'A desktop that ended is read again.': { on: 'desktop.ended', if: runs, ...refresh },
    'Who started the desktop gets its keyboard once it is connected.': {
      on: 'desktop.connected',
      if: ({ isFocusAwaited }) => isFocusAwaited,
      see: () => [tells('desktopFrame', 'focus.offer')],
      learn: ({ change }) => ({ isFocusAwaited: isStart(change) }),
    },
    'Who enters it gets the keyboard at once.': {
      on: 'desktop.enter',
      if: hasFrame,
      see: () => [tells('desktopFrame', 'focus.give')],
    },
    'Who leaves it gets the page again.': {
      on: 'focus.left',
      if: hasFrame,
      see: () => [tells('desktopFrame', 'focus.take')],
    },
    'The screen is filled, or no longer is.': {
      on: 'fullscreen.toggle',
      if: hasFrame,
      see: () => [tells('desktopFrame', 'fullscreen.toggle')],
    },
  },
  shows: {
    'the status of the last answer': [
      statusOf,
      ({ isCurrent, known, page, change, isPageOpen }) => {
        if (isCurrent) return known?.status ?? 'noDesktop'
        return isPageOpen && change === null && page === 'failed' ? 'failed' : 'loading'
      },
    ],
    'whether there is a desktop': [hasDesktop, known => known.isCurrent && known.known !== null],
    'which change is under way': [changeOf, ({ change }) => change],
    'the question': [isResetAsked, known => known.isResetAsked],
    'that an extension was refused': [wasExtensionRefused, ({ isRefused }) => isRefused],
    'that it was refused just now': [isRefusalNew, ({ refusedUntil }) => refusedUntil !== null],
    'the desktop': [frameUrlOf, ({ frameUrl }) => frameUrl],
    'why the last change failed': [changeFailureOf, ({ changeFailure }) => changeFailure],
    'how long it takes': [waitingPhrase, ({ polls }) => Math.floor(polls / 3)],
    'why the last read failed': [readFailureOf, ({ readFailure }) => readFailure],
    'when it was read': [readAtOf, ({ isCurrent }) => (isCurrent ? START : null)],
    'when it stops': [stopTimeOf, ({ known }) => known?.stopTimestamp ?? null],
    'from when on it can be extended': [extendableFromOf, ({ known }) => known?.extendableFrom],
    'why it is in error': [causeOf, ({ known }) => known?.failure ?? null],
    'its address for a tab of its own, with the newest ticket': [
      tabUrlOf,
      ({ frameUrl, known }) => frameUrl && (known?.url ?? frameUrl),
    ],
    "a team mate's desktop, if there is a link to one": [
      snapshot => viewIn(snapshot) !== undefined,
      ({ isPageOpen }) => isPageOpen,
    ],
  },
  offers: {
    'flugzeug.start': canStart,
    'flugzeug.stop': runs,
    'flugzeug.extend': runs,
    'flugzeug.reset': known => known.isResetAsked,
  },
  always: {
    'Nothing is read while a change is sent.': noReadDuring('remoteDesktop', everyCall),
    'One change at a time is under way.': oneAtATime(everyCall),
  },
})
