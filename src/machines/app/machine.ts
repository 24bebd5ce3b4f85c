import { type ActorRefFrom, and, assign, emit, sendTo, stateIn } from 'xstate'
import { challengeNameIn } from '../../domain/challenge.ts'
import { unknownFacts } from '../../domain/facts.ts'
import { ONCE, POLL_INTERVAL, SLOW_INTERVAL, TEAM_INTERVAL } from '../constants.ts'
import { pages } from '../navigation/pages.ts'
import { isNotifying, signedInChildren, userIdIn } from './children.ts'
import { reads } from './inputs.ts'
import {
  hasNewToken,
  hasNoSession,
  hasNoVisitor,
  hasSession,
  hasVisitor,
} from './session-guards.ts'
import { appSetup } from './setup.ts'
import { visiting } from './visiting.ts'

/** The actions after a child has new data. */
const afterChildData = ['shareFacts', 'followPath', 'syncResources', 'enableLive'] as const

/** The root: boots, follows the session, and runs the actors of a signed-in user. */
export const appMachine = appSetup.createMachine({
  id: 'app',
  context: ({ input, spawn }) => ({
    input,
    clock: spawn('clock', { id: 'clock', systemId: 'clock', input: { now: input.now } }),
    path: input.path,
    facts: unknownFacts,
    page: null,
    accessToken: null,
    stats: undefined,
  }),
  // The page that says what is not configured also needs the user's language.
  invoke: [
    { src: 'locale', id: 'locale', input: ({ context }) => context.input.locale },
    { src: 'scheme', id: 'scheme', input: ({ context }) => context.input.scheme },
    { src: 'build', id: 'build' },
  ],
  initial: 'boot',
  states: {
    boot: { always: [{ guard: 'isConfigured', target: 'running' }, { target: 'failed' }] },
    // Nothing leads out of it: the person who runs the site must configure it.
    failed: {},
    running: {
      initial: 'signedOut',
      invoke: [
        { src: 'network', id: 'network', systemId: 'network' },
        { src: 'navigation', id: 'navigation' },
        {
          src: 'session',
          id: 'session',
          systemId: 'session',
          input: ({ context: { input } }) => ({
            path: input.path,
            redirectPath: pages.afterLoginRedirect.path,
            failures: input.signInFailures,
            now: input.now,
          }),
          onSnapshot: [
            {
              guard: and([stateIn('#signedOut'), hasSession]),
              target: '.signedIn',
              actions: 'keepToken',
            },
            {
              guard: and([stateIn('#signedOut'), hasVisitor]),
              target: '.visiting',
            },
            {
              guard: and([stateIn('#visiting'), hasNoVisitor]),
              target: '.signedOut',
            },
            {
              guard: and([stateIn('#signedIn'), hasNoSession]),
              target: '.signedOut',
            },
            {
              guard: and([stateIn('#signedIn'), hasNewToken]),
              actions: ['keepToken', sendTo('user', { type: 'resource.refresh' })],
            },
          ],
        },
      ],
      on: { 'location.changed': { actions: ['keepPath', 'notifySession'] } },
      states: {
        signedOut: { id: 'signedOut' },
        visiting,
        signedIn: {
          id: 'signedIn',
          exit: ['stopPages', assign({ facts: unknownFacts, page: null, stats: undefined })],
          initial: 'loading',
          invoke: [
            {
              src: 'event',
              id: 'event',
              input: ({ context }) => ({ clock: context.clock }),
              onSnapshot: { actions: afterChildData },
            },
            { ...reads('user', POLL_INTERVAL, true), onSnapshot: { actions: afterChildData } },
            { ...reads('stats', POLL_INTERVAL, true), onSnapshot: { actions: afterChildData } },
            { ...reads('team', TEAM_INTERVAL), onSnapshot: { actions: afterChildData } },
            { ...reads('flugzeugEnabled', ONCE), onSnapshot: { actions: afterChildData } },
            { ...reads('eventDetails', ONCE), onSnapshot: { actions: afterChildData } },
            reads('catalogue', ONCE),
            reads('scoreboard', SLOW_INTERVAL),
            reads('history', SLOW_INTERVAL),
            reads('submissions', SLOW_INTERVAL),
            reads('solveTimes', SLOW_INTERVAL),
            {
              src: 'home',
              id: 'home',
              input: ({ context, self }) => ({ clock: context.clock, parent: self }),
            },
            { src: 'membership', id: 'membership', input: ({ self }) => ({ parent: self }) },
            {
              src: 'invitation',
              id: 'invitation',
              input: ({ context, self }) => ({ clock: context.clock, parent: self }),
            },
            {
              src: 'flugzeug',
              id: 'flugzeug',
              input: ({ context }) => ({ clock: context.clock, random: context.input.random }),
            },
            { src: 'copy', id: 'copy' },
            { src: 'dialogs', id: 'dialogs' },
            { src: 'sidebar', id: 'sidebar' },
            {
              src: 'reminder',
              id: 'reminder',
              input: ({ context, self }) => ({
                clock: context.clock,
                nameOf: challenge => {
                  const catalogue = signedInChildren(self.getSnapshot())?.catalogue
                  return challengeNameIn(catalogue?.getSnapshot().context.data, challenge)
                },
              }),
            },
            {
              src: 'announcements',
              id: 'announcements',
              input: ({ context, self }) => ({
                clock: context.clock,
                random: context.input.random,
                parent: self,
                userId: () => userIdIn(self.getSnapshot()),
                isNotifying: () => isNotifying(self.getSnapshot()),
              }),
            },
            {
              src: 'live',
              id: 'live',
              systemId: 'live',
              input: ({ context, self }) => ({
                parent: self,
                network: self.system.get('network'),
                random: context.input.random,
              }),
            },
            {
              src: 'palette',
              id: 'palette',
              input: ({ self }) => ({ parent: self, network: self.system.get('network') }),
            },
          ],
          on: {
            'location.changed': { actions: ['keepPath', 'notifySession', ...afterChildData] },
            'account.changed': { actions: 'refreshAccount' },
            // The account is read again when the flag is accepted, not here.
            'challenge.completed': { actions: emit(({ event }) => event) },
            'challenge.closed': { actions: 'stopClosed' },
            'page.chosen': { actions: 'goTo' },
            'announcements.missed': {
              actions: sendTo('reminder', ({ event }) => event),
            },
            'news.came': { actions: 'spreadNews' },
          },
          states: {
            loading: {
              always: { guard: 'isReady', target: 'ready' },
              on: { 'app.retry': { actions: ['retryEvent', 'refreshAccount'] } },
            },
            ready: {},
          },
        },
      },
    },
  },
})

export type AppRef = ActorRefFrom<typeof appMachine>
