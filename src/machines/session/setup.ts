import { assign, setup } from 'xstate'
import type { Extension } from '../../api/contract.ts'
import type { Failure } from '../../domain/answer.ts'
import type { Path } from '../../domain/path.ts'
import { MAX_DELAY, RETRY_DELAY } from '../constants.ts'
import type { LocationChanged } from '../navigation/events.ts'
import { publicBy } from '../navigation/pages.ts'
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
  /** When the user came back from the sign-in, by the same clock; 0: not on this load of the page. */
  readonly signedInAt: number
  /** Where the tab is, or was before it left for the sign-in. */
  readonly returnTo: Path
  readonly failure: Failure | null
}

const RENEWAL_LEAD = 60_000
const MAX_SIGN_IN_DELAY = 30_000
/** A sign-in that is lost within this time would be lost again. */
const JUST_NOW = 60_000
/** After this time, a redirect that has not left the page has failed. */
const REDIRECT_TIMEOUT = 15_000

export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent | SessionShared | LocationChanged,
    input: {} as SessionInput,
    tags: {} as 'authenticated' | 'visitor',
  },
  actors: {
    restore: unprovidedPromise<Session | null>('restore'),
    /** Whether the backend has the extension. */
    findExtension: unprovidedPromise<boolean, Extension | undefined>('findExtension'),
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
    hasJustSignedIn: ({ context }) => context.now() - context.signedInAt < JUST_NOW,
    needsSession: ({ context }) => publicBy(context.returnTo) === undefined,
    isDueForRenewal: ({ context }) => context.renewAt <= context.now(),
  },
  delays: {
    untilRenewal: ({ context }) => Math.min(context.renewAt - context.now(), MAX_DELAY),
    retryDelay: RETRY_DELAY,
    redirectTimeout: REDIRECT_TIMEOUT,
    // If the user is still signed in at the provider, it would send them back at once, and that would repeat.
    signInDelay: ({ context }) =>
      context.failure?.code === 'SIGN_IN_LOST'
        ? MAX_SIGN_IN_DELAY
        : Math.min(1000 * 2 ** (context.failures - 1), MAX_SIGN_IN_DELAY),
  },
  actions: {
    keepSession: assign(({ context }, session: Session) => ({
      session,
      renewAt: renewalTime(session, context.now()),
      failure: null,
    })),
    forgetSession: assign({ session: null }),
    /** If the session ends after this, it was ended on purpose: the sign-in was not lost. */
    expectEnd: assign({ signedInAt: 0 }),
    loseSignIn: assign({
      session: null,
      failure: { code: 'SIGN_IN_LOST', message: 'The sign-in was lost within a minute.' },
    }),
    /** Nobody returns to a step of the sign-in. */
    keepPath: assign((_, path: string) => (isSignInStep(path) ? {} : { returnTo: safePath(path) })),
  },
})

/** A minute before the token expires; a token with a shorter life at half of the rest. */
function renewalTime({ expiresAt }: Session, now: number): number {
  return Math.max(expiresAt - RENEWAL_LEAD, now + (expiresAt - now) / 2)
}
