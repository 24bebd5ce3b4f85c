import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from '../session/machine.ts'
import { accessTokenOf, isVisiting } from '../session/selectors.ts'
import type { AppContext } from './context.ts'

/** The session has changed, as the app sees it. */
interface Seen {
  readonly context: Pick<AppContext, 'accessToken'>
  readonly event: { readonly snapshot: SnapshotFrom<typeof sessionMachine> }
}

export const isAuthenticated = ({ event }: Seen) => event.snapshot.hasTag('authenticated')

// The types of `not` do not know the event.
export const isNotAuthenticated = (seen: Seen) => !isAuthenticated(seen)

export const isVisitor = ({ event }: Seen) => isVisiting(event.snapshot)

export const isNoVisitor = (seen: Seen) => !isVisitor(seen)

export const hasNewToken = ({ context, event }: Seen) =>
  accessTokenOf(event.snapshot) !== context.accessToken
