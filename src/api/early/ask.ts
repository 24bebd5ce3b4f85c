/**
 * The script in the head of `index.html`. It requests what the page will need while the app's code is still
 * loading, so that requests run at the same time. The build puts it there with `earlyFiles`. In development
 * there is no such script, and everything is requested later.
 */

import { currentPath } from '../../browser/current-path.ts'
import { preferences } from '../../browser/preferences.ts'
import { tabStorage } from '../../browser/storage.ts'
import { simpleMarkdown } from '../../domain/simple-markdown.ts'
import { firstLocale } from '../../machines/locale/first.ts'
import { pageOf, rulesOf } from '../../machines/navigation/pages.ts'
import { storedSessionKey } from '../sign-in/session-key.ts'
import { type EarlyAnswer, LONGEST_WAIT } from './answers.ts'
import { readRemembered } from './memory.ts'
import { earlyPaths, pathsOf } from './paths.ts'

/** The files of each page and language beside the app's own, by address. Filled in by the build. */
declare const earlyFiles: Readonly<Record<string, readonly string[]>>

/** In milliseconds. If the token ends sooner, nothing is requested before it is renewed. */
const LEAST_LIFE = 60_000

function fetchFile(address: string) {
  const isStyle = address.endsWith('.css')
  const link = document.createElement('link')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = address
  document.head.append(link)
}

function askFor(url: string, token: string): EarlyAnswer {
  const response = fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    cache: 'no-cache',
    signal: AbortSignal.timeout(LONGEST_WAIT),
  })
  // The client that takes this answer handles a failure.
  response.catch(() => {})
  return { token, sentAt: Date.now(), response }
}

function ask() {
  const page = pageOf(currentPath())
  if (!rulesOf(page.name).early) return
  const config = JSON.parse(document.getElementById('app-config')?.textContent ?? '')
  const stored = tabStorage.getItem(storedSessionKey(config))
  if (stored === null) return
  const { access_token: token, expires_at: end } = JSON.parse(stored)
  if (typeof token !== 'string' || end * 1000 - Date.now() < LEAST_LIFE) return
  const { locale } = firstLocale({
    stored: preferences.read('lang'),
    browser: navigator.languages,
  })
  for (const name of [page.name, locale]) earlyFiles[name]?.forEach(fetchFile)
  const base = config.apiBaseUrl.trim().replace(/\/+$/, '')
  globalThis.earlyAnswers = new Map(
    earlyPaths(page, readRemembered()).map(path => [base + path, askFor(base + path, token)]),
  )
  const detail = globalThis.earlyAnswers.get(base + (pathsOf(page)[0] ?? ''))?.response
  if (page.name === 'challenge') detail?.then(fetchRenderer).catch(() => {})
}

/** The renderer is fetched after the text that needs it, so that it does not delay the text. */
async function fetchRenderer(detail: Response) {
  // The client reads the answer itself.
  const { description } = await detail.clone().json()
  if (simpleMarkdown(description) === null) earlyFiles.markdown?.forEach(fetchFile)
}

try {
  ask()
} catch {
  // The app meets the same error, and shows it.
}
