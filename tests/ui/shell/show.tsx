import { act, render } from '@testing-library/react'
import { App } from '../../../src/ui/app.tsx'
import { AppProvider } from '../../../src/ui/app-context.tsx'
import { stubDialogs } from '../../support/dialogs.ts'
import { createFakeApp } from '../../support/fake-app.ts'
import { settled } from '../../support/time.ts'

/** Shows the whole app to somebody who is signed in, and lets the server's answers arrive. */
export async function showApp(options: Parameters<typeof createFakeApp>[0] = {}) {
  stubDialogs()
  const fake = createFakeApp({ path: '/nowhere', ...options })
  const settle = () => act(settled)
  const view = render(
    <AppProvider app={fake.app}>
      <App />
    </AppProvider>,
  )
  await settle()
  await settle()
  await settle()
  return { ...fake, view, settle, pass: (time: number) => act(async () => fake.pass(time)) }
}

export const ref = (categorySlug: string, challengeSlug: string) => ({
  categorySlug,
  challengeSlug,
})
