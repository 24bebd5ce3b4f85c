import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRowInView } from '../../../src/ui/scoreboard/use-row-in-view.ts'

const ROW = 40
const COUNT = 1000

let top = 0
let frames: FrameRequestCallback[] = []

beforeEach(() => {
  top = 0
  frames = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Table({ count = COUNT }) {
  const body = useRef<HTMLDivElement>(null)
  const place = (element: HTMLDivElement | null) => {
    body.current = element
    if (element) element.getBoundingClientRect = () => new DOMRect(0, top, 600, count * ROW)
  }
  return <div ref={place}>{useRowInView(body, count)}</div>
}

/** Moves the view by this many rows, like the browser: an event, then a frame. */
function move(rows: number) {
  top -= rows * ROW
  act(() => {
    if (rows !== 0) window.dispatchEvent(new Event('scroll'))
    for (const frame of frames.splice(0)) frame(0)
  })
}
function show() {
  const { container } = render(<Table />)
  const inTheMiddle = Math.floor(window.innerHeight / 2 / ROW)
  return () => Number(container.textContent) - Math.floor(inTheMiddle / 5) * 5
}

test('while the view moves at a speed at which somebody reads, the row in view follows', () => {
  const moved = show()
  for (let turn = 0; turn < 10; turn++) move(1)
  expect(moved()).toBeGreaterThanOrEqual(5)
  expect(moved()).toBeLessThanOrEqual(10)
})

test('while it moves faster than that nothing is rendered, and soon after it rests', () => {
  const moved = show()
  for (let turn = 0; turn < 10; turn++) move(5)
  expect(moved()).toBe(0)
  // A slow browser shows no move in one frame, and a large one in the next.
  move(0)
  expect(moved()).toBe(0)
  move(5)
  for (let turn = 0; turn < 3; turn++) move(0)
  expect(moved()).toBeGreaterThanOrEqual(50)
  expect(frames).toEqual([])
})

test('when the table has fewer rows, the row in view is one of them', () => {
  const { rerender } = render(<Table />)
  for (let turn = 0; turn < 30; turn++) move(2)
  for (let turn = 0; turn < 3; turn++) move(0)
  rerender(<Table count={12} />)
  expect(screen.getByText('10')).toBeDefined()
})

test('a table that is gone follows neither the window nor a printer, and looks in no frame', () => {
  const cancel = vi.fn()
  vi.stubGlobal('cancelAnimationFrame', cancel)
  const added = vi.spyOn(window, 'addEventListener')
  const removed = vi.spyOn(window, 'removeEventListener')
  const { unmount } = render(<Table />)
  const names = (spy: typeof added | typeof removed) => spy.mock.calls.map(([name]) => name).sort()
  const followed = names(added)
  expect(followed).toEqual(
    expect.arrayContaining(['afterprint', 'beforeprint', 'resize', 'scroll']),
  )
  window.dispatchEvent(new Event('scroll'))
  unmount()
  expect(names(removed)).toEqual(followed)
  expect(cancel).toHaveBeenCalledWith(frames.length)
  vi.restoreAllMocks()
})
