import { preferences } from '../browser/preferences.ts'
import { showScheme } from '../browser/root-element.ts'
import { schemeIn } from '../machines/scheme/scheme.ts'
import { loadLanguage } from './language.ts'

const showStoredScheme = () => showScheme(schemeIn(preferences.read('scheme')))

/** Shows the colour scheme of the app, and follows it and the language when the app changes them. */
export function followApp(): void {
  showStoredScheme()
  window.addEventListener('storage', ({ key }) => {
    if (key === 'scheme') showStoredScheme()
    if (key === 'lang') loadLanguage().catch(reportError)
  })
}
