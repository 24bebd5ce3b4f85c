/** Dispatched on the window when a file of the app could not be loaded. */
export const FILE_FAILED = 'guidon.file-failed'

/**
 * Firefox requests each module only once for each page. If that fails, each later `import()` of it also fails, even
 * after a `modulepreload` (https://github.com/whatwg/html/issues/6768). Chromium and WebKit request it again.
 */
export const importsOnce = () => CSS.supports('-moz-appearance', 'none')

/** The files that this page has requested, by address, without those that failed. */
const asked = new Map<string, Promise<void>>()

/**
 * Takes the place of Vite's own code around each `import()` (`scripts/build/import-files.ts`).
 *
 * @param load a function that the build wrote. Its text names the module's own file
 * @param needed the addresses of what that file imports, styles included
 */
export async function importFile<T>(load: () => Promise<T>, needed: readonly string[] = []) {
  const files = [...ownFile(load), ...needed]
  // Firefox then imports what is in the browser's cache already.
  const [first, askForScript] = importsOnce() ? [files, fetchScript] : [needed, preload]
  try {
    await Promise.all(first.map(file => once(file, isStyle(file) ? showStyle : askForScript)))
    return await load()
  } catch (error) {
    for (const file of files) refetch(file)
    dispatchEvent(new Event(FILE_FAILED))
    throw error
  }
}

/**
 * In the place of a file, the browser may have kept the page of a portal, and would take that again at each attempt.
 * After this, it has the file.
 */
export const refetch = (file: string) => void fetch(file, { cache: 'reload' }).catch(() => {})

const isStyle = (file: string) => file.endsWith('.css')

/** Vite gives a list only to files that import something. */
function ownFile(load: () => Promise<unknown>): string[] {
  const path = /\bimport\([`'"](.+?)[`'"]\)/.exec(String(load))?.[1]
  return path === undefined ? [] : [new URL(path, import.meta.url).pathname]
}

function once(file: string, ask: (file: string) => Promise<void>): Promise<void> {
  const known = asked.get(file)
  if (known) return known
  const asking = ask(file)
  asked.set(file, asking)
  asking.catch(() => asked.delete(file))
  return asking
}

async function fetchScript(file: string) {
  const response = await fetch(file)
  const type = response.headers.get('content-type') ?? ''
  // Some servers answer with a page where a file is missing.
  if (!response.ok || !type.includes('javascript'))
    throw new Error(`${file} answered ${response.status} ${type}.`)
  await response.arrayBuffer()
}

/** All at once: the browser learns what a file imports only when that file is there. */
async function preload(file: string) {
  addLink('modulepreload', file)
}

async function showStyle(file: string) {
  if (document.querySelector(`link[rel=stylesheet][href="${file}"]`)) return
  const link = addLink('stylesheet', file)
  await new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(`${file} could not be loaded.`))
    }
  })
}

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href, crossOrigin: '' })
  document.head.append(link)
  return link
}
