import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import type { Database } from '../../../platform/database/database.ts'
import { environments } from '../../../platform/database/schema.ts'
import { formerNamesOf } from '../../../platform/event/challenge-key.ts'
import { compareWithRunning } from '../../../platform/event/record/running.ts'
import { createLog } from '../../../platform/log.ts'
import { serveOrganiser } from '../../../platform/organiser/serve.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { createWrittenLog } from '../written-log.ts'
import { writeFolder } from './write-folder.ts'

const settings = {
  name: 'Fair',
  start: 'first start',
  end: 'start + 1d',
  flagPrefix: 'F',
  scoreGroups: [{ name: 'Open' }, { name: 'Other' }],
}
const challenge = (name: string, more: object = {}) => ({
  name,
  category: 'Web',
  description: 'Fly.',
  value: 100,
  flags: [`F{${name}}`],
  author: 'us',
  type: 'standard',
  ...more,
})
const hint = { id: 'dear', content: 'Look.', cost: 10 }

let folder: string
let database: Database
let platform: TestPlatform

const file = (path: string) => join(folder, path)
const write = (path: string, data: object) => writeFile(file(path), stringify(data))
const reload = () => platform.composition.reload()
const start = async (more: object = {}) => {
  platform = await startPlatform({ eventFolder: folder, database, ...more })
}
const restart = async () => {
  await platform.close()
  await start()
}
const listed = () => platform.composition.event.current.challenges.map(({ slug }) => slug)
const alice = async (method: string, path: string, body?: unknown) =>
  (await (await platform.as('alice'))(method, path, body)).body
const solve = (slug: string, flag: string) =>
  alice('POST', `/v1/challenges/${slug}/solve?category=web`, { flag })
const points = async () => (await alice('GET', '/v1/user/stats')).score.points

beforeEach(async () => {
  folder = await writeFolder({
    'event.yaml': stringify(settings),
    'one/challenge.yml': stringify(challenge('One')),
    'two/challenge.yml': stringify(challenge('Two', { requirements: ['One'], hints: [hint] })),
  })
  database = await openTestDatabase()
  await start()
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  await solve('one', 'F{One}')
  return async () => {
    await platform.close()
    await database.close()
  }
})
const nothing = { errors: [], changes: [], kept: [], leftOut: [], warnings: [], replicas: [] }

test('a new name, slug, category and folder keep the solves of a challenge', async () => {
  await write('one/challenge.yml', challenge('First', { slug: 'primus', id: 'the-first' }))
  await write('two/challenge.yml', challenge('Two', { requirements: ['First'] }))
  expect(await reload()).toEqual({
    ...nothing,
    changes: [
      "~ web/primus: was web/one, name 'One' → 'First', flags",
      '~ web/two: hints, requires',
    ],
  })
  expect(await points()).toBe(100)
  expect((await solve('primus', 'F{First}')).status).toBe(3)

  // With an id, even the folder may change, and another challenge may take that folder.
  await rename(file('one'), file('moved'))
  await mkdir(file('one'))
  await write('one/challenge.yml', challenge('One'))
  expect((await reload()).changes).toEqual(['~ web/primus: folder', '+ web/one: new'])
  expect(await points()).toBe(100)
  expect((await solve('one', 'F{One}')).status).toBe(1)
  await restart()
  expect(await points()).toBe(200)
  expect((await solve('two', 'F{Two}')).status).toBe(1)
})

test('a copied folder with the id of the first one is warned of, and takes none of its solves', async () => {
  await write('one/challenge.yml', challenge('One', { id: 'same' }))
  await write('two/challenge.yml', challenge('Two', { id: 'same' }))
  const warnings = [
    expect.stringMatching(
      /^two\/challenge.yml:\d+: id: 'same' is the id of one, too; give each its own$/,
    ),
  ]
  expect(await reload()).toMatchObject({ kept: [], warnings })
  await rename(file('one'), file('zoo'))
  expect(await reload()).toMatchObject({ kept: [], changes: ['~ web/one: folder'] })
  expect(listed().toSorted()).toEqual(['one', 'two'])
  expect(await solve('one', 'F{One}')).toEqual({ status: 3 })
  expect(await solve('two', 'F{Two}')).toEqual({ status: 1 })
})

