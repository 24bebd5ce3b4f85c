import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { certificatePage } from '../../../scripts/organise/certificate-page.ts'
import { writeCertificates } from '../../../scripts/organise/certificates.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { during, end, start } from '../core/events.ts'
import { writeFolder } from '../event/write-folder.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { files, seeingAt } from './organised.ts'

const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
const settings = {
  name: 'Fair & <Square>',
  start: start.toISOString(),
  end: end.toISOString(),
  scoreGroups: [{ name: 'Open' }],
  teamMode: true,
  logo: 'logo.svg',
  accentColor: '#00aa55',
}

let clock: SimulatedClock
let platform: TestPlatform
let folder: string

const see = seeingAt(() => platform)
const write = (language: 'en' | 'de', isEarly = false) =>
  writeCertificates({ folder: join(folder, language), language, isEarly }, see)
const read = (language: string, name: string) => readFile(join(folder, language, name), 'utf8')

beforeEach(async () => {
  clock = createSimulatedClock(during)
  folder = await mkdtemp(join(tmpdir(), 'guidon-certificates-'))
  const eventFolder = await writeFolder({ ...files(settings), 'logo.svg': logo })
  platform = await startPlatform({ eventFolder, clock })
  return async () => {
    await platform.close()
    await rm(folder, { recursive: true })
  }
})

test('each account that solved something gets a page, with the event and its members', async () => {
  for (const [username, team] of [
    ['ant', 'Ants'],
    ['bee', 'Bees'],
    ['cat', 'Cats'],
  ] as const) {
    const call = await platform.as(username)
    await call('POST', '/v1/teams', { name: team })
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    if (username === 'cat') continue
    clock.advance(1000)
    await call('POST', '/v1/challenges/three/solve?category=web', { flag: 'F{Three}' })
  }
  await expect(write('en')).rejects.toThrow('the event has not ended')
  await writeCertificates({ folder: join(folder, 'early'), language: 'en', isEarly: true }, see)
  clock.advanceTo(end.getTime())
  expect(await write('en')).toEqual([['group-1.html', 2]])
  await write('de')
  await expect(write('de')).rejects.toThrow('is not empty')
  // This stands for the database alone, which has no logo.
  const own = join(folder, 'own.svg')
  await writeFile(own, logo.replace('1 1', '2 2'))
  const wanted = { folder: join(folder, 'own'), language: 'en', isEarly: false } as const
  await expect(writeCertificates({ ...wanted, logo: `${own}.no` }, see)).rejects.toThrow(
    "--logo: 'own.svg.no' does not exist",
  )
  const cut: typeof see = (command, input) =>
    command === 'board' ? Promise.reject(new Error('cut')) : see(command, input)
  await expect(writeCertificates({ ...wanted, logo: own }, cut)).rejects.toThrow('cut')
  await writeCertificates({ ...wanted, logo: own }, see)
  expect(await read('own', 'logo.svg')).toContain('2 2')
  expect(await readdir(join(folder, 'en'))).toHaveLength(4)
  expect(await read('en', 'logo.svg')).toBe(logo)
  const english = await read('en', 'group-1.html')
  expect(english.match(/<section>/g)).toHaveLength(2)
  for (const text of [
    ...['<bdi>Fair &#38; &#60;Square&#62;</bdi>', '<h1>Certificate</h1>', '<bdi>Ants</bdi>'],
    ...['Rank 1 of 3', '100 points, 1 flag<', 'Members: <bdi>ant</bdi>', 'src="logo.svg"'],
  ])
    expect(english).toContain(text)
  expect(english).not.toContain('Cats')
  // The event's colour, as dark as it has to be on white.
  const accent = platform.composition.event.current.details.accentColor?.light
  expect(english).toContain(`letter-spacing:.06em;color:${accent}}`)
  const german = await read('de', 'group-1.html')
  for (const text of ['lang="de"', 'Urkunde', 'Platz 2 von 3', '100 Punkte, 1 Flag<', 'Mitglieder'])
    expect(german).toContain(text)
})

test('names with markup stay names', () => {
  const evil = `</bdi><script>alert(1)</script>"'&\u202e`
  const page = certificatePage([
    {
      id: 'x',
      language: 'en',
      event: evil,
      end,
      group: evil,
      name: evil,
      members: [evil],
      rank: 1,
      ranked: 1,
      points: 1,
      flags: 1,
      logoFile: evil,
      accent: null,
    },
  ])
  expect(page).not.toMatch(/<script|<\/bdi><script|"'&/)
  expect(page.match(/<bdi>/g)).toHaveLength(page.match(/<\/bdi>/g)?.length ?? 0)
  expect(page.match(/&#60;script&#62;/g)).toHaveLength(6)
  expect(page).toContain("content=\"default-src 'none';")
})

test('a name that does not fit into a line is smaller', () => {
  const pageOf = (name: string) =>
    certificatePage([
      {
        id: 'x',
        language: 'en',
        event: 'Fair',
        end,
        group: 'Open',
        name,
        members: [],
        rank: 1,
        ranked: 1,
        points: 1,
        flags: 1,
        logoFile: null,
        accent: null,
      },
    ])
  expect(pageOf('x'.repeat(30))).toContain('<p class="name">')
  expect(pageOf('x'.repeat(31))).toContain('<p class="name long">')
})
