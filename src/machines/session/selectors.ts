import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

export const isAuthenticated = (snapshot: Snapshot) => snapshot.hasTag('authenticated')
export const accessTokenOf = (snapshot: Snapshot) => snapshot.context.session?.accessToken ?? null

/** Which of its four texts the login screen shows (spec §2), or that the login failed and is retried. */
export type LoginStep = 'processing' | 'redirecting' | 'loggingOut' | 'waiting' | 'failed'

export function loginStepOf(snapshot: Snapshot): LoginStep {
  switch (snapshot.value) {
    case 'processingRedirect':
      return 'processing'
    case 'redirecting':
    case 'forgetting':
      return 'redirecting'
    case 'signingOut':
      return 'loggingOut'
    case 'retryLogin':
      return 'failed'
    default:
      return 'waiting'
  }
}
