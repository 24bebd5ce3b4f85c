// Breaks the machines, one transition, guard, target, delay or action at a time, and runs their
// headless tests: `npm run mutate`, or `npm run mutate -- session network` for these only.
//
//   --every=5         one mutant in five
//   --only=onError    mutants whose label contains this
//   --processes=1     instead of one process for each core
//   --verbose         prints which test caught which mutant
//   --subtle          instead, makes the faults of tests/support/mutation/subtle, which the sentences of the
//                     models must find. `-- --subtle session`: those with this word
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

const MIN_SHARE = 0.9
const MIN_SHARE_OF_ONE = 0.8

const option = (name: string) =>
  process.argv.find(one => one.startsWith(`--${name}=`))?.split('=')[1]
const isVerbose = process.argv.includes('--verbose')
/** Whether all mutants are made. In a selection, the share of caught mutants says nothing. */
const isWhole = !option('every') && !option('only')
const wanted = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const every = Number(option('every') ?? 1)

if (process.argv.includes('--subtle')) {
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
  .filter(({ label }) => label.includes(option('only') ?? ''))

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
      if (isVerbose) console.log(`caught    ${machine}: ${label}\n            by "${verdict.test}"`)
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
const processes = Number(option('processes') ?? availableParallelism())
await Promise.all(Array.from({ length: Math.max(1, processes) }, work))

const rate = (caught: number, all: number) => (all === 0 ? 1 : caught / all)
const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const line = (name: string, of: readonly Job[]) => {
  const caught = of.filter(job => caughtBy.has(job))
  const by = suites.map(suite => caught.filter(job => caughtBy.get(job) === suite).length)
  const cells = [of.length, caught.length, ...by, percent(rate(caught.length, of.length))]
  console.log(name.padEnd(14) + cells.map(cell => `${cell}`.padStart(17)).join(''))
  return rate(caught.length, of.length)
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
