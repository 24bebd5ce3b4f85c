import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const responses: (Response | Error)[] = []
const asked: string[] = []
const events = new EventTarget()

beforeEach(() => {
  vi.resetModules()
  responses.length = 0
  asked.length = 0
  vi.stubGlobal('CSS', { supports: () => true })
  vi.stubGlobal('dispatchEvent', (event: Event) => events.dispatchEvent(event))
  vi.stubGlobal('fetch', async (file: string, { cache }: RequestInit = {}) => {
    asked.push(cache ? `${cache} ${file}` : file)
    const response = responses.shift() ?? script()
    if (response instanceof Error) throw response
    return response
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const script = (status = 200) =>
  new Response('export {}', { status, headers: { 'content-type': 'text/javascript' } })

/** A function as the build writes it: its text names the file. */
function importing() {
  const imported = vi.fn(async () => 'the module')
  const load = Object.assign(() => imported(), {
    toString: () => 'async()=>{let{Page:e}=await import(`./page-abc.js`);return{Page:e}}',
  })
  return { imported, load }
}

const page = expect.stringMatching(/^[^ ]*\/page-abc\.js$/)

test('Firefox imports nothing before its file and those that it imports are there', async () => {
  const { importFile } = await import('../../src/browser/files/import-file.ts')
  const { imported, load } = importing()
  expect(await importFile(load, ['/assets/shared-1.js'])).toBe('the module')
  expect(asked).toEqual([page, '/assets/shared-1.js'])
  expect(imported).toHaveBeenCalledTimes(1)
})

test.each([
  ['the connection is lost', new TypeError('NetworkError when attempting to fetch resource.')],
  ['the file is missing', script(404)],
  [
    'the site answers with a page',
    new Response('<p>', { headers: { 'content-type': 'text/html' } }),
  ],
])(
  'if %s, Firefox does not import, replaces what its cache has, and asks again the next time',
  async (_, response) => {
    const { FILE_FAILED, importFile } = await import('../../src/browser/files/import-file.ts')
    const failed = vi.fn()
    events.addEventListener(FILE_FAILED, failed, { once: true })
    const { imported, load } = importing()
    responses.push(response)
    await expect(importFile(load)).rejects.toThrow()
    expect(failed).toHaveBeenCalledTimes(1)
    expect(imported).not.toHaveBeenCalled()
    expect(await importFile(load)).toBe('the module')
    expect(asked).toEqual([page, expect.stringMatching(/^reload .*\/page-abc\.js$/), page])
  },
)

test('bytes that have arrived are not asked for again', async () => {
  const { importFile } = await import('../../src/browser/files/import-file.ts')
  const { load } = importing()
  await Promise.all([importFile(load), importFile(load, ['/assets/shared-1.js'])])
  await importFile(load, ['/assets/shared-1.js'])
  expect(asked).toEqual([page, '/assets/shared-1.js'])
})

test('other browsers ask for what a file imports beside it, and not for the file itself', async () => {
  vi.stubGlobal('CSS', { supports: () => false })
  const links: { rel: string; href: string }[] = []
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: { append: (link: { rel: string; href: string }) => links.push(link) },
  })
  const { importFile } = await import('../../src/browser/files/import-file.ts')
  const { load } = importing()
  await importFile(load, ['/assets/shared-1.js'])
  await importFile(load, ['/assets/shared-1.js'])
  expect(asked).toEqual([])
  expect(links).toEqual([
    expect.objectContaining({ rel: 'modulepreload', href: '/assets/shared-1.js' }),
  ])
})

test('other browsers replace what their cache has in the place of a file that could not be imported', async () => {
  vi.stubGlobal('CSS', { supports: () => false })
  vi.stubGlobal('document', { createElement: () => ({}), head: { append: () => {} } })
  const { importFile } = await import('../../src/browser/files/import-file.ts')
  const { imported, load } = importing()
  imported.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  await expect(importFile(load, ['/assets/shared-1.js'])).rejects.toThrow()
  expect(asked).toEqual([
    expect.stringMatching(/^reload .*\/page-abc\.js$/),
    'reload /assets/shared-1.js',
  ])
})

test('a style that could not be loaded is loaded again the next time', async () => {
  const links: (HTMLLinkElement & { href: string })[] = []
  const loads = [false, true]
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => links.pop() }),
    querySelector: () => links[0] ?? null,
    head: {
      append: (link: HTMLLinkElement) => {
        links.push(link)
        const isLoaded = loads.shift()
        const event = new Event(isLoaded ? 'load' : 'error')
        queueMicrotask(() => (isLoaded ? link.onload?.(event) : link.onerror?.(event)))
      },
    },
  })
  const { importFile } = await import('../../src/browser/files/import-file.ts')
  const { load } = importing()
  await expect(importFile(load, ['/assets/page-1.css'])).rejects.toThrow('could not be loaded')
  await importFile(load, ['/assets/page-1.css'])
  expect(loads).toEqual([])
})
