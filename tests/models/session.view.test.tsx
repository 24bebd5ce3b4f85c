// @vitest-environment jsdom
import { useSelector } from '@xstate/react'
import { expect, test } from 'vitest'
import { publicScoreboardResource } from '../../src/machines/app/resources.ts'
import type { sessionMachine } from '../../src/machines/session/machine.ts'
import { isAuthenticated, isVisiting } from '../../src/machines/session/selectors.ts'
import { useAppChildren } from '../../src/ui/app-context.tsx'
import { HeaderControls } from '../../src/ui/header/header-controls.tsx'
import { SignInScreen } from '../../src/ui/sign-in/sign-in-screen.tsx'
import { VisitorPage } from '../../src/ui/visitor/visitor-page.tsx'
import { controls } from '../properties/controls.ts'
import { resourceSnapshot } from './data.ts'
import type { FormActions } from './form-actions.ts'
import { signedInNeighbours } from './neighbours.ts'
import { sessionModel } from './session.model.ts'
import { type Expectations, expectedStates } from './shown/expectations.ts'
import { still, walk } from './views.tsx'

const actions: FormActions<typeof sessionMachine> = {
  page: null,
  controls: controls.session,
  byUser: {
    'session.signIn': user => user.press('Sign in'),
    'session.signOut': user => user.press('Sign out'),
    'session.retry': user => user.press('Try now'),
    'session.rejected': 'from app',
    'session.shared': 'from app',
    'location.changed': 'from app',
  },
}

/** As the app chooses. */
function SessionViews() {
  const { session } = useAppChildren()
  const isVisitor = useSelector(session, isVisiting)
  if (useSelector(session, isAuthenticated)) return <HeaderControls />
  return isVisitor ? <VisitorPage /> : <SignInScreen />
}

const states: Expectations<typeof sessionMachine> = {
  starting: 'left at once',
  restoring: ['Waiting for authentication...'],
  withoutSession: 'left at once',
  asking: ['Waiting for authentication...'],
  visiting: ['Scoreboard', '[Sign in]', '!Waiting'],
  redirecting: ['Redirecting to login page...'],
  processingRedirect: ['Processing login...'],
  'authenticated.fresh': ['!failed', 'Hello, ada'],
  'authenticated.renewing': ['!failed', 'Hello, ada'],
  'authenticated.waiting': ['!failed', 'Hello, ada'],
  forgetting: ['Redirecting to login page...'],
  signingOut: ['Processing logout...'],
  retrySignIn: ['Sign-in failed.', 'Try now'],
}

test('sign-in screen and header show every state of the session, and act on it', async () => {
  const seen = await walk(sessionModel, states, actions, subject => ({
    page: <SessionViews />,
    children: signedInNeighbours(subject, {
      session: subject.actor,
      publicScoreboard: still(resourceSnapshot(publicScoreboardResource, 'fetching')),
    }),
  }))
  expect([...seen].sort()).toEqual(expectedStates(states).sort())
})
