import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { DesktopMessage, EmbedderMessage, ticketIn } from '../../../src/remote-desktop/messages.ts'

test('a ticket is what stands behind the # of the address', () => {
  expect(ticketIn('https://ctf.example/desktop.html?desktop=d1#ticket=a.b-c_d')).toBe('a.b-c_d')
  expect(ticketIn('https://ctf.example/desktop.html')).toBe(null)
  expect(ticketIn('no address')).toBe(null)
})

test('anything but a message of the protocol is ignored', () => {
  const strangers = [null, 'fullscreen', {}, { type: 'ticket' }, { type: 'ticket', url: 1 }]
  expect(strangers.map(data => v.is(EmbedderMessage, data) || v.is(DesktopMessage, data))).toEqual(
    strangers.map(() => false),
  )
  expect(v.is(DesktopMessage, { type: 'fullscreen' })).toBe(true)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('the page of the desktop receives messages of the page that embeds it, and of no other window', async () => {
  const parent = { postMessage: vi.fn() } as unknown as Window
  vi.stubGlobal('parent', parent)
  vi.resetModules()
  const { onMessage } = await import('../../../src/desktop/embedder.ts')
  const received: string[] = []
  const stop = onMessage(({ type }) => received.push(type))
  const say = (source: unknown, data: object) =>
    window.dispatchEvent(Object.assign(new Event('message'), { source, data }))
  say(window, { type: 'ticket', url: 'https://ctf.example/desktop.html#ticket=of-others' })
  expect(received).toEqual([])
  say(parent, { type: 'focus.enter' })
  expect(received).toEqual(['focus.enter'])
  stop()
  say(parent, { type: 'focus.enter' })
  expect(received).toEqual(['focus.enter'])
})

test('the page of the desktop stops listening when it has its ticket', async () => {
  const parent = { postMessage: vi.fn() } as unknown as Window
  vi.stubGlobal('parent', parent)
  vi.resetModules()
  const listeners = new Set<unknown>()
  const added = vi.spyOn(window, 'addEventListener')
  const removed = vi.spyOn(window, 'removeEventListener')
  const { askForTicket } = await import('../../../src/desktop/embedder.ts')
  const ticket = askForTicket(new AbortController().signal)
  const url = 'https://ctf.example/desktop.html#ticket=new'
  const data = { type: 'ticket', url }
  window.dispatchEvent(Object.assign(new Event('message'), { source: parent, data }))
  expect(await ticket).toBe('new')
  for (const [type, listener, options] of added.mock.calls) {
    const { signal } = (typeof options === 'object' && options) || {}
    if (!signal?.aborted) listeners.add(`${type} ${String(listener)}`)
  }
  for (const [type, listener] of removed.mock.calls) listeners.delete(`${type} ${String(listener)}`)
  expect(listeners.size).toBe(0)
})
