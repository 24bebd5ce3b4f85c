import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { readCtfd } from '../../../scripts/organise/ctfd.ts'
import { readPeople, toImport, withoutPasswords } from '../../../scripts/organise/people.ts'
import { eventually } from '../../support/eventually.ts'
import { createBrowser, signIn } from '../core/sign-in-browser.ts'
import { writeFolder } from '../event/write-folder.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { changesOf, files } from './organised.ts'

let folder: string
let platform: TestPlatform

const settings = { name: 'Fair', start: 'first start', end: 'start + 1d' }
const start = async (more: object) => {
  const eventFolder = await writeFolder(files({ ...settings, ...more }))
  platform = await startPlatform({ eventFolder, listen: true })
}
const password = 'a fine password'
const run = (command: string, input: object = {}, isDryRun = false) =>
  platform.composition.organiser.run({ command, input, who: 'olga', isDryRun })
const seen = async (command: string) => (await run(command)) as { data: Record<string, unknown>[] }
const people = async () =>
  (await seen('people')).data.map(({ username, account, scoreGroup }) => [
    username,
    account,
    scoreGroup,
  ])
const readFrom = async (text: string | Buffer) => {
  const file = join(folder, 'people.csv')
  await writeFile(file, text)
  return readPeople(file)
}
const links = () => ({ file: join(folder, 'links.csv'), origin: platform.origin })
const arriving = async (text: string) => toImport((await readFrom(text)).people, links())
const importAll = async (text: string) => {
  const { prepare } = await arriving(text)
  return run('import', (await prepare()).input)
}
const problemsOf = (text: string | Buffer) =>
  readFrom(text).then(
    ({ wrong }) => wrong.join('\n'),
    error => error.message,
  )
const linkOf = async (name: string) => {
  const rows = (await readFile(links().file, 'utf8')).split('\r\n')
  return rows.find(row => row.startsWith(`"${name}",`))?.split(',')[1] ?? ''
}
const canSignIn = (name: string, secret: string) =>
  signIn(createBrowser(), platform.origin, name, secret).then(
    ({ access_token }) => Boolean(access_token),
    () => false,
  )

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidon-import-'))
  return async () => {
    await platform.close()
    await rm(folder, { recursive: true })
  }
})

test('people come with their teams, a dry run changes nothing, and the log has no password', async () => {
  await start({ teamMode: true, teamSize: 2 })
  const text = `name,display name,team,group,password
anna,Anna B,Owls,,${password}
ben,,owls,everyone,${password}
cleo,,,,${password}`
  const { named, prepare } = await arriving(text)
  const planned = await run('import', { people: named }, true)
  expect(planned).toMatchObject({
    kind: 'planned',
    notes: ['1 account without a score group: they choose it', '1 account without a team'],
  })
  // A team of two is one account, which chooses once.
  const pair = ['dora', 'emil'].map((name, line) => ({ at: `line ${line}`, name, team: 'Pair' }))
  expect(await run('import', { people: pair }, true)).toMatchObject({
    notes: ['1 account without a score group: they choose it'],
  })
  expect(changesOf(planned)).toEqual([
    { what: 'new accounts', before: null, after: '3: anna, ben, cleo' },
    { what: 'new teams', before: null, after: '1: Owls' },
  ])
  expect(await people()).toEqual([])

  expect(await run('import', (await prepare()).input)).toMatchObject({ kind: 'done' })
  expect(await people()).toEqual([
    ['anna', 'Owls', 'everyone'],
    ['ben', 'Owls', 'everyone'],
    ['cleo', null, null],
  ])
  expect((await seen('board')).data).toMatchObject([{ entries: [{ displayName: 'Owls' }] }])
  expect(await canSignIn('Anna', password)).toBe(true)
  const log = JSON.stringify(await run('log'))
  expect(log).toContain('"name":"anna"')
  expect(log).not.toMatch(/argon2|scrypt|fine password/)

  expect(await importAll(`name,team,password\ndora,Foxes,${password}`)).toMatchObject({
    kind: 'done',
  })
  expect(changesOf(await importAll(`name,team,password\nemil,Foxes,${password}`))).toContainEqual({
    what: 'members of Foxes',
    before: '1',
    after: '2',
  })
})

