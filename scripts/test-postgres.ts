// Runs the platform's tests on their own PostgreSQL server: `npm run test:postgres`. If PostgreSQL is not installed, it
// skips them and prints the reason. `-- FILE …`: only these test files.
import { spawnSync } from 'node:child_process'
import { findPostgres, startPostgres } from '../tests/support/servers/postgres-server.ts'

/** Tests that keep their data in a database. */
const usual = [
  'tests/platform/core',
  'tests/platform/limits',
  'tests/platform/replicas',
  'tests/platform/desktop/replicas.test.ts',
  'tests/platform/conformance',
  'tests/platform/postgres',
  'tests/platform/environments/environments.test.ts',
  'tests/platform/environments/replicas.test.ts',
  'tests/platform/environments/by-name/replicas.test.ts',
  'tests/platform/extensions',
  'tests/platform/organiser',
]

if (!findPostgres()) {
  console.log('skipped: PostgreSQL is not installed. On Debian: apt install postgresql')
  process.exit(0)
}

const server = await startPostgres({ fsync: 'off' })
const files = process.argv.slice(2)
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'platform']
try {
  const { status } = spawnSync(
    process.execPath,
    [...vitest, ...(files.length > 0 ? files : usual)],
    { stdio: 'inherit', env: { ...process.env, DATABASE_URL: server.url } },
  )
  process.exitCode = status ?? 1
} finally {
  await server.close()
}
