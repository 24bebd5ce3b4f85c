import { fromCallback, fromPromise } from 'xstate'
import type { PartFailed } from '../../machines/build/events.ts'
import type { BuildId } from '../../machines/build/machine.ts'
import { forgetPage } from '../kept-app.ts'
import { siteRoot } from '../site.ts'
import { tabStorage } from '../storage.ts'
import { FILE_FAILED } from './import-file.ts'

/** In session storage: the build that this tab was last reloaded for, until the page of this build has stayed a while. */
const KEY = 'guidon.build'
/** In milliseconds. While two builds are served in turns, each may be newer than the other. */
const STAY = 60_000
/** How long the site may take to serve its page, in milliseconds. */
const TIMEOUT = 15_000

/** The page's first file. Its name has a hash of all that it imports. */
const entryOf = (page: ParentNode): BuildId | null =>
  page.querySelector('script[type=module][src]')?.getAttribute('src') ?? null
const hasArrived = () => tabStorage.getItem(KEY) === entryOf(document)

const partFailures = fromCallback<PartFailed>(({ sendBack }) => {
  // After a way back, the same build is newer again.
  const staying = setTimeout(() => hasArrived() && tabStorage.removeItem(KEY), STAY)
  const fail = () => sendBack({ type: 'part.failed' })
  addEventListener(FILE_FAILED, fail)
  return () => {
    clearTimeout(staying)
    removeEventListener(FILE_FAILED, fail)
  }
})

const findNewerBuild = fromPromise<BuildId | null>(async ({ signal }) => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)])
  const response = await fetch(siteRoot(), { cache: 'no-store', signal: limit })
  if (!response.ok) throw new Error(`The site answered ${response.status}.`)
  const served = entryIn(await response.text())
  return hasArrived() || [entryOf(document), tabStorage.getItem(KEY)].includes(served)
    ? null
    : served
})

const reloadFor = fromPromise<void, BuildId>(async ({ input }) => {
  tabStorage.setItem(KEY, input)
  // If that cannot be stored, the page could reload for ever.
  if (!tabStorage.keeps(KEY)) throw new Error('This tab cannot remember that it was reloaded.')
  // A service worker would show the old page again.
  await forgetPage()
  location.reload()
})

export const build = { partFailures, findNewerBuild, reloadFor }

/**
 * Null if the page is not the app's, but for example that of a portal on the way, whose scripts are in other folders.
 * Uses no HTML parser, because Trusted Types forbid that.
 */
function entryIn(html: string): BuildId | null {
  const script = /<script\b[^>]*\btype="module"[^>]*>/.exec(html)?.[0] ?? ''
  return /\bsrc="([^"]*\/assets\/[^"]+)"/.exec(script)?.[1] ?? null
}
