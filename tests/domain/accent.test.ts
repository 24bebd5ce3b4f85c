import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, readable } from '../../platform/event/details/accent.ts'
import { accentProperties } from '../../src/domain/accent.ts'

const tokens = readFileSync('src/ui/tokens.css', 'utf8')
const colors = ['#c8102e', '#ffd000', '#000000', '#ffffff', '#0000ff', '#7f7f7f', '#00ff00']

type Scheme = 'light' | 'dark'

const pairOf = (value: string, scheme: Scheme) => {
  const split = /^light-dark\((.+), (#\w+|color-mix.+)\)$/.exec(value)
  return split?.[scheme === 'light' ? 1 : 2] ?? value
}

/** Computes a value as the browser mixes colours. */
function computed(value: string): string {
  const mix = /^color-mix\(in srgb, (#\w+) (\d+)%, (#\w+)\)$/.exec(value)
  if (!mix) return value
  const [, one = '', share = '', other = ''] = mix
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map(at =>
    Math.round(part(one, at) * (+share / 100) + part(other, at) * (1 - +share / 100)),
  )
  return `#${mixed.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

const token = (name: string, scheme: Scheme) => {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
  return scheme === 'light' ? light : dark
}

test.each(
  colors.flatMap(
    color =>
      [
        [color, 'light'],
        [color, 'dark'],
      ] as const,
  ),
)('text on and in the accent %s is readable in the %s scheme', (color, scheme) => {
  const properties = accentProperties({
    light: readable(color, 'light'),
    dark: readable(color, 'dark'),
  })
  const own = (name: string) => computed(pairOf(properties[`--${name}`] ?? '', scheme))
  const pairs = [
    [own('on-accent'), own('accent')],
    [own('on-accent'), own('accent-hover')],
    [own('accent-text'), own('accent-tint')],
    [token('text', scheme), own('accent-tint')],
    [token('muted', scheme), own('accent-tint')],
    [own('accent-text'), token('hover', scheme)],
  ] as const
  for (const [ink, ground] of pairs)
    expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  expect(contrast(own('focus'), own('accent-tint'))).toBeGreaterThanOrEqual(3)
})

test('each scheme has the accent that was chosen for it', () => {
  const { '--on-accent': _, ...colored } = accentProperties({ light: '#123456', dark: '#abcdef' })
  for (const [name, value] of Object.entries(colored)) {
    expect(pairOf(value, 'light'), name).toMatch(/#123456/)
    expect(pairOf(value, 'dark'), name).toMatch(/#abcdef/)
    expect(pairOf(value, 'light'), name).not.toMatch(/#abcdef/)
  }
})

test('every property is one of tokens.css', () => {
  const names = Object.keys(accentProperties({ light: '#000000', dark: '#ffffff' }))
  expect(names.filter(name => !tokens.includes(`${name}:`))).toEqual([])
})
