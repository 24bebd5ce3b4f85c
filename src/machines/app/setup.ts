import { accessTokenOf } from '../session/selectors.ts'
import { appBase } from './base.ts'
import { appChildren } from './children.ts'
import { dataActions } from './data-actions.ts'
import { pageActions } from './page-actions.ts'

export const appSetup = appBase.extend({
  actions: {
    ...pageActions,
    ...dataActions,
    keepPath: appBase.assign(({ event }) =>
      event.type === 'location.changed' ? { path: event.path } : {},
    ),
    keepToken: appBase.assign(({ self }) => ({
      accessToken: accessTokenOf(appChildren(self.getSnapshot()).session.getSnapshot()),
    })),
    /** The path to which the user returns after a sign-in. */
    notifySession: appBase.sendTo('session', ({ event }) => event),
  },
  guards: {
    isConfigured: ({ context }) => context.input.missingKeys.length === 0,
    isReady: ({ context }) => context.facts.isReady,
  },
})
