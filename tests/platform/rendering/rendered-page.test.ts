import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageView } from '../../../src/api/rendering.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, start, writeEvent } from '../core/events.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'

const siteFolder = join(import.meta.dirname, '../../../dist')
/** Where tests stop the renderer, or what it waits for. */
const clock = createSimulatedClock(during)
const attack = '<img src=x onerror=alert(1)>"\'`</script><style>*{}'

let platform: TestPlatform
let alice: string
let bob: string

beforeAll(async () => {
  const eventFolder = await writeEvent(
    { announcements: [{ time: start.toISOString(), title: 'We are open', text: attack }] },
    [
      {
        name: 'Rich',
        category: 'Net',
        description: `${attack}\n\n| a | b |\n|--|--|\n| 1 | 2 |`,
        value: 100,
        flags: ['TEST{r}'],
      },
      {
        name: 'Simple',
        category: 'Net',
        description: 'First.\n\nThen.',
        value: 50,
        flags: ['TEST{s}'],
      },
    ],
  )
  platform = await startPlatform({ eventFolder, siteFolder, clock })
  alice = await entered('alice', 'Hawks')
  bob = await entered('bob', `Owls ${attack}`.slice(0, 40))
})
afterAll(() => platform.close())

async function entered(name: string, team: string) {
  const call = await platform.as(name)
  expect((await call('POST', '/v1/teams', { name: team })).status).toBe(204)
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  return platform.signIn(name)
}

const view: PageView = { path: '/', language: 'en', region: 'en-GB', offset: 0, stored: {} }

const ask = (token: string, wanted: object = {}, headers = {}) =>
  platform.fetch('/rendered-page', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify({ ...view, ...wanted }),
  })

/** Asks until there is a page: on a busy host, the process that renders pages may still be starting. */
const rendered = (token: string, wanted: object = {}) =>
  eventually(async () => {
    clock.advance(10_000)
    const response = await ask(token, wanted)
    expect(response.status).toBe(200)
    return response.text()
  })

/** The time of the announcement, which is the event's start: 10:00 UTC. */
const timeIn = (html: string) => /<time [^>]*>([^<]*)/.exec(html)?.[1]

/** The process that renders this platform's pages. */
const processes = () =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) =>
        Number(parent) === process.pid && args.join().includes('render-page'),
    )
    .map(([pid]) => Number(pid))

async function writtenConfig(one: TestPlatform) {
  const html = await (await one.fetch('/')).text()
  return JSON.parse(/id="app-config">(.*?)<\/script>/.exec(html)?.[1] ?? '')
}

test('the page says that the site renders pages', async () => {
  expect(await writtenConfig(platform)).toMatchObject({ renderedPages: true })
})

test('every page is rendered with the data of its user', async () => {
  const home = await rendered(alice)
  expect(home).toContain('Hello, alice!')
  expect(home).toMatch(/<a [^>]*href="\/challenge\/net\/simple"/)
  expect(await rendered(alice, { path: '/my-team' })).toContain('Hawks')
  const board = await rendered(alice, { path: '/scoreboard' })
  expect(board).toContain('Hawks')
  expect(board).toContain('data-own-row')
  const challenge = await rendered(alice, { path: '/challenge/net/simple' })
  expect(challenge).toMatch(/<p>First\.<\/p><p>Then\.<\/p>/)
  expect(challenge).toContain('0 of 50 points')
  expect(await rendered(alice, { path: '/challenge/net/rich' })).toContain('<td>2</td>')
  expect(await rendered(alice, { path: '/solves-calendar' })).toContain('<table')
  expect(await rendered(alice, { path: '/announcements' })).toContain('We are open')
  expect(await rendered(alice, { path: '/nowhere' })).toContain('Page not found')
})

test('pages of several users, asked for at once, are of each user alone', async () => {
  await rendered(alice)
  const pages = await Promise.all([alice, bob, alice].map(async token => (await ask(token)).text()))
  expect(pages[0]).toContain('Hello, alice!')
  expect(pages[0]).not.toContain('bob')
  expect(pages[1]).toContain('Hello, bob!')
  expect(pages[1]).not.toContain('alice')
  expect(pages[2], 'one page of each user at a time').toBe('')
})

test('language, region and offset are those of the browser', async () => {
  const german = { language: 'de', region: 'de-DE' }
  expect(await rendered(alice, german)).toContain('>Hallo, alice!<')
  const path = '/announcements'
  expect(timeIn(await rendered(alice, { path, region: 'en-US', offset: 300 }))).toMatch(
    /^Jun 1, 5:00\sAM$/,
  )
  // Renders the same language again, since its formats are cached.
  expect(timeIn(await rendered(alice, { path, offset: -330 }))).toBe('1 Jun, 15:30')
  expect(timeIn(await rendered(alice, { path, offset: 0 }))).toBe('1 Jun, 10:00')
  expect(timeIn(await rendered(alice, { path, ...german, offset: -120 }))).toMatch(/12:00$/)
})

