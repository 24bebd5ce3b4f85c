import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { createEffects } from '../../src/api/client/effects.ts'
import { unconfigured } from '../../src/api/config.ts'
import { App } from '../../src/ui/app.tsx'
import { AppProvider } from '../../src/ui/app-context.tsx'
import type { Device } from '../../src/wiring/device.ts'
import { stubDialogs } from '../support/dialogs.ts'
import { createFakeApp } from '../support/fake-app.ts'
import { type Replies, startBackend } from './backend.ts'
import { usual } from './replies.ts'

interface Options {
  readonly device?: Partial<Device>
  readonly isSignedOut?: boolean
  /** The token of a team mate's desktop that the page begins with. */
  readonly view?: string | undefined
}

/** The whole app on a path, with its real wiring and client, and a real HTTP server. */
export async function showWired(
  path: string,
  own: Replies = {},
  { device, isSignedOut, view }: Options = {},
) {
  stubDialogs()
  const replies = { ...usual, ...own }
  const backend = await startBackend(replies)
  const fake = createFakeApp({
    path,
    ...(device && { device }),
    ...(isSignedOut && { isSignedOut }),
    ...(view && { view }),
    effects: now => createEffects({ ...unconfigured, apiBaseUrl: backend.url }, { now }),
  })
  onTestFinished(() => void fake.app.stop())
  const { unmount } = render(
    <AppProvider app={fake.app}>
      <App />
    </AppProvider>,
  )
  const user = userEvent.setup()
  return {
    ...fake,
    replies,
    base: backend.url,
    received: backend.received,
    unmount,
    pass: (milliseconds: number) => act(async () => fake.pass(milliseconds)),
    /** How often this was requested; `url`: a path as the spec writes it, with its query. */
    countOf: (method: string, url: string) =>
      backend.received.filter(one => one.method === method && one.url === `/base${url}`).length,
    press: async (name: string | RegExp) => user.click(await screen.findByRole('button', { name })),
    /** Takes a hint that costs 50 points. */
    takeHint: async () => {
      await user.click(await screen.findByText('Hint 1'))
      await user.click(await screen.findByRole('button', { name: 'Take it for 50 points' }))
    },
    /** Opens the list of those who solved a challenge: one account. jsdom has no popovers. */
    openSolves: async () => {
      const button = await screen.findByRole('button', { name: '1 solve' })
      const list = document.getElementById(button.getAttribute('popovertarget') ?? '')
      if (list) fireEvent(list, Object.assign(new Event('toggle'), { newState: 'open' }))
    },
    choose: async (name: string | RegExp) => user.click(await screen.findByRole('radio', { name })),
    type: async (label: string, text: string) =>
      user.type(await screen.findByRole('textbox', { name: label }), text),
    typePassword: async (text: string) =>
      user.type(await screen.findByLabelText('Password of the group'), text),
  }
}

export type Wired = Awaited<ReturnType<typeof showWired>>