test('if one line cannot be, each such line is named, and nothing is done', async () => {
  await start({ teamMode: true, teamSize: 1, accounts: [{ username: 'alice', password: 'demo' }] })
  await importAll(`name,team,password\nanna,Owls,${password}`)
  const before = await people()
  const names = [
    ...['fine,', 'anna,', 'ALICE,', 'b b,', 'same,', 'Same,', 'ben,Owls', 'cleo,0wls'],
    ...['dora,Foxes', 'emil,Foxes'],
  ]
  const lines = names.map(one => `${one},,${password}`)
  const text = `name,team,group,password\n${lines.join('\n')}\nfinn,Bats,nowhere,${password}\ngina,,Everyone,${password}`
  expect(await importAll(text)).toEqual({
    kind: 'refused',
    message: `line 3: there is an account 'anna', or one that looks like it
line 4: there is an account 'ALICE', or one that looks like it
line 5: 'b b' cannot be a username: up to 40 letters of one alphabet, digits, dots, dashes and underscores
line 7: 'Same' looks like the name in line 6
line 8: team 'Owls' is full: it may have 1 member
line 9: team '0wls' looks like 'Owls', which is there
line 11: team 'Foxes' is full: it may have 1 member
line 12: there is no score group 'nowhere'; known are everyone
line 13: the score group is of a team, and none is named
nothing was done`,
  })
  const long = `anton,,${'T'.repeat(101)}\nberta,${'D'.repeat(101)},`
  expect(await importAll(`name,display name,team\n${long}`)).toEqual({
    kind: 'refused',
    message: `line 2: '${'T'.repeat(100)}…' has more than 100 characters
line 3: the display name has more than 100 characters
nothing was done`,
  })
  expect(await people()).toEqual(before)
  // If two imports run at once, only the first one counts.
  const { input } = await (await arriving(`name,password\nhans,${password}`)).prepare()
  const twice = await Promise.all([0, 1].map(() => run('import', input)))
  expect(twice.map(({ kind }) => kind).sort()).toEqual(['done', 'refused'])
})

test('each line is refused with all its reasons', async () => {
  await start({ teamMode: true, teamSize: 1 })
  await importAll(`name,team,password\nanna,Owls,${password}`)
  const long = 'D'.repeat(101)
  const { people: named, wrong } = await readFrom(
    `name,display name,team,group,password\nANNA,${long},Owls,nowhere,short\n,${long},,everyone,${password}`,
  )
  const refused = await run('import', { people: withoutPasswords(named), wrong })
  expect(refused).toEqual({
    kind: 'refused',
    message: `line 2: Choose a password of at least 8 characters.
line 2: there is an account 'ANNA', or one that looks like it
line 2: the display name has more than 100 characters
line 2: there is no score group 'nowhere'; known are everyone
line 2: team 'Owls' is full: it may have 1 member
line 3: the name is missing
line 3: the display name has more than 100 characters
line 3: the score group is of a team, and none is named
nothing was done`,
  })
})

test('a line that is refused does not refuse others', async () => {
  const scoreGroups = [{ name: 'Open' }, { name: 'Closed' }]
  await start({ teamMode: true, scoreGroups })
  await importAll(`name,team,group,password\nanna,Owls,Open,${password}`)
  const lines = ['ben,Owls,Closed', 'cleo,Owls,Open', 'same,,', 'Same,,', 'SAME,,'].join('\n')
  const { people: named } = await readFrom(`name,team,group\n${lines}`)
  expect(await run('import', { people: withoutPasswords(named), wrong: [] })).toEqual({
    kind: 'refused',
    message: `line 2: team 'Owls' has the score group 'open'
line 5: 'Same' looks like the name in line 4
line 6: 'SAME' looks like the name in line 4
nothing was done`,
  })
})

test('names of 100 characters come as they are', async () => {
  await start({ teamMode: true })
  const [team, shown] = ['T'.repeat(100), 'D'.repeat(100)]
  await importAll(`name,display name,team,password\nanna,${shown},${team},${password}`)
  expect((await seen('people')).data).toMatchObject([{ displayName: shown, account: team }])
})

