import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownPort } from '../servers/own-port.ts'
import type { SampleProxy } from './nginx.ts'
import { withEnvironments } from './with-environments.ts'

export const caddyProgram = '/usr/bin/caddy'

/** The sample of `deploy/` with another port and upstream. For an address, Caddy's own authority signs. */
export async function startSampleCaddy(upstream: number): Promise<SampleProxy> {
  const place = await mkdtemp(join(tmpdir(), 'guidon-caddy-'))
  const [port, plain] = [await ownPort(), await ownPort()]
  const text = await readFile(join(import.meta.dirname, '../../../deploy/Caddyfile'), 'utf8')
  // Without a DNS provider, Caddy's own authority also signs for the host names of environments.
  const sample = withEnvironments(text)
    .replaceAll('guidon:8080', `127.0.0.1:${upstream}`)
    .replace('dns PROVIDER {env.DNS_TOKEN}', 'issuer internal')
  const file = join(place, 'Caddyfile')
  await writeFile(
    file,
    `{
      admin off
      skip_install_trust
      grace_period 1s
      http_port ${plain}
      https_port ${port}
      default_bind 127.0.0.1
      storage file_system ${place}
    }
    ${sample}`,
  )
  const run = ['--config', file, '--adapter', 'caddyfile']
  const env = { ...process.env, DOMAIN: '127.0.0.1', HOME: place }
  execFileSync(caddyProgram, ['validate', ...run], { env, stdio: 'pipe' })
  const caddy = spawn(caddyProgram, ['run', ...run], { env, stdio: 'ignore' })
  return {
    port,
    async close() {
      // Ctrl-C ends it together with the process that started it.
      if (caddy.exitCode === null && caddy.signalCode === null) {
        const ended = once(caddy, 'exit')
        caddy.kill()
        await ended
      }
      await rm(place, { recursive: true })
    },
  }
}
