import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../../src/api/contract/every-call.ts'
import type { Call, CallName } from '../../../src/api/contract.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { addressOf } from '../conformance/client.ts'
import { sampleOf } from '../conformance/sample.ts'
import { type Caller, startPlatform, type TestPlatform } from '../start-platform.ts'
import { before, during, over, postPlay, postPlayEnd, writeEvent } from './events.ts'

/** Each test has users, teams and groups of its own, on one platform for each time. */
let platform: TestPlatform
let serial = 0
const someone = () => platform.as(`user${++serial}`)

async function teamed(): Promise<Caller> {
  const call = await someone()
  await call('POST', '/v1/teams', { name: `Team ${serial}` })
  return call
}
async function newParticipant(): Promise<Caller> {
  const call = await teamed()
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  return call
}
const codeOf = async (reply: ReturnType<Caller>) => {
  const { status, body } = await reply
  return `${status} ${body?.code ?? 'ok'}`
}

const needGroup = (Object.entries(calls) as [CallName, Call][])
  .filter(([, { codes }]) => codes.includes('NO_SCORE_GROUP_SELECTED'))
  .map(([name]) => name)
/** They stay when all is over. */
const resultCalls: readonly CallName[] = [
  'getScoreboard',
  'getSolveTimes',
  'getHistory',
  'getAccount',
]
const playCalls = needGroup.filter(name => !resultCalls.includes(name))

const make = (caller: Caller, name: CallName) => {
  const { params, body } = sampleOf(calls[name], 'Owls')
  return codeOf(caller(calls[name].method, addressOf(calls[name], params), body))
}

const results: [string, string][] = [
  ['GET', '/v1/stats/scoreboard'],
  ['GET', '/v1/stats/solvetimes'],
  ['GET', '/v1/stats/history'],
]
const reads: [string, string][] = [
  ...results,
  ['GET', '/v1/categories/'],
  ['GET', '/v1/categories/misc'],
  ['GET', '/v1/challenges/'],
  ['GET', '/v1/challenges/plain?category=misc'],
  ['GET', '/v1/challenges/plain/score?category=misc'],
  ['GET', '/v1/challenges/plain/solves?category=misc'],
  ['GET', '/v1/challenges/bound/instance?category=net'],
  ['GET', '/v1/user/flugzeug/enabled'],
]
const bodyFor = (path: string) => (path.includes('/solve?') ? { flag: 'TEST{plain}' } : undefined)

const open = (now: Date, settings = {}) => {
  beforeAll(async () => {
    const eventFolder = await writeEvent({ environments: { maximum: 1 }, ...settings })
    platform = await startPlatform({ eventFolder, clock: createSimulatedClock(now) })
  })
  afterAll(() => platform.close())
}

