import { filesCacheOf, forgetApp, PAGE_CACHE } from '../browser/kept-app.ts'
import { isFile } from './requests.ts'

/** One page serves every path of the app. */
const ROOT = '/'
/** How many files are fetched at once. More would slow down what the page itself requests. */
const AT_ONCE = 2

/** The page as it was served, with its headers, because its policy belongs to its scripts. */
export const keptPage = () => caches.match(ROOT, { cacheName: PAGE_CACHE })

/** A file of any build that is kept. Names contain a hash, so an equal name is an equal file. */
export const keptFile = ({ url }: Request) => caches.match(url, { ignoreVary: true })

export interface ServedPage {
  /** Not read yet. */
  readonly response: Response
  /** The address of the build's list of files. */
  readonly list: string
  /** The site wants no service worker. */
  readonly isOff: boolean
}

/** The page as the site serves it to everybody: without cookies. Null: it serves something else. */
export async function fetchPage(): Promise<ServedPage | null> {
  const response = await fetch(ROOT, { cache: 'no-cache', credentials: 'omit', redirect: 'error' })
  const html = response.ok ? await response.clone().text() : ''
  const list = listIn(html)
  return list === null ? null : { response, list, isOff: configIn(html).serviceWorker === false }
}

/** The list of the build whose page is kept. */
export async function keptList(): Promise<string | null> {
  return listIn((await (await keptPage())?.text()) ?? '')
}

const listIn = (html: string) => /<html\b[^>]*\bdata-files="([^"]+)"/.exec(html)?.[1] ?? null

function configIn(html: string): { serviceWorker?: unknown } {
  const text = /<script\b[^>]*\bid="app-config"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1]
  return JSON.parse(text ?? '{}')
}

/** Stores a page after its files. Rejects if one of them is missing; the others stay for the next attempt. */
export async function keep({ response, list }: ServedPage): Promise<void> {
  await keepFiles(list)
  const cache = await caches.open(PAGE_CACHE)
  await cache.put(ROOT, response)
}

async function keepFiles(list: string): Promise<void> {
  const cache = await caches.open(filesCacheOf(list))
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = Object.entries(await readList(list)).filter(([path]) => !there.has(path))
  const fetchNext = async (): Promise<void> => {
    const next = missing.shift()
    if (!next) return
    const [path, integrity] = next
    await cache.put(path, await findFile(path, integrity))
    await fetchNext()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext))
}

/** The digests of a build's files. */
async function readList(list: string): Promise<Record<string, string>> {
  const response = await fetch(list, { credentials: 'omit' })
  if (!response.ok) throw new Error(`The site answered ${response.status}.`)
  const digests: Record<string, string> = await response.json()
  return Object.fromEntries(Object.entries(digests).filter(([path]) => isFile(path)))
}

/** Takes a file from another stored build, or from the site. */
async function findFile(path: string, integrity: string): Promise<Response> {
  const known = await caches.match(path, { ignoreVary: true })
  if (known) return known
  // Rejects anything else than this file.
  const options = { integrity, credentials: 'omit', priority: 'low' } as const
  // In its place, the browser may have kept the page of a portal.
  return fetch(path, options).catch(() => fetch(path, { ...options, cache: 'reload' }))
}

/** Deletes the files of all builds but these. */
export const forgetOthers = (lists: readonly (string | null)[]) =>
  forgetApp([PAGE_CACHE, ...lists.filter(list => list !== null).map(filesCacheOf)])
