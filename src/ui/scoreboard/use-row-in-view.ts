import { type RefObject, useMemo, useRef, useSyncExternalStore } from 'react'

/** The row in view changes in steps of this many rows, so that not every pixel of scrolling renders. */
export const STEP = 5

/** Rows that move by more than this number in a frame cannot be read. */
const READABLE = 2

/** A browser that is behind shows a view that moves fast without a move in some frames. */
const FRAMES = 3

/** A printer sees every row. */
export type InView = number | 'all'

let isPrinting = false

const onPrint = (listener: () => void) => {
  const tell = ({ type }: Event) => {
    isPrinting = type === 'beforeprint'
    listener()
  }
  window.addEventListener('beforeprint', tell)
  window.addEventListener('afterprint', tell)
  return () => {
    window.removeEventListener('beforeprint', tell)
    window.removeEventListener('afterprint', tell)
  }
}

/**
 * Roughly the index of the row in the middle of the window. All rows of `body` have the same height. While the
 * window moves too fast to read, the index stays the same.
 */
export function useRowInView(body: RefObject<HTMLElement | null>, count: number): InView {
  const printing = useSyncExternalStore(
    onPrint,
    () => isPrinting,
    () => false,
  )
  const known = useRef(0)
  const follow = useMemo(
    () => (listener: () => void) =>
      followMiddle(body, count, middle => {
        known.current = middle
        listener()
      }),
    [body, count],
  )
  const current = () => known.current
  const middle = useSyncExternalStore(follow, current, current)
  return printing ? 'all' : Math.max(0, Math.min(middle, stepAt(count - 1)))
}

const stepAt = (row: number) => Math.floor(row / STEP) * STEP

/** Looks once in a frame: what reads a place makes the browser lay out all that has changed. */
function followMiddle(
  body: RefObject<HTMLElement | null>,
  count: number,
  tell: (middle: number) => void,
) {
  const middle = () => {
    const { top = 0, height = 0 } = body.current?.getBoundingClientRect() ?? {}
    return height > 0 ? ((window.innerHeight / 2 - top) / height) * count : 0
  }
  let before = middle()
  let frame: number | undefined
  let unreadable = 0
  const look = () => {
    const now = middle()
    const isReadable = Math.abs(now - before) <= READABLE
    before = now
    unreadable = isReadable ? Math.max(0, unreadable - 1) : FRAMES
    frame = unreadable > 0 ? requestAnimationFrame(look) : undefined
    if (unreadable === 0) tell(stepAt(now))
  }
  const onMove = () => {
    frame ??= requestAnimationFrame(look)
  }
  tell(stepAt(before))
  const options = { passive: true }
  window.addEventListener('scroll', onMove, options)
  window.addEventListener('resize', onMove, options)
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    window.removeEventListener('scroll', onMove)
    window.removeEventListener('resize', onMove)
  }
}
