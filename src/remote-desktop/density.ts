import type RFB from '@novnc/novnc'
import { scaleCommand, scales } from '../api/contract/desktop/messages.ts'
import type { ConnectionCommand, TextSize } from '../machines/desktop/events.ts'
import { applySettings } from './picture.ts'

/** More pixels than a screen of 4K has would take a connection that few have. */
const MAX_PIXELS = 9_000_000

/**
 * How many pixels of the desktop one pixel of the page has, along a line: as many as the screen, so the picture is
 * sharp.
 *
 * @param width of the window, in the page's pixels, and its height
 */
export function densityOf(width: number, height: number, ratio: number): number {
  return Math.min(ratio, Math.sqrt(MAX_PIXELS / Math.max(1, width * height)))
}

/** The size of texts that the desktop should use, in percent, in steps of 5. */
export function scaleFor(chosen: TextSize, density: number): number {
  const percent = chosen === 'auto' ? Math.round(density * 20) * 5 : chosen
  return Math.min(scales.most, Math.max(scales.least, percent))
}

type Settings = Extract<ConnectionCommand, { type: 'settings.apply' }>

interface DensityOptions {
  rfb: RFB
  screen: HTMLElement
  /** Sends a text to the platform. */
  send(text: string): void
}

/** Gives the desktop as many pixels as the window has on the screen, and texts of a size to read. */
export function followDensity({ rfb, screen, send }: DensityOptions) {
  let chosen: TextSize = 'auto'
  let sent: number | null = null
  const stopped = new AbortController()
  const density = () => {
    const { width, height } = screen.getBoundingClientRect()
    return densityOf(width, height, devicePixelRatio)
  }

  // noVNC counts in the page's pixels, and has no option for that.
  rfb._screenSize = () => {
    const { width, height } = screen.getBoundingClientRect()
    const scale = rfb.scaleViewport ? 1 : density()
    return { w: Math.floor(width * scale), h: Math.floor(height * scale) }
  }
  const updateScale = rfb._updateScale.bind(rfb)
  rfb._updateScale = () => {
    if (rfb.scaleViewport) return updateScale()
    rfb._display.scale = 1 / density()
    rfb._fixScrollbars()
    tell()
  }

  /** Only the page that decides the size of the desktop decides the size of its texts. */
  function tell() {
    if (!rfb.resizeSession || rfb.viewOnly || rfb._rfbConnectionState !== 'connected') return
    const percent = scaleFor(chosen, density())
    if (percent !== sent) send(scaleCommand(percent))
    sent = percent
  }

  /** A window that is moved to another screen keeps its size in the page's pixels. */
  function watchScreen() {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    const { signal } = stopped
    query.addEventListener(
      'change',
      () => {
        rfb._handleResize()
        watchScreen()
      },
      { once: true, signal },
    )
  }
  watchScreen()

  rfb.addEventListener('connect', tell)
  rfb.addEventListener('disconnect', () => stopped.abort())

  return {
    apply(settings: Settings) {
      applySettings(rfb, settings)
      chosen = settings.textSize
      tell()
    },
  }
}
