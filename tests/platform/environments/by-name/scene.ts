import { readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import type { Endpoint } from '../../../../src/api/contract.ts'
import { eventually } from '../../../support/eventually.ts'
import { writeEvent } from '../../core/events.ts'
import { startPlatform, type TestOptions, type TestPlatform } from '../../start-platform.ts'

export const domain = 'play.test'

const service = readFileSync(join(import.meta.dirname, 'web-service.mjs'), 'utf8')
const page = {
  name: 'Page',
  category: 'Net',
  description: 'Look.',
  value: 100,
  flags: ['TEST{p}'],
  environment: {
    command: ['node', '--input-type=module', '-e', service],
    ports: [{ port: 7000, protocol: 'http' }],
  },
}

/** An event with a web service. */
export const webEvent = (times: Record<string, string> = {}) =>
  writeEvent({ ...times, teamMode: false, desktop: { enabled: false } }, [page])

const day = 86_400_000
const at = (days: number) => new Date(Date.now() + days * day).toISOString()
const ofNow = () => webEvent({ start: at(-1), end: at(1), postPlayEnd: at(2) })

export const startWebPlatform = async (options: TestOptions = {}): Promise<TestPlatform> =>
  startPlatform({
    listen: true,
    environmentsDomain: domain,
    eventFolder: await ofNow(),
    ...options,
  })

export const path = '/v1/challenges/page/instance?category=net'

/** Starts the user's environment. @returns what the user sees of its one endpoint */
export async function startPage(platform: TestPlatform, user: string): Promise<Endpoint> {
  const call = await platform.as(user)
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  await call('PUT', path)
  return eventually(async () => {
    const [endpoint] = (await call('GET', path)).body.exposedEndpoints as Endpoint[]
    if (!endpoint) throw new Error('it does not run yet')
    return endpoint
  })
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** One request to a host name of this server. Status 0: the connection was cut. */
export function askFor(
  server: Pick<TestPlatform, 'port'>,
  host: string,
  path: string,
  {
    body,
    ...more
  }: { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer } = {},
): Promise<Reply> {
  return new Promise(resolve => {
    const headers = { ...more.headers, host }
    const asked = request({ ...more, host: '127.0.0.1', port: server.port, path, headers })
    asked.on('error', () => resolve({ status: 0, headers: {}, text: '' }))
    asked.on('response', answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', part => {
        text += part
      })
      const end = (status: number) => resolve({ status, headers: answer.headers, text })
      answer.on('end', () => end(answer.statusCode ?? 0))
      answer.on('error', () => end(0))
    })
    asked.end(body)
  })
}

export const handshake = (host: string, path: string, first = '') =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    first,
  ].join('\r\n')