test('lines that are wrong in the file are refused with those that the platform refuses, in their order', async () => {
  await start({ accounts: [{ username: 'alice', password: 'demo' }] })
  const { people: named, wrong } = await readFrom(
    `name,group,password\nalice,,${password}\nanna,nowhere,${password}\nben,,${password}\ncleo\nBEN,,${password}\ndora,,password\n,,${password}\nem\0il,,`,
  )
  const given = withoutPasswords(named)
  expect(JSON.stringify(given)).not.toContain('password')
  expect(await run('import', { people: given, wrong })).toEqual({
    kind: 'refused',
    message: `line 2: there is an account 'alice', or one that looks like it
line 3: there is no score group 'nowhere'; known are everyone
line 5: 1 cells, but the first line has 3
line 6: 'BEN' looks like the name in line 4
line 7: This password is too easy to guess: many people use it, or it is your username. Choose another.
line 8: the name is missing
line 9: it contains a NUL character
nothing was done`,
  })
  // Nobody comes from a file in which every line is wrong.
  const { people: none, wrong: all } = await readFrom('name,team\nanna')
  expect(await run('import', { people: none, wrong: all })).toMatchObject({ kind: 'refused' })
  expect(await run('import', { people: [] })).toMatchObject({ kind: 'refused' })
  expect(await people()).toEqual([])
})

test('a file that cannot be read is refused by its lines', async () => {
  await start({})
  expect(await problemsOf('name,passwort\nanna,x')).toBe(
    "line 1: there is no column 'passwort'; known are name, display name, team, group, password",
  )
  const columns = 'the first line must name the columns, each once: name, and any of '
  for (const text of ['', 'team\nOwls', 'name,name\na,b'])
    expect(await problemsOf(text)).toContain(columns)
  expect(await problemsOf('name\n\n')).toMatch(/people\.csv names nobody$/)
  expect(await problemsOf(Buffer.from('name\nJ\xf6rg', 'latin1'))).toContain('line 2: its letters')
  expect(await problemsOf(Buffer.from('PK\x03\x04\x14\n\xf6', 'latin1'))).toMatch(
    / is no CSV: save a spreadsheet as "CSV UTF-8"; unpack an export of CTFd, and name its folder$/,
  )
  expect(await problemsOf(`name\n${'x'.repeat(2 ** 22)}`)).toContain('larger than 4 MB')
  expect(await problemsOf('name,password\nanna,short\nben\n,correct horse\ncleo,password')).toBe(
    `line 2: Choose a password of at least 8 characters.
line 3: 1 cells, but the first line has 2
line 5: This password is too easy to guess: many people use it, or it is your username. Choose another.`,
  )
  expect(await problemsOf('name,team\nanna,Owls\nben,Ow\0ls')).toBe(
    'line 3: it contains a NUL character',
  )
  const many = Array.from({ length: 1010 }, () => 'x').join('\n')
  expect((await problemsOf(`name,team\n${many}`)).split('\n').slice(-2)).toEqual([
    'and 990 more',
    'nothing was done',
  ])
  const links = { file: undefined, origin: undefined }
  await expect(toImport([{ at: 'line 2', name: 'anna' }], links)).rejects.toThrow(
    '1 of 1 have no password: give --links FILE and --origin URL',
  )
  await toImport([{ at: 'line 2', name: 'anna' }], { ...links, isDryRun: true })
  const wrong = { file: 'x', origin: 'play.example.org' }
  await expect(toImport([], wrong)).rejects.toThrow(
    '--origin: must be like https://play.example.org',
  )
  const taken = { file: join(folder, 'people.csv'), origin: platform.origin }
  await expect(toImport([{ at: 'line 2', name: 'anna' }], taken)).rejects.toThrow(
    'people.csv is there already',
  )
})

test('a user without a password chooses one by a link, once', async () => {
  await start({ terms: { en: 'Be fair.', de: 'Sei fair.' } })
  expect(await importAll('name\nanna\nJörg')).toMatchObject({ kind: 'done' })
  expect((await stat(links().file)).mode & 0o777).toBe(0o600)
  // The file with earlier links is not overwritten.
  await expect(importAll('name\nben')).rejects.toThrow('is there already')
  for (const name of ['anna', 'jörg', 'ben']) expect(await canSignIn(name, password)).toBe(false)

  const link = await linkOf('Jörg')
  const open = async (url: string, form?: Record<string, string>, language = 'en') => {
    const response = await createBrowser(language).go(url, form)
    return { status: response.status, html: await response.text() }
  }
  const page = await open(link)
  expect(page.html).toContain('Your username is <strong><bdi>Jörg</bdi></strong>.')
  expect((await open(link, undefined, 'de')).html).toContain('<h1')
  expect((await open(link, undefined, 'de')).html).toContain('Passwort speichern')
  const [, terms = ''] = /id="terms"[^>]* value="([^"]+)"/.exec(page.html) ?? []
  for (const [form, message] of [
    [{ wanted: password }, 'First accept the terms'],
    [{ wanted: 'short', terms }, 'of at least 8 characters'],
    [{ wanted: 'x'.repeat(1e6), terms }, 'role="alert"'],
  ] as const)
    expect(await open(link, form)).toMatchObject({
      status: expect.toSatisfy(status => status >= 400 && status < 500),
      html: expect.stringContaining(message),
    })
  const wrong = [link.replace('user=J', 'user=K'), `${link}x`, link.replace('key=', 'k=')]
  for (const url of wrong)
    expect(await open(url, { wanted: password, terms })).toMatchObject({ status: 404 })
  const fromOther = { origin: 'https://evil.example' }
  await createBrowser().go(link, { wanted: password, terms }, fromOther)
  expect(await canSignIn('Jörg', password)).toBe(false)

  // If two use the link at once, only the first one counts.
  const both = await Promise.all([0, 1].map(() => open(link, { wanted: password, terms })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await canSignIn('Jörg', password)).toBe(true)
  expect(await open(link)).toMatchObject({
    status: 404,
    html: expect.stringContaining('This link does not work, or no longer works.'),
  })
  expect(await open(await linkOf('anna'))).toMatchObject({ status: 200 })
})

