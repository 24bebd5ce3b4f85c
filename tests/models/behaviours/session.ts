import type { PublicPage } from '../../../src/machines/navigation/pages.ts'
import type { sessionMachine } from '../../../src/machines/session/machine.ts'
import {
  accessTokenOf,
  isAuthenticated,
  isVisiting,
  isVisitor,
  type SignInStep,
  signInStepOf,
} from '../../../src/machines/session/selectors.ts'
import type { Session } from '../../../src/machines/session/session.ts'
import { behaviourOf, each, oneAtATime } from '../harness/behaviour.ts'
import { asks, drops, type Sight, starts } from '../harness/sights.ts'

type Step = 'restoring' | 'asking' | 'visiting' | 'leaving' | 'returning' | 'in' | 'out' | 'failed'

const begins = {
  step: 'restoring' as Step,
  /** The call in flight. */
  call: null as string | null,
  session: null as Session | null,
  /** When the session is to be renewed, and when a renewal without an answer is tried again. */
  renewAt: 0,
  /** When the sign-in ended on this page. */
  signedInAt: null as number | null,
  retryAt: null as number | null,
  /** When the app gives up on a page that should have been left. */
  giveUpAt: null as number | null,
  /** When the sign-in is tried again. */
  againAt: null as number | null,
  /** Where the user is, or was before the sign-in. */
  path: '/',
  failures: 0,
}
type Known = typeof begins

const SECOND = 1_000
const unexpected = { code: 'UNKNOWN', message: 'Nobody expected this.' }
const lost = { code: 'SIGN_IN_LOST', message: 'The sign-in was lost within a minute.' }
const notOpened = { code: 'UNKNOWN', message: 'The sign-in did not open.' }

/** The pages that are open to visitors. It does not compile without one of them. */
const publicPaths: Readonly<Record<PublicPage, string>> = { scoreboard: '/scoreboard' }
const isPublic = (path: string) => Object.values(publicPaths).includes(path)
const cancelled = ({ call }: Known): Sight[] => (call === null ? [] : [drops(call)])
/** Nothing is awaited any more. */
const still = { call: null, retryAt: null, giveUpAt: null, againAt: null }

const signIn = {
  see: (known: Known) => [asks('startSignIn', { returnTo: known.path, failures: known.failures })],
  learn: (_: Known, _value: unknown, now: number): Partial<Known> => ({
    ...still,
    step: 'leaving',
    call: 'startSignIn',
    session: null,
    giveUpAt: now + 15 * SECOND,
  }),
}

const signInNow = { ...signIn, see: (known: Known) => [...cancelled(known), ...signIn.see(known)] }

/** A user without a session sees what is public, or signs in. */
const withoutSession = {
  see: (known: Known) =>
    isPublic(known.path) ? [asks('findExtension', 'publicScoreboard')] : signIn.see(known),
  learn: (known: Known, value: unknown, now: number): Partial<Known> =>
    isPublic(known.path)
      ? { step: 'asking', call: 'findExtension' }
      : signIn.learn(known, value, now),
}

/** When a session is renewed: a minute before it ends, or at half of a short one. */
const renewalOf = ({ expiresAt }: Session, now: number) =>
  Math.max(expiresAt - 60 * SECOND, now + (expiresAt - now) / 2)

const renewal = {
  see: (): Sight[] => [asks('renew')],
  learn: (): Partial<Known> => ({ call: 'renew', retryAt: null }),
}

/** Keeps a session. If it is about to end, it is renewed at once. */
const keep = (session: Session, now: number) => {
  const renewAt = renewalOf(session, now)
  const isDue = renewAt <= now
  return {
    see: isDue ? renewal.see() : [],
    learn: {
      ...still,
      ...(isDue ? renewal.learn() : {}),
      step: 'in' as const,
      session,
      renewAt,
    },
  }
}

/** The page says that the sign-in failed, and reports it. */
const failed = { ...still, step: 'failed', call: 'reportSignInError' } as const

const fail = (known: Known, now: number): Partial<Known> => ({
  ...failed,
  failures: known.failures + 1,
  againAt: now + Math.min(SECOND * 2 ** known.failures, 30 * SECOND),
})
const reports = (why: typeof unexpected): Sight => asks('reportSignInError', why)

/** Whether the user signed in less than a minute ago. */
const isNew = ({ signedInAt }: Known, now: number) =>
  signedInAt !== null && now - signedInAt < 60 * SECOND

/** To sign in again at once would lead to the same. */
const lose = {
  see: (known: Known) => [...cancelled(known), reports(lost)],
  learn: (_: Known, _value: unknown, now: number): Partial<Known> => ({
    ...failed,
    session: null,
    againAt: now + 30 * SECOND,
  }),
}

const forget = {
  see: (known: Known) => [...cancelled(known), asks('forget')],
  learn: (): Partial<Known> => ({ ...still, step: 'out', call: 'forget' }),
}

