import RFB, { type Channel } from '@novnc/novnc'
import { withFittingCanvases } from './picture.ts'
import { limitWork } from './work-limit.ts'

/** Two screens, as large as the page ever asks for, have 18 million. */
const MAX_PIXELS = 40_000_000

/**
 * Opens noVNC. A program of the desktop may claim any size for it. The page needs 14 bytes for a pixel, so a picture of
 * 16,384 × 16,384 would stop the tab, also that of a team mate who watches. A larger desktop ends the connection.
 */
export function openRfb(screen: HTMLElement, channel: Channel): RFB {
  const rfb = withFittingCanvases(() => new RFB(screen, channel, { shared: true }))
  const resize = rfb._resize
  rfb._resize = (width, height) => {
    if (width * height > MAX_PIXELS)
      throw new Error(`The desktop is too large: ${width} × ${height} pixels.`)
    resize.call(rfb, width, height)
  }
  limitWork(rfb)
  return rfb
}
