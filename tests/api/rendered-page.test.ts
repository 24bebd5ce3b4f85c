// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { askForRenderedPage, renderedPage } from '../../src/api/early/rendered-page.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  globalThis.untilPageIsShown = undefined
})

/** Asks for the page, and returns the request. The site gives this answer. */
function ask(answer = new Response(null, { status: 204 })) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => answer)
  vi.stubGlobal('fetch', fetch)
  askForRenderedPage('token')
  const [url, init] = fetch.mock.calls[0] ?? []
  return { url, ...init, body: JSON.parse(String(init?.body)) }
}

test('the site learns how this browser shows the page, and what of it this browser has stored', () => {
  history.replaceState(null, '', '/challenge/web/login?x=1#part')
  vi.stubGlobal('navigator', { languages: ['de-AT', 'en'] })
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330)
  const stored = {
    sidebar: '{}',
    notices: 'on',
    'guidon.announcements:u1': '{"read":[],"shown":[]}',
  }
  // What only the browser needs, and what is secret.
  const others = { scheme: 'dark', 'guidon.early': '/v1/user/team', desktop: '{}' }
  for (const [key, value] of Object.entries({ ...stored, ...others }))
    localStorage.setItem(key, value)
  expect(ask()).toMatchObject({
    url: '/rendered-page',
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: {
      path: '/challenge/web/login',
      language: 'de',
      region: 'de-AT',
      offset: -330,
      stored,
    },
  })
})

test('a language that was chosen is asked for, in the region of the browser', () => {
  vi.stubGlobal('navigator', { languages: ['de-AT'] })
  localStorage.setItem('lang', 'en')
  expect(ask().body).toMatchObject({ language: 'en', region: 'de-AT' })
})

/** The page whose style sheet is there already. @returns the text that is shown of the rendered page */
async function shown(answer: Response) {
  ask(answer)
  document.head.innerHTML = '<link rel="stylesheet">'
  Object.defineProperty(document.querySelector('link'), 'sheet', { value: {} })
  return (await renderedPage())?.textContent ?? null
}

const rendered = (status: number, type: string) =>
  new Response(status === 204 ? null : '<p>Page</p>', { status, headers: { 'content-type': type } })

test.each([
  ['the page', rendered(200, 'text/plain; charset=utf-8'), 'Page'],
  ['no page now', rendered(204, 'text/plain'), null],
  ['a page of a portal', rendered(200, 'text/html'), null],
  ['an error', rendered(500, 'text/plain'), null],
])('after %s', async (_, answer, text) => {
  expect(await shown(answer)).toBe(text)
})