test('a requirement that names no challenge opens nothing: the challenge stays as it was', async () => {
  await write('two/challenge.yml', challenge('Renamed', { requirements: ['Onne'] }))
  expect(await reload()).toMatchObject({
    changes: [],
    kept: [
      expect.stringContaining('web/two stays as it was until this is fixed'),
      expect.stringContaining("requirements[0]: 'Onne' is not a challenge of this event"),
    ],
  })
  expect(listed()).toEqual(['one', 'two'])
  const [, two] = platform.composition.event.current.challenges
  expect(two?.requires).toEqual([{ categorySlug: 'web', challengeSlug: 'one' }])
})

test('a challenge that requires the old name of another one stays locked, at each reload', async () => {
  await write('one/challenge.yml', challenge('First', { flags: ['F{One}'] }))
  const error = "requirements[0]: 'One' is not a challenge of this event; it is called 'First' now"
  const kept = [expect.stringMatching(/^two.* stays as it was/), expect.stringContaining(error)]
  expect(await reload()).toMatchObject({ kept })
  expect(await reload()).toMatchObject({ changes: [], kept })
  const [, two] = platform.composition.event.current.challenges
  expect(two?.requires).toEqual([{ categorySlug: 'web', challengeSlug: 'first' }])
})

test('what a challenge requires that stays as it was is not removed: it would be open', async () => {
  await write('one/challenge.yml', challenge('One', { requirements: ['Two'] }))
  await write('two/challenge.yml', challenge('Two', { hints: [hint] }))
  await write('event.yaml', settings)
  await reload()
  await rm(file('two'), { recursive: true })
  const report = await reload()
  expect(report).toMatchObject({
    changes: [],
    kept: expect.arrayContaining([
      'two: web/two is gone, but web/one requires it: both stay as they were',
      expect.stringContaining("requirements[0]: 'Two' is not a challenge of this event"),
    ]),
  })
  expect(listed()).toEqual(['one', 'two'])
  const [one] = platform.composition.event.current.challenges
  expect(one?.requires).toEqual([{ categorySlug: 'web', challengeSlug: 'two' }])

  await write('one/challenge.yml', challenge('One'))
  expect(await reload()).toMatchObject({
    changes: [expect.anything(), '- web/two: gone'],
    kept: [],
  })
})

test('a requirement that is withdrawn is not required, after a start as well', async () => {
  await write('event.yaml', { ...settings, withdrawn: ['web/one'] })
  const warnings = expect.arrayContaining([
    expect.stringContaining("'One' is not a challenge that participants see; it is not required"),
  ])
  expect(await reload()).toMatchObject({ kept: [], leftOut: [], warnings })
  await rm(file('one'), { recursive: true })
  await restart()
  expect(await reload()).toMatchObject({ kept: [], leftOut: [], warnings })
  expect(listed()).toEqual(['two'])
})

test('each address that a challenge had leads to it, until another challenge has it', async () => {
  const nameAt = async (slug: string) =>
    (await alice('GET', `/v1/challenges/${slug}?category=web`)).name
  await write('one/challenge.yml', challenge('First'))
  await reload()
  await write('one/challenge.yml', challenge('Last'))
  await reload()
  await restart()
  expect([await nameAt('one'), await nameAt('first'), await nameAt('last')]).toEqual(
    Array(3).fill('Last'),
  )
  expect((await solve('one', 'F{Last}')).status).toBe(3)
  expect(await nameAt('none')).toBe(undefined)

  await mkdir(file('other'))
  await write('other/challenge.yml', challenge('One'))
  await write('one/challenge.yml', challenge('First'))
  expect((await reload()).changes).toContain('+ web/one: new')
  expect([await nameAt('one'), await nameAt('first'), await nameAt('last')]).toEqual([
    ...['One', 'First', 'First'],
  ])
})

test('the last twenty addresses of a challenge are kept, without its present one', () => {
  const named = (slug: string) => ({ categorySlug: 'web', slug })
  const formerNames = Array.from({ length: 20 }, (_, index) => named(`old-${index}`))
  const kept = formerNamesOf({ ...named('last'), formerNames }, named('old-3')).map(
    ({ slug }) => slug,
  )
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([20, 'last', 'old-19'])
  expect(kept).not.toContain('old-3')
  const more = formerNamesOf({ ...named('last'), formerNames }, named('new'))
  expect([more.length, more[0], more.at(-1)]).toEqual([20, named('last'), named('old-18')])
})

