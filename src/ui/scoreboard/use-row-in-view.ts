import { type RefObject, useSyncExternalStore } from 'react'

/** The row in view changes in steps of this many rows, so that not every pixel of scrolling renders. */
export const STEP = 10

const onScroll = (listener: () => void) => {
  const options = { passive: true }
  window.addEventListener('scroll', listener, options)
  window.addEventListener('resize', listener, options)
  return () => {
    window.removeEventListener('scroll', listener)
    window.removeEventListener('resize', listener)
  }
}

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

/** Roughly the index of the row in the middle of the window. All rows of `body` have the same height. */
export function useRowInView(body: RefObject<HTMLElement | null>, count: number): InView {
  const printing = useSyncExternalStore(
    onPrint,
    () => isPrinting,
    () => false,
  )
  const find = () => {
    if (!body.current) return 0
    const { top, height } = body.current.getBoundingClientRect()
    const row = height > 0 ? ((window.innerHeight / 2 - top) / height) * count : 0
    return Math.floor(Math.min(Math.max(row, 0), count - 1) / STEP) * STEP
  }
  const row = useSyncExternalStore(onScroll, find, find)
  return printing ? 'all' : row
}
