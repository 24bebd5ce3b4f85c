import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import type { Flugzeug, FlugzeugStatus } from '../../../src/api/contract.ts'
import { frameId } from '../../../src/machines/flugzeug/frame.ts'
import { desktopFrame } from '../../../src/remote-desktop/frame.ts'
import { AppProvider } from '../../../src/ui/app-context.tsx'
import { FlugzeugPage } from '../../../src/ui/flugzeug/flugzeug-page.tsx'
import { createFakeApp, type Server } from '../../support/fake-app.ts'
import { settled } from '../../support/time.ts'

export { no } from '../../support/challenge.ts'

export const address = 'https://desktop.example/desktop.html?desktop=1'

/** A desktop as the server describes it, with its own ticket when it runs. */
export const desktop = (
  status: FlugzeugStatus,
  { stopTimestamp = '2026-05-01T13:00:00.000Z' as string | null, ticket = 'a' } = {},
): Flugzeug => ({
  status,
  stopTimestamp: status === 'running' ? stopTimestamp : null,
  url: status === 'running' ? `${address}#ticket=${ticket}` : null,
})

/** Shows the page to a user who may use it, and lets the server's answers arrive. */
export async function showFlugzeug(server: Server = {}) {
  const fake = createFakeApp({
    path: '/flugzeug',
    device: { desktopFrame },
    server: {
      getFlugzeugEnabled: { enabled: true },
      createFlugzeug: undefined,
      startFlugzeug: undefined,
      stopFlugzeug: undefined,
      extendFlugzeug: undefined,
      resetFlugzeug: undefined,
      ...server,
    },
  })
  // Otherwise it would receive the messages of the next test's desktop.
  onTestFinished(() => void fake.app.stop())
  const settle = () => act(settled)
  for (let step = 0; step < 4; step++) await settle()
  const view = render(
    <I18nProvider i18n={i18n}>
      <AppProvider app={fake.app}>
        <FlugzeugPage />
      </AppProvider>
    </I18nProvider>,
  )
  await settle()
  return {
    ...fake,
    view,
    frame: findFrame,
    settle,
    /** Lets time pass, and lets the server's answers arrive. */
    pass: async (time: number) => {
      await act(async () => fake.pass(time))
      await settle()
    },
    /** Sends a message of the embedded desktop. */
    hear: async (type: string) => {
      const source = findFrame()?.contentWindow ?? null
      const origin = new URL(address).origin
      await act(async () => {
        window.dispatchEvent(new MessageEvent('message', { data: { type }, origin, source }))
      })
      await settle()
    },
  }
}

const findFrame = () => document.querySelector<HTMLIFrameElement>(`#${frameId}`)
