/**
 * What people do with the app, over TLS and HTTP/2, on slow connections and slow processors: `npm run bench --
 * journeys`. Times are compared with those of a page that never changes, in the same run.
 */
import { namesOf, wholeNumber, wholeNumbers } from '../../scripts/command.ts'
import { createBench } from './benches.ts'
import { type Bounds, type Journey, journeys } from './journeys/journeys.ts'
import { watchMoments } from './journeys/moments.ts'
import { before, longestRow, type SeenRequest, watchRequests } from './journeys/requests.ts'
import { openSite, type Site } from './journeys/site.ts'
import {
  devTools,
  type Network,
  networks,
  slowNetwork,
  slowProcessor,
} from './servers/dev-tools.ts'
import { median } from './servers/figures.ts'
import { coldContext } from './servers/servers.ts'

interface Run {
  ready: number
  /** Null: nothing was painted for the first time. */
  paint: number | null
  longestTask: number
  row: number
  kilobytes: number
  requests: number
}

const networkNames = { fast: networks.fast4G, slow: networks.slow4G } as const

interface Options {
  readonly only?: string[]
  readonly networks: (keyof typeof networkNames)[]
  readonly cpus: number[]
  readonly runs: number
  readonly requests?: true
}

const everyJourney = Object.keys(journeys)
const options = createBench('journeys')
  .option('--only <journeys>', 'such as home,flag', namesOf(everyJourney))
  .option('--networks <names>', 'the connections', namesOf(['fast', 'slow']), ['fast', 'slow'])
  .option('--cpus <factors>', 'how many times slower the processor is made', wholeNumbers, [1, 4])
  .option('--runs <count>', 'how often each is played', wholeNumber, 5)
  .option('--requests', 'print the requests of each last run: a star marks the longest row of them')
  .parse()
  .opts<Options>()
const { only } = options
const chosen = everyJourney.filter(name => name === 'reference' || !only || only.includes(name))

async function play(journey: Journey, site: Site, network: Network, cpu: number) {
  const context = journey.session
    ? await coldContext(site.browser, site.participant)
    : await site.browser.newContext({ locale: 'en-GB' })
  try {
    const page = await context.newPage()
    const tab = { context, page, site }
    const cdp = await devTools(page)
    const moments = await watchMoments(page, cdp, journey.content)
    await journey.before?.(tab)
    // A new window of Chromium also loads pages of its own.
    await new Promise(resolve => setTimeout(resolve, 1500))
    await slowNetwork(cdp, network)
    await slowProcessor(cdp, cpu)
    const requests = watchRequests(cdp)
    moments.begin()
    await journey.act(tab)
    const shown = await moments.ended
    await slowProcessor(cdp, 1)
    await journey.after?.(tab)
    return { requests, ...shown }
  } finally {
    await context.close()
  }
}

async function measure(journey: Journey, site: Site, network: Network, cpu: number): Promise<Run> {
  const { requests, content, paint, longestTask } = await play(journey, site, network, cpu)
  const answered = before(requests, content)
  const row = longestRow(answered)
  const begun = requests[0]?.sentAt ?? content
  if (options.requests) printRequests(answered, row, begun)
  return {
    ready: content - begun,
    paint: paint && paint - begun,
    longestTask,
    row: row.length,
    kilobytes: answered.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
    requests: answered.length,
  }
}

function printRequests(
  requests: readonly SeenRequest[],
  row: readonly SeenRequest[],
  begun: number,
) {
  for (const request of requests) {
    const { sentAt, answeredAt, endedAt, bytes, address } = request
    const times = [sentAt, answeredAt, endedAt].map(time => (time ? Math.round(time - begun) : '–'))
    const cells = [...times, bytes].map(cell => String(cell).padStart(7)).join('')
    console.log(`      ${row.includes(request) ? '*' : ' '}${cells}  ${address.slice(0, 90)}`)
  }
}

const ms = (value: number) => Math.round(value).toString()

function show(
  name: string,
  runs: readonly Run[],
  reference: number,
  network: Network,
  bounds?: Bounds,
) {
  const of = (read: (run: Run) => number | null) => runs.map(read).filter(value => value !== null)
  const ready = of(run => run.ready)
  const paints = of(run => run.paint)
  const task = median(of(run => run.longestTask))
  const ratio = median(ready) / reference
  const [row, kilobytes] = [median(of(run => run.row)), median(of(run => run.kilobytes))]
  const checks = bounds
    ? ([
        ['ratio', ratio, bounds.ratio[network.name] ?? 0],
        ['in a row', row, bounds.row],
        ['KB', kilobytes, bounds.kilobytes],
      ] as const)
    : []
  const over = checks.filter(([, value, most]) => value > most)
  const cells = [
    `${ms(median(ready))} (${ms(Math.min(...ready))}–${ms(Math.max(...ready))})`,
    ratio.toFixed(2),
    paints.length > 0 ? ms(median(paints)) : '–',
    task > 0 ? ms(task) : '<50',
    row,
    kilobytes.toFixed(1),
    median(of(run => run.requests)),
  ]
  printRow(over.length > 0 ? 'OVER' : '', name, cells)
  for (const [what, value, most] of over)
    console.log(`      ${what}: ${value.toFixed(2)}, at most ${most}`)
  if (over.length > 0) process.exitCode = 1
}

function printRow(mark: string, name: string, cells: readonly (string | number)[]) {
  const [ready = '', ...others] = cells
  const rest = others.map(cell => String(cell).padStart(9)).join('')
  console.log(`${mark.padEnd(6)}${name.padEnd(16)}${String(ready).padStart(18)}${rest}`)
}

const site = await openSite()
try {
  for (const network of options.networks.map(name => networkNames[name])) {
    for (const cpu of options.cpus) {
      console.log(`\n${network.name}, processor ${cpu}× slower; median of ${options.runs}, in ms`)
      const heads = ['ready', 'ratio', 'paint', 'task', 'in a row', 'KB', 'requests']
      printRow('', '', heads)
      let reference = Number.NaN
      for (const name of chosen) {
        const journey = journeys[name]
        if (!journey) continue
        const runs: Run[] = []
        for (let run = 0; run < options.runs; run++)
          runs.push(await measure(journey, site, network, cpu))
        if (name === 'reference') reference = median(runs.map(({ ready }) => ready))
        show(name, runs, reference, network, journey.bounds)
      }
    }
  }
} finally {
  await site.close()
}
