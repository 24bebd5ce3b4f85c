import { type ActorRefFrom, type AnyActorRef, waitFor } from 'xstate'
import type { sessionMachine } from '../../machines/session/machine.ts'
import { accessTokenOf, isAuthenticated, isVisitor } from '../../machines/session/selectors.ts'
import type { TokenSource } from './client.ts'

/** Reads the token from the session machine, and reports to it what the API answers. */
export function createTokenSource(session: ActorRefFrom<typeof sessionMachine>): TokenSource {
  return {
    token() {
      const token = accessTokenOf(session.getSnapshot())
      if (!token && !isVisitor(session.getSnapshot())) throw new Error('Nobody is signed in.')
      return token
    },
    async renewed(rejected, again, signal) {
      session.send({ type: 'session.rejected', accessToken: rejected, again })
      const settled = await waitFor(
        session,
        snapshot => !isAuthenticated(snapshot) || accessTokenOf(snapshot) !== rejected,
        signal ? { signal } : {},
      )
      if (!isAuthenticated(settled)) throw new Error('The session has ended.')
    },
  }
}

/** The newest token of an actor system; null for a visitor. Throws when nobody is signed in. */
export const tokenIn = (system: AnyActorRef['system']): string | null =>
  createTokenSource(system.get('session')).token()
