import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, type EventObject, setup } from 'xstate'
import type { FrameCommand } from '../../../src/machines/flugzeug/events.ts'
import { exitId, frameId } from '../../../src/machines/flugzeug/frame.ts'
import { desktopFrame } from '../../../src/remote-desktop/frame.ts'
import { eventually } from '../../support/eventually.ts'

const url = 'https://desktop.example/desktop.html?desktop=1#ticket=a'
const origin = 'https://desktop.example'

afterEach(cleanup)

/** Starts the adapter, with an iframe of the desktop and a foreign one. */
function openFrame() {
  const received: EventObject[] = []
  const parent = setup({ actors: { desktopFrame } }).createMachine({
    invoke: { src: 'desktopFrame', id: 'frame' },
    on: { '*': { actions: ({ event }) => received.push(event) } },
  })
  render(
    <>
      <iframe id={frameId} title="desktop" src={url} />
      <iframe id="other" title="other" src={url} />
      <button id={exitId} type="button" />
    </>,
  )
  const windowOf = (id: string) => (document.getElementById(id) as HTMLIFrameElement).contentWindow
  const actor = createActor(parent).start()
  return {
    received,
    actor,
    other: windowOf('other'),
    desktop: windowOf(frameId),
    frame: document.getElementById(frameId) as HTMLIFrameElement,
    tell: (command: FrameCommand) => actor.getSnapshot().children.frame?.send(command),
  }
}

const say = (data: unknown, from: string, source: Window | null) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin: from, source }))

test('each message of the desktop is reported as a fact', () => {
  const { received, desktop } = openFrame()
  for (const type of ['connected', 'fullscreen', 'ticket.request', 'focus.leave', 'ended']) {
    say({ type }, origin, desktop)
  }
  expect(received).toEqual([
    { type: 'desktop.connected' },
    { type: 'fullscreen.toggle' },
    { type: 'desktop.ticketRequested' },
    { type: 'focus.left' },
    { type: 'desktop.ended' },
  ])
})

test("messages are taken from the desktop's origin and window only", () => {
  const { received, desktop, other } = openFrame()
  const message = { type: 'fullscreen' }
  say(message, 'https://evil.example', desktop)
  say(message, location.origin, desktop)
  say(message, 'null', desktop)
  say(message, origin, other)
  say(message, origin, window)
  say(message, origin, null)
  expect(received).toEqual([])
})

test('a message that is none of the protocol is not received', () => {
  const { received, desktop } = openFrame()
  for (const data of ['fullscreen', null, {}, { type: 'reset' }, { type: 7 }, [1]]) {
    say(data, origin, desktop)
  }
  expect(received).toEqual([])
})

test('nothing is received once the desktop is gone', () => {
  const { received, actor, desktop } = openFrame()
  actor.stop()
  say({ type: 'fullscreen' }, origin, desktop)
  expect(received).toEqual([])
})

test("the new ticket goes to the desktop's window, for its origin only", () => {
  const { tell, desktop } = openFrame()
  const post = vi.spyOn(desktop as Window, 'postMessage').mockImplementation(() => {})
  tell({ type: 'ticket.give', url: `${url}b` })
  expect(post.mock.calls).toEqual([[{ type: 'ticket', url: `${url}b` }, origin]])
})

test('the keyboard goes into the desktop, and comes back to the button that sent it there', () => {
  const { tell, desktop, frame } = openFrame()
  const post = vi.spyOn(desktop as Window, 'postMessage').mockImplementation(() => {})
  tell({ type: 'focus.give' })
  expect([document.activeElement, post.mock.calls]).toEqual([
    frame,
    [[{ type: 'focus.enter' }, origin]],
  ])
  tell({ type: 'focus.take' })
  expect(document.activeElement?.id).toBe(exitId)
})

test('the keyboard is offered to the desktop: not to whom is at something else', () => {
  const { tell, desktop, frame } = openFrame()
  vi.spyOn(desktop as Window, 'postMessage').mockImplementation(() => {})
  document.getElementById(exitId)?.focus()
  tell({ type: 'focus.offer' })
  expect(document.activeElement?.id).toBe(exitId)
  document.getElementById(exitId)?.blur()
  tell({ type: 'focus.offer' })
  expect(document.activeElement).toBe(frame)
  // Whatever Tab reaches takes keys.
  const other = document.body.appendChild(document.createElement('div'))
  other.tabIndex = 1
  other.focus()
  tell({ type: 'focus.offer' })
  expect(document.activeElement).toBe(other)
  other.remove()
  // A heading that has the focus, since the button that had it is gone, takes no keys.
  const heading = document.body.appendChild(document.createElement('h1'))
  heading.tabIndex = -1
  heading.focus()
  expect(document.activeElement).toBe(heading)
  tell({ type: 'focus.offer' })
  expect(document.activeElement).toBe(frame)
  heading.remove()
})

/** A browser in which an element fills the screen or does not. */
function screenOf(frame: HTMLIFrameElement) {
  const calls: string[] = []
  const show = (value: Element | null) =>
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value })
  frame.requestFullscreen = async () => {
    calls.push('request')
    show(frame)
  }
  document.exitFullscreen = async () => {
    calls.push('exit')
    show(null)
  }
  const lock = async () => void calls.push(`lock ${document.fullscreenElement?.id}`)
  Object.defineProperty(navigator, 'keyboard', { configurable: true, value: { lock } })
  return calls
}
afterEach(() => {
  Reflect.deleteProperty(document, 'fullscreenElement')
  Reflect.deleteProperty(navigator, 'keyboard')
})

test('fullscreen is toggled: all keys are the desktop’s in it, and the keyboard goes in', async () => {
  const { tell, desktop, frame } = openFrame()
  const post = vi.spyOn(desktop as Window, 'postMessage').mockImplementation(() => {})
  const calls = screenOf(frame)
  tell({ type: 'fullscreen.toggle' })
  await eventually(() => expect(post).toHaveBeenCalledWith({ type: 'focus.enter' }, origin))
  expect(document.activeElement).toBe(frame)
  tell({ type: 'fullscreen.toggle' })
  expect(calls).toEqual(['request', `lock ${frameId}`, 'exit'])
})

test('in fullscreen the keyboard stays in the desktop: nothing else is to be seen', async () => {
  const { tell, desktop, frame } = openFrame()
  vi.spyOn(desktop as Window, 'postMessage').mockImplementation(() => {})
  screenOf(frame)
  tell({ type: 'fullscreen.toggle' })
  await eventually(() => expect(document.activeElement).toBe(frame))
  tell({ type: 'focus.take' })
  expect(document.activeElement).toBe(frame)
})
