import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync('src/ui/tokens.css', 'utf8')
const schemes = ['light', 'dark'] as const

function colour(token: string, scheme: (typeof schemes)[number]) {
  const pair = new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)
  const found =
    pair?.[scheme === 'light' ? 1 : 2] ?? new RegExp(`--${token}: (#\\w+)`).exec(css)?.[1]
  if (!found) throw new Error(`no colour --${token} in tokens.css`)
  return found
}

/** WCAG 2.2 relative luminance of `#rrggbb`. */
function luminance(hex: string) {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function ratio(a: string, b: string) {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['bg', 'surface', 'sunken', 'raised', 'hover']
const inks = ['text', 'muted', 'accent-text', 'success-text', 'danger-text', 'warn-text']
const texts = [
  ...grounds.flatMap(ground => inks.map(ink => [ink, ground] as const)),
  ...['accent', 'accent-hover'].map(ground => ['on-accent', ground] as const),
  ['on-danger', 'danger'],
  ...['accent', 'success', 'danger', 'warn'].flatMap(
    tone =>
      [
        [`${tone}-text`, `${tone}-tint`],
        ['text', `${tone}-tint`],
        ['muted', `${tone}-tint`],
      ] as const,
  ),
] as const
const tints = ['accent', 'success', 'danger', 'warn'].map(
  tone => ['focus', `${tone}-tint`] as const,
)
const series = ['surface', 'bg'].flatMap(ground =>
  [1, 2, 3, 4, 5].map(number => [`series-${number}`, ground] as const),
)
const shapes = ['bg', 'surface', 'sunken', 'raised', 'hover'].flatMap(ground =>
  ['focus', 'line-strong', 'success', 'danger'].map(shape => [shape, ground] as const),
)

test.each(schemes)('text is readable in the %s scheme: 4.5 to 1', scheme => {
  const weak = texts
    .map(([ink, ground]) => [ink, ground, ratio(colour(ink, scheme), colour(ground, scheme))])
    .filter(([, , value]) => Number(value) < 4.5)
  expect(weak).toEqual([])
})

test.each(schemes)(
  'borders, marks, lines of charts and the focus ring stand out in the %s scheme: 3 to 1',
  scheme => {
    const weak = [...shapes, ...tints, ...series]
      .map(([ink, ground]) => [ink, ground, ratio(colour(ink, scheme), colour(ground, scheme))])
      .filter(([, , value]) => Number(value) < 3)
    expect(weak).toEqual([])
  },
)
