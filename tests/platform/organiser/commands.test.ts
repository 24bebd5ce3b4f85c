import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { rowsOf } from '../../../platform/database/rows-of.ts'
import { solves } from '../../../platform/database/schema.ts'
import { readDecisions } from '../../../platform/organiser/decisions/decisions.ts'
import { keepEnd } from '../../../platform/organiser/decisions/end-lock.ts'
import { organiserOf } from '../../../platform/organiser/open-database.ts'
import type { Organiser } from '../../../platform/organiser/organiser.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { during, end, postPlayEnd, start } from '../core/events.ts'
import { writeFolder } from '../event/write-folder.ts'
import { interrupted } from '../interrupted.ts'
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

let clock: SimulatedClock
let database: Database
let eventFolder: string
let platform: TestPlatform
let alice: Played

const run: Organiser['run'] = request => platform.composition.organiser.run(request)
const act = (command: string, input: object = {}) => run({ command, input, who: 'olga' })
const iso = (time: number | Date) => new Date(time).toISOString()
const log = async () => {
  const answer = await act('log')
  return answer.kind === 'seen' ? (answer.data as { command: string; who: string }[]) : []
}

const board = async () => {
  const { body } = await alice.call('GET', '/v1/stats/scoreboard')
  return body.entries.map((one: { displayName: string }) => one.displayName)
}

beforeEach(async () => {
  clock = createSimulatedClock(during)
  eventFolder = await writeFolder(files(settings))
  database = await openTestDatabase()
  platform = await startPlatform({ eventFolder, clock, database })
  alice = await play(platform, 'alice')
  return async () => {
    await platform.close()
    await database.close()
  }
})

test('a challenge that is hidden is gone at once, with its points; a release brings both back', async () => {
  await alice.solve('one', 'F{One}')
  expect(await act('hide', { challenges: ['web/one'] })).toEqual({
    kind: 'done',
    changes: [{ what: 'web/one', before: 'shown', after: 'hidden' }],
    notes: [
      '1 account solved web/one: no points for it while it is hidden',
      'web/two does not require web/one while that is hidden',
    ],
  })
  expect(await alice.slugs()).toEqual(['three', 'two'])
  const { body: list } = await alice.call('GET', '/v1/challenges')
  for (const one of list) expect(one).not.toHaveProperty('requires')
  expect(await alice.points()).toBe(0)
  expect(await alice.solve('one', 'F{One}')).toBe('NOT_FOUND')
  await act('release', { challenges: ['ONE'] })
  expect(await alice.slugs()).toEqual(['one', 'three', 'two'])
  expect(await alice.points()).toBe(100)
})

test('a command that is given twice changes nothing, and the log has it once', async () => {
  await act('hide', { challenges: ['web/one', 'web/one'] })
  expect(await act('hide', { challenges: ['web/one'] })).toMatchObject({
    kind: 'done',
    changes: [],
  })
  for (const command of ['pause', 'freeze']) {
    await act(command)
    clock.advance(minute)
    expect(await act(command)).toMatchObject({ kind: 'done', changes: [] })
  }
  expect((await log()).map(({ command, who }) => [who, command])).toEqual([
    ['olga', 'freeze'],
    ['olga', 'pause'],
    ['olga', 'hide'],
  ])
})

test('a challenge is released and hidden by its time', async () => {
  const at = iso(during.getTime() + 45 * minute)
  await act('hide', { challenges: ['web/three'] })
  expect(changesOf(await act('release', { challenges: ['web/three'], at }))).toEqual([
    { what: 'web/three', before: 'hidden', after: `hidden, shown from ${at}` },
  ])
  const later = iso(during.getTime() + 60 * minute)
  await act('hide', { challenges: ['web/three'], at: later })
  const { event } = platform.composition
  const isShown = () => event.current.challenges.some(({ slug }) => slug === 'three')
  clock.advance(45 * minute - 1)
  expect(isShown()).toBe(false)
  clock.advance(1)
  expect(isShown()).toBe(true)
  clock.advance(15 * minute)
  expect(isShown()).toBe(false)
  // A release that counts at once cancels earlier plans.
  await act('hide', { challenges: ['web/two'], at: iso(clock.now() + minute) })
  await act('release', { challenges: ['web/two'] })
  clock.advance(2 * minute)
  expect(event.current.challenges.map(({ slug }) => slug)).toContain('two')
})

