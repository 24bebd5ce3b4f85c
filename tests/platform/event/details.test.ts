import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  contrast,
  readable,
  type Scheme,
  surfaces,
} from '../../../platform/event/details/accent.ts'
import { loadEvent } from '../../../platform/event/load.ts'
import { firstStart, minimalEvent, writeFolder } from './write-folder.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const load = async (more: string, files: Record<string, string> = {}) =>
  loadEvent(await writeFolder({ 'event.yaml': `${minimalEvent}${more}`, ...files }), { firstStart })
/** From any folder of a host. */
const upToRoot = '../'.repeat(20)
const mistakeIn = async (more: string, files?: Record<string, string>) =>
  load(more, files).then(
    () => 'none',
    error => error.message,
  )

test('a text is English, or one for each language; what is not said is absent', async () => {
  const { event, warnings } = await load(
    'intro: Hello\nrules: { en: Be kind., de: Seid nett. }\ndiscord: https://discord.gg/abc\n' +
      'contact: help@example.org\n',
  )
  expect(warnings).toEqual([])
  expect(event.details).toEqual({
    intro: { en: 'Hello' },
    rules: { en: 'Be kind.', de: 'Seid nett.' },
    discordUrl: 'https://discord.gg/abc',
    contact: 'help@example.org',
  })
})

test('a text that no page can show in time is bounded, and a warning names its language', async () => {
  const deep = '> '.repeat(1000)
  const { event, warnings } = await load(`rules: { de: "${deep}x" }`)
  expect(event.details.rules?.de).not.toBe(`${deep}x`)
  expect(warnings).toMatchObject([{ file: 'event.yaml', line: 4, field: 'rules.de' }])
})

describe('a mistake is named with file, line and field', () => {
  test.each([
    ['contact: nobody', 'contact: must be an e-mail address'],
    ['discord: http://example.org', 'discord: must be a link like https://discord.gg/abcdef'],
    ['accentColor: red', "accentColor: must be a colour in quotes, like '#c8102e'"],
    [
      'accentColor: #c8102e',
      "accentColor: must be a colour in quotes, like '#c8102e', or a block of light and dark",
    ],
    ['rules: { english: Hi }', 'rules.english: must be a language like en, de or pt-BR'],
    ['rules: 7', 'rules: must be text, or a text for each language: {en: …, de: …}'],
    ['logo: none.png', "logo: 'none.png' does not exist"],
    [`logo: ${upToRoot}etc/hostname`, `logo: '${upToRoot}etc/hostname' lies outside`],
    ['logo: event.yaml', "logo: 'event.yaml' is not a PNG, JPEG, GIF, WebP or SVG picture"],
    ['logo: .', "logo: '.' "],
  ])('%s', async (line, message) => {
    expect(await mistakeIn(line)).toContain(`event.yaml:4: ${message}`)
  })

  test('a logo that is too large', async () => {
    const large = { 'logo.svg': svg + ' '.repeat(512 * 1024) }
    expect(await mistakeIn('logo: logo.svg', large)).toContain('is larger than 512 KB')
  })
})

test('a logo is what its bytes say, and its tag changes with them', async () => {
  const folder = await writeFolder({
    'event.yaml': `${minimalEvent}logo: logo.png\n`,
    'logo.png': svg,
  })
  const first = (await loadEvent(folder, { firstStart })).event.logo
  expect(first?.type).toBe('image/svg+xml')
  await writeFile(join(folder, 'logo.png'), Buffer.from('89504e470d0a1a0a00', 'hex'))
  const second = (await loadEvent(folder, { firstStart })).event.logo
  expect(second?.type).toBe('image/png')
  expect(second?.tag).not.toBe(first?.tag)
})

describe('the accent can be read in both schemes', () => {
  const schemes: Scheme[] = ['light', 'dark']
  const colors = ['#c8102e', '#ffd000', '#000000', '#ffffff', '#0000ff', '#7f7f7f', '#00ff00']

  test.each(colors)('%s', color => {
    for (const scheme of schemes)
      expect(contrast(readable(color, scheme), surfaces[scheme])).toBeGreaterThanOrEqual(4.5)
  })

  test('a colour that can be read stays as it is, and one that cannot is warned of', async () => {
    const { event, warnings } = await load("accentColor: { light: '#A00D25', dark: '#a00d25' }")
    expect(event.details.accentColor?.light).toBe('#a00d25')
    expect(event.details.accentColor?.dark).not.toBe('#a00d25')
    expect(warnings).toMatchObject([{ field: 'accentColor.dark' }])
  })

  test('on every surface of the app', async () => {
    const tokens = await readFile(join(import.meta.dirname, '../../../src/ui/tokens.css'), 'utf8')
    const names = ['bg', 'surface', 'sunken', 'raised', 'hover']
    for (const name of names) {
      const [, light = '', dark = ''] =
        new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
      const shades = colors.map(color => [readable(color, 'light'), readable(color, 'dark')])
      for (const [onLight = '', onDark = ''] of shades) {
        expect(contrast(onLight, light), name).toBeGreaterThanOrEqual(4.5)
        expect(contrast(onDark, dark), name).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})
