import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadEvent } from '../../../platform/event/load.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

async function problemsOf(challengeText: string, event = '') {
  const folder = await writeFolder({
    'event.yaml': minimalEvent + event,
    'a/challenge.yml': challengeText,
  })
  const loaded = await loadEvent(folder, { firstStart }).catch(error => error)
  const problems: { field: string; message: string }[] = loaded.warnings ?? loaded.problems
  return problems.map(({ field, message }) => `${field} ${message}`)
}

const named = 'name: A\ncategory: Web\n'

test.each([
  ['value: -5', 'value is less than 0; counts as 100 points'],
  ['', 'value is missing; counts as 100 points'],
  ['value: many', 'value is not a number; counts as 100 points'],
  [
    'value: 5\ntype: dynamic',
    'extra needs initial and decay (1 or more); the value stays as it is',
  ],
  ['value: 5\ntype: odd', "type 'odd' is not known here; treated as standard"],
  [
    'type: dynamic\nextra: { initial: 9, decay: 3, function: cubic }',
    "extra.function 'cubic' is not known; logarithmic is used",
  ],
  [
    'type: dynamic\nextra: { inital: 9, decay: 3, minimum: 1 }\nvalue: 5',
    'extra.inital is not known here; did you mean initial?',
  ],
  ['value: 5\nextra: { initial: 9, decay: 3 }', "extra has no effect without 'type: dynamic'"],
  ['value: 5\norder: first', 'order is not a number; it has no effect'],
  ['value: 5\nslug: No Good', 'slug may have a-z, 0-9 and dashes only; the name is used'],
  [
    'value: 5\ndescription: [a]',
    'description is not a text, and a challenge has one text; it is left out',
  ],
  [
    'value: 5\nhints: [{ content: { en: Look, de: Schau } }]',
    'hints[0].content is not a text, and a challenge has one text; this hint is left out',
  ],
  [
    "value: 5\nfiles: ['dist\\win.txt']",
    "files[0] 'dist\\win.txt' does not exist; write / between folders; this file is left out",
  ],
  [
    "value: 5\nconnection_info: 'nc {host} 1337'",
    'connection_info has a placeholder that nothing fills; it is not shown',
  ],
  ['value: 5\nlogic: team', "logic 'team' is not known here; any flag of a list is enough"],
  [
    "value: 5\nhints: [{ content: a, id: 'a b' }]",
    'hints[0] has an id with more than letters, digits, dash and underscore',
  ],
  [
    'value: 5\nrequirements: { prerequisites: [], anonymize: true }',
    'requirements.anonymize has no effect: locked challenges show their name',
  ],
  [
    'value: 5\nimage: shop\nextra: { port: 70000 }',
    'image has no port that is known; nothing is started (add environment.ports)',
  ],
])('a challenge with %j is warned of', async (more, warning) => {
  expect(await problemsOf(`${named}flags: [x]\n${more}\n`)).toEqual([warning])
})

test('a mistyped field is named with the one that is meant, also if nothing is left without it', async () => {
  expect(await problemsOf(`${named}value: 5\nflags: [x]\nhint: [look]\nenviroment: {}\n`)).toEqual([
    'hint is not known here; did you mean hints?',
    'enviroment is not known here; did you mean environment?',
  ])
  // A field that is there is not meant.
  expect(await problemsOf(`${named}value: 5\nflags: [x]\nhints: [look]\nhint: look\n`)).toEqual([
    'hint is not known here; it has no effect',
  ])
  expect(await problemsOf(`${named}value: 5\nflgs: [x]\n`)).toEqual([
    'flags has no flag that can be submitted, so nobody could solve it',
    'flgs is not known here; did you mean flags?',
  ])
})

test.each([
  [
    "{ type: bound, content: 'a b' }",
    'flags[0] is bound and needs an id of letters, digits, dash, underscore or exclamation mark; this flag is left out',
  ],
  [
    '"F{a}\\nF{b}\\n"',
    'flags[0] has several lines, which nobody can type; write each flag by itself',
  ],
  // Not the pattern, which reveals the flag: the log has this.
  [
    "{ type: regex, content: 'FLAG\\{(secret' }",
    expect.stringMatching(
      /^flags\[0\] is not a pattern that can be used here \((?!.*secret).*\); this flag is left out$/,
    ),
  ],
])('a flag %j is warned of', async (flag, warning) => {
  expect(await problemsOf(`${named}value: 5\nflags: [${flag}, y]\n`)).toEqual([warning])
})

