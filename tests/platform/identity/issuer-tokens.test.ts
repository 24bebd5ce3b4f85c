import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { useExternalIssuer } from '../../../platform/identity/external/issuer.ts'
import { createLog } from '../../../platform/log.ts'
import { listen } from '../../support/servers/listen.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during } from '../core/events.ts'

/** A platform that uses an issuer which is not ours, and what its log says. */
async function useIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = JSON.stringify({ keys: [await exportJWK(publicKey)] })
  const answers = { keys }
  const server = createServer(({ headers, url }, response) => {
    const issuer = `http://${headers.host}`
    const found = JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` })
    response.setHeader('access-control-allow-origin', '*')
    response.end(url === '/keys' ? answers.keys : found)
  })
  const port = await listen(server)
  onTestFinished(() => void server.close())
  const issuer = `http://127.0.0.1:${port}`

  const lines: { msg: string; secondsAhead?: number }[] = []
  const log = createLog('warn', { write: line => void lines.push(JSON.parse(line)) })
  const clock = createSimulatedClock(during)
  const origin = 'https://ctf.example.org'
  const { check } = await useExternalIssuer({ issuer, clientId: 'app', origin, clock, log })
  return {
    clock,
    lines,
    check: async (notBefore: number) =>
      check(
        await new SignJWT()
          .setProtectedHeader({ alg: 'ES256' })
          .setIssuer(issuer)
          .setAudience('app')
          .setSubject('alice')
          .setNotBefore(new Date(notBefore))
          .setExpirationTime(new Date(notBefore + 300_000))
          .sign(privateKey),
      ),
    maintain: () => Object.assign(answers, { keys: '<h1>Maintenance</h1>' }),
    recover: () => Object.assign(answers, { keys }),
  }
}

test('the log says once a minute that the clock of an issuer is ahead', async () => {
  const { clock, lines, check } = await useIssuer()
  const ahead = clock.now() + 90_000
  expect([await check(ahead), await check(ahead + 1000)]).toEqual([null, null])
  expect(lines).toEqual([
    expect.objectContaining({
      secondsAhead: 90,
      msg: expect.stringContaining('keep both in step by NTP'),
    }),
  ])
  clock.advance(60_000)
  await check(ahead)
  expect(lines.at(1)).toMatchObject({ secondsAhead: 30 })
  clock.advance(30_000)
  expect(await check(ahead)).toMatchObject({ subject: 'alice' })
})

test('an issuer that answers no keys makes a call wait, and the log says it once a minute', async () => {
  const { clock, lines, check, maintain, recover } = await useIssuer()
  maintain()
  for (const _ of [1, 2])
    await expect(check(clock.now())).rejects.toMatchObject({ code: 'UNKNOWN', status: 503 })
  expect(lines.map(({ msg }) => msg)).toEqual(["the issuer's keys cannot be fetched"])
  clock.advance(60_000)
  await expect(check(clock.now())).rejects.toMatchObject({ status: 503 })
  expect(lines).toHaveLength(2)
  recover()
  expect(await check(clock.now())).toMatchObject({ subject: 'alice' })
})
