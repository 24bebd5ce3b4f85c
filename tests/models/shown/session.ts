import type { sessionMachine } from '../../../src/machines/session/machine.ts'
import { controls } from '../../properties/controls.ts'
import type { FormActions } from '../form-actions.ts'
import type { Expectations } from './expectations.ts'

export const sessionActions: FormActions<typeof sessionMachine> = {
  page: null,
  controls: controls.session,
  byUser: {
    'session.signIn': user => user.press('Sign in'),
    'session.signOut': user => user.press('Sign out'),
    'session.retry': user => user.press('Try now'),
    'session.rejected': 'from app',
    'session.shared': 'from app',
    'session.ending': 'from app',
    'location.changed': 'from app',
  },
}

const signedIn = ['!Sign-in failed.', 'Hello, ']

export const sessionStates: Expectations<typeof sessionMachine> = {
  starting: 'left at once',
  restoring: ['Waiting for authentication...'],
  withoutSession: 'left at once',
  asking: ['Waiting for authentication...'],
  visiting: ['Scoreboard', '[Sign in]', '!Waiting'],
  redirecting: ['Redirecting to login page...'],
  processingRedirect: ['Processing login...'],
  'authenticated.fresh': signedIn,
  'authenticated.renewing': signedIn,
  'authenticated.waiting': signedIn,
  forgetting: ['Redirecting to login page...'],
  signingOut: ['Processing logout...'],
  retrySignIn: ['Sign-in failed.', 'Try now'],
}
