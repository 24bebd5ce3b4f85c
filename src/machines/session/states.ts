import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { sessionMachine } from './machine.ts'

export const sessionStates: StatesOf<typeof sessionMachine> = {
  '(root)':
    'The session with the identity provider: from the redirect to the renewal of tokens and the sign-out.',
  starting: 'It checks whether the page is the way back from the provider.',
  restoring: 'It looks for a session that this tab has stored.',
  withoutSession: 'There is no session. The path says whether it is needed.',
  asking: 'It asks the backend whether this page may be seen without a session.',
  visiting: 'The page is public, and nobody is signed in.',
  redirecting: 'The tab leaves for the provider.',
  processingRedirect: 'The tab came back, and its code is exchanged for tokens.',
  authenticated: 'There is a session that requests can use.',
  'authenticated.fresh': 'The token is good. A timer waits for its renewal.',
  'authenticated.renewing': 'A new token is asked for.',
  'authenticated.waiting': 'The renewal had no answer. The session stays, and it is tried again.',
  forgetting:
    'The session cannot go on: it is refused, or its sign-out did not leave the page. What is stored of it is deleted.',
  signingOut: 'The tab leaves to end the session at the provider, too.',
  retrySignIn: 'The sign-in failed. The page says why and offers another attempt.',
}
