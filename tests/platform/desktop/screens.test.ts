import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import type { DesktopDriver } from '../../../platform/desktop/driver.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { type DesktopServer, startDesktopServer } from './desktop-server.ts'
import { openSocket, ticketOf } from './rfb.ts'

const clock = createSimulatedClock(Date.UTC(2026, 4, 1))
/** A driver whose displays send nothing. */
const driver: DesktopDriver = {
  name: 'fake',
  provision: async () => {},
  start: async () => {},
  stop: async () => {},
  forwardPorts: async () => {},
  setScale: async () => {},
  imagesOf: () => {
    throw new Error('not in this test')
  },
  remove: async () => {},
  connect: async () => new PassThrough(),
  filesOf: () => {
    throw new Error('not in this test')
  },
  watch: () => () => {},
  clear: async () => {},
}
let server: DesktopServer
let desktops: Awaited<ReturnType<DesktopServer['open']>>
const pages: WebSocket[] = []
const runs = () =>
  eventually(async () => expect((await desktops.get('alice')).status).toBe('running'))

beforeAll(async () => {
  server = await startDesktopServer(clock)
  desktops = await server.open({ driver, accountOf: async () => 'hawks' })
  await desktops.create('alice')
})
afterAll(() => server.close())
// A new desktop for each test: the known screens end with the old one.
beforeEach(async () => {
  await runs()
  await desktops.stop('alice')
  await eventually(async () => expect((await desktops.get('alice')).status).toBe('stopped'))
  await desktops.start('alice')
  await runs()
})
afterEach(() => {
  for (const page of pages.splice(0)) page.terminate()
})

/** Opens a page. Returns also the screens that it received last. */
async function open(search?: string, ticket?: string) {
  const page = openSocket(
    server.origin,
    ticket ?? ticketOf((await desktops.get('alice')).url),
    search,
  )
  pages.push(page)
  let last: number[] = []
  page.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) last = JSON.parse(data.toString()).screens ?? last
  })
  await once(page, 'open')
  return {
    page,
    screens: () => last,
    isShown: (screens: number[]) => eventually(() => expect(last).toEqual(screens)),
  }
}

/** Opens the only page, and waits some time. */
async function openFirst() {
  const first = await open()
  clock.advance(15_000)
  await first.isShown([1])
  return first
}

test('each page of the owner learns the screen of every page', async () => {
  const first = await openFirst()
  const second = await open('?screen=2')
  for (const page of [first, second]) await page.isShown([1, 2])
  const third = await open()
  for (const page of [first, second, third]) await page.isShown([1, 1, 2])
})

test('a second screen whose tab was closed ends after two seconds, which is enough to load it again', async () => {
  const first = await openFirst()
  const second = await open('?screen=2')
  await first.isShown([1, 2])
  second.page.close()
  await once(second.page, 'close')
  clock.advance(1_999)
  const again = await open('?screen=2')
  await again.isShown([1, 2])
  clock.advance(60_000)
  const third = await open()
  await third.isShown([1, 1, 2])
  again.page.close()
  await once(again.page, 'close')
  // Waits until the platform has noticed it, too.
  await eventually(() => {
    clock.advance(2_000)
    expect(first.screens()).toEqual([1, 1])
  })
})

test('a second screen that was cut off stays for a quarter of a minute', async () => {
  const first = await openFirst()
  const second = await open('?screen=2')
  const third = await open('?screen=2')
  await first.isShown([1, 2, 2])
  second.page.terminate()
  await first.isShown([1, 2])
  third.page.terminate()
  const other = await open()
  await other.isShown([1, 1, 2])
  clock.advance(14_000)
  const last = await open()
  await last.isShown([1, 1, 1, 2])
  clock.advance(1_000)
  await last.isShown([1, 1, 1])
})

test('after a restart of the platform, the page of the second screen has time to come back', async () => {
  const first = await open()
  await first.isShown([1, 2])
  clock.advance(15_000)
  await first.isShown([1])
})

test('an address names the first screen, unless it names the second', async () => {
  await openFirst()
  for (const search of ['?screen=3', '?screen=', '?', '?screen=2x']) await open(search)
  // A fifth page closes the oldest.
  const last = await open('?screen=%32')
  await last.isShown([1, 1, 1, 2])
})

test('a watcher learns of no screen', async () => {
  const first = await openFirst()
  first.page.send('sharing.begin')
  const [text] = (await once(first.page, 'message')) as [Buffer]
  const token = JSON.parse(text.toString()).link.split('#view=')[1]
  const found = await desktops.openView(token, { userId: 'bob', name: 'Bob' })
  const watcher = await open('?screen=2', ticketOf(found?.url ?? null))
  const second = await open('?screen=2')
  for (const page of [first, second]) await page.isShown([1, 2])
  expect(watcher.screens()).toEqual([])
})
