import type RFB from '@novnc/novnc'
import type { ConnectionCommand } from '../../machines/desktop/events.ts'

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
  // Each of these sets to work at once, even where nothing changes.
  if (rfb.viewOnly !== viewOnly) rfb.viewOnly = viewOnly
  const [scales, resizes] = [scaling === 'fit', scaling === 'resize']
  if (rfb.scaleViewport !== scales) rfb.scaleViewport = scales
  if (rfb.resizeSession !== resizes) rfb.resizeSession = resizes
}

/** Leaves the last picture standing until the next connection draws its own. */
export function leaveGhost(screen: HTMLElement): void {
  const canvas = screen.querySelector<HTMLCanvasElement>('canvas:not([data-ghost])')
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

/** The first picture of a new connection comes a moment after it, in milliseconds. */
const GHOST_STAYS = 400

/** Takes the last connection's picture away, once the new one has drawn its own. */
export function clearGhost(screen: HTMLElement): void {
  const ghost = screen.querySelector('[data-ghost]')
  setTimeout(() => ghost?.remove(), GHOST_STAYS)
}