test('a challenge whose slug was made in another way before keeps its solves and its address', async () => {
  await platform.close()
  // As an earlier version stored it.
  const old = `'große'`
  for (const table of ['solves', 'submissions'])
    await database.db.execute(sql.raw(`update ${table} set slug = ${old} where slug = 'one'`))
  await database.db.execute(
    sql.raw(`update challenges set slug = ${old}, definition = jsonb_set(definition::jsonb,
      '{challenge}', definition::jsonb -> 'challenge' || '{"slug": "große", "name": "Große"}') where slug = 'one'`),
  )
  await write('one/challenge.yml', challenge('Große'))
  await write('two/challenge.yml', challenge('Two', { requirements: ['Große'] }))
  await start()
  expect(listed()).toEqual(['grosse', 'two'])
  expect(await points()).toBe(100)
  for (const slug of ['große', 'grosse']) {
    expect((await solve(encodeURIComponent(slug), 'F{Große}')).status).toBe(3)
    const shown = await alice('GET', `/v1/challenges/${encodeURIComponent(slug)}?category=web`)
    expect(shown.name).toBe('Große')
  }
  expect((await solve('two', 'F{Two}')).status).toBe(1)
})

test('a broken challenge stays in its category, whose slug was made in another way before', async () => {
  await platform.close()
  await database.db.execute(
    sql.raw(`update challenges set category = 'straße', definition = jsonb_set(
      jsonb_set(definition::jsonb, '{category}', '"Straße"'), '{challenge,categorySlug}', '"straße"') where slug = 'two'`),
  )
  await write('one/challenge.yml', { ...challenge('One'), category: 'Straße' })
  await write('two/challenge.yml', challenge('Two', { flags: [] }))
  await start()
  const names = async (path: string) =>
    (await alice('GET', path)).map((one: { name: string; slug: string }) => one.name)
  expect(await names('/v1/categories')).toEqual(['Straße'])
  expect(await names('/v1/challenges')).toEqual(['One', 'Two'])
  for (const category of ['strasse', 'straße']) {
    const path = `/v1/challenges/two?category=${encodeURIComponent(category)}`
    expect((await alice('GET', path)).categorySlug).toBe('strasse')
  }
})

test('a challenge that cannot be read any more stays as it was, after a start as well', async () => {
  await writeFile(file('one/challenge.yml'), 'name: "One\ncategory: Web\nflags: [x]\n')
  await writeFile(file('two/challenge.yml'), 'name: Two\ncategory: Web\nflags: []\n')
  const { kept, leftOut, changes } = await reload()
  const mistakes = [
    'one/challenge.yml: web/one stays as it was until this is fixed: 1 account solved it',
    'two/challenge.yml: web/two stays as it was until this is fixed',
  ]
  expect(kept).toEqual(expect.arrayContaining(mistakes))
  expect(kept).toEqual(
    expect.arrayContaining([expect.stringMatching(/^one\/challenge.yml:\d+: cannot be read/)]),
  )
  expect({ leftOut, changes }).toEqual({ leftOut: [], changes: [] })
  expect(listed()).toEqual(['one', 'two'])
  await restart()
  expect(listed()).toEqual(['one', 'two'])
  expect(await points()).toBe(100)
  // Two still requires One, by their old names.
  await solve('two', 'F{Two}')
  expect(await points()).toBe(200)
  await write('one/challenge.yml', challenge('One', { value: 150 }))
  expect((await reload()).changes).toEqual(['~ web/one: points 100 → 150'])
})

test('solved challenges are taken away only by name', async () => {
  await rm(file('one'), { recursive: true })
  await rm(file('two'), { recursive: true })
  const { kept, changes } = await reload()
  expect(kept).toEqual([
    "one: web/one is gone, but 1 account solved it: it stays as it was; list it under 'withdrawn' in event.yaml to take it away, or give the challenge that it became 'id: web/one'",
  ])
  expect(changes).toEqual(['- web/two: gone'])
  expect(await points()).toBe(100)

  await mkdir(file('new'))
  await write('new/challenge.yml', challenge('Uno', { id: 'web/one' }))
  expect((await reload()).changes[0]).toMatch(/^~ web\/uno: was web\/one, /)
  expect(await points()).toBe(100)
  await write('new/challenge.yml', challenge('Uno', { id: 'web/one', state: 'hidden' }))
  expect((await reload()).kept[0]).toMatch(/^new\/challenge.yml: web\/uno is hidden, but 1 account/)
  await write('event.yaml', { ...settings, withdrawn: ['web/one', 'web/none'] })
  expect(await reload()).toMatchObject({
    changes: ['~ categories', '- web/uno: gone'],
    kept: [],
    warnings: [
      "event.yaml: withdrawn: 'web/none' is not a challenge",
      'event.yaml: withdrawn: web/uno is taken away, but 1 account solved it: its solves give no points until its line is removed',
    ],
  })
  expect(await points()).toBe(0)
  // In the same way at the next load.
  expect((await reload()).warnings).toHaveLength(2)
  await write('event.yaml', settings)
  await reload()
  expect(await points()).toBe(100)
})

