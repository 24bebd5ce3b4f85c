/**
 * `npm run races`: sends fifty requests at once against every rule that they might break together. A driver that does
 * nothing starts the environments: the database keeps the rule, and 150,000 processes would only take time.
 */
import { idleEngine } from '../../tests/platform/core/idle-engine.ts'
import { atOnce, races, startRacePlatforms } from '../../tests/platform/core/race-rules.ts'
import { startPostgres } from '../../tests/support/servers/postgres-server.ts'
import { createCommand, wholeNumber } from '../command.ts'

const program = createCommand(
  'npm run races --',
  'Sends fifty requests at once, again and again, against every rule that they might break together. With ' +
    'DATABASE_URL it runs on that server, otherwise on the embedded database.',
)
  .argument('[rounds]', 'how often', wholeNumber, 1000)
  .option('--postgres', 'on a PostgreSQL server of its own, where requests really overlap')
  .parse()
const [rounds] = program.processedArgs as [number]
const server = program.opts<{ postgres?: true }>().postgres
  ? await startPostgres({ fsync: 'off' })
  : null
if (server) process.env.DATABASE_URL = server.url

const platforms = await startRacePlatforms(idleEngine)
const tally = races.map(({ rule, round }) => ({ rule, round, passed: 0, broken: 0, ms: 0 }))

let isEnding = false
process.on('SIGINT', () => {
  isEnding = true
})

// In turn, so that an interrupted run has tried every rule equally often.
for (let done = 0; done < rounds && !isEnding; done++) {
  for (const race of tally) {
    const begun = performance.now()
    try {
      await race.round(platforms)
      race.passed++
    } catch (error) {
      race.broken++
      console.error(`round ${done + 1}: ${race.rule}: ${(error as Error).message}`)
    }
    race.ms += performance.now() - begun
  }
  if ((done + 1) % 100 === 0) console.log(`${done + 1} rounds`)
}

console.log(`\n${platforms.platform.database.kind}, ${atOnce} requests at once`)
for (const { rule, passed, broken, ms } of tally)
  console.log(
    `${broken === 0 ? 'ok  ' : 'FAIL'} ${passed} of ${passed + broken}, ${(ms / 1000).toFixed(0)} s  ${rule}`,
  )
await platforms.close()
await server?.close()
process.exit(tally.every(({ broken }) => broken === 0) ? 0 : 1)
