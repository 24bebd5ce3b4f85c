import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAccounts, teamNames, teams, usernames } from '../../platform/database/schema.ts'
import { texts } from '../../platform/identity/pages/texts.ts'
import { claimOldNames } from '../../platform/names/claims.ts'
import { nameKeys, readName, shownName } from '../../platform/names/names.ts'
import { during, writeEvent } from '../platform/core/events.ts'
import { createBrowser, openSignIn, signIn } from '../platform/core/sign-in-browser.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { createSimulatedClock } from '../support/simulated-clock.ts'

let platform: TestPlatform
beforeAll(async () => {
  const eventFolder = await writeEvent()
  platform = await startPlatform({ eventFolder, clock: createSimulatedClock(during), listen: true })
})
afterAll(() => platform.close())

let users = 0
/** The platform's answer to a new user who makes a team of this name. */
const makeTeam = async (name: string) => {
  users += 1
  const { status, body } = await (await platform.as(`user${users}`))('POST', '/v1/teams', { name })
  return status < 300 ? 'made' : body.code
}

/** The sign-in page's answer to somebody who makes an account of this name, with a password that nobody else has. */
const makeAccount = async (username: string) => {
  users += 1
  const { browser, page } = await openSignIn(platform.origin)
  const form = { username, password: `correct horse ${users}`, action: 'create' }
  const response = await browser.go(page, form)
  if (response.status === 303) return 'made'
  const [, message = ''] = /id="error">([^<]*)/.exec(await response.text()) ?? []
  if (message === texts.en.errors.usernameTaken) return 'taken'
  return message === texts.en.errors.usernameInvalid ? 'refused' : message
}

const unreadable = [
  ['a zero-width space', 'Red\u200bTeam'],
  ['a zero-width joiner between Latin letters', 'Red\u200dTeam'],
  ['a word joiner', 'Red\u2060Team'],
  ['a soft hyphen', 'Red\u00adTeam'],
  ['a bidi override', 'Red\u202emaeT'],
  ['a bidi isolate', '\u2066Red\u2069'],
  ['a right-to-left mark', 'Red\u200fTeam'],
  ['a Hangul filler', '\u3164'],
  ['a half-width Hangul filler', '\uffa0'],
  ['a blank of Braille', '\u2800'],
  ['a lone surrogate', 'Red\ud83dTeam'],
  ['a newline', 'Red\nTeam'],
  ['a line separator', 'Red\u2028Team'],
  ['a tab', 'Red\tTeam'],
  ['an escape of terminals', 'Red\u001b[2J'],
  ['a tag of emoji alone', 'Red\u{e0041}'],
  ['a private character', 'Red\ue000'],
  ['an unassigned character', 'Red\u0378'],
  ['heaped marks', `R${'\u0351\u036b\u0343\u036a\u0302'}d`],
  ['a mark twice, once within its letter', 'Re\u0301\u0301d'],
  ['a mark first', '\u0301Red'],
  ['a Cyrillic letter among Latin ones', 'Re\u0501'],
  ['Latin and Hebrew letters', 'Red\u05d0\u05d1'],
] as const

test.each(unreadable)('%s is refused in the name of a team', async (_, name) => {
  expect(await makeTeam(name)).toBe('VALIDATION_FAILED')
})

test.each(unreadable)('%s is refused in a username', async (_, name) => {
  expect(await makeAccount(name)).toBe('refused')
})

test.each([
  ['case', 'Kernel Panic', 'KERNEL panic'],
  ['spacing', 'Null Pointers', 'Null\u00a0 Pointers'],
  ['width', 'Stack', 'Ｓｔａｃｋ'],
  ['mathematical letters', 'carol', 'ca\u{1d42b}ol'],
  ['a whole word of Cyrillic', 'space', 'ѕрасе'],
  ['a whole word of Cyrillic capitals', 'bock', 'ВОСК'],
  ['a capital I for an l', 'Alice Fans', 'AIice Fans'],
  ['a digit', 'Robots', 'R0b0ts'],
  ['rn for m', 'modem', 'rnodern'],
  ['a ligature', 'first', 'ﬁrst'],
  ['sharp s', 'Straße', 'STRASSE'],
])('a team whose name differs by %s only is taken', async (_, first, second) => {
  expect(await makeTeam(first)).toBe('made')
  expect(await makeTeam(second)).toBe('TEAM_NAME_TAKEN')
})