test.each([
  ['teamSize: 3', 'teamSize has no effect without teamMode: true'],
  ['categories: [{ name: Crypto }]', "categories 'Crypto' has no challenge; it is not shown"],
  [
    "accentColor: { light: '#a00d25', dark: '#a00d25' }",
    expect.stringMatching(
      /^accentColor\.dark #a00d25 has too little contrast in the dark scheme; #[\da-f]{6} is used$/,
    ),
  ],
  ['freeze: start', 'freeze is not between start and end'],
  ['freeze: end', 'freeze is not between start and end'],
])('an event with %j is warned of, or refused', async (line, problem) => {
  expect(await problemsOf(challenge('flags: [x]'), `${line}\n`)).toEqual([problem])
})

test('desktops have sound and internet if the event says so', async () => {
  const desktop = async (lines: string) => {
    const folder = await writeFolder({ 'event.yaml': minimalEvent + lines })
    const { sound, internet } = (await loadEvent(folder, { firstStart })).event.desktop
    return { sound, internet }
  }
  expect(await desktop('')).toEqual({ sound: false, internet: false })
  for (const field of ['sound', 'internet'])
    expect(await desktop(`desktop: { ${field}: true }\n`)).toMatchObject({ [field]: true })
})

test('a file that is named twice is handed out once', async () => {
  const folder = await writeFolder({
    'event.yaml': minimalEvent,
    'a/challenge.yml': challenge('flags: [x]\nfiles: [given, given/a.txt]'),
    'a/given/a.txt': 'a',
  })
  const { event } = await loadEvent(folder, { firstStart })
  expect(event.challenges[0]?.files.map(({ name }) => name)).toEqual(['a.txt'])
})

test('a challenge is built from a Dockerfile of its own folder only', async () => {
  const folder = await writeFolder({
    'event.yaml': minimalEvent,
    'a/challenge.yml': challenge('flags: [x]\nenvironment: { build: ., ports: [80] }'),
    'other/Dockerfile': 'FROM scratch\n',
  })
  await symlink('../other/Dockerfile', join(folder, 'a/Dockerfile'))
  const { warnings } = await loadEvent(folder, { firstStart })
  expect(warnings).toMatchObject([
    { severity: 'left out', message: "'.' is not a folder with a Dockerfile in it" },
  ])
})

test('of two challenges of the required name, the one of the same category is meant', async () => {
  const one = (category: string, more = '') =>
    `name: One\ncategory: ${category}\nvalue: 5\nflags: [x]\n${more}`
  const folder = await writeFolder({
    'event.yaml': minimalEvent,
    'a/challenge.yml': one('Misc'),
    'b/challenge.yml': one('Web'),
    'c/challenge.yml': one('Web', 'requirements: [One]\n').replace('One', 'Two'),
  })
  const { event } = await loadEvent(folder, { firstStart })
  const two = event.challenges.find(({ slug }) => slug === 'two')
  expect(two?.requires).toEqual([{ categorySlug: 'web', challengeSlug: 'one' }])
})

test('routes of the VPN take the place of its pool', async () => {
  const vpn = 'vpn: { pool: 10.13.0.0/16, routes: [10.20.0.0/16] }\n'
  const folder = await writeFolder({ 'event.yaml': minimalEvent + vpn })
  const { event } = await loadEvent(folder, { firstStart })
  expect(event.vpn).toMatchObject({ pool: '10.13.0.0/16', routes: ['10.20.0.0/16'] })
})

test('a name for each language is not taken for one that is missing', async () => {
  const text = 'name: { en: Owl, de: Eule }\ncategory: Web\nvalue: 5\nflags: [x]'
  expect(await problemsOf(text)).toEqual([
    "name is not a text, and a challenge has one text; the folder's name 'a' is taken",
  ])
})
