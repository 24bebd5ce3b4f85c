import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { build } from '../../src/browser/files/build.ts'
import { tabStorage } from '../../src/browser/storage.ts'
import { createStorage } from '../support/fakes/storage.ts'

const served = '/assets/index-new.js'
const reload = vi.fn()
const forgotten: string[] = []
const show = (entry: string) =>
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => entry }) })
beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('location', { origin: 'https://ctf.example', reload })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  show('/assets/index-old.js')
  forgotten.length = 0
  vi.stubGlobal('caches', { delete: async (name: string) => forgotten.push(name) })
  vi.stubGlobal('fetch', async (_: string, { cache }: RequestInit) => {
    // The browser's cache has the page that is shown.
    const file = cache === 'no-store' ? served : '/assets/index-old.js'
    return new Response(`<script type="module" src="${file}">`)
  })
})
afterEach(() => {
  // It keeps what the browser's storage refused.
  tabStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const find = () => toPromise(createActor(build.findNewerBuild).start())
const reloadFor = () => toPromise(createActor(build.reloadFor, { input: served }).start())

test('a page reloads for a newer build once', async () => {
  expect(await find()).toBe(served)
  await reloadFor()
  expect(reload).toHaveBeenCalledTimes(1)
  // Otherwise the service worker would show the old page again.
  expect(forgotten).toEqual(['guidon.page'])
  // The site or a cache still answers with the old page.
  expect(await find()).toBe(null)
})

test('a tab that was taken back to an older build reloads again for the newer one', async () => {
  await reloadFor()
  show(served)
  vi.useFakeTimers()
  const newer = createActor(build.partFailures).start()
  expect(await find()).toBe(null)
  vi.advanceTimersByTime(60_000)
  newer.stop()
  // The site served the older build for a while, and the user reloaded the page.
  show('/assets/index-old.js')
  createActor(build.partFailures).start().stop()
  expect(await find()).toBe(served)
})

test('a tab that gets two builds in turns reloads once, and not for each part that fails', async () => {
  await reloadFor()
  show(served)
  vi.useFakeTimers()
  createActor(build.partFailures).start()
  vi.stubGlobal(
    'fetch',
    async () => new Response('<script type="module" src="/assets/index-old.js">'),
  )
  vi.advanceTimersByTime(59_999)
  expect(await find()).toBe(null)
  vi.advanceTimersByTime(1)
  expect(await find()).toBe('/assets/index-old.js')
})

test('a site that answers with an error has no newer build', async () => {
  const page = `<script type="module" src="${served}">`
  vi.stubGlobal('fetch', async () => new Response(page, { status: 502 }))
  await expect(find()).rejects.toThrow('The site answered 502.')
})

test('the page of a portal on the way is no newer build, whatever scripts it has', async () => {
  const portal = '<!doctype html><script type="module" src="/portal/login.js"></script>'
  vi.stubGlobal('fetch', async () => new Response(portal))
  expect(await find()).toBe(null)
})

test('a tab that stores nothing does not reload, since it could do so for ever', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('The storage is full.')
    },
    removeItem: () => {},
  })
  await expect(reloadFor()).rejects.toThrow()
  expect(reload).not.toHaveBeenCalled()
})