test('an import is done although its people cannot be read right after it, and they are read later', async () => {
  const eventFolder = await writeFolder(files(settings))
  platform = await startPlatform({ eventFolder, log: createLog('silent') })
  const { database } = platform
  const { once } = database
  const lost = vi.spyOn(database.db, 'select')
  vi.spyOn(database, 'once').mockImplementationOnce(async work => {
    const done = await once(work)
    lost.mockClear().mockImplementationOnce(() => {
      throw new Error('the connection was lost')
    })
    return done
  })
  const answer = await importAll(`name,group,password\nanna,everyone,${password}`)
  expect(answer).toMatchObject({ kind: 'done' })
  expect(lost.mock.results[0]?.type).toBe('throw')
  await eventually(async () =>
    expect((await seen('board')).data).toMatchObject([{ entries: [{ displayName: 'anna' }] }]),
  )
})

test('an import that was cut off is given again, and its links stay as they are', async () => {
  await start({})
  const text = `name,password\nanna,\nJörg,\nben,${password}\n`
  const { file } = links()
  const refused = (other: string) => expect(arriving(other)).rejects.toThrow('is there already')
  // Its process was killed before it sent anything.
  await (await arriving(text)).prepare()
  const written = await readFile(file, 'utf8')

  await refused('name\nanna')
  await refused('name\nanna\nben')
  await refused(`${text}cleo,\n`)
  const ofOther = { file, origin: 'https://other.example' }
  await expect(toImport((await readFrom(text)).people, ofOther)).rejects.toThrow('is there already')
  await writeFile(file, written.slice(0, -30))
  await refused(text)
  await writeFile(file, written)
  await chmod(file, 0o644)
  await refused(text)
  await chmod(file, 0o600)

  const again = await arriving(text)
  expect(again.left).toBe(2)
  const { input, takeBack } = await again.prepare()
  expect(await run('import', input)).toMatchObject({ kind: 'done' })
  expect(await run('import', input)).toMatchObject({ kind: 'refused' })
  await takeBack()
  expect(await readFile(file, 'utf8')).toBe(written)
  const page = await createBrowser().go(await linkOf('anna'))
  expect(page.status).toBe(200)
})

/** Writes a table of CTFd's export. */
async function writeTable(name: string, results: readonly unknown[], mark = '') {
  const table = { count: results.length, results, meta: {} }
  await mkdir(join(folder, 'db'), { recursive: true })
  await writeFile(join(folder, `db/${name}.json`), `${mark}${JSON.stringify(table)}`)
}

/** Imports CTFd's export with its results. */
async function importResults() {
  const { people: given, results, notes } = await readCtfd(folder, true)
  const { prepare } = await toImport(given, links())
  return { notes, reply: await run('import', { ...(await prepare()).input, results }) }
}

