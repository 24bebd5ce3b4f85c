import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContentWatch, examine } from '../../src/remote-desktop/content.ts'

const width = 64
type Colour = readonly [red: number, green: number, blue: number]

function paint(height: number, colourAt: (x: number, y: number) => Colour) {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 4) {
    const pixel = at / 4
    data.set([...colourAt(pixel % width, Math.floor(pixel / width)), 255], at)
  }
  return data
}
const mix = (from: Colour, to: Colour, part: number): Colour =>
  [...([0, 1, 2] as const).map(at => from[at] + (to[at] - from[at]) * part)] as unknown as Colour

/** Smooth letters of a terminal: a stem, its soft edges, and the background. */
const letters = (background: Colour, ink: Colour) =>
  paint(32, (x, y) =>
    mix(background, ink, y % 16 < 5 ? 0 : ([0, 0.3, 1, 0.55, 0, 0, 0, 0][x % 8] ?? 0)),
  )
const photo = paint(32, (x, y) => [
  128 + 90 * Math.sin(x / 9 + y / 31) + ((x * 7919 + y * 104_729) % 23),
  110 + 80 * Math.sin(y / 7) + ((x * 31 + y * 17) % 19),
  90 + 70 * Math.cos((x + y) / 11),
])

test('smooth letters are no photo, in any two colours', () => {
  const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  fc.assert(
    fc.property(colour, colour, (background, ink) => {
      expect(examine(letters(background, ink)).isPhoto).toBe(false)
    }),
  )
})

test('a photo is one, and its sum changes with a single pixel', () => {
  const before = examine(photo)
  expect(before.isPhoto).toBe(true)
  const changed = photo.slice()
  changed[4000] = (changed[4000] ?? 0) ^ 1
  expect(examine(changed).sum).not.toBe(before.sum)
})

/** A picture whose left half is a photo. The test sets the other half. */
function picture() {
  const shown = { right: letters([28, 26, 23], [236, 232, 223]) }
  const context = {
    getImageData: (x: number) => ({ data: x < 64 ? photo : shown.right }),
  }
  return { shown, canvas: { getContext: () => context } as unknown as HTMLCanvasElement }
}
const [left, right] = [
  { x: 0, y: 0, width: 64, height: 32 },
  { x: 64, y: 0, width: 64, height: 32 },
]

test('only what has changed is looked at, once', () => {
  const { canvas, shown } = picture()
  const { changed, photoShare } = createContentWatch()
  expect(photoShare()).toBe(null)
  changed(canvas, left)
  expect(photoShare()).toBe(1)
  expect(photoShare()).toBe(null)
  changed(canvas, right)
  expect(photoShare()).toBe(0)
  // The bounds of a change in the text include the photo.
  shown.right = letters([28, 26, 23], [70, 192, 124])
  changed(canvas, { ...left, width: 128 })
  expect(photoShare()).toBe(0)
})
