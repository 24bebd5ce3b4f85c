import { fromPromise } from 'xstate'
import { tabStorage } from '../../browser/storage.ts'
import type { Failure } from '../../domain/answer.ts'
import type { RenewalAnswer } from '../../machines/session/session.ts'
import type { AppConfig } from '../config.ts'
import { takeEarlySignIn } from './early-sign-in.ts'
import { createOidcLoader } from './oidc-loader.ts'
import { storedSessionKey } from './session-key.ts'
import { refreshTokenOf, sharedSession } from './shared-session.ts'
import { signedOut } from './signed-out.ts'
import { readStoredSession } from './stored-session.ts'

export type SessionActors = ReturnType<typeof createSessionActors>

/** The session's effects in a browser. oidc-client-ts is loaded when the first of them needs it. */
export function createSessionActors(
  config: AppConfig,
  reportSignInError: (failure: Failure | null) => void,
) {
  const oidc = createOidcLoader(config)
  /** If another tab was faster, the answer is its session. */
  const renew = async (): Promise<RenewalAnswer> => {
    const before = refreshTokenOf(config)
    const { renewInTurn } = await import('./renewal-turn.ts')
    const renewal = await renewInTurn(config, before, async () => (await oidc.load()).renew())
    if (renewal !== null) return renewal
    const session = readStoredSession(config)
    return session ? { ok: true, session } : { ok: false, code: 'failed' }
  }

  return {
    restore: fromPromise(async () => readStoredSession(config)),
    startSignIn: fromPromise<void, { returnTo: string; failures: number }>(async ({ input }) => {
      if (await takeEarlySignIn(input.returnTo)) return
      await oidc.use(library => library.startSignIn(input.returnTo, input.failures))
    }),
    finishSignIn: fromPromise(() => oidc.use(library => library.finishSignIn())),
    renew: fromPromise(renew),
    sharedSession: sharedSession(config),
    // Does without the library, which a tab that has been offline since it opened cannot load.
    forget: fromPromise<void>(async () => tabStorage.removeItem(storedSessionKey(config))),
    signOut: fromPromise<void>(async () => {
      // This comes first, so that nobody is signed in again without being asked if a later step fails.
      signedOut.begin()
      await (await oidc.load()).signOut()
    }),
    reportSignInError: fromPromise<void, Failure | null>(async ({ input }) =>
      reportSignInError(input),
    ),
  }
}
