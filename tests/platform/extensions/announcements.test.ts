import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { loadEvent } from '../../../platform/event/load.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, writeEvent } from '../core/events.ts'
import { type Caller, startPlatform, type TestPlatform } from '../start-platform.ts'

const minute = 60_000
const clock = createSimulatedClock(during)
const welcome = { time: 'start', title: 'Welcome', text: { en: 'Hello', de: 'Hallo' } }
const later = { id: 'later', time: 'start + 61m', importance: 'high', title: 'Later', text: 'Soon' }
const path = '/v1/announcements'

let folder: string
let platform: TestPlatform
let call: Caller
beforeAll(async () => {
  folder = await writeEvent({ announcements: [welcome, later] })
  platform = await startPlatform({ eventFolder: folder, clock })
  call = await platform.as('alice')
})
afterAll(() => platform.close())

const titles = async () =>
  (await call('GET', path)).body.announcements.map((one: { title: object }) => one.title)

async function announce(announcements: object[]) {
  const file = join(folder, 'event.yaml')
  const event = parse(await readFile(file, 'utf8'))
  await writeFile(file, stringify({ ...event, announcements }))
}

test('an announcement is there from its time on, without a team and before others of later', async () => {
  expect((await call('GET', path)).body.announcements).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{16}$/),
      time: '2026-06-01T10:00:00.000Z',
      importance: 'normal',
      title: { en: 'Welcome' },
      text: { en: 'Hello', de: 'Hallo' },
    },
  ])
  const etag = (await call('GET', path)).headers.get('etag') ?? ''
  expect((await call('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
  clock.advance(minute)
  expect(await titles()).toEqual([{ en: 'Later' }, { en: 'Welcome' }])
  const after = await call('GET', path, undefined, { 'if-none-match': etag })
  expect(after.body.announcements[0]).toMatchObject({ id: 'later', importance: 'high' })
})

test('a reload brings new ones; one that is corrected keeps its id', async () => {
  const before = (await call('GET', path)).body.announcements
  await announce([
    { ...welcome, text: 'Hello again' },
    { ...later, title: 'Now' },
  ])
  await platform.composition.reload()
  const after = (await call('GET', path)).body.announcements
  expect(after.map(({ id }: { id: string }) => id)).toEqual(
    before.map(({ id }: { id: string }) => id),
  )
  expect(await titles()).toEqual([{ en: 'Now' }, { en: 'Welcome' }])
})

test('a token is needed', async () => {
  expect((await platform.fetch(path)).status).toBe(401)
})

test('a mistake is named with its field', async () => {
  await announce([later, { ...later, time: 'soon', text: { en: '' } }, later])
  const message = await loadEvent(folder, { firstStart: during }).catch(error => error.message)
  expect(message).toMatch(/announcements\[1\]\.text/)
  await announce([later, { ...later, time: 'soon' }, { ...later, importance: 'normal' }])
  const times = await loadEvent(folder, { firstStart: during }).catch(error => error.message)
  expect(times).toMatch(/announcements\[1\]\.time: 'soon' is not a time/)
  expect(times).toMatch(/announcements\[2\]\.id: stands twice/)
})
