import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readUsername } from '../../platform/identity/sign-in-accounts.ts'
import { idleDesktops } from '../platform/core/idle-engine.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { ask } from './raw.ts'

let siteFolder: string
let platform: TestPlatform
beforeAll(async () => {
  siteFolder = await mkdtemp(join(tmpdir(), 'guidon-site-'))
  await writeFile(join(siteFolder, 'index.html'), '<!doctype html>')
  const trustedProxies = ['127.0.0.1']
  platform = await startPlatform({
    siteFolder,
    listen: true,
    trustedProxies,
    desktopDriver: idleDesktops,
  })
})
afterAll(async () => {
  await platform.close()
  await rm(siteFolder, { recursive: true })
})

/** A request has 16 KB for all of its headers. */
const length = 15_000
const repeat = (text: string) => text.repeat(Math.floor(length / text.length))
const values = {
  spaces: `x${repeat(' ')}x`,
  tabs: `x${repeat('\t ')}x`,
  commas: `x${repeat(', ')}x`,
  letters: `${repeat('a')}!`,
  'bearer and spaces': `Bearer ${repeat(' ')}x y`,
  brackets: repeat('['),
  quotes: repeat('"\\'),
}
const headers = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type', 'cookie'],
  ...['host', 'if-none-match', 'idempotency-key', 'origin', 'range', 'referer', 'user-agent'],
  ...['sec-websocket-protocol', 'x-forwarded-for', 'x-request-id'],
]
const targets = [
  ...['GET /', 'GET /v1/metadata', 'GET /v1/openapi.json', 'GET /v1/user', 'POST /v1/teams'],
  ...['GET /metrics', 'GET /desktop/socket', 'GET /oidc/auth', 'GET /oidc/account'],
  ...['POST /oidc/token', 'GET /oidc/auth/x/sign-in'],
]
const tooLongMs = 40

/** Processor time of this process for one request, in milliseconds. */
async function workFor(target: string, header: string, value: string): Promise<number> {
  const [method, path] = target.split(' ')
  const lines = [`${method} ${path} HTTP/1.1`, 'connection: close', 'content-length: 0']
  if (header !== 'host') lines.push('host: 127.0.0.1')
  const before = process.cpuUsage()
  await ask(platform.port, [...lines, `${header}: ${value}`, '', ''].join('\r\n'))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test.each(headers)(
  'no value of the header %s takes a long time to read',
  async header => {
    const slow: string[] = []
    for (const target of targets)
      for (const [name, value] of Object.entries(values)) {
        let work = Number.POSITIVE_INFINITY
        // Repeats a slow request: the process may have done other work meanwhile.
        for (let attempt = 0; attempt < 10 && work > tooLongMs; attempt++)
          work = Math.min(work, await workFor(target, header, value))
        if (work > tooLongMs) slow.push(`${target} with ${name}: ${Math.round(work)} ms`)
      }
    expect(slow).toEqual([])
  },
  300_000,
)

test('a username that fills the form takes no long time to refuse', () => {
  // Each of these letters stands for a sentence of 18 letters.
  const username = '\ufdfa'.repeat(5000)
  const work = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    expect(readUsername(username)).toBeNull()
    return process.cpuUsage(before).user / 1000
  })
  expect(Math.min(...work)).toBeLessThan(5)
})
