/** The caches of the service worker: one with the app's page, and one with the files of each build. */
const prefix = 'guidon.'

/** The cache with the page. The page is stored last, so if it is there, its files are there, too. */
export const PAGE_CACHE = `${prefix}page`

/** `list`: the address of the build's list of files, which names the build. */
export const filesCacheOf = (list: string) => `${prefix}files ${list}`

/** The next visit fetches the page. */
export const forgetPage = () => globalThis.caches?.delete(PAGE_CACHE)

/** Deletes the caches of the service worker, all but those that are named. */
export async function forgetApp(except: readonly string[] = []): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(prefix) && !except.includes(name)) await caches.delete(name)
}
