/**
 * Kills the platform at random moments under load. Then checks that every flag that was answered
 * 'accepted' counts, that none counts twice, and that no environment is left.
 * `npm run crashes -- TIMES`, by default 100; with `--postgres` on its own PostgreSQL server.
 */
import { parseArgs } from 'node:util'
import { createCrashRuns } from '../tests/platform/core/crash-runs.ts'
import { startPostgres } from '../tests/support/servers/postgres-server.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'boolean' } },
})
const times = Number(positionals[0] ?? 100)
if (!Number.isInteger(times) || times < 1) {
  console.error('npm run crashes -- TIMES [--postgres]: give a whole number from 1')
  process.exit(1)
}
/** The load lasts up to this long, in milliseconds. */
const longest = 2000

let isEnding = false
process.on('SIGINT', () => {
  isEnding = true
})

const server = values.postgres ? await startPostgres() : null
const runs = await createCrashRuns(server?.url)
const { report } = runs
try {
  while (report.crashes < times && !isEnding) {
    await runs.crash(Math.random() * longest)
    if (report.crashes % 10 === 0) console.log(JSON.stringify(report))
  }
  await runs.finish()
} finally {
  await runs.close()
  await server?.close()
}
const { crashes, accepted, lostAnswers, countedAllTheSame, killedEnvironments, problems } = report
console.log(`${crashes} crashes under load`)
console.log(`${accepted} flags accepted; ${lostAnswers} answers lost with the platform,`)
console.log(`of which ${countedAllTheSame} flags counted all the same`)
console.log(`${killedEnvironments} environments ran when it was killed`)
for (const problem of problems) console.log(`FAIL ${problem}`)
console.log(problems.length === 0 ? 'ok: all count, none twice, no environment is left' : 'FAIL')
process.exit(problems.length === 0 ? 0 : 1)
