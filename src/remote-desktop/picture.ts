import type RFB from '@novnc/novnc'
import type { ConnectionCommand } from '../machines/desktop/events.ts'

/** noVNC's JPEG quality and compression effort for each step. */
const steps = [
  { quality: 1, compression: 9 },
  { quality: 3, compression: 6 },
  { quality: 5, compression: 3 },
  { quality: 6, compression: 2 },
  { quality: 9, compression: 2 },
] as const

export function applySettings(
  rfb: RFB,
  { scaling, quality, viewOnly }: Extract<ConnectionCommand, { type: 'settings.apply' }>,
): void {
  const step = steps[quality]
  rfb.background = 'transparent'
  rfb.qualityLevel = step.quality
  rfb.compressionLevel = step.compression
  // Setting each of these has an effect at once, even if the value is the same.
  if (rfb.viewOnly !== viewOnly) rfb.viewOnly = viewOnly
  const [scales, resizes] = [scaling === 'fit', scaling === 'resize']
  if (rfb.scaleViewport !== scales) rfb.scaleViewport = scales
  if (rfb.resizeSession !== resizes) rfb.resizeSession = resizes
}

/** noVNC's canvas; absent until there is a connection. */
export const canvasIn = (screen: HTMLElement) =>
  screen.querySelector<HTMLCanvasElement>('canvas:not([data-ghost])')

/** Keeps the last picture until the next connection has drawn its own. */
export function leaveGhost(screen: HTMLElement): void {
  const canvas = canvasIn(screen)
  if (!canvas || canvas.width === 0) return
  const ghost = document.createElement('canvas')
  ghost.dataset.ghost = ''
  ghost.width = canvas.width
  ghost.height = canvas.height
  ghost.style.inlineSize = `${canvas.clientWidth}px`
  ghost.getContext('2d')?.drawImage(canvas, 0, 0)
  screen.querySelector('[data-ghost]')?.remove()
  screen.append(ghost)
}

/** Removes the last connection's picture, once the new one has drawn its own. */
export const clearGhost = (screen: HTMLElement): void =>
  screen.querySelector('[data-ghost]')?.remove()

/**
 * Calls back as soon as the desktop's picture is on noVNC's canvas, in the task that draws it. noVNC's
 * own event comes when the canvas is still empty. It shows pictures by drawing its back buffer onto the
 * canvas, and the first ones may be empty. Returns the clean-up.
 */
export function whenPainted(canvas: HTMLCanvasElement, painted: () => void): () => void {
  const context = canvas.getContext('2d')
  const sample = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!context || !sample) throw new Error('This browser draws no pictures.')
  const draw = context.drawImage as (...args: unknown[]) => void
  const stop = () => Reflect.deleteProperty(context, 'drawImage')
  const isPainted = (buffer: HTMLCanvasElement) => {
    const [x, y] = [buffer.width >> 1, buffer.height >> 1]
    sample.clearRect(0, 0, 1, 1)
    sample.drawImage(buffer, x, y, 1, 1, 0, 0, 1, 1)
    return sample.getImageData(0, 0, 1, 1).data[3] === 255
  }
  context.drawImage = (...args: unknown[]) => {
    draw.apply(context, args)
    if (!isPainted(args[0] as HTMLCanvasElement)) return
    stop()
    painted()
  }
  return stop
}

/**
 * Makes noVNC's objects with the right kinds of canvas. The visible one is opaque, so that browsers need
 * not mix it with what is below for each frame. The hidden one is read back on each resize of the desktop;
 * browsers warn of that, unless the canvas was created for it.
 */
export function withFittingCanvases<T>(make: () => T): T {
  const { prototype } = HTMLCanvasElement
  const getContext = prototype.getContext as (...args: unknown[]) => unknown
  prototype.getContext = function (this: HTMLCanvasElement, type: string, options?: object) {
    const isShown = this.parentNode !== null
    const fitting = isShown ? { alpha: false } : { willReadFrequently: true }
    return getContext.call(this, type, { ...fitting, ...options })
  } as typeof prototype.getContext
  try {
    return make()
  } finally {
    prototype.getContext = getContext as typeof prototype.getContext
  }
}
