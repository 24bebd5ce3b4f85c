import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableName, isTable } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, expect, test } from 'vitest'
import { realClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import * as schema from '../../../platform/database/schema.ts'
import type { DesktopDriver } from '../../../platform/desktop/driver.ts'
import { organiserOf } from '../../../platform/organiser/open-database.ts'
import { createKeyPair } from '../../../platform/vpn/keys.ts'
import { eventually } from '../../support/eventually.ts'
import { idleDesktops, idleEngine } from '../core/idle-engine.ts'
import { askUser, createBrowser, signIn } from '../core/sign-in-browser.ts'
import { writeFolder } from '../event/write-folder.ts'
import { callerOf, startPlatform, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { changesOf, files, play } from './organised.ts'

let database: Database
let platform: TestPlatform
let eventFolder: string
let dataFolder: string
/** The desktops whose homes were deleted. */
let removed: string[]

const password = 'correct horse'
const desktopDriver: DesktopDriver = {
  ...idleDesktops,
  remove: async id => void removed.push(id),
}
const open = async () => {
  platform = await startPlatform({
    eventFolder,
    database,
    listen: true,
    environmentDriver: idleEngine,
    desktopDriver,
    dataFolder,
  })
}
const start = async (settings: object = {}) => {
  const times = { start: 'first start', end: 'start + 1d' }
  eventFolder = await writeFolder(
    files({
      name: 'Fair',
      ...times,
      scoreGroups: [{ name: 'Open' }],
      ...settings,
      accounts: [{ username: 'olga', password: 'demo' }],
    }),
  )
  await open()
}
const run = (command: string, input: object = {}) =>
  platform.composition.organiser.run({ command, input, who: 'olga' })
const register = (username: string, action = 'create') =>
  signIn(createBrowser(), platform.origin, username, password, action)

/** The tables that have one of these texts. */
async function tablesWith(...texts: (string | undefined)[]): Promise<string[]> {
  const found: string[] = []
  for (const table of Object.values(schema)) {
    if (!isTable(table)) continue
    const rows = JSON.stringify(await database.db.select().from(table as PgTable))
    if (texts.some(one => one && rows.includes(one))) found.push(getTableName(table))
  }
  return found.sort()
}

beforeEach(async () => {
  removed = []
  dataFolder = await mkdtemp(join(tmpdir(), 'guidon-delete-'))
  database = await openTestDatabase()
  return async () => {
    await platform.close()
    await database.close()
  }
})

test('nothing is left of a person but what they solved, and the board stays as it was', async () => {
  await start()
  const tokens = await register('walburga')
  const call = callerOf(platform.fetch, tokens.access_token)
  const bob = await play(platform, 'bob')
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const solve = (slug: string, flag: string) =>
    call('POST', `/v1/challenges/${slug}/solve?category=web`, { flag }, { 'idempotency-key': slug })
  await solve('one', 'F{One}')
  await solve('three', 'my secret diary')
  await bob.solve('one', 'F{One}')
  await call('POST', '/v1/user/flugzeug')
  const user = (await call('GET', '/v1/user')).body
  const { privateKey } = await givePeer(user.id)
  const board = async () => (await bob.call('GET', '/v1/stats/scoreboard')).body.entries
  const before = await board()
  expect(await tablesWith('walburga', 'diary', privateKey, user.externalId)).toEqual([
    ...['accounts', 'sign_in_accounts', 'submissions', 'users', 'vpn_peers'],
  ])

  const name = `deleted-${user.id.slice(0, 8)}`
  const answer = await run('delete-user', { user: 'walburga' })
  expect(answer).toMatchObject({
    kind: 'done',
    changes: [
      { what: `user ${user.id}`, before: 'takes part', after: name },
      { what: expect.stringMatching(/^sign-in account /), before: 'can sign in', after: null },
    ],
    notes: [
      'this is walburga',
      `what walburga solved stays, on the board as ${name}`,
      'the desktop will be deleted, with its files',
      'backups, exports and the log of earlier commands may still have the name',
    ],
  })
  expect(await tablesWith('walburga', 'diary', privateKey, user.externalId)).toEqual([])
  expect(await tablesWith(tokens.refresh_token)).toEqual([])
  const { db } = database
  for (const table of [schema.desktops, schema.idempotency, schema.signIns])
    expect(await db.$count(table)).toBe(0)
  await eventually(() => expect(removed).toHaveLength(1))
  const renamed = before.map((one: { displayName: string }) =>
    one.displayName === 'walburga' ? { ...one, displayName: name } : one,
  )
  expect(await board()).toEqual(renamed)

  expect((await askUser(platform.origin, tokens.access_token)).status).toBe(401)
  await expect(register('walburga', 'signIn')).rejects.toThrow()
  expect(changesOf(await run('delete-user', { user: name }))).toEqual([])
  expect(await run('delete-user', { user: 'walburga' })).toEqual({
    kind: 'refused',
    message: "there is no user 'walburga'; 'people' shows them",
  })
  // Somebody who comes with the same name is somebody new.
  const again = callerOf(platform.fetch, (await register('walburga')).access_token)
  expect((await again('GET', '/v1/user')).body.id).not.toBe(user.id)
  // A start reads the same from the database.
  await platform.close()
  await open()
  const reader = await platform.as('bob')
  expect((await reader('GET', '/v1/stats/scoreboard')).body.entries).toEqual(renamed)
})

const givePeer = async (userId: string) => {
  const row = {
    userId,
    ...createKeyPair(),
    ipv4Address: '10.13.0.2',
    createdAt: new Date(0),
  }
  await database.db.insert(schema.vpnPeers).values(row)
  return row
}

test('a token that outlives its owner makes no new user', async () => {
  await start()
  // A program without a session, which no sign-out ends.
  const token = await platform.signIn('carol')
  expect((await askUser(platform.origin, token)).status).toBe(200)
  await run('delete-user', { user: 'carol' })
  expect((await askUser(platform.origin, token)).status).toBe(401)
  expect(await tablesWith('carol')).toEqual([])
})

test('a member leaves the team, what they solved stays with it, and the last one ends it', async () => {
  await start({ teamMode: true })
  const alice = callerOf(platform.fetch, (await register('alice')).access_token)
  await alice('POST', '/v1/teams', { name: 'Owls' })
  const { joinToken } = (await alice('GET', '/v1/user/team')).body
  const bob = await platform.as('bob')
  await bob('POST', '/v1/teams/join', { joinToken })
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  await alice('POST', '/v1/challenges/one/solve?category=web', { flag: 'F{One}' })
  const solvedBy = async () => (await bob('GET', '/v1/user/stats')).body.challenges[0].solvedBy
  const members = async () =>
    (await bob('GET', '/v1/user/team')).body.members.map(
      (one: { username: string }) => one.username,
    )
  expect([await solvedBy(), await members()]).toEqual(['alice', ['alice', 'bob']])
  const points = async () => (await bob('GET', '/v1/user/stats')).body.score.points
  const before = await points()

  expect(await run('delete-user', { user: 'alice' })).toMatchObject({
    notes: ['this is alice', 'what alice solved stays with Owls', expect.anything()],
  })
  expect(await members()).toEqual(['bob'])
  expect(await solvedBy()).toMatch(/^deleted-/)
  expect([await points(), before]).toEqual([100, 100])
  expect(await tablesWith('alice')).toEqual([])

  expect(await run('delete-user', { user: 'bob' })).toMatchObject({
    notes: expect.arrayContaining(['nobody is left in Owls: it ends, and its solves stay']),
  })
  const [open] = ((await run('board')) as { data: { entries: object[] }[] }).data
  expect(open?.entries).toMatchObject([{ displayName: 'Owls', points: 100 }])
})

test('the home of a desktop whose platform is stopped is deleted at its next start', async () => {
  await start()
  const call = callerOf(platform.fetch, (await register('alice')).access_token)
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  await call('POST', '/v1/user/flugzeug')
  await platform.close()
  const organiser = await organiserOf(database, async () => {}, realClock)
  await organiser.run({ command: 'delete-user', input: { user: 'alice' }, who: 'olga' })
  expect(removed).toEqual([])
  await open()
  expect(removed).toHaveLength(1)
  expect(await tablesWith(removed[0])).toEqual([])
})

test('a user of another issuer is deleted, and has to be deleted there as well', async () => {
  await start()
  const call = await platform.as('alice')
  await call('GET', '/v1/user')
  const issuer = 'https://login.example.org'
  await database.db.update(schema.users).set({ issuer })
  expect(await run('delete-user', { user: 'alice' })).toMatchObject({
    changes: [{ before: 'takes part' }],
    notes: expect.arrayContaining([
      `delete the person at ${issuer} before: who signs in there again takes part as a new user`,
    ]),
  })
  expect(await tablesWith('alice')).toEqual(['sign_in_accounts'])
})

test('who only created an account is deleted, too; one of event.yaml is removed there first', async () => {
  await start()
  await register('alice')
  expect(changesOf(await run('delete-user', { user: 'Alice' }))).toMatchObject([
    { before: 'can sign in', after: null },
  ])
  expect(await tablesWith('alice')).toEqual([])
  await platform.as('olga')
  expect(await run('delete-user', { user: 'olga' })).toEqual({
    kind: 'refused',
    message:
      'event.yaml has olga in accounts, and would create the account again: remove it there, and reload the event',
  })
})
