import type { Participant } from '../participant.ts'
import { play, type Scene } from '../scene.ts'

const forgetSession = ({ page }: Participant) => page.evaluate(() => sessionStorage.clear())

/** What is seen before the app is there, or where it has no page. */
export const outside: Scene[] = [
  {
    name: 'login-redirecting',
    event: 'running',
    async arrange(participant) {
      await forgetSession(participant)
      await participant.hold('**/.well-known/openid-configuration')
      await participant.page.goto('/')
      await participant.page.getByRole('status').first().waitFor()
    },
  },
  {
    name: 'login-failed',
    event: 'running',
    async arrange(participant) {
      await forgetSession(participant)
      await participant.answer('**/.well-known/openid-configuration', 500)
      await participant.page.goto('/')
      await participant.page.getByRole('button').first().waitFor()
    },
  },
  {
    name: 'sign-in',
    event: 'running',
    async arrange({ page }) {
      await page.context().clearCookies()
      await page.evaluate(() => sessionStorage.clear())
      await page.goto('/')
      await page.locator('input[name=username]').waitFor()
    },
  },
  {
    name: 'configuration-error',
    event: 'running',
    async arrange({ page }) {
      await page.route('**/', async route => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/"oidcClientId":"[^"]*"/, '"oidcClientId":""')
        await route.fulfill({ response, body })
      })
      await page.goto('/')
      await page.locator('h1').waitFor()
    },
  },
  {
    name: 'first-load',
    event: 'running',
    async arrange(participant) {
      await play('/')(participant)
      await participant.hold('**/v1/user/stats')
      await participant.page.goto('/')
      await participant.page.locator('main').waitFor()
    },
  },
  { name: 'not-found', event: 'running', arrange: participant => participant.visit('/nowhere') },
]