test('a challenge that was released early by a wrong clock is hidden again when the clock is right', async () => {
  const at = iso(clock.now() + 45 * minute)
  await act('hide', { challenges: ['web/three'] })
  await act('release', { challenges: ['web/three'], at })
  const { event } = platform.composition
  const isShown = () => event.current.challenges.some(({ slug }) => slug === 'three')
  clock.jump(60 * minute)
  clock.advance(minute)
  expect(isShown()).toBe(true)
  clock.jump(-60 * minute)
  clock.advance(minute)
  expect(isShown()).toBe(false)
  clock.advance(45 * minute)
  expect(isShown()).toBe(true)
})

test('a challenge that its file hides is released by its time, and hidden again', async () => {
  const path = join(eventFolder, 'late/challenge.yml')
  await mkdir(dirname(path))
  const hidden = files(settings)['three/challenge.yml'].replaceAll('Three', 'Late')
  await writeFile(path, `${hidden}state: hidden\n`)
  await platform.composition.reload()
  const { event } = platform.composition
  const stateOf = async () => {
    const { data } = (await act('status')) as {
      data: { challenges: { challenge: string; isHidden: boolean }[] }
    }
    const isHidden = data.challenges.find(one => one.challenge === 'web/late')?.isHidden
    return [isHidden, event.current.challenges.some(({ slug }) => slug === 'late')]
  }
  expect([await stateOf(), await alice.slugs()]).toEqual([
    [true, false],
    ['one', 'three', 'two'],
  ])
  expect(await alice.solve('late', 'F{Late}')).toBe('NOT_FOUND')
  expect((await alice.call('GET', '/v1/challenges/late?category=web')).body.code).toBe('NOT_FOUND')
  const at = iso(clock.now() + minute)
  expect(changesOf(await act('release', { challenges: ['late'], at }))).toEqual([
    { what: 'web/late', before: 'hidden', after: `hidden, shown from ${at}` },
  ])
  await platform.close()
  platform = await startPlatform({ eventFolder, clock, database })
  alice = await play(platform, 'alice')
  clock.advance(minute)
  expect(await alice.slugs()).toEqual(['late', 'one', 'three', 'two'])
  expect(await alice.solve('late', 'F{Late}')).toBe(1)
  expect(changesOf(await act('hide', { challenges: ['late'] }))).toEqual([
    { what: 'web/late', before: 'shown', after: 'hidden' },
  ])
  expect([await alice.slugs(), await alice.points()]).toEqual([['one', 'three', 'two'], 0])
  expect(await act('hide', { challenges: ['late'] })).toMatchObject({ changes: [] })
})

test('what a mistake left out of the event, or kept as it was, is in the status', async () => {
  const notTaken = async () =>
    ((await act('status')) as { data: { notTaken: string[] } }).data.notTaken
  expect(await notTaken()).toEqual([])
  const late = join(eventFolder, 'late/challenge.yml')
  await mkdir(dirname(late))
  await writeFile(late, 'name: Late\ncategory: Web\nflags: [a]\nstate: shown\n')
  const three = join(eventFolder, 'three/challenge.yml')
  const whole = files(settings)['three/challenge.yml']
  await writeFile(three, 'name: [')
  await platform.composition.reload()
  const lines = [
    expect.stringMatching(/^late\/challenge\.yml:4: state: .*; the challenge is left out$/),
    'three/challenge.yml: web/three stays as it was until this is fixed',
    expect.stringMatching(/^three\/challenge\.yml:1: cannot be read: /),
  ]
  expect(await notTaken()).toEqual(lines)
  // Also for a command while the platform is stopped.
  await platform.close()
  const stopped = await organiserOf(database, async () => {}, clock)
  const seen = await stopped.run({ command: 'status', input: {}, who: 'olga' })
  expect(seen).toMatchObject({ data: { notTaken: lines } })
  await Promise.all([rm(late), writeFile(three, whole)])
  platform = await startPlatform({ eventFolder, clock, database })
  expect(await notTaken()).toEqual([])
})

test('decisions of organisers stay after a start and a reload', async () => {
  await act('hide', { challenges: ['web/three'] })
  await act('extend', { by: '30m' })
  await platform.composition.reload()
  const { event } = platform.composition
  expect(event.current.challenges).toHaveLength(2)
  await platform.close()
  platform = await startPlatform({ eventFolder, clock, database })
  const { current } = platform.composition.event
  expect(current.challenges).toHaveLength(2)
  expect(current.end).toEqual(new Date(end.getTime() + 30 * minute))
})

