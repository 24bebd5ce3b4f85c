import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Handout } from '../../../src/api/contract.ts'
import { png } from '../../support/png.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, postPlayEnd, start, writeEvent } from '../core/events.ts'
import { type Caller, startPlatform, type TestPlatform } from '../start-platform.ts'

const hour = 3_600_000
const clock = createSimulatedClock(during)
const plan = png({ width: 40, height: 30 })
let folder: string
let platform: TestPlatform
let alice: Caller

const common = { category: 'More', description: '![plan](plan.png)', value: 100 }
beforeAll(async () => {
  const event = await writeEvent({}, [
    {
      name: 'Map',
      ...common,
      flags: ['TEST{map}'],
      files: [
        ...['plan.png', 'photo.txt', 'lying.png', 'huge.png', 'cut.png', 'text.png'],
        ...['drawing.svg', 'sub'],
      ],
    },
    { name: 'Other', ...common, flags: ['TEST{other}'], files: ['plan.png'] },
    {
      name: 'Locked',
      ...common,
      flags: ['TEST{locked}'],
      files: ['plan.png'],
      requirements: ['Map'],
    },
  ])
  folder = join(event, 'more/map')
  const write = (name: string, bytes: Buffer | string) => writeFile(join(folder, name), bytes)
  const one = { width: 1, height: 1 }
  await mkdir(join(folder, 'sub/ä b'), { recursive: true })
  await write('plan.png', plan)
  await write('photo.txt', png(one))
  await write('lying.png', png(one, { claimed: { width: 100_000, height: 100_000 } }))
  await write('huge.png', Buffer.concat([plan, Buffer.alloc(8 * 1024 * 1024)]))
  await write('cut.png', plan.subarray(0, 20))
  await write('text.png', '<script>attack()</script>')
  await write('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await write('sub/ä b/#1?.png', png(one))
  for (const other of ['other', 'locked'])
    await writeFile(join(event, `more/${other}/plan.png`), plan)
  platform = await startPlatform({ eventFolder: event, clock })
  alice = await newParticipant('alice')
})
afterAll(() => platform.close())

async function newParticipant(name: string): Promise<Caller> {
  const call = await platform.as(name)
  await call('POST', '/v1/teams', { name: `Team of ${name}` })
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  return call
}

async function filesOf(slug: string, call = alice): Promise<Handout[]> {
  return (await call('GET', `/v1/challenges/${slug}?category=more`)).body.files
}

async function linkTo(name: string, slug = 'map', call = alice): Promise<string> {
  const url = (await filesOf(slug, call)).find(file => file.name === name)?.url
  if (!url) throw new Error(`${name} has no link`)
  return url
}

const statusOf = async (url: string) => (await platform.fetch(url)).status

test('pictures among the files have a link and their size, by their bytes and not by their names', async () => {
  const files = await filesOf('map')
  expect(files.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['plan.png', 40, 30],
    ['photo.txt', 1, 1],
    ...['lying.png', 'huge.png', 'cut.png', 'text.png', 'drawing.svg'].map(name => [
      name,
      undefined,
      undefined,
    ]),
    ['sub/ä b/#1?.png', 1, 1],
  ])
  expect(files.filter(({ url }) => url).map(({ name }) => name)).toEqual([
    'plan.png',
    'photo.txt',
    'sub/ä b/#1?.png',
  ])
})

test('a link answers the picture and no page, without a token or a cookie', async () => {
  const response = await platform.fetch(await linkTo('plan.png'))
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer())).toEqual(plan)
  const { headers } = response
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('content-length')).toBe(String(plan.length))
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('cache-control')).toMatch(/^private, max-age=\d{4,5}, immutable$/)
  expect(headers.get('set-cookie')).toBe(null)
  const named = await platform.fetch(await linkTo('photo.txt'))
  expect(named.headers.get('content-type')).toBe('image/png')
  expect((await platform.fetch(await linkTo('sub/ä b/#1?.png'))).status).toBe(200)
})

test('HEAD has the headers and no body', async () => {
  const response = await platform.fetch(await linkTo('plan.png'), { method: 'HEAD' })
  expect([response.status, response.headers.get('content-length')]).toEqual([
    200,
    String(plan.length),
  ])
})

