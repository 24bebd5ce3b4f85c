import type { Page, Request } from 'playwright/test'
import { sessionModel } from '../../models/session.model.ts'
import { sessionStates } from '../../models/shown/session.ts'
import { expect, newParticipant, returnToTab, test } from '../test.ts'
import { holdRequests, walkChosen } from './chosen.ts'

const rejected = 'at home → session found → token rejected'
/** The paths that stay on the page. `../sign-in/session.spec.ts` tests those that leave it. */
const paths = [`${rejected} → renewed`, `${rejected} → renew fails → time passes → renewed`]

/** The requests of an address that have no answer yet. */
function openRequests(page: Page, path: string): ReadonlySet<Request> {
  const open = new Set<Request>()
  page.on('request', request => {
    if (new URL(request.url()).pathname === path) open.add(request)
  })
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => open.delete(request))
  return open
}

test.describe('the app walks paths of session', { tag: '@long' }, () => {
  for (const [at, path] of paths.entries()) {
    const tag = at === 0 ? [] : ['@long-only']
    test(path, { tag }, async ({ page, console: logged }) => {
      logged.allow(/ERR_CONNECTION_RESET/)
      await newParticipant(page)
      await page.clock.install()
      const renewal = await holdRequests(page, 'POST', '**/oidc/token')
      const asked = openRequests(page, '/v1/user')
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'How to play' })).toBeVisible()
      await page.clock.pauseAt(Date.now() + 10_000)
      await walkChosen(page, sessionModel, sessionStates, path, {
        async 'token rejected'() {
          const json = { ok: false, code: 'NOT_AUTHORIZED', message: '' }
          await page.route('**/v1/user', route => route.fulfill({ status: 401, json }), {
            times: 1,
          })
          // A call that is already in flight is not sent again.
          await expect.poll(() => asked.size, 'open requests').toBe(0)
          await returnToTab(page)
          // Then each actor reads in its own task, and the page's clock stands still.
          await page.clock.runFor(1)
        },
        async renewed() {
          await expect.poll(renewal.count, 'renewals').toBe(1)
          // The app repeats the refused call with the new token.
          const again = page.waitForResponse(
            response => response.url().endsWith('/v1/user') && response.ok(),
          )
          await (await renewal.take()).continue()
          await again
        },
        'renew fails': renewal.fail,
      })
    })
  }
})
