import type { AnyActorRef } from 'xstate'
import type { Metadata } from '../../src/api/contract.ts'
import { announcementsMachine } from '../../src/machines/announcements/machine.ts'
import { appMachine } from '../../src/machines/app/machine.ts'
import {
  accountResource,
  publicScoreboardResource,
  resources,
} from '../../src/machines/app/resources.ts'
import { buildMachine } from '../../src/machines/build/machine.ts'
import { challengeMachine } from '../../src/machines/challenge/machine.ts'
import { clockMachine } from '../../src/machines/clock/machine.ts'
import { copyMachine } from '../../src/machines/copy/machine.ts'
import { dialogsMachine } from '../../src/machines/dialogs/machine.ts'
import { eventMachine } from '../../src/machines/event/machine.ts'
import { flugzeugMachine } from '../../src/machines/flugzeug/machine.ts'
import { homeMachine } from '../../src/machines/home/machine.ts'
import { invitationMachine } from '../../src/machines/invitation/machine.ts'
import { liveMachine } from '../../src/machines/live/machine.ts'
import { localeMachine } from '../../src/machines/locale/machine.ts'
import { membershipMachine } from '../../src/machines/membership/machine.ts'
import { networkMachine } from '../../src/machines/network/machine.ts'
import { paletteMachine } from '../../src/machines/palette/machine.ts'
import { reminderMachine } from '../../src/machines/reminder/machine.ts'
import type { ResourceMachine } from '../../src/machines/resource/machine.ts'
import { schemeMachine } from '../../src/machines/scheme/machine.ts'
import { sessionMachine } from '../../src/machines/session/machine.ts'
import { defaultPreferences, sidebarMachine } from '../../src/machines/sidebar/machine.ts'
import {
  afterSolve,
  appBehaviour,
  paths,
  pausedEvent,
  plainEvent,
  richEvent,
  withGroup,
  withoutGroup,
} from './behaviours/app/app.ts'
import { challengePath } from './behaviours/app/known.ts'
import { challenge, resourceSnapshot, team, user } from './data.ts'
import { intervalsOf } from './harness/intervals.ts'
import type { World } from './harness/world.ts'
import { defineModel } from './harness.ts'

/** Which of its snapshots a resource shows when it is activated or deactivated. */
const wakes = { 'resource.activate': 1, 'resource.deactivate': 0 }

/** What the root never reads in its children. */
const unread = {} as never

const session = (
  value: 'restoring' | 'visiting' | { authenticated: 'fresh' },
  accessToken = 'token',
) =>
  sessionMachine.resolveState({
    value,
    context: { returnTo: '/', session: { accessToken } } as never,
  })
const known = { known: { phase: 'running', metadata: 'read' } } as const

const event = (answer: Metadata | null) =>
  eventMachine.resolveState({
    value: answer ? known : 'loading',
    context: { metadata: answer } as never,
  })

const input =
  (missingKeys: readonly string[]) =>
  ({ now, random }: World) => ({
    missingKeys,
    path: '/',
    now,
    random,
    signInFailures: 0,
    locale: { stored: null, browser: [] },
    scheme: { stored: null },
  })

/** A resource that shows `data` after it was activated and read. */
const sleeper = <T>(resource: ResourceMachine<T>, data: T) =>
  ({
    snapshots: [
      resourceSnapshot(resource, 'dormant'),
      resourceSnapshot(resource, 'fetching'),
      resourceSnapshot(resource, 'ready', { data }),
    ],
    on: wakes,
    next: [[], [2], []],
  }) as const

const shownBy = (child: AnyActorRef | undefined): unknown => child?.getSnapshot().value

