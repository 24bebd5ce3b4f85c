/**
 * `npm run soak`: plays hours of a busy event on a fast clock, with random faults.
 *
 * Two participants have the app's machines, the others only call. It fails if
 *
 * - a rejected promise was not handled, or a call hung or failed,
 * - a flag was lost, or counted twice,
 * - an environment stayed between two states, or outlived its platform,
 * - a machine of the app took a step that it does not allow, refused what its views offer, or was stuck in a state,
 * - the heap or the number of handles grew after the first hour.
 */
import '../../tests/support/without-macros.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase } from '../../tests/platform/test-database.ts'
import { type SoakReport, soak } from '../../tests/soak/soak.ts'
import { startPostgres } from '../../tests/support/servers/postgres-server.ts'
import { createCommand, positiveNumber, wholeNumber } from '../command.ts'

/** Growth after the first hour that is not a leak: caches that fill up. */
const maxGrowth = { share: 1.15, bytes: 8 * 2 ** 20, handles: 4 }

interface Options {
  readonly seeds: number
  readonly from: number
  readonly postgres?: true
}

const program = createCommand(
  'npm run soak --',
  'Plays hours of a busy event on a fast clock, with random faults.',
)
  .argument('[hours]', 'of the event', positiveNumber, 8)
  .option('--seeds <count>', 'play it this often, each time with the next seed', wholeNumber, 1)
  .option('--from <seed>', 'the first seed', wholeNumber, 1)
  .option('--postgres', 'on a PostgreSQL server of its own, and cut connections to that, too')
  .parse()
const [hours] = program.processedArgs as [number]
const { seeds, from, postgres } = program.opts<Options>()
const server = postgres ? await startPostgres({ fsync: 'off' }) : null
if (server) process.env.DATABASE_URL = server.url

async function run(seed: number): Promise<SoakReport> {
  const database = await openTestDatabase()
  const dataFolder = await mkdtemp(join(tmpdir(), 'guidon-soak-'))
  const report = await soak({
    seed,
    hours,
    database,
    dataFolder,
    ...(server && { endConnections: server.endConnections }),
  })
  if (!report.hangs) await database.close()
  await rm(dataFolder, { recursive: true, force: true })
  return report
}

function growth({ first, last }: SoakReport): string[] {
  const most = Math.max(first.heap * maxGrowth.share, first.heap + maxGrowth.bytes)
  return [
    ...(last.heap > most
      ? [`the heap grew from ${megabytes(first.heap)} to ${megabytes(last.heap)}`]
      : []),
    ...(last.handles > first.handles + maxGrowth.handles
      ? [`the handles grew from ${first.handles} to ${last.handles}`]
      : []),
  ]
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`

let failed = 0
let passed = 0
for (let seed = from; seed < from + seeds; seed++) {
  const begun = Date.now()
  const report = await run(seed)
  const problems = [...report.problems, ...growth(report)]
  const { actions, steps, faults, first, last } = report
  const made = Object.values(faults).reduce((sum, times) => sum + times, 0)
  console.log(
    `${problems.length === 0 ? 'ok  ' : 'FAIL'} seed ${seed}: ${hours} h, ${actions} calls, ${steps} steps of the app, ${made} faults, ` +
      `heap ${megabytes(first.heap)} → ${megabytes(last.heap)}, handles ${first.handles} → ${last.handles}, ` +
      `${Math.round((Date.now() - begun) / 1000)} s  ${JSON.stringify(faults)}`,
  )
  for (const problem of new Set(problems)) console.log(`     ${problem}`)
  if (problems.length > 0) failed++
  else passed++
  if (report.hangs) break
}
await server?.close()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
