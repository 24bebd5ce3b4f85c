// Runs the platform's tests on their own PostgreSQL server: `npm run test:postgres`. If PostgreSQL is not installed, it
// skips them and prints the reason.
import { spawnSync } from 'node:child_process'
import { findPostgres, startPostgres } from '../tests/support/servers/postgres-server.ts'
import { createCommand } from './command.ts'

const program = createCommand(
  'npm run test:postgres --',
  'Runs the tests of the platform on a PostgreSQL server of their own.',
)
  .argument('[files...]', 'only these test files')
  .parse()
const [files] = program.processedArgs as [string[]]

/** Tests that keep their data in a database. */
const usual = [
  'tests/platform/core',
  'tests/platform/limits',
  'tests/platform/replicas',
  'tests/platform/desktop/replicas.test.ts',
  'tests/platform/conformance',
  'tests/platform/postgres',
  'tests/platform/environments/account',
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
// One file at a time: some stop the server or use all of its connections.
const options = ['run', '--project', 'platform', '--maxWorkers=1']
try {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...options, ...(files.length > 0 ? files : usual)],
    { stdio: 'inherit', env: { ...process.env, DATABASE_URL: server.url } },
  )
  process.exitCode = status ?? 1
} finally {
  await server.close()
}
