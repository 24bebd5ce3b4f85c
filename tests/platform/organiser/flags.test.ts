import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { Database } from '../../../platform/database/database.ts'
import { submissions } from '../../../platform/database/schema.ts'
import { createForgetTexts } from '../../../platform/organiser/forget-texts.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { during, end, postPlayEnd, start } from '../core/events.ts'
import { writeFolder } from '../event/write-folder.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { changesOf, files, type Played, play } from './organised.ts'

const minute = 60_000
const settings = {
  name: 'Fair',
  start: start.toISOString(),
  end: end.toISOString(),
  postPlayEnd: postPlayEnd.toISOString(),
  scoreGroups: [{ name: 'Open' }],
}
const event = files(settings)

let clock: SimulatedClock
let database: Database
let eventFolder: string
let platform: TestPlatform
let alice: Played
let bob: Played

const act = (command: string, input: object = {}) =>
  platform.composition.organiser.run({ command, input, who: 'olga' })
const seen = async (command: string, input: object = {}) => {
  const answer = await act(command, input)
  if (answer.kind !== 'seen') throw new Error(JSON.stringify(answer))
  // biome-ignore lint/suspicious/noExplicitAny: each command shows something else
  return answer.data as any
}
const wrong = async (input: object = {}) => seen('wrong', input)
/** Adds this flag to the file of One. */
async function addFlag(flag: string) {
  const path = 'one/challenge.yml'
  const file = parse(event[path])
  await writeFile(join(eventFolder, path), stringify({ ...file, flags: [...file.flags, flag] }))
  await platform.composition.reload()
}
const firstBlood = async (slug: string) => {
  const all = await seen('solves')
  const found = all.find((one: { challenge: string }) => one.challenge === `web/${slug}`)
  return found.groups[0].firstBlood?.account
}

beforeEach(async () => {
  clock = createSimulatedClock(during)
  eventFolder = await writeFolder(event)
  database = await openTestDatabase()
  platform = await startPlatform({ eventFolder, clock, database })
  alice = await play(platform, 'alice')
  bob = await play(platform, 'bob')
  return async () => {
    await platform.close()
    await database.close()
  }
})

test('after a flag was corrected, anyone who had it right has it from then on, each once', async () => {
  await bob.solve('one', 'F{nearly}')
  const first = new Date(clock.now())
  await bob.solve('one', ' F{Uno} ')
  clock.advance(minute)
  const second = new Date(clock.now())
  await alice.solve('one', 'F{Uno}')
  clock.advance(minute)
  await bob.solve('one', 'F{Uno}')
  await alice.solve('one', 'F{One}')
  const third = new Date(clock.now())
  expect(await firstBlood('one')).toBe('alice')
  await addFlag('F{Uno}')
  const solved = (at: Date) => `solved at ${at.toISOString()}`
  expect(changesOf(await act('rejudge', { challenge: 'web/one' }))).toEqual([
    { what: 'web/one of bob', before: 'rejected', after: `${solved(first)} by bob` },
    { what: 'web/one of alice', before: solved(third), after: `${solved(second)} by alice` },
  ])
  expect(await firstBlood('one')).toBe('bob')
  expect([await alice.points(), await bob.points()]).toEqual([90, 90])
  expect(changesOf(await act('rejudge', { challenge: 'web/one' }))).toEqual([])
  const { body } = await alice.call('GET', '/v1/user/submissions')
  expect(body.submissions.map((one: { status: number }) => one.status)).toEqual([3, 1])
  await platform.close()
  platform = await startPlatform({ eventFolder, clock, database })
  expect(await firstBlood('one')).toBe('bob')
})

test('one wrong flag is credited, as of its time: before a freeze it shows', async () => {
  await alice.solve('three', ' the third ')
  clock.advance(minute)
  await act('freeze')
  clock.advance(minute)
  const [{ id, text, username, challenge }] = await wrong({ account: 'ALICE' })
  expect({ text, username, challenge }).toEqual({
    text: 'the third',
    username: 'alice',
    challenge: 'web/three',
  })
  expect(await act('credit', { ids: [id] })).toMatchObject({ kind: 'done' })
  expect(await alice.points()).toBe(100)
  // An event with one score group names none.
  expect((await alice.call('GET', '/v1/user/stats')).body).not.toHaveProperty('scoreGroupName')
  const { body } = await bob.call('GET', '/v1/stats/scoreboard')
  expect(body.entries[0]).toMatchObject({ displayName: 'alice', points: 100 })
  expect(changesOf(await act('credit', { ids: [id] }))).toEqual([])
  expect(await alice.solve('three', 'F{Three}')).toBe(3)
})

test('a solve after the end is credited without points', async () => {
  clock.advanceTo(end.getTime() + minute)
  alice = await play(platform, 'alice')
  await alice.solve('three', 'third')
  const [{ id }] = await wrong()
  const { notes } = (await act('credit', { ids: [id] })) as { notes: string[] }
  expect(notes).toEqual(['what came after the end gives no points'])
  expect(await alice.points()).toBe(0)
})

