import type { ServerResponse } from 'node:http'
import type { Page } from 'playwright'
import { type Answering, pass } from './proxy.ts'

/** What goes wrong with the request of a change, and what happens to the page meanwhile. */
export interface Fault {
  readonly name: string
  /** The user causes it. If the change was not made, it is enough that the page comes back as it was. */
  readonly isByUser?: boolean
  readonly answer?: Answering
  /** Before the user acts. */
  readonly before?: (page: Page) => Promise<void>
  /** Runs while the request is in flight: the answer waits until this has ended. */
  readonly during?: (page: Page) => Promise<void>
  /** Runs after the request was answered. */
  readonly after?: (page: Page) => Promise<void>
}

const refuse = (response: ServerResponse, status: number, headers: Record<string, string> = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ ok: false, code: 'UNKNOWN', message: 'A fault of the test.' }))

/** Milliseconds until a late answer, which still comes within the client's 15 s. */
const LATE = 10_000
/** How long a page is offline, in milliseconds: longer than the delay between two attempts. */
const OFFLINE = 3_000

const offline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)
const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

async function lifecycle(page: Page, state: 'frozen' | 'active') {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state })
  await session.detach()
}

export const faults: readonly Fault[] = [
  { name: 'reset before', answer: async response => void response.destroy() },
  {
    name: 'reset after',
    async answer(response, forward) {
      await forward()
      response.destroy()
    },
  },
  { name: '502', answer: async response => void refuse(response, 502) },
  {
    name: '503 Retry-After',
    answer: async response => void refuse(response, 503, { 'retry-after': '1' }),
  },
  { name: '500 before', answer: async response => void refuse(response, 500) },
  {
    name: '500 after',
    async answer(response, forward) {
      await forward()
      refuse(response, 500)
    },
  },
  {
    name: '429',
    answer: async response => void refuse(response, 429, { 'retry-after': '2' }),
  },
  {
    name: '10 s late',
    async answer(response, forward) {
      const answer = await forward()
      await wait(LATE)
      pass(response, answer)
    },
  },
  {
    name: 'truncated',
    async answer(response, forward) {
      await forward()
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"sta')
      await wait(50)
      response.destroy()
    },
  },
  {
    name: 'wrong schema',
    async answer(response, forward) {
      await forward()
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"nonsense":[true]}')
    },
  },
  {
    name: '401 once',
    answer: async response => void refuse(response, 401),
  },
  {
    name: 'reload',
    isByUser: true,
    async during(page) {
      // The new page may itself leave at once, for the provider.
      await page.reload({ waitUntil: 'commit' }).catch(() => {})
    },
  },
  {
    name: 'offline before',
    before: page => offline(page, true),
    async after(page) {
      await wait(OFFLINE)
      await offline(page, false)
    },
  },
  {
    name: 'offline in flight',
    async answer(response, forward) {
      await forward()
      response.destroy()
    },
    async during(page) {
      await offline(page, true)
    },
    async after(page) {
      await wait(OFFLINE)
      await offline(page, false)
    },
  },
  {
    name: 'frozen tab',
    during: page => lifecycle(page, 'frozen'),
    async after(page) {
      await wait(OFFLINE)
      await lifecycle(page, 'active')
    },
  },
]
