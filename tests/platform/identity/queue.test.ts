import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hashingThreads } from '../../../platform/identity/passwords/hashing.ts'
import { createTurns } from '../../../platform/identity/queue/turns.ts'
import { createLimits, defaultLimits } from '../../../platform/limits/limits.ts'
import { eventually } from '../../support/eventually.ts'
import { writeEvent } from '../core/events.ts'
import { follow, nextOf, openSignIn, redeem } from '../core/sign-in-browser.ts'
import { noLimits, startPlatform } from '../start-platform.ts'

describe('turns', () => {
  const takeMany = (turns: ReturnType<typeof createTurns>, count: number, network = 'one') =>
    Array.from({ length: count }, () => {
      const turn = turns.take(network)
      if (!turn) throw new Error('no place')
      return turn
    })

  test('come in the order in which they were taken', async () => {
    const turns = createTurns({ atOnce: 2 })
    const [a, b, c, d] = takeMany(turns, 4)
    expect(await Promise.all([a?.begins, b?.begins])).toEqual([true, true])
    expect([a, b, c, d].map(turn => turn?.before())).toEqual([0, 0, 0, 1])
    b?.end()
    expect(await c?.begins).toBe(true)
    expect(d?.before()).toBe(0)
    a?.end()
    expect(await d?.begins).toBe(true)
  })

  test('go to the next one when somebody stops waiting', async () => {
    const turns = createTurns({ atOnce: 1 })
    const [first, gone, last] = takeMany(turns, 3)
    gone?.end()
    expect(await gone?.begins).toBe(false)
    expect(last?.before()).toBe(0)
    first?.end()
    // A second end has no effect: only one turn may run.
    first?.end()
    const [later] = takeMany(turns, 1)
    let hasBegun = false
    later?.begins.then(() => {
      hasBegun = true
    })
    expect(await last?.begins).toBe(true)
    await Promise.resolve()
    expect(hasBegun).toBe(false)
    last?.end()
    expect(await later?.begins).toBe(true)
  })

  test('of one network take half of the places, and the rest is for others', () => {
    const turns = createTurns({ atOnce: 1, maxWaiting: 6 })
    takeMany(turns, 4, 'flood')
    expect(turns.take('flood')).toBeNull()
    takeMany(turns, 3, 'others')
    expect(turns.take('third')).toBeNull()
  })

  test('of a network that has left the queue are free for it again', () => {
    const turns = createTurns({ atOnce: 1, maxWaiting: 6 })
    const [, ...leaving] = takeMany(turns, 4, 'school')
    expect(turns.take('school')).toBeNull()
    for (const turn of leaving) turn.end()
    takeMany(turns, 3, 'school')
  })

  test('end when the platform ends', async () => {
    const turns = createTurns({ atOnce: 1 })
    const [first, second] = takeMany(turns, 2)
    turns.close()
    expect(await first?.begins).toBe(true)
    expect(await second?.begins).toBe(false)
    first?.end()
    expect(turns.take('one')).toBeNull()
  })
})

