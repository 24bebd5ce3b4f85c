// Breaks the machines, one transition, guard, target, delay or action at a time, and runs their
// headless tests: `npm run mutate`, or `npm run mutate -- session network` for these only, and with
// `--every=5` one mutant in five. Fails where fewer than 90 % are caught. Stryker breaks expressions;
// these mutants break what a state machine is made of, and leave one that can be started.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { models } from '../tests/models/models.ts'
import { cloned, mutantsOf } from '../tests/support/mutation/mutants.ts'

const LEAST = 0.9
/** A mutant that hangs is one that was noticed. */
const TIMEOUT = 60_000

interface Job {
  readonly id: string
  readonly number: number
  readonly label: string
}

const wanted = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const every = Number(process.argv.find(one => one.startsWith('--every='))?.split('=')[1] ?? 1)
const jobs: Job[] = models
  .map(({ machine }) => machine)
  .filter(({ id }) => wanted.length === 0 || wanted.includes(id))
  .flatMap(({ id, config, implementations }) =>
    mutantsOf({ config: cloned(config), delays: { ...implementations.delays } }).map(
      ({ label }, number) => ({ id, number, label }),
    ),
  )
  .filter((_, index) => index % every === 0)

/** Whether the tests pass with this mutant. */
function passes(args: readonly string[], { id, number }: Job): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const child = spawn(
    'vitest',
    ['run', '--config', 'tests/support/mutation/vitest.config.ts', ...args],
    {
      env: { ...process.env, GUIDON_MUTANT: `${id} ${number}` },
      stdio: 'ignore',
      timeout: TIMEOUT,
    },
  )
  child.on('exit', status => resolve(status === 0))
  return promise
}

async function survives(job: Job): Promise<boolean> {
  const own = `tests/machines/${job.id}`
  if (!(await passes([existsSync(own) ? own : 'tests/machines'], job))) return false
  return passes(['tests/models', '--testNamePattern', `transition of ${job.id} is`], job)
}

const survivors: Job[] = []
const queue = [...jobs]
const total = new Map<string, number>()
async function work() {
  for (let job = queue.shift(); job; job = queue.shift()) {
    total.set(job.id, (total.get(job.id) ?? 0) + 1)
    if (!(await survives(job))) continue
    survivors.push(job)
    console.log(`survived  ${job.id}: ${job.label}`)
  }
}
const started = Date.now()
await Promise.all(Array.from({ length: Math.max(1, cpus().length) }, work))

const rate = (caught: number, all: number) => `${((100 * caught) / all).toFixed(1)} %`
for (const [id, all] of total) {
  const caught = all - survivors.filter(job => job.id === id).length
  console.log(
    `${id.padEnd(14)}${`${caught} of ${all}`.padStart(12)}${rate(caught, all).padStart(9)}`,
  )
}
const caught = jobs.length - survivors.length
console.log(
  `${caught} of ${jobs.length} mutants caught, ${rate(caught, jobs.length)}, in ${Math.round((Date.now() - started) / 1000)} s`,
)
if (caught < jobs.length * LEAST) process.exitCode = 1
