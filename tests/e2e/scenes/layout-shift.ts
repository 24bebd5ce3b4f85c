import type { Page } from 'playwright/test'

declare global {
  var shiftsCountFrom: number | undefined
}

/**
 * Shifts of this page count from now on. Those of a window that has changed its size are reported with the next
 * picture, and browsers take a late one for a shift that nobody asked for.
 */
export const countShiftsFromNow = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            globalThis.shiftsCountFrom = performance.now()
            resolve()
          }),
        )
      }),
  )

/**
 * The sum of all shifts since the page was asked for, or since `countShiftsFromNow`. The picture of a remote desktop does not count:
 * it takes the size of the window as soon as the desktop has followed, and goes with the connection.
 */
export const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        type Shift = PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null }[]
        }
        const isDesktop = document.querySelector('#screen') !== null
        const isOfPicture = ({ sources }: Shift) =>
          isDesktop && sources.every(({ node }) => node === null || node.nodeName === 'CANVAS')
        const observer = new PerformanceObserver(list => {
          observer.disconnect()
          const shifts = (list.getEntries() as Shift[]).filter(
            shift =>
              !shift.hadRecentInput &&
              !isOfPicture(shift) &&
              shift.startTime > (globalThis.shiftsCountFrom ?? 0),
          )
          resolve(shifts.reduce((sum, { value }) => sum + value, 0))
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(resolve, 50, 0)
      }),
  )