test("users, teams, solves and awards of CTFd's export come without administrators and banned ones", async () => {
  // The event starts with its platform, which may start slowly here.
  const begun = Date.now() + 3_600_000
  await start({ teamMode: true })
  const user = {
    hidden: false,
    banned: false,
    type: 'user',
    password: '$bcrypt-sha256$v=2',
    team_id: 1,
  }
  const rows = [
    { ...user, id: 1, name: 'admin', type: 'admin', team_id: null },
    { ...user, id: 2, name: 'Anna Beck' },
    { ...user, id: 3, name: 'Anna/Beck', hidden: 0, banned: 0 },
    { ...user, id: 4, name: 'ben', banned: true },
    { ...user, id: 5, name: '🦉', team_id: null },
    { ...user, id: 6, name: 'cleo', team_id: 2 },
    { ...user, id: 7, name: null },
    { ...user, id: 8, name: 'dora', team_id: 3 },
    { ...user, id: 9, name: 'Dora', team_id: 3 },
  ]
  const teams = [
    { id: 1, name: 'The Owls', hidden: false, banned: false },
    { id: 2, name: 'Rude', hidden: false, banned: true },
    { id: 3, name: 'Testers', hidden: true, banned: false },
  ]
  /** A time as CTFd writes times of UTC. */
  const at = (second: number) => new Date(begun + second * 1000).toISOString().slice(0, -1)
  const solved = (solve: number, challenge: number, who: number, second: number) => ({
    solve: { id: solve, challenge_id: challenge, user_id: who, team_id: 1 },
    submission: { id: solve, type: 'correct', date: at(second) },
  })
  const history = [
    ...[solved(1, 1, 2, 2), solved(2, 1, 3, 1), solved(3, 2, 2, 3), solved(4, 9, 2, 4)],
    ...[solved(5, 1, 4, 5), solved(6, 3, 2, -7200)],
    // After the end of this event.
    solved(7, 3, 2, 2 * 24 * 60 * 60),
  ]
  await writeTable(
    'challenges',
    ['One', 'Gone', 'two'].map((name, at) => ({ id: at + 1, name })),
  )
  await writeTable(
    'solves',
    history.map(one => one.solve),
  )
  await writeTable(
    'submissions',
    history.map(one => one.submission),
  )
  const award = { user_id: 3, team_id: 1, date: at(9), value: 7 }
  await writeTable('awards', [
    { ...award, name: 'Write-up', description: 'best\nof all' },
    { ...award, user_id: null, name: 'Hint 1', description: null, value: -3, date: at(10) },
    { ...award, value: 0 },
    { ...award, value: 1_000_001 },
    { ...award, value: -1_000_001 },
  ])
  await writeTable('users', rows)
  await expect(readCtfd(folder)).rejects.toThrow('teams.json cannot be read: unpack')
  await writeTable('teams', teams)
  expect(Object.keys(await readCtfd(folder))).toEqual(['people', 'notes'])
  const { notes, reply } = await importResults()
  expect(notes).toEqual([
    "left out: 3 of CTFd's users (administrators, banned)",
    "left out: 1 of CTFd's users (without a name)",
    "left out: 2 of CTFd's solves (of those users, or of deleted challenges)",
    "left out: 1 of CTFd's awards (of those users, or of no points)",
    "left out: 2 of CTFd's awards (of more than 1000000 points)",
  ])
  expect(reply).toMatchObject({
    kind: 'done',
    changes: expect.arrayContaining([
      { what: 'solves', before: null, after: '3' },
      { what: 'awards', before: null, after: '2' },
    ]),
    notes: [
      '1 account without a score group: they choose it',
      '1 account hidden, as before',
      '1 account without a team',
      "left out: 1 solve of 'Gone', because there is no challenge 'Gone'",
      "left out: 1 solve of 'two', before the event's start",
    ],
  })
  expect((await seen('solves')).data.find(one => one.challenge === 'web/one')).toMatchObject({
    groups: [{ solves: 1, firstBlood: { account: 'The Owls', at: `${at(1)}Z` } }],
  })
  expect((await seen('awards')).data).toMatchObject([
    { account: 'The Owls', points: 7, reason: { en: 'Write-up: best of all' } },
    { account: 'The Owls', points: -3, reason: { en: 'Hint 1' } },
  ])
  // 100 for One, which only they solved, and 4 by awards. Testers are hidden.
  expect((await seen('board')).data).toMatchObject([
    { entries: [{ displayName: 'The Owls', points: 104 }] },
  ])
  const { data } = await seen('people')
  const came = data.map(one => [one.username, one.displayName, one.account])
  expect(came.toSorted()).toEqual([
    ['Anna-Beck', 'Anna Beck', 'The Owls'],
    ['Anna-Beck-3', 'Anna/Beck', 'The Owls'],
    ['Dora-9', 'Dora', 'Testers'],
    ['dora', null, 'Testers'],
    ['user-5', '🦉', null],
  ])
  expect(await linkOf('user-5')).toMatch(/^http/)
  await writeTable('users', [{ id: 'x' }])
  await expect(readCtfd(folder)).rejects.toThrow(
    /users\.json is not a table of CTFd: results\.0\.id /,
  )
  await writeTable('users', [rows[0]])
  await expect(readCtfd(folder)).rejects.toThrow('names nobody who could play')
})

