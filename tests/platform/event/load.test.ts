import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultPackages } from '../../../platform/event/details/desktop-image.ts'
import { loadEvent } from '../../../platform/event/load.ts'
import { EventError } from '../../../platform/event/model.ts'
import { png } from '../../support/png.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

const load = async (files: Record<string, string>) =>
  loadEvent(await writeFolder(files), { firstStart })

/** The lines of the error that a load ends with. */
const mistakes = async (files: Record<string, string>) => {
  const failure = await load(files).catch(error => error)
  expect(failure).toBeInstanceOf(EventError)
  return failure.message.split('\n')
}

describe('event.yaml', () => {
  test('says only name and times, and the rest has defaults', async () => {
    const { event, warnings } = await load({ 'event.yaml': minimalEvent })
    expect(warnings).toEqual([])
    expect(event).toEqual({
      folder: event.folder,
      name: 'Test',
      details: {},
      logo: null,
      announcements: [],
      freeze: null,
      publicScoreboard: false,
      start: firstStart,
      end: new Date('2026-05-02T10:00:00Z'),
      postPlayEnd: new Date('2026-05-02T10:00:00Z'),
      flagPrefix: 'FLAG',
      teamMode: false,
      teamSize: null,
      scoreGroups: [{ slug: 'everyone', name: 'Everyone', description: '', password: null }],
      maxEnvironments: null,
      environment: { lifetimeMs: 7_200_000, extensionMs: 3_600_000, extendableInLastMs: 1_800_000 },
      desktop: {
        enabled: true,
        memoryMb: 2048,
        homeMb: 2048,
        internet: false,
        sound: false,
        image: expect.objectContaining({ kind: 'packages', packages: defaultPackages }),
        lifetimeMs: 14_400_000,
        extensionMs: 7_200_000,
        extendableInLastMs: 1_800_000,
      },
      vpn: {
        enabled: true,
        endpoint: null,
        interface: null,
        pool: '10.13.0.0/16',
        routes: ['10.13.0.0/16'],
      },
      accounts: [],
      categories: [],
      challenges: [],
    })
  })

  test('is reported with file, line, field and what to do', async () => {
    const text = [
      'name: Test',
      'start: 2026-05-01T09:00:00',
      'end: later',
      'teamsize: 4',
      'scoreGroups:',
      '  - description: without a name',
      '  - name: Students',
      '    password: 1234',
      'environments:',
      '  maximum: none',
      '  lifetime: long',
      'freeze: 5',
      'postPlayEnd: end + 1 fortnight',
      'accounts: [{ username: a, password: b }, { username: A, password: b }]',
      'announcements: [{ title: T, text: T, time: end }, { title: T, text: T, time: start + 1x }]',
    ].join('\n')
    expect(await mistakes({ 'event.yaml': text })).toEqual([
      "event.yaml:2: start: '2026-05-01T09:00:00' is not a time; add its time zone, like 2026-05-01T09:00:00Z or 2026-05-01T09:00:00+02:00",
      "event.yaml:3: end: 'later' is not a time; write it like 2026-05-01T09:00:00Z or like 'first start + 2d'",
      'event.yaml:4: teamsize: is not known here; did you mean teamSize?',
      'event.yaml:6: scoreGroups[0].name: is missing',
      'event.yaml:8: scoreGroups[1].password: must be text; put it in quotes',
      "event.yaml:10: environments.maximum: must be a whole number from 1, or 'unlimited'",
      "event.yaml:11: environments.lifetime: 'long' is not a duration; write it like 30s, 45m, '1h 30m' or '2 days'",
      'event.yaml:12: freeze: must be a time like 2026-05-01T09:00:00Z',
      "event.yaml:13: postPlayEnd: '1 fortnight' is not a duration; write it like 30s, 45m, '1h 30m' or '2 days'",
      "event.yaml:14: accounts[1]: 'a' stands twice",
      "event.yaml:15: announcements[1].time: '1x' is not a duration; write it like 30s, 45m, '1h 30m' or '2 days'",
    ])
  })

  test('with times that are not known has no other times that seem wrong', async () => {
    const text = [
      'name: Test',
      'start: soon',
      'end: start + 1d',
      'freeze: 2030-05-01T09:00:00Z',
      'postPlayEnd: 2020-05-01T09:00:00Z',
      'announcements: [{ title: T, text: T, time: end }, { title: T, text: T, time: start }]',
    ].join('\n')
    expect(await mistakes({ 'event.yaml': text })).toEqual([
      expect.stringMatching(/^event\.yaml:2: start: 'soon' is not a time/),
    ])
  })

  test.each([
    ['vpn: false', 'vpn: must be a block of fields, like { enabled: … }'],
    ['scoreGroups: [Open]', 'scoreGroups[0]: must be a block of fields, like { name: … }'],
    [
      'categories: [{ name: { en: Web, de: Netz } }]',
      'categories[0].name: must be one text, for all languages',
    ],
    [
      'scoreGroups: [{ name: A, description: { en: All, de: Alle } }]',
      'scoreGroups[0].description: must be one text, for all languages',
    ],
    ['rules: [a]', 'rules: must be text, or a text for each language: {en: …, de: …}'],
    ['freeze: 1800000000', 'freeze: must be a time like 2026-05-01T09:00:00Z'],
    [
      'freeze: 30 min',
      "freeze: '30 min' is not a time; count it from another time, like 'start + 30 min' or 'end - 30 min'",
    ],
    [
      'announcements: [{ title: T, text: T, time: 5 }]',
      'announcements[0].time: must be a time like 2026-05-01T09:00:00Z',
    ],
  ])('says how to write %j', async (line, mistake) => {
    expect(await mistakes({ 'event.yaml': `${minimalEvent}${line}\n` })).toEqual([
      `event.yaml:4: ${mistake}`,
    ])
  })

  test('with mistakes is reported together with the mistakes of its challenges', async () => {
    const files = {
      'event.yaml': 'name: T\nstart: soon\nend: start',
      'pilot/challenge.yml': challenge('flags: []\nattempts: many'),
    }
    const [first, ...others] = await mistakes(files)
    expect(first).toMatch(/^event\.yaml:2: start: /)
    expect(others).not.toEqual([])
    for (const one of others) expect(one).toMatch(/^pilot\/challenge\.yml:/)
  })

  test('with mistakes may give points to challenges without any, so these are not reported', async () => {
    const files = {
      'event.yaml': 'name: T\nstart: soon\nend: start\nscoring: { initial: 500, decay: 20 }',
      'pilot/challenge.yml': 'name: A\ncategory: Web\nflags: [x]',
    }
    expect(await mistakes(files)).toEqual([expect.stringMatching(/^event\.yaml:2: start: /)])
  })

  test('has times that are in order', async () => {
    expect(await mistakes({ 'event.yaml': 'name: T\nstart: soon\nend: start' })).toEqual([
      "event.yaml:2: start: 'soon' is not a time; write it like 2026-05-01T09:00:00Z or like 'first start + 2d'",
    ])
    expect(
      await mistakes({
        'event.yaml': 'name: T\nstart: first start\nend: start - 1h\npostPlayEnd: end - 1h',
      }),
    ).toEqual(['event.yaml:3: end: is not after start', 'event.yaml:4: postPlayEnd: is before end'])
  })

  const noNetwork = 'must be an IPv4 network like 10.13.0.0/16'
  test.each([
    ['10.13.0.0/33', noNetwork],
    ['10.13.0.0', noNetwork],
    ['999.1.1.0/24', noNetwork],
    ['010.1.0.0/16', noNetwork],
    ['10.13.0.5/16', 'must begin with the first address of the network, like 10.13.0.0/16'],
    ['10.13.0.0/31', 'has no address for a device: write /30 or less, like 10.13.0.0/16'],
  ])('has addresses for the VPN, and %s is refused', async (pool, why) => {
    const vpn = (given: string) => ({ 'event.yaml': `${minimalEvent}vpn: { pool: ${given} }\n` })
    expect(await mistakes(vpn(pool))).toEqual([`event.yaml:4: vpn.pool: ${why}`])
  })

  test('may have the smallest network that has an address for a device, and any routes', async () => {
    const vpn = 'vpn: { pool: 10.13.0.4/30, routes: [10.13.0.5/16, 0.0.0.0/0] }\n'
    const { event } = await load({ 'event.yaml': minimalEvent + vpn })
    expect(event.vpn.pool).toBe('10.13.0.4/30')
  })

  test('is refused with its line where it is no YAML', async () => {
    expect(await mistakes({ 'event.yaml': 'name: Test\nstart: "open\nend: x' })).toEqual([
      'event.yaml:3: Missing closing "quote; a text with signs like : { [ * @ needs quotes',
    ])
    expect(await mistakes({ 'event.yaml': `${minimalEvent}name: Again\n` })).toEqual([
      'event.yaml:4: this field stands twice; remove the one that is wrong',
    ])
  })

  test.each([
    ['name: Test: more', 'Nested mappings are not allowed in compact mappings'],
    ["name: 'it's'", 'Unexpected scalar at node end'],
    ['name: @test', 'Plain value cannot start with reserved character @'],
    ['name: *test', 'Unresolved alias (the anchor must be set before the alias): test'],
    ['flags: [FLAG{x}]', 'Missing , or : between flow sequence items'],
    ['flags: {content: FLAG{x}}', 'Unexpected flow-map-start at node end'],
  ])('says that a text needs quotes where it has %s', async (line, why) => {
    expect(await mistakes({ 'event.yaml': `start: x\n${line}\n` })).toContain(
      `event.yaml:2: ${why}; a text with signs like : { [ * @ needs quotes`,
    )
  })

  test('says that a space is missing behind a colon', async () => {
    expect(await mistakes({ 'event.yaml': 'name:Test\nstart: x\n' })).toContain(
      'event.yaml:1: Implicit keys need to be on a single line; a field needs a colon and a space behind its name',
    )
  })

  test('names no group, account or category twice', async () => {
    const text = `${minimalEvent}scoreGroups: [{ name: A, slug: a }, { name: B, slug: a }]
accounts:
  - { username: alice, password: demo }
  - { username: Alice, password: demo }
categories: [{ name: Web }, { name: web }]
`
    expect(await mistakes({ 'event.yaml': text })).toEqual([
      "event.yaml:4: scoreGroups[1].slug: 'a' is taken by another group",
      "event.yaml:7: accounts[1]: 'alice' stands twice",
      "event.yaml:8: categories[1]: 'web' stands twice",
    ])
    expect(
      await mistakes({ 'event.yaml': `${minimalEvent}categories: [{ name: C++ }, { name: C# }]` }),
    ).toEqual([
      "event.yaml:4: categories[1]: 'C#' and 'C++' are one category, because both have the address 'c'; give one another name",
    ])
  })

  test('keeps white space around the password of an account', async () => {
    const { event } = await load({
      'event.yaml': `${minimalEvent}accounts: [{ username: ' alice ', password: ' de mo ' }]`,
    })
    expect(event.accounts).toEqual([{ username: 'alice', password: ' de mo ' }])
  })

  test('names no two groups so that one looks like the other: a choice is final', async () => {
    const groups = ['Open', 'open', 'Ｏpen', 'Opеn', 'Closed', 'C++', 'C#']
    const text = `${minimalEvent}scoreGroups: ${JSON.stringify(groups.map((name, at) => ({ name, slug: `group-${at}` })))}`
    expect(await mistakes({ 'event.yaml': text })).toEqual([
      "event.yaml:4: scoreGroups[1].name: 'open' is too similar to 'Open'",
      "event.yaml:4: scoreGroups[2].name: 'Ｏpen' is too similar to 'open'",
      "event.yaml:4: scoreGroups[3].name: 'Opеn' is too similar to 'Ｏpen'",
    ])
  })

  test('has no group that is open because its password is empty', async () => {
    const text = `${minimalEvent}scoreGroups:\n  - name: Students\n    password: #sesame\n`
    expect(await mistakes({ 'event.yaml': text })).toEqual([
      'event.yaml:6: scoreGroups[0].password: is empty; put a password that begins with # in quotes',
    ])
  })

  test.each([
    ['environments: { lifetime: 0h }', 'environments.lifetime: must be 1m or more'],
    ['desktop: { lifetime: 59s }', 'desktop.lifetime: must be 1m or more'],
    ['environments: { startTimeout: 0s }', 'environments.startTimeout: must be 1s or more'],
    ['environments: { startTimeout: 25d }', 'environments.startTimeout: must be 1d or less'],
    [
      'environments: { lifetime: 99999999d }',
      "environments.lifetime: '99999999d' is longer than ten years",
    ],
  ])('refuses %s', async (more, message) => {
    expect(await mistakes({ 'event.yaml': `${minimalEvent}${more}` })).toEqual([
      `event.yaml:4: ${message}`,
    ])
  })

  test('may forbid extensions', async () => {
    const none = '{ extendableInLast: 0s }'
    const { event } = await load({ 'event.yaml': `${minimalEvent}environments: ${none}` })
    expect(event.environment).toMatchObject({ extendableInLastMs: 0 })
  })

  test('is missing in an empty folder, and the message says how to write one', async () => {
    const [line] = await mistakes({ 'README.md': '' })
    expect(line).toMatch(/^event\.yaml: is missing in .*'npm run event -- new FOLDER' writes one$/)
  })

  test('lies in a folder', async () => {
    const failure = loadEvent('/nowhere/at/all', { firstStart })
    await expect(failure).rejects.toThrow(
      '/nowhere/at/all: is not a folder; give one with an event.yaml',
    )
  })
})

