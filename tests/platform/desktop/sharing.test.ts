import { expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createSharingCommands, notifySharing } from '../../../platform/desktop/views/sharing.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'

test('a page may change its sharing forty times in ten seconds, and is cut if it goes on', () => {
  const clock = createSimulatedClock(0)
  const desktop = { view: null, share: vi.fn(), unshare: vi.fn() }
  const page = { terminate: vi.fn() }
  const take = createSharingCommands(() => desktop, page, clock)
  const changes = (count: number) => {
    for (let at = 0; at < count; at++) take(at % 2 ? 'sharing.end' : 'sharing.begin')
    return [desktop.share, desktop.unshare, page.terminate].map(one => one.mock.calls.length)
  }
  expect(changes(40)).toEqual([20, 20, 0])
  clock.advance(10_001)
  expect(changes(40)).toEqual([40, 40, 0])
  clock.advance(10_000)
  expect(changes(1)).toEqual([40, 40, 1])
  expect(take('sharing')).toBe(false)
})

test('pages of the owner hear who watches, by name, and each once; pages of team mates hear nothing', () => {
  const heard: [page: string, text: string][] = []
  const pageOf = (id: string, name?: string) => ({
    // The rest of a WebSocket is not used.
    page: { send: (text: string) => heard.push([id, text]) } as unknown as WebSocket,
    watcher: name === undefined ? null : { userId: name, name, view: 'token' },
  })
  const mates = [pageOf('one', 'carol'), pageOf('two', 'bob'), pageOf('three', 'carol')]
  const open = [...mates, pageOf('own')]
  notifySharing('https://ctf.example', { view: 'token' }, open)
  const link = 'https://ctf.example/flugzeug#view=token'
  const watchers = ['bob', 'carol']
  expect(heard.map(([id, text]) => [id, JSON.parse(text)])).toEqual([['own', { link, watchers }]])
})
