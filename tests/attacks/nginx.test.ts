import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeEvent } from '../platform/core/events.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { eventually } from '../support/eventually.ts'
import { ownPort } from '../support/servers/own-port.ts'
import { assess } from './observatory.ts'
import { ask, headersIn, statusesIn } from './raw.ts'

const root = join(import.meta.dirname, '../..')
const origin = 'https://ctf.example.org'
const html =
  '<!doctype html><script type="application/json" id="app-config">{}</script><script>let a</script>'

describe.skipIf(!existsSync('/usr/sbin/nginx'))('behind nginx (needs /usr/sbin/nginx)', () => {
  let folder: string
  let port: number
  let nginx: ChildProcess
  let platform: TestPlatform
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidon-nginx-'))
    const dist = join(folder, 'dist')
    await mkdir(join(dist, 'assets'), { recursive: true })
    for (const page of ['index.html', 'desktop.html']) await writeFile(join(dist, page), html)
    await writeFile(join(dist, 'assets/a.js'), 'export {}')
    await writeFile(join(dist, 'worker.js'), '')
    platform = await startPlatform({
      origin,
      listen: true,
      trustedProxies: ['127.0.0.1'],
      eventFolder: await writeEvent({ desktop: { enabled: false } }),
    })
    for (const page of ['index', 'desktop']) {
      const script = ['scripts/headers.ts', '--api', origin, '--dist', dist, `${page}.html`]
      const lines = execFileSync(process.execPath, script, { cwd: root })
      await writeFile(join(folder, `guidon-${page}.conf`), lines)
    }
    port = await ownPort()
    const documented = await readFile(join(root, 'docs/headers.md'), 'utf8')
    const blocks = [...documented.matchAll(/```nginx\n([\s\S]*?)```/g)].map(([, text]) => text)
    const here = blocks
      .join('\n')
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      .replace('/srv/guidon/dist', dist)
      .replace('127.0.0.1:8080', `127.0.0.1:${platform.port}`)
      .replaceAll('/etc/nginx/', `${folder}/`)
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const temporary = paths.map(name => `${name}_temp_path ${folder}/${name};`).join('\n')
    await writeFile(
      join(folder, 'nginx.conf'),
      `pid ${folder}/pid; daemon off; error_log stderr; user root;
      events {} http { types { text/html html; text/javascript js; } access_log off;\n${temporary}\n${here}}`,
    )
    nginx = spawn('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
      stdio: 'inherit',
    })
    await eventually(async () => expect(statusesIn(await get('/'))).toEqual([200]))
  })
  afterAll(async () => {
    const ended = once(nginx, 'exit')
    nginx.kill()
    await ended
    await platform.close()
    await rm(folder, { recursive: true })
  })
  const get = (path: string, ...more: string[]) =>
    ask(
      port,
      [`GET ${path} HTTP/1.1`, 'host: ctf.example.org', 'connection: close', ...more, '', ''].join(
        '\r\n',
      ),
    )

  test.each(['/', '/challenge/web/x', '/desktop.html'])('%s keeps every rule', async path => {
    const text = await get(path)
    expect(statusesIn(text)).toEqual([200])
    const { lost } = assess({ headers: headersIn(text), html, isSecure: true })
    expect(lost).toEqual([])
    expect(headersIn(text)['content-security-policy']).toContain("script-src 'self' 'sha256-")
  })

  test('files are kept for ever, missing ones are not, and calls reach the platform', async () => {
    expect(headersIn(await get('/assets/a.js'))['cache-control']).toContain('immutable')
    const missing = await get('/assets/missing.js')
    expect(statusesIn(missing)).toEqual([404])
    expect(headersIn(missing)['cache-control']).toBeUndefined()
    expect(statusesIn(await get('/v1/health'))).toEqual([200])
    expect(statusesIn(await get('/v1/user'))).toEqual([401])
    expect(headersIn(await get('/v1/user'))['strict-transport-security']).toBe('max-age=63072000')
  })

  test('the platform answers password managers, and images of 10 MB reach a desktop', async () => {
    expect(await get('/.well-known/change-password')).not.toContain('app-config')
    const lines = ['POST /desktop/files/image HTTP/1.1', 'host: ctf.example.org']
    const statusFor = async (length: number) => {
      const head = [...lines, 'connection: close', `content-length: ${length}`, '', '']
      return statusesIn(await ask(port, head.join('\r\n') + 'x'.repeat(length)))
    }
    expect(await statusFor(10 * 1024 * 1024)).toEqual([401])
  })

  test('browsers ask for the service worker each time, and it may fetch from here only', async () => {
    const headers = headersIn(await get('/worker.js'))
    expect(headers['content-type']).toContain('javascript')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  })

  test("a desktop's WebSocket comes through, as far as its ticket", async () => {
    const websocket = ['upgrade: websocket', 'sec-websocket-version: 13']
    const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='
    const statusFor = async (page: string) =>
      statusesIn(
        await get('/desktop/socket', 'connection: upgrade', ...websocket, key, `origin: ${page}`),
      )
    expect(await statusFor(origin)).toEqual([401])
    // Only an upgrade is refused for its origin.
    expect(await statusFor('https://other.example')).toEqual([403])
  })
})