describe('our additions to a challenge', () => {
  const readOne = async (more: string, files: Record<string, string> = {}) => {
    const { event, warnings } = await load({
      'event.yaml': minimalEvent,
      'web/pilot/challenge.yml': challenge(more),
      ...files,
    })
    const texts = warnings.map(({ line, field, message }) => `${line} ${field} ${message}`)
    return { challenge: event.challenges[0], warnings: texts, folder: event.folder }
  }

  test('a command with ports is started, with the event’s memory and time', async () => {
    const { challenge, warnings } = await readOne(
      'flags: [x]\nenvironment:\n  command: node server.ts\n  ports: [8080, { port: 22, protocol: ssh, title: Shell }]',
      { 'web/pilot/server.ts': '' },
    )
    expect(warnings).toEqual([])
    expect(challenge?.environment).toEqual({
      kind: 'process',
      command: ['node', 'server.ts'],
      ports: [
        { port: 8080, protocol: 'http', title: 'HTTP' },
        { port: 22, protocol: 'ssh', title: 'Shell' },
      ],
      memoryMb: 256,
      startTimeoutMs: 30_000,
    })
  })

  test('memory and start timeout are the challenge’s own where it says them', async () => {
    const { challenge } = await readOne(
      'flags: [x]\nenvironment: { image: "x:1", ports: [80], memory: 1 GB, startTimeout: 2m }',
    )
    expect(challenge?.environment).toMatchObject({ memoryMb: 1024, startTimeoutMs: 120_000 })
  })

  test.each([
    ['{ comand: x }', '7 environment.comand is not known here; did you mean command?'],
    [
      '{ command: x, image: y, ports: [1] }',
      '7 environment has more than one of command, image, build and compose; keep one',
    ],
    ['{ ports: [1] }', '7 environment has nothing to run; add command, image, build or compose'],
    ['{ command: x, ports: [70000] }', '7 environment.ports[0] must be a port number, 1 to 65535'],
    ['{ build: ../.. }', "7 environment.build '../..' is not a folder with a Dockerfile in it"],
  ])('an environment of %s leaves the challenge out', async (block, message) => {
    const outside = { Dockerfile: 'EXPOSE 80' }
    const { challenge, warnings } = await readOne(`flags: [x]\nenvironment: ${block}`, outside)
    expect(challenge).toBeUndefined()
    expect(warnings).toEqual([message])
  })

  test('flags with ids count each for itself, by their points', async () => {
    const { challenge, warnings } = await readOne(`flags:
  - { type: bound, id: one, points: 20 }
  - { id: two, content: "FLAG{two}" }
  - { id: two, content: "FLAG{2}" }
  - { id: three, content: "FLAG{three}" }`)
    expect(warnings).toEqual([])
    const text = (content: string) => ({ kind: 'static', content, caseInsensitive: false })
    expect(challenge?.flags).toEqual([
      {
        id: 'one',
        kind: 'bound',
        content: 'one',
        caseInsensitive: false,
        share: 0.2,
        alternatives: [],
      },
      { id: 'two', ...text('FLAG{two}'), share: 0.4, alternatives: [text('FLAG{2}')] },
      { id: 'three', ...text('FLAG{three}'), share: 0.4, alternatives: [] },
    ])
  })

  test('a flag with another prefix than the event is warned of, if none of its texts fits', async () => {
    const warned = async (flags: string) => (await readOne(`flags: ${flags}`)).warnings
    const warning = "6 flags[0] begins with 'CTF{', but flagPrefix in event.yaml is 'FLAG'"
    expect(await warned('["CTF{a}"]')).toEqual([warning])
    expect(await warned('["CTF{a}", "ctf{b}"]')).toEqual([warning])
    const ignoring = '{ content: "flag{a}", data: case_insensitive }'
    for (const fits of ['"CTF{a}", "FLAG{a}"', '"CTF{a}", plain', ignoring, '"{a}"'])
      expect(await warned(`[${fits}]`)).toEqual([])
    expect(await warned('["flag{a}"]')).toEqual([expect.stringContaining("begins with 'flag{'")])
    const each = '{ id: a, content: "FLAG{a}" }, { id: b, content: "CTF{b}" }'
    expect(await warned(`[${each}]`)).toEqual([warning.replace('[0]', '[1]')])
  })

  test('a flag that counts for itself and has the text of another is warned of', async () => {
    const warned = async (flags: string) => (await readOne(`flags: [${flags}]`)).warnings
    const warning =
      "6 flags[1] has the text of flag 'a', which counts first, so nobody can solve it"
    const one = '{ id: a, content: "FLAG{x}" }'
    expect(await warned(`${one}, { id: b, content: " FLAG{x}" }`)).toEqual([warning])
    const ignoring = '{ id: a, content: "flag{x}", data: case_insensitive }'
    expect(await warned(`${ignoring}, { id: b, content: "FLAG{X}" }`)).toEqual([warning])
    const pattern = '{ id: a, type: regex, content: "FLAG.x." }'
    expect(await warned(`${pattern}, { id: b, content: "FLAG{x}" }`)).toEqual([warning])
    for (const other of [
      '{ id: b, content: "FLAG{y}" }',
      '{ type: bound, id: b }',
      '{ id: a, content: "FLAG{x}" }',
    ])
      expect(await warned(`${one}, ${other}`)).toEqual([])
    expect(
      await warned(`${one}, { id: b, content: "FLAG{x}" }, { id: b, content: "FLAG{y}" }`),
    ).toEqual([])
  })

  test('a field of a flag that is not known is warned of', async () => {
    const { challenge, warnings } = await readOne(
      'flags: [{ id: a, content: "FLAG{x}", point: 90 }, { id: b, content: "FLAG{y}" }]',
    )
    expect(challenge?.flags.map(({ share }) => share)).toEqual([0.5, 0.5])
    expect(warnings).toEqual(['6 flags[0].point is not known here; did you mean points?'])
  })

  test('data of a flag that is not known is warned of', async () => {
    const warned = async (data: string) =>
      (await readOne(`flags: [{ content: "FLAG{x}", data: ${data} }]`)).warnings
    for (const known of ['case_insensitive', 'case_sensitive', '""', 'null'])
      expect(await warned(known)).toEqual([])
    for (const unknown of ['insensitive', 'true'])
      expect(await warned(unknown)).toEqual([
        `6 flags[0] has data '${unknown}', which is not case_insensitive: its case counts`,
      ])
  })

  test('a pattern that accepts any text is warned of', async () => {
    const warned = async (content: string) =>
      (await readOne(`flags: [{ type: regex, content: '${content}' }]`)).warnings
    for (const any of ['.*', '\\w+', '[a-z0-9]+|x'])
      expect(await warned(any)).toEqual(['6 flags[0] is a pattern that accepts any text'])
    for (const some of ['FLAG\\{.*\\}', '[0-9a-f]{32}', 'x.*'])
      expect(await warned(some)).toEqual([])
  })

  test('pictures that a text cannot show are warned of', async () => {
    const text = [
      '![a](there.png) ![b](./there.png) ![c](gone.png "title") ![d](<two words.png>) ![e](two%20words.png) ![o](%ff.png)',
      '![f](https://example.org/x.png) ![g](//example.org/y.png) ![h](data:image/png;base64,x) ![i](/assets/logo.png)',
      '`![j](code.png)` [k](/link.png) ![l](note.txt) ![c](gone.png)',
      '```',
      '![m](block.png)',
      '```',
    ]
    const lines = text.map(line => `  ${line}\n`).join('')
    const folder = await writeFolder({
      'event.yaml': minimalEvent,
      'a/challenge.yml': `name: A\ncategory: Web\nvalue: 1\nflags: [x]\nfiles: [there.png, two words.png, '%ff.png', note.txt]\nhints: ['![n](hint.png)']\ndescription: |\n${lines}`,
      'a/note.txt': '',
    })
    for (const name of ['there.png', 'two words.png', '%ff.png'])
      await writeFile(join(folder, 'a', name), png({ width: 1, height: 1 }))
    const { warnings } = await loadEvent(folder, { firstStart })
    const words = '; its words are shown in its place'
    expect(warnings.map(({ field, message }) => `${field}: ${message.replace(words, '')}`)).toEqual(
      [
        "hints: the picture 'hint.png' is not among its files",
        "description: the picture 'gone.png' is not among its files",
        "description: the picture 'https://example.org/x.png' is on another site",
        "description: the picture '//example.org/y.png' is on another site",
        "description: the picture 'data:image/png;base64,x' is on another site",
        "description: the picture 'note.txt' is no PNG, JPEG, GIF or WebP picture that can be shown",
      ],
    )
  })

  test('links to files beside the definition are warned of, since they lead to no page', async () => {
    const text = [
      '[a](note.txt) [b](./dist/note.txt "title") [c](<two words.txt>) [d](note.txt)',
      '[e](https://example.org) [f](mailto:a@example.org) [g](/scoreboard) [h](#part) `[i](code.txt)` ![j](there.png)',
    ]
    const folder = await writeFolder({
      'event.yaml': minimalEvent,
      'a/challenge.yml': `name: A\ncategory: Web\nvalue: 1\nflags: [x]\nfiles: [there.png]\nhints: ['[k](hint.txt)']\ndescription: |\n${text.map(line => `  ${line}\n`).join('')}`,
    })
    await writeFile(join(folder, 'a/there.png'), png({ width: 1, height: 1 }))
    const { warnings } = await loadEvent(folder, { firstStart })
    const effect = " leads to no page; the page has the challenge's files below the text"
    expect(
      warnings.map(({ field, message }) => `${field}: ${message.replace(effect, '')}`),
    ).toEqual([
      "hints: the link 'hint.txt'",
      "description: the link 'note.txt'",
      "description: the link './dist/note.txt'",
      "description: the link 'two words.txt'",
    ])
  })

  test('a minimum above the initial points is warned of', async () => {
    const warned = async (extra: string) => {
      const text = challenge(`flags: [x]\nextra: ${extra}`).replace('standard', 'dynamic')
      const { warnings } = await load({ 'event.yaml': minimalEvent, 'a/challenge.yml': text })
      return warnings.map(({ field, message }) => `${field} ${message}`)
    }
    expect(await warned('{ initial: 100, decay: 9, minimum: 100 }')).toEqual([])
    expect(await warned('{ initial: 100, decay: 9, minimum: 101 }')).toEqual([
      'extra.minimum is more than initial: the points stay at 100',
    ])
    const event = (minimum: number) =>
      load({
        'event.yaml': `${minimalEvent}scoring: { initial: 50, decay: 9, minimum: ${minimum} }`,
      })
    expect((await event(50)).warnings).toEqual([])
    expect((await event(51)).warnings).toMatchObject([
      { field: 'scoring.minimum', message: 'is more than initial: the points stay at 50' },
    ])
  })

  test('a command whose file is not in the folder is warned of, if it clearly is a file', async () => {
    const there = { 'web/pilot/server.ts': '', 'web/pilot/bin/run': '' }
    const warned = async (command: string) =>
      (await readOne(`flags: [x]\nenvironment: { command: ${command}, ports: [80] }`, there))
        .warnings
    for (const missing of ['serve.ts', './server', 'bin/start.sh', '../server.ts'])
      for (const command of [missing, `node ${missing}`, `[sh, "${missing}", server.ts]`])
        expect(await warned(command)).toEqual([
          `7 environment.command '${missing}' is not in the challenge's folder, where the command runs`,
        ])
    expect(await warned('node --import tsx gone.py')).toHaveLength(1)
    const fine = [
      'node server.ts gone.ts',
      './bin/run',
      'serve gone',
      '/srv/gone.ts',
      'x --log=a.ts',
    ]
    for (const command of [...fine, '[sh, -c, "exec gone.sh"]', 'python3 -m http.server ./gone'])
      expect(await warned(command)).toEqual([])
  })

  test('a flag without an id is never an alternative of one that has one', async () => {
    const { challenge } = await readOne('flags: [{ id: "2", content: a }, b, c]')
    expect(challenge?.flags.map(({ id, content }) => [id, content])).toEqual([
      ['2', 'a'],
      ['flag-2', 'b'],
      ['3', 'c'],
    ])
  })

  test('points of a flag are a number from 1', async () => {
    const { challenge, warnings } = await readOne(
      'flags: [{ id: a, content: a, points: 25 }, { id: b, content: b, points: 0.5 }]',
    )
    expect(challenge?.flags.map(({ share }) => share)).toEqual([0.25, 0.75])
    expect(warnings).toEqual([
      '6 flags[1].points must be a number from 1; the flag shares what is left',
    ])
  })

  test('points of flags that do not add up share in proportion, with a warning', async () => {
    const { challenge, warnings } = await readOne(`flags:
  - { id: a, content: a, points: 10 }
  - { id: b, content: b, points: 30 }`)
    expect(challenge?.flags.map(({ share }) => share)).toEqual([0.25, 0.75])
    expect(warnings).toEqual([
      '6 flags their points add up to 40, but the challenge has 100; they share in proportion',
    ])
  })

  test('a flag for which no points are left is warned of', async () => {
    const { warnings } = await readOne(
      'flags: [{ id: a, content: a, points: 100 }, { id: b, content: b }]',
    )
    expect(warnings).toEqual([
      '6 flags their points add up to 100; those without points get nothing',
    ])
  })

  test('a bound flag needs an id that fits into a flag', async () => {
    const { challenge, warnings } = await readOne('flags:\n  - { type: bound, id: "no spaces" }')
    expect(challenge).toBeUndefined()
    expect(warnings).toEqual([
      '6 flags has no flag that can be submitted, so nobody could solve it',
      '7 flags[0] has an id with more than letters, digits, dash, underscore and exclamation mark; this flag is left out',
    ])
  })

  test('a folder of files stands for everything in it, and names stay unique', async () => {
    const { challenge, folder } = await readOne('flags: [x]\nfiles: [dist, a/key.txt, b/key.txt]', {
      'web/pilot/dist/readme.md': '',
      'web/pilot/dist/src/main.c': '',
      'web/pilot/a/key.txt': '',
      'web/pilot/b/key.txt': '',
    })
    const path = (name: string) => `${folder}/web/pilot/${name}`
    expect(challenge?.files).toEqual([
      { path: path('dist/readme.md'), name: 'dist/readme.md', bytes: expect.any(Number) },
      { path: path('dist/src/main.c'), name: 'dist/src/main.c', bytes: expect.any(Number) },
      { path: path('a/key.txt'), name: 'a/key.txt', bytes: expect.any(Number) },
      { path: path('b/key.txt'), name: 'b/key.txt', bytes: expect.any(Number) },
    ])
  })

  test('a slug that a challenge asks for goes before one made of a name', async () => {
    const { event, warnings } = await load({
      'event.yaml': minimalEvent,
      'a/challenge.yml': 'name: Pilot\ncategory: Web\nvalue: 1\nflags: [x]\n',
      'b/challenge.yml': 'name: Other\nslug: pilot\ncategory: Web\nvalue: 2\nflags: [x]\n',
      'c/challenge.yml': 'name: Pilot\ncategory: Misc\nvalue: 1\nflags: [x]\n',
    })
    expect(
      event.challenges.map(({ categorySlug, slug, name }) => [categorySlug, slug, name]),
    ).toEqual([
      ['misc', 'pilot', 'Pilot'],
      ['web', expect.stringMatching(/^pilot-[0-9a-f]{4}$/), 'Pilot'],
      ['web', 'pilot', 'Other'],
    ])
    expect(warnings).toHaveLength(1)
  })

  test('categories with the same address are one, with a warning', async () => {
    const one = (category: string) => `name: ${category}\ncategory: '${category}'\nflags: [x]\n`
    const { event, warnings } = await load({
      'event.yaml': minimalEvent,
      '1/challenge.yml': one('C++'),
      '2/challenge.yml': one('C#'),
      '3/challenge.yml': one('C#').replace('name: C#', 'name: Other'),
      '4/challenge.yml': one('c++'),
    })
    expect(event.categories.map(({ name }) => name)).toEqual(['C++'])
    expect(warnings.filter(({ field }) => field === 'category')).toMatchObject([
      {
        file: '2/challenge.yml',
        line: 2,
        message:
          "'C#' and 'C++' are one category, because both have the address 'c'; give one another name",
      },
    ])
  })

  test('categories follow event.yaml, then their names; challenges their order, then names', async () => {
    const one = (name: string, category: string, more = '') =>
      `name: ${name}\ncategory: ${category}\nvalue: 1\nflags: [x]\n${more}`
    const { event } = await load({
      'event.yaml': `${minimalEvent}categories: [{ name: Web, description: On the web. }]\n`,
      '1/challenge.yml': one('Zulu', 'Alpha'),
      '2/challenge.yml': one('Bravo', 'web', 'order: 2'),
      '3/challenge.yml': one('Echo', 'Web', 'order: 1'),
      '4/challenge.yml': one('Delta', 'Web', 'order: 1'),
    })
    expect(event.categories).toEqual([
      { slug: 'web', name: 'Web', description: 'On the web.', order: 1 },
      { slug: 'alpha', name: 'Alpha', description: '', order: 2 },
    ])
    expect(event.challenges.map(({ name }) => name)).toEqual(['Delta', 'Echo', 'Bravo', 'Zulu'])
  })
})
