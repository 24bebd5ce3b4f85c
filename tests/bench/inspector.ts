/**
 * What the inspector costs: `npm run bench -- inspector`. How long the chart of each machine takes to lay out, how
 * fast the inspector is with a full log, and how much more processor time the main thread of the app takes while it
 * is inspected.
 */
import type { Page } from 'playwright'
import { readCount } from '../../scripts/command.ts'
import { layoutInProcess } from '../../tools/statechart/drawing/in-process.ts'
import { drawingOf } from '../../tools/statechart/drawing/layout.ts'
import { buildInspected, serveInspected } from '../e2e/inspector/serve.ts'
import { models } from '../models/models.ts'
import { createBench } from './benches.ts'
import { logCosts } from './inspector/log.ts'
import { devTools } from './servers/dev-tools.ts'
import { createFigures, median } from './servers/figures.ts'
import { coldContext, openServers } from './servers/servers.ts'

const rounds = readCount(createBench('inspector'), 'rounds', 'how often', 5)
/** How often each round visits all pages. */
const TURNS = 6
const links = [/^Home/, /^Your team/, /^Scoreboard/, /^Hangar Search/, /^Checklist/]

const figures = createFigures()

const machines = models.map(({ machine }) => machine)
/** Processor milliseconds of this process. */
async function layoutTime(machine: (typeof machines)[number]): Promise<number> {
  const before = process.cpuUsage()
  await drawingOf(machine, new Set(), layoutInProcess)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
// The first ones would pay for the compiler.
for (const machine of machines) await layoutTime(machine)
for (const machine of machines) {
  const times: number[] = []
  for (let turn = 0; turn < 5; turn++) times.push(await layoutTime(machine))
  figures.atMost(`${machine.id}: laid out`, Math.round(median(times)), 600, 'ms')
}

/** Visits pages like a participant. @returns the processor time of the page's main thread, in ms */
async function visit(page: Page): Promise<number> {
  const cdp = await devTools(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const before = await spent()
  for (let turn = 0; turn < TURNS; turn++) {
    for (const name of links) {
      const link = page.getByRole('navigation').getByRole('link', { name })
      await link.click()
      await page.locator('h1').first().waitFor()
    }
  }
  const time = (await spent()) - before
  await cdp.detach()
  return time
}

const site = await buildInspected()
const servers = await openServers()
try {
  const { newest, scrolled } = await logCosts(servers.browser, site)
  figures.atLeast('50,000 events, 600 more a second', newest.framesPerSecond, 58, 'frames/s')
  figures.atMost('its main thread', newest.perFrame, 1000 / 60, 'ms a frame')
  figures.atLeast('scrolled through all of them in 5 s', scrolled.framesPerSecond, 58, 'frames/s')
  figures.atMost('its main thread', scrolled.perFrame, 1000 / 60, 'ms a frame')
  const participant = await servers.enter('watched')
  const times: Record<'off' | 'on', number[]> = { off: [], on: [] }
  for (let round = 0; round < rounds; round++) {
    for (const inspect of ['off', 'on'] as const) {
      const context = await coldContext(servers.browser, participant)
      await serveInspected(context, site)
      const page = await context.newPage()
      const opened = inspect === 'on' ? context.waitForEvent('page') : null
      await page.goto(`${servers.origin}/?inspect=${inspect}`)
      const inspector = await opened
      await inspector?.getByRole('button', { name: /^app / }).click()
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Checklist/ })
        .waitFor()
      await visit(page)
      times[inspect].push(await visit(page))
      await context.close()
    }
  }
  const [off, on] = [median(times.off), median(times.on)]
  console.log(
    `      ${TURNS * links.length} pages: ${off.toFixed(0)} ms without, ${on.toFixed(0)} ms with it`,
  )
  figures.atMost('more processor time of the app while inspected', (on / off - 1) * 100, 15, '%')
} finally {
  await servers.close()
}
