import { forgetApp } from '../../browser/kept-app.ts'

const WORKER = '/worker.js'
/** The delay after the page is loaded, in milliseconds: what the page reads comes first. */
const DELAY = 3000

/** Starts the service worker, which keeps the app for the next visit, or ends it where the site wants none. */
export function keepApp() {
  const { serviceWorker } = navigator
  // On plain HTTP and in some private windows there is none. A hidden frame leaves it to its page.
  if (!serviceWorker || window.parent !== window) return
  const config = JSON.parse(document.getElementById('app-config')?.textContent ?? '')
  const start = async () => {
    if (config.serviceWorker !== false) {
      // The files of all pages are over a megabyte.
      if (!(await serviceWorker.getRegistration()) && savesData()) return
      return serviceWorker.register(trusted(WORKER), { updateViaCache: 'none' })
    }
    const registration = await serviceWorker.getRegistration()
    if (await registration?.unregister()) await forgetApp()
  }
  // If it cannot be started, the app works as without it.
  addEventListener('load', () => setTimeout(() => start().catch(() => {}), DELAY))
}

/** Whether the user has asked the browser to save data. TypeScript does not know this field: few browsers have it. */
const savesData = () =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true

/** The page's policy asks for a type that TypeScript does not know. */
const trusted = (address: string): string =>
  window.trustedTypes
    ?.createPolicy('guidon.worker', { createScriptURL: (_name: string) => address })
    .createScriptURL('') ?? address
