import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { appChildren } from '../../../src/machines/app/children.ts'
import { appMachine } from '../../../src/machines/app/machine.ts'
import { buildMachine } from '../../../src/machines/build/machine.ts'
import { localeMachine } from '../../../src/machines/locale/machine.ts'
import type { Navigate } from '../../../src/machines/navigation/events.ts'
import { schemeMachine } from '../../../src/machines/scheme/machine.ts'
import { sessionMachine } from '../../../src/machines/session/machine.ts'
import type { Session } from '../../../src/machines/session/session.ts'
import { App } from '../../../src/ui/app.tsx'
import { AppProvider } from '../../../src/ui/app-context.tsx'
import { stubDialogs } from '../../support/dialogs.ts'
import { createFakePromise } from '../../support/fakes/calls.ts'
import { settled } from '../../support/time.ts'

afterEach(cleanup)

async function show(options: { path?: string; missingKeys?: string[] } = {}) {
  stubDialogs()
  const restore = createFakePromise<Session | null>()
  const start = createFakePromise<void, { returnTo: string; failures: number }>()
  const finish = createFakePromise<{ session: Session; returnTo: string }>()
  const clock = new SimulatedClock()
  const app = createActor(
    appMachine.provide({
      actors: {
        navigation: fromCallback<Navigate>(() => {}),
        locale: localeMachine.provide({
          actors: {
            activate: fromPromise(async () => i18n.loadAndActivate({ locale: 'en', messages: {} })),
          },
        }),
        build: buildMachine.provide({ actors: { partFailures: fromCallback(() => {}) } }),
        scheme: schemeMachine.provide({ actors: { apply: fromPromise(async () => {}) } }),
        session: sessionMachine.provide({
          actors: {
            restore: restore.logic,
            startSignIn: start.logic,
            finishSignIn: finish.logic,
            reportSignInError: fromPromise(async () => {}),
            sharedSession: fromCallback(() => {}),
          },
        }),
      },
    }),
    {
      clock,
      input: {
        missingKeys: options.missingKeys ?? [],
        path: options.path ?? '/my-team',
        now: () => clock.now(),
        random: () => 0.5,
        signInFailures: 0,
        locale: { stored: 'en', browser: [] },
        scheme: { stored: null },
      },
    },
  ).start()
  render(
    <AppProvider app={app}>
      <App />
    </AppProvider>,
  )
  await act(settled)
  return { app, restore, start, finish, clock, settle: () => act(settled) }
}

const main = () => screen.getByRole('main').textContent

test('while nobody knows who it is: Waiting for authentication...', async () => {
  await show()
  expect(main()).toBe('GuidonWaiting for authentication...')
})

test('on the way to the provider: Redirecting to login page...', async () => {
  const { restore, settle } = await show()
  restore.last().answer.resolve(null)
  await settle()
  expect(main()).toBe('GuidonRedirecting to login page...')
})

test('back from the provider: Processing login...', async () => {
  await show({ path: '/auth/redirect?code=1' })
  expect(main()).toBe('GuidonProcessing login...')
})

test('a sign-in that failed says so in words, and is tried again at once when the user asks', async () => {
  const { finish, start, settle } = await show({ path: '/auth/redirect?code=1' })
  finish.last().answer.reject(new Error('Internal Server Error (500): {"ok":false}'))
  await settle()
  expect(screen.getByRole('alert').textContent).toContain(
    'The sign-in service did not answer as expected. If it keeps happening, tell the organisers.',
  )
  expect(screen.getByRole('alert').textContent).not.toContain('500')
  expect(start.calls.length).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  await settle()
  expect([start.calls.length, main()]).toEqual([1, 'GuidonRedirecting to login page...'])
})

test('without a network, the sign-in says so, too', async () => {
  const { app } = await show()
  act(() => {
    appChildren(app.getSnapshot()).network.send({ type: 'request.failed', id: 1 })
  })
  expect(screen.getByRole('dialog', { name: 'Network connectivity issues' })).toBeDefined()
})

test.for([
  ['INSECURE', 'Browsers allow a sign-in only at an address with https.'],
  ['NO_STORAGE', 'Your browser does not let this site remember the sign-in.'],
  ['UNREACHABLE', 'No connection to the sign-in.'],
  ['SIGN_IN_LOST', 'You signed in, but this site did not accept it.'],
  ['SIGN_IN_REFUSED', 'Your account is closed.'],
] as const)('a sign-in that failed by %s says: %s', async ([code, text]) => {
  const { restore, start, settle } = await show()
  restore.last().answer.resolve(null)
  await settle()
  start.last().answer.reject(Object.assign(new Error('Your account is closed.'), { code }))
  await settle()
  expect(screen.getByRole('alert').textContent).toContain(text)
})

test('a page that is not configured names every missing key', async () => {
  await show({ missingKeys: ['apiBaseUrl', 'oidcClientId'] })
  const keys = await screen.findAllByRole('listitem')
  expect(keys.map(item => item.textContent)).toEqual(['apiBaseUrl', 'oidcClientId'])
  expect(document.title).toBe('Not configured · Guidon')
})
