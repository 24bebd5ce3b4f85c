import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTokenCheck, remoteKeys } from '../../../platform/identity/tokens.ts'
import { listen } from '../../support/servers/listen.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during } from '../core/events.ts'

/** An issuer whose keys can be replaced. */
async function openIssuer() {
  let keys: object[] = []
  let fetched = 0
  const server = createServer((_, response) => {
    fetched++
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  const port = await listen(server)
  onTestFinished(() => void server.close())
  const replaceKey = async (kid: string) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    keys = [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256' }]
    return (at: number) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer('issuer')
        .setAudience('app')
        .setSubject('alice')
        .setExpirationTime(new Date(at + 3_600_000))
        .sign(privateKey)
  }
  return { address: `http://127.0.0.1:${port}/`, replaceKey, fetched: () => fetched }
}

test('a new key of the issuer is fetched half a minute later, also after the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: during })
  onTestFinished(() => void vi.useRealTimers())
  const { address, replaceKey, fetched } = await openIssuer()
  const clock = createSimulatedClock(during)
  const key = remoteKeys(address, clock)
  const check = createTokenCheck({ issuer: 'issuer', audience: 'app', clock, key })
  const sign = await replaceKey('first')
  expect(await check(await sign(clock.now()))).toMatchObject({ subject: 'alice' })

  clock.jump(-8 * 3_600_000)
  vi.setSystemTime(clock.now())
  const token = await (await replaceKey('second'))(clock.now())
  expect([await check(token), fetched()]).toEqual([null, 1])
  clock.advance(30_000)
  expect(await check(token)).toMatchObject({ subject: 'alice' })
  expect(fetched()).toBe(2)
})

test('a key that the issuer has withdrawn is taken for ten minutes at most', async () => {
  const { address, replaceKey } = await openIssuer()
  const clock = createSimulatedClock(during)
  const key = remoteKeys(address, clock)
  const check = createTokenCheck({ issuer: 'issuer', audience: 'app', clock, key })
  const sign = await replaceKey('first')
  expect(await check(await sign(clock.now()))).not.toBe(null)
  await replaceKey('second')
  clock.advance(10 * 60_000)
  expect(await check(await sign(clock.now()))).toBe(null)
})