const isIn = ({ step }: Known) => step === 'in'
const isRenewing = ({ call }: Known) => call === 'renew'

/** Whether the API rejects the current token, and nothing is done about it yet. */
const isRejected = (known: Known, { accessToken }: { readonly accessToken: string }) =>
  isIn(known) && !isRenewing(known) && accessToken === known.session?.accessToken

const later = (at: number | null, ms: number) => (at === null ? null : at + ms)

const STEPS: Partial<Record<Step, SignInStep>> = {
  leaving: 'redirecting',
  returning: 'processing',
  failed: 'failed',
}

export const sessionBehaviour = behaviourOf<typeof sessionMachine, Known>({
  begins,
  sentences: {
    'Who comes back from the sign-in ends it; everybody else may have a session.': {
      on: 'it begins',
      see: (_, input) => [asks(input === 2 ? 'finishSignIn' : 'restore')],
      learn: (_, input) =>
        input === 2
          ? { step: 'returning', call: 'finishSignIn', failures: 1 }
          : { call: 'restore', path: input === 0 ? '/scoreboard' : '/' },
    },
    'A session that is there is used.': {
      on: 'restore answers',
      if: (_, session) => session !== null,
      see: (_, session, now) => (session ? keep(session, now).see : []),
      learn: (_, session, now) => (session ? keep(session, now).learn : {}),
    },
    'Without one, a public page may open, and every other one leads to the sign-in.': {
      on: 'restore answers',
      if: (_, session) => session === null,
      ...withoutSession,
    },
    'So it is if nobody knows of one.': { on: 'restore fails', ...withoutSession },
    'A public page opens where the backend has it.': {
      on: 'findExtension answers',
      if: (_, isThere) => isThere,
      learn: () => ({ step: 'visiting', call: null }),
    },
    'Else it leads to the sign-in.': {
      on: 'findExtension answers',
      if: (_, isThere) => !isThere,
      ...signIn,
    },
    'Also if nobody knows.': { on: 'findExtension fails', ...signIn },
    'A visitor may sign in.': {
      on: 'session.signIn',
      if: ({ step }) => step === 'visiting',
      ...signIn,
    },
    'Users return to where they were, and never to a step of the sign-in.': {
      on: 'location.changed',
      if: ({ step }, { path }) =>
        !path.startsWith('/auth/') && !(step === 'asking' || step === 'visiting'),
      learn: (_, { path }) => ({ path }),
    },
    'A visitor who goes to another page signs in.': {
      on: 'location.changed',
      if: ({ step }, { path }) =>
        !path.startsWith('/auth/') && (step === 'asking' || step === 'visiting'),
      see: (known, { path }) => signInNow.see({ ...known, path }),
      learn: (known, { path }, now) => ({ ...signIn.learn(known, null, now), path }),
    },
    'A clock that jumps makes no wait shorter; the session ends by the clock.': {
      on: 'jump',
      learn: ({ retryAt, giveUpAt, againAt }, ms) => ({
        retryAt: later(retryAt, ms),
        giveUpAt: later(giveUpAt, ms),
        againAt: later(againAt, ms),
      }),
    },
    'A sign-in that cannot be opened is reported.': {
      on: 'startSignIn fails',
      see: () => [reports(unexpected)],
      learn: (known, _, now) => fail(known, now),
    },
    'The page that is left may take 15 s.': {
      on: 'startSignIn answers',
      learn: () => ({ call: null }),
    },
    'Then the sign-in did not open, and that is reported.': {
      on: 'time',
      due: ({ step, giveUpAt }) => (step === 'leaving' ? giveUpAt : null),
      see: known => [...cancelled(known), reports(notOpened)],
      learn: (known, _, now) => fail(known, now),
    },
    'A sign-in that failed is tried again after 1, 2, 4 … 30 s.': {
      on: 'time',
      due: ({ againAt }) => againAt,
      ...signInNow,
    },
    'Or at once, if the user wants.': {
      on: 'session.retry',
      if: ({ step }) => step === 'failed',
      ...signInNow,
    },
    'Or at once, if another tab ended the session: the sign-in did not fail by itself.': {
      on: 'session.ending',
      if: ({ step }) => step === 'failed',
      ...signInNow,
    },
    ...each(
      ['reportSignInError answers', 'reportSignInError fails'] as const,
      on => `A report changes nothing: ${on}.`,
      () => ({ learn: () => ({ call: null }) }),
    ),
    'Who has signed in returns, to this site only, and the failures are forgotten.': {
      on: 'finishSignIn answers',
      see: (_, { session }, now) => keep(session, now).see,
      learn: (_, { session, returnTo }, now) => ({
        ...keep(session, now).learn,
        path: returnTo.startsWith('//') ? '/' : returnTo,
        failures: 0,
        signedInAt: now,
      }),
    },
    'A sign-in that cannot be ended is reported.': {
      on: 'finishSignIn fails',
      see: () => [reports(unexpected)],
      learn: (known, _, now) => fail(known, now),
    },
    'A tab hears of the others.': {
      while: () => true,
      begin: () => [starts('sharedSession')],
      end: () => [],
    },
    'A session is renewed a minute before it ends, at most 30 s later.': {
      on: 'time',
      due: known =>
        isIn(known) && !isRenewing(known) && known.retryAt === null ? known.renewAt : null,
      within: 30 * SECOND,
      ...renewal,
    },
    'A renewed session is used.': {
      on: 'renew answers',
      if: (_, { ok }) => ok,
      see: (_, answer, now) => (answer.ok ? keep(answer.session, now).see : []),
      learn: (_, answer, now) => (answer.ok ? keep(answer.session, now).learn : {}),
    },
    'A grant that is gone leads to the sign-in.': {
      on: 'renew answers',
      if: (known, answer, now) =>
        !answer.ok && answer.code === 'invalidGrant' && !isNew(known, now),
      ...signIn,
    },
    'A renewal that is refused ends the session first.': {
      on: 'renew answers',
      if: (known, answer, now) => !answer.ok && answer.code === 'failed' && !isNew(known, now),
      see: () => [asks('forget')],
      learn: forget.learn,
    },
    'Within a minute after the sign-in that is reported, and the sign-in tried again after 30 s.': {
      on: 'renew answers',
      if: (known, answer, now) => !answer.ok && isNew(known, now),
      see: () => [reports(lost)],
      learn: lose.learn,
    },
    'No answer is not a refusal: the session stays, and is renewed again after 2 s.': {
      on: 'renew fails',
      learn: (_known, _error, now) => ({ call: null, retryAt: now + 2 * SECOND }),
    },
    'Then it is renewed again.': { on: 'time', due: ({ retryAt }) => retryAt, ...renewal },
    'A rejected token is renewed, once for all who report it.': {
      on: 'session.rejected',
      if: (known, event) => isRejected(known, event) && !event.again,
      ...renewal,
    },
    'A renewed token that is rejected, too, ends the session.': {
      on: 'session.rejected',
      if: (known, event, now) => isRejected(known, event) && event.again && !isNew(known, now),
      ...forget,
    },
    'Within a minute after the sign-in, that is reported, too.': {
      on: 'session.rejected',
      if: (known, event, now) => isRejected(known, event) && event.again && isNew(known, now),
      ...lose,
    },
    'What another tab renewed is used.': {
      on: 'session.shared',
      if: isIn,
      see: (known, { session }, now) => [...cancelled(known), ...keep(session, now).see],
      learn: (_, { session }, now) => keep(session, now).learn,
    },
    'After a sign-out in another tab, an end of this session is no failure.': {
      on: 'session.ending',
      if: isIn,
      learn: () => ({ signedInAt: null }),
    },
    'Who signs out has no session from then on.': {
      on: 'session.signOut',
      if: isIn,
      see: known => [...cancelled(known), asks('signOut')],
      learn: (_known, _event, now) => ({
        ...still,
        step: 'out',
        call: 'signOut',
        session: null,
        giveUpAt: now + 15 * SECOND,
      }),
    },
    'The provider may take 15 s to sign out.': {
      on: 'signOut answers',
      learn: () => ({ call: null }),
    },
    'After that the session is forgotten here.': {
      on: 'time',
      due: ({ step, giveUpAt }) => (step === 'out' ? giveUpAt : null),
      ...forget,
    },
    'So it is if the provider does not sign out.': {
      on: 'signOut fails',
      see: () => [asks('forget')],
      learn: forget.learn,
    },
    ...each(
      ['forget answers', 'forget fails'] as const,
      on => `Then the user signs in again: ${on}.`,
      () => signIn,
    ),
  },
  shows: {
    'whose token is sent': [accessTokenOf, ({ session }) => session?.accessToken ?? null],
    'who is signed in': [isAuthenticated, isIn],
    'who is visiting': [isVisiting, ({ step }) => step === 'visiting'],
    'who may call without a token': [
      isVisitor,
      ({ step }) => step === 'visiting' || step === 'asking',
    ],
    'the step of the sign-in': [
      signInStepOf,
      ({ step, call, giveUpAt }) => {
        if (step !== 'out') return STEPS[step] ?? 'waiting'
        return call === 'signOut' || giveUpAt !== null ? 'signingOut' : 'redirecting'
      },
    ],
  },
  offers: {
    'session.signOut': isIn,
    'session.retry': ({ step }) => step === 'failed',
    'session.signIn': ({ step }) => step === 'visiting',
  },
  always: {
    'One renewal at a time is under way.': oneAtATime(['renew']),
  },
})
