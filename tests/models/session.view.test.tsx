import { useSelector } from '@xstate/react'
import { expect, test } from 'vitest'
import { publicScoreboardResource } from '../../src/machines/app/resources.ts'
import { isAuthenticated, isVisiting } from '../../src/machines/session/selectors.ts'
import { useAppChildren } from '../../src/ui/app-context.tsx'
import { HeaderControls } from '../../src/ui/header/header-controls.tsx'
import { VisitorPage } from '../../src/ui/scoreboard/visitor/visitor-page.tsx'
import { SignInScreen } from '../../src/ui/sign-in/sign-in-screen.tsx'
import { resourceSnapshot } from './data.ts'
import { signedInNeighbours } from './neighbours.ts'
import { sessionModel } from './session.model.ts'
import { expectedStates } from './shown/expectations.ts'
import { sessionActions, sessionStates } from './shown/session.ts'
import { still, walk } from './views.tsx'

/** Chooses the view as the app does. */
function SessionViews() {
  const { session } = useAppChildren()
  const isVisitor = useSelector(session, isVisiting)
  if (useSelector(session, isAuthenticated)) return <HeaderControls />
  return isVisitor ? <VisitorPage /> : <SignInScreen />
}

test('sign-in screen and header show every state of the session, and act on it', async () => {
  const seen = await walk(sessionModel, sessionStates, sessionActions, subject => ({
    page: <SessionViews />,
    children: signedInNeighbours(subject, {
      session: subject.actor,
      publicScoreboard: still(resourceSnapshot(publicScoreboardResource, 'fetching')),
    }),
  }))
  expect([...seen].sort()).toEqual(expectedStates(sessionStates).sort())
})
