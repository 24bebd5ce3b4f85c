import type { Page } from 'playwright/test'
import { describeStory } from '../../models/harness.ts'
import { accessToken } from '../page/access-token.ts'
import { keepMessages } from '../page/timers.ts'
import { newAccount, newParticipant, newTeam, test } from '../test.ts'
import { type MachineInApp, machinesInApp } from './machine-in-app.ts'
import { pathsInApp, walkInApp, walkOnPlatform } from './walk-in-app.ts'

/** `npm test` walks the first path of each machine and account, `npm run test:long` all paths. */
const tagOf = (at: number) => ({ tag: at === 0 ? [] : ['@long-only'] })

const nameOf = ({ model, account }: MachineInApp) =>
  account === 'playing' ? model.machine.id : `${model.machine.id}, ${account}`

const enter = (page: Page, { account }: MachineInApp) =>
  account === 'playing'
    ? newParticipant(page)
    : account === 'without a team'
      ? newAccount(page)
      : newTeam(page)

for (const one of machinesInApp) {
  const { model } = one
  const paths = await pathsInApp(one)
  test.describe(`the app walks the paths of ${nameOf(one)}`, { tag: '@long' }, () => {
    for (const [at, path] of paths.entries()) {
      const labels = path.steps.map(({ stimulus }) => stimulus.label)
      test(describeStory(model, { input: path.input, labels }), tagOf(at), async ({ page }) => {
        await enter(page, one)
        await walkInApp(page, one, path)
      })
    }
  })
  test.describe(`with a real platform, the app walks ${nameOf(one)}`, { tag: '@long' }, () => {
    for (const [at, story] of one.stories.entries()) {
      test(story.steps, tagOf(at), async ({ page }) => {
        await keepMessages(page.context())
        await enter(page, one)
        const headers = { authorization: `Bearer ${await accessToken(page)}` }
        await story.before?.((method, path, data) =>
          page.request.fetch(path, { method, headers, data }),
        )
        await walkOnPlatform(page, one, story)
      })
    }
  })
}
