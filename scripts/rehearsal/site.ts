import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { type RunningPlatform, spawnPlatform } from '../../tests/e2e/platform.ts'
import { startSampleNginx } from '../../tests/support/samples/nginx.ts'
import { ownPort } from '../../tests/support/servers/own-port.ts'
import { startPostgres } from '../../tests/support/servers/postgres-server.ts'
import type { Engine } from './event.ts'
import { removeContainers } from './left-over.ts'

export interface Site {
  /** The origin of nginx, which participants use. */
  origin: string
  databaseUrl: string
  /** The name under which both platforms make containers. */
  platformName: string
  /** Both platforms, even if one is not running. */
  platforms: readonly SitePlatform[]
  /** How often platforms logged each failure. */
  failures: ReadonlyMap<string, number>
  /** Runs `npm run organise -- …` on the database. @throws Error with its output */
  organise(...words: string[]): Promise<string>
  /** A new, empty database on the same server. */
  addDatabase(name: string): Promise<string>
  /** Makes all platforms read the event again. */
  reload(): Promise<string>
  close(): Promise<void>
}

export interface SitePlatform {
  name: string
  origin: string
  isUp(): boolean
  start(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<number | null>
}

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** PostgreSQL, two platforms, and nginx with TLS before them. All of it is on this host. */
export async function raiseSite(event: string, engine: Engine): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-rehearsal-'))
  const server = await startPostgres()
  const databaseUrl = server.url
  const ports = [await ownPort(), await ownPort()]
  // With HTTP/2, all participants of this process would share a few connections, and fill them with streams.
  const nginx = await startSampleNginx(ports, { logs: 'crit', http2: false })
  setDefaultCACertificates([...getCACertificates(), nginx.certificate])
  const origin = `https://127.0.0.1:${nginx.port}`

  const failures = new Map<string, number>()
  const platforms = ports.map((port, index): SitePlatform => {
    let running: RunningPlatform | null = null
    const options = [
      ...['--origin', origin, '--trusted-proxies', '127.0.0.1', '--database-url', databaseUrl],
      ...['--environments', engine, '--environments-bind', '127.0.0.1'],
      ...['--environments-host', '127.0.0.1'],
    ]
    const dataFolder = join(folder, `data-${index}`)
    return {
      name: 'AB'[index] ?? '',
      origin: `http://127.0.0.1:${port}`,
      isUp: () => running !== null,
      async start() {
        const onOutput = readFailures(failures)
        running = await spawnPlatform({ dataFolder, port, event, options, onOutput })
      },
      async kill() {
        await running?.kill()
        running = null
      },
      async stop() {
        const code = await running?.stop()
        running = null
        return code ?? null
      },
    }
  })
  for (const platform of platforms) await platform.start()
  const asked = `select value #>> '{}' from settings where key = 'platform'`
  const platformName = (await run('psql', ['-d', databaseUrl, '-Atc', asked])).stdout.trim()

  const script = async (file: string, words: string[]) => {
    const made = run(process.execPath, [join(root, 'scripts', file), ...words], {
      env: { ...process.env, INIT_CWD: folder },
      maxBuffer: 2 ** 28,
    })
    made.child.stdin?.end()
    const { stdout } = await made.catch(error => {
      throw new Error(`${words.join(' ')}: ${error.stderr || error.stdout || error.message}`)
    })
    return stdout
  }

  return {
    origin,
    databaseUrl,
    platformName,
    platforms,
    failures,
    organise: (...words) =>
      // A URL in `words` comes later, so it counts instead.
      script('organise/organise.ts', ['--database-url', databaseUrl, ...words, '--yes', '--json']),
    async addDatabase(name) {
      await run('psql', ['-d', databaseUrl, '-c', `create database ${name}`])
      return databaseUrl.replace(/postgres$/, name)
    },
    reload: () => script('event.ts', ['reload', '--data', join(folder, 'data-0')]),
    async close() {
      for (const platform of platforms) await platform.kill()
      if (engine === 'docker') await removeContainers(platformName)
      await nginx.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @returns a function that counts the log's lines of level error in the output of a platform */
function readFailures(failures: Map<string, number>) {
  let rest = ''
  return (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!/^\{"level":[56]0,/.test(line)) continue
      const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } }
      const what = `${msg}: ${err?.message ?? ''}`.split('\n', 1)[0] ?? ''
      failures.set(what, (failures.get(what) ?? 0) + 1)
    }
  }
}
