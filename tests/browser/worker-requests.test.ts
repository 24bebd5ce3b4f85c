import { expect, test, vi } from 'vitest'
import { asksForFile, asksForPage } from '../../src/worker/requests.ts'

vi.stubGlobal('location', { origin: 'https://ctf.example' })

interface Asked {
  method?: string
  url: string
  mode?: RequestMode
  headers?: Record<string, string>
}

/** Nobody but a browser can make a request that navigates. */
const request = ({ method = 'GET', url, mode = 'cors', headers = {} }: Asked) =>
  ({
    method,
    mode,
    url: new URL(url, 'https://ctf.example').href,
    headers: new Headers(headers),
  }) as Request

test.each<[string, Asked, boolean]>([
  ['a file of a build', { url: '/assets/app-1a2b.js' }, true],
  ['a file with a token', { url: '/assets/app-1a2b.js', headers: { authorization: 'x' } }, false],
  ['a file that is opened', { url: '/assets/app-1a2b.js', mode: 'navigate' }, false],
  ['a file of another site', { url: 'https://other.example/assets/app-1a2b.js' }, false],
  ['a call', { url: '/v1/user' }, false],
  ['a change', { url: '/assets/app-1a2b.js', method: 'POST' }, false],
])('whether the service worker answers for %s: %o, %j', (_, asked, answers) => {
  expect(asksForFile(request(asked))).toBe(answers)
})

test.each<[string, Asked, boolean]>([
  ['a page of the app', { url: '/challenge/web/login?x=1', mode: 'navigate' }, true],
  ['a page that a script reads', { url: '/scoreboard' }, false],
  ['a form that is sent', { url: '/scoreboard', mode: 'navigate', method: 'POST' }, false],
  ['the sign-in', { url: '/oidc/auth', mode: 'navigate' }, false],
  ['a page of another site', { url: 'https://other.example/', mode: 'navigate' }, false],
])('whether the service worker opens the app for %s: %o, %j', (_, asked, opens) => {
  expect(asksForPage(request(asked))).toBe(opens)
})
