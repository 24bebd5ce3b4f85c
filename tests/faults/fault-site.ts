import { rm } from 'node:fs/promises'
import type { Browser, BrowserContext } from 'playwright'
import { writeEvent } from '../platform/core/events.ts'
import { idleDesktops, idleEngine } from '../platform/core/idle-engine.ts'
import { callerOf, startPlatform } from '../platform/start-platform.ts'
import { giveSignIn, makeAccount, openBlank, type SignedIn } from '../support/signed-in.ts'
import type { CaseParticipant, Change } from './changes.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

const HOUR = 3_600_000
const isoIn = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const lease = { lifetime: '30m', extension: '30m', extendableInLast: '30m' }

/** A platform behind a proxy that breaks things, at an event of one phase. */
export interface FaultSite {
  readonly proxy: FaultProxy
  /** A new account. */
  enrol(name: string): Promise<CaseParticipant & { readonly signedIn: SignedIn }>
  /** A tab that is signed in as the participant, on a page that runs nothing. */
  open(browser: Browser, signedIn: SignedIn): Promise<BrowserContext>
  close(): Promise<void>
}

/** Engines do nothing: these tests only check whether app and platform agree. */
export async function openFaultSite(phase: Change['phase']): Promise<FaultSite> {
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
    // Tests continue when a page shows something, and a rendered page does that before the app is there.
    rendersPages: false,
    listen: true,
    origin: proxy.origin,
    environmentDriver: idleEngine,
    desktopDriver: idleDesktops,
  })
  proxy.passTo(platform.port)
  return {
    proxy,
    async enrol(name) {
      const signedIn = await makeAccount(proxy.origin, name, 'correct horse staple')
      const call = callerOf(platform.fetch, await platform.signIn(name))
      return { name, signedIn, call }
    },
    async open(browser, signedIn) {
      const context = await browser.newContext({
        baseURL: proxy.origin,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        // The service worker would answer while the site is down.
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      await openBlank(page)
      await giveSignIn(page, signedIn)
      return context
    },
    async close() {
      await platform.close()
      await proxy.close()
      await rm(eventFolder, { recursive: true, force: true })
    },
  }
}
