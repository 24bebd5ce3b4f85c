import { extensions } from '../../../../src/api/contract/extension.ts'
import type { appMachine } from '../../../../src/machines/app/machine.ts'
import { isFirstLoad, isReady as isReadyIn } from '../../../../src/machines/app/selectors.ts'
import { metadata, stats } from '../../data.ts'
import { behaviourOf } from '../../harness/behaviour.ts'
import { emits, ends, type Sight, starts, tells } from '../../harness/sights.ts'
import {
  type AppKnown,
  factsIn,
  has,
  isReady,
  isSignedIn,
  leadOf,
  nothing,
  plays,
  wantsTeam,
} from './known.ts'
import { leaves, opens } from './opens.ts'

export { paths } from './known.ts'

export const plainEvent = metadata(-1, 2, 3)
export const pausedEvent = { ...plainEvent, isPaused: true }
/** An event with all that a backend may have beyond the specification. */
export const richEvent = { ...plainEvent, extensions: [...extensions] }
export const withoutGroup = { ...stats(), accountHasScoreGroup: false, scoreGroup: null }
export const withGroup = stats()
export const afterSolve = stats([], 1)

const begins: AppKnown = { ...nothing, access: 'not configured', path: '/', token: undefined }

const LOAD = 'machine.load'
const MINUTE = 60_000
const NEVER = Number.POSITIVE_INFINITY

/** The actors of a signed-in user, with how often each reads. */
const signedInActors: readonly Sight[] = [
  starts('event'),
  starts('user', { interval: 10_000, startsActive: true }),
  starts('stats', { interval: 10_000, startsActive: true }),
  starts('team', { interval: MINUTE, startsActive: false }),
  starts('flugzeugEnabled', { interval: NEVER, startsActive: false }),
  starts('eventDetails', { interval: NEVER, startsActive: false }),
  starts('catalogue', { interval: NEVER, startsActive: false }),
  starts('scoreboard', { interval: 50_000, startsActive: false }),
  starts('history', { interval: 50_000, startsActive: false }),
  starts('submissions', { interval: 50_000, startsActive: false }),
  starts('solveTimes', { interval: 50_000, startsActive: false }),
  ...['home', 'membership', 'invitation', 'flugzeug', 'copy', 'dialogs', 'sidebar'].map(name =>
    starts(name),
  ),
  ...['reminder', 'announcements', 'live', 'palette'].map(name => starts(name)),
]
const visitorActors: readonly Sight[] = [
  starts('event'),
  starts('eventDetails', { interval: NEVER, startsActive: false }),
  starts('publicScoreboard', { interval: 50_000, startsActive: false }),
]
const endOf = (actors: readonly Sight[]) =>
  actors.map(sight => ends('what' in sight ? sight.what : ''))

const refreshes = (...names: readonly string[]) =>
  names.map(name => tells(name, 'resource.refresh'))
const reread = [...refreshes('user', 'stats', 'team'), tells('reminder', 'account.changed')]

/** A resource that is read while somebody needs it. */
const readWhile = (name: string, isNeeded: (known: AppKnown) => boolean) => ({
  while: (known: AppKnown) => isSignedIn(known) && isNeeded(known),
  begin: () => [tells(name, 'resource.activate')],
  end: (known: AppKnown) => (isSignedIn(known) ? [tells(name, 'resource.deactivate')] : []),
})
const isOn =
  (...names: readonly string[]) =>
  ({ page }: AppKnown) =>
    page !== null && names.includes(page.name)

const results = ['stats', 'scoreboard', 'history', 'solveTimes', 'account']
/** The resources that may have changed, by the topic of the news. */
const staleBy: Readonly<Record<string, readonly string[]>> = {
  everything: [
    ...[...results, 'user', 'team', 'submissions', 'catalogue', 'flugzeugEnabled'],
    'eventDetails',
  ],
  solve: [...results, 'catalogue', 'team', 'submissions'],
  environment: ['stats'],
  event: ['user', 'flugzeugEnabled', 'eventDetails'],
  announcements: [],
}

