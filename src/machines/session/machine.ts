import { and, assign } from 'xstate'
import { failureOf } from '../../domain/answer.ts'
import { publicBy } from '../navigation/pages.ts'
import { type RenewalAnswer, type Session, safePath } from './session.ts'
import { type SessionContext, sessionSetup } from './setup.ts'

/** What an effect of the session has answered. */
interface Answered<Output> {
  readonly event: { readonly output: Output }
}

const wasStored = ({ event }: Answered<Session | null>) => event.output !== null
const isPublic = ({ event }: Answered<boolean>) => event.output
const isRenewed = ({ event }: Answered<RenewalAnswer>) => event.output.ok
const isGrantInvalid = ({ event: { output } }: Answered<RenewalAnswer>) =>
  !output.ok && output.code === 'invalidGrant'

const signInIfNeeded = { guard: 'needsSession', target: 'redirecting' } as const

/** The session with the identity provider: the sign-in, the renewal of tokens and the sign-out. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...input,
    session: null,
    renewAt: 0,
    signedInAt: 0,
    returnTo: safePath(input.path),
    failure: null,
  }),
  invoke: { src: 'sharedSession' },
  on: {
    'location.changed': { actions: { type: 'keepPath', params: ({ event }) => event.path } },
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
            guard: wasStored,
            target: 'authenticated',
            actions: { type: 'keepSession', params: ({ event }) => known(event.output) },
          },
          { target: 'withoutSession' },
        ],
        onError: 'withoutSession',
      },
    },
    withoutSession: { always: [signInIfNeeded, { target: 'asking' }] },
    asking: {
      tags: 'visitor',
      invoke: {
        src: 'findExtension',
        input: ({ context }) => publicBy(context.returnTo),
        onDone: [{ guard: isPublic, target: 'visiting' }, { target: 'redirecting' }],
        onError: 'redirecting',
      },
      always: signInIfNeeded,
    },
    visiting: {
      tags: 'visitor',
      always: signInIfNeeded,
      on: { 'session.signIn': 'redirecting' },
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
            assign({
              returnTo: ({ event }) => safePath(event.output.returnTo),
              failures: 0,
              signedInAt: ({ context }) => context.now(),
            }),
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
      on: {
        'session.shared': {
          target: '.fresh',
          actions: { type: 'keepSession', params: ({ event }) => event.session },
        },
        'session.ending': { actions: 'expectEnd' },
        'session.signOut': 'signingOut',
        'session.rejected': [
          {
            guard: and(['isRejectedAgain', 'hasJustSignedIn']),
            target: 'retrySignIn',
            actions: 'loseSignIn',
          },
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
                guard: isRenewed,
                target: 'fresh',
                actions: {
                  type: 'keepSession',
                  params: ({ event }) => known(event.output.ok ? event.output.session : null),
                },
              },
              {
                guard: 'hasJustSignedIn',
                target: '#session.retrySignIn',
                actions: 'loseSignIn',
              },
              {
                guard: isGrantInvalid,
                target: '#session.redirecting',
              },
              { target: '#session.forgetting' },
            ],
            onError: 'waiting',
          },
        },
        // A missing answer is not a refusal. On bad Wi-Fi, the session stays, because a redirect would lose the
        // page.
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
      // The end of a session may reach this tab before the news of it.
      on: { 'session.retry': 'redirecting', 'session.ending': 'redirecting' },
      after: { signInDelay: 'redirecting' },
    },
  },
})

function counted({ failures }: SessionContext, error: unknown) {
  return { failure: failureOf(error), failures: failures + 1 }
}

/** After a guard has checked it, which the types do not show. */
function known(session: Session | null): Session {
  if (!session) throw new Error('Nobody is signed in.')
  return session
}
