import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  askUser,
  type Browser,
  confirmSignOut,
  createBrowser,
  openSignIn,
  redeem,
  signIn,
} from '../core/sign-in-browser.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'

let platform: TestPlatform
let origin: string
beforeAll(async () => {
  platform = await startPlatform({ listen: true })
  origin = platform.origin
})
afterAll(() => platform.close())

const password = 'correct horse'

/** Sends requests as `browser`, which never receives the answers. */
function losing(browser: Browser): Browser {
  const lost = createBrowser()
  for (const [name, cookie] of browser.cookies) lost.cookies.set(name, cookie)
  return lost
}

/** The user whose tokens result from an answer of the sign-in page. */
async function userOf(response: Response, page: URL, verifier: string) {
  const location = response.headers.get('location')
  if (!location) throw new Error(`${response.status}: ${await response.text()}`)
  const { access_token } = await redeem(origin, new URL(location, page), verifier)
  const user = await askUser(origin, access_token)
  expect(user.status).toBe(200)
  return (await user.json()).username
}

describe.each(['create', 'signIn'])('the form of the sign-in page, to %s', action => {
  const enter = async (username: string) => {
    if (action === 'signIn') await signIn(createBrowser(), origin, username, password, 'create')
    return { ...(await openSignIn(origin)), form: { username, password, action } }
  }

  test('signs in when it is sent again, since its answer was lost', async () => {
    const { browser, page, verifier, form } = await enter(`lost-${action}`)
    expect((await losing(browser).go(page, form)).status).toBe(303)
    expect(await userOf(await browser.go(page, form), page, verifier)).toBe(form.username)
  })

  test('signs in when it is sent twice at once', async () => {
    const { browser, page, verifier, form } = await enter(`twice-${action}`)
    const [, second] = await Promise.all([losing(browser).go(page, form), browser.go(page, form)])
    expect(await userOf(second, page, verifier)).toBe(form.username)
  })
})

test('a name that is taken stays so for another password', async () => {
  await signIn(createBrowser(), origin, 'taken', password, 'create')
  const { browser, page } = await openSignIn(origin)
  const form = { username: 'taken', password: 'battery staple', action: 'create' }
  const response = await browser.go(page, form)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('is taken.')
})

test('a sign-in whose answer has come cannot be completed again', async () => {
  const { browser, page } = await openSignIn(origin)
  const form = { username: 'complete', password, action: 'create' }
  expect((await browser.go(page, form)).status).toBe(303)
  const response = await browser.go(page, form)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('has expired or is already complete')
})

test('back on the page of a complete sign-in, a user who is signed in comes to the app, and nobody else', async () => {
  const { browser, page } = await openSignIn(origin)
  const sent = await browser.go(page, { username: 'back', password, action: 'create' })
  expect(sent.status).toBe(303)
  const back = await browser.go(page)
  expect([back.status, back.headers.get('location')]).toEqual([302, `${origin}/`])
  const other = await createBrowser().go(page)
  expect(other.status).toBe(400)
  expect(await other.text()).toContain('has expired or is already complete')
})

test('a form that is sent again much later does not sign in', async () => {
  const { browser, page } = await openSignIn(origin)
  const form = { username: 'late', password, action: 'create' }
  await losing(browser).go(page, form)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  const response = await browser.go(page, form).finally(() => vi.useRealTimers())
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('has expired or is already complete')
})

test('a change of the password says so again, and a wrong current one stays wrong', async () => {
  const browser = createBrowser()
  await signIn(browser, origin, 'changing', password, 'create')
  const page = `${origin}/oidc/account`
  const form = { action: 'password', current: password, wanted: 'battery staple' }
  await losing(browser).go(page, form, { origin })
  const again = await browser.go(page, form, { origin })
  expect(await again.text()).toContain('Password changed.')
  const wrong = await browser.go(page, { ...form, wanted: 'stapled battery' }, { origin })
  expect(await wrong.text()).toContain('The current password is wrong.')
})

test('a sign-out says so again', async () => {
  const browser = createBrowser()
  await signIn(browser, origin, 'leaving', password, 'create')
  const html = await (await browser.go(`${origin}/oidc/session/end`)).text()
  expect((await confirmSignOut(losing(browser), origin, html)).status).toBe(303)
  const again = await confirmSignOut(browser, origin, html)
  expect(again.status).toBe(200)
  expect(await again.text()).toContain('You are signed out.')
})