test('a flag that somebody solved cannot go, and a new one can come', async () => {
  const flags = (first: string) => [
    { id: first, content: 'F{One}' },
    { id: 'root', content: 'F{root}' },
  ]
  await write('one/challenge.yml', challenge('One', { flags: flags('user') }))
  expect((await reload()).kept).toEqual([
    "one/challenge.yml: web/one stays as it was: its flag '1' is gone, which 1 account solved; give that flag the id '1'",
  ])
  await write('one/challenge.yml', challenge('One', { flags: flags('1') }))
  expect(await reload()).toMatchObject({ kept: [], changes: ['~ web/one: flags'] })
  expect(await points()).toBe(50)
})

test('teams, chosen groups and accounts are kept or done, never half', async () => {
  const accounts = [{ username: 'demo', password: 'demo demo' }]
  const other = { ...settings, teamMode: true, accounts, scoreGroups: [{ name: 'New' }] }
  await write('event.yaml', other)
  const { kept, changes } = await reload()
  expect(kept).toEqual([
    'event.yaml: teamMode: stays false: 1 account plays; another mode needs another --data',
    "event.yaml: scoreGroups: 'Open' stays: 1 account chose it; to rename it, give its new name 'slug: open'",
  ])
  expect(changes).toEqual(['~ scoreGroups', '~ accounts'])
  const { current } = platform.composition.event
  expect(current.scoreGroups.map(({ name }) => name)).toEqual(['New', 'Open'])
  expect(await platform.signIn('demo')).toBeTruthy()
  await restart()
  expect(platform.composition.event.current.teamMode).toBe(false)
  expect(await points()).toBe(100)
  await write('event.yaml', { ...settings, scoreGroups: [{ name: 'Renamed', slug: 'open' }] })
  expect((await reload()).kept).toEqual([])
  expect(await points()).toBe(100)
})

test('a start behind the first solve is warned of, by the check as well', async () => {
  await platform.close()
  await start({ listen: true, metricsToken: 'token' })
  await write('event.yaml', { ...settings, start: 'first start + 1h' })
  const warning = expect.stringMatching(
    /^event\.yaml: start: is after the first solve, at 20\S+Z: solves before the start keep their points$/,
  )
  expect((await command('check', '.', '--against', platform.origin)).lines).toContainEqual(warning)
  expect((await reload()).warnings).toEqual([warning])
  expect(await points()).toBe(100)
  await write('event.yaml', { ...settings, end: 'start + 2d' })
  expect((await reload()).warnings).toEqual([])
})

test('an end behind flags that came too late is warned of, by the check as well', async () => {
  await platform.close()
  await start({ listen: true, metricsToken: 'token' })
  expect((await reload()).warnings).toEqual([])
  await database.db.execute(sql`update solves set counts = false`)
  const warning = expect.stringMatching(
    /^event\.yaml: end: is later than before, but flags from 20\S+Z on came after the end, and stay without points; to count them, write the old end, reload, and give the command 'extend'$/,
  )
  expect((await command('check', '.', '--against', platform.origin)).lines).toContainEqual(warning)
  expect((await reload()).warnings).toEqual([warning])
})