describe('while the event runs', () => {
  open(during)

  test.each(needGroup)('%s needs an account', async name => {
    expect(await make(await someone(), name)).toBe('404 NO_ACCOUNT')
  })

  test.each(needGroup)('%s needs a score group', async name => {
    expect(await make(await teamed(), name)).toBe('403 NO_SCORE_GROUP_SELECTED')
  })

  test.each(reads)('%s %s answers a participant', async (method, path) => {
    expect(await codeOf((await newParticipant())(method, path))).toBe('200 ok')
  })

  test.each([
    ['GET', '/v1/categories/none'],
    ['GET', '/v1/challenges/none?category=misc'],
    ['GET', '/v1/challenges/plain?category=net'],
    ['GET', '/v1/challenges/none/instance?category=misc'],
    ['PUT', '/v1/challenges/none/instance?category=misc'],
    ['DELETE', '/v1/challenges/none/instance?category=misc'],
    ['POST', '/v1/challenges/none/instance/prolong?category=misc'],
    ['POST', '/v1/challenges/none/solve?category=misc'],
    ['GET', '/v1/challenges/none/score?category=misc'],
    ['GET', '/v1/nothing'],
  ])('%s %s is not found', async (method, path) => {
    const call = await newParticipant()
    expect(await codeOf(call(method, path, bodyFor(path)))).toBe('404 NOT_FOUND')
  })

  test.each([
    ['a parameter is missing', 'GET', '/v1/challenges/plain', undefined],
    ['no flag is given', 'POST', '/v1/challenges/plain/solve?category=misc', { flag: '' }],
    ['a team has no name', 'POST', '/v1/teams', { name: '  ' }],
    ['a name holds a NUL', 'POST', '/v1/teams', { name: 'a\0b' }],
    ['a token is a number', 'POST', '/v1/teams/join', { joinToken: 7 }],
    ['no group is named', 'POST', '/v1/score_groups/select', {}],
    ['there is no body', 'POST', '/v1/teams', undefined],
  ])('when %s, that is said', async (_, method, path, body) => {
    expect(await codeOf((await newParticipant())(method, path, body))).toBe('400 VALIDATION_FAILED')
  })

  test('a team name is taken whatever its case and spacing', async () => {
    await (await someone())('POST', '/v1/teams', { name: 'Grey  Geese' })
    const late = (await someone())('POST', '/v1/teams', { name: 'grey geese' })
    expect(await codeOf(late)).toBe('409 TEAM_NAME_TAKEN')
  })

  test('a user is in one team at most', async () => {
    const call = await teamed()
    expect(await codeOf(call('POST', '/v1/teams', { name: 'Second' }))).toBe(
      '400 VALIDATION_FAILED',
    )
    const { joinToken } = (await (await teamed())('GET', '/v1/user/team')).body
    expect(await codeOf(call('POST', '/v1/teams/join', { joinToken }))).toBe(
      '400 VALIDATION_FAILED',
    )
  })

  test('a team takes members by its token until it is full', async () => {
    const { joinToken } = (await (await teamed())('GET', '/v1/user/team')).body
    const join = async () => codeOf((await someone())('POST', '/v1/teams/join', { joinToken }))
    expect([await join(), await join(), await join(), await join()]).toEqual([
      '204 ok',
      '204 ok',
      '204 ok',
      '409 TEAM_FULL',
    ])
    const wrong = (await someone())('POST', '/v1/teams/join', { joinToken: 'no' })
    expect(await codeOf(wrong)).toBe('400 TEAM_JOIN_TOKEN_INVALID')
  })

  test('a user without a team gets that answer, and a team is left only before the start', async () => {
    expect(await codeOf((await someone())('GET', '/v1/user/team'))).toBe('404 NO_TEAM')
    const call = await teamed()
    const team = (await call('GET', '/v1/user/team')).body
    const leave = (userId: string, teamId = team.id) =>
      codeOf(call('DELETE', `/v1/teams/${teamId}/members/${userId}`))
    expect(await leave(team.members[0].userId)).toBe('403 TIME_RESTRICTED')
    expect(await leave('somebody')).toBe('403 USER_NOT_TEAM_MEMBER')
    expect(await leave(team.members[0].userId, 'another')).toBe('404 NOT_FOUND')
  })

  test('a score group is chosen once, by those who know its password', async () => {
    const call = await teamed()
    const choose = (scoreGroup: string, password?: string | null) =>
      codeOf(call('POST', '/v1/score_groups/select', { scoreGroup, password }))
    expect(await choose('none')).toBe('404 NOT_FOUND')
    expect(await choose('closed')).toBe('403 SCORE_GROUP_WRONG_PASSWORD')
    expect(await choose('closed', 'Sesame')).toBe('403 SCORE_GROUP_WRONG_PASSWORD')
    expect(await choose('closed', 'sesame')).toBe('204 ok')
    expect(await choose('open')).toBe('409 SCORE_GROUP_ALREADY_SELECTED')
    expect(
      await codeOf((await someone())('POST', '/v1/score_groups/select', { scoreGroup: 'open' })),
    ).toBe('404 NO_ACCOUNT')
  })

  test('scores and solves of one score group are not seen in another', async () => {
    const [mine, theirs] = [await teamed(), await teamed()]
    await mine('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    await theirs('POST', '/v1/score_groups/select', { scoreGroup: 'closed', password: 'sesame' })
    await mine('POST', '/v1/challenges/plain/solve?category=misc', { flag: 'TEST{plain}' })
    const solvesOf = async (call: Caller) => {
      const { categories } = (await call('GET', '/v1/stats/solvetimes')).body
      return JSON.stringify(categories).match(/\d{4}-\d\d-\d\dT/g)?.length ?? 0
    }
    const idsOf = async (call: Caller) => {
      const { entries } = (await call('GET', '/v1/stats/scoreboard')).body
      return entries.map((entry: { accountId: string }) => entry.accountId)
    }
    const { accountId } = (await mine('GET', '/v1/user/stats')).body
    expect((await idsOf(mine)).includes(accountId)).toBe(true)
    expect((await idsOf(theirs)).includes(accountId)).toBe(false)
    expect(await solvesOf(mine)).toBeGreaterThan(0)
    expect(await solvesOf(theirs)).toBe(0)
  })

  test('a challenge of files alone starts nothing', async () => {
    const call = await newParticipant()
    const path = '/v1/challenges/plain/instance'
    expect((await call('GET', `${path}?category=misc`)).body).toEqual({
      state: 'not-running',
      scheduledStopTime: null,
      exposedEndpoints: [],
    })
    const tries = [
      codeOf(call('PUT', `${path}?category=misc`)),
      codeOf(call('DELETE', `${path}?category=misc`)),
      codeOf(call('POST', `${path}/prolong?category=misc`)),
    ]
    expect(new Set(await Promise.all(tries))).toEqual(
      new Set(['400 UNSUPPORTED_ORCHESTRATOR_OPERATION']),
    )
  })

  test('environments have a maximum, and are extended late in their time only', async () => {
    const call = await newParticipant()
    const path = (slug: string, action = '') =>
      `/v1/challenges/${slug}/instance${action}?category=net`
    expect(await codeOf(call('PUT', path('bound')))).toBe('204 ok')
    expect(await codeOf(call('PUT', path('second')))).toBe(
      '409 MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
    )
    expect(await codeOf(call('POST', path('bound', '/prolong')))).toBe(
      '400 CANNOT_PROLONG_CHALLENGE_INSTANCE',
    )
    expect(await codeOf(call('DELETE', path('bound')))).toBe('204 ok')
  })

  test('a user without a desktop gets that answer', async () => {
    expect(await codeOf((await newParticipant())('GET', '/v1/user/flugzeug'))).toBe(
      '404 NO_FLUGZEUG',
    )
  })
})

describe('before the event', () => {
  open(before)

  test.each(needGroup)('%s has to wait', async name => {
    expect(await make(await newParticipant(), name)).toBe('403 TIME_RESTRICTED')
  })

  test('a team is left, and is gone with its last member, and its name is free', async () => {
    const call = await someone()
    await call('POST', '/v1/teams', { name: 'Swifts' })
    const team = (await call('GET', '/v1/user/team')).body
    const leave = call('DELETE', `/v1/teams/${team.id}/members/${team.members[0].userId}`)
    expect(await codeOf(leave)).toBe('204 ok')
    expect(await codeOf(call('GET', '/v1/user/team'))).toBe('404 NO_TEAM')
    const again = (await someone())('POST', '/v1/teams', { name: 'Swifts' })
    expect(await codeOf(again)).toBe('204 ok')
  })
})

describe('after the end, while one may still play', () => {
  open(postPlay)

  test('a flag is accepted once, and is worth nothing', async () => {
    const call = await newParticipant()
    const solve = () =>
      call('POST', '/v1/challenges/plain/solve?category=misc', { flag: 'TEST{plain}' })
    expect((await solve()).body).toEqual({ status: 1 })
    expect((await solve()).body).toEqual({ status: 3 })
    const stats = (await call('GET', '/v1/user/stats')).body
    expect(stats.score).toMatchObject({ points: 0, numSolvedFlags: 0 })
    expect(stats.completedChallenges).toEqual([{ categorySlug: 'misc', challengeSlug: 'plain' }])
    expect((await call('GET', '/v1/challenges/plain/score?category=misc')).body).toEqual({
      isCompleted: true,
      points: 0,
      pointsTotal: 100,
      solvedFlags: 1,
      totalFlags: 1,
    })
  })
})

describe('when all is over', () => {
  const clock = createSimulatedClock(during)
  let late: Caller
  let files: string
  beforeAll(async () => {
    platform = await startPlatform({ eventFolder: await writeEvent(), clock })
    // Tokens last for minutes, so this one is issued at the time of its use.
    await newParticipant()
    clock.advanceTo(postPlayEnd.getTime() - 60_000)
    const last = await platform.as(`user${serial}`)
    files = (await last('GET', '/v1/challenges/plain?category=misc')).body.staticFilesArchiveUrl
    expect((await platform.fetch(files)).status).toBe(200)
    clock.advanceTo(over)
    late = await platform.as(`user${serial}`)
  })
  afterAll(() => platform.close())

  test('results stay, and nothing else is to be had', async () => {
    for (const [method, path] of results) expect(await codeOf(late(method, path))).toBe('200 ok')
    for (const name of playCalls)
      expect(`${name} ${await make(late, name)}`).toBe(`${name} 403 TIME_RESTRICTED`)
    expect(await codeOf(late('POST', '/v1/score_groups/select', { scoreGroup: 'open' }))).toBe(
      '403 TIME_RESTRICTED',
    )
    const other = await someone()
    expect(await codeOf(other('POST', '/v1/teams', { name: 'Late' }))).toBe('403 TIME_RESTRICTED')
    expect(await codeOf(other('POST', '/v1/teams/join', { joinToken: 'x' }))).toBe(
      '403 TIME_RESTRICTED',
    )
  })

  test('files are not to be had either, though their link is young', async () => {
    expect((await platform.fetch(files)).status).toBe(403)
  })
})

describe('without teams', () => {
  open(during, { teamMode: false })

  test('everybody scores for themselves, and there are no teams', async () => {
    const call = await someone()
    const user = (await call('GET', '/v1/user')).body
    expect((await call('GET', '/v1/user/stats')).body).toMatchObject({
      accountId: user.id,
      accountDisplayName: user.username,
      accountHasScoreGroup: false,
    })
    expect(await codeOf(call('GET', '/v1/user/team'))).toBe('404 NO_TEAM')
    expect(await codeOf(call('POST', '/v1/teams', { name: 'Team' }))).toBe('404 NOT_FOUND')
    expect(await codeOf(call('POST', '/v1/teams/join', { joinToken: 'x' }))).toBe('404 NOT_FOUND')
  })
})
