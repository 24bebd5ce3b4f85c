import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../../src/api/contract.ts'
import { openRaw, statusesIn } from '../../../attacks/raw.ts'
import { eventually } from '../../../support/eventually.ts'
import { createCluster, type Replica } from '../../replicas.ts'
import { askFor, domain, handshake, startPage, webEvent } from './scene.ts'

describe.skipIf(!process.env.DATABASE_URL)('an environment of another replica', () => {
  let cluster: Awaited<ReturnType<typeof createCluster>>
  let a: Replica
  let b: Replica
  let endpoint: Endpoint
  beforeAll(async () => {
    const eventFolder = await webEvent()
    cluster = await createCluster({ eventFolder, listen: true, environmentsDomain: domain })
    a = await cluster.start()
    b = await cluster.start()
    endpoint = await startPage(a, 'alice')
  })
  afterAll(() => cluster.close())

  test('is reached through each of them, and sees the same client', async () => {
    for (const one of [a, b]) {
      const headers = { 'x-forwarded-for': '6.6.6.6', 'x-guidon-environment': 'x' }
      const body = Buffer.alloc(100_000)
      const { status, text } = await askFor(one, endpoint.ip, '/x?y', {
        method: 'POST',
        headers,
        body,
      })
      expect(status).toBe(200)
      const seen = JSON.parse(text)
      expect(seen).toMatchObject({ url: '/x?y', length: body.length })
      expect(seen.headers).toMatchObject({ host: endpoint.ip, 'x-forwarded-for': '127.0.0.1' })
      expect(seen.headers).not.toHaveProperty('x-guidon-environment')
    }
  })

  test('has its WebSockets through each of them', async () => {
    const raw = openRaw(b.port)
    raw.send(handshake(endpoint.ip, '/ws', 'through'))
    expect(statusesIn(await raw.until(/through/))).toEqual([101])
    raw.socket.destroy()
  })

  test('is missing in both when it has ended', async () => {
    const own = await startPage(b, 'bob')
    const call = await a.as('bob')
    expect((await askFor(a, own.ip, '/')).status).toBe(200)
    await call('DELETE', '/v1/challenges/page/instance?category=net')
    for (const one of [a, b])
      await eventually(async () => expect((await askFor(one, own.ip, '/')).status).toBe(404))
  })

  test('says so when its replica does not answer', async () => {
    await a.close()
    const { status, text } = await askFor(b, endpoint.ip, '/')
    expect([404, 502]).toContain(status)
    expect(text).toContain('environment')
  })
})