test('while an environment may have flags of the prefix, the prefix stays', async () => {
  const { accountId } = await alice('GET', '/v1/user/stats')
  await database.db.insert(environments).values({
    id: 'e',
    accountId,
    category: 'web',
    slug: 'one',
    state: 'running',
    driver: 'idle',
    startedBy: 'alice',
    createdAt: new Date(),
  })
  await write('event.yaml', { ...settings, flagPrefix: 'G' })
  expect(await reload()).toEqual({
    ...nothing,
    kept: ['event.yaml: flagPrefix: stays F: 1 environment may have flags of it; stop them first'],
    warnings: ['one', 'two'].map(
      one =>
        `${one}/challenge.yml:6: flags[0]: begins with 'F{', but flagPrefix in event.yaml is 'G'`,
    ),
  })
  expect(platform.composition.event.current.flagPrefix).toBe('F')
})

test('a flag without an id stays the one that was solved, wherever it moves', async () => {
  const one = (...flags: string[]) =>
    write('one/challenge.yml', challenge('One', { flags, logic: 'all' }))
  await one('F{a}', 'F{b}')
  await reload()
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  expect((await solve('one', 'F{b}')).status).toBe(1)
  const before = await points()

  await one('F{new}', 'F{a}', 'F{b}')
  expect((await reload()).changes).toEqual(['~ web/one: flags'])
  const compared = await compareWithRunning(folder, await platform.composition.running())
  expect(compared.changes).toEqual([])
  expect((await solve('one', 'F{b}')).status).toBe(3)
  expect((await solve('one', 'F{new}')).status).toBe(1)
  expect(before).toBeGreaterThan(0)

  await one('F{new}', 'F{a}')
  expect((await reload()).kept).toEqual([expect.stringMatching(/its flag '2' is gone/)])
  expect((await solve('one', 'F{b}')).status).toBe(3)
})

test('a hint without an id stays the one that was paid for, wherever it moves', async () => {
  const two = (...hints: unknown[]) =>
    write('two/challenge.yml', challenge('Two', { requirements: ['One'], hints }))
  const [dear, free] = [{ content: 'Look left.', cost: 10 }, 'Listen.']
  const shown = async () => (await alice('GET', '/v1/challenges/two?category=web')).hints
  await two(free, dear)
  await reload()
  await alice('POST', '/v1/challenges/two/hints/2?category=web', {})
  const paid = { id: '2', cost: 10, text: 'Look left.' }

  await two({ content: 'New.', cost: 50 }, { content: 'Newer.', cost: 5 }, free, dear)
  expect((await reload()).changes).toEqual(['~ web/two: hints'])
  const others = [
    { id: '5', cost: 50 },
    { id: '6', cost: 5 },
  ]
  expect(await shown()).toEqual([...others, { id: '1', cost: 0, text: 'Listen.' }, paid])
  await restart()
  expect(await reload()).toEqual(nothing)
  const compared = await compareWithRunning(folder, await platform.composition.running())
  expect(compared.changes).toEqual([])

  await two(dear)
  await reload()
  expect(await shown()).toEqual([paid])
  await two({ content: 'Look up.', cost: 10 })
  await reload()
  expect(await shown()).toEqual([{ ...paid, text: 'Look up.' }])

  // Another hint does not come for nothing in the place of one that is gone.
  await two(free)
  await reload()
  await two(free, { content: 'Other.', cost: 20 })
  await reload()
  expect(await shown()).toEqual([
    expect.objectContaining({ text: 'Listen.' }),
    { id: '3', cost: 20 },
  ])
  expect(await points()).toBe(90)
})

test('a challenge of which a hint was paid for does not vanish', async () => {
  await alice('POST', '/v1/challenges/two/hints/dear?category=web')
  await rm(file('two'), { recursive: true })
  expect((await reload()).kept).toEqual([
    expect.stringMatching(/^two: web\/two is gone, but hints of it were taken: it stays as it was/),
  ])
  expect(listed()).toEqual(['one', 'two'])
  expect(await points()).toBe(90)
})

test('a broken event.yaml changes nothing, and its mistakes are reported', async () => {
  await write('event.yaml', { ...settings, end: 'never' })
  await write('one/challenge.yml', challenge('Other', { flags: [] }))
  await write('two/challenge.yml', challenge('Two', { next: 'One' }))
  expect(await reload()).toEqual({
    ...nothing,
    errors: [expect.stringMatching(/^event.yaml:\d+: end: /)],
    leftOut: [expect.stringMatching(/^one\/challenge.yml:\d+: flags: has no flag/)],
    warnings: [expect.stringMatching(/^two\/challenge.yml:\d+: next: /)],
  })
  expect(listed()).toEqual(['one', 'two'])
})

