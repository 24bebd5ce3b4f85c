import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render } from '@testing-library/react'
import { AppProvider } from '../../../src/ui/app-context.tsx'
import { ChallengePage } from '../../../src/ui/challenge/challenge-page.tsx'
import { createFakeApp, type Server } from '../../support/fake-app.ts'
import { settled } from '../../support/time.ts'

/** Shows the page of a challenge to somebody who is signed in, and lets the server's answers arrive. */
export async function showChallenge(
  server: Server = {},
  options: Omit<Parameters<typeof createFakeApp>[0], 'server'> = {},
) {
  const fake = createFakeApp({ ...options, server })
  const settle = () => act(settled)
  await settle()
  await settle()
  const view = render(
    <I18nProvider i18n={i18n}>
      <AppProvider app={fake.app}>
        <ChallengePage page={{ categorySlug: 'web', challengeSlug: 'login' }} />
      </AppProvider>
    </I18nProvider>,
  )
  await settle()
  return { ...fake, view, settle, pass: (time: number) => act(async () => fake.pass(time)) }
}
