import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from '../session/machine.ts'
import { accessTokenOf, isAuthenticated, isVisiting } from '../session/selectors.ts'
import type { AppContext } from './context.ts'

/** The session has changed, as the app sees it. */
interface Seen {
  readonly context: Pick<AppContext, 'accessToken'>
  readonly event: { readonly snapshot: SnapshotFrom<typeof sessionMachine> }
}

export const hasSession = ({ event }: Seen) => isAuthenticated(event.snapshot)

// The types of `not` do not know the event.
export const hasNoSession = (seen: Seen) => !hasSession(seen)

export const hasVisitor = ({ event }: Seen) => isVisiting(event.snapshot)

export const hasNoVisitor = (seen: Seen) => !hasVisitor(seen)

export const hasNewToken = ({ context, event }: Seen) =>
  accessTokenOf(event.snapshot) !== context.accessToken
