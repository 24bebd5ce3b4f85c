import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { exportEvent } from '../../../scripts/organise/export.ts'
import { writeFolder } from '../event/write-folder.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { files, play, seeingAt } from './organised.ts'

let database: Database
let platform: TestPlatform
let folder: string

const see = seeingAt(() => platform)
const read = (name: string) => readFile(join(folder, name), 'utf8')

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'guidon-export-')), 'results')
  database = await openTestDatabase()
  const eventFolder = await writeFolder(
    files({
      name: 'Fair',
      start: 'first start',
      end: 'start + 1d',
      scoreGroups: [{ name: 'Open' }],
      accounts: ['alice', 'bob'].map(username => ({ username, password: 'demo' })),
    }),
  )
  platform = await startPlatform({ eventFolder, database })
  return async () => {
    await platform.close()
    await database.close()
  }
})

test('a file without rows has the columns that it has with rows', async () => {
  const headsIn = async (of: string) => {
    await exportEvent(of, false, see)
    const names = (await readdir(of)).filter(name => name.endsWith('.csv'))
    const texts = await Promise.all(names.map(name => readFile(join(of, name), 'utf8')))
    return Object.fromEntries(names.map((name, at) => [name, texts[at]?.split('\r\n', 1)[0]]))
  }
  const empty = await headsIn(folder)
  const alice = await play(platform, 'alice')
  await alice.solve('one', 'F{One}')
  await database.db.execute(sql`
    insert into hints_taken (account_id, category, slug, hint_id, user_id, cost, taken_at)
    select account_id, category, slug, '1', user_id, 5, solved_at from solves`)
  const input = { account: 'alice', points: 5, reason: { en: 'Kind' } }
  await platform.composition.organiser.run({ command: 'award', input, who: 'olga' })
  expect(await headsIn(`${folder}-2`)).toEqual(empty)
  expect(Object.keys(empty)).toHaveLength(8)
})

test('an export that is cut off leaves no file, and can be made again', async () => {
  const cut: typeof see = (command, input) =>
    command === 'standings' ? Promise.reject(new Error('cut')) : see(command, input)
  await expect(exportEvent(folder, false, cut)).rejects.toThrow('cut')
  expect(await readdir(folder)).toEqual([])
  expect(await exportEvent(folder, false, see)).toHaveLength(9)
})

const newFolder = import.meta.resolve('../../../scripts/organise/new-folder.ts')

test('a process that is killed leaves no file that looks like a whole one', async () => {
  const program = `
    import { appendFile } from 'node:fs/promises'
    import { fillNewFolder } from ${JSON.stringify(newFolder)}
    await fillNewFolder(process.argv[1], async pathOf => {
      await appendFile(pathOf('board.csv'), 'whole')
      await appendFile(pathOf('people.csv'), 'half')
      process.kill(process.pid, 'SIGKILL')
    })`
  const args = ['--input-type=module', '--eval', program, folder]
  const killed = promisify(execFile)(process.execPath, args)
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
  expect(await readdir(folder)).toEqual(['unfinished'])
  await expect(exportEvent(folder, false, see)).rejects.toThrow(
    `${folder}/unfinished is there: another command writes it now, or one was cut off; wait, or delete ${folder}`,
  )
  await rm(folder, { recursive: true })
  expect(await exportEvent(folder, false, see)).toHaveLength(9)
  expect(await readdir(folder)).toHaveLength(9)
})

