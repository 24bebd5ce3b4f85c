import { currentPath } from '../../browser/current-path.ts'
import { importsOnce } from '../../browser/files/import-file.ts'
import { preferences } from '../../browser/preferences.ts'
import { tabStorage } from '../../browser/storage.ts'
import { rootOf } from '../../domain/path.ts'
import { simpleMarkdown } from '../../domain/text/simple-markdown.ts'
import { firstLocale } from '../../machines/locale/first.ts'
import { pageOf, rulesOf } from '../../machines/navigation/pages.ts'
import { signInStateKey, storedSessionKey } from '../sign-in/session-key.ts'
import { askForData } from './ask-for-data.ts'
import { pathsOf } from './paths.ts'
import { afterFirstPicture, askForRenderedPage } from './rendered-page.ts'
import { beginSignIn } from './sign-in.ts'

/** The addresses of the files of each page and language, besides the app's own. The build fills them in. */
declare const earlyFiles: Readonly<Record<string, readonly string[]>>
/** The build replaces `earlyFiles` by the whole table, so it is named only once. */
const files = earlyFiles

/** In milliseconds. If the token ends sooner, nothing is requested before it is renewed. */
const MIN_LIFE = 60_000

function fetchFile(address: string) {
  const isStyle = address.endsWith('.css')
  const link = document.createElement('link')
  link.rel = isStyle || importsOnce() ? 'preload' : 'modulepreload'
  if (link.rel === 'preload') link.as = isStyle ? 'style' : 'fetch'
  link.crossOrigin = ''
  link.href = address
  document.head.append(link)
}

const localeFiles = () => {
  const stored = preferences.read('lang')
  return files[firstLocale({ stored, browser: navigator.languages }).locale] ?? []
}

/** The provider has answered. Fetches the code that reads the answer, and the code of the page that was asked for. */
function prepareReturn() {
  const state = tabStorage.getItem(
    signInStateKey(new URLSearchParams(location.search).get('state')),
  )
  const { returnTo } = JSON.parse(state ?? '').data
  const needed = [files.signIn, files[pageOf(returnTo).name], localeFiles()]
  for (const file of needed.flatMap(names => names ?? [])) fetchFile(file)
}

/**
 * Requests what the page will need, while the app's code is still loading: its files, and with a session its data.
 * Without a session, begins the sign-in.
 */
export function sendFirstRequests() {
  const page = pageOf(currentPath())
  if (page.name === 'afterLoginRedirect') return prepareReturn()
  if (!rulesOf(page.name).early) return
  const config = JSON.parse(document.getElementById('app-config')?.textContent ?? '')
  const stored = tabStorage.getItem(storedSessionKey(config))
  if (stored === null) return beginSignIn(config, page)
  const { access_token: token, expires_at: end } = JSON.parse(stored)
  if (typeof token !== 'string' || end * 1000 - Date.now() < MIN_LIFE) return
  // With a service worker, the app's code is there at once.
  const isRendered = config.renderedPages && !navigator.serviceWorker?.controller
  // A rendered page has the announcements, so the app has to show them from the first moment.
  const background = isRendered ? files.background : undefined
  const needed = [files[page.name], background, localeFiles()].flatMap(names => names ?? [])
  const askForTheRest = () => {
    needed.forEach(fetchFile)
    askForData(config, page, token)
    const url = rootOf(config.apiBaseUrl) + (pathsOf(page)[0] ?? '')
    const detail = globalThis.earlyAnswers?.get(url)?.response
    if (page.name === 'challenge') detail?.then(fetchRenderer).catch(() => {})
  }
  if (!isRendered) return askForTheRest()
  askForRenderedPage(token)
  // With this table, even an empty one, the app draws its first page only when it has the data.
  globalThis.earlyAnswers = new Map()
  // On a slow processor, sending these requests takes as long as drawing the first picture.
  afterFirstPicture(askForTheRest).catch(() => {
    // The app meets the same error and shows it.
  })
}

/** The renderer is fetched after the text that needs it, so that it does not delay the text. */
async function fetchRenderer(detail: Response) {
  // The client reads the answer itself.
  const { description } = await detail.clone().json()
  if (simpleMarkdown(description) === null) files.markdown?.forEach(fetchFile)
}
