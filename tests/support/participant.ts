import type { Browser, Page, Request } from 'playwright'
import type { Endpoint } from '../../src/api/contract.ts'
import type { Language } from '../../src/domain/languages.ts'
import { twoFrames } from '../e2e/page/two-frames.ts'
import { endRoutes } from './end-routes.ts'
import { giveSignIn, makeAccount, openBlank } from './signed-in.ts'

export type Answer = object | (() => object) | number

/** A signed-in participant in front of the app. */
export interface Participant {
  readonly page: Page
  readonly user: string
  /** Goes to a path, and waits until the page has what it shows. */
  visit(path: string): Promise<void>
  /** Asks the API as the participant. Throws for a refusal. */
  call(method: string, path: string, body?: unknown): Promise<string>
  /**
   * Changes the answers from addresses that match `pattern`: an object, or the result of a function, replaces
   * parts of the platform's answer; a list replaces all of it; a number is the status of a refusal.
   */
  answer(pattern: string, answer: Answer): Promise<void>
  /** Leaves requests to addresses that match `pattern` without an answer. */
  hold(pattern: string): Promise<void>
  /** Requests a path until its answer is as wanted. Throws after 60 s. */
  until<T>(path: string, isWanted: (answer: T) => boolean): Promise<T>
  /** The addresses of an environment, as soon as it answers. */
  endpoints(instancePath: string): Promise<Endpoint[]>
  close(): Promise<void>
}

/** Asks the API by a token. Throws for a refusal. */
export const createCall =
  (origin: string, token: string) => async (method: string, path: string, body?: unknown) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }

interface Visit {
  origin: string
  user: string
  locale: Language
  /** Stops the clock of every page at this time. Default: the host's clock. */
  now?: Date
}

/** Signs a new user in. */
export async function enter(
  browser: Browser,
  { origin, user, locale, now }: Visit,
): Promise<Participant> {
  const context = await browser.newContext({
    baseURL: origin,
    locale,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  })
  if (now) await context.clock.setFixedTime(now)
  const page = await context.newPage()
  const requests = watchRequests(page)
  const signedIn = await makeAccount(origin, user, 'correct horse', now)
  await openBlank(page)
  await giveSignIn(page, signedIn)
  await page.goto('/')
  await page.locator('main h1').waitFor()
  const token = signedIn.stored.access_token

  const call = createCall(origin, token)

  async function until<T>(path: string, isWanted: (answer: T) => boolean): Promise<T> {
    const deadline = performance.now() + 60_000
    while (performance.now() < deadline) {
      const answer = JSON.parse(await call('GET', path)) as T
      if (isWanted(answer)) return answer
      await page.waitForTimeout(200)
    }
    throw new Error(`${path} does not answer what is waited for.`)
  }

  return {
    page,
    user,
    call,
    async visit(path) {
      await page.goto(path)
      await page.locator('main h1').waitFor()
      await untilQuiet(page, requests)
    },
    async answer(pattern, answer) {
      await page.route(pattern, async route => {
        if (typeof answer === 'number') {
          const refusal = { ok: false, code: 'UNKNOWN', message: 'Something went wrong.' }
          const headers = { 'retry-after': '24', 'access-control-allow-origin': '*' }
          return route.fulfill({ status: answer, headers, json: refusal })
        }
        const over = typeof answer === 'function' ? answer() : answer
        const response = await route.fetch()
        const real = response.ok() && response.status() !== 204 ? await response.json() : {}
        await route.fulfill({ json: Array.isArray(over) ? over : { ...real, ...over } })
      })
    },
    async hold(pattern) {
      await page.route(pattern, () => new Promise(() => {}))
    },
    until,
    endpoints: async path =>
      (
        await until<{ state: string; exposedEndpoints: Endpoint[] }>(
          path,
          ({ state }) => state === 'running',
        )
      ).exposedEndpoints,
    async close() {
      await endRoutes(context)
      await context.close()
    },
  }
}

interface Requests {
  begun: number
  readonly underWay: Set<Request>
}

function watchRequests(page: Page): Requests {
  const requests: Requests = { begun: 0, underWay: new Set() }
  page.on('request', request => {
    // The live stream stays open.
    if (request.url().endsWith('/v1/live')) return
    requests.begun++
    requests.underWay.add(request)
  })
  const end = (request: Request) => void requests.underWay.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  // The previous page is left. Not all of its requests are reported as ended.
  page.on('response', response => {
    const request = response.request()
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      requests.underWay.clear()
  })
  return requests
}

/** Waits until no request is in flight, and the page has sent no other one two frames later. */
async function untilQuiet(page: Page, requests: Requests): Promise<void> {
  for (;;) {
    const { begun } = requests
    await twoFrames(page)
    if (requests.underWay.size === 0 && requests.begun === begun) return
  }
}
