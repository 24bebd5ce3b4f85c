import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { during, end, start } from '../core/events.ts'
import { writeFolder } from '../event/write-folder.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { changesOf, files, play } from './organised.ts'

let database: Database
let platform: TestPlatform
let clock: SimulatedClock
let eventFolder: string

const settings = {
  name: 'Fair',
  start: start.toISOString(),
  end: end.toISOString(),
  scoreGroups: [{ name: 'Open' }],
  publicScoreboard: true,
}
const run = (command: string, input: object = {}) =>
  platform.composition.organiser.run({ command, input, who: 'olga' })
const messageOf = async (command: string, input: object) => {
  const answer = await run(command, input)
  return 'message' in answer ? answer.message : JSON.stringify(answer)
}
const awards = async () => {
  const answer = await run('awards')
  return (answer as { data: { id: string; account: string; points: number }[] }).data
}

beforeEach(async () => {
  clock = createSimulatedClock(during)
  eventFolder = await writeFolder(files(settings))
  database = await openTestDatabase()
  platform = await startPlatform({ eventFolder, clock, database })
  return async () => {
    await platform.close()
    await database.close()
  }
})

test('points that are given or taken count at once on every board, and the account reads why', async () => {
  const [alice, bob] = [await play(platform, 'alice'), await play(platform, 'bob')]
  await alice.solve('three', 'F{Three}')
  const gift = { account: 'bob', points: 150, reason: { en: 'Best write-up', de: 'Bester Text' } }
  expect(await run('award', gift)).toEqual({
    kind: 'done',
    changes: [
      { what: 'points of bob', before: null, after: '+150; en: Best write-up; de: Bester Text' },
    ],
    notes: ['bob has 0 points now, then 150'],
  })
  await run('deduct', { account: 'alice', points: 120, reason: 'Shared a flag' })

  expect([await alice.points(), await bob.points()]).toEqual([-20, 150])
  const { body: board } = await alice.call('GET', '/v1/stats/scoreboard')
  expect(
    board.entries.map((one: { displayName: string; points: number; rank: number }) => [
      ...[one.rank, one.displayName, one.points],
    ]),
  ).toEqual([
    [1, 'bob', 150],
    [2, 'alice', -20],
  ])
  const { body: history } = await bob.call('GET', '/v1/stats/history')
  const series = Object.fromEntries(
    history.series.map((one: { displayName: string; points: { points: number }[] }) => [
      one.displayName,
      one.points.map(({ points }) => points),
    ]),
  )
  expect(series).toEqual({ bob: [150], alice: [100, -20] })
  const ctftime = await platform.fetch('/v1/public/ctftime.json')
  expect((await ctftime.json()).standings).toMatchObject([
    { team: 'bob', score: 150 },
    { team: 'alice', score: -20 },
  ])
  const ofAccount = async ({ call }: typeof bob) =>
    (await call('GET', '/v1/user/submissions')).body.awards
  expect(await ofAccount(bob)).toEqual([
    {
      id: expect.any(String),
      points: 150,
      time: expect.any(String),
      reason: { en: 'Best write-up', de: 'Bester Text' },
    },
  ])
  expect(await ofAccount(alice)).toMatchObject([{ points: -120, reason: { en: 'Shared a flag' } }])
  const id = board.entries[1].accountId
  const { body: seenByOthers } = await bob.call('GET', `/v1/accounts/${id}`)
  expect(JSON.stringify(seenByOthers)).not.toContain('Shared')
})