test('a new end in event.yaml counts again', async () => {
  await act('extend', { by: '30m' })
  const other = { ...settings, end: iso(end.getTime() + 5 * minute) }
  await writeFile(join(eventFolder, 'event.yaml'), files(other)['event.yaml'])
  expect((await platform.composition.reload()).changes).toEqual([
    `~ end: ${iso(end)} → ${other.end}`,
  ])
  const { current } = platform.composition.event
  expect([current.end, current.postPlayEnd]).toEqual([
    new Date(other.end),
    new Date(postPlayEnd.getTime() + 30 * minute),
  ])
})

test('an extension moves both ends, and flags count until then, also those since the end', async () => {
  clock.advanceTo(end.getTime() + minute)
  alice = await play(platform, 'alice')
  const bob = await play(platform, 'bob')
  await alice.solve('one', 'F{One}')
  clock.advance(minute)
  await bob.solve('one', 'F{One}')
  await alice.solve('three', 'F{Three}')
  clock.advanceTo(end.getTime() + 12 * minute)
  await bob.solve('three', 'F{Three}')
  const flags = 'flags after the end, of 2 accounts'
  expect(await alice.points()).toBe(0)
  expect(await act('extend', { by: '10m' })).toMatchObject({
    changes: [
      { what: 'end', before: iso(end), after: iso(end.getTime() + 10 * minute) },
      { what: 'end of post play', before: iso(postPlayEnd) },
      { what: `3 ${flags}`, before: 'no points', after: 'points' },
    ],
    notes: [],
  })
  expect([await alice.points(), await bob.points()]).toEqual([190, 90])
  expect(await board()).toEqual(['alice', 'bob'])
  expect(changesOf(await act('extend', { by: '1h' }))).toMatchObject([
    { what: 'end', after: iso(end.getTime() + 70 * minute) },
    { what: 'end of post play' },
    { what: '1 flag after the end, of 1 account' },
  ])
  await alice.solve('two', 'F{Two}')
  expect([await alice.points(), await bob.points()]).toEqual([290, 190])
  const { body } = await alice.call('GET', '/v1/metadata')
  expect(body.ctfEnd).toBe(iso(end.getTime() + 70 * minute))
})

test('a flag that is stored while the end is moved counts', async () => {
  const { database: slow, beforeNext } = interrupted(database)
  await platform.close()
  platform = await startPlatform({ eventFolder, clock, database: slow })
  clock.advanceTo(end.getTime() + minute)
  alice = await play(platform, 'alice')
  const other = await organiserOf(database, async () => {}, clock)
  const extend = { command: 'extend', input: { by: '1h' }, who: 'olga' }
  beforeNext(async () => expect(await other.run(extend)).toMatchObject({ kind: 'done' }))
  expect(await alice.solve('one', 'F{One}')).toBe(1)
  expect(await alice.points()).toBe(100)
  await other.close()
})

test.skipIf(!process.env.DATABASE_URL)(
  'an extension waits for a flag that is being stored after the end, and lets it count',
  async () => {
    const { accountId } = (await alice.call('GET', '/v1/user/stats')).body
    clock.advanceTo(end.getTime() + minute)
    const begun = Promise.withResolvers<void>()
    const went = Promise.withResolvers<void>()
    const storing = database.once(async tx => {
      await keepEnd(tx)
      begun.resolve()
      await went.promise
      const one = { accountId, category: 'web', slug: 'one', flagId: '1', userId: accountId }
      await tx.insert(solves).values({ ...one, solvedAt: new Date(clock.now()), counts: false })
    })
    await begun.promise
    const extending = act('extend', { by: '1h' })
    const waiting = sql`select 1 from pg_locks join pg_database on oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`
    const waits = async () => expect(await rowsOf(database.db, waiting)).toHaveLength(1)
    await Promise.race([extending, eventually(waits)])
    went.resolve()
    await storing
    expect(changesOf(await extending)).toContainEqual({
      what: '1 flag after the end, of 1 account',
      before: 'no points',
      after: 'points',
    })
    alice = await play(platform, 'alice')
    expect(await alice.points()).toBe(100)
  },
)

