import type RFB from '@novnc/novnc'
import type { Channel } from '@novnc/novnc'
import { dragAcross } from './drag.ts'
import {
  HEAD_BYTES,
  type Layout,
  nextLayout,
  readLayout,
  SCREEN_BYTES,
  type ScreenNumber,
  screenIn,
  writeLayout,
} from './layout.ts'

/** Why the screens changed, in an ExtendedDesktopSize: this page or another one requested it. */
const reasons = { thisPage: 1, anotherPage: 2 }
/** The least milliseconds between two changes of the screens. */
const MIN_INTERVAL = 100

/** Shows one screen of the desktop, in the size that the page wants. noVNC itself knows only one screen. */
export function createOwnScreen(own: ScreenNumber, channel: Channel) {
  let layout: Layout | null = null
  let shown: readonly number[] = [own]
  const ownScreen = () => (layout ? screenIn(layout, own) : undefined)
  limitRequests(channel, () => ownScreen() ?? (own === 1 ? null : nothing))

  /** If a screen has one page, that page decides its size. If it has several, the last one that was resized does. */
  const isAlone = () => shown.filter(screen => screen === own).length < 2

  function ask(rfb: RFB, resizes: boolean): void {
    if (!layout || rfb._pendingRemoteResize) return
    const since = Date.now() - rfb._lastResize
    clearTimeout(rfb._resizeTimeout)
    if (since < MIN_INTERVAL) {
      rfb._resizeTimeout = setTimeout(() => ask(rfb, resizes), MIN_INTERVAL - since)
      return
    }
    const { w, h } = rfb._screenSize()
    const size = { width: Math.floor(w), height: Math.floor(h) }
    if (size.width < 1 || size.height < 1) return
    const fits = resizes && rfb.resizeSession && !rfb.viewOnly
    const next = nextLayout(layout, { own, shown, size, resizes: fits })
    if (!next) return
    rfb._pendingRemoteResize = true
    rfb._lastResize = Date.now()
    channel.send(writeLayout(next))
  }

  let review = () => {}
  return {
    /** To be called before it is connected. */
    attach(rfb: RFB) {
      review = () => ask(rfb, isAlone())
      dragAcross(rfb, () => (layout?.length ?? 1) > 1)
      rfb._requestRemoteResize = () => ask(rfb, true)
      rfb._updateClip = () => {
        const { _display: display } = rfb
        const { x, y, width, height } = ownScreen() ?? wholeOf(rfb)
        display.clipViewport = true
        display.viewportChangeSize(width, height)
        display.viewportChangePos(x - display._viewportLoc.x, y - display._viewportLoc.y)
      }
      const handle = rfb._handleExtendedDesktopSize.bind(rfb)
      rfb._handleExtendedDesktopSize = () => {
        const bytes = peekLayout(rfb)
        if (!bytes) return false
        const { x: reason, y: refusal } = rfb._FBU
        if (reason !== reasons.thisPage || refusal === 0) layout = readLayout(bytes)
        const isRead = handle()
        // Two pages that asked at once: the later one did not know of the other.
        if (reason === reasons.anotherPage) ask(rfb, isAlone())
        return isRead
      }
    },
    /** @param screens those that pages show, one for each page */
    reported(screens: readonly number[]) {
      shown = screens
      review()
    },
  }
}

const nothing = { x: 0, y: 0, width: 1, height: 1 }
const wholeOf = ({ _fbWidth: width, _fbHeight: height }: RFB) => ({ x: 0, y: 0, width, height })

/** Limits requests, because noVNC requests the whole picture. @param part the part to request; null: all of it */
function limitRequests(channel: Channel, part: () => typeof nothing | null): void {
  const send = channel.send.bind(channel)
  /** FramebufferUpdateRequest and EnableContinuousUpdates. */
  const isRequest = (data: Uint8Array) => data.length === 10 && (data[0] === 3 || data[0] === 150)
  channel.send = data => {
    const limits = data instanceof Uint8Array && isRequest(data) ? part() : null
    if (!limits) return send(data)
    const { x, y, width, height } = limits
    const smaller = Uint8Array.from(data as Uint8Array)
    const view = new DataView(smaller.buffer)
    for (const [at, value] of [x, y, width, height].entries()) view.setUint16(2 + 2 * at, value)
    send(smaller)
  }
}

/** Null: it has not come as a whole yet. */
function peekLayout({ _sock: sock }: RFB): Uint8Array | null {
  if (sock.rQwait('screens', HEAD_BYTES)) return null
  const length = HEAD_BYTES + SCREEN_BYTES * sock.rQpeek8()
  return sock.rQwait('screens', length) ? null : sock.rQpeekBytes(length)
}
