import { afterAll, beforeAll, expect, test } from 'vitest'
import { flagVariables } from '../../../platform/event/flags.ts'
import { loadSecrets } from '../../../platform/secret.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { createWrittenLog } from '../written-log.ts'
import { during, writeEvent } from './events.ts'

const clock = createSimulatedClock(during)
const { log, written } = createWrittenLog('info')
let platform: TestPlatform
beforeAll(async () => {
  const eventFolder = await writeEvent()
  platform = await startPlatform({ eventFolder, clock, log })
})
afterAll(() => platform.close())

const status = async (answer: Promise<{ status: number }>) => (await answer).status

test('a team that solves a challenge reads its points on the scoreboard', async () => {
  const alice = await platform.as('alice')
  expect((await alice('GET', '/v1/user/stats')).body.code).toBe('NO_ACCOUNT')
  expect(await status(alice('POST', '/v1/teams', { name: 'Hawks' }))).toBe(204)
  expect((await alice('GET', '/v1/challenges/')).body.code).toBe('NO_SCORE_GROUP_SELECTED')
  const choose = (password?: string) =>
    alice('POST', '/v1/score_groups/select', { scoreGroup: 'closed', password })
  expect((await choose('wrong')).body.code).toBe('SCORE_GROUP_WRONG_PASSWORD')
  expect((await choose('sesame')).status).toBe(204)
  const solve = (flag: string) =>
    alice('POST', '/v1/challenges/plain/solve?category=misc', { flag })
  expect((await solve('TEST{no}')).body).toEqual({ status: 2 })
  expect((await solve(' TEST{plain} ')).body).toEqual({ status: 1 })
  expect((await solve('TEST{plain}')).body).toEqual({ status: 3 })
  const stats = (await alice('GET', '/v1/user/stats')).body
  expect(stats).toEqual({
    accountId: stats.accountId,
    accountDisplayName: 'Hawks',
    accountHasScoreGroup: true,
    scoreGroup: 'closed',
    scoreGroupName: 'Closed',
    score: { rank: 1, points: 100, numSolvedFlags: 1 },
    runningChallenges: { maximum: null, running: [] },
    completedChallenges: [{ categorySlug: 'misc', challengeSlug: 'plain' }],
    challenges: [
      {
        categorySlug: 'misc',
        slug: 'plain',
        solvedFlags: 1,
        totalFlags: 1,
        points: 100,
        name: 'Plain',
        solvedAt: expect.any(String),
        solvedBy: 'alice',
      },
    ],
    hintCosts: 0,
  })
  const { accountId } = stats
  expect((await alice('GET', '/v1/stats/scoreboard')).body).toEqual({
    entries: [
      {
        accountId,
        displayName: 'Hawks',
        flags: 1,
        points: 100,
        rank: 1,
        lastSolve: expect.any(String),
        rankBefore: null,
      },
    ],
    frozenSince: null,
  })
  expect((await alice('GET', '/v1/challenges/plain/score?category=misc')).body).toEqual({
    isCompleted: true,
    points: 100,
    pointsTotal: 100,
    solvedFlags: 1,
    totalFlags: 1,
  })
})

test('a bound flag of another account is rejected, and logged as shared without its text', async () => {
  const bob = await platform.as('bob')
  const carol = await platform.as('carol')
  for (const [call, name] of [
    [bob, 'Bobs'],
    [carol, 'Carols'],
  ] as const) {
    await call('POST', '/v1/teams', { name })
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  }
  const { accountId } = (await bob('GET', '/v1/user/stats')).body
  const challenge = platform.composition.event.current.challenges.find(one => one.slug === 'bound')
  if (!challenge) throw new Error('the event has no such challenge')
  const { flags: secret } = await loadSecrets(platform.database)
  const { FLAG } = flagVariables(challenge, { secret, prefix: 'TEST', accountId })
  const path = '/v1/challenges/bound/solve?category=net'
  expect((await carol('POST', path, { flag: FLAG })).body).toEqual({ status: 2 })
  const line = written()
    .split('\n')
    .find(one => one.includes('a flag was shared'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ sharedFrom: accountId, flagId: 'flag-of-bound' })
  expect(written()).not.toContain(FLAG)
  expect((await bob('POST', path, { flag: FLAG })).body).toEqual({ status: 1 })
  const rows = await platform.database.db.query.submissions.findMany()
  expect(rows.filter(row => row.sharedFrom).map(row => row.sharedFrom)).toEqual([accountId])
})

test('files come as one archive by the link of the challenge, and by no other', async () => {
  const alice = await platform.as('alice')
  const { body } = await alice('GET', '/v1/challenges/plain?category=misc')
  const link: string = body.staticFilesArchiveUrl
  const download = await platform.fetch(link)
  expect(download.headers.get('content-type')).toBe('application/zip')
  expect(Buffer.from(await download.arrayBuffer()).toString('latin1')).toContain('notes on Plain')
  expect((await platform.fetch(link.replace('plain', 'triple'))).status).toBe(404)
  const without = (await alice('GET', '/v1/challenges/sinking?category=misc')).body
  expect(without.staticFilesArchiveUrl).toBe(null)
})

test('a link to files lasts no longer because the clock was set back', async () => {
  const alice = await platform.as('alice')
  const { body } = await alice('GET', '/v1/challenges/plain?category=misc')
  clock.jump(-3_600_000)
  const { status } = await platform.fetch(body.staticFilesArchiveUrl)
  clock.jump(3_600_000)
  expect(status).toBe(404)
})
