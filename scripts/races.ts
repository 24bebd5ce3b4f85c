/**
 * Sends fifty requests at once, again and again, against every rule that they might break together:
 * `npm run races -- ROUNDS`, by default 1,000. `--postgres` runs it on its own PostgreSQL server, where requests
 * really overlap. With DATABASE_URL it runs on that server. Otherwise it runs on the embedded database. A
 * driver that does nothing starts the environments: the database keeps the rule, and 150,000 processes
 * would only take time.
 */
import { parseArgs } from 'node:util'
import { idleEngine } from '../tests/platform/core/idle-engine.ts'
import { atOnce, races, startRacePlatforms } from '../tests/platform/core/race-rules.ts'
import { startPostgres } from '../tests/support/servers/postgres-server.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'boolean' } },
})
const rounds = Number(positionals[0] ?? 1000)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('npm run races -- ROUNDS [--postgres]: give a whole number from 1')
  process.exit(1)
}
const server = values.postgres ? await startPostgres({ fsync: 'off' }) : null
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
