import { rm } from 'node:fs/promises'
import type { Browser, BrowserContext } from 'playwright'
import { createBrowser, signIn } from '../platform/core/browser.ts'
import { writeEvent } from '../platform/core/events.ts'
import { idleDesktops, idleEngine } from '../platform/core/idle-engine.ts'
import { callerOf, startPlatform } from '../platform/start-platform.ts'
import type { Change, Participant } from './changes.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

const HOUR = 3_600_000
const isoIn = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const lease = { lifetime: '30m', extension: '30m', extendableInLast: '30m' }

/** What a browser keeps of a sign-in: the app's tokens, and the provider's cookies. */
export interface SignedIn {
  readonly stored: object
  readonly cookies: readonly { name: string; value: string; path: string }[]
}

/** A platform behind a proxy that breaks things, at an event of one phase. */
export interface Scene {
  readonly proxy: FaultProxy
  /** A new account. */
  enrol(name: string): Promise<Participant & { readonly signedIn: SignedIn }>
  /** A tab that is signed in as the participant, on a page that runs nothing. */
  open(browser: Browser, signedIn: SignedIn): Promise<BrowserContext>
  close(): Promise<void>
}

/** Engines do nothing: what is asked here is whether the app and the platform agree. */
export async function openScene(phase: Change['phase']): Promise<Scene> {
  const proxy = await startFaultProxy()
  const begin = phase === 'running' ? -1 : 24
  const eventFolder = await writeEvent({
    start: isoIn(begin),
    end: isoIn(begin + 24),
    postPlayEnd: isoIn(begin + 48),
    environments: { maximum: 3, ...lease },
    desktop: lease,
  })
  const platform = await startPlatform({
    eventFolder,
    siteFolder: 'dist',
    listen: true,
    origin: proxy.origin,
    environmentDriver: idleEngine,
    desktopDriver: idleDesktops,
  })
  proxy.passTo(platform.port)
  return {
    proxy,
    async enrol(name) {
      const { origin } = proxy
      const visitor = createBrowser()
      const tokens = await signIn(visitor, origin, name, 'correct horse staple', 'create')
      const claims = tokens.id_token.split('.')[1] ?? ''
      const stored = {
        ...tokens,
        profile: JSON.parse(Buffer.from(claims, 'base64url').toString()),
        expires_at: Math.floor(Date.now() / 1000) + 3_600,
      }
      const cookies = [...visitor.cookies].map(([key, cookie]) => ({ name: key, ...cookie }))
      const call = callerOf(platform.fetch, await platform.signIn(name))
      return { name, signedIn: { stored, cookies }, call }
    },
    async open(browser, { stored, cookies }) {
      const { origin } = proxy
      const context = await browser.newContext({
        baseURL: origin,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      })
      await context.addCookies(cookies.map(cookie => ({ ...cookie, domain: '127.0.0.1' })))
      const page = await context.newPage()
      const blank = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' }
      await page.route('**/blank', route => route.fulfill(blank))
      await page.goto('/blank')
      await page.evaluate(([key, text]) => sessionStorage.setItem(key, text), [
        `oidc.user:${origin}/oidc:guidon`,
        JSON.stringify(stored),
      ] as const)
      return context
    },
    async close() {
      await platform.close()
      await proxy.close()
      await rm(eventFolder, { recursive: true, force: true })
    },
  }
}
