import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ownPort } from './own-port.ts'

const installed = '/usr/lib/postgresql'

export interface PostgresServer {
  /** The URL of a database. Any user of this host may create further databases beside it. */
  url: string
  /** The server's process, parent of all others. */
  pid(): number
  /** @param mode as for `pg_ctl`: `fast` ends connections, `immediate` is like a crash */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  /** Ends every connection of a platform, as an administrator does, even those that are being opened. */
  endConnections(): Promise<void>
  /** From then on it takes no changes, as a standby. Ends every connection of a platform. */
  demote(): Promise<void>
  /** It takes changes again, on new connections: those that are open stay as they are. */
  promote(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends the server, and deletes its data. */
  close(): Promise<void>
}

/** The folder of the newest PostgreSQL server's programs; undefined: none is installed. */
export function findPostgres(): string | undefined {
  if (!existsSync(installed)) return undefined
  const versions = readdirSync(installed).sort((a, b) => Number(b) - Number(a))
  return versions
    .map(version => join(installed, version, 'bin'))
    .find(folder => existsSync(join(folder, 'initdb')))
}

/**
 * A new PostgreSQL server on a free port of this host.
 *
 * @param settings `postgresql.conf`: for example `{fsync: 'off'}` for data that nobody needs
 * @throws if PostgreSQL is not installed
 */
export async function startPostgres(
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL is not installed. On Debian: apt install postgresql')
  const isRoot = process.getuid?.() === 0
  // The temporary folder of a test run is private to its user, but the server runs as another one.
  const folder = mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'guidon-postgres-'))
  const data = join(folder, 'data')
  const port = await ownPort()

  /** The server refuses to run as root. Instead of root, the user of its package runs it. */
  const run = async (program: string, args: string[]) => {
    const path = join(programs, program)
    const [command, rest] = isRoot
      ? ['runuser', ['-u', 'postgres', '--', path, ...args]]
      : [path, args]
    const child = spawn(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [status] = await once(child, 'exit')
    if (status !== 0) throw new Error(`${program} ended with ${status}`)
  }
  const all = { port: String(port), listen_addresses: '127.0.0.1', ...settings }
  const options = Object.entries({ ...all, unix_socket_directories: folder })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const control = (...args: string[]) =>
    run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, ...args])

  if (isRoot) await once(spawn('chown', ['postgres', folder]), 'exit')
  await run('initdb', ['-D', data, '-U', 'guidon', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  await control('start')
  const url = `postgres://guidon@127.0.0.1:${port}/postgres`
  return {
    url,
    pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    endConnections: () => asAdmin(url, endConnections),
    demote: () =>
      asAdmin(
        url,
        `alter database postgres set default_transaction_read_only = on; ${endConnections}`,
      ),
    promote: () => asAdmin(url, 'alter database postgres reset default_transaction_read_only'),
    restart: mode => control('-m', mode, 'restart'),
    stop: () => control('-m', 'fast', 'stop'),
    start: () => control('start'),
    async close() {
      await control('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const endConnections = `
  select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> ''`

async function asAdmin(url: string, statements: string): Promise<void> {
  const admin = new pg.Client({
    connectionString: url,
    options: '-c default_transaction_read_only=off',
  })
  await admin.connect()
  await admin.query(statements)
  await admin.end()
}
