import { fromCallback, fromPromise } from 'xstate'
import type { Session } from '../machines/session/session.ts'
import type { Adapters } from './tools.ts'

const endless = fromPromise<never>(() => new Promise(() => {}))
const silent = fromCallback(() => {})

/** Adapters of an app that stays in its first state. Only the session is known. No other effect ends or reports. */
export const endlessAdapters = (stored: Session | null) =>
  ({
    effects: {
      resolve: (url: string) => url,
      clientIn: () => () => new Promise(() => {}),
      read: () => endless,
      stream: () => silent,
    },
    session: {
      restore: fromPromise(async () => stored),
      sharedSession: silent,
      startSignIn: endless,
      finishSignIn: endless,
      renew: endless,
      forget: endless,
      signOut: endless,
      reportSignInError: endless,
    },
    device: {
      navigation: silent,
      partFailures: silent,
      visibility: silent,
      shortcut: silent,
      findNewerBuild: endless,
      reloadFor: endless,
      activateLocale: endless,
      applyScheme: endless,
      writeClipboard: endless,
      restorePreferences: endless,
      storePreferences: endless,
    },
    report: (error: unknown) => {
      throw error
    },
    // The types ask for answers, which these effects never give.
  }) as unknown as Adapters
