import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { createTokenSource } from '../../src/api/client/token-source.ts'
import type { SessionShared } from '../../src/machines/session/events.ts'
import { sessionMachine } from '../../src/machines/session/machine.ts'
import type { RenewalAnswer, Session } from '../../src/machines/session/session.ts'
import { createFakeCallback, createFakePromise } from '../support/fakes/calls.ts'
import { createTime, START, settled } from '../support/time.ts'

const sessionOf = (accessToken: string): Session => ({ accessToken, expiresAt: START + 3_600_000 })

/** The source of a session that has the token 'first'. */
async function start() {
  const time = createTime()
  const restore = createFakePromise<Session | null>()
  const renew = createFakePromise<RenewalAnswer>()
  const session = createActor(
    sessionMachine.provide({
      actors: {
        sharedSession: createFakeCallback<SessionShared>().logic,
        restore: restore.logic,
        renew: renew.logic,
        signOut: createFakePromise<void>().logic,
      },
    }),
    {
      clock: time.clock,
      input: { path: '/', redirectPath: '/auth/redirect', failures: 0, now: time.now },
    },
  ).start()
  restore.last().answer.resolve(sessionOf('first'))
  await settled()
  return { session, source: createTokenSource(session), renew }
}

test('after a renewal, requests carry the new token', async () => {
  const { source, renew } = await start()
  expect(source.token()).toBe('first')
  const renewed = source.renewed('first', false, undefined)
  renew.last().answer.resolve({ ok: true, session: sessionOf('second') })
  await renewed
  expect(source.token()).toBe('second')
})

test('a request whose token is rejected fails if the session ends, and does not wait for a token', async () => {
  const { source, session } = await start()
  const renewed = source.renewed('first', false, undefined)
  session.send({ type: 'session.signOut' })
  await expect(renewed).rejects.toThrow('The session has ended.')
})
