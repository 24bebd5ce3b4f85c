import type RFB from '@novnc/novnc'
import type { ConnectionCommand } from '../machines/desktop/events.ts'
import type { Area } from './content.ts'

/** noVNC's JPEG quality and compression effort for each step. */
const steps = [
  { quality: 1, compression: 9 },
  { quality: 3, compression: 6 },
  { quality: 5, compression: 3 },
  { quality: 6, compression: 2 },
  { quality: 9, compression: 2 },
] as const

/** noVNC puts a quality into each list of encodings. This value puts encoding 0 there, which every list has anyway. */
const NO_JPEG = 32

export function applySettings(
  rfb: RFB,
  { scaling, quality, exact, viewOnly }: Extract<ConnectionCommand, { type: 'settings.apply' }>,
): void {
  const step = steps[quality]
  rfb.background = 'transparent'
  const wasExact = rfb._qualityLevel === NO_JPEG
  rfb.compressionLevel = step.compression
  // Without a quality, no part of the picture is sent as JPEG. noVNC itself has no choice for that.
  if (!exact) rfb.qualityLevel = step.quality
  else if (!wasExact) {
    rfb._qualityLevel = NO_JPEG
    if (rfb._rfbConnectionState === 'connected') rfb._sendEncodings()
  }
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
export function keepPicture(screen: HTMLElement): void {
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
export const dropPicture = (screen: HTMLElement): void =>
  screen.querySelector('[data-ghost]')?.remove()

/** noVNC's buffer, the new part of it, and the position of that part on the canvas: left, top, width, height. */
type Frame = [
  ...[buffer: HTMLCanvasElement, x: number, y: number, width: number, height: number],
  ...[left: number, top: number],
]

interface PictureEvents {
  /** What of noVNC's buffer is new. */
  shown(buffer: HTMLCanvasElement, area: Area): void
  /** Called as soon as the desktop's picture is on the canvas, in the task that draws it. */
  painted(): void
  /** After a crash of the graphics process, the picture is lost, and the desktop sends only changes. */
  lost(): void
}

/**
 * Watches noVNC's canvas. noVNC shows a picture by drawing its buffer onto the canvas, and has no event for that.
 * Its `connect` comes when the canvas is still empty.
 */
export function watchPicture(canvas: HTMLCanvasElement, { shown, painted, lost }: PictureEvents) {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  let hasPicture = false
  const draw = context.drawImage as (...args: unknown[]) => void
  context.drawImage = (...args: unknown[]) => {
    draw.apply(context, args)
    const [buffer, x, y, width, height, left, top] = args as Frame
    shown(buffer, { x, y, width, height })
    if (hasPicture) return
    // The buffer has all screens of the desktop.
    const [centreX, centreY] = [x - left + (canvas.width >> 1), y - top + (canvas.height >> 1)]
    if (!isPainted(buffer, centreX, centreY)) return
    hasPicture = true
    painted()
  }
  // Comes when the graphics process is back: before that, a new connection could not draw either.
  canvas.addEventListener('contextrestored', () => {
    hasPicture = false
    lost()
  })
  return {
    hasPicture: () => hasPicture,
    stop: () => Reflect.deleteProperty(context, 'drawImage'),
  }
}

/** Whether the desktop's picture is in noVNC's buffer: the first frames may be empty. */
function isPainted(buffer: HTMLCanvasElement, x: number, y: number): boolean {
  const sample = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  sample?.drawImage(buffer, x, y, 1, 1, 0, 0, 1, 1)
  return sample?.getImageData(0, 0, 1, 1).data[3] === 255
}

/**
 * Makes noVNC's objects with suitable canvases. The visible one is opaque, so that browsers need not blend it with the
 * elements below for each frame. The hidden one is read at each resize of the desktop, and browsers warn about that,
 * unless the canvas was created for it.
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
