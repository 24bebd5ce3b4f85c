// `npm run faults`: plays every change of the app through every fault of the network.
import { chromium } from 'playwright'
import { changes } from '../../tests/faults/changes.ts'
import { type FaultSite, openFaultSite } from '../../tests/faults/fault-site.ts'
import { faults } from '../../tests/faults/faults.ts'
import { type Outcome, runCase } from '../../tests/faults/run-case.ts'
import { findHeadlessBrowser } from '../browser.ts'
import { createCommand, wholeNumber } from '../command.ts'

interface Options {
  readonly change?: string
  readonly fault?: string
  readonly jobs: number
}

const options = createCommand(
  'npm run faults --',
  'Plays every change of the app through every fault of the network. Prints a table, and fails if a case fails.',
)
  .option('--change <name>', 'only changes whose name contains this, such as flag')
  .option('--fault <name>', 'only faults whose name contains this, such as 502')
  .option('--jobs <count>', 'how many cases run at once', wholeNumber, 2)
  .parse()
  .opts<Options>()
const wanted = <T extends { name: string }>(all: readonly T[], part: string | undefined) =>
  all.filter(({ name }) => !part || name.toLowerCase().includes(part.toLowerCase()))
const rows = wanted(changes, options.change)
const columns = wanted(faults, options.fault)
if (rows.length === 0 || columns.length === 0) {
  console.error(
    `No such case. Changes: ${changes.map(({ name }) => name).join(', ')}. Faults: ${faults.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}

const executablePath = findHeadlessBrowser()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  // An interruption does not close the browser, because it waits for the cases that run.
  handleSIGINT: false,
  handleSIGTERM: false,
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
/** Each job has its own pair, because a proxy does not know to which case a request belongs. */
const sites = await Promise.all(
  Array.from(
    { length: options.jobs },
    async (): Promise<Record<'running' | 'upcoming', FaultSite>> => ({
      running: await openFaultSite('running'),
      upcoming: await openFaultSite('upcoming'),
    }),
  ),
)
const cases = rows.flatMap(change => columns.map(fault => ({ change, fault })))
const outcomes: Outcome[] = []

/** The first interruption skips the cases that wait, and prints the table. The second one ends the script. */
process.once('SIGINT', finishEarly).once('SIGTERM', finishEarly)
function finishEarly() {
  cases.length = 0
  console.log('Interrupted: the cases that run are finished.')
}

async function work(own: Record<'running' | 'upcoming', FaultSite>) {
  for (let next = cases.shift(); next; next = cases.shift()) {
    const { change, fault } = next
    const outcome = await runCase(browser, own[change.phase], change, fault).catch(
      (error: Error): Outcome => ({
        change: change.name,
        fault: fault.name,
        problems: [`the case broke: ${error.message.split('\n')[0]}`],
        isMadeAtOnce: false,
        settledMs: -1,
      }),
    )
    outcomes.push(outcome)
    for (const problem of outcome.problems) {
      console.log(`${outcome.change} × ${outcome.fault}: ${problem}`)
    }
  }
}
await Promise.all(sites.map(work))
await browser.close()
await Promise.all(sites.flatMap(own => Object.values(own)).map(site => site.close()))

/** `made`: at the first attempt; `asked`: after the user tried again; `BAD`: the change was not made. */
const markOf = (outcome: Outcome | undefined) =>
  outcome === undefined
    ? ''
    : outcome.problems.length > 0
      ? 'BAD'
      : outcome.isMadeAtOnce
        ? 'made'
        : 'asked'
const width = Math.max(...rows.map(({ name }) => name.length))
console.log(`\n${''.padEnd(width)}  ${columns.map(({ name }) => name.padEnd(17)).join('')}`)
for (const { name } of rows) {
  const marks = columns.map(fault => {
    const found = outcomes.find(one => one.change === name && one.fault === fault.name)
    return `${markOf(found)} ${found && found.settledMs >= 0 ? `${(found.settledMs / 1000).toFixed(1)} s` : ''}`.padEnd(
      17,
    )
  })
  console.log(`${name.padEnd(width)}  ${marks.join('')}`)
}
const count = (mark: string) => outcomes.filter(outcome => markOf(outcome) === mark).length
console.log(
  `\n${outcomes.length} cases: ${count('made')} made by themselves, ${count('asked')} failed visibly and made by asking again, ${count('BAD')} bad`,
)
process.exitCode = count('BAD') > 0 || outcomes.length < rows.length * columns.length ? 1 : 0
