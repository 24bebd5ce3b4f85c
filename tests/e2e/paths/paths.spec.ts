import { describeStory } from '../../models/harness.ts'
import { accessToken } from '../page/access-token.ts'
import { keepMessages } from '../page/timers.ts'
import { playing, test } from '../test.ts'
import { machinesInApp } from './machine-in-app.ts'
import { pathsInApp, walkInApp, walkOnPlatform } from './walk-in-app.ts'

/** `npm test` walks each seventh, `npm run test:long` all. */
const tagOf = (at: number) => ({ tag: at % 7 === 0 ? [] : ['@long-only'] })

for (const one of machinesInApp) {
  const { model } = one
  const paths = await pathsInApp(one)
  test.describe(`the app walks the paths of ${model.machine.id}`, { tag: '@long' }, () => {
    for (const [at, path] of paths.entries()) {
      const labels = path.steps.map(({ stimulus }) => stimulus.label)
      test(describeStory(model, { input: path.input, labels }), tagOf(at), async ({ page }) => {
        await playing(page)
        await walkInApp(page, one, path)
      })
    }
  })
  test.describe(`with a real platform, the app walks ${model.machine.id}`, { tag: '@long' }, () => {
    for (const [at, story] of one.stories.entries()) {
      test(story.steps, tagOf(at), async ({ page }) => {
        await keepMessages(page.context())
        await playing(page)
        const headers = { authorization: `Bearer ${await accessToken(page)}` }
        await story.before?.((method, path, data) =>
          page.request.fetch(path, { method, headers, data }),
        )
        await walkOnPlatform(page, one, story)
      })
    }
  })
}
