import { currentPath } from '../../browser/current-path.ts'
import { MARKS } from '../../browser/marks-key.ts'
import { preferences } from '../../browser/preferences.ts'
import { browserStorage } from '../../browser/storage.ts'
import { firstLocale } from '../../machines/locale/first.ts'
import { type PageView, renderedPagePath } from '../rendering.ts'

declare global {
  /**
   * The app's own file waits for it before anything of it runs (`scripts/build/after-page.ts`). Absent: the site
   * renders no page.
   */
  var untilPageIsShown: (() => Promise<unknown>) | undefined
}

/** How long the app's code waits for the rendered page, once it is there itself, in milliseconds. */
const LONGEST_WAIT = 300

let asked: Promise<string | null> | undefined
const shown = Promise.withResolvers<void>()

/** The rendered page was shown, or will not be. */
export function pageIsShown(isThere: boolean): void {
  // After the next frame is drawn.
  if (isThere) requestAnimationFrame(() => setTimeout(shown.resolve))
  else shown.resolve()
}

/** What the browser stores and pages show. */
function* shownEntries() {
  for (let index = 0; index < browserStorage.length; index++) {
    const key = browserStorage.key(index)
    if (key !== 'sidebar' && key !== 'notices' && !key?.startsWith(MARKS)) continue
    yield [key, browserStorage.getItem(key) ?? '']
  }
}

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
  }).then(response => (response.status === 200 ? response.text() : null))
  // The app then shows the page without it.
  asked.catch(() => {})
  globalThis.untilPageIsShown = () =>
    Promise.race([shown.promise, new Promise(resolve => setTimeout(resolve, LONGEST_WAIT))])
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