test('all results are exported, each row once, and no text of participants becomes a formula', async () => {
  const [alice, bob] = [await play(platform, 'alice'), await play(platform, 'bob')]
  await alice.solve('one', '=HYPERLINK("https://evil.example","a"),\nb')
  await alice.solve('one', 'F{One}')
  await bob.solve('three', 'F{Three}')
  // More rows than one page of the export.
  await database.db.execute(sql`
    insert into submissions (account_id, user_id, category, slug, status, text, submitted_at)
    select account_id, user_id, category, slug, 2, 'wrong ' || n, submitted_at
    from submissions, generate_series(1, 6000) n where status = 2`)
  await database.db.execute(sql`
    insert into solves (account_id, category, slug, flag_id, user_id, solved_at, counts)
    select account_id, category, slug, 'old' || n, user_id, solved_at, false
    from solves, generate_series(1, 3000) n`)

  expect(Object.fromEntries(await exportEvent(folder, false, see))).toEqual({
    'board.csv': 2,
    'people.csv': 2,
    'challenges.csv': 3,
    'solves.csv': 6002,
    'submissions.csv': 6003,
    'hints.csv': 0,
    'awards.csv': 0,
    'log.csv': 0,
    'ctftime-open.json': 2,
  })
  const submissions = await read('submissions.csv')
  expect(submissions).toContain(`,"'=HYPERLINK(""https://evil.example"",""a""),\nb",web/one\r\n`)
  // With it, Excel shows letters such as ä.
  expect(submissions.startsWith('\ufeff')).toBe(true)
  const ids = [...submissions.matchAll(/^(\d+),/gm)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(6003)
  expect(submissions.match(/,accepted,/g)).toHaveLength(2)
  expect(await read('solves.csv')).toMatch(
    /^\ufefftime,account,accountId,username,flag,counts,challenge\r\n/,
  )
  expect(new Set((await read('solves.csv')).trim().split('\r\n')).size).toBe(6003)
  expect(await read('hints.csv')).toBe(
    '\ufefftime,account,accountId,username,hint,cost,challenge\r\n',
  )
  const { standings } = JSON.parse(await read('ctftime-open.json'))
  expect(standings).toEqual([
    { pos: 1, team: 'alice', score: 100, lastAccept: expect.any(Number) },
    { pos: 2, team: 'bob', score: 100, lastAccept: expect.any(Number) },
  ])
  for (const name of await readdir(folder))
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
})

test('reasons of awards are texts: a column for each language that one of them has', async () => {
  await play(platform, 'alice')
  const award = (reason: object) =>
    platform.composition.organiser.run({
      command: 'award',
      input: { account: 'alice', points: 5, reason },
      who: 'olga',
    })
  await award({ en: 'Best, by far' })
  await exportEvent(folder, false, see)
  const lines = async () => {
    const [head, ...rows] = (await read('awards.csv')).trim().split('\r\n')
    return [head, ...rows.map(row => row.replace(/^.*Z,/, ''))]
  }
  expect(await lines()).toEqual(['id,account,accountId,points,time,reason', '"Best, by far"'])
  await award({ en: 'Good', de: 'Gut' })
  folder = `${folder}-2`
  await exportEvent(folder, false, see)
  const [head, ...rows] = await lines()
  expect(head).toBe('id,account,accountId,points,time,reason,reason-de')
  expect(rows.toSorted()).toEqual(['"Best, by far",', 'Good,Gut'])
  folder = `${folder}-3`
  await exportEvent(folder, true, see)
  expect(JSON.parse(await read('awards.json'))).toContainEqual(
    expect.objectContaining({ reason: { en: 'Good', de: 'Gut' } }),
  )
})

test('the log has a row for each change, and no table has JSON', async () => {
  const run = (command: string, input: object) =>
    platform.composition.organiser.run({ command, input, who: 'olga' })
  const alice = await play(platform, 'alice')
  await alice.solve('one', 'F{One}')
  await alice.solve('three', 'F{Four}')
  await run('hide', { challenges: ['web/one', 'web/two'] })
  await run('announce', { title: { en: 'Hi' }, text: { en: 'a {b}' } })
  await alice.solve('three', 'F{Three}')
  await exportEvent(folder, false, see)
  const [head, ...rows] = (await read('log.csv')).trim().split('\r\n')
  expect(head).toBe('id,madeAt,who,command,arguments,what,before,after')
  expect(rows.map(row => row.replace(/^\d+,[^,]*,/, ''))).toEqual([
    'olga,announce,"at: now\ntext.en: a {b}\ntitle.en: Hi\nimportance: normal",announcement,,now; en: Hi | a {b}',
    'olga,hide,"at: now\nchallenges: web/one, web/two",web/one,shown,hidden',
    'olga,hide,"at: now\nchallenges: web/one, web/two",web/two,shown,hidden',
  ])
  const challenges = (await read('challenges.csv')).trim().split('\r\n')
  expect(challenges.map(row => row.replace(/20[\d:.TZ-]+$/, 'TIME'))).toEqual([
    'challenge,isHidden,wrong,shared,group,points,solves,firstBlood,firstBloodAt',
    'web/one,true,0,0,Open,0,0,,',
    'web/three,false,1,0,Open,100,1,alice,TIME',
    'web/two,true,0,0,Open,0,0,,',
  ])
})

test('as JSON, the rows are as they are; a folder that is not empty stays as it is', async () => {
  const alice = await play(platform, 'alice')
  await alice.solve('one', '=1+1')
  await exportEvent(folder, true, see)
  expect(JSON.parse(await read('submissions.json'))).toMatchObject([
    { account: 'alice', challenge: 'web/one', verdict: 'rejected', text: '=1+1' },
  ])
  expect(JSON.parse(await read('hints.json'))).toEqual([])
  await writeFile(join(folder, 'submissions.json'), 'mine')
  await expect(exportEvent(folder, true, see)).rejects.toThrow(
    `the folder ${folder} is not empty: name a new one`,
  )
  expect(await read('submissions.json')).toBe('mine')
})

test('no text that a spreadsheet would run is left as it is', async () => {
  const texts = ['=1', '+1', '-1', '@a', '\t=1', '\r=1', '＝1', 'a;=1', 'a\n@b', 'a=1;b']
  const seen: Record<string, unknown> = {
    people: texts.map(username => ({ username, points: -1 })),
    rows: { rows: [], next: null },
  }
  await exportEvent(folder, false, async command => seen[command] ?? [])
  const cells = (await read('people.csv')).split('\r\n').slice(1, -1)
  expect(cells).toEqual([
    ...["'=1,-1", "'+1,-1", "'-1,-1", "'@a,-1", "'\t=1,-1", `"'\r'=1",-1`],
    // Spreadsheets of many countries divide a text at these.
    ...["'＝1,-1", "a;'=1,-1", `"a\n'@b",-1`],
    'a=1;b,-1',
  ])
})
