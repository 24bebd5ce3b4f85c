import type { DesktopView } from '../../../../src/api/contract.ts'
import type { desktopViewMachine } from '../../../../src/machines/desktop-view/machine.ts'
import {
  ownerOf,
  type ShownView,
  shownView,
  viewFailureOf,
  viewUrlOf,
} from '../../../../src/machines/desktop-view/selectors.ts'
import { behaviourOf } from '../../harness/behaviour.ts'
import { ends, starts, tells } from '../../harness/sights.ts'

export const view = (url: string): DesktopView => ({ username: 'alice', url })

const begins = {
  shown: 'none' as ShownView,
  isFetching: false,
  /** The last good answer; null: the link shows nothing. */
  answer: undefined as DesktopView | null | undefined,
  failure: null as unknown,
  frameUrl: null as string | null,
  isTicketAwaited: false,
}
type Known = typeof begins

const isWatching = ({ shown }: Known) =>
  shown === 'loading' || shown === 'failed' || shown === 'shown'
const isShown = ({ shown }: Known) => shown === 'shown'

/** The address, if it is one of a page. An address with another scheme is never shown. */
const pageIn = (answer: DesktopView | null | undefined) =>
  answer?.url.startsWith('https://') ? answer.url : null
const read = {
  see: () => [tells('sharedDesktop', 'resource.refresh')],
  learn: () => ({ isFetching: true }),
}
const used = tells('viewStore', 'view.used')

export const desktopViewBehaviour = behaviourOf<typeof desktopViewMachine, Known>({
  begins,
  sentences: {
    'The tab keeps the link.': { on: 'it begins', see: () => [starts('viewStore')] },
    'A link is read at once, and every 10 s. The last one counts.': {
      on: 'view.opened',
      see: (known, { token }) => [
        ...(isWatching(known) ? [ends('sharedDesktop')] : []),
        starts('sharedDesktop', { interval: 10_000, startsActive: true, subject: { token } }),
      ],
      learn: () => ({ ...begins, shown: 'loading' }),
    },
    'Who does not want to watch any longer reads nothing, and the tab forgets the link.': {
      on: 'view.leave',
      see: known => [...(isWatching(known) ? [ends('sharedDesktop')] : []), used],
      learn: () => begins,
    },
    'The desktop has a frame while it is shown.': {
      while: isShown,
      begin: () => [starts('viewFrame')],
      end: () => [ends('viewFrame')],
    },
    'A read begins.': {
      on: 'sharedDesktop shows',
      if: (_, snapshot) => snapshot.hasTag('fetching'),
      learn: () => ({ isFetching: true }),
    },
    'An answer shows the desktop. A new ticket for the same one does not load it again.': {
      on: 'sharedDesktop shows',
      if: (known, { context: { data, failure } }) =>
        known.isFetching && failure === null && pageIn(data) !== null,
      see: ({ isTicketAwaited }, { context: { data } }) =>
        isTicketAwaited ? [tells('viewFrame', { type: 'ticket.give', url: data?.url })] : [],
      learn: ({ frameUrl }, { context: { data } }) => ({
        shown: 'shown',
        isFetching: false,
        failure: null,
        isTicketAwaited: false,
        answer: data,
        frameUrl: frameUrl ?? pageIn(data),
      }),
    },
    'A link that shows nothing is gone, and the tab forgets it.': {
      on: 'sharedDesktop shows',
      if: (known, { context: { data, failure } }) =>
        known.isFetching && failure === null && data !== undefined && pageIn(data) === null,
      see: () => [used, ends('sharedDesktop')],
      learn: (_, { context: { data } }) => ({ ...begins, shown: 'gone', answer: data }),
    },
    'A read that fails says why. What is shown stays.': {
      on: 'sharedDesktop shows',
      if: (known, { context: { failure } }) => known.isFetching && failure !== null,
      learn: ({ shown }, { context: { failure } }) => ({
        isFetching: false,
        failure,
        shown: shown === 'loading' ? 'failed' : shown,
      }),
    },
    'Who has nothing yet may ask at once.': {
      on: 'view.retry',
      if: ({ shown }) => shown === 'failed',
      ...read,
    },
    'A desktop that asks for a ticket gets that of the next answer.': {
      on: 'desktop.ticketRequested',
      if: known => isShown(known) && !known.isTicketAwaited,
      see: read.see,
      learn: () => ({ isFetching: true, isTicketAwaited: true }),
    },
    'A desktop that ended is read again.': { on: 'desktop.ended', if: isShown, ...read },
    'Who leaves it gets the page again.': {
      on: 'focus.left',
      if: isShown,
      see: () => [tells('viewFrame', 'focus.take')],
    },
    'The screen is filled, or no longer is.': {
      on: 'fullscreen.toggle',
      if: isShown,
      see: () => [tells('viewFrame', 'fullscreen.toggle')],
    },
  },
  shows: {
    'what there is to see': [shownView, ({ shown }) => shown],
    'the desktop': [viewUrlOf, ({ frameUrl }) => frameUrl],
    'whose it is': [ownerOf, ({ answer }) => answer?.username ?? ''],
    'why the last read failed': [viewFailureOf, ({ failure }) => failure],
  },
  offers: { 'view.retry': ({ shown }) => shown === 'failed' },
})
