import type { Language } from '../domain/languages.ts'
import type { Scheme } from '../machines/scheme/scheme.ts'

/** Shows a colour scheme, on the page and on the browser's own bars. */
export function showScheme(scheme: Scheme) {
  if (scheme === 'system') delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = scheme
  colorBrowser(scheme)
}

/** The browser's own bars follow the choice. `index.html` has a colour for each scheme. */
function colorBrowser(chosen: Scheme) {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { scheme } = meta.dataset
    const media = scheme === chosen ? 'all' : 'not all'
    meta.media = chosen === 'system' ? `(prefers-color-scheme: ${scheme})` : media
  }
}

/**
 * Sets the language of the page's texts, if it differs: Chromium would style the whole page again even for the same
 * one.
 */
export function showLanguage(language: Language) {
  const root = document.documentElement
  if (root.lang !== language) root.lang = language
}
