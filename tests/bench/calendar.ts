/**
 * The flag calendar of 200 challenges × 3 flags × 30 days: `npm run bench -- calendar`. It measures the longest task of
 * the main thread during the load, on a processor that is 4 times slower.
 */

import { createBench } from './benches.ts'
import { devTools, slowProcessor, tasksDuring } from './servers/dev-tools.ts'
import { createFigures, median } from './servers/figures.ts'
import { openServers } from './servers/servers.ts'

createBench('calendar').parse()

const LOADS = 3
const size = { challenges: 200, flags: 3, days: 30 }

const figures = createFigures()
const servers = await openServers({ size, crowd: 500 })
try {
  const participant = await servers.enter('stargazer')
  const { page } = participant
  await slowProcessor(await devTools(page))
  const longest: number[] = []
  for (let turn = 0; turn < LOADS; turn++) {
    await participant.visit('/')
    const tasks = await tasksDuring(page, async () => {
      await page.getByRole('link', { name: 'Flag Calendar' }).click()
      // Playwright's own search among the cells would count as one of the tasks.
      await page.waitForTimeout(5000)
    })
    await page.locator('main td').first().waitFor()
    longest.push(tasks[0] ?? 0)
  }
  const cells = await page.locator('main tr[data-flag] td').count()
  figures.atLeast('cells', cells, size.challenges * size.flags * size.days, 'cells')
  console.log(`      of ${longest.map(Math.round).join(', ')} ms`)
  figures.atMost('longest task at first', median(longest), 300, 'ms')
} finally {
  await servers.close()
}
