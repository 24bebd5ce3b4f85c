import { currentPath } from '../../browser/current-path.ts'
import { tabStorage } from '../../browser/storage.ts'
import { pageOf, rulesOf } from '../../machines/navigation/pages.ts'
import { type SessionClient, storedSessionKey } from '../sign-in/session-key.ts'
import type { PictureName } from './pictures.ts'

/** Which picture the app is going to show first on this page; null: none of them. */
export function choosePicture(config: SessionClient & { apiBaseUrl: string }): PictureName | null {
  const { apiBaseUrl, oidcIssuerUrl, oidcClientId } = config
  const isConfigured =
    [apiBaseUrl, oidcIssuerUrl].every(url => URL.canParse(url)) && oidcClientId !== ''
  if (!isConfigured) return null
  const { name } = pageOf(currentPath())
  // A silent renewal, in a hidden frame, shows nothing.
  if (name === 'afterLoginRedirect') return window.parent === window ? 'processing' : null
  if (tabStorage.getItem(storedSessionKey(config)) !== null)
    return name === 'logout' ? 'signingOut' : 'shell'
  return rulesOf(name).publicBy === undefined ? 'redirecting' : 'waiting'
}
