import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

export const isAuthenticated = (snapshot: Snapshot) => snapshot.hasTag('authenticated')
/** Nobody is signed in, and the page needs no session. */
export const isVisiting = (snapshot: Snapshot) => snapshot.matches('visiting')
/** Whether public calls may be made without a token. */
export const isVisitor = (snapshot: Snapshot) => snapshot.hasTag('visitor')
export const accessTokenOf = (snapshot: Snapshot) => snapshot.context.session?.accessToken ?? null

/** Which of its four texts the sign-in screen shows (spec §2), or that the sign-in failed and is retried. */
export type SignInStep = 'processing' | 'redirecting' | 'signingOut' | 'waiting' | 'failed'

export function signInStepOf(snapshot: Snapshot): SignInStep {
  switch (snapshot.value) {
    case 'processingRedirect':
      return 'processing'
    case 'redirecting':
    case 'forgetting':
      return 'redirecting'
    case 'signingOut':
      return 'signingOut'
    case 'retrySignIn':
      return 'failed'
    default:
      return 'waiting'
  }
}