export const appBehaviour = behaviourOf<typeof appMachine, AppKnown>({
  begins,
  sentences: {
    'Also a site that is not configured has a clock, a language and a colour scheme.': {
      on: 'it begins',
      see: () => ['clock', 'locale', 'scheme', 'build'].map(name => starts(name)),
    },
    'One that is configured asks for the session, and hears where the browser is.': {
      on: 'it begins',
      if: (_, input) => input === 0,
      see: () => [
        starts('network'),
        starts('navigation'),
        starts('session', { path: '/', redirectPath: '/auth/redirect', failures: 0 }),
      ],
      learn: () => ({ access: 'signedOut' }),
    },
    'The session hears of each path, to come back to it after a sign-in.': {
      on: 'location.changed',
      see: (_, event) => [tells('session', event)],
      learn: (_, { path }) => ({ path }),
    },
    'Anyone who is signed in has all of the app. Most of it sleeps until it is needed.': {
      on: 'session shows',
      if: ({ access }, snapshot) => access === 'signedOut' && snapshot.hasTag('authenticated'),
      see: () => signedInActors,
      learn: (_, { context }) => ({ access: 'signedIn', token: context.session?.accessToken }),
    },
    'Who is signed out has nothing any more, and nothing is known of them.': {
      on: 'session shows',
      if: (known, snapshot) => isSignedIn(known) && !snapshot.hasTag('authenticated'),
      see: ({ page, isChallengeAlive }) => [
        ...(page?.name === 'account' ? [ends('account')] : []),
        ...(isChallengeAlive ? [ends('challenge')] : []),
        ...endOf(signedInActors),
      ],
      learn: () => ({ ...nothing, access: 'signedOut' }),
    },
    'A new token may be of another user: they are read at once.': {
      on: 'session shows',
      if: (known, snapshot) =>
        isSignedIn(known) &&
        snapshot.hasTag('authenticated') &&
        snapshot.context.session?.accessToken !== known.token,
      see: () => refreshes('user'),
      learn: (_, { context }) => ({ token: context.session?.accessToken }),
    },
    'A visitor sees the event and the scoreboard.': {
      on: 'session shows',
      if: ({ access }, { value }) => access === 'signedOut' && value === 'visiting',
      see: () => visitorActors,
      learn: () => ({ access: 'visiting' }),
    },
    'A visitor who leaves, or signs in, has nothing of that any more.': {
      on: 'session shows',
      if: ({ access }, { value }) => access === 'visiting' && value !== 'visiting',
      see: () => endOf(visitorActors),
      learn: () => ({ ...nothing, access: 'signedOut' }),
    },
    'The event says what there is to read for a visitor.': {
      on: 'event shows',
      if: ({ access }) => access === 'visiting',
      see: (_, { context }) => [
        ...(context.metadata?.extensions?.includes('event')
          ? [tells('eventDetails', 'resource.activate')]
          : []),
        tells('publicScoreboard', 'resource.activate'),
      ],
    },
    'The event is known.': {
      on: 'event shows',
      if: isSignedIn,
      learn: (_, { context }) => ({ metadata: context.metadata }),
    },
    'The user is known.': {
      on: 'user shows',
      learn: (_, { context }) => ({ hasUser: context.data !== undefined }),
    },
    'The account is known.': {
      on: 'stats shows',
      learn: (_, { context }) => ({ stats: context.data }),
    },
    'The team is known.': { on: 'team shows', learn: (_, { context }) => ({ team: context.data }) },
    'The details of the event are known.': {
      on: 'eventDetails shows',
      learn: (_, { context }) => ({ hasDetails: context.data !== undefined }),
    },
    'Whether there are desktops is known.': {
      on: 'flugzeugEnabled shows',
      learn: (_, { context }) => ({ mayUseDesktop: context.data ?? null }),
    },
    'A stream that works tells of changes.': {
      on: 'live shows',
      learn: (_, snapshot) => ({ hasStream: 'hasTag' in snapshot && snapshot.hasTag('connected') }),
    },
    'Who depends on the facts hears each change of them.': {
      follows: factsIn,
      see(known: AppKnown) {
        if (!isSignedIn(known)) return []
        const changed = { type: 'facts.changed', facts: factsIn(known) }
        const pages = known.isChallengeAlive ? ['challenge'] : []
        return [
          ...['home', 'invitation', 'flugzeug', 'announcements', ...pages].map(name =>
            tells(name, changed),
          ),
          ...(has(known, 'announcements') ? [tells('announcements', LOAD)] : []),
        ]
      },
    },
    'New points may mean new challenges, and reminder and open challenges hear of them.': {
      follows: ({ stats }) => stats,
      see: ({ stats, hasStream, isChallengeAlive }) =>
        stats === undefined
          ? []
          : [
              ...(hasStream ? [] : refreshes('catalogue')),
              tells('reminder', { type: 'stats.changed', stats }),
              tells('reminder', LOAD),
              ...(isChallengeAlive ? [tells('challenge', { type: 'stats.changed', stats })] : []),
            ],
    },
    'When all for a page is there, the app is ready.': {
      follows: known => isSignedIn(known) && isReady(known),
      learn: (known: AppKnown) => ({
        wasReady: known.wasReady || (isSignedIn(known) && isReady(known)),
      }),
    },
    'A page that is left hears of it, and what is open over it closes.': {
      follows: leadOf,
      see(known: AppKnown) {
        const lead = leadOf(known)
        return lead && 'page' in lead ? leaves(known, lead.page) : []
      },
    },
    'A path leads to its page, or to the home page if the user may not open it.': {
      follows: leadOf,
      see(known: AppKnown) {
        const lead = leadOf(known)
        if (lead === null) return []
        if ('page' in lead) return opens(known, lead.page)
        return [tells('navigation', { type: 'navigate', path: lead.to, replace: true })]
      },
      learn(known: AppKnown) {
        const lead = leadOf(known)
        if (lead === null || 'to' in lead) return {}
        const isChallenge = lead.page.name === 'challenge'
        return { page: lead.page, isChallengeAlive: known.isChallengeAlive || isChallenge }
      },
    },
    'The team is read in team mode.': readWhile('team', wantsTeam),
    'The challenges are read while they can be played.': readWhile('catalogue', plays),
    'Whether there are desktops is asked then, too.': {
      ...readWhile('flugzeugEnabled', plays),
      learn: (_, isRead) => (isRead ? {} : { mayUseDesktop: null }),
    },
    'The details are read where the backend has some.': readWhile('eventDetails', known =>
      has(known, 'event'),
    ),
    'The scoreboard is read on its page.': readWhile('scoreboard', isOn('scoreboard')),
    'The calendar is read on its page.': readWhile('solveTimes', isOn('solvesCalendar')),
    'The history of points is read there, and on the page of the team.': readWhile(
      'history',
      known => isOn('scoreboard', 'ownTeam')(known) && plays(known) && has(known, 'scoreboard'),
    ),
    'The submissions are read on the page of the team.': readWhile(
      'submissions',
      known => isOn('ownTeam')(known) && has(known, 'account'),
    ),
    'The live stream is opened where the backend has one, once it is known for whom.': {
      while: known => isSignedIn(known) && known.hasUser && has(known, 'live'),
      begin: () => [tells('live', { type: 'live.enable', userId: 'user' }), tells('live', LOAD)],
      end: () => [],
    },
    'Who waits for the first page may ask again for all of it.': {
      on: 'app.retry',
      if: known => isSignedIn(known) && !known.wasReady,
      see: () => [tells('event', 'event.retry'), ...reread],
    },
    'After a change of the account it is read again.': {
      on: 'account.changed',
      if: isSignedIn,
      see: () => reread,
    },
    'Who hears of the app hears of a completed challenge.': {
      on: 'challenge.completed',
      if: isSignedIn,
      see: (_, event) => [emits(event)],
    },
    'A challenge that was left ends when nothing of it is under way.': {
      on: 'challenge.closed',
      if: known => known.isChallengeAlive && known.page?.name !== 'challenge',
      see: () => [ends('challenge')],
      learn: () => ({ isChallengeAlive: false }),
    },
    'A page that the user chooses opens, and the dialog over the old one closes.': {
      on: 'page.chosen',
      if: isSignedIn,
      see: (_, { path }) => [
        tells('navigation', { type: 'navigate', path, replace: false }),
        tells('dialogs', 'dialog.close'),
      ],
    },
    'New announcements are for the reminder, which may notify.': {
      on: 'announcements.missed',
      if: isSignedIn,
      see: (_, event) => [tells('reminder', event)],
    },
    'What the stream tells of may have changed, and nothing else.': {
      on: 'news.came',
      if: isSignedIn,
      see: ({ page, isChallengeAlive }, event) => {
        const { topic } = event
        const isAll = topic === 'everything'
        const stale = (staleBy[topic] ?? []).filter(
          name => name !== 'account' || page?.name === 'account',
        )
        return [
          ...stale.map(name => tells(name, 'resource.stale')),
          ...(isAll || topic === 'announcements' ? refreshes('announcements') : []),
          ...(isAll || topic === 'event' ? [tells('event', 'event.stale')] : []),
          ...(isAll || topic === 'environment' ? [tells('reminder', 'account.changed')] : []),
          ...(isChallengeAlive ? [tells('challenge', { ...event })] : []),
        ]
      },
    },
  },
  shows: {
    'which page is open': [({ context }) => context.page, ({ page }) => page],
    'that all for it was there': [isReadyIn, ({ wasReady }) => wasReady],
    'that something for it is awaited': [
      isFirstLoad,
      known => isSignedIn(known) && !known.wasReady,
    ],
  },
  offers: { 'app.retry': known => isSignedIn(known) && !known.wasReady },
})
