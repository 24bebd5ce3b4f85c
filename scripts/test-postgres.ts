// The platform's tests on a PostgreSQL server of their own: `npm run test:postgres`. Skipped, with the
// reason, where PostgreSQL is not installed. `-- FILE …`: only these test files.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const installed = '/usr/lib/postgresql'
/** Tests that keep their data in a database. */
const usual = [
  'tests/platform/core',
  'tests/platform/limits',
  'tests/platform/desktop/replicas.test.ts',
  'tests/platform/environments/environments.test.ts',
  'tests/platform/environments/replicas.test.ts',
]

/** The folder of the newest server's programs. */
function findPrograms(): string | undefined {
  if (!existsSync(installed)) return undefined
  const versions = readdirSync(installed).sort((a, b) => Number(b) - Number(a))
  return versions
    .map(version => join(installed, version, 'bin'))
    .find(folder => existsSync(join(folder, 'initdb')))
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const programs = findPrograms()
if (!programs) {
  console.log('skipped: PostgreSQL is not installed. On Debian: apt install postgresql')
  process.exit(0)
}

const isRoot = process.getuid?.() === 0
const folder = mkdtempSync(join(tmpdir(), 'guidon-postgres-'))
const port = await freePort()

/** The server refuses to run as root: then it runs as the user that its package made. */
function run(program: string, args: string[]): void {
  const path = join(programs as string, program)
  const [command, rest] = isRoot
    ? ['runuser', ['-u', 'postgres', '--', path, ...args]]
    : [path, args]
  const { status } = spawnSync(command as string, rest as string[], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
}

if (isRoot) spawnSync('chown', ['postgres', folder])
const data = join(folder, 'data')
try {
  run('initdb', ['-D', data, '-U', 'guidon', '-A', 'trust', '-E', 'UTF8'])
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'])
  const files = process.argv.slice(2)
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'platform',
      ...(files.length > 0 ? files : usual),
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: `postgres://guidon@127.0.0.1:${port}/postgres` },
    },
  )
  process.exitCode = status ?? 1
} finally {
  run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
  rmSync(folder, { recursive: true, force: true })
}
