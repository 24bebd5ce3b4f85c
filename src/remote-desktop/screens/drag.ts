import type RFB from '@novnc/novnc'

/**
 * Lets a drag continue beyond the edge of the page, onto the screen beside it. noVNC ends it at the edge.
 *
 * @param hasNeighbour whether there is one
 */
export function dragAcross(rfb: RFB, hasNeighbour: () => boolean): void {
  let pointer: { clientX: number; clientY: number } | null = null
  let wasPressed = false
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }
  const keep = (event: MouseEvent) => {
    pointer = event
  }
  for (const type of ['mousedown', 'mousemove', 'mouseup'] as const)
    window.addEventListener(type, keep, options)
  window.addEventListener(
    'touchstart',
    () => {
      pointer = null
    },
    options,
  )

  const send = rfb._sendMouse.bind(rfb)
  rfb._sendMouse = (x, y, mask) => {
    // The release of the last button is the end of the drag, and is where the pointer is.
    const isDrag = mask !== 0 || wasPressed
    wasPressed = mask !== 0
    if (!isDrag || !pointer || !hasNeighbour()) return send(x, y, mask)
    const { left, top } = rfb._canvas.getBoundingClientRect()
    const { _fbWidth, _fbHeight, _display: display } = rfb
    const { x: fromLeft, y: fromTop } = display._viewportLoc
    const within = (at: number, from: number, length: number) =>
      Math.min(Math.max(at, -from * display.scale), (length - 1 - from) * display.scale)
    send(
      within(pointer.clientX - left, fromLeft, _fbWidth),
      within(pointer.clientY - top, fromTop, _fbHeight),
      mask,
    )
  }
  rfb.addEventListener('disconnect', () => over.abort())
}