test('the log says which problem leaves out a challenge', async () => {
  await platform.close()
  const { log, written } = createWrittenLog('warn')
  await mkdir(file('new'))
  await write('new/challenge.yml', challenge('New', { requirements: ['Nobody'] }))
  await start({ log })
  const messages = written()
    .split('\n')
    .flatMap(line => (line.includes('new/') ? [JSON.parse(line).msg] : []))
  expect(messages).toEqual([
    expect.stringMatching(/'Nobody' is not a challenge of this event; the challenge is left out$/),
  ])
})

test('data of another event are named at a start, and the demo does not begin with them', async () => {
  await platform.close()
  const other = await writeFolder({ 'event.yaml': stringify({ ...settings, name: 'Other' }) })
  const text = `the data are of the event 'Fair' in ${folder}: `
  const openOther = async (isDefaultEvent: boolean) => {
    const { log, written } = createWrittenLog('warn')
    platform = await startPlatform({ eventFolder: other, database, log, isDefaultEvent })
    return written()
  }
  await expect(openOther(true)).rejects.toThrow(`${text}name it with --event`)
  expect(await openOther(false)).toContain(`${text}its accounts, passwords and solves stay`)
  await platform.close()
  // That event runs now. Its folder may move, and its name may change.
  expect(await openOther(true)).not.toContain('the data are of')
  await platform.close()
  await rename(other, `${other}-moved`)
  onTestFinished(() => rm(`${other}-moved`, { recursive: true }))
  const { log, written } = createWrittenLog('warn')
  await start({ eventFolder: `${other}-moved`, isDefaultEvent: true, log })
  expect(written()).not.toContain('the data are of')
})

test.each([
  ['53100', 'the disk of the database is full. Make room on it, and read the event again'],
  ['P0001', 'a statement failed: SQLSTATE P0001; its message has values'],
])(
  'if the database cannot keep the event, the report says why, without values: %s',
  async (code, why) => {
    await database.db.execute(
      sql.raw(`create function refuse() returns trigger language plpgsql as
      $$ begin raise 'F{One}' using errcode = '${code}'; end $$`),
    )
    await database.db.execute(
      sql`create trigger refuse before update on settings for each row execute function refuse()`,
    )
    await write('one/challenge.yml', challenge('One', { value: 200 }))
    expect(await reload()).toEqual({ ...nothing, errors: [why] })
    await database.db.execute(sql`drop function refuse cascade`)
    expect((await reload()).errors).toEqual([])
  },
)

test('an event.yaml that is gone changes nothing, at a start neither: without it, defaults would count', async () => {
  const text = await readFile(file('event.yaml'), 'utf8')
  await rm(file('event.yaml'))
  const error = expect.stringMatching(/^event.yaml: is missing in .*, but the event ran with it: /)
  expect(await reload()).toEqual({ ...nothing, errors: [error] })
  expect(platform.composition.event.current.name).toBe('Fair')
  await expect(restart()).rejects.toThrow('but the event ran with it')
  await writeFile(file('event.yaml'), text)
  await start()
  expect(await reload()).toEqual(nothing)
})

test('an event that never had an event.yaml is read again without one', async () => {
  await platform.close()
  await database.close()
  database = await openTestDatabase()
  await rm(file('event.yaml'))
  await start()
  expect(await reload()).toMatchObject({ errors: [], changes: [] })
})

async function command(...words: string[]) {
  const script = join(import.meta.dirname, '../../../scripts/event.ts')
  const env = { ...process.env, INIT_CWD: folder, METRICS_TOKEN: 'token' }
  const run = promisify(execFile)(process.execPath, [script, ...words], { env })
  const { code = 0, stdout, stderr } = await run.catch(error => error)
  return { code, lines: stdout.split('\n'), stderr }
}

