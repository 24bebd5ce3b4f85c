/** The first screen is always there. The second one is there while a page shows it. */
export type ScreenNumber = 1 | 2

export interface Size {
  readonly width: number
  readonly height: number
}

/** A screen of the desktop, with its place in the whole picture, in pixels. */
export interface Screen extends Size {
  /** The display gives the first one any other id. */
  readonly id: number
  readonly x: number
  readonly y: number
  readonly flags: number
}
export type Layout = readonly Screen[]

const FIRST_ID = 1
const SECOND_ID = 0x6f70_6572

export const screenIn = (layout: Layout, screen: ScreenNumber): Screen | undefined =>
  layout.find(({ id }) => (id === SECOND_ID) === (screen === 2))

interface Wish {
  /** The screen that this page shows. */
  own: ScreenNumber
  /** The screens that pages show. */
  shown: readonly number[]
  /** The size of this page. */
  size: Size
  /** Whether a screen that is there takes this size. */
  resizes: boolean
}

/**
 * The screens that should be there: the second one to the right of the first.
 *
 * @returns null if they are there already
 */
export function nextLayout(now: Layout, { own, shown, size, resizes }: Wish): Layout | null {
  const next: Screen[] = []
  for (const screen of [1, 2] as const) {
    const known = screenIn(now, screen)
    const isWanted = screen === 1 || screen === own || shown.includes(screen)
    const isMissing = !known && screen !== own
    if (!isWanted || isMissing) continue
    const { width, height } = known && !(resizes && screen === own) ? known : size
    const { id, flags } = known ?? { id: screen === 1 ? FIRST_ID : SECOND_ID, flags: 0 }
    next.push({ id, flags, width, height, x: widthOf(next), y: 0 })
  }
  return isSame(now, next) ? null : next
}

const widthOf = (layout: Layout) => Math.max(0, ...layout.map(({ x, width }) => x + width))
const heightOf = (layout: Layout) => Math.max(0, ...layout.map(({ y, height }) => y + height))

function isSame(now: Layout, next: Layout): boolean {
  const text = (layout: Layout) =>
    JSON.stringify(layout.map(({ id, x, y, width, height }) => [id, x, y, width, height]).sort())
  return text(now) === text(next)
}

/** The parts of RFB's ExtendedDesktopSize: the number of screens, three bytes, and 16 bytes for each screen. */
export const HEAD_BYTES = 4
export const SCREEN_BYTES = 16

/** @param bytes of an ExtendedDesktopSize, after the head of its rectangle */
export function readLayout(bytes: Uint8Array): Layout {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: view.getUint8(0) }, (_, index) => {
    const at = HEAD_BYTES + SCREEN_BYTES * index
    return {
      id: view.getUint32(at),
      x: view.getUint16(at + 4),
      y: view.getUint16(at + 6),
      width: view.getUint16(at + 8),
      height: view.getUint16(at + 10),
      flags: view.getUint32(at + 12),
    }
  })
}

/** @returns a SetDesktopSize of RFB */
export function writeLayout(layout: Layout): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(8 + SCREEN_BYTES * layout.length))
  view.setUint8(0, 251)
  view.setUint16(2, widthOf(layout))
  view.setUint16(4, heightOf(layout))
  view.setUint8(6, layout.length)
  for (const [index, { id, x, y, width, height, flags }] of layout.entries()) {
    const at = 8 + SCREEN_BYTES * index
    view.setUint32(at, id)
    view.setUint16(at + 4, x)
    view.setUint16(at + 6, y)
    view.setUint16(at + 8, width)
    view.setUint16(at + 10, height)
    view.setUint32(at + 12, flags)
  }
  return new Uint8Array(view.buffer)
}
