// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { sessionMachine } from '../../src/machines/session/machine.ts'
import { LoginScreen } from '../../src/ui/shell/login-screen.tsx'
import { sessionModel } from './session.model.ts'
import { type Expectations, expectedStates, walk } from './views.tsx'

const states: Expectations<typeof sessionMachine> = {
  starting: 'left at once',
  restoring: ['Waiting for authentication...'],
  redirecting: ['Redirecting to login page...'],
  processingRedirect: ['Processing login...'],
  'authenticated.fresh': ['!failed'],
  'authenticated.renewing': ['!failed'],
  'authenticated.waiting': ['!failed'],
  forgetting: ['Redirecting to login page...'],
  signingOut: ['Processing logout...'],
  retryLogin: ['The login failed.', 'Try now'],
}

test('the login screen shows every state of the session', async () => {
  const seen = await walk(sessionModel, states, stage => ({
    page: <LoginScreen />,
    children: { session: stage.actor },
  }))
  expect([...seen].sort()).toEqual(expectedStates(states).sort())
})
