import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '../../../platform/api/metrics.ts'
import { nginxProgram, startSampleNginx } from '../../support/sample-nginx.ts'

const folder = join(import.meta.dirname, '../../../deploy')
const read = (name: string) => readFile(join(folder, name), 'utf8')

/** All metrics of a platform, as Prometheus names them. */
async function metricNames(): Promise<Set<string>> {
  const metrics = createMetrics({
    ofProcess: true,
    token: 't',
    isOpenToThisHost: false,
    failures: null,
  })
  metrics.watchCapacities({
    environments: { megabytes: 1, used: () => 0, waiting: () => 0 } as never,
  })
  metrics.watchStreams({ count: 0 })
  const { body } = await metrics.reply({ header: () => 'Bearer t' } as never)
  const types = String(body).matchAll(/^# TYPE (\S+) (\S+)$/gm)
  return new Set(
    [...types].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
}

test('dashboard and alerts ask for metrics that there are', async () => {
  const dashboard = JSON.parse(await read('grafana-dashboard.json'))
  const alerts = parse(await read('alerts.yaml'))
  const asked = [
    ...dashboard.panels.flatMap((panel: { targets: { expr: string }[] }) => panel.targets),
    ...alerts.groups.flatMap((group: { rules: { expr: string }[] }) => group.rules),
  ].flatMap(({ expr }: { expr: string }) => expr.match(/\bguidon_\w+/g) ?? [])
  expect(asked.length).toBeGreaterThan(20)
  const there = await metricNames()
  expect([...new Set(asked)].filter(name => !there.has(name))).toEqual([])
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function tls(port: number, path: string, headers: Record<string, string>) {
  const sent = request(`https://127.0.0.1:${port}${path}`, {
    headers: { host: 'ctf.example.org', ...headers },
    ...{ agent: false, rejectUnauthorized: false },
  })
  return { sent, response: once(sent, 'response') as Promise<[IncomingMessage]> }
}

test.skipIf(!existsSync(nginxProgram))(
  'the sample of nginx passes on addresses, streams and WebSockets (needs /usr/sbin/nginx)',
  async () => {
    let endStream = () => {}
    const upstream = createServer(({ url, headers }, response) => {
      if (url !== '/v1/live') return void response.end(JSON.stringify(headers))
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n')
      endStream = () => response.end('data: last\n\n')
    })
    upstream.on('upgrade', (_incoming, socket) => {
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      )
      socket.pipe(socket)
    })
    const { port, close } = await startSampleNginx([await listening(upstream)])
    onTestFinished(close)
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const { sent, response } = tls(port, path, headers)
      sent.end()
      const [answer] = await response
      return answer
    }
    await vi.waitFor(() => get('/').then(answer => answer.resume()), {
      timeout: 60_000,
      interval: 50,
    })

    const plain = await get('/', { 'x-forwarded-for': '192.0.2.1' })
    const seen = JSON.parse(await textOf(plain))
    expect(seen).toMatchObject({
      ...{ host: 'ctf.example.org', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' },
    })

    const stream = await get('/v1/live')
    const [first] = await once(stream.setEncoding('utf8'), 'data')
    expect(first).toBe('data: first\n\n')
    endStream()
    expect(await textOf(stream)).toBe('data: last\n\n')

    const { sent } = tls(port, '/desktop', { connection: 'Upgrade', upgrade: 'websocket' })
    sent.end()
    const [answer, socket] = await once(sent, 'upgrade')
    expect(answer.statusCode).toBe(101)
    socket.write('picture')
    expect(String((await once(socket, 'data'))[0])).toBe('picture')
    socket.destroy()
  },
)

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of answer) text += part
  return text
}