test.each([
  ['carolin', 'c\u0430rolin', 'refused'],
  ['scope', 'ѕсоре', 'taken'],
  ['Illia', 'lllia', 'taken'],
  ['vera', 've\u{1d42b}a', 'taken'],
  // An account of the event that nobody has signed in to.
  ['', 'aIice', 'taken'],
  ['', 'ALICE', 'taken'],
])('beside the account %j there is none called %j', async (first, second, expected) => {
  if (first) expect(await makeAccount(first)).toBe('made')
  expect(await makeAccount(second)).toBe(expected)
})

test.each([
  'Πλάτων',
  'Приключение',
  'فريق النمر',
  'نمی\u200cدانم',
  'נבחרת',
  'नमस्ते',
  'ทีมไทย',
  'Đội Việt Nam',
  'チーム東京 CTF',
  '한국 Team',
  '北京 hackers',
  'ქართული',
  'Հայաստան',
  'አዲስ',
  'ᏣᎳᎩ',
  '¡Olé! #1',
  '👩‍👩‍👧 crew',
  '🏴‍☠️',
  '2️⃣ fast',
  "O'Brien & Söhne",
  '<script>',
  'naïve café',
  'İstanbul',
])('a team may be called %s', async name => {
  expect(await makeTeam(name)).toBe('made')
})

test('fifty who want names that look alike at once make one team', async () => {
  const looks = ['orbit', '0rbit', 'ORBIT', 'o\u{1d42b}bit']
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => makeTeam(looks[index % looks.length] ?? '')),
  )
  expect(answers.filter(answer => answer === 'made')).toHaveLength(1)
  expect(new Set(answers)).toEqual(new Set(['made', 'TEAM_NAME_TAKEN']))
})

test('the longest name, whose compatibility form is eighteen times as long, is answered', async () => {
  const longest = Array.from({ length: 100 }, (_, index) => (index % 2 ? '\ufdfa' : '\ufdfb'))
  expect(await makeTeam(longest.join(''))).toMatch(/made|VALIDATION_FAILED/)
})

test('whatever is typed, a name is refused or stays the same name when it is read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), given => {
      const name = readName(given)
      if (!name) return
      expect(readName(name.text)).toEqual(name)
      expect(name.text).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b\u3164]/u)
    }),
    { numRuns: 500 },
  )
})

test('a name that another issuer gives is shown without what cannot be seen', () => {
  expect(shownName('\u202eecila\u200b\n<b>\ud800')).toBe('ecila <b>\ufffd')
  expect(shownName('\u3164')).toBe('')
  expect([...shownName('x'.repeat(5000))]).toHaveLength(100)
})

test('names from before keys keep working, and from the next start on nobody can take their looks', async () => {
  const { db } = platform.database
  const createdAt = new Date()
  const rows = ['Older Team', 'OIder Team'].map((name, index) => ({
    id: `old-${index}`,
    name,
    joinToken: `token-${index}`,
    createdAt: new Date(createdAt.getTime() + index),
  }))
  await db.insert(teams).values(rows)
  await db.insert(signInAccounts).values({
    id: 'old-account',
    username: 'wi\u0456liam',
    usernameKey: 'wi\u0456liam',
    password: '',
    createdAt,
  })
  await claimOldNames(platform.database)
  await claimOldNames(platform.database)
  expect(await makeTeam('0lder Team')).toBe('TEAM_NAME_TAKEN')
  expect(await makeAccount('wiiliam')).toBe('taken')
  const kept = await db.select().from(teams).where(sql`${teams.id} like 'old-%'`)
  expect(kept.map(({ name }) => name).sort()).toEqual(['OIder Team', 'Older Team'])
  const [claim] = await db.select().from(teamNames).where(eq(teamNames.teamId, 'old-0'))
  expect(nameKeys('Older Team')).toContain(claim?.key)
  expect(await db.select().from(usernames)).not.toHaveLength(0)
})

test('a team that is deleted gives its name back', async () => {
  const { db } = platform.database
  await db
    .insert(teams)
    .values({ id: 'gone', name: 'Gone', joinToken: 'gone', createdAt: new Date() })
  await claimOldNames(platform.database)
  expect(await makeTeam('g0ne')).toBe('TEAM_NAME_TAKEN')
  await db.delete(teams).where(eq(teams.id, 'gone'))
  expect(await makeTeam('g0ne')).toBe('made')
})

test('an account signs in by any case and width of its name, and by no look-alike', async () => {
  await signIn(createBrowser(), platform.origin, 'Zoe', 'correct horse', 'create')
  const { access_token } = await signIn(
    createBrowser(),
    platform.origin,
    ' ＺＯＥ ',
    'correct horse',
  )
  expect(access_token).toBeTruthy()
  await expect(signIn(createBrowser(), platform.origin, 'Z0e', 'correct horse')).rejects.toThrow(
    'answered with 400',
  )
})
