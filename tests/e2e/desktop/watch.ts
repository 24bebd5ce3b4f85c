import type { Page } from 'playwright/test'

/** What the page showed from one moment on, in milliseconds since the page was opened. */
export interface Sight {
  at: number
  /** Whether the page covers nothing, which means that it is connected. */
  connected: boolean
  picture: 'shown' | 'last one' | 'none'
}

declare global {
  var sights: Sight[]
}

/** Looks at the desktop's page before each frame, and notes what changes in `sights`. */
export const watchPicture = (page: Page): Promise<unknown> => page.addInitScript(watch)

function watch() {
  const small = new OffscreenCanvas(24, 24).getContext('2d', { willReadFrequently: true })
  /** Whether the desktop is visible: it is dark, but black only in shadows. */
  const isLit = (canvas: HTMLCanvasElement | null) => {
    if (!small || !canvas?.width || !canvas.clientWidth) return false
    small.clearRect(0, 0, 24, 24)
    small.drawImage(canvas, 0, 0, 24, 24)
    const { data } = small.getImageData(0, 0, 24, 24)
    let lit = 0
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) > 48) lit++
    }
    // After a window has grown, the new part is filled a moment later.
    return lit > 29
  }
  globalThis.sights = []
  const canvas = (name: string) => document.querySelector<HTMLCanvasElement>(name)
  function look() {
    const live = document.querySelector('#controls [data-connection]')
    const sight: Sight = {
      at: performance.now(),
      connected: live?.childElementCount === 0,
      picture: isLit(canvas('canvas:not([data-ghost])'))
        ? 'shown'
        : isLit(canvas('canvas[data-ghost]'))
          ? 'last one'
          : 'none',
    }
    const before = globalThis.sights.at(-1)
    if (before?.connected !== sight.connected || before.picture !== sight.picture) {
      globalThis.sights.push(sight)
    }
    requestAnimationFrame(look)
  }
  document.addEventListener('DOMContentLoaded', look)
}
