import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Extension } from '../../../src/api/contract.ts'
import type { Failure } from '../../../src/domain/answer.ts'
import type { SessionShared } from '../../../src/machines/session/events.ts'
import { sessionMachine } from '../../../src/machines/session/machine.ts'
import {
  accessTokenOf,
  isAuthenticated,
  isVisiting,
  isVisitor,
  signInStepOf,
} from '../../../src/machines/session/selectors.ts'
import type { RenewalAnswer, Session } from '../../../src/machines/session/session.ts'
import { createFakeCallback, createFakePromise } from '../../support/fakes/calls.ts'
import { createTime, START, settled } from '../../support/time.ts'

const HOUR = 3_600_000

function start({ path = '/my-team?x=1', failures = 0 } = {}) {
  const time = createTime()
  const fakes = {
    sharedSession: createFakeCallback<SessionShared>(),
    restore: createFakePromise<Session | null>(),
    findExtension: createFakePromise<boolean, Extension | undefined>(),
    startSignIn: createFakePromise<void, { returnTo: string; failures: number }>(),
    finishSignIn: createFakePromise<{ session: Session; returnTo: string }>(),
    renew: createFakePromise<RenewalAnswer>(),
    forget: createFakePromise<void>(),
    signOut: createFakePromise<void>(),
    reportSignInError: createFakePromise<void, Failure | null>(),
  }
  const session = createActor(
    sessionMachine.provide({
      actors: {
        sharedSession: fakes.sharedSession.logic,
        restore: fakes.restore.logic,
        findExtension: fakes.findExtension.logic,
        startSignIn: fakes.startSignIn.logic,
        finishSignIn: fakes.finishSignIn.logic,
        renew: fakes.renew.logic,
        forget: fakes.forget.logic,
        signOut: fakes.signOut.logic,
        reportSignInError: fakes.reportSignInError.logic,
      },
    }),
    { clock: time.clock, input: { path, redirectPath: '/auth/redirect', failures, now: time.now } },
  ).start()
  const step = () => signInStepOf(session.getSnapshot())
  const token = () => accessTokenOf(session.getSnapshot())
  return { session, time, fakes, step, token }
}

const sessionFor = (life: number, accessToken = 'first'): Session => ({
  accessToken,
  expiresAt: START + life,
})

async function startSignedIn(life = HOUR) {
  const started = start()
  started.fakes.restore.last().answer.resolve(sessionFor(life))
  await settled()
  return started
}

async function answer<T>(
  fake: { last(): { answer: PromiseWithResolvers<T> } },
  value: T,
): Promise<void> {
  fake.last().answer.resolve(value)
  await settled()
}

test('a session of this tab is restored', async () => {
  const { session, token } = await startSignedIn()
  expect(isAuthenticated(session.getSnapshot())).toBe(true)
  expect(token()).toBe('first')
})

test('without a session the sign-in opens, and will return to the path that was asked for', async () => {
  const { fakes, step } = start()
  expect(step()).toBe('waiting')
  await answer(fakes.restore, null)
  expect(step()).toBe('redirecting')
  expect(fakes.startSignIn.last().input).toEqual({ returnTo: '/my-team?x=1', failures: 0 })
})

test('a session that cannot be read is no session', async () => {
  const { fakes, step } = start()
  fakes.restore.last().answer.reject(new Error('Storage is forbidden.'))
  await settled()
  expect(step()).toBe('redirecting')
})

/** Starts on a public page, with nothing in storage. */
async function startVisiting(path = '/scoreboard?x=1') {
  const started = start({ path })
  await answer(started.fakes.restore, null)
  return { ...started, isVisiting: () => isVisiting(started.session.getSnapshot()) }
}

