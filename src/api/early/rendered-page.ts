import { currentPath } from '../../browser/current-path.ts'
import { MARKS } from '../../browser/marks-key.ts'
import { preferences } from '../../browser/preferences.ts'
import { browserStorage } from '../../browser/storage.ts'
import { firstLocale } from '../../machines/locale/first.ts'
import { type PageView, renderedPagePath } from '../rendering.ts'

declare global {
  /**
   * The app's own file waits for it before any of its code runs (`scripts/build/after-page.ts`). Absent: the site
   * renders no page.
   */
  var untilPageIsShown: (() => Promise<unknown>) | undefined
}

/** How long the app's code waits for the rendered page to come, once it is there itself, in milliseconds. */
const MAX_WAIT = 300
/** The same for a page that has come, until it is drawn: a slow processor takes a long time, and longer beside the app. */
const MAX_DRAWING = 1_000
/** How long a browser may be busy after a frame, in milliseconds. */
const MAX_BUSY = 200

let asked: Promise<string | null> | undefined
let hasCome = false
let hasAppBegun = false
const pictureDrawn = Promise.withResolvers<void>()
const shown = Promise.withResolvers<void>()

/** After the next frame is drawn and on the screen. A hidden tab draws none. */
function afterFrame(run: () => void) {
  if (document.hidden) return run()
  requestAnimationFrame(() => {
    // A timer may run before the browser's other threads have drawn what this one has laid out.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: MAX_BUSY })
    else setTimeout(run)
  })
}

/** The first picture is in the page. */
export const reportPictureShown = () => afterFrame(pictureDrawn.resolve)

/** The rendered page was shown, or will not be. */
export function reportPageShown(isThere: boolean): void {
  if (isThere) afterFrame(shown.resolve)
  else shown.resolve()
}

/** Runs when the first picture is drawn, unless the app's own code has begun. */
export async function afterFirstPicture(run: () => void) {
  await pictureDrawn.promise
  if (!hasAppBegun) run()
}

const delay = (duration: number) => new Promise(resolve => setTimeout(resolve, duration))

async function untilShown() {
  await Promise.race([shown.promise, delay(MAX_WAIT)])
  if (hasCome) await Promise.race([shown.promise, delay(MAX_DRAWING)])
  hasAppBegun = true
}

/** What the browser stores and pages show. */
const shownEntries = () =>
  browserStorage
    .keys()
    .filter(key => key === 'sidebar' || key === 'notices' || key.startsWith(MARKS))
    .map(key => [key, browserStorage.getItem(key) ?? ''])

/** Asks the site for the page as HTML. It may have none: then the app itself is the first to show the page. */
export function askForRenderedPage(token: string): void {
  const { languages } = navigator
  const view: PageView = {
    path: currentPath().replace(/[?#].*/, ''),
    language: firstLocale({ stored: preferences.read('lang'), browser: languages }).locale,
    region: languages[0] ?? '',
    offset: new Date().getTimezoneOffset(),
    stored: Object.fromEntries(shownEntries()),
  }
  asked = fetch(renderedPagePath, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(view),
    priority: 'high',
  }).then(async response => {
    // The page of a portal on the way is of another type. It could lead this page elsewhere.
    const isOurs =
      response.status === 200 && response.headers.get('content-type')?.includes('plain')
    const html = isOurs ? await response.text() : null
    hasCome = html !== null
    return html
  })
  // The app then shows the page without it.
  asked.catch(() => {})
  globalThis.untilPageIsShown = untilShown
}

/** The page as HTML, when it and the rules of its look are there. Null: there is none. */
export async function renderedPage(): Promise<DocumentFragment | null> {
  const html = await asked
  const style = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')
  if (!html || !style) return null
  if (!style.sheet) await new Promise(resolve => style.addEventListener('load', resolve))
  const template = document.createElement('template')
  template.innerHTML = trusted(html)
  return template.content
}

/** The page's policy asks for a type that TypeScript does not know. Only what the site has rendered gets it. */
const trusted = (html: string): string =>
  globalThis.trustedTypes
    ?.createPolicy('guidon.rendered', { createHTML: (_name: string) => html })
    .createHTML('') ?? html