test('an award is taken back by its id, stays over a restart, and is in the log', async () => {
  await play(platform, 'bob')
  await run('award', { account: 'bob', points: 30, reason: 'One' })
  clock.advance(1000)
  await run('award', { account: 'bob', points: 5, reason: 'Two' })
  await platform.close()
  platform = await startPlatform({ eventFolder, clock, database })
  const [first, second] = await awards()
  expect([first?.points, second?.points]).toEqual([30, 5])
  expect(changesOf(await run('take-back', { id: first?.id }))).toEqual([
    { what: 'points of bob', before: '+30; en: One', after: null },
  ])
  const again = await play(platform, 'bob')
  expect([await again.points(), (await awards()).length]).toEqual([5, 1])
  expect(changesOf(await run('take-back', { id: first?.id }))).toEqual([])
  const { data } = (await run('log')) as { data: { command: string }[] }
  expect(data.map(({ command }) => command)).toEqual(['take-back', 'award', 'award'])
})

test('while the board is frozen, others do not see it, and the account does', async () => {
  const [alice, bob] = [await play(platform, 'alice'), await play(platform, 'bob')]
  await alice.solve('three', 'F{Three}')
  clock.advance(60_000)
  await run('freeze')
  clock.advance(1000)
  await run('award', { account: 'bob', points: 150, reason: 'Late' })
  const { body } = await alice.call('GET', '/v1/stats/scoreboard')
  expect(body.entries.map((one: { displayName: string }) => one.displayName)).toEqual([
    'alice',
    'bob',
  ])
  expect(await bob.points()).toBe(150)
  expect(await run('board')).toMatchObject({ data: [{ entries: [{ displayName: 'bob' }, {}] }] })
})

test('senseless awards are refused in words, and a look changes nothing', async () => {
  const bob = await play(platform, 'bob')
  const gift = { account: 'bob', points: 10, reason: 'Why' }
  for (const [asked, message] of [
    [{ account: 'eve' }, "there is no account 'eve'; 'people' shows names and ids"],
    [{ points: 0 }, 'points: must be 1 or more'],
    [{ points: 1.5 }, 'points: must be a whole number'],
    [{ points: Number.NaN }, 'points: must be a number'],
    [{ points: 1e12 }, 'points: must be 1000000 or less'],
    [{ reason: '' }, 'reason: must be text, or a text for each language: {en: …, de: …}'],
    [{ reason: {} }, 'reason: is missing'],
    [{ reason: 'x'.repeat(501) }, 'reason: must have 500 characters or less'],
    [{ reason: 'a\u202eb' }, 'reason: must be one line, without characters that nobody sees'],
    [{ reason: 'a\nb' }, 'reason: must be one line, without characters that nobody sees'],
  ] as const)
    expect(await messageOf('award', { ...gift, ...asked })).toBe(message)
  const look = await platform.composition.organiser.run({
    command: 'award',
    input: gift,
    who: 'olga',
    isDryRun: true,
  })
  expect(look).toMatchObject({ kind: 'planned', changes: [{ after: '+10; en: Why' }] })
  expect([await bob.points(), await awards()]).toEqual([0, []])
  // Not even by hand: the database refuses an award that no command would make.
  const insert = (points: number, reason: string) =>
    database.db.execute(sql`insert into awards (id, account_id, points, reason, made_at)
      select 'x', id, ${points}, ${reason}::jsonb, now() from accounts limit 1`)
  await expect(insert(0, '{"en":"no"}')).rejects.toThrow()
  await expect(insert(1, '{}')).rejects.toThrow()
})

test('an account reads first what it was given last', async () => {
  const alice = await play(platform, 'alice')
  await run('award', { account: 'alice', points: 5, reason: 'First' })
  clock.advance(60_000)
  await run('award', { account: 'alice', points: 5, reason: 'Second' })
  const { body } = await alice.call('GET', '/v1/user/submissions')
  expect(body.awards.map(({ reason }: { reason: object }) => reason)).toEqual([
    { en: 'Second' },
    { en: 'First' },
  ])
})

test('points of an account without a score group count once it has one', async () => {
  const dora = await platform.as('dora')
  await dora('GET', '/v1/user')
  expect(await run('award', { account: 'dora', points: 5, reason: 'Early' })).toMatchObject({
    notes: ['dora has no score group yet: the points count from then on'],
  })
  expect(await (await play(platform, 'dora')).points()).toBe(5)
})
