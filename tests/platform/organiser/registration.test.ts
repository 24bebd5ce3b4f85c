import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { realClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { signInAccounts } from '../../../platform/database/schema.ts'
import { createHashing } from '../../../platform/identity/passwords/hashing.ts'
import { createSignInAccounts } from '../../../platform/identity/sign-in-accounts.ts'
import { createLog } from '../../../platform/log.ts'
import {
  authorizationUrl,
  createBrowser,
  follow,
  openSignIn,
  proof,
  signIn,
} from '../core/sign-in-browser.ts'
import { writeFolder } from '../event/write-folder.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { changesOf, files } from './organised.ts'

let database: Database
let platform: TestPlatform
let eventFolder: string

const password = 'correct horse'
const run = (command: string, input: object = {}) =>
  platform.composition.organiser.run({ command, input, who: 'olga' })
const notesOf = (answer: object) => ('notes' in answer ? (answer.notes as string[]) : [])
const codesIn = (answer: Parameters<typeof notesOf>[0]) =>
  notesOf(answer).flatMap(note => /^code: (.+)$/.exec(note)?.[1] ?? [])
const invited = async (input: object) => codesIn(await run('invite', input))
const create = async (username: string, more: Record<string, string> = {}) => {
  const { browser, page } = await openSignIn(platform.origin)
  const response = await browser.go(page, { username, password, action: 'create', ...more })
  return { status: response.status, html: await response.text() }
}
const pageIn = async (language: string) => {
  const url = authorizationUrl(platform.origin, proof().challenge)
  const { response } = await follow(createBrowser(language), platform.origin, url)
  return (await response?.text()) ?? ''
}
const isThere = async (username: string) => {
  const rows = await database.db
    .select()
    .from(signInAccounts)
    .where(eq(signInAccounts.username, username))
  return rows.length > 0
}
const codes = async () =>
  ((await run('invites')) as { data: { id: string; left: number; used: number }[] }).data

beforeEach(async () => {
  eventFolder = await writeFolder(
    files({
      name: 'Fair',
      start: 'first start',
      end: 'start + 1d',
      terms: 'Be fair.',
      accounts: [{ username: 'alice', password: 'demo' }],
    }),
  )
  database = await openTestDatabase()
  platform = await startPlatform({ eventFolder, database, listen: true })
  return async () => {
    await platform.close()
    await database.close()
  }
})

test('while registration is closed nobody creates an account, and the page says what to do', async () => {
  expect(changesOf(await run('registration', { state: 'closed' }))).toEqual([
    { what: 'registration', before: 'open', after: 'closed' },
  ])
  expect(changesOf(await run('registration', { state: 'closed' }))).toEqual([])
  const html = await pageIn('en')
  expect(html).toContain('Registration is closed. If you have an account, sign in. If not, ask')
  expect(html).not.toMatch(/value="create"|id="terms"|username-rule/)
  expect(await pageIn('de')).toContain('Die Registrierung ist geschlossen.')
  // The request comes from a page that was opened before.
  const late = await create('dora', { terms: 'x' })
  expect([late.status, await isThere('dora')]).toEqual([400, false])
  expect(late.html).toContain('<p role="alert" id="error">Registration is closed.')
  // An account is not created either if registration closes during the wait in the queue.
  const hashing = createHashing({ log: createLog('silent') })
  const accounts = createSignInAccounts({
    database,
    clock: realClock,
    hashing,
    eventSignInAccounts: () => [],
    registration: () => 'closed',
  })
  expect(await accounts.create('dora', password, null)).toBe('registrationClosed')
  expect(await isThere('dora')).toBe(false)
  await hashing.close()
  expect(await signIn(createBrowser(), platform.origin, 'alice', 'demo')).toBeDefined()

  await platform.close()
  platform = await startPlatform({ eventFolder, database, listen: true })
  expect(await pageIn('en')).toContain('Registration is closed.')
  expect(await run('status')).toMatchObject({ data: { registration: 'closed' } })
  await run('registration', { state: 'open' })
  expect(await pageIn('en')).toContain('value="create"')
})

test('anyone who is invited creates an account with a code, as often as it says', async () => {
  expect(notesOf(await run('registration', { state: 'invited' }))).toEqual([
    "people need a code of 'invite'; 'invites' shows those there are",
  ])
  const [code = ''] = await invited({ uses: 2 })
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/)
  expect(await pageIn('de')).toContain('<label for="invite">Einladungscode</label>')
  const html = await pageIn('en')
  const [, terms = ''] = /id="terms"[^>]* value="([^"]+)"/.exec(html) ?? []
  const typed = (invite: string) => ({ terms, invite })

  for (const wrong of ['', 'ABCDE-FGHJK', '"><b>', code.slice(1)]) {
    const { status, html } = await create('dora', typed(wrong))
    expect([status, await isThere('dora')]).toEqual([400, false])
    expect(html).toContain('This invite code is wrong or used up.')
    expect(html).not.toContain('"><b>')
    expect(html).toMatch(/<input id="invite" [^>]* autofocus aria-describedby="error invite-rule">/)
  }
  await expect(database.db.execute(sql`update invite_codes set "left" = -1`)).rejects.toThrow()
  // A refused name does not use up the code.
  expect((await create('alice', typed(code))).html).toContain('is taken.')
  expect(await codes()).toMatchObject([{ left: 2, used: 0 }])
  expect((await create('dora', typed(` ${code.toLowerCase().replace('-', ' ')}`))).status).toBe(303)
  // The same form again signs in, and does not use up the code.
  expect((await create('dora', typed(code))).status).toBe(303)
  // If three use the code at once, only the first one counts. On a busy host, the last one waits on a page with its place
  // in the queue, which ends with the same words.
  const three = ['emil', 'finn', 'gina']
  const rest = await Promise.all(three.map(one => create(one, typed(code))))
  const refused = rest.filter(({ html }) => html.includes('This invite code is wrong or used up.'))
  const areThere = await Promise.all(three.map(isThere))
  expect([refused.length, areThere.filter(Boolean).length]).toEqual([2, 1])
  const [used] = await codes()
  expect(used).toMatchObject({ left: 0, used: 2 })
  expect(notesOf(await run('take-back', { id: used?.id }))).toEqual([
    'accounts that came with it stay: 2',
  ])
  expect(await signIn(createBrowser(), platform.origin, 'dora', password)).toBeDefined()
})

test('codes are printed once, taken back by their ids, and not in the log', async () => {
  const answer = await run('invite', { codes: 3, uses: 5 })
  expect(changesOf(answer)).toMatchObject([{ after: '3 codes for 5 accounts each' }])
  const made = codesIn(answer)
  expect(new Set(made).size).toBe(3)
  expect(notesOf(await run('invite', {}))[0]).toBe(
    'registration is open: nobody is asked for a code',
  )
  const [first] = await codes()
  expect(changesOf(await run('take-back', { id: first?.id }))).toMatchObject([
    { before: 'for 5 accounts', after: null },
  ])
  expect((await codes()).length).toBe(3)
  const log = JSON.stringify(await run('log'))
  for (const code of made) expect(log).not.toContain(code)
  for (const [input, message] of [
    [{ codes: 0 }, 'codes: must be 1 or more'],
    [{ uses: 1e9 }, 'uses: must be 10000 or less'],
  ] as const)
    expect(await run('invite', input)).toEqual({ kind: 'refused', message })
  expect(await run('registration', { state: 'shut' })).toEqual({
    kind: 'refused',
    message: 'state: must be open, invited or closed',
  })
})