test('a link that was changed, or is of something else, opens nothing', async () => {
  const link = await linkTo('plan.png')
  const url = new URL(link, 'http://localhost')
  const changed = (change: (copy: URL) => void) => {
    const copy = new URL(url)
    change(copy)
    return statusOf(copy.pathname + copy.search)
  }
  expect(await statusOf(link)).toBe(200)
  for (const path of [
    '/v1/files/more/other/plan.png',
    '/v1/files/more/map/notes.txt',
    '/v1/files/more/map/challenge.yml',
    '/v1/files/more/map/..%2fother%2fplan.png',
    '/v1/files/more/map/plan%2epng',
    '/v1/files/more/map.zip',
    '/v1/files/more/map/%ff',
    '/v1/files/more/map/',
  ])
    expect([path, await changed(copy => (copy.pathname = path))]).toEqual([path, 404])
  const later = String(Number(url.searchParams.get('expires')) + hour)
  expect(await changed(copy => copy.searchParams.set('expires', later))).toBe(404)
  for (const [name, value] of [
    ['expires', 'NaN'],
    ['expires', ''],
    ['signature', ''],
    ['signature', `${url.searchParams.get('signature')}x`],
  ] as const)
    expect(await changed(copy => copy.searchParams.set(name, value))).toBe(404)
  const archive = (await alice('GET', '/v1/challenges/map?category=more')).body
    .staticFilesArchiveUrl
  const search = new URL(archive, 'http://localhost').search
  expect(await statusOf(url.pathname + search)).toBe(404)
})

test('a link with another tag opens the same picture, which nobody keeps', async () => {
  const response = await platform.fetch((await linkTo('plan.png')).replace(/tag=\w+/, 'tag=old'))
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'private, no-cache',
  ])
})

test('only who may read the challenge gets a link', async () => {
  const path = '/v1/challenges/locked?category=more'
  expect((await alice('GET', path)).body).toMatchObject({ code: 'REQUIREMENTS_NOT_MET' })
  const visitor = await platform.as('visitor')
  expect((await visitor('GET', path)).body).toMatchObject({ code: 'NO_ACCOUNT' })
  const bob = await newParticipant('bob')
  await bob('POST', '/v1/challenges/map/solve?category=more', { flag: 'TEST{map}' })
  const link = await linkTo('plan.png', 'locked', bob)
  expect(await statusOf(link)).toBe(200)
  // Like that of the archive, the link belongs to the challenge, not to an account: it opens for anyone.
  expect(await linkTo('plan.png', 'map', bob)).toBe(await linkTo('plan.png'))
})

test('a file that became something else since the event was loaded is not shown', async () => {
  const link = await linkTo('plan.png')
  const file = join(folder, 'plan.png')
  await rename(file, `${file}.kept`)
  expect(await statusOf(link)).toBe(404)
  await writeFile(file, '<script>attack()</script>')
  expect(await statusOf(link)).toBe(404)
  await rename(file, `${file}.text`)
  await symlink(`${file}.kept`, file)
  expect(await statusOf(link)).toBe(404)
  await rename(`${file}.kept`, file)
  expect(await statusOf(link)).toBe(200)
})

test('a link ends after at most three hours, and each read renews it', async () => {
  const link = await linkTo('plan.png')
  clock.advance(2 * hour)
  expect(await statusOf(link)).toBe(200)
  clock.advance(hour + 1)
  expect(await statusOf(link)).toBe(404)
  // The earlier token has expired, too.
  expect(await statusOf(await linkTo('plan.png', 'map', await newParticipant('carol')))).toBe(200)
})

test('a link from before the clock was set back opens nothing', async () => {
  const link = await linkTo('plan.png', 'map', await newParticipant('dan'))
  clock.jump(-3 * hour)
  expect(await statusOf(link)).toBe(404)
  clock.jump(3 * hour)
  expect(await statusOf(link)).toBe(200)
})

test('when the start is moved to a later time, and once the event is over, links open nothing', async () => {
  const file = join(folder, '../../event.yaml')
  const text = await readFile(file, 'utf8')
  const later = new Date(clock.now() + hour).toISOString()
  const link = await linkTo('plan.png', 'map', await newParticipant('erin'))
  await writeFile(file, text.replace(start.toISOString(), later))
  await platform.composition.reload()
  expect(await statusOf(link)).toBe(403)
  clock.advance(hour)
  expect(await statusOf(link)).toBe(200)

  clock.advanceTo(postPlayEnd.getTime() - hour)
  const last = await linkTo('plan.png', 'map', await newParticipant('finn'))
  expect(await statusOf(last)).toBe(200)
  clock.advance(hour)
  expect(await statusOf(last)).toBe(403)
})
