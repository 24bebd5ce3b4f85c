import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { accounts, desktops, users } from '../../../platform/database/schema.ts'
import { accountNamed } from '../../../platform/organiser/commands/accounts.ts'
import type { FlugzeugStatus } from '../../../src/api/contract.ts'
import { eventually } from '../../support/eventually.ts'
import { writeEvent } from '../core/events.ts'
import { idleEngine } from '../core/idle-engine.ts'
import { askUser, createBrowser, signIn } from '../core/sign-in-browser.ts'
import { writeFolder } from '../event/write-folder.ts'
import { interrupted } from '../interrupted.ts'
import { startPlatform, type TestOptions, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { changesOf, files, play } from './organised.ts'

let database: Database
let platform: TestPlatform

const run = (command: string, input: object = {}) =>
  platform.composition.organiser.run({ command, input, who: 'olga' })
const start = async (eventFolder: string, more: TestOptions = {}) => {
  database = await openTestDatabase()
  platform = await startPlatform({ eventFolder, database, listen: true, ...more })
}
const alone = () =>
  writeFolder(
    files({
      name: 'Fair',
      start: 'first start',
      end: 'start + 1d',
      scoreGroups: [{ name: 'Open' }],
      accounts: [{ username: 'alice', password: 'demo' }],
    }),
  )

beforeEach(() => async () => {
  await platform.close()
  await database.close()
})

test('a team that is renamed has its new name everywhere, and frees the old one', async () => {
  await start(await writeEvent({ start: 'first start', end: 'start + 1d', postPlayEnd: 'end' }))
  const [alice, bob, carol] = [
    await platform.as('alice'),
    await platform.as('bob'),
    await platform.as('carol'),
  ]
  await alice('POST', '/v1/teams', { name: 'Rude' })
  await bob('POST', '/v1/teams', { name: 'Polite' })
  for (const call of [alice, bob])
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  expect(await run('rename', { account: 'rude', name: 'POLITE' })).toEqual({
    kind: 'refused',
    message: 'there is a team whose name looks like this one: choose another name',
  })
  expect(await run('rename', { account: 'rude', name: 'a\u202eb' })).toMatchObject({
    kind: 'refused',
  })
  // A name may look like its own one.
  expect(await run('rename', { account: 'rude', name: 'RUDE' })).toMatchObject({ kind: 'done' })
  expect(await run('rename', { account: 'rude', name: 'Rude' })).toMatchObject({ kind: 'done' })
  // The rules are those for names that participants choose.
  expect(await run('rename', { account: 'rude', name: 'x'.repeat(101) })).toEqual({
    kind: 'refused',
    message: 'name: must have 100 characters or less',
  })
  const asked = { account: 'rude', name: 'Kind' }
  expect(changesOf(await run('rename', asked))).toEqual([
    { what: 'name', before: 'Rude', after: 'Kind' },
  ])
  expect((await alice('GET', '/v1/user/team')).body.name).toBe('Kind')
  expect((await alice('GET', '/v1/user/stats')).body.accountDisplayName).toBe('Kind')
  const { body } = await bob('GET', '/v1/stats/scoreboard')
  expect(body.entries.map((one: { displayName: string }) => one.displayName).sort()).toEqual([
    'Kind',
    'Polite',
  ])
  expect((await carol('POST', '/v1/teams', { name: 'Kind' })).body.code).toBe('TEAM_NAME_TAKEN')
  expect((await carol('POST', '/v1/teams', { name: 'Rude' })).status).toBe(204)
})

test('a banned user is off the board, and cannot play; the way back brings all back', async () => {
  await start(await alone())
  const alice = await play(platform, 'alice')
  const bob = await play(platform, 'bob')
  await bob.solve('one', 'F{One}')
  await alice.solve('one', 'F{One}')
  expect(await alice.points()).toBe(90)
  await run('ban', { account: 'bob' })
  const names = async () => {
    const { body } = await alice.call('GET', '/v1/stats/scoreboard')
    return body.entries.map((one: { displayName: string }) => one.displayName)
  }
  expect([await names(), await alice.points(), await bob.points()]).toEqual([['alice'], 100, 0])
  expect(await bob.solve('two', 'F{Two}')).toBe('TIME_RESTRICTED')
  const isShown = async () => (await bob.call('GET', '/v1/user/stats')).body.isBanned
  expect([await isShown(), (await alice.call('GET', '/v1/user/stats')).body.isBanned]).toEqual([
    true,
    undefined,
  ])
  expect((await bob.call('GET', '/v1/challenges')).body.code).toBe('TIME_RESTRICTED')
  expect(changesOf(await run('ban', { account: 'bob' }))).toEqual([])
  const people = await run('people')
  expect(people).toMatchObject({
    data: [
      { username: 'alice', bannedAt: null },
      { username: 'bob', bannedAt: expect.any(Date) },
    ],
  })
  await platform.close()
  platform = await startPlatform({ eventFolder: await alone(), database, listen: true })
  expect((await (await platform.as('alice'))('GET', '/v1/user/stats')).body.score.points).toBe(100)
  await run('unban', { account: 'bob' })
  const again = await play(platform, 'bob')
  expect([await again.points(), await again.solve('two', 'F{Two}')]).toEqual([90, 1])
  expect((await again.call('GET', '/v1/user/stats')).body.isBanned).toBe(undefined)
})

test('a flag whose account is banned while it is stored does not count', async () => {
  const { database: own, beforeNext } = interrupted(await openTestDatabase())
  database = own
  platform = await startPlatform({ eventFolder: await alone(), database, listen: true })
  const bob = await play(platform, 'bob')
  beforeNext(() => run('ban', { account: 'bob' }))
  expect(await bob.solve('one', 'F{One}')).toBe('TIME_RESTRICTED')
  await run('unban', { account: 'bob' })
  expect([await bob.points(), await bob.solve('one', 'F{One}')]).toEqual([0, 1])
})

const isIn = async (token: string) => (await askUser(platform.origin, token)).status === 200

test('a user who is signed out is out at once, everywhere', async () => {
  await start(await alone())
  const tokens = [
    await signIn(createBrowser(), platform.origin, 'alice', 'demo'),
    await signIn(createBrowser(), platform.origin, 'alice', 'demo'),
  ].map(one => one.access_token)
  expect(await Promise.all(tokens.map(isIn))).toEqual([true, true])
  expect(changesOf(await run('sign-out', { user: 'Alice' }))).toEqual([
    { what: 'sign-ins of alice', before: '2', after: '0' },
  ])
  expect(await Promise.all(tokens.map(isIn))).toEqual([false, false])
  expect(changesOf(await run('sign-out', { user: 'alice' }))).toEqual([])
  expect(await run('sign-out', { user: 'eve' })).toMatchObject({ kind: 'refused' })
})

test('a new password works alone, ends the sign-ins, and is not in the log', async () => {
  await start(await alone())
  const { access_token: token } = await signIn(createBrowser(), platform.origin, 'alice', 'demo')
  const answer = await run('reset-password', { user: 'alice' })
  const { notes } = answer as { notes: string[] }
  const password = notes[0]?.replace('the new password: ', '') ?? ''
  expect(password).toMatch(/^[\w-]{16}$/)
  expect(await isIn(token)).toBe(false)
  await expect(signIn(createBrowser(), platform.origin, 'alice', 'demo')).rejects.toThrow()
  const after = await signIn(createBrowser(), platform.origin, 'alice', password)
  expect(await isIn(after.access_token)).toBe(true)
  expect(JSON.stringify(await run('log'))).not.toContain(password)
})

test('a new password is hashed before its transaction, which keeps the database from others', async () => {
  let isOpen = false
  const real = await openTestDatabase()
  const once: Database['once'] = work =>
    real.once(async tx => {
      isOpen = true
      const result = await work(tx)
      isOpen = false
      return result
    })
  database = { ...real, once }
  platform = await startPlatform({ eventFolder: await alone(), database })
  await platform.signIn('alice')
  const hashedWhileOpen: boolean[] = []
  const begin = () => hashedWhileOpen.push(isOpen)
  // A thread hashes it.
  process.on('worker', begin)
  onTestFinished(() => void process.off('worker', begin))
  expect(await run('reset-password', { user: 'alice' })).toMatchObject({ kind: 'done' })
  expect(hashedWhileOpen).toEqual([false])
})

test('a password link ends the password and the sign-ins; a newer one ends it', async () => {
  await start(await alone())
  const { access_token: token } = await signIn(createBrowser(), platform.origin, 'alice', 'demo')
  const said: unknown[] = []
  const linkOf = async () => {
    const answer = await run('password-link', { user: 'alice', origin: platform.origin })
    const { notes } = answer as { notes: string[] }
    said.push([changesOf(answer)[0]?.before, ...notes.slice(0, -1)])
    return notes.at(-1)?.replace('the link, for one use: ', '') ?? ''
  }
  const first = await linkOf()
  expect(await isIn(token)).toBe(false)
  await expect(signIn(createBrowser(), platform.origin, 'alice', 'demo')).rejects.toThrow()
  const second = await linkOf()
  const locked = 'alice cannot sign in before a password is chosen'
  expect(said).toEqual([
    ['theirs', locked, 'their sign-ins end: 1'],
    ['an unused link', locked],
  ])
  const browser = createBrowser()
  const statusOf = async (url: string) => (await browser.go(url)).status
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  const wanted = 'a fine password'
  expect((await browser.go(second, { wanted })).status).toBe(200)
  const after = await signIn(createBrowser(), platform.origin, 'alice', wanted)
  expect(await isIn(after.access_token)).toBe(true)
  const log = JSON.stringify(await run('log'))
  for (const url of [first, second]) expect(log).not.toContain(new URL(url).searchParams.get('key'))
  expect(await run('password-link', { user: 'alice', origin: 'play.example.org' })).toEqual({
    kind: 'refused',
    message: 'origin: must be like https://play.example.org',
  })
})

test('environments of anybody are listed and stopped, by a ban as well', async () => {
  const settings = { start: 'first start', end: 'start + 1d', postPlayEnd: 'end', teamMode: false }
  await start(await writeEvent(settings), { environmentDriver: idleEngine })
  const alice = await platform.as('alice')
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const up = async () =>
    ((await run('environments')) as { data: { challenge: string }[] }).data.map(
      one => one.challenge,
    )
  const startAll = async () => {
    for (const slug of ['bound', 'second'])
      await alice('PUT', `/v1/challenges/${slug}/instance?category=net`)
    expect((await up()).sort()).toEqual(['net/bound', 'net/second'])
  }
  for (const command of ['stop', 'restart'])
    expect(await run(command, { account: 'alice' })).toMatchObject({
      changes: [],
      notes: ['alice has no environment that runs'],
    })
  await startAll()
  expect(changesOf(await run('stop', { account: 'alice', challenge: 'net/bound' }))).toMatchObject([
    { what: 'net/bound of alice', before: 'running', after: 'stopped' },
  ])
  await eventually(async () => expect(await up()).toEqual(['net/second']))
  expect(changesOf(await run('stop', { account: 'alice', challenge: 'net/bound' }))).toEqual([])
  const endOf = async (slug: string) =>
    (await alice('GET', `/v1/challenges/${slug}/instance?category=net`)).body.ended?.reason
  await eventually(async () => expect(await endOf('bound')).toBe('revoked'))
  // After a release, participants learn why it is gone.
  expect(await run('hide', { challenges: ['net/second'] })).toMatchObject({
    notes: ['environments of net/second are stopped'],
  })
  await run('release', { challenges: ['net/second'] })
  await eventually(async () => expect(await endOf('second')).toBe('revoked'))
  await startAll()
  const banned = await run('ban', { account: 'alice' })
  expect(banned).toMatchObject({ notes: ['2 environments will be stopped'] })
  await eventually(async () => expect(await up()).toEqual([]))
})

test.each([false, true])('a ban names the desktops that it stops (teams: %s)', async teamMode => {
  const settings = { start: 'first start', end: 'start + 1d', postPlayEnd: 'end', teamMode }
  await start(await writeEvent(settings))
  const [alice, bob, carol] = [
    await platform.as('alice'),
    await platform.as('bob'),
    await platform.as('carol'),
  ]
  // The first call makes the user.
  for (const call of [alice, bob, carol]) await call('GET', '/v1/user')
  if (teamMode) {
    await alice('POST', '/v1/teams', { name: 'Hawks' })
    const { joinToken } = (await alice('GET', '/v1/user/team')).body
    await bob('POST', '/v1/teams/join', { joinToken })
    await carol('POST', '/v1/teams', { name: 'Owls' })
  }
  const rows = await database.db.select().from(users)
  const desktopOf = (username: string, status: FlugzeugStatus) => ({
    userId: rows.find(one => one.username === username)?.id ?? '',
    status,
    id: username,
    createdAt: new Date(0),
  })
  const set = async (...all: ReturnType<typeof desktopOf>[]) => {
    await database.db.delete(desktops)
    await database.db.insert(desktops).values(all)
  }
  const account = teamMode ? 'Hawks' : 'alice'
  const notes = async () => {
    const planned = await platform.composition.organiser.run({
      command: 'ban',
      input: { account },
      who: 'olga',
      isDryRun: true,
    })
    return (planned as { notes: string[] }).notes
  }
  await set(desktopOf('alice', 'running'), desktopOf('carol', 'running'))
  expect(await notes()).toEqual(['the desktop of alice will be stopped, and keeps its files'])
  await set(desktopOf('bob', 'starting'), desktopOf('alice', 'running'))
  const both = 'the desktops of alice, bob will be stopped, and keep their files'
  const own = 'the desktop of alice will be stopped, and keeps its files'
  expect(await notes()).toEqual([teamMode ? both : own])
  await set(desktopOf('alice', 'stopped'), desktopOf('carol', 'running'))
  expect(await notes()).toEqual([])
})

test('an environment that still starts is stopped, too', async () => {
  const settings = { start: 'first start', end: 'start + 1d', postPlayEnd: 'end', teamMode: false }
  const never = { ...idleEngine, start: () => new Promise<never>(() => {}) }
  await start(await writeEvent(settings), { environmentDriver: never })
  const alice = await platform.as('alice')
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  await alice('PUT', '/v1/challenges/bound/instance?category=net')
  expect(await run('restart', { account: 'alice' })).toEqual({
    kind: 'done',
    changes: [],
    notes: ['net/bound is starting: only what runs can be restarted'],
  })
  expect(changesOf(await run('stop', { account: 'alice' }))).toMatchObject([
    { what: 'net/bound of alice', before: 'starting', after: 'stopped' },
  ])
})

test('of accounts whose names differ in case only, the one is meant that is written so', async () => {
  await start(await alone())
  for (const username of ['alice', 'bob']) await play(platform, username)
  await database.db
    .update(accounts)
    .set({ displayName: 'ALICE' })
    .where(eq(accounts.displayName, 'bob'))
  const named = (name: string) => accountNamed({ tx: database.db }, name)
  expect((await named('ALICE')).displayName).toBe('ALICE')
  expect((await named('alice')).displayName).toBe('alice')
  await expect(named('Alice')).rejects.toThrow("several accounts are called 'Alice'")
  const { id } = await named('alice')
  expect((await named(id)).displayName).toBe('alice')
})

test('a user who is moved plays for the other team at once, and what was solved stays', async () => {
  await start(
    await writeFolder(
      files({
        name: 'Fair',
        start: 'first start',
        end: 'start + 1d',
        teamMode: true,
        teamSize: 2,
        scoreGroups: [{ name: 'Open' }],
        accounts: ['alice', 'bob', 'carol'].map(username => ({ username, password: 'demo' })),
      }),
    ),
  )
  const [alice, bob, carol] = [
    await platform.as('alice'),
    await platform.as('bob'),
    await platform.as('carol'),
  ]
  for (const [call, name] of [
    [alice, 'Ants'],
    [bob, 'Bees'],
    [carol, 'Crabs'],
  ] as const) {
    await call('POST', '/v1/teams', { name })
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  }
  await bob('POST', '/v1/challenges/one/solve?category=web', { flag: 'F{One}' })

  expect(await run('move', { user: 'bob', team: 'ants' })).toEqual({
    kind: 'done',
    changes: [{ what: 'team of bob', before: 'Bees', after: 'Ants' }],
    notes: [
      'what bob solved stays with Bees',
      'nobody is left in Bees: it ends, and its solves stay',
    ],
  })
  const members = async () =>
    (await alice('GET', '/v1/user/team')).body.members.map(
      (one: { username: string }) => one.username,
    )
  expect(await members()).toEqual(['alice', 'bob'])
  await bob('POST', '/v1/challenges/three/solve?category=web', { flag: 'F{Three}' })
  const points = async () =>
    (await carol('GET', '/v1/stats/scoreboard')).body.entries.map(
      (one: { displayName: string; points: number }) => `${one.displayName} ${one.points}`,
    )
  expect((await points()).sort()).toEqual(['Ants 100', 'Bees 100', 'Crabs 0'])

  expect(changesOf(await run('move', { user: 'bob', team: 'Ants' }))).toEqual([])
  for (const [asked, message] of [
    [{ user: 'carol', team: 'Ants' }, 'Ants is full: 2 of 2 members'],
    [{ user: 'carol', team: 'Bees' }, "'Bees' has no members any more"],
    [{ user: 'eve', team: 'Ants' }, "there is no user 'eve'; 'people' shows them"],
  ] as const)
    expect(await run('move', asked)).toEqual({ kind: 'refused', message })

  await run('move', { user: 'alice', team: 'Crabs' })
  expect(await run('move', { user: 'bob', team: 'Crabs' })).toMatchObject({ kind: 'refused' })
  await run('move', { user: 'alice', team: 'Ants' })
  await run('move', { user: 'alice', team: 'Crabs' })
  expect((await points()).sort()).toEqual(['Ants 100', 'Bees 100', 'Crabs 0'])
  // A team that solved nothing is deleted with its last member.
  const dora = await platform.as('dora')
  await dora('POST', '/v1/teams', { name: 'Dodos' })
  await dora('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  expect(await points()).toContain('Dodos 0')
  await run('move', { user: 'dora', team: 'Ants' })
  expect((await points()).sort()).toEqual(['Ants 100', 'Bees 100', 'Crabs 0'])
})

test('of users with one name, the one is moved whose id is given', async () => {
  const settings = { name: 'Fair', start: 'first start', end: 'start + 1d', teamMode: true }
  await start(await writeFolder(files({ ...settings, scoreGroups: [{ name: 'Open' }] })))
  await (await platform.as('alice'))('POST', '/v1/teams', { name: 'Ants' })
  const bob = await platform.as('bob')
  const { id } = (await bob('GET', '/v1/user')).body
  const twin = { id: 'twin', issuer: 'https://id.example', subject: 'bob', username: 'bob' }
  await database.db.insert(users).values({ ...twin, externalId: 'twin', createdAt: new Date() })
  const refusal = (await run('move', { user: 'bob', team: 'Ants' })) as { message: string }
  expect(refusal.message).toContain("several users are called 'bob': name one of ")
  for (const one of [id, 'twin']) expect(refusal.message).toContain(one)
  expect(await run('move', { user: id, team: 'Ants' })).toMatchObject({ kind: 'done' })
  expect((await bob('GET', '/v1/user/team')).body).toMatchObject({ name: 'Ants' })
})