test('a board that was frozen is frozen again after an extension, and the organiser learns it', async () => {
  await act('freeze')
  clock.advanceTo(end.getTime() + minute)
  expect(await act('extend', { by: '30m' })).toMatchObject({
    notes: [
      `the scoreboard is again as it was at ${during.toISOString()}, until the new end; 'unfreeze' ends that`,
    ],
  })
  alice = await play(platform, 'alice')
  const { body } = await alice.call('GET', '/v1/stats/scoreboard')
  expect(body.frozenSince).toBe(during.toISOString())
})

test('the end comes during a pause; both commands say what follows for the organiser', async () => {
  await act('freeze')
  clock.advanceTo(end.getTime() - minute)
  const { notes } = (await act('pause')) as { notes: string[] }
  expect(notes).toContain(
    `the end comes at ${iso(end)}, also during a pause: 'extend' before if it may last longer`,
  )
  clock.advanceTo(end.getTime() + 4 * minute)
  expect(await act('resume')).toMatchObject({
    notes: [
      `the scoreboard is again as it was at ${during.toISOString()}, until the new end; 'unfreeze' ends that`,
    ],
  })
})

test('a board that was frozen stays open after an extension that ends in the past', async () => {
  await act('freeze')
  clock.advanceTo(end.getTime() + 20 * minute)
  expect(await act('extend', { by: '10m' })).toMatchObject({ kind: 'done', notes: [] })
  alice = await play(platform, 'alice')
  const { body } = await alice.call('GET', '/v1/stats/scoreboard')
  expect(body.frozenSince).toBe(null)
})

test('a pause refuses flags, hints and starts; going on moves the end by the minutes that were lost', async () => {
  await act('hint', { challenge: 'one', text: 'Paid.', cost: 10 })
  await act('hint', { challenge: 'one', text: 'Dear.', cost: 20 })
  const { hints } = (await alice.call('GET', '/v1/challenges/one?category=web')).body
  const [paid, dear] = hints.map(({ id }: { id: string }) => id)
  const take = async (id: string) => {
    const { body } = await alice.call('POST', `/v1/challenges/one/hints/${id}?category=web`)
    return body.code ?? body.text
  }
  const isPaused = async () => (await alice.call('GET', '/v1/metadata')).body.isPaused
  expect([await take(paid), await isPaused()]).toEqual(['Paid.', undefined])
  await act('pause')
  expect(await alice.solve('one', 'F{One}')).toBe('TIME_RESTRICTED')
  // Hints that were paid for can be read.
  expect([await take(paid), await take(dear)]).toEqual(['Paid.', 'TIME_RESTRICTED'])
  const { body } = await alice.call('PUT', '/v1/challenges/one/instance?category=web')
  expect([body.code, await isPaused()]).toEqual(['TIME_RESTRICTED', true])
  // What runs can be extended: this challenge has nothing that could run.
  const extend = await alice.call('POST', '/v1/challenges/one/instance/prolong?category=web')
  expect(extend.body.code).toBe('UNSUPPORTED_ORCHESTRATOR_OPERATION')
  clock.advance(9.5 * minute)
  expect(changesOf(await act('resume'))).toMatchObject([
    { what: 'flags, hints and starts', after: 'accepted' },
    { what: 'end', after: iso(end.getTime() + 10 * minute) },
    { what: 'end of post play' },
  ])
  expect(await alice.solve('one', 'F{One}')).toBe(1)
  const start = await alice.call('PUT', '/v1/challenges/one/instance?category=web')
  expect([start.body.code, await isPaused()]).toEqual([
    'UNSUPPORTED_ORCHESTRATOR_OPERATION',
    undefined,
  ])
  expect(await take(dear)).toBe('Dear.')
  await act('pause')
  clock.advance(minute)
  // Asked for twice, it is one pause.
  expect(changesOf(await act('pause'))).toEqual([])
  clock.advance(minute)
  expect(changesOf(await act('resume'))).toMatchObject([
    {},
    { what: 'end', after: iso(end.getTime() + 12 * minute) },
    {},
  ])
  await act('pause')
  expect(changesOf(await act('resume', { extend: false }))).toHaveLength(1)
})

test('from a freeze on, others do not see what is solved, until it is taken back', async () => {
  const bob = await play(platform, 'bob')
  const pointsOfAlice = async () => {
    const { body } = await bob.call('GET', '/v1/stats/scoreboard')
    return body.entries.find((one: { displayName: string }) => one.displayName === 'alice').points
  }
  await act('freeze')
  clock.advance(minute)
  await alice.solve('one', 'F{One}')
  expect(await pointsOfAlice()).toBe(0)
  await act('unfreeze')
  expect(await pointsOfAlice()).toBe(100)
})

