import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { signInAccounts } from '../../../platform/database/schema.ts'
import { signInKey } from '../../../platform/names/names.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { writeEvent } from './events.ts'
import {
  authorizationUrl,
  createBrowser,
  follow,
  openSignIn,
  proof,
  signIn,
} from './sign-in-browser.ts'

const english =
  '# Fairness\n\nNo <b>HTML</b>, [no scripts](javascript:alert(1)), [more](https://x.example/rules), ![no pictures](https://x.example/y.png).'
const german = 'Sei fair.'

let folder: string
let asWritten: string
let platform: TestPlatform
beforeAll(async () => {
  folder = await writeEvent({ terms: { en: english, de: german } })
  platform = await startPlatform({ eventFolder: folder, listen: true })
  asWritten = await readFile(join(folder, 'event.yaml'), 'utf8')
})
beforeEach(() => replaceEvent(asWritten))
afterAll(() => platform.close())

const password = 'correct horse'
const open = async (language = 'en') => {
  const browser = createBrowser(language)
  const url = authorizationUrl(platform.origin, proof().challenge)
  const { address, response } = await follow(browser, platform.origin, url)
  return { browser, address, html: (await response?.text()) ?? '' }
}
const create = async (username: string, terms: Record<string, string>) => {
  const { browser, page } = await openSignIn(platform.origin)
  return browser.go(page, { username, password, action: 'create', ...terms })
}
const stored = async (username: string) => {
  const isTheirs = eq(signInAccounts.usernameKey, signInKey(username))
  return (await platform.database.db.select().from(signInAccounts).where(isTheirs))[0]
}

test('the page shows the terms in its language, as Markdown without HTML, scripts and pictures', async () => {
  const { html } = await open()
  expect(html).toContain('<summary><h2>Terms of participation</h2></summary>')
  expect(html).toContain('<h3>Fairness</h3>')
  expect(html).toContain('No &lt;b&gt;HTML&lt;/b&gt;,')
  expect(html).not.toMatch(/javascript:|y\.png|Sei fair/)
  // What was typed stays in the form, and the other page cannot reach it.
  expect(html).toMatch(
    /<a href="https:\/\/x\.example\/rules" target="_blank" rel="noopener noreferrer">more<\/a>/,
  )
  expect(html).toContain('I accept the terms of participation.')
  expect((await open('de')).html).toContain('<p>Sei fair.</p>')
})

test('without the acceptance no account is made, and the page says why', async () => {
  const response = await create('dora', {})
  const html = await response.text()
  expect(response.status).toBe(400)
  expect(html).toContain('<p role="alert" id="error">First accept the terms of participation.</p>')
  expect(html).toContain('value="dora"')
  expect(html).toMatch(/<input id="terms" [^>]*autofocus aria-describedby="error">/)
  expect(await stored('dora')).toBe(undefined)
})

test('the acceptance of another text counts for nothing', async () => {
  const response = await create('dora', { terms: hash('sha256', 'older terms') })
  const html = await response.text()
  expect(html).toContain('accept the terms of participation.</p>')
  // Who reads the new ones checks the box again.
  expect(html).not.toMatch(/<input id="terms" [^>]*checked/)
  expect(await stored('dora')).toBe(undefined)
})

test('it is stored which text was accepted, and when', async () => {
  const begun = Date.now()
  expect((await create('emil', { terms: hash('sha256', english) })).status).toBe(303)
  const { termsHash, termsAcceptedAt } = (await stored('emil')) ?? {}
  expect(termsHash).toBe(hash('sha256', english))
  expect(termsAcceptedAt?.getTime()).toBeGreaterThanOrEqual(begun)
  const checked = / value="[0-9a-f]{64}" checked/
  const taken = await create('EMIL', { terms: hash('sha256', english), password: 'battery staple' })
  expect(await taken.text()).toMatch(checked)
})

test('anyone who has an account signs in without it', async () => {
  const tokens = await signIn(createBrowser(), platform.origin, 'alice', 'demo')
  expect(tokens.access_token).toBeTruthy()
  expect(await stored('alice')).toMatchObject({ termsHash: null, termsAcceptedAt: null })
})

test('anyone who was imported with a password accepts the terms with the first sign-in', async () => {
  const id = 'gina'
  await (await create('otto', { terms: hash('sha256', english) })).text()
  await platform.database.db.insert(signInAccounts).values({
    id,
    username: 'gina',
    usernameKey: signInKey('gina'),
    createdAt: new Date(),
    password: (await stored('otto'))?.password ?? '',
  })
  const signInAs = async (fields: Record<string, string>) => {
    const { browser, page } = await openSignIn(platform.origin)
    return browser.go(page, { username: 'gina', password, action: 'signIn', ...fields })
  }
  const asked = await signInAs({})
  const html = await asked.text()
  expect(asked.status).toBe(400)
  expect(html).toContain('<p role="alert" id="error">First accept the terms of participation.</p>')
  // The field is there once, above the button that was pressed.
  expect(html.match(/<input id="terms" [^>]* required/g)).toHaveLength(1)
  expect(html.indexOf('id="terms"')).toBeLessThan(html.indexOf('value="signIn"'))
  expect(await stored('gina')).toMatchObject({ termsHash: null })
  // With a wrong password, the page does not ask for the terms.
  const wrong = await signInAs({ password: 'another one' })
  expect(await wrong.text()).not.toContain('First accept')
  expect((await signInAs({ terms: hash('sha256', 'older terms') })).status).toBe(400)
  expect((await signInAs({ terms: hash('sha256', english) })).status).toBe(303)
  expect(await stored('gina')).toMatchObject({ termsHash: hash('sha256', english) })
  expect((await signInAs({})).status).toBe(303)
})

test('anyone who chooses the first password by a link accepts the terms with it', async () => {
  await (await create('lina', { terms: hash('sha256', english) })).text()
  const { organiser } = platform.composition
  const input = { user: 'lina', origin: platform.origin }
  const made = await organiser.run({ command: 'password-link', input, who: 'olga' })
  const link = new URL(('notes' in made && made.notes.at(-1)?.split(': ')[1]) || '')
  const choose = (form: object) =>
    createBrowser().go(link, { wanted: 'a fine password', ...form }, { origin: platform.origin })
  const refused = await choose({})
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('First accept the terms of participation.')
  expect((await choose({ terms: hash('sha256', english) })).status).toBe(200)
})

test('a text in another language than the page says which', async () => {
  await rewrite({ terms: { fr: 'Soyez justes.' } })
  expect((await open()).html).toMatch(/<div class="terms" lang="fr" [^>]*><p>Soyez justes/)
})

test('an event without terms asks for nothing', async () => {
  await rewrite({})
  expect((await open()).html).not.toMatch(/name="terms"|type="checkbox"/)
  expect((await create('frida', {})).status).toBe(303)
  expect(await stored('frida')).toMatchObject({ termsHash: null })
})

const rewrite = (settings: object) =>
  replaceEvent(stringify({ name: 'Fair', start: 'first start', end: 'start + 1d', ...settings }))

async function replaceEvent(text: string) {
  await writeFile(join(folder, 'event.yaml'), text)
  await platform.composition.reload()
}
