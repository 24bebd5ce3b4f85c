import { networkModel } from '../../models/network.model.ts'
import { networkStates } from '../../models/shown/network.ts'
import { stopPolls } from '../page/timers.ts'
import { expect, newParticipant, test } from '../test.ts'
import { holdRequests, walkChosen } from './chosen.ts'

/** The first request submits a flag, the second one starts an environment. */
const paths = [
  'first request → first fails → time passes → first succeeds',
  'first request → second request → second fails → first succeeds → second succeeds',
  [
    ...['first request', 'second request', 'first fails', 'second fails', 'time passes'],
    ...['first fails', 'time passes', 'second succeeds', 'first succeeds'],
  ].join(' → '),
]

test.describe('the app walks paths of network', { tag: '@long' }, () => {
  for (const [at, path] of paths.entries()) {
    const tag = at === 0 ? [] : ['@long-only']
    test(path, { tag }, async ({ page, context, console: logged }) => {
      logged.allow(/ERR_CONNECTION_RESET/)
      // So only requests of the path are in flight.
      await stopPolls(context)
      await newParticipant(page)
      await page.clock.install()
      await page.goto('/challenge/web/hangar-search')
      await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
      await page.clock.pauseAt(Date.now() + 10_000)
      const first = await holdRequests(page, 'POST', '**/v1/challenges/hangar-search/solve?**')
      const second = await holdRequests(page, 'PUT', '**/v1/challenges/hangar-search/instance?**')
      await walkChosen(page, networkModel, networkStates, path, {
        async 'first request'() {
          await page.getByRole('textbox', { name: 'Flag' }).fill('GUIDON{no}')
          await page.keyboard.press('Enter')
        },
        'second request': () => page.getByRole('button', { name: 'Start', exact: true }).click(),
        'first fails': first.fail,
        'second fails': second.fail,
        'first succeeds': async () => (await first.take()).fulfill({ json: { status: 2 } }),
        'second succeeds': async () => (await second.take()).fulfill({ status: 204 }),
      })
      await expect(page.getByText('This flag is wrong.')).toBeVisible()
    })
  }
})
