/**
 * The service worker keeps the app's page and the files of its build, so the next visit needs no connection for
 * them. It answers the requests that `requests.ts` lists, and stores nothing else. Other files come from the
 * network.
 */
import { forgetApp } from '../browser/kept-app.ts'
import { fetchPage, forgetOthers, keep, keptFile, keptList, keptPage } from './app-cache.ts'
import { asksForFile, asksForPage, routes } from './requests.ts'
import { scope } from './scope.ts'

scope.addEventListener('install', event => {
  // It works with the data that any other version of it has stored, so it need not wait for the tabs to close.
  scope.skipWaiting()
  event.addRoutes?.(routes).catch(() => {})
  event.waitUntil(
    oneAtATime(async () => {
      const page = await fetchPage()
      if (!page || page.isOff) throw new Error('There is nothing to keep.')
      await keep(page)
    }),
  )
})

scope.addEventListener('activate', event => event.waitUntil(scope.clients.claim()))

scope.addEventListener('fetch', event => {
  const { request } = event
  const orFetch = (kept: Promise<Response | undefined>) =>
    event.respondWith(kept.catch(() => undefined).then(response => response ?? fetch(request)))
  if (asksForFile(request)) return orFetch(keptFile(request))
  if (!asksForPage(request)) return
  orFetch(keptPage())
  event.waitUntil(keepNewest(event.resultingClientId).catch(() => {}))
})

/** Keeps what the site serves now, for the next navigation, and stops if the site wants no worker. */
async function keepNewest(clientId: string): Promise<void> {
  const shown = await keptList()
  await oneAtATime(async () => {
    const page = await fetchPage()
    if (!page) return
    if (page.isOff) return stop()
    await keep(page)
    // Other tabs may show other builds, and load the rest of them later.
    const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (tabs.every(({ id }) => id === clientId)) await forgetOthers([shown, page.list])
  })
}

async function stop(): Promise<void> {
  await scope.registration.unregister()
  await forgetApp()
}

/** Tabs that open together, and another version of the worker, would change the same caches at once. */
const oneAtATime = (run: () => Promise<void>) => navigator.locks.request('guidon.kept', run)