test('without a session, a public page opens where the backend has its extension', async () => {
  const { session, fakes, step, isVisiting } = await startVisiting()
  expect(fakes.findExtension.last().input).toBe('publicScoreboard')
  expect([isVisiting(), step(), isVisitor(session.getSnapshot())]).toEqual([false, 'waiting', true])
  await answer(fakes.findExtension, true)
  expect([isVisiting(), isVisitor(session.getSnapshot())]).toEqual([true, true])
  expect([fakes.startSignIn.calls.length, accessTokenOf(session.getSnapshot())]).toEqual([0, null])
})

test('a visitor who may store nothing sees a public page, too', async () => {
  const { fakes } = start({ path: '/scoreboard' })
  fakes.restore.last().answer.reject(new Error('Storage is forbidden.'))
  await settled()
  expect(fakes.findExtension.calls.length).toBe(1)
})

test.each(['/', '/solves-calendar', '/accounts/a1', '/nowhere'])(
  'nobody is asked whether %s is public',
  async path => {
    const { session, fakes, step } = await startVisiting(path)
    expect(step()).toBe('redirecting')
    expect(fakes.findExtension.calls.length).toBe(0)
    expect(isVisitor(session.getSnapshot())).toBe(false)
  },
)

test('without its extension, or if that is not known, a public page needs a session', async () => {
  const without = await startVisiting()
  await answer(without.fakes.findExtension, false)
  const unknown = await startVisiting()
  unknown.fakes.findExtension.last().answer.reject(new Error('The backend fails.'))
  await settled()
  for (const { fakes, step } of [without, unknown]) {
    expect(step()).toBe('redirecting')
    expect(fakes.startSignIn.last().input.returnTo).toBe('/scoreboard?x=1')
  }
})

test('a visitor who signs in returns to the public page', async () => {
  const { session, fakes, step } = await startVisiting()
  await answer(fakes.findExtension, true)
  session.send({ type: 'session.signIn' })
  expect(step()).toBe('redirecting')
  expect(fakes.startSignIn.last().input).toEqual({ returnTo: '/scoreboard?x=1', failures: 0 })
})

test.each(['asking', 'visiting'])(
  'a visitor who goes to another page while %s needs a session for it',
  async state => {
    const { session, fakes, step } = await startVisiting()
    if (state === 'visiting') await answer(fakes.findExtension, true)
    session.send({ type: 'location.changed', path: '/scoreboard?y=2' })
    expect(session.getSnapshot().value).toBe(state)
    session.send({ type: 'location.changed', path: '/my-team' })
    expect(step()).toBe('redirecting')
    expect(fakes.startSignIn.last().input.returnTo).toBe('/my-team')
  },
)

test('a session of this tab is used on a public page, too', async () => {
  const { fakes, token } = start({ path: '/scoreboard' })
  await answer(fakes.restore, sessionFor(HOUR))
  expect([token(), fakes.findExtension.calls.length]).toEqual(['first', 0])
})

test('a session that ends on a public page is renewed by the sign-in', async () => {
  const { session, fakes, step } = start({ path: '/scoreboard' })
  await answer(fakes.restore, sessionFor(HOUR))
  session.send({ type: 'session.rejected', accessToken: 'first', again: true })
  await answer(fakes.forget, undefined)
  expect([step(), fakes.findExtension.calls.length]).toEqual(['redirecting', 0])
})

test('a sign-in that interrupts returns to where the tab is, not to where it was first loaded', async () => {
  const { session, fakes } = await startSignedIn()
  session.send({ type: 'location.changed', path: '/challenge/web/login?x=1' })
  session.send({ type: 'session.rejected', accessToken: 'first', again: true })
  await answer(fakes.forget, undefined)
  expect(fakes.startSignIn.last().input.returnTo).toBe('/challenge/web/login?x=1')
})

test('a step of the sign-in is not where the tab is', async () => {
  const { session, fakes } = await startSignedIn()
  session.send({ type: 'location.changed', path: '/my-team' })
  session.send({ type: 'location.changed', path: '/auth/logout' })
  session.send({ type: 'session.rejected', accessToken: 'first', again: true })
  await answer(fakes.forget, undefined)
  expect(fakes.startSignIn.last().input.returnTo).toBe('/my-team')
})