test("the browser's own state is shown: read announcements and folded lists", async () => {
  const me = await platform.as('alice')
  const { id } = (await me('GET', '/v1/user')).body
  const [{ id: announcement }] = (await me('GET', '/v1/announcements')).body.announcements
  const hasUnread = (html: string) => html.includes('Unread announcements')
  expect(hasUnread(await rendered(alice))).toBe(true)
  const marks = JSON.stringify({ read: [announcement], shown: [] })
  const stored = { [`guidon.announcements:${id}`]: marks }
  expect(hasUnread(await rendered(alice, { stored }))).toBe(false)
  const sidebar = JSON.stringify({ filter: '', hidesSolved: false, guide: { rules: 'folded' } })
  const folded = (html: string) => html.match(/aria-expanded="false"/g)?.length ?? 0
  const before = folded(await rendered(alice))
  expect(folded(await rendered(alice, { stored: { sidebar } }))).toBe(before + 1)
  expect(folded(await rendered(alice, { stored: { sidebar: '{' } })), 'unreadable').toBe(before)
})

test('text that people write stays text', async () => {
  for (const path of ['/', '/my-team', '/scoreboard', '/challenge/net/rich', '/announcements']) {
    const html = await rendered(bob, { path })
    expect(html, path).not.toMatch(/<img[^>]*onerror|<script|<\/script|<style| style="/i)
  }
})

test('a page is sent compressed, as text that is never kept', async () => {
  await rendered(alice)
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const response = await ask(alice, {}, { 'accept-encoding': encoding })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(unpack(await response.bytes()).toString()).toContain('Hello, alice!')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

test('a malformed request is refused, and the refusal names what does not fit', async () => {
  const refusal = async (response: Response) => {
    const { code, message } = await response.json()
    return [response.status, code, message.split(':')[0]]
  }
  expect(await refusal(await platform.fetch('/rendered-page', { method: 'POST' }))).toEqual([
    ...[401, 'NOT_AUTHORIZED', 'a bearer token is missing'],
  ])
  expect(await refusal(await ask('forged'))).toEqual([
    ...[401, 'NOT_AUTHORIZED', 'the bearer token is not valid'],
  ])
  expect((await platform.fetch('/rendered-page')).status).toBe(405)
  const wrong = {
    path: ['//evil.example', '/\\evil.example', 'https://evil.example', '/a?b', '/a#b', '', 7],
    language: ['la', null],
    offset: [0.5, 9000, '0', Number.NaN],
    region: ['x'.repeat(51)],
    stored: [null, { sidebar: 7 }, { [`guidon.announcements:${'x'.repeat(100)}`]: '' }],
  }
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const found = await refusal(await ask(alice, { [field]: value }))
      expect(found.slice(0, 2), `${field} ${value}`).toEqual([400, 'VALIDATION_FAILED'])
      expect(found[2], `${field} ${value}`).toContain(field)
    }
  }
  const large = { stored: { sidebar: 'x'.repeat(70_000) } }
  expect((await ask(alice, large)).status).toBe(413)
  const text = await platform.fetch('/rendered-page', {
    method: 'POST',
    headers: { authorization: `Bearer ${alice}` },
    body: '{',
  })
  expect(text.status).toBe(400)
})

test('the process that renders knows nothing of the platform but what it reads for a page', async () => {
  await rendered(alice)
  const [pid] = processes()
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
  const names = environment.map(entry => entry.split('=')[0])
  expect(
    names.filter(
      name => !['PATH', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'].includes(name ?? ''),
    ),
  ).toEqual([])
})

test('when that process ends, pages come without it, and another one is started later', async () => {
  await rendered(alice)
  const [pid = 0] = processes()
  process.kill(pid, 'SIGKILL')
  await eventually(async () => {
    expect(processes()).toEqual([])
    expect((await ask(alice)).status).toBe(204)
  })
  clock.advance(9_999)
  expect((await ask(alice)).status).toBe(204)
  expect(await rendered(alice)).toContain('Hello, alice!')
})

test('a process that hangs delays nobody, and is replaced', async () => {
  await rendered(alice)
  const [pid = 0] = processes()
  process.kill(pid, 'SIGSTOP')
  const asked = ask(alice)
  const other = ask(bob)
  await eventually(() => {
    clock.advance(1_500)
    return Promise.race([asked, new Promise((_, reject) => setTimeout(reject))])
  })
  expect((await asked).status).toBe(204)
  expect((await other).status).toBe(204)
  clock.advance(10_000)
  await eventually(() => expect(processes()).not.toContain(pid))
  expect(await rendered(bob)).toContain('Hello, bob!')
})

test('if it is turned off, the page does not ask for it', async () => {
  const off = await startPlatform({
    eventFolder: await writeEvent(),
    siteFolder,
    rendersPages: false,
  })
  expect(await writtenConfig(off)).not.toHaveProperty('renderedPages')
  const token = await off.signIn('alice')
  const response = await off.fetch('/rendered-page', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(view),
  })
  expect(response.status).toBe(405)
  await off.close()
  expect(processes()).toHaveLength(1)
})
