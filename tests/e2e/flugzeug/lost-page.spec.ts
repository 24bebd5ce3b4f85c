import type { Route } from 'playwright/test'
import { findProgram } from '../../../scripts/browser.ts'
import { ownPort } from '../../support/servers/own-port.ts'
import { pictureIn } from '../desktop/live-canvas.ts'
import { expect, newParticipant, test } from '../test.ts'

test.skip(
  !findProgram('Xvnc'),
  'no Xvnc is installed here, so that the platform offers no Flugzeug',
)

const failures: [why: string, fail: (route: Route) => Promise<void>][] = [
  ['a proxy got no answer', route => route.fulfill({ status: 502, body: 'Bad Gateway' })],
  // Where nobody listens.
  [
    'the network was away',
    async route => route.continue({ url: `http://127.0.0.1:${await ownPort()}/desktop.html` }),
  ],
]
for (const [why, fail] of failures)
  test(`a desktop whose page did not come, since ${why}, is shown as soon as it comes`, {
    tag: '@every-browser',
  }, async ({ page, console: logged }) => {
    logged.allow(/status of 502|ERR_CONNECTION_REFUSED|blocked an inline style/)
    await newParticipant(page)
    let asked = 0
    await page.route('**/desktop.html?*', route => {
      asked += 1
      return asked <= 2 ? fail(route) : route.continue()
    })
    await page.goto('/flugzeug')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(pictureIn(page.frameLocator('iframe'))).toBeVisible()
    expect(asked).toBe(3)
  })
