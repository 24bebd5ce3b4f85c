/**
 * `npm run crashes`: kills the platform at random moments under load. Then checks that every flag that was
 * answered 'accepted' counts, that none counts twice, and that no environment is left.
 */
import { createCrashRuns } from '../../tests/platform/core/crash-runs.ts'
import { startPostgres } from '../../tests/support/servers/postgres-server.ts'
import { createCommand, wholeNumber } from '../command.ts'

const program = createCommand(
  'npm run crashes --',
  'Kills the platform at random moments under load, and checks that nothing is lost or counts twice.',
)
  .argument('[times]', 'how often', wholeNumber, 100)
  .option('--postgres', 'on a PostgreSQL server of its own')
  .parse()
const [times] = program.processedArgs as [number]
/** The load lasts up to this long, in milliseconds. */
const maxLoadMs = 2000

let isEnding = false
process.on('SIGINT', () => {
  isEnding = true
})

const server = program.opts<{ postgres?: true }>().postgres ? await startPostgres() : null
const runs = await createCrashRuns(server?.url)
const { report } = runs
try {
  while (report.crashes < times && !isEnding) {
    await runs.crash(Math.random() * maxLoadMs)
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
