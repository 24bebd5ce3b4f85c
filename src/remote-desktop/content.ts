/** The size of a tile, in pixels. */
const tile = { width: 64, height: 32 }
/** How many tiles are examined at once. */
const TILES = 24
/** How many changes are kept until the next examination. */
const CHANGES = 64
/** Text has a background, a foreground, and few colours between them: eight colours make up this share of it. */
const PLAIN = 0.75

/** A part of the picture, in pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Says how much of a changing picture looks like photos. */
export function createContentWatch(random: () => number = Math.random) {
  let picture: HTMLCanvasElement | null = null
  let changes: Area[] = []
  /** A sum for each tile. A change names its bounds only, and pixels in them may be as before. */
  const known = new Map<string, number>()

  function pick({ x, y, width, height }: Area) {
    const at = (start: number, length: number, step: number) =>
      Math.floor((start + random() * length) / step) * step
    return { x: at(x, width, tile.width), y: at(y, height, tile.height) }
  }
  return {
    /** To be called for each frame, with the part of the picture that it changed. */
    changed(now: HTMLCanvasElement, change: Area) {
      picture = now
      if (changes.length < CHANGES) changes.push(change)
      else changes[Math.floor(random() * CHANGES)] = change
    },
    /** The part of the changes since the last call that looks like photos; null if nothing has changed. */
    photoShare(): number | null {
      const context = changes.length > 0 ? picture?.getContext('2d') : null
      if (!context) return null
      const examined = new Set<string>()
      const found: boolean[] = []
      for (let count = 0; count < TILES; count++) {
        const change = changes[count % changes.length]
        if (!change) continue
        const { x, y } = pick(change)
        const key = `${x} ${y}`
        if (examined.has(key)) continue
        examined.add(key)
        const { data } = context.getImageData(x, y, tile.width, tile.height)
        const { sum, isPhoto } = examine(data)
        if (known.get(key) !== sum) found.push(isPhoto)
        known.set(key, sum)
      }
      changes = []
      return found.length > 0 ? found.filter(Boolean).length / found.length : null
    },
  }
}

/** Whether pixels have as many colours as a photo, and a sum that changes with them. */
export function examine(data: Uint8ClampedArray): { sum: number; isPhoto: boolean } {
  const counts = new Map<number, number>()
  let sum = 0
  for (let at = 0; at + 2 < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]]
    sum = (Math.imul(sum, 31) + (red << 16) + (green << 8) + blue) | 0
    const colour = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const most = [...counts.values()].sort((a, b) => b - a).slice(0, 8)
  const covered = most.reduce((total, count) => total + count, 0)
  return { sum, isPhoto: covered < PLAIN * (data.length / 4) }
}