test('a name that two challenges have is refused, with both', async () => {
  const one = await readFile(join(eventFolder, 'one/challenge.yml'), 'utf8')
  await mkdir(join(eventFolder, 'other'))
  await writeFile(join(eventFolder, 'other/challenge.yml'), one.replace('Web', 'Misc'))
  await platform.composition.reload()
  expect(await act('hide', { challenges: ['one'] })).toEqual({
    kind: 'refused',
    message: "'one' is one of misc/one, web/one",
  })
})

test('the log has at most 100 characters of who it was, and no NUL', async () => {
  await run({ command: 'freeze', input: {}, who: 'olga '.repeat(50) })
  expect((await log()).map(({ who }) => who)).toEqual(['olga '.repeat(20)])
  expect(await run({ command: 'unfreeze', input: {}, who: 'ol\0ga' })).toEqual({
    kind: 'refused',
    message: 'the command contains a NUL character: leave it out',
  })
})

test('a freeze says what disappears by it, and an extension that the freeze stays', async () => {
  const passed = iso(clock.now() - minute)
  expect(await act('freeze', { at: passed })).toMatchObject({
    notes: ['flags from then on disappear from the board until the end'],
  })
  const freeze = iso(clock.now() + minute)
  expect(await act('freeze', { at: freeze })).toMatchObject({ kind: 'done', notes: [] })
  expect(await act('extend', { by: '1h' })).toMatchObject({
    notes: [`the freeze stays at ${freeze}; move it with 'freeze'`],
  })
})

test('an announcement comes by its time, in its languages, and can be taken back', async () => {
  const at = iso(clock.now() + minute)
  const title = { en: 'Moved', de: 'Umgezogen' }
  const text = { en: 'To *B*', de: 'Nach *B*' }
  await act('announce', { title, text, importance: 'high', at })
  const seen = async () => (await alice.call('GET', '/v1/announcements')).body.announcements
  expect(await seen()).toEqual([])
  clock.advance(minute)
  const [one] = await seen()
  // An id that begins with '-' would be an option of 'take-back'.
  const id = expect.stringMatching(/^[0-9a-f]+$/)
  expect(one).toMatchObject({ id, time: at, importance: 'high', title, text })
  await act('take-back', { id: one.id })
  expect(await seen()).toEqual([])
  expect(await act('take-back', { id: one.id })).toMatchObject({ kind: 'done', changes: [] })
})

