import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../support/eventually.ts'
import { nginxProgram, type SampleProxy, startDefaultNginx } from '../../support/samples/nginx.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, writeEvent } from '../core/events.ts'
import { readZip } from '../event/handouts/read-zip.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { createWrittenLog } from '../written-log.ts'

describe.skipIf(!existsSync(nginxProgram))(
  `an nginx that speaks HTTP/1.0 to the platform, and buffers (needs ${nginxProgram})`,
  () => {
    const { log, written } = createWrittenLog('warn')
    let platform: TestPlatform
    let nginx: SampleProxy
    let origin: string
    beforeAll(async () => {
      platform = await startPlatform({
        eventFolder: await writeEvent(),
        clock: createSimulatedClock(during),
        log,
        listen: true,
        trustedProxies: ['127.0.0.1'],
      })
      nginx = await startDefaultNginx(platform.port)
      origin = `http://127.0.0.1:${nginx.port}`
      await eventually(async () => expect((await fetch(`${origin}/v1/health`)).status).toBe(200))
    })
    afterAll(async () => {
      await nginx.close()
      await platform.close()
    })

    test('passes on each part of the live stream at once', async () => {
      const token = await platform.signIn('alice')
      const leaving = new AbortController()
      const { status, body } = await fetch(`${origin}/v1/live`, {
        headers: { authorization: `Bearer ${token}` },
        signal: leaving.signal,
      })
      const first = await body?.getReader().read()
      expect([status, first?.value?.length]).toEqual([200, expect.any(Number)])
      leaving.abort()
    })

    test('passes on parts of files', async () => {
      const alice = await platform.as('alice')
      await alice('POST', '/v1/teams', { name: 'Team' })
      await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
      const { body } = await alice('GET', '/v1/challenges/plain?category=misc')
      const link = origin + body.staticFilesArchiveUrl
      const whole = Buffer.from(await (await fetch(link)).arrayBuffer())
      expect(readZip(whole).size).toBe(1)
      const rest = await fetch(link, { headers: { range: 'bytes=100-' } })
      expect(rest.status).toBe(206)
      expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(100))
    })

    test('loses upgrades, and the log says so once', async () => {
      expect(written()).not.toContain('WebSocket')
      for (let times = 0; times < 2; times++) {
        const page = new WebSocket(`ws://127.0.0.1:${nginx.port}/desktop/socket`)
        page.on('error', () => {})
        const [, answer] = await once(page, 'unexpected-response')
        expect([answer.statusCode, await text(answer)]).toEqual([401, ''])
      }
      expect(written().split('a WebSocket of a desktop came as a plain request')).toHaveLength(2)
    })
  },
)
