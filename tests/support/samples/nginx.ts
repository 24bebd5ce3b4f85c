import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '../servers/certificate.ts'
import { ownPort } from '../servers/own-port.ts'
import { withEnvironments } from './with-environments.ts'

export const nginxProgram = '/usr/sbin/nginx'

export interface SampleProxy {
  port: number
  close(): Promise<void>
}

export interface SampleNginx extends SampleProxy {
  /** Its self-signed certificate, in PEM. */
  certificate: string
}

/** The sample of `deploy/` with other ports and files, as the only site of an nginx. */
export async function startSampleNginx(
  upstreams: readonly number[],
  { logs = 'error', http2 = true }: { logs?: 'error' | 'crit'; http2?: boolean } = {},
): Promise<SampleNginx> {
  const place = await mkdtemp(join(tmpdir(), 'guidon-nginx-'))
  const { key, certificate } = makeCertificate()
  await writeFile(join(place, 'privkey.pem'), key)
  await writeFile(join(place, 'fullchain.pem'), certificate)
  const [port, plain] = [await ownPort(), await ownPort()]
  const servers = upstreams.map(one => `server 127.0.0.1:${one};`).join('\n')
  const text = await readFile(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')
  const sample = withEnvironments(text)
    .replace('server 127.0.0.1:8080;', servers)
    .replaceAll('listen 443 ssl http2', `listen 127.0.0.1:${port} ssl${http2 ? ' http2' : ''}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replaceAll(/\/etc\/letsencrypt\/live\/[\w.]+/g, place)
  return { certificate, ...(await runNginx({ place, port, site: sample, logs })) }
}

/** Puts nothing into its proxy but `proxy_pass` and the names of its client: all else is as nginx has it. */
export async function startDefaultNginx(upstream: number): Promise<SampleProxy> {
  const place = await mkdtemp(join(tmpdir(), 'guidon-nginx-'))
  const port = await ownPort()
  const site = `server { listen 127.0.0.1:${port}; location / {
    proxy_pass http://127.0.0.1:${upstream};
    proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr; } }`
  return runNginx({ place, port, site, logs: 'crit' })
}

interface Run {
  /** Its folder, which is removed with it. */
  place: string
  port: number
  /** What its block `http` has. */
  site: string
  logs: 'error' | 'crit'
}

async function runNginx({ place, port, site, logs }: Run): Promise<SampleProxy> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${place}/${name};`)
    .join('\n')
  const file = join(place, 'nginx.conf')
  await writeFile(
    file,
    `pid ${place}/pid; daemon off; error_log stderr ${logs}; ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_rlimit_nofile 8192;
    events { worker_connections 4096; } http { access_log off;\n${temporary}\n${site}}`,
  )
  const run = ['-p', place, '-c', file]
  execFileSync(nginxProgram, ['-t', '-q', ...run])
  const nginx: ChildProcess = spawn(nginxProgram, run, { stdio: 'inherit' })
  return {
    port,
    async close() {
      // Ctrl-C ends it together with the process that started it.
      if (nginx.exitCode === null && nginx.signalCode === null) {
        const ended = once(nginx, 'exit')
        nginx.kill()
        await ended
      }
      await rm(place, { recursive: true })
    },
  }
}