describe('limits of sign-ins', () => {
  const rules = { ...noLimits, signIn: { perAccount: 2, perAddress: 3, seconds: 60 } }

  test('do not stop a school that signs in at once from one address', async () => {
    const limits = createLimits(rules, null)
    const pupils = Array.from({ length: 50 }, (_, at) => limits.signIn(`pupil${at}`, '192.0.2.1'))
    for (const attempt of await Promise.all(pupils)) {
      expect(await attempt.mayStillTry()).toBe(true)
      await attempt.takeBack()
    }
  })

  test('stop a network that has failed too often, also those who already wait', async () => {
    const limits = createLimits(rules, null)
    const guess = (name: string) => limits.signIn(name, '192.0.2.1')
    const [waiting, ...failing] = await Promise.all(['a', 'b', 'c', 'd'].map(guess))
    for (const attempt of failing) await attempt.failed()
    expect(await waiting?.mayStillTry()).toBe(false)
    await expect(guess('e')).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
    await expect(limits.signIn('e', '192.0.2.2')).resolves.toBeDefined()
  })

  test('count each attempt for its account, until it was right', async () => {
    const limits = createLimits(rules, null)
    const attempt = () => limits.signIn('a', '192.0.2.1')
    for (let round = 0; round < 5; round++) await (await attempt()).takeBack()
    await Promise.all([attempt(), attempt()])
    await expect(attempt()).rejects.toMatchObject({ status: 429 })
  })
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Keeps passwords from the hashing threads. @returns a function that sends them */
function holdHashing(): () => void {
  const unsent: (() => void)[] = []
  const { postMessage } = Worker.prototype
  const hold = vi.spyOn(Worker.prototype, 'postMessage')
  hold.mockImplementation(function (this: Worker, ...message) {
    unsent.push(() => postMessage.apply(this, message))
  })
  return () => {
    hold.mockRestore()
    for (const send of unsent.splice(0)) send()
  }
}

const turnsAtOnce = hashingThreads() + 1

/** A platform whose queue stands still until it is released. Half of the users wait, the others have their turn. */
async function startBusy() {
  const platform = await startPlatform({
    eventFolder: await writeEvent(),
    listen: true,
    limits: { ...defaultLimits, signIn: { perAccount: 3, perAddress: 100, seconds: 600 } },
  })
  const release = holdHashing()
  closing.push(platform.close, async () => release())
  const waiting = Promise.withResolvers<void>()
  // Kept until the end: Node closes the connection of an answer that nothing refers to.
  const pages: Response[] = []
  closing.push(async () => pages.splice(0))
  for (let at = 0; at < 2 * turnsAtOnce; at++)
    // The platform may end before it answers.
    enter(platform.origin, `slow${at}`, 'wrong').then(
      ({ response }) => pages.push(response) === turnsAtOnce && waiting.resolve(),
      () => {},
    )
  await waiting.promise
  return { origin: platform.origin, release }
}

const enter = async (origin: string, username: string, password: string) => {
  const { browser, page, verifier } = await openSignIn(origin)
  const response = await browser.go(page, { username, password, action: 'signIn' })
  return { browser, page, verifier, response }
}

test('a page that waits shows its place, then goes on or asks again', async () => {
  const { origin, release } = await startBusy()
  const right = await enter(origin, 'alice', 'demo')
  const wrong = await enter(origin, 'bob', 'not his password')
  release()
  expect(right.response.status).toBe(200)
  expect(right.response.headers.get('x-accel-buffering')).toBe('no')
  const place = `You are number ${turnsAtOnce + 1} in the queue.`
  expect(await right.response.clone().text()).toContain(
    `<div class="waiting" role="status"><p>Many people are signing in right now. ${place}`,
  )
  const next = await nextOf(right.response)
  const { address } = await follow(right.browser, origin, new URL(next ?? '', right.page))
  const tokens = await redeem(origin, address, right.verifier)
  expect(tokens).toMatchObject({ access_token: expect.any(String) })

  const html = await wrong.response.text()
  const waits = html.indexOf('class="waiting"')
  expect(waits).toBeGreaterThan(0)
  expect(html.indexOf('Wrong username or password.')).toBeGreaterThan(waits)
  expect(html).toContain('value="bob"')
  expect(html.trimEnd().endsWith('</html>')).toBe(true)
})

test('who closes a page that waits leaves the queue, and no attempt is counted', async () => {
  const { origin } = await startBusy()
  const gone = await Promise.all(Array.from({ length: 3 }, () => enter(origin, 'alice', 'demo')))
  for (const { response } of gone) {
    expect(response.status).toBe(200)
    await response.body?.cancel()
  }
  await eventually(async () => {
    const { response } = await enter(origin, 'alice', 'demo')
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })
})

test('a full queue refuses a sign-in, and no attempt is counted', async () => {
  const signIn = { perAccount: 1, perAddress: 1, seconds: 600 }
  const platform = await startPlatform({
    eventFolder: await writeEvent(),
    listen: true,
    limits: { ...noLimits, signIn },
  })
  closing.push(platform.close)
  // From now on, it takes nobody, as if it were full.
  platform.composition.identity.endQueue?.()
  const statuses = []
  for (let times = 0; times < 2; times++)
    statuses.push((await enter(platform.origin, 'alice', 'demo')).response.status)
  expect(statuses).toEqual([503, 503])
})

test('wrong invite codes count for their network, whatever the names', async () => {
  const signIn = { perAccount: 1e6, perAddress: 2, seconds: 600 }
  const platform = await startPlatform({
    eventFolder: await writeEvent(),
    listen: true,
    limits: { ...noLimits, signIn },
  })
  closing.push(platform.close)
  const input = { state: 'invited' }
  await platform.composition.organiser.run({ command: 'registration', input, who: 'olga' })
  const statuses = []
  for (const username of ['bob', 'carol', 'dora']) {
    const { browser, page } = await openSignIn(platform.origin)
    const typed = { username, password: 'correct horse', invite: 'ABCDE-FGHJK' }
    statuses.push((await browser.go(page, { ...typed, action: 'create' })).status)
  }
  expect(statuses).toEqual([400, 400, 429])
})