test.each([
  ['hide', { challenges: ['web/won'] }, "there is no challenge 'web/won'; did you mean web/one?"],
  [
    'hide',
    { challenges: ['web/won', 'web/one', 'web/to'] },
    "there is no challenge 'web/won'; did you mean web/one?\nthere is no challenge 'web/to'; did you mean web/two?",
  ],
  ['hide', { challenges: [] }, 'challenges: names no challenge'],
  ['hide', { challenges: ['web/one'], at: 'soon' }, /^'soon' is not a time; /],
  ['hide', { challenges: ['web/one'], at: '2026-05-01T00:00:00Z' }, / is in the past$/],
  ['extend', { by: '0m' }, 'by: must be longer than nothing'],
  ['extend', { by: '99999999999999 weeks' }, "by: '99999999999999 weeks' is longer than ten years"],
  ['freeze', { at: 'end + 1h' }, 'the freeze is not between the start and the end'],
  ['announce', { title: '\u202e', text: 'x' }, 'the title has nothing that can be shown'],
  ['announce', { title: 'x' }, 'text: is missing'],
  ['announce', { title: 'x', text: 'y', at: iso(start.getTime()) }, /is in the past$/],
  ['announce', { title: {}, text: {} }, /^title: is missing/],
  ['announce', { title: 'x', text: {} }, 'text: is missing'],
  ['announce', { title: 'x', text: 'y', colour: 'red' }, /^colour: is not known here/],
  ['toString', {}, /^there is no command toString; /],
  ['hid', {}, 'there is no command hid; did you mean hide?'],
])('%s %j is refused in plain words, and nothing is done', async (command, input, message) => {
  const answer = await act(command, input)
  expect(answer).toEqual({
    kind: 'refused',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
  expect(await log()).toEqual([])
})

test('a text that would be cut is refused', async () => {
  const long = 'a'.repeat(50_001)
  for (const [command, input, problem] of [
    ['announce', { title: 'a'.repeat(201), text: 'x' }, 'title: is longer than 200 characters'],
    ['announce', { title: 'x', text: long }, 'text: is longer than 50,000 characters'],
    ['hint', { challenge: 'one', text: long }, 'text: is longer than 50,000 characters'],
  ] as const)
    expect(await act(command, input)).toEqual({
      kind: 'refused',
      message: expect.stringContaining(problem),
    })
})

test.each([
  ['before play', start.getTime() - 1],
  ['from the end on', end.getTime()],
])('%s there is nothing to pause', async (_, time) => {
  clock = createSimulatedClock(time)
  await platform.close()
  platform = await startPlatform({ eventFolder, clock, database })
  expect(await act('pause')).toEqual({ kind: 'refused', message: 'the event is not in play' })
})

test('a dry run changes nothing; what was agreed to is done only if it still is the same', async () => {
  const asked = { command: 'extend', input: { by: '30m' }, who: 'olga' }
  const planned = await run({ ...asked, isDryRun: true })
  if (planned.kind !== 'planned') throw new Error(planned.kind)
  expect(platform.composition.event.current.end).toEqual(end)
  await act('extend', { by: '5m' })
  const late = await run({ ...asked, agreed: planned.digest })
  expect(late).toMatchObject({ kind: 'outdated' })
  expect(changesOf(late)[0]?.before).toBe(iso(end.getTime() + 5 * minute))
  expect(platform.composition.event.current.end).toEqual(new Date(end.getTime() + 5 * minute))
  expect(await log()).toHaveLength(1)
})

test('of ten organisers at once, each extends by what it says', async () => {
  await Promise.all(Array.from({ length: 10 }, () => act('extend', { by: '1m' })))
  expect(platform.composition.event.current.end).toEqual(new Date(end.getTime() + 10 * minute))
})

test('a command that fails midway is not done', async () => {
  const { db } = database
  await db.execute(sql`alter table organiser_log add constraint none check (command <> 'extend')`)
  try {
    await expect(act('extend', { by: '1m' })).rejects.toThrow()
    expect((await readDecisions(db)).times).toEqual({})
    expect(platform.composition.event.current.end).toEqual(end)
  } finally {
    await db.execute(sql`alter table organiser_log drop constraint none`)
  }
})

test('a hint by command is shown at once, costs what it says, and stays once it was paid', async () => {
  const hints = async () =>
    (await alice.call('GET', '/v1/challenges/one?category=web')).body.hints ?? []
  const ids = async () =>
    ((await act('status')) as { data: { hints: { id: string }[] } }).data.hints.map(({ id }) => id)
  expect(changesOf(await act('hint', { challenge: 'one', text: 'Look **up**.' }))).toEqual([
    { what: 'hint of web/one', before: null, after: '0 points; Look **up**.' },
  ])
  expect(await hints()).toMatchObject([{ cost: 0, text: 'Look **up**.' }])
  await act('hint', { challenge: 'one', text: 'Look down.', cost: 30 })
  expect((await hints()).map((one: { text?: string }) => one.text)).toEqual([
    'Look **up**.',
    undefined,
  ])
  const [free, paid] = await ids()
  const taken = await alice.call('POST', `/v1/challenges/one/hints/${paid}?category=web`)
  expect(taken.body.text).toBe('Look down.')
  await alice.solve('one', 'F{One}')
  expect(await alice.points()).toBe(70)

  expect(await act('take-back', { id: paid })).toEqual({
    kind: 'refused',
    message: '1 account paid for this hint: it stays',
  })
  expect(changesOf(await act('take-back', { id: free }))).toEqual([
    { what: 'hint of web/one', before: '0 points; Look **up**.', after: null },
  ])
  await platform.close()
  platform = await startPlatform({ eventFolder, clock, database })
  alice = await play(platform, 'alice')
  expect(await hints()).toMatchObject([{ id: paid, text: 'Look down.' }])
  for (const [asked, field] of [
    [{ challenge: 'one', text: 'x', cost: -1 }, 'cost: must be 0 or more'],
    [{ challenge: 'one', text: 'x', cost: Number.NaN }, 'cost: must be a number of points'],
    [{ challenge: 'one', text: ' ' }, 'text: is empty'],
    [{ challenge: 'four', text: 'x' }, /there is no challenge 'four'/],
  ] as const)
    expect(await act('hint', asked)).toMatchObject({
      kind: 'refused',
      message: field instanceof RegExp ? expect.stringMatching(field) : field,
    })
})
