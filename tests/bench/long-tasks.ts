// `npm run bench -- long-tasks`: what keeps the main thread of each page of the demo event busy
// for more than 50 ms, during its load and in the poll after it.

import type { Participant } from '../support/participant.ts'
import { plainPaths } from '../support/plain-paths.ts'
import { createBench } from './benches.ts'
import { openServers } from './servers/servers.ts'

createBench('long-tasks').parse()

/** Long enough for every poll of 10 s to come once. */
const WATCHED = 11_500
const paths = [...plainPaths, '/challenge/web/hangar-search', '/challenge/preflight/signal-hoist']

/** The long tasks of the page since its load began, in ms. */
const longTasks = ({ page }: Participant) =>
  page.evaluate(
    () =>
      new Promise<number[]>(resolve => {
        const observer = new PerformanceObserver(list => {
          observer.disconnect()
          resolve(list.getEntries().map(({ duration }) => Math.round(duration)))
        })
        observer.observe({ type: 'longtask', buffered: true })
        setTimeout(resolve, 100, [])
      }),
  )

const servers = await openServers()
try {
  const participant = await servers.enter('stopwatch')
  let after = 0
  for (const path of paths) {
    await participant.visit(path)
    const loading = await longTasks(participant)
    await participant.page.waitForTimeout(WATCHED)
    const later = (await longTasks(participant)).slice(loading.length)
    after += later.length
    console.log(
      `${path}: while loading [${loading.join(', ')}] ms, after it [${later.join(', ')}] ms`,
    )
  }
  console.log(`${after} long tasks after load`)
  process.exitCode = after > 0 ? 1 : 0
} finally {
  await servers.close()
}
