import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulatedClock } from '../../../platform/clock.ts'
import { flagVariables } from '../../../platform/event/flags.ts'
import { loadSecret } from '../../../platform/secret.ts'
import { type Answer, type Caller, startPlatform, type TestPlatform } from '../start-platform.ts'
import { during, writeEvent } from './events.ts'

/** `RACES=1000` makes a long run of it, `DATABASE_URL` one with real concurrency. */
const rounds = Number(process.env.RACES ?? 2)
const atOnce = 50

let platform: TestPlatform
let serial = 0
beforeAll(async () => {
  const eventFolder = await writeEvent({ environments: { maximum: 3 } })
  platform = await startPlatform({ eventFolder, clock: createSimulatedClock(during) })
})
afterAll(() => platform.close())

const unique = () => `${process.pid}-${Date.now().toString(36)}-${++serial}`
const someone = () => platform.as(unique())
const people = (count: number) => Promise.all(Array.from({ length: count }, someone))
const crowd = (call: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: atOnce }, (_, index) => call(index)))
const tally = (answers: Answer[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = body?.code ?? body?.status ?? status
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
async function player(): Promise<Caller> {
  const call = await someone()
  await call('POST', '/v1/teams', { name: unique() })
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  return call
}
const manyTimes = (run: () => Promise<void>) => async () => {
  for (let round = 0; round < rounds; round++) await run()
}
const long = { timeout: 20_000 + rounds * 5_000 }

test(
  'one bound flag, submitted by fifty at once, scores once',
  long,
  manyTimes(async () => {
    const call = await player()
    const { accountId } = (await call('GET', '/v1/user/stats')).body
    const challenge = platform.assembly.event.current.challenges.find(one => one.slug === 'bound')
    if (!challenge) throw new Error('the event has no such challenge')
    const secret = await loadSecret(platform.database)
    const { FLAG: flag } = flagVariables(challenge, { secret, prefix: 'TEST', accountId })
    const answers = await crowd(() =>
      call('POST', '/v1/challenges/bound/solve?category=net', { flag }),
    )
    expect(tally(answers)).toEqual({ 1: 1, 3: atOnce - 1 })
    expect((await call('GET', '/v1/user/stats')).body.score).toMatchObject({ points: 50 })
  }),
)

test(
  'a team of four never has five',
  long,
  manyTimes(async () => {
    const { joinToken } = (await (await player())('GET', '/v1/user/team')).body
    const others = await people(atOnce)
    const answers = await crowd(index => {
      const call = others[index]
      if (!call) throw new Error('too few people')
      return call('POST', '/v1/teams/join', { joinToken })
    })
    expect(tally(answers)).toEqual({ 204: 3, TEAM_FULL: atOnce - 3 })
  }),
)

test(
  'one user who joins fifty teams at once is in one',
  long,
  manyTimes(async () => {
    const tokens = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await (await player())('GET', '/v1/user/team')).body.joinToken,
      ),
    )
    const call = await someone()
    const answers = await crowd(index =>
      call('POST', '/v1/teams/join', { joinToken: tokens[index % tokens.length] }),
    )
    expect(tally(answers)).toEqual({ 204: 1, VALIDATION_FAILED: atOnce - 1 })
  }),
)

test(
  'a maximum of three environments never holds four',
  long,
  manyTimes(async () => {
    const call = await player()
    const slugs = ['bound', 'second', 'third', 'fourth']
    const path = (index: number) =>
      `/v1/challenges/${slugs[index % slugs.length]}/instance?category=net`
    const answers = await crowd(index => call('PUT', path(index)))
    expect(Object.keys(tally(answers)).sort()).toEqual([
      '204',
      'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
    ])
    const { running } = (await call('GET', '/v1/user/stats')).body.runningChallenges
    // Fewer where one has ended by itself already.
    expect(running.length).toBeLessThanOrEqual(3)
    await Promise.all(slugs.map((_, index) => call('DELETE', path(index))))
  }),
)

test(
  'one name makes one team',
  long,
  manyTimes(async () => {
    const others = await people(atOnce)
    const name = unique()
    const answers = await crowd(index => {
      const call = others[index]
      if (!call) throw new Error('too few people')
      return call('POST', '/v1/teams', { name: index % 2 ? name : name.toUpperCase() })
    })
    expect(tally(answers)).toEqual({ 204: 1, TEAM_NAME_TAKEN: atOnce - 1 })
  }),
)

test(
  'a score group is chosen once',
  long,
  manyTimes(async () => {
    const call = await someone()
    await call('POST', '/v1/teams', { name: unique() })
    const answers = await crowd(index =>
      call('POST', '/v1/score_groups/select', {
        scoreGroup: index % 2 ? 'open' : 'closed',
        password: 'sesame',
      }),
    )
    expect(tally(answers)).toEqual({ 204: 1, SCORE_GROUP_ALREADY_SELECTED: atOnce - 1 })
  }),
)

test(
  'one idempotency key makes one change, and all who sent it hear the same',
  long,
  manyTimes(async () => {
    const call = await someone()
    const name = unique()
    const headers = { 'idempotency-key': unique() }
    const answers = await crowd(() => call('POST', '/v1/teams', { name }, headers))
    expect(tally(answers)).toEqual({ 204: atOnce })
  }),
)
