import { assign, setup } from 'xstate'
import { type Failure, failureOf } from '../../domain/answer.ts'
import type { Path } from '../../domain/path.ts'
import { LONGEST_DELAY, RETRY_DELAY } from '../constants.ts'
import type { LocationChanged } from '../navigation/events.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type { SessionEvent, SessionShared } from './events.ts'
import { isSignInStep, type RenewalAnswer, type Session, safePath } from './session.ts'

export interface SessionInput {
  /** The path that was asked for, with its query. */
  readonly path: string
  /** The path that the identity provider returns to. */
  readonly redirectPath: string
  /** Sign-ins that failed one after the other, in this tab, over page loads. */
  readonly failures: number
  /** The device's clock, milliseconds since the epoch. */
  readonly now: () => number
}

export interface SessionContext extends SessionInput {
  readonly session: Session | null
  /** By the device's clock, in milliseconds since the epoch. */
  readonly renewAt: number
  /** Where the tab is, or was before it left for the sign-in. */
  readonly returnTo: Path
  readonly failure: Failure | null
}

const RENEWAL_LEAD = 60_000
const LONGEST_PAUSE = 30_000
/** After this time, a redirect that has not left the page has failed. */
const REDIRECT_TIMEOUT = 15_000

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent | SessionShared | LocationChanged,
    input: {} as SessionInput,
    tags: {} as 'authenticated',
  },
  actors: {
    restore: unprovidedPromise<Session | null>('restore'),
    startSignIn: unprovidedPromise<void, { returnTo: string; failures: number }>('startSignIn'),
    finishSignIn: unprovidedPromise<{ session: Session; returnTo: string }>('finishSignIn'),
    renew: unprovidedPromise<RenewalAnswer>('renew'),
    /** Reports each renewal by another tab that shares this session. */
    sharedSession: unprovidedCallback<SessionShared>('sharedSession'),
    forget: unprovidedPromise<void>('forget'),
    signOut: unprovidedPromise<void>('signOut'),
    reportSignInError: unprovidedPromise<void, Failure | null>('reportSignInError'),
  },
  guards: {
    isProcessingRedirect: ({ context }) => context.path.split('?')[0] === context.redirectPath,
    isRejectedAgain: ({ context, event }) =>
      event.type === 'session.rejected' &&
      event.again &&
      event.accessToken === context.session?.accessToken,
    isRejected: ({ context, event }) =>
      event.type === 'session.rejected' && event.accessToken === context.session?.accessToken,
    isOnPage: ({ event }) => event.type === 'location.changed' && !isSignInStep(event.path),
    isDueForRenewal: ({ context }) => context.renewAt <= context.now(),
  },
  delays: {
    untilRenewal: ({ context }) => Math.min(context.renewAt - context.now(), LONGEST_DELAY),
    retryDelay: RETRY_DELAY,
    redirectTimeout: REDIRECT_TIMEOUT,
    growingPause: ({ context }) => Math.min(1000 * 2 ** (context.failures - 1), LONGEST_PAUSE),
  },
  actions: {
    keepSession: assign(({ context }, session: Session) => ({
      session,
      renewAt: renewalTime(session, context.now()),
      failure: null,
    })),
    forgetSession: assign({ session: null }),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...input,
    session: null,
    renewAt: 0,
    returnTo: safePath(input.path),
    failure: null,
  }),
  on: {
    'location.changed': {
      guard: 'isOnPage',
      actions: assign({ returnTo: ({ event }) => safePath(event.path) }),
    },
  },
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'isProcessingRedirect', target: 'processingRedirect' },
        { target: 'restoring' },
      ],
    },
    restoring: {
      invoke: {
        src: 'restore',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'authenticated',
            actions: { type: 'keepSession', params: ({ event }) => known(event.output) },
          },
          { target: 'redirecting' },
        ],
        onError: 'redirecting',
      },
    },
    redirecting: {
      entry: 'forgetSession',
      invoke: {
        src: 'startSignIn',
        input: ({ context }) => ({ returnTo: context.returnTo, failures: context.failures }),
        onError: {
          target: 'retrySignIn',
          actions: assign(({ context, event }) => counted(context, event.error)),
        },
      },
      after: {
        redirectTimeout: {
          target: 'retrySignIn',
          actions: assign(({ context }) =>
            counted(context, new Error('The sign-in did not open.')),
          ),
        },
      },
    },
    processingRedirect: {
      invoke: {
        src: 'finishSignIn',
        onDone: {
          target: 'authenticated',
          actions: [
            { type: 'keepSession', params: ({ event }) => event.output.session },
            assign({ returnTo: ({ event }) => safePath(event.output.returnTo), failures: 0 }),
          ],
        },
        onError: {
          target: 'retrySignIn',
          actions: assign(({ context, event }) => counted(context, event.error)),
        },
      },
    },
    authenticated: {
      id: 'authenticated',
      tags: 'authenticated',
      initial: 'fresh',
      invoke: { src: 'sharedSession' },
      on: {
        'session.shared': {
          target: '.fresh',
          actions: { type: 'keepSession', params: ({ event }) => event.session },
        },
        'session.signOut': 'signingOut',
        'session.rejected': [
          { guard: 'isRejectedAgain', target: 'forgetting' },
          { guard: 'isRejected', target: '.renewing' },
        ],
      },
      states: {
        fresh: {
          always: { guard: 'isDueForRenewal', target: 'renewing' },
          after: { untilRenewal: { target: 'fresh', reenter: true } },
        },
        renewing: {
          // Many requests may report the same rejection.
          on: { 'session.rejected': {} },
          invoke: {
            src: 'renew',
            onDone: [
              {
                guard: ({ event }) => event.output.ok,
                target: 'fresh',
                actions: {
                  type: 'keepSession',
                  params: ({ event }) => known(event.output.ok ? event.output.session : null),
                },
              },
              {
                guard: ({ event }) => !event.output.ok && event.output.code === 'invalidGrant',
                target: '#session.redirecting',
              },
              { target: '#session.forgetting' },
            ],
            onError: 'waiting',
          },
        },
        // No answer is no refusal: on bad Wi-Fi the session stays, because a redirect would lose the page.
        waiting: { after: { retryDelay: 'renewing' } },
      },
    },
    forgetting: {
      invoke: { src: 'forget', onDone: 'redirecting', onError: 'redirecting' },
    },
    signingOut: {
      entry: 'forgetSession',
      invoke: { src: 'signOut', onError: 'forgetting' },
      after: { redirectTimeout: 'forgetting' },
    },
    retrySignIn: {
      invoke: {
        src: 'reportSignInError',
        input: ({ context }) => context.failure,
        // A report that fails must not end the session's machine with it.
        onError: {},
      },
      on: { 'session.retry': 'redirecting' },
      after: { growingPause: 'redirecting' },
    },
  },
})

/** A minute before the token expires; a token with a shorter life at half of the rest. */
function renewalTime({ expiresAt }: Session, now: number): number {
  return Math.max(expiresAt - RENEWAL_LEAD, now + (expiresAt - now) / 2)
}

function counted({ failures }: SessionContext, error: unknown) {
  return { failure: failureOf(error), failures: failures + 1 }
}

/** After a guard has checked it, which the types do not show. */
function known(session: Session | null): Session {
  if (!session) throw new Error('There is no session here.')
  return session
}