test('the organiser checks a folder against what runs, and reloads it by the data folder', async () => {
  await platform.close()
  await start({ listen: true, metricsToken: 'token' })
  // This path is too long for a socket.
  const dataFolder = join(folder, 'd'.repeat(120))
  await mkdir(dataFolder)
  const log = createLog('silent')
  onTestFinished(await serveOrganiser({ dataFolder, log, database, ...platform.composition }))
  await write('two/challenge.yml', challenge('Zwei', { hints: [hint], requirements: ['One'] }))
  await rm(file('one'), { recursive: true })

  const expected = ['A reload changes (1)', "~ web/zwei: was web/two, name 'Two' → 'Zwei', flags"]
  for (const where of [dataFolder, platform.origin]) {
    const { code, lines } = await command('check', '.', '--against', where)
    expect(lines.slice(-3, -1)).toEqual(expected)
    expect(lines).toContain('Kept as it was (1)')
    // The platform says its points, and not how many flags it has.
    expect(lines).toContainEqual(expect.stringMatching(/^Web +One +100 +kept as it was$/))
    expect(lines).toContainEqual(expect.stringMatching(/^Web +Zwei +100 +1 static +– +–$/))
    expect(code).toBe(1)
  }
  const json = await command('check', '.', '--json', '--against', dataFolder)
  expect(JSON.parse(json.lines.join('\n')).challenges).toEqual([
    { categorySlug: 'web', slug: 'one', name: 'One', isKept: true },
    {
      categorySlug: 'web',
      slug: 'zwei',
      name: 'Zwei',
      hasEnvironment: false,
      value: { kind: 'static', points: 100 },
    },
  ])
  const { code, lines } = await command('reload', '--data', dataFolder)
  expect(code).toBe(1)
  expect(lines).toEqual([
    'The event was read again.',
    '',
    'Changes (1)',
    expected[1],
    '',
    'Kept as it was (1)',
    expect.stringMatching(/^one: web\/one is gone, but 1 account solved it: /),
    '',
  ])
  const alone = await platform.fetch('/v1/organiser/event', { address: '127.0.0.1' })
  expect(alone.status).toBe(401)
  expect(await command('reload', '--data', join(folder, 'one'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^no platform of this user runs with the data folder /m),
  })
})

test('comparing a folder with what runs shows no passwords of score groups', async () => {
  await platform.close()
  await write('event.yaml', { ...settings, scoreGroups: [{ name: 'Open', password: 'sesame' }] })
  await start({ metricsToken: 'token' })
  const headers = { authorization: 'Bearer token' }
  const response = await platform.fetch('/v1/organiser/event', { headers, address: '127.0.0.1' })
  const text = await response.text()
  expect(JSON.parse(text).settings.scoreGroups).toMatchObject([{ name: 'Open', password: null }])
  expect(text).not.toContain('sesame')
})

test('a challenge that its file hides, and that was released by command, keeps its solves', async () => {
  const organise = (command: string) =>
    platform.composition.organiser.run({
      command,
      input: { challenges: ['web/late'] },
      who: 'olga',
    })
  await mkdir(file('late'))
  const late = (more: object) => write('late/challenge.yml', challenge('Late', more))
  await late({ state: 'hidden' })
  expect((await reload()).changes).toEqual(['+ web/late: new, hidden'])
  expect(listed()).toEqual(['one', 'two'])
  await organise('release')
  expect(listed()).toEqual(['late', 'one', 'two'])
  await solve('late', 'F{Late}')
  await late({ state: 'hidden', value: 150 })
  expect(await reload()).toMatchObject({ kept: [], changes: ['~ web/late: points 100 → 150'] })
  await restart()
  expect([listed(), await points()]).toEqual([['one', 'two', 'late'], 250])
  // A mistake in the file does not remove the challenge.
  await late({ state: 'hidden', flags: [] })
  expect((await reload()).kept).toEqual([
    'late/challenge.yml: web/late stays as it was until this is fixed: 1 account solved it',
  ])
  expect(await points()).toBe(250)

  // Once it is hidden again, the file counts: it may show the challenge.
  await late({ state: 'hidden' })
  await reload()
  await organise('hide')
  expect([listed(), await points()]).toEqual([['one', 'two'], 100])
  await late({})
  expect((await reload()).changes).toEqual(['~ web/late: not hidden'])
  expect([listed(), await points()]).toEqual([['late', 'one', 'two'], 200])
})

test('a hidden draft is reported as a warning only', async () => {
  await mkdir(file('draft'))
  await write('draft/challenge.yml', challenge('Draft', { state: 'hidden', flags: [] }))
  expect(await reload()).toEqual({
    ...nothing,
    warnings: [
      'draft/challenge.yml:5: flags: has no flag that can be submitted, so nobody could solve it; it is hidden, and cannot be released before',
    ],
  })
  expect(listed()).toEqual(['one', 'two'])
})
