import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { loadEvent } from '../../../platform/event/load.ts'
import { isForOrganiser } from '../../../platform/event/organiser-files.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

const load = async (files: Record<string, string>) => {
  const folder = await writeFolder({ 'event.yaml': minimalEvent, ...files })
  return { folder, ...(await loadEvent(folder, { firstStart })) }
}
const dynamic = 'extra: { initial: 500, decay: 10, minimum: 50 }'
const other = (more: string) => challenge(more).replace('type: standard', 'type: container')

test('initial, decay and minimum make a challenge dynamic, whatever a plugin calls its type', async () => {
  const { event } = await load({ 'a/challenge.yml': other(`flags: [x]\n${dynamic}`) })
  expect(event.challenges[0]?.value).toEqual({
    kind: 'dynamic',
    initial: 500,
    decay: 10,
    minimum: 50,
    function: 'logarithmic',
  })
})

test.each([
  [1, 'dynamic'],
  [0.5, 'static'],
])('a challenge with a decay of %f is %s', async (decay, kind) => {
  const dynamic = `value: 100\nextra: { initial: 500, decay: ${decay}, minimum: 50 }`
  const { event } = await load({
    'a/challenge.yml': other(`flags: [x]\n${dynamic}`).replace('value: 100\n', ''),
  })
  expect(event.challenges[0]?.value.kind).toBe(kind)
})

test('a standard challenge stays static', async () => {
  const { event } = await load({ 'a/challenge.yml': challenge(`flags: [x]\n${dynamic}`) })
  expect(event.challenges[0]?.value.kind).toBe('static')
})

test('event.yaml may say what challenges are worth that do not say it themselves', async () => {
  const without = challenge('flags: [x]').replace('value: 100\n', '')
  const folder = await writeFolder({
    'event.yaml': `${minimalEvent}scoring: { initial: 400, decay: 20, minimum: 40 }\n`,
    'a/challenge.yml': without.replace('Test Pilot', 'A'),
    'b/challenge.yml': challenge('flags: [x]'),
  })
  const { event } = await loadEvent(folder, { firstStart })
  expect(Object.fromEntries(event.challenges.map(({ slug, value }) => [slug, value]))).toEqual({
    a: { kind: 'dynamic', initial: 400, decay: 20, minimum: 40, function: 'logarithmic' },
    'test-pilot': { kind: 'static', points: 100 },
  })
})

test('a folder may have several challenges, NAME.challenge.yml each', async () => {
  const { event, files, warnings } = await load({
    'web/one.challenge.yml': challenge('flags: [x]').replace('Test Pilot', 'One'),
    'web/two.challenge.yml': challenge('flags: [x]').replace('Test Pilot', 'Two'),
  })
  expect(event.challenges.map(({ name }) => name)).toEqual(['One', 'Two'])
  expect(files.map(({ place }) => place)).toEqual([
    'web/one.challenge.yml',
    'web/two.challenge.yml',
  ])
  expect(warnings).toEqual([])
  expect(isForOrganiser('one.challenge.yml')).toBe(true)
})

test('a file of variables is for the organiser only, whatever it is made for', () => {
  for (const name of ['.env', '.env.local', '.env.production'])
    expect(isForOrganiser(name), name).toBe(true)
})

test('image and port of extra are an environment', async () => {
  const { event } = await load({
    'a/challenge.yml': other('flags: [x]\nextra: { image: "nginx:1", port: 8080 }'),
  })
  expect(event.challenges[0]?.environment).toMatchObject({ kind: 'image', image: 'nginx:1' })
  expect(event.challenges[0]?.environment?.ports.map(({ port }) => port)).toEqual([8080])
})

test("kCTF's own file is a warning, and the check still passes, for programs too", async () => {
  const { folder, warnings } = await load({
    'kctf/challenge.yaml': 'apiVersion: kctf.dev/v1\nkind: Challenge\nmetadata: { name: x }\n',
    'a/challenge.yml': challenge('flags: [x]'),
  })
  expect(warnings.map(({ severity, file }) => `${severity} ${file}`)).toEqual([
    'warning kctf/challenge.yaml',
  ])
  const script = join(import.meta.dirname, '../../../scripts/event.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    'check',
    folder,
    '--json',
  ])
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    challenges: [{ slug: 'test-pilot' }],
    problems: [{ severity: 'warning', file: 'kctf/challenge.yaml' }],
  })
})

const rcds = (more: string) => `name: Buoys\ndescription: Count.\nvalue: 100\n${more}`

test.each([
  ['a list', 'provide: [a.txt]', ['a.txt']],
  ['another name', 'provide: [{ file: a.txt, as: b.txt }]', ['a.txt']],
  ['an archive', 'provide: [{ kind: zip, spec: { files: [src] } }]', ['src/b.txt']],
  [
    'an archive that excludes files',
    'provide: [{ kind: zip, spec: { files: [src], exclude: [b.txt] } }]',
    [],
  ],
  ['the folder that has the flag in it', 'provide: [., a.txt]', ['a.txt']],
  ['the flag itself', 'provide: [flag.txt]', []],
])('rCDS provides files as %s, and never the flag', async (_, provide, names) => {
  const { event } = await load({
    'web/a/challenge.yaml': rcds(`flag: { file: flag.txt }\n${provide}\n`),
    'web/a/flag.txt': 'F{x}\n',
    'web/a/a.txt': 'a',
    'web/a/src/b.txt': 'b',
  })
  expect(event.challenges[0]?.files.map(({ name }) => name)).toEqual(names)
  expect(event.challenges[0]?.flags[0]).toMatchObject({ content: 'F{x}' })
})

test.each([
  [
    'main: { image: "nginx:1" }',
    '{ target: 80, http: buoys }',
    { kind: 'image', image: 'nginx:1' },
  ],
  ['main: { build: { context: . } }', '{ target: 80, tcp: 31337 }', { kind: 'build' }],
])('the container of rCDS is an environment: %s', async (container, exposed, expected) => {
  const more = `flag: F{x}\ncontainers: { ${container} }\nexpose: { main: [${exposed}] }\n`
  const { event } = await load({
    'web/a/challenge.yaml': rcds(more),
    'web/a/Dockerfile': 'FROM scratch\n',
  })
  const protocol = exposed.includes('http') ? 'http' : 'tcp'
  const environment = { ...expected, ports: [{ port: 80, protocol }] }
  expect(event.challenges[0]?.environment).toMatchObject(environment)
})

test('parts of rCDS that cannot be taken over are reported', async () => {
  const several =
    'containers: { a: { image: x }, b: { image: y } }\nexpose: { a: [{ target: 80 }] }'
  const { event, warnings } = await load({
    'web/a/challenge.yaml': rcds(`flag: F{x}\n${several}\n`),
    'web/b/challenge.yaml': rcds('flag: { file: ../a/challenge.yaml }\n'),
    'web/c/challenge.yaml': rcds(
      'flag: F{x}\ncontainers: { app: { imaeg: x } }\nexpose: { app: [{ target: 80 }] }\n',
    ),
  })
  expect(event.challenges.map(({ environment }) => environment)).toEqual([null, null])
  const reported = warnings.map(({ message }) => message).join('\n')
  expect(reported).toContain('containers: has several')
  expect(reported).toContain('containers: app has neither build nor image, so nothing is started')
  expect(reported).toContain('flag: its file cannot be read')
})