test('a solve after the end counts for the member who submitted it before, once that is credited', async () => {
  await platform.close()
  eventFolder = await writeFolder(files({ ...settings, teamMode: true }))
  platform = await startPlatform({ eventFolder, clock })
  const captain = await platform.as('alice')
  await captain('POST', '/v1/teams', { name: 'Ants' })
  const { joinToken } = (await captain('GET', '/v1/user/team')).body
  await (await platform.as('bob'))('POST', '/v1/teams/join', { joinToken })
  alice = await play(platform, 'alice')
  await alice.solve('three', 'the third')
  clock.advanceTo(end.getTime() + minute)
  bob = await play(platform, 'bob')
  expect(await bob.solve('three', 'F{Three}')).toBe(1)
  expect(await bob.points()).toBe(0)
  const [{ id }] = await wrong()
  await act('credit', { ids: [id] })
  expect(await bob.points()).toBe(100)
  expect((await bob.call('GET', '/v1/user/stats')).body.challenges).toMatchObject([
    { slug: 'three', solvedBy: 'alice', solvedAt: during.toISOString() },
  ])
})

test('wrong flags are counted for each challenge, and listed by it, the newest first', async () => {
  for (const flag of ['F{first}', 'F{of bob}']) await alice.solve('three', flag)
  await alice.solve('one', 'F{other}')
  const { accountId } = (await bob.call('GET', '/v1/user/stats')).body
  const isOfBob = eq(submissions.text, 'F{of bob}')
  await database.db.update(submissions).set({ sharedFrom: accountId }).where(isOfBob)
  const solved = (await seen('solves')) as { challenge: string; wrong: number; shared: number }[]
  expect(solved.map(({ challenge, wrong, shared }) => [challenge, wrong, shared])).toEqual([
    ['web/one', 1, 0],
    ['web/three', 2, 1],
    ['web/two', 0, 0],
  ])
  const texts = async (input: object) =>
    (await wrong(input)).map(({ text }: { text: string }) => text)
  expect(await texts({ challenge: 'three' })).toEqual(['F{of bob}', 'F{first}'])
  expect(await texts({ account: 'bob' })).toEqual([])
  expect(await texts({ last: 2 })).toEqual(['F{other}', 'F{of bob}'])
})

test('a solve that is taken back gives no points, and can be solved again', async () => {
  await bob.solve('one', 'F{One}')
  clock.advance(minute)
  await alice.solve('one', 'F{One}')
  expect([await alice.points(), await bob.points(), await firstBlood('one')]).toEqual([
    90,
    90,
    'bob',
  ])
  expect(await bob.solve('one', 'F{One}')).toBe(3)
  const taken = { account: 'bob', challenge: 'web/one' }
  expect(changesOf(await act('unsolve', taken))).toMatchObject([
    { what: 'web/one of bob', after: null },
  ])
  expect([await alice.points(), await bob.points(), await firstBlood('one')]).toEqual([
    100,
    0,
    'alice',
  ])
  expect((await bob.call('GET', '/v1/user/stats')).body.challenges).toEqual([])
  const { submissions } = (await bob.call('GET', '/v1/user/submissions')).body
  expect(submissions.map((one: { status: number }) => one.status)).toEqual([3, 2])
  expect(changesOf(await act('unsolve', taken))).toEqual([])
  clock.advance(minute)
  expect(await bob.solve('one', 'F{One}')).toBe(1)
  expect([await alice.points(), await bob.points(), await firstBlood('one')]).toEqual([
    90,
    90,
    'alice',
  ])
})

test('texts of wrong flags are kept until the event has been over for an hour, long ones not at all', async () => {
  await alice.solve('one', 'x'.repeat(501))
  await alice.solve('one', 'y'.repeat(500))
  await alice.solve('one', 'F{One}')
  const texts = async () => (await wrong()).map((one: { text: string | null }) => one.text)
  expect(await texts()).toEqual(['y'.repeat(500), null])
  const { event } = platform.composition
  const forgetTexts = createForgetTexts({ database, clock, event })
  const week = 7 * 24 * 60 * minute
  // The clock is ahead for a while.
  clock.jump(week)
  await forgetTexts()
  clock.jump(-week)
  await forgetTexts()
  clock.advanceTo(postPlayEnd)
  await forgetTexts()
  clock.advance(60 * minute - 1)
  await forgetTexts()
  expect(await texts()).toEqual(['y'.repeat(500), null])
  clock.advance(1)
  await forgetTexts()
  expect(await texts()).toEqual([null, null])
})

test('an event that can only be read keeps no texts of wrong flags', async () => {
  await alice.solve('one', 'F{no}')
  const current = { ...platform.composition.event.current, isReadOnly: true as const }
  await createForgetTexts({ database, clock, event: { ...platform.composition.event, current } })()
  expect((await wrong()).map((one: { text: string | null }) => one.text)).toEqual([null])
})

test.each([
  ['credit', { ids: [99] }, "there is no submission 99; 'wrong' shows them"],
  ['credit', { ids: [1.5] }, 'ids.0: must be a whole number'],
  ['credit', { ids: [1e20] }, 'ids.0: is larger than any number here'],
  ['unsolve', { account: 'eve', challenge: 'web/one' }, /^there is no account 'eve'/],
  ['unsolve', { account: 'bob', challenge: 'web/one', flag: '2' }, /^web\/one has no flag '2'/],
  ['unsolve', { account: 'b\0b', challenge: 'web/one' }, /NUL character/],
])('%s %j is refused', async (command, input, message) => {
  expect(await act(command, input)).toEqual({
    kind: 'refused',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
})
