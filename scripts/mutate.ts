// `npm run mutate`: breaks the machines, one transition, guard, target, delay or action at a time, and runs their
// headless tests.
//
// Stryker breaks expressions. These mutants break parts of a state machine, which can still start.
//
// Fails if fewer than 90 % are caught, or 80 % of one machine. It also fails if a mutant survives without a
// reason in tests/support/mutation/equivalents.ts, or if such a reason is no longer true.
import { availableParallelism } from 'node:os'
import { models } from '../tests/models/models.ts'
import { equivalents } from '../tests/support/mutation/equivalents.ts'
import { labelsOf } from '../tests/support/mutation/mutants.ts'
import { type Job, machineIds, suites } from '../tests/support/mutation/protocol.ts'
import { runSubtleFaults } from '../tests/support/mutation/run-subtle.ts'
import { createTrier } from '../tests/support/mutation/try.ts'
import { createCommand, wholeNumber } from './command.ts'

const MIN_SHARE = 0.9
const MIN_SHARE_OF_ONE = 0.8

interface Options {
  readonly every: number
  readonly only: string
  readonly processes: number
  readonly verbose?: true
  readonly subtle?: true
}

const program = createCommand(
  'npm run mutate --',
  'Breaks the machines, one part at a time, and runs their headless tests.',
)
  .argument('[machines...]', 'only these; with --subtle: only faults with these words')
  .option('--every <count>', 'one mutant of so many', wholeNumber, 1)
  .option('--only <text>', 'mutants whose label contains this, such as onError', '')
  .option('--processes <count>', 'how many run at once', wholeNumber, availableParallelism())
  .option('--verbose', 'print which test caught which mutant')
  .option(
    '--subtle',
    'instead, make the faults of tests/support/mutation/subtle, which the sentences of the models must find',
  )
  .parse()
const wanted = program.args
const { every, only, processes, verbose, subtle } = program.opts<Options>()
/** Whether all mutants are made. In a selection, the share of caught mutants says nothing. */
const isWhole = every === 1 && only === ''

if (subtle) {
  const missed = await runSubtleFaults(wanted)
  for (const problem of missed) console.error(problem)
  process.exit(missed.length > 0 ? 1 : 0)
}

const unknown = wanted.filter(id => !machineIds.includes(id))
if (unknown.length > 0) throw new Error(`There is no machine ${unknown.join(', ')}.`)

const machines = models
  .map(({ machine }) => ({ id: machine.id, labels: labelsOf(machine) }))
  .filter(({ id }) => wanted.length === 0 || wanted.includes(id))
const jobs = machines
  .flatMap(({ id, labels }) => labels.map(label => ({ machine: id, label })))
  .filter((_, index) => index % every === 0)
  .filter(({ label }) => label.includes(only))

const problems: string[] = []
const caughtBy = new Map<Job, string>()
const survivors: Job[] = []
// The first job has no mutant: tests that always fail would catch everything.
const queue: Job[] = [...machines.map(({ id }) => ({ machine: id, label: null })), ...jobs]

async function work() {
  const trier = createTrier()
  for (let job = queue.shift(); job; job = queue.shift()) {
    const verdict = await trier.tryOne(job)
    const { machine, label } = job
    if (label === null) {
      if (verdict.type === 'survived') continue
      console.error(`${machine}, unbroken, fails "${verdict.test}": ${verdict.why}`)
      process.exit(1)
    } else if (verdict.type === 'caught') {
      caughtBy.set(job, verdict.by)
      if (verbose) console.log(`caught    ${machine}: ${label}\n            by "${verdict.test}"`)
      if (equivalents[machine]?.[label]) problems.push(`${machine}: "${label}" is caught now.`)
    } else {
      survivors.push(job)
      const reason = equivalents[machine]?.[label]
      console.log(`survived  ${machine}: ${label}\n            ${reason ?? 'WITHOUT A REASON'}`)
      if (!reason) problems.push(`${machine}: "${label}" survived.`)
    }
  }
  trier.end()
}
const started = Date.now()
await Promise.all(Array.from({ length: Math.max(1, processes) }, work))

const rate = (caught: number, all: number) => (all === 0 ? 1 : caught / all)
const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const line = (name: string, tried: readonly Job[]) => {
  const caught = tried.filter(job => caughtBy.has(job))
  const by = suites.map(suite => caught.filter(job => caughtBy.get(job) === suite).length)
  const cells = [tried.length, caught.length, ...by, percent(rate(caught.length, tried.length))]
  console.log(name.padEnd(14) + cells.map(cell => `${cell}`.padStart(17)).join(''))
  return rate(caught.length, tried.length)
}
console.log(
  ' '.repeat(14) +
    ['mutants', 'caught', ...suites, ''].map(cell => `${cell}`.padStart(17)).join(''),
)
for (const { id } of machines) {
  const share = line(
    id,
    jobs.filter(job => job.machine === id),
  )
  if (isWhole && share < MIN_SHARE_OF_ONE)
    problems.push(`${id}: only ${percent(share)} are caught.`)
}
const share = line('together', jobs)
if (isWhole && share < MIN_SHARE) problems.push(`Only ${percent(share)} are caught.`)
console.log(`${survivors.length} survived, in ${Math.round((Date.now() - started) / 1000)} s`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
