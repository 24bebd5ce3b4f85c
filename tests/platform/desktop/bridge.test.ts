import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { bridge } from '../../../platform/desktop/bridge.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page that reads nothing: everything sent to it waits. */
function unreadPage() {
  const page = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    isPaused: false,
    isTerminated: false,
    send(data: string) {
      page.bufferedAmount += data.length
    },
    pause() {
      page.isPaused = true
    },
    resume() {
      page.isPaused = false
    },
    terminate() {
      page.isTerminated = true
    },
  })
  return page
}

test('a page that gives commands and reads no answer is read no more, and ended', () => {
  const page = unreadPage()
  const answer = 'x'.repeat(1000)
  bridge(page as unknown as WebSocket, new PassThrough(), {
    stallMs: 1000,
    takeCommand: () => {
      page.send(answer)
      return true
    },
  })
  let commands = 0
  for (; !page.isPaused && commands < 1000; commands++)
    page.emit('message', Buffer.from('sharing.begin'), false)
  expect(commands).toBe(Math.ceil((256 * 1024) / answer.length))
  vi.advanceTimersByTime(1000)
  expect(page.isTerminated).toBe(true)
})
