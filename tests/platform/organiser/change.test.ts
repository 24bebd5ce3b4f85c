import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Organiser } from '../../../platform/organiser/organiser.ts'
import { type ChangeOptions, change } from '../../../scripts/organise/change.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, end, postPlayEnd, start } from '../core/events.ts'
import { writeFolder } from '../event/write-folder.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { files } from './organised.ts'

const minute = 60_000
const settings = {
  name: 'Fair',
  start: start.toISOString(),
  end: end.toISOString(),
  postPlayEnd: postPlayEnd.toISOString(),
  scoreGroups: [{ name: 'Open' }],
}
let platform: TestPlatform
let printed: string[]
let questions: number
/** How often something else changes between the plan and the change. */
let interruptions: number

const extend = (by: string, isDryRun = false) =>
  platform.composition.organiser.run({
    command: 'extend',
    input: { by },
    who: 'otto',
    isDryRun,
  })
const organiser: Organiser = {
  async run(request) {
    const answer = await platform.composition.organiser.run(request)
    if (interruptions-- > 0) await extend('1m')
    return answer
  },
}
const act = (options: ChangeOptions, answer = true) =>
  change({ command: 'extend', input: { by: '30m' }, who: 'olga' }, options, {
    organiser,
    agrees: async () => ++questions > 0 && answer,
    print: text => printed.push(text),
  })
const minutesLater = () => (platform.composition.event.current.end.getTime() - +end) / minute

beforeEach(async () => {
  const eventFolder = await writeFolder(files(settings))
  platform = await startPlatform({ eventFolder, clock: createSimulatedClock(during) })
  printed = []
  questions = 0
  interruptions = 0
  return () => platform.close()
})

test('a change is shown, agreed to, and done', async () => {
  expect(await act({})).toBe(null)
  expect(minutesLater()).toBe(30)
  expect(questions).toBe(1)
  expect(printed).toEqual([expect.stringMatching(/^~ end {2}.* → /), 'Done.'])
})

test('without an agreement nothing changes', async () => {
  expect(await act({}, false)).toBe(null)
  expect(minutesLater()).toBe(0)
})

test('if something else changes meanwhile, it is shown again and asked again', async () => {
  interruptions = 1
  expect(await act({})).toBe(null)
  expect(minutesLater()).toBe(31)
  expect(questions).toBe(2)
  expect(printed).toEqual([
    expect.stringMatching(/^~ end/),
    'Nothing was done: something else changed meanwhile. It would now do this:',
    expect.stringMatching(/^~ end/),
    'Done.',
  ])
  expect(printed[0]).not.toBe(printed[2])
})

test('--yes does it whatever changes meanwhile, and says what was done', async () => {
  interruptions = 1
  expect(await act({ yes: true })).toBe(null)
  expect(minutesLater()).toBe(31)
  expect(questions).toBe(0)
  expect(printed).toEqual([expect.stringMatching(/^~ end [\s\S]*\nDone\.$/)])
})

test('--dry-run only shows it', async () => {
  expect(await act({ dryRun: true })).toBe(null)
  expect(minutesLater()).toBe(0)
  expect(printed).toEqual([expect.stringMatching(/^~ end/)])
})

test('a change that was prepared is taken back whenever it is not made', async () => {
  interruptions = 1
  let [made, takenBack] = [0, 0]
  await change(
    { command: 'extend', input: {}, who: 'olga' },
    {},
    {
      organiser: {
        run: request => organiser.run({ ...request, input: { by: '30m' } }),
      },
      agrees: async () => true,
      print: () => {},
      prepare: async () => {
        made++
        return { input: {}, takeBack: async () => void takenBack++ }
      },
    },
  )
  expect([made, takenBack]).toEqual([2, 1])
})

test('a refusal is returned', async () => {
  const asked = { command: 'extend', input: { by: 'x' }, who: 'olga' }
  const parts = { organiser, agrees: async () => true, print: () => {} }
  expect(await change(asked, {}, parts)).toMatch(/./)
  expect(minutesLater()).toBe(0)
})

test('if the disk of the database is full, nothing is done, and the message says what helps', async () => {
  const { db } = platform.database
  await db.execute(sql`create function fill() returns trigger language plpgsql as
    $$ begin raise 'could not extend file' using errcode = '53100'; end $$`)
  await db.execute(sql`create trigger fill before insert on organiser_log
    for each row execute function fill()`)
  expect(await act({})).toBe(
    'nothing was done: the disk of the database is full. Make room on it, and try it again',
  )
  expect(minutesLater()).toBe(0)
  await db.execute(sql`drop trigger fill on organiser_log`)
  expect(await act({})).toBe(null)
  expect(minutesLater()).toBe(30)
})
