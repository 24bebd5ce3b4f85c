import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { loadEvent } from '../../../platform/event/load.ts'
import { formatProblem } from '../../../platform/event/model.ts'
import { readSource } from '../../../platform/event/yaml-source.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

const load = async (files: Record<string, string>) => {
  const folder = await writeFolder({ 'event.yaml': minimalEvent, ...files })
  const { event, warnings } = await loadEvent(folder, { firstStart })
  return { event, warnings: warnings.map(formatProblem) }
}
const described = (description: string) =>
  stringify({ name: 'Pilot', category: 'Web', value: 1, flags: ['x'], description })

test.each([
  [
    '600 lists in each other',
    Array.from({ length: 600 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'),
  ],
  ['5,000 quotes in each other', `${'>'.repeat(5000)} a`],
  ['3,000 images in each other', `${'!['.repeat(3000)}a${'](b)'.repeat(3000)}`],
  ['marks that never close', '*a_ '.repeat(2000)],
])('a description of %s is shown as it is typed, and a warning says so', async (_, text) => {
  const { event, warnings } = await load({ 'pilot/challenge.yml': described(text) })
  expect(event.challenges[0]?.description.slice(0, 1000)).toBe(`\`\`\`\n${text}`.slice(0, 1000))
  expect(warnings.at(-1)).toMatch(/^pilot\/challenge.yml:\d+: description: is nested too deeply/)
})

test('a description that is too long is cut, and a warning says so', async () => {
  const { event, warnings } = await load({
    'pilot/challenge.yml': described('word '.repeat(20_000)),
  })
  expect(event.challenges[0]?.description).toHaveLength(50_000)
  expect(warnings).toEqual([
    expect.stringMatching(
      /description: is longer than 50,000 characters or 2,000 lines; its end is cut/,
    ),
  ])
})

test('score groups, too, say in event.yaml what a page can show', async () => {
  const groups = {
    scoreGroups: [{ name: `Open\u202e\n${'x'.repeat(300)}`, description: '>'.repeat(99) }],
  }
  const { event, warnings } = await load({ 'event.yaml': `${minimalEvent}${stringify(groups)}` })
  expect(event.scoreGroups[0]?.name).toBe(`Open ${'x'.repeat(195)}`)
  expect(event.scoreGroups[0]?.description).toMatch(/^```\n>+\n```$/)
  expect(warnings.map(line => line.replace(/:\d+:/, ':'))).toEqual([
    'event.yaml: scoreGroups[0].name: has characters that nobody sees and that change other text; they are left out',
    'event.yaml: scoreGroups[0].name: is longer than 200 characters; its end is cut',
    expect.stringMatching(/^event.yaml: scoreGroups\[0\].description: is nested too deeply/),
  ])
})

const bomb = `a: &a [x, x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, at) => {
  const [name, of] = ['bcdefghij'[at], 'abcdefghi'[at]]
  return `${name}: &${name} [${Array(10).fill(`*${of}`).join(', ')}]`
}).join('\n')}\n`
const depth = 50_000

test.each([
  ['a bomb of aliases', `${bomb}${challenge('flags: [x]')}`],
  [
    'a bomb of merged blocks',
    `${bomb.replaceAll('[', '{ k: [').replaceAll(']', '] }')}${challenge('flags: [x]')}`,
  ],
  ['lists without an end', `name: T\ncategory: W\nflags: ${'['.repeat(depth)}`],
  ['lists in each other', `name: T\ncategory: W\nflags: ${'['.repeat(depth)}${']'.repeat(depth)}`],
  [
    'blocks in each other',
    `name: T\ncategory: W\nflags: [x]\nextra: ${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`,
  ],
  ['five megabytes', `${challenge('flags: [x]')}# ${'x'.repeat(5 * 2 ** 20)}`],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]).toString('latin1')],
  ['a NUL', `name: "a\\0b"\ncategory: "\\0"\nflags: ["\\0"]\nvalue: 1`],
])('a challenge that is %s leaves the others as they are', async (_, text) => {
  const { event, warnings } = await load({
    'hostile/challenge.yml': text,
    'pilot/challenge.yml': challenge('flags: [x]'),
  })
  expect(event.challenges.map(({ name }) => name)).toContain('Test Pilot')
  const names = event.challenges.map(({ name, categorySlug, slug }) => [name, categorySlug, slug])
  expect(JSON.stringify([names, event.categories])).not.toContain('\\u0000')
  expect(warnings.join('\n')).toMatch(/^hostile\/challenge.yml:/m)
})

test('points that no sum could hold are bounded, and a warning says so', async () => {
  const text = stringify({ name: 'Pilot', category: 'Web', value: 1e308, flags: ['x'] })
  const { event, warnings } = await load({ 'pilot/challenge.yml': text })
  expect(event.challenges[0]?.value).toEqual({ kind: 'static', points: 1e9 })
  expect(warnings).toEqual([expect.stringMatching(/value: is more than 1,000,000,000 points/)])
})

