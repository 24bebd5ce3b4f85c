import type RFB from '@novnc/novnc'

/** How many pixels noVNC may change in one go, and how long it may work, in milliseconds. */
const PIXELS = 80_000_000
const TIME = 50
/** A resize copies each pixel out of the old picture, into the new one, and onto the page. */
const COPIES = 3

/** RRE: one part of the picture may have 4 billion others in it. Servers that know Tight do not use it. */
const RRE = 2

/**
 * noVNC reads all that has arrived in one go. A program of the desktop can put 4,000 fills of the whole picture into
 * 60 KB, and the tab would not respond for minutes. So noVNC pauses before the next message or the next part of the
 * picture when it has done enough, and the browser has its turn.
 */
export function limitWork(rfb: RFB): void {
  const { port1: turn, port2: nextTurn } = new MessageChannel()
  const { _normalMsg: readMessage, _handleRect: readPart, _resize: resize } = rfb
  const { rQwait: isMissing } = rfb._sock
  let begun: number | null = null
  let pixels = 0
  let isPaused = false

  // No timer, because browsers delay those of hidden pages by up to a minute.
  turn.onmessage = () => {
    begun = null
    pixels = 0
    if (!isPaused) return
    isPaused = false
    rfb._handleMessage()
  }
  function mustPause(): boolean {
    if (begun === null) {
      begun = performance.now()
      nextTurn.postMessage(null)
    }
    isPaused ||= pixels >= PIXELS || performance.now() - begun >= TIME
    return isPaused
  }

  delete rfb._decoders[RRE]
  // Both tell noVNC that the rest has not arrived yet.
  rfb._normalMsg = () => !mustPause() && readMessage.call(rfb)
  rfb._sock.rQwait = (what, ...needed) =>
    isMissing.call(rfb._sock, what, ...needed) || (what === 'rect header' && mustPause())
  rfb._handleRect = () => {
    const { x, y, width, height, encoding } = rfb._FBU
    const isOutside = x + width > rfb._fbWidth || y + height > rfb._fbHeight
    // The encodings below zero are no parts of the picture.
    if (encoding >= 0 && isOutside) throw new Error('A part of the picture is outside of it.')
    const isRead = readPart.call(rfb)
    if (isRead) pixels += width * height
    return isRead
  }
  rfb._resize = (width, height) => {
    pixels += COPIES * width * height
    resize.call(rfb, width, height)
  }
}
