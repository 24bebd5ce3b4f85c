/**
 * How long a solve takes to reach others' screens: `npm run bench -- live-screens`. The time runs from
 * the request with the flag to the frame that shows it, on the home page of a team mate and on the scoreboard of a rival. No page
 * polls. The rival gets news of the board every 2 s at most, so solves are further apart.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright'
import { readCount } from '../../scripts/command.ts'
import { stopPolls, stoppedTimers } from '../e2e/page/timers.ts'
import { createBench } from './benches.ts'
import { categoryOf, flagOf, slugOf } from './servers/event.ts'
import { createFigures } from './servers/figures.ts'
import { openServers } from './servers/servers.ts'

const solves = readCount(createBench('live-screens'), 'solves', 'how many', 30)
const APART = 2500
const BOUND = 1000

/** When the first frame with another text of the element came, in milliseconds since the epoch. */
const textChanged = (page: Page, selector: string) =>
  page.evaluate(
    sought =>
      new Promise<number>(resolve => {
        const textOf = () => document.querySelector(sought)?.textContent
        const before = textOf()
        if (before === undefined) throw new Error(`There is no ${sought}.`)
        const look = () =>
          requestAnimationFrame(() => (textOf() === before ? look() : resolve(Date.now())))
        look()
      }),
    selector,
  )

const figures = createFigures()
const size = { challenges: solves, flags: 1, days: 4, teamMode: true }
const servers = await openServers({ size, crowd: 0 })
try {
  const solver = await servers.enter('solver')
  const mate = await servers.enter('mate', solver)
  const rival = await servers.enter('rival')
  for (const { page } of [mate, rival]) await stopPolls(page.context())
  for (const [participant, path] of [
    [mate, '/'],
    [rival, '/scoreboard'],
  ] as const) {
    const { page } = participant
    const streamed = page.waitForResponse(response => response.url().endsWith('/v1/live'))
    await participant.visit(path)
    await streamed
  }

  const times: Record<'mate' | 'rival', number[]> = { mate: [], rival: [] }
  for (let challenge = 0; challenge < solves; challenge++) {
    const [slug, category] = [slugOf(challenge), categoryOf(challenge)]
    const shown = {
      mate: textChanged(mate.page, `main div:has(> [href$="/${slug}"]) ~ [data-is]`),
      rival: textChanged(rival.page, 'tr:not([data-own]):has(a[title="Team solver"])'),
    }
    await delay(APART)
    const begun = Date.now()
    const path = `/v1/challenges/${slug}/solve?category=${category}`
    await solver.call('POST', path, { flag: flagOf(challenge, 0) })
    times.mate.push((await shown.mate) - begun)
    times.rival.push((await shown.rival) - begun)
  }
  for (const who of ['mate', 'rival'] as const) {
    const sorted = times[who].sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
    console.log(`      ${who}: ${solves} solves, median ${at(0.5)} ms, longest ${at(1)} ms`)
    figures.atMost(`${who}: 95 % of the solves within`, at(0.95), BOUND, 'ms')
  }
  for (const { page } of [mate, rival])
    figures.atLeast('timers that would have polled', await stoppedTimers(page), 1, 'timers')
} finally {
  await servers.close()
}
