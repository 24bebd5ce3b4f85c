import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { writeFolder } from '../event/write-folder.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { changesOf, files, type Played, play } from './organised.ts'

let database: Database
let platform: TestPlatform
let eventFolder: string

const run = (command: string, input: object = {}) =>
  platform.composition.organiser.run({ command, input, who: 'olga' })
const namesFor = async ({ call }: Played) => {
  const { body } = await call('GET', '/v1/stats/scoreboard')
  return body.entries.map((one: { displayName: string }) => one.displayName)
}

beforeEach(async () => {
  eventFolder = await writeFolder(
    files({ name: 'Fair', start: 'first start', end: 'start + 1d', publicScoreboard: true }),
  )
  database = await openTestDatabase()
  platform = await startPlatform({ eventFolder, database })
  return async () => {
    await platform.close()
    await database.close()
  }
})

/** Both are in the only score group. */
const enter = async (username: string) => {
  const participant = await play(platform, username)
  await participant.call('POST', '/v1/score_groups/select', { scoreGroup: 'everyone' })
  return participant
}

test('a solve of an account that is hidden is not counted in a freeze either, not even for itself', async () => {
  const [alice, bob] = [await enter('alice'), await enter('bob')]
  await run('hide-account', { account: 'bob' })
  await run('freeze')
  for (const one of [alice, bob]) {
    await one.solve('one', 'F{One}')
    const { body: list } = await one.call('GET', '/v1/challenges')
    const { body } = await one.call('GET', '/v1/challenges/one/solves?category=web')
    const counted = list.find(({ slug }: { slug: string }) => slug === 'one').solves
    expect([counted, body.solves.length]).toEqual(one === alice ? [1, 1] : [0, 0])
  }
})

test('an account that is hidden plays on, is on no board, and changes no value of others', async () => {
  const [alice, bob] = [await enter('alice'), await enter('bob')]
  await bob.solve('one', 'F{One}')
  await alice.solve('one', 'F{One}')
  expect([await alice.points(), await bob.points()]).toEqual([90, 90])

  expect(changesOf(await run('hide-account', { account: 'bob' }))).toEqual([
    { what: 'bob', before: 'on the board', after: 'hidden' },
  ])
  expect(changesOf(await run('hide-account', { account: 'bob' }))).toEqual([])
  expect([await namesFor(alice), await namesFor(bob)]).toEqual([['alice'], ['alice']])
  expect([await alice.points(), await bob.points()]).toEqual([100, 100])
  const { body: solves } = await alice.call('GET', '/v1/challenges/one/solves?category=web')
  expect(solves.solves.map((one: { displayName: string }) => one.displayName)).toEqual(['alice'])

  // Its solves count only for itself.
  expect(await bob.solve('two', 'F{Two}')).toBe(1)
  expect(await bob.solve('three', 'F{Three}')).toBe(1)
  expect([await alice.points(), await bob.points()]).toEqual([100, 300])
  const { body: stats } = await bob.call('GET', '/v1/user/stats')
  expect(stats.score).toEqual({ rank: null, points: 300, numSolvedFlags: 3 })
  const own = await bob.call('GET', `/v1/accounts/${stats.accountId}`)
  expect(own.body).toMatchObject({ rank: null, points: 300 })
  expect(own.body.solves.length).toBe(3)
  expect((await alice.call('GET', `/v1/accounts/${stats.accountId}`)).body.code).toBe('NOT_FOUND')
  const { body: history } = await alice.call('GET', '/v1/stats/history')
  expect(history.series.map((one: { displayName: string }) => one.displayName)).toEqual(['alice'])
  expect(await (await platform.fetch('/v1/public/ctftime.json')).text()).not.toContain('bob')

  await run('award', { account: 'bob', points: 5, reason: 'Tests' })
  expect(await bob.points()).toBe(305)
  await platform.close()
  platform = await startPlatform({ eventFolder, database })
  const again = await enter('alice')
  expect(await namesFor(again)).toEqual(['alice'])

  await run('show-account', { account: 'bob' })
  expect(await namesFor(again)).toEqual(['bob', 'alice'])
  expect([await again.points(), await (await enter('bob')).points()]).toEqual([90, 295])
})

test('an account that is hidden sees what it has solved at once, also after something was taken back', async () => {
  const bob = await enter('bob')
  await run('hide-account', { account: 'bob' })
  const solved = async () => {
    const { body } = await bob.call('GET', '/v1/user/stats')
    return body.challenges.map(({ slug }: { slug: string }) => slug)
  }
  await bob.solve('one', 'F{One}')
  expect(await solved()).toEqual(['one'])
  await bob.solve('two', 'F{Two}')
  expect(await solved()).toEqual(['one', 'two'])
  await run('unsolve', { account: 'bob', challenge: 'web/two' })
  await bob.solve('three', 'F{Three}')
  expect(await solved()).toEqual(['one', 'three'])
})

test('a ban counts more than that, and an account that is not there is refused', async () => {
  const [alice, bob] = [await enter('alice'), await enter('bob')]
  await run('ban', { account: 'bob' })
  expect(await run('hide-account', { account: 'bob' })).toMatchObject({
    notes: ['bob is banned, and on no board for that'],
  })
  expect(await bob.solve('one', 'F{One}')).toBe('TIME_RESTRICTED')
  await run('unban', { account: 'bob' })
  expect([await namesFor(alice), await bob.solve('one', 'F{One}')]).toEqual([['alice'], 1])
  expect(await run('hide-account', { account: 'eve' })).toEqual({
    kind: 'refused',
    message: "there is no account 'eve'; 'people' shows names and ids",
  })
  expect(await run('people')).toMatchObject({
    data: [{ hiddenAt: null }, { hiddenAt: expect.any(Date) }],
  })
})