export const appModel = defineModel<typeof appMachine>({
  machine: appMachine,
  inputs: [input([]), input(['apiBaseUrl'])],
  events: {
    'app.retry': [{ type: 'app.retry' }],
    'account.changed': [{ type: 'account.changed' }],
    'challenge.completed': [{ type: 'challenge.completed', challenge }],
    'challenge.closed': [{ type: 'challenge.closed', id: 'challenge:web/cookies' }],
    'announcements.missed': [{ type: 'announcements.missed', announcements: [] }],
    'news.came': [
      { type: 'news.came', topic: 'everything' },
      { type: 'news.came', topic: 'solve', challenge },
      { type: 'news.came', topic: 'environment' },
      { type: 'news.came', topic: 'announcements' },
      { type: 'news.came', topic: 'event' },
    ],
    'page.chosen': [{ type: 'page.chosen', path: '/scoreboard' }],
    'location.changed': {
      from: 'navigation',
      events: [
        { type: 'location.changed', path: '/' },
        ...paths.map(path => ({ type: 'location.changed', path }) as const),
      ],
    },
  },
  actors: {
    clock: { snapshots: [clockMachine.resolveState({ value: 'idle', context: unread })] },
    network: {
      snapshots: [
        networkMachine.resolveState({
          value: 'online',
          context: { queue: [], failed: [], probe: 0 },
        }),
      ],
    },
    session: {
      snapshots: [
        session('restoring'),
        session('visiting'),
        session({ authenticated: 'fresh' }),
        session({ authenticated: 'fresh' }, 'renewed'),
      ],
      next: [[1, 2], [0], [0, 3], [0, 2]],
    },
    locale: { snapshots: [localeMachine.resolveState({ value: 'active', context: unread })] },
    scheme: { snapshots: [schemeMachine.resolveState({ value: 'resting', context: unread })] },
    build: { snapshots: [buildMachine.resolveState({ value: 'running', context: unread })] },
    // Navigation works as in a browser.
    navigation: {
      sendsBack: event =>
        event.type === 'navigate' ? { type: 'location.changed', path: event.path } : null,
    },
    invitation: {
      snapshots: [invitationMachine.resolveState({ value: 'none', context: unread })],
    },
    event: {
      snapshots: [event(null), event(plainEvent), event(richEvent), event(pausedEvent)],
      next: [[1, 2], [2, 3], [], [1]],
    },
    user: {
      snapshots: [
        resourceSnapshot(resources.user, 'fetching'),
        resourceSnapshot(resources.user, 'ready', { data: user }),
      ],
      next: [[1], []],
    },
    stats: {
      snapshots: [
        resourceSnapshot(resources.stats, 'fetching'),
        resourceSnapshot(resources.stats, 'ready', { data: withoutGroup }),
        resourceSnapshot(resources.stats, 'ready', { data: withGroup }),
        resourceSnapshot(resources.stats, 'ready', { data: afterSolve }),
      ],
      next: [[1, 2], [2], [3], []],
    },
    team: {
      snapshots: [
        resourceSnapshot(resources.team, 'dormant'),
        resourceSnapshot(resources.team, 'fetching'),
        resourceSnapshot(resources.team, 'ready', { data: null }),
        resourceSnapshot(resources.team, 'ready', { data: team }),
      ],
      on: wakes,
      next: [[], [2, 3], [3], [2]],
    },
    catalogue: sleeper(resources.catalogue, { categories: [], challenges: [] }),
    flugzeugEnabled: sleeper(resources.flugzeugEnabled, true),
    eventDetails: sleeper(resources.eventDetails, { name: 'Field Day' }),
    scoreboard: sleeper(resources.scoreboard, { entries: [] }),
    history: sleeper(resources.history, { series: [] }),
    submissions: sleeper(resources.submissions, { submissions: [] }),
    account: { snapshots: [resourceSnapshot(accountResource, 'fetching')] },
    publicScoreboard: sleeper(publicScoreboardResource, { groups: [], frozenSince: null }),
    solveTimes: sleeper(resources.solveTimes, { categories: [] }),
    home: { snapshots: [homeMachine.resolveState({ value: 'unknown', context: unread })] },
    membership: { snapshots: [membershipMachine.resolveState({ value: 'idle', context: unread })] },
    challenge: {
      snapshots: [
        challengeMachine.resolveState({
          value: {
            page: 'open',
            detail: 'unknown',
            instance: 'still',
            submission: 'still',
            score: 'watched',
          },
          context: unread,
        }),
      ],
    },
    flugzeug: {
      snapshots: [
        flugzeugMachine.resolveState({
          value: { page: 'closed', desktop: 'disabled' },
          context: unread,
        }),
      ],
    },
    copy: {
      snapshots: [copyMachine.resolveState({ value: 'idle', context: { id: null, text: '' } })],
    },
    dialogs: { snapshots: [dialogsMachine.resolveState({ value: 'closed' } as never)] },
    reminder: {
      snapshots: [
        reminderMachine.resolveState({
          value: { watch: 'idle', notifications: 'off' },
          context: unread,
        }),
      ],
    },
    announcements: {
      snapshots: [announcementsMachine.resolveState({ value: 'off', context: unread })],
    },
    live: {
      snapshots: [
        liveMachine.resolveState({ value: 'off', context: unread }),
        liveMachine.resolveState({ value: { on: { following: 'silent' } }, context: unread }),
        liveMachine.resolveState({ value: { on: { following: 'informed' } }, context: unread }),
      ],
      on: { 'live.enable': 1 },
      next: [[], [2], [1]],
    },
    palette: { snapshots: [paletteMachine.resolveState({ value: 'closed', context: unread })] },
    sidebar: {
      snapshots: [
        sidebarMachine.resolveState({
          value: 'resting',
          context: defaultPreferences,
        }),
      ],
    },
  },
  key: ({ context: { facts, page }, children }) => [
    facts.isReady,
    page?.name,
    ...(['event', 'user', 'stats', 'team'] as const).map(name => shownBy(children[name])),
  ],
  walkKey: ({ context: { facts, page }, children }) => [
    ...[facts.isReady, facts.hasTeam, facts.hasScoreGroup, facts.extensions.length],
    ...[page?.name, Object.keys(children).length, shownBy(children.user)],
  ],
  walkLength: 6,
  stories: [
    'configured → signed in → event known → user known → score group → in a team → ' +
      `${challengePath} opened → /scoreboard opened → challenge closed`,
    // The desktops of the team that they left are not theirs.
    'configured → signed in → event known → user known → score group → in a team → ' +
      'desktops allowed → no team',
  ],
  intervals: [
    ...intervalsOf(resources.user, {
      'no VPN': { answer: user, usually: 10_000, withStream: 60_000 },
      // The stream does not announce that a device is connected.
      VPN: {
        answer: { ...user, vpn: { connected: false, ipv4Address: '192.0.2.1' } },
        usually: 10_000,
        withStream: 10_000,
      },
    }),
    ...intervalsOf(publicScoreboardResource, {
      'not begun': { answer: 'TIME_RESTRICTED', usually: 2_000, withStream: 10_000 },
    }),
  ],
  begins: ['configured', 'not configured'],
  names: {
    session: ['nobody known', 'visitor', 'signed in', 'new token'],
    event: ['event unknown', 'event known', 'event with all extensions', 'event paused'],
    user: ['user unknown', 'user known'],
    stats: ['stats unknown', 'no score group', 'score group', 'flag counted'],
    team: ['team sleeps', 'team unknown', 'no team', 'in a team'],
    flugzeugEnabled: ['desktops sleep', 'desktops unknown', 'desktops allowed'],
    eventDetails: ['details sleep', 'details unknown', 'details known'],
    live: ['no stream', 'stream silent', 'stream connected'],
    'location.changed': ['/', ...paths].map(path => `${path} opened`),
    'news.came': ['everything', 'a solve', 'an environment', 'announcements', 'the event'].map(
      what => `news of ${what}`,
    ),
  },
  behaviour: appBehaviour,
})