test.each(['fresh', 'renewing'])(
  'a session that another tab has renewed is taken while this one is %s',
  async state => {
    const { session, time, fakes, token } = await startSignedIn()
    if (state === 'renewing') {
      session.send({ type: 'session.rejected', accessToken: 'first', again: false })
    }
    fakes.sharedSession.send({ type: 'session.shared', session: sessionFor(2 * HOUR, 'second') })
    expect(token()).toBe('second')
    expect(session.getSnapshot().value).toEqual({ authenticated: 'fresh' })
    const renewals = fakes.renew.calls.length
    time.pass(HOUR)
    expect(fakes.renew.calls.length).toBe(renewals)
  },
)

test('the answer of the sign-in is processed, and its return path kept', async () => {
  const { session, fakes, step, token } = start({ path: '/auth/redirect?code=1', failures: 2 })
  expect(step()).toBe('processing')
  await answer(fakes.finishSignIn, { session: sessionFor(HOUR), returnTo: '/my-team' })
  expect(token()).toBe('first')
  expect(session.getSnapshot().value).toEqual({ authenticated: 'fresh' })
  expect(session.getSnapshot().context).toMatchObject({ returnTo: '/my-team', failures: 0 })
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/auth/logout', 'x', ''])(
  'the sign-in never returns to %s',
  async returnTo => {
    const { session, fakes } = start({ path: '/auth/redirect?code=1' })
    await answer(fakes.finishSignIn, { session: sessionFor(HOUR), returnTo })
    expect(session.getSnapshot().context.returnTo).toBe('/')
  },
)

test('a sign-in that fails is reported and retried after delays of 1, 2, 4 … 30 seconds', async () => {
  for (const [failures, delay] of [
    [0, 1000],
    [1, 2000],
    [2, 4000],
    [5, 30_000],
    [40, 30_000],
  ] as const) {
    const { time, fakes, step } = start({ path: '/auth/redirect?error=x', failures })
    fakes.finishSignIn.last().answer.reject(new Error('The provider says no.'))
    await settled()
    expect(step()).toBe('failed')
    expect(fakes.reportSignInError.last().input).toEqual({
      code: 'UNKNOWN',
      message: 'The provider says no.',
    })
    time.pass(delay - 1)
    expect(fakes.startSignIn.calls.length).toBe(0)
    time.pass(1)
    expect(fakes.startSignIn.last().input).toEqual({ returnTo: '/', failures: failures + 1 })
  }
})

test('a sign-in error is retried even if it cannot be reported', async () => {
  const { time, fakes, step } = start({ path: '/auth/redirect?error=x' })
  fakes.finishSignIn.last().answer.reject(new Error('No.'))
  await settled()
  fakes.reportSignInError.last().answer.reject(new Error('The reporter is not there.'))
  await settled()
  time.pass(1000)
  expect(step()).toBe('redirecting')
})

test('a sign-in that cannot be opened is retried too', async () => {
  const { fakes, step } = start()
  await answer(fakes.restore, null)
  fakes.startSignIn.last().answer.reject(new TypeError('Failed to fetch'))
  await settled()
  expect(step()).toBe('failed')
})

test('a redirect that never leaves the page is a failed sign-in', async () => {
  const { time, fakes, step } = start()
  await answer(fakes.restore, null)
  await answer(fakes.startSignIn, undefined)
  time.pass(14_999)
  expect(step()).toBe('redirecting')
  time.pass(1)
  expect(step()).toBe('failed')
})

test('the user can log in now instead of waiting', async () => {
  const { session, fakes, step } = start({ path: '/auth/redirect?error=x', failures: 9 })
  fakes.finishSignIn.last().answer.reject(new Error('No.'))
  await settled()
  session.send({ type: 'session.retry' })
  expect(step()).toBe('redirecting')
})

test('a token is renewed a minute before it expires', async () => {
  const { session, time, fakes, token } = await startSignedIn()
  time.pass(HOUR - 60_001)
  expect(fakes.renew.calls.length).toBe(0)
  time.pass(1)
  expect(fakes.renew.calls.length).toBe(1)
  await answer(fakes.renew, { ok: true, session: sessionFor(2 * HOUR, 'second') })
  expect(token()).toBe('second')
  expect(session.getSnapshot().value).toEqual({ authenticated: 'fresh' })
})

test('a token with a shorter life is renewed at half of it', async () => {
  const { time, fakes } = await startSignedIn(40_000)
  time.pass(19_999)
  expect(fakes.renew.calls.length).toBe(0)
  time.pass(1)
  expect(fakes.renew.calls.length).toBe(1)
})

test('a token that expired while the laptop slept is renewed within half a minute', async () => {
  const { time, fakes } = await startSignedIn()
  time.jump(5 * HOUR)
  time.pass(30_000)
  expect(fakes.renew.calls.length).toBe(1)
})

test('an expired session is renewed without a sign-in', async () => {
  const { session, fakes } = start()
  await answer(fakes.restore, sessionFor(-HOUR))
  expect(fakes.renew.calls.length).toBe(1)
  expect(session.getSnapshot().value).toEqual({ authenticated: 'renewing' })
})

test('a grant that is gone leads straight to the sign-in', async () => {
  const { fakes, step, token } = await startSignedIn(-HOUR)
  await answer(fakes.renew, { ok: false, code: 'invalidGrant' })
  expect(step()).toBe('redirecting')
  expect(token()).toBe(null)
  expect(fakes.forget.calls.length).toBe(0)
  expect(fakes.startSignIn.calls.length).toBe(1)
})

test('any other refused renewal signs the user out and in', async () => {
  const { fakes, step } = await startSignedIn(-HOUR)
  await answer(fakes.renew, { ok: false, code: 'failed' })
  expect(step()).toBe('redirecting')
  expect(fakes.forget.calls.length).toBe(1)
  expect(fakes.startSignIn.calls.length).toBe(0)
  await answer(fakes.forget, undefined)
  expect(fakes.startSignIn.calls.length).toBe(1)
})

test('a renewal without an answer is repeated, and the user stays', async () => {
  const { session, time, fakes } = await startSignedIn(-HOUR)
  fakes.renew.last().answer.reject(new TypeError('Failed to fetch'))
  await settled()
  expect(isAuthenticated(session.getSnapshot())).toBe(true)
  time.pass(1999)
  expect(fakes.renew.calls.length).toBe(1)
  time.pass(1)
  expect(fakes.renew.calls.length).toBe(2)
})

test('a token that the API rejects is renewed once, however many requests tell of it', async () => {
  const { session, fakes, token } = await startSignedIn()
  for (let index = 0; index < 3; index++) {
    session.send({ type: 'session.rejected', accessToken: 'first', again: false })
  }
  expect(fakes.renew.calls.length).toBe(1)
  await answer(fakes.renew, { ok: true, session: sessionFor(HOUR, 'second') })
  session.send({ type: 'session.rejected', accessToken: 'first', again: false })
  expect(token()).toBe('second')
  expect(fakes.renew.calls.length).toBe(1)
})

test('a renewed token that is rejected too leads to the sign-in', async () => {
  const { session, fakes } = await startSignedIn()
  session.send({ type: 'session.rejected', accessToken: 'first', again: true })
  expect(session.getSnapshot().value).toBe('forgetting')
  fakes.forget.last().answer.reject(new Error('Storage is gone.'))
  await settled()
  expect(session.getSnapshot().value).toBe('redirecting')
})

/** Starts as a user who came back from the sign-in `ago` milliseconds before. */
async function startReturned(ago: number) {
  const started = start({ path: '/auth/redirect?code=1' })
  await answer(started.fakes.finishSignIn, { session: sessionFor(HOUR), returnTo: '/my-team' })
  started.time.pass(ago)
  return started
}

test('a sign-in that the API does not accept is not made again at once: the provider may not ask', async () => {
  const { session, time, fakes, step, token } = await startReturned(59_999)
  session.send({ type: 'session.rejected', accessToken: 'first', again: true })
  expect([step(), token()]).toEqual(['failed', null])
  expect(fakes.reportSignInError.last().input?.code).toBe('SIGN_IN_LOST')
  time.pass(29_999)
  expect(fakes.startSignIn.calls.length).toBe(0)
  time.pass(1)
  expect(fakes.startSignIn.last().input.returnTo).toBe('/my-team')
})

test.each(['invalidGrant', 'failed'] as const)(
  'neither is one whose first renewal is refused (%s)',
  async code => {
    const { session, fakes, step } = await startReturned(0)
    session.send({ type: 'session.rejected', accessToken: 'first', again: false })
    await answer(fakes.renew, { ok: false, code })
    expect(step()).toBe('failed')
    session.send({ type: 'session.retry' })
    expect(step()).toBe('redirecting')
  },
)

test('a minute after the sign-in, a rejected session leads to the next one', async () => {
  const { session } = await startReturned(60_000)
  session.send({ type: 'session.rejected', accessToken: 'first', again: true })
  expect(session.getSnapshot().value).toBe('forgetting')
})

test('after a sign-out in another tab, the end of the session leads to the sign-in at once', async () => {
  const { session, fakes, step, token } = await startReturned(0)
  fakes.sharedSession.send({ type: 'session.ending' })
  expect(token()).toBe('first')
  session.send({ type: 'session.rejected', accessToken: 'first', again: false })
  await answer(fakes.renew, { ok: false, code: 'invalidGrant' })
  expect(step()).toBe('redirecting')
})

test('so it does if the news of the other tab comes after the end', async () => {
  const { session, fakes, step } = await startReturned(0)
  session.send({ type: 'session.rejected', accessToken: 'first', again: true })
  expect(step()).toBe('failed')
  fakes.sharedSession.send({ type: 'session.ending' })
  expect(step()).toBe('redirecting')
})

test('signing out leaves for the provider and forgets the token', async () => {
  const { session, fakes, step, token } = await startSignedIn()
  session.send({ type: 'session.signOut' })
  expect(step()).toBe('signingOut')
  expect(token()).toBe(null)
  expect(fakes.signOut.calls.length).toBe(1)
})

test('a sign-out that fails or hangs ends at the sign-in all the same', async () => {
  const failing = await startSignedIn()
  failing.session.send({ type: 'session.signOut' })
  failing.fakes.signOut.last().answer.reject(new Error('No end session endpoint.'))
  await settled()
  expect(failing.fakes.forget.calls.length).toBe(1)

  const hanging = await startSignedIn()
  hanging.session.send({ type: 'session.signOut' })
  hanging.time.pass(15_000)
  expect(hanging.fakes.forget.calls.length).toBe(1)
})

test('every kind of failed sign-in is counted, and reported as what it was', async () => {
  const unopened = start()
  await answer(unopened.fakes.restore, null)
  unopened.fakes.startSignIn.last().answer.reject(new Error('No crypto.'))
  await settled()
  expect(unopened.fakes.reportSignInError.last().input?.message).toBe('No crypto.')
  expect(unopened.session.getSnapshot().context.failures).toBe(1)

  const unleft = start()
  await answer(unleft.fakes.restore, null)
  unleft.time.pass(15_000)
  expect(unleft.fakes.reportSignInError.last().input?.message).toBe('The sign-in did not open.')
  expect(unleft.session.getSnapshot().context.failures).toBe(1)
})