test('a file whose name nobody could keep is left out, and the event is loaded', async () => {
  const folder = await writeFolder({
    'event.yaml': minimalEvent,
    'pilot/challenge.yml': challenge('flags: [x]\nfiles: [given]'),
    'pilot/given/good': '',
    'pilot/given/..\\evil': '',
    'pilot/given/two\nlines': '',
  })
  const latin1 = Buffer.from([0xff, 0xfe])
  await writeFile(Buffer.concat([Buffer.from(`${folder}/pilot/given/`), latin1]), '')
  const { event, warnings } = await loadEvent(folder, { firstStart })
  expect(event.challenges[0]?.files.map(({ name }) => name)).toEqual(['given/good'])
  expect(warnings.map(formatProblem)).toEqual([
    expect.stringMatching(/evil' has a name that other systems cannot keep/),
    expect.stringMatching(/lines' has a name that other systems cannot keep/),
    expect.stringMatching(/cannot be read: rename it in UTF-8/),
  ])
})

/** An event with a challenge that hands out empty files of these names. */
async function loadHandouts(names: readonly string[]) {
  const folder = await writeFolder({
    'event.yaml': minimalEvent,
    'pilot/challenge.yml': challenge('flags: [x]\nfiles: [given]'),
    ...Object.fromEntries(names.map(name => [`pilot/given/${name}`, ''])),
  })
  return loadEvent(folder, { firstStart })
}

test('a file whose name Windows cannot keep is handed out, with a warning', async () => {
  const odd = ['a:b.txt', 'aux', 'com1.txt', 'con.txt', 'end.', 'space ', 'why?']
  const names = [...odd, 'console.txt', 'a.b', ' c']
  const { event, warnings } = await loadHandouts(names)
  expect(event.challenges[0]?.files).toHaveLength(names.length)
  expect(warnings.map(({ message }) => message)).toEqual(
    odd.map(name => `'given/${name}' has a name that Windows cannot keep: rename it`),
  )
})

test('files whose names are one on Windows and macOS are handed out, with a warning', async () => {
  const umlaut = 'ü.txt'
  const names = ['Key.pem', 'key.pem', umlaut.normalize('NFC'), umlaut.normalize('NFD')]
  const { event, warnings } = await loadHandouts(names)
  expect(event.challenges[0]?.files).toHaveLength(names.length)
  expect(warnings.map(({ message }) => message)).toEqual([
    "'given/Key.pem' and 'given/key.pem' have one name on Windows and macOS: rename one of them",
    expect.stringMatching(/^'given\/.+' and 'given\/.+' have one name on Windows and macOS/),
  ])
})

test("leftovers of editors and systems beside the organiser's files are not handed out", async () => {
  const leftovers = [
    'challenge.yml~',
    'challenge.yaml.bak',
    '#challenge.yml#',
    '.challenge.yml.swp',
    '._challenge.yml',
    'solve.py~',
    '.solve.py.swp',
    '._solve.py',
    '.DS_Store',
    '__MACOSX/notes',
    'Thumbs.db',
    'ehthumbs.db',
    '.svn/entries',
  ]
  const folder = await writeFolder({
    'event.yaml': minimalEvent,
    'pilot/challenge.yml': challenge('flags: [x]\nfiles: [given, given/challenge.yml~]'),
    ...Object.fromEntries(leftovers.map(name => [`pilot/given/${name}`, 'flags: [secret]'])),
    'pilot/given/resolver.py': '',
    'pilot/given/.gitignore': '',
  })
  const { event, warnings } = await loadEvent(folder, { firstStart })
  const given = event.challenges[0]?.files.map(({ name }) => name)
  expect(given?.sort()).toEqual(['given/.gitignore', 'given/resolver.py'])
  expect(warnings).toHaveLength(leftovers.length + 1)
})

test.each([
  ['UTF-8 with its mark', Buffer.from('\ufeffname: Größe\n')],
  ['UTF-16, as Windows writes it', Buffer.from('\ufeffname: Größe\n', 'utf16le')],
  ['UTF-16, the other way round', Buffer.from('\ufeffname: Größe\n', 'utf16le').swap16()],
])('a text in %s is read', async (_, bytes) => {
  const folder = await writeFolder({})
  await writeFile(join(folder, 'a.yml'), bytes)
  expect(await readSource(join(folder, 'a.yml'), 'a.yml')).toMatchObject({
    data: { name: 'Größe' },
    errors: [],
  })
})

test('a challenge in another encoding is left out with its line, for its letters would be lost', async () => {
  const folder = await writeFolder({ 'event.yaml': minimalEvent, 'a/challenge.yml': '' })
  const text = challenge('flags: [x]').replace('description: Fly.', 'description: Rätsel')
  await writeFile(join(folder, 'a/challenge.yml'), Buffer.from(text, 'latin1'))
  const { event, warnings } = await loadEvent(folder, { firstStart })
  expect(event.challenges).toEqual([])
  expect(warnings.map(formatProblem)).toEqual([
    'a/challenge.yml:3: cannot be read: its letters are not in UTF-8; save it as UTF-8',
  ])
})
