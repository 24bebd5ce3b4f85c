/**
 * The script in the head of `index.html`: it asks for what the page will need while the app's code is
 * still under way, so that nothing waits in a row that could go at once. The build puts it
 * there with `earlyFiles`; without it, as in development, everything is asked for later.
 */

import { currentPath } from '../../browser/current-path.ts'
import { preferences } from '../../browser/preferences.ts'
import { tabStorage } from '../../browser/storage.ts'
import { firstLocale } from '../../machines/locale/first.ts'
import { pageOf, rulesOf } from '../../machines/navigation/pages.ts'
import { storedSessionKey } from '../sign-in/session-key.ts'
import { type EarlyAnswer, LONGEST_WAIT } from './answers.ts'
import { readRemembered } from './memory.ts'
import { earlyPaths, pathsOf } from './paths.ts'

/** The files of each page and language beside the app's own, by address. Filled in by the build. */
declare const earlyFiles: Readonly<Record<string, readonly string[]>>

/** A token that ends sooner is renewed before anything is asked for, in milliseconds. */
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
  // Whoever takes it hears of its failure.
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
  // Behind its text, which may need it, so that it does not take the line from what is needed first.
  const text = globalThis.earlyAnswers.get(base + (pathsOf(page)[0] ?? ''))?.response
  if (page.name === 'challenge')
    text?.then(
      () => earlyFiles.markdown?.forEach(fetchFile),
      () => {},
    )
}

try {
  ask()
} catch {
  // What is wrong here, the app finds too, and says so.
}