test("names of CTFd's export that look alike, or cannot be names here, do not refuse the others", async () => {
  await start({ teamMode: true })
  const [mixed, long] = ['Иван-Ivan', 'x'.repeat(128)]
  const names = ['alice', 'AIice', mixed, 'user-3', long, '\u0000', 'user_3']
  const rows = names.map((name, at) => ({ id: at + 1, name, team_id: at + 1 }))
  const teams = ['Owls', 'owls', mixed, 'Team 3', long, ' ', '0wls']
  // With a byte order mark, as an editor of Windows writes it.
  await writeTable('users', rows, '\ufeff')
  await writeTable(
    'teams',
    teams.map((name, at) => ({ id: at + 1, name })),
    '\ufeff',
  )
  const { people: given, notes } = await readCtfd(folder)
  const { prepare } = await toImport(given, links())
  expect(await run('import', (await prepare()).input)).toMatchObject({ kind: 'done' })
  const { data } = await seen('people')
  const came = data.map(one => [one.username, one.displayName, one.account])
  expect(came.toSorted()).toEqual([
    ['AIice-2', 'AIice', 'owls 2'],
    ['alice', null, 'Owls'],
    ['user-3', mixed, 'Team 3'],
    ['user-3-4', 'user-3', 'Team 3 4'],
    ['user-6', null, 'Team 6'],
    ['user_3', null, '0wls 7'],
    [long.slice(0, 40), long.slice(0, 100), `${long.slice(0, 89)} 5`],
  ])
  expect(notes).toHaveLength(6)
  expect(notes[0]).toBe(
    "another name: team 'owls 2' for 'owls', which looks like another or cannot be a name",
  )
})

test('what somebody solved in a team of CTFd stays with it, and what has no team here is named', async () => {
  const begun = Date.now() + 3_600_000
  await start({ teamMode: true })
  const date = new Date(begun).toISOString().slice(0, -1)
  await writeTable('teams', [{ id: 1, name: 'Owls' }])
  await writeTable('users', [
    { id: 1, name: 'anna', team_id: 1 },
    { id: 2, name: 'emil', team_id: null },
  ])
  await writeTable('challenges', [{ id: 1, name: 'One' }])
  await writeTable(
    'submissions',
    [1, 2].map(id => ({ id, date })),
  )
  const solve = { challenge_id: 1, user_id: 2 }
  await writeTable('solves', [
    { ...solve, id: 1, team_id: 1 },
    { ...solve, id: 2, team_id: null },
  ])
  const award = { user_id: 2, date, value: 7 }
  await writeTable('awards', [
    { ...award, team_id: 1 },
    { ...award, team_id: null },
  ])
  const { notes, reply } = await importResults()
  expect(notes).toEqual([])
  expect(reply).toMatchObject({
    kind: 'done',
    changes: expect.arrayContaining([
      { what: 'solves', before: null, after: '1' },
      { what: 'awards', before: null, after: '1' },
    ]),
    notes: [
      '1 account without a score group: they choose it',
      '1 account without a team',
      "left out: 1 solve of 'One', of people without a team",
      'left out: 1 award of people without a team',
    ],
  })
  expect((await seen('board')).data).toMatchObject([
    { entries: [{ displayName: 'Owls', points: 107 }] },
  ])
})

test('times of CTFd before 1970 are before every event, and their awards count', async () => {
  await start({ teamMode: false })
  const date = '0001-01-01T00:00:00'
  await writeTable('teams', [])
  await writeTable('users', [{ id: 1, name: 'anna' }])
  await writeTable('challenges', [{ id: 1, name: 'One' }])
  await writeTable('submissions', [{ id: 1, date }])
  await writeTable('solves', [{ id: 1, challenge_id: 1, user_id: 1 }])
  await writeTable('awards', [{ user_id: 1, date, value: 7 }])
  const { reply } = await importResults()
  expect(reply).toMatchObject({
    kind: 'done',
    notes: ["left out: 1 solve of 'One', before the event's start"],
  })
  expect((await seen('awards')).data).toMatchObject([{ points: 7 }])
})
