import { symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { loadEvent } from '../../../platform/event/load.ts'
import { formatProblem } from '../../../platform/event/model.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

const folder = join(import.meta.dirname, 'fixtures/foreign')
const { event, warnings, hidden } = await loadEvent(folder, { firstStart })
const named = (name: string) => event.challenges.filter(one => one.name === name)
const text = (content: string) => ({ kind: 'static', content, caseInsensitive: false })
const problems = (severity: string) =>
  warnings.filter(problem => problem.severity === severity).map(formatProblem)

test('a folder made for CTFd is an event without a word of ours', () => {
  expect({ name: event.name, prefix: event.flagPrefix, start: event.start }).toEqual({
    name: 'foreign',
    prefix: 'foreign',
    start: firstStart,
  })
  const list = event.challenges
    .filter(({ isHidden }) => !isHidden)
    .map(({ categorySlug, slug }) => `${categorySlug}/${slug}`)
  expect(list).toEqual([
    'blockchain/the-vault',
    'category-with-spaces/no-name',
    'crypto/baby-xor',
    'misc/deep',
    'misc/colon',
    'misc/leaky',
    'misc/twins',
    'misc/twins-db63',
    'misc/anchors',
    'misc/1337',
    'misc/sinking',
    'pwn/overflow',
    'web/compose',
    'web/shop',
    expect.stringMatching(/^тест\/x-[0-9a-f]{4}$/),
  ])
})

test('hidden challenges are read, and not shown', () => {
  expect(named('Not yet')[0]).toMatchObject({ isHidden: true, slug: 'not-yet' })
  expect(hidden).toEqual([{ name: 'Not yet', category: 'osint' }])
})

test('a challenge that cannot be read or solved is left out, and the rest comes up', () => {
  expect(problems('left out')).toEqual([
    'misc/essay/challenge.yml:6: flags: has no flag that can be submitted, so nobody could solve it',
    'misc/tabs/challenge.yml:4: cannot be read: Tabs are not allowed as indentation',
    "crypto/teen-xor/challenge.yml:8: requirements[0]: 'Warmup' is not a challenge of this event",
    "crypto/teen-xor/challenge.yml:9: requirements[1]: '1' is not a challenge of this event; write its name in place of the number that CTFd gave it",
  ])
})

test('fields without effect are warnings that name file, line and field', () => {
  expect(problems('warning')).toEqual([
    'blockchain/vault/src/challenge.yaml: is not a ctfcli challenge; it is skipped',
    'event.yaml: is missing; the event runs for two days from its first start, open to all',
    'blockchain/vault/ctfcli.yaml:1: value: is missing; counts as 100 points',
    'blockchain/vault/ctfcli.yaml:12: hosting: is not known here; it has no effect',
    "blockchain/vault/ctfcli.yaml:14: type: 'kubectf' is not known here; treated as standard",
    "category with spaces/no name/challenge.yml:1: name: is missing; the folder's name 'no name' is taken",
    "category with spaces/no name/challenge.yml:3: category: is missing; the folder's name 'category with spaces' is taken",
    'crypto/baby-xor/challenge.yml:17: attempts: has no effect: attempts are limited by rate for all challenges',
    'misc/anchors/challenge.yml:1: defaults: is not known here; it has no effect',
    'misc/anchors/challenge.yml:9: a second document, which is not read',
    'misc/colon/challenge.yml:7: flags[0]: has no content (a flag with ": " in it needs quotes); this flag is left out',
    'misc/colon/challenge.yml:8: flags[1]: has no closing brace; a flag with " #" in it needs quotes',
    'misc/emoji/challenge.yml:7: this field stands twice; remove the one that is wrong',
    "misc/essay/challenge.yml:5: type: 'manual_verification' is not known here; treated as standard",
    "misc/leaky/challenge.yml:8: files[0]: 'dist/built-by-make.zip' does not exist; this file is left out",
    "misc/leaky/challenge.yml:9: files[1]: '../../crypto/baby-xor/dist/output.txt' lies outside of the challenge's folder; this file is left out",
    "misc/leaky/challenge.yml:10: files[2]: 'https://example.org/file.zip' is an address; put it into the description; this file is left out",
    'misc/leaky/challenge.yml:11: files[3]: is not a path; this file is left out',
    'misc/numbers/challenge.yaml:10: flags[2]: is not a pattern that can be used here (Unterminated group); this flag is left out',
    "misc/numbers/challenge.yaml:12: flags[3]: has type 'magic', which is none of static, regex and bound; this flag is left out",
    'misc/sinking/challenge.yml:6: extra.minimum: is more than initial: the points stay at 400',
    "misc/sinking/challenge.yml:6: extra.function: 'quadratic' is not known; logarithmic is used",
    "web/compose/challenge.yml:6: image: '__compose__' cannot be started here; use the environment block",
    'web/shop/challenge.yml:3: description: has HTML, which is shown as text; write it as Markdown',
    'web/shop/challenge.yml:6: image: has no port that is known; nothing is started (add environment.ports)',
    'web/shop/challenge.yml:8: host: has no effect: environments run where the platform runs them',
    "misc/twins-b/challenge.yml:1: name: 'twins' is taken by another challenge of its category; this one is 'twins-db63'",
  ])
})

test('several flags of a challenge are ways to write the one flag, as CTFd takes them', () => {
  expect(named('Baby XOR')[0]).toEqual({
    rowName: { category: 'crypto', slug: 'baby-xor' },
    categorySlug: 'crypto',
    slug: 'baby-xor',
    name: 'Baby XOR',
    description:
      'Our first cipher. Be *gentle*.\n\nFlag format: `foreign{...}`\n\n*Written by [someone](https://example.org)*',
    difficulty: 'easy',
    tags: ['python'],
    hints: [
      { id: '1', cost: 10, text: 'This hint costs points' },
      { id: '2', cost: 0, text: 'This hint is free' },
    ],
    requires: [],
    order: 100,
    folder: join(folder, 'crypto/baby-xor'),
    value: { kind: 'static', points: 100 },
    flags: [
      {
        id: '1',
        ...text('foreign{x0r_is_fun}'),
        share: 1,
        alternatives: [{ ...text('foreign{xor_is_fun}'), caseInsensitive: true }],
      },
    ],
    files: [
      {
        path: join(folder, 'crypto/baby-xor/dist/chall.py'),
        name: 'chall.py',
        bytes: expect.any(Number),
      },
      {
        path: join(folder, 'crypto/baby-xor/dist/output.txt'),
        name: 'output.txt',
        bytes: expect.any(Number),
      },
    ],
    environment: null,
  })
})

test('a Dockerfile beside a challenge is built, with the ports that it exposes', () => {
  const [overflow] = named('Overflow')
  expect(overflow?.value).toEqual({
    kind: 'dynamic',
    initial: 500,
    decay: 100,
    minimum: 50,
    function: 'logarithmic',
  })
  expect(overflow?.environment).toEqual({
    kind: 'build',
    folder: join(folder, 'pwn/overflow/challenge'),
    ports: [
      { port: 1337, protocol: 'tcp', title: 'TCP' },
      { port: 9000, protocol: 'tcp', title: 'TCP' },
    ],
    memoryMb: 256,
    startTimeoutMs: 30_000,
  })
  expect(overflow?.files.map(({ path }) => relative(folder, path))).toEqual([
    'pwn/overflow/challenge/Dockerfile',
    'pwn/overflow/challenge/main.c',
  ])
})

test('numbers keep the letters that they were written with', () => {
  const [odd] = named('1337')
  expect(odd?.description).toBe('42')
  expect(odd?.value).toEqual({ kind: 'static', points: 150 })
  expect(odd?.flags).toEqual([
    {
      id: '1',
      ...text('0xDEADBEEF'),
      share: 1,
      alternatives: [
        { ...text(String.raw`(?i)foreign\{(?P<word>leet)_(?P=word)\}`), kind: 'regex' },
      ],
    },
  ])
})

test('of a field that stands twice the last one counts', () => {
  expect(named('🚩🚩')[0]?.flags.map(({ content }) => content)).toEqual(['foreign{🏁}'])
})

test('a field that a block merges into a challenge is read as if it stood there', async () => {
  const root = await writeFolder({
    'event.yaml': minimalEvent,
    'any/pilot/challenge.yml': [
      'one: &one { category: Crypto, description: Of one }',
      'two: &two { description: Of two, value: -5 }',
      'flag: &flag { type: regex, data: case_insensitive }',
      '<<: [*one, *two]',
      'name: Pilot',
      'flags: [{ <<: { <<: *flag, content: abc }, id: a }]',
    ].join('\n'),
  })
  const { event, warnings } = await loadEvent(root, { firstStart })
  expect(event.challenges).toMatchObject([
    { categorySlug: 'crypto', description: 'Of one', flags: [{ content: 'abc', id: 'a' }] },
  ])
  expect(warnings.map(formatProblem)).toContain(
    'any/pilot/challenge.yml:2: value: is less than 0; counts as 100 points',
  )
})

test('a service on another host is named in the text', () => {
  expect(named('Leaky')[0]?.description).toBe(
    'Files that are not there.\n\n```\nnc leaky.example.org 1337\n```',
  )
  expect(named('Compose')[0]?.description).toBe('Two services.\n\n<https://compose.example.org/>')
})

test('the minimum of a value never exceeds its beginning', () => {
  expect(named('Sinking')[0]?.value).toMatchObject({ initial: 400, decay: 20, minimum: 400 })
})

test('node_modules, dotted folders and links are not looked into', async () => {
  const root = await writeFolder({
    'event.yaml': minimalEvent,
    'node_modules/a/challenge.yml': challenge('flags: [x]'),
    '.git/challenge.yml': challenge('flags: [x]'),
    'real/challenge.yml': challenge('flags: [x]'),
  })
  const other = await writeFolder({ 'shared/challenge.yml': challenge('flags: [x]') })
  await symlink(join(other, 'shared'), join(root, 'link'))
  await symlink(other, join(root, 'category'))
  await symlink('gone.yml', join(root, 'gone.challenge.yml'))
  await symlink('real', join(root, 'same'))
  await symlink('../node_modules', join(root, 'real/lib'))
  await symlink('real/challenge.yml', join(root, 'own.challenge.yml'))
  const loaded = await loadEvent(root, { firstStart })
  expect(loaded.event.challenges.map(one => relative(root, one.folder))).toEqual(['real'])
  // Other links belong to a challenge's files, or lead to a challenge that is found without them.
  expect(loaded.warnings.map(formatProblem)).toEqual([
    'category: is a link; it is skipped, so copy what it leads to',
    'gone.challenge.yml: is a link; it is skipped, so copy what it leads to',
    'link: is a link; it is skipped, so copy what it leads to',
  ])
})

test('an event file that is a device is an error, and is not read', async () => {
  const root = await writeFolder({ 'pilot/challenge.yml': challenge('flags: [x]') })
  await symlink('/dev/null', join(root, 'event.yaml'))
  await expect(loadEvent(root, { firstStart })).rejects.toThrow('event.yaml:1: is not a file')
})

test('whatever a challenge file holds, the load does not fail', async () => {
  const definitions = [
    '',
    '[]',
    '- a\n- b',
    'null',
    '42',
    'name:',
    '{',
    'a: &a [*a]',
    'name: {a: b}\nflags: {c: d}\ncategory: [x]\nvalue: [1]\nfiles: {a: b}\ntags: 7\nextra: 3\nimage: [x]\nenvironment: 3',
    '\u0000\u0001',
    'name: x\ncategory: y\nflags: [[[]]]\nvalue: .inf',
    '? [complex]\n: key\nname: x',
  ]
  const files = Object.fromEntries(definitions.map((text, at) => [`c${at}/challenge.yml`, text]))
  const loaded = await loadEvent(await writeFolder({ 'event.yaml': minimalEvent, ...files }), {
    firstStart,
  })
  expect(loaded.event.challenges).toEqual([])
  expect(new Set(loaded.warnings.map(({ file }) => file)).size).toBe(definitions.length)
})
