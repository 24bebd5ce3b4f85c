import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { utimes, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulatedClock } from '../../../support/simulated-clock.ts'
import { during, writeEvent } from '../../core/events.ts'
import { startPlatform, type TestPlatform } from '../../start-platform.ts'
import { readZip } from './read-zip.ts'

const content = randomBytes(8 * 1024 * 1024)
const clock = createSimulatedClock(during)
let file: string
let platform: TestPlatform
let link: string

beforeAll(async () => {
  const event = await writeEvent({}, [
    {
      name: 'Image',
      category: 'More',
      description: 'Look.',
      value: 100,
      flags: ['TEST{image}'],
      files: ['disk.img', 'notes.txt'],
    },
  ])
  file = join(event, 'more/image/disk.img')
  await writeFile(file, content)
  platform = await startPlatform({
    eventFolder: event,
    clock,
    listen: true,
  })
  const alice = await platform.as('alice')
  await alice('POST', '/v1/teams', { name: 'Team' })
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  link = await findLink()
})
afterAll(() => platform.close())

async function findLink(): Promise<string> {
  const alice = await platform.as('alice')
  const { body } = await alice('GET', '/v1/challenges/image?category=more')
  return platform.origin + body.staticFilesArchiveUrl
}

/** Downloads until the connection is cut after some bytes. */
async function downloadCut(bytes: number) {
  const request = get(link)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  let received = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    received += chunk.length
    if (received >= bytes) break
  }
  request.destroy()
  return { headers: response.headers, start: Buffer.concat(chunks) }
}

const resume = (start: number, etag: string | undefined) =>
  fetch(link, { headers: { range: `bytes=${start}-`, 'if-range': String(etag) } })

test('a download that was cut continues where it was, again and again', async () => {
  const { headers, start } = await downloadCut(1_000_000)
  expect(headers['accept-ranges']).toBe('bytes')
  expect(start.length).toBeLessThan(Number(headers['content-length']))
  const size = Number(headers['content-length'])
  const parts = [start]
  let received = start.length
  while (received < size) {
    const rest = await resume(received, headers.etag)
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe(`bytes ${received}-${size - 1}/${size}`)
    let taken = 0
    for await (const chunk of rest.body ?? []) {
      parts.push(Buffer.from(chunk))
      taken += chunk.length
      if (taken > 3_000_000) break
    }
    received += taken
  }
  const files = readZip(Buffer.concat(parts))
  expect(files.get('image/disk.img')).toEqual(content)
  expect(files.get('image/notes.txt')?.toString()).toBe('notes on Image\n')
})

test('a newer link to the same files continues the same download', async () => {
  const { headers, start } = await downloadCut(1_000_000)
  clock.jump(3_600_000)
  const newer = await findLink()
  expect(newer).not.toBe(link)
  link = newer
  const rest = await resume(start.length, headers.etag)
  await rest.body?.cancel()
  expect(rest.status).toBe(206)
})

test('a file that was changed meanwhile is sent from its beginning', async () => {
  const { headers, start } = await downloadCut(1_000_000)
  const changed = Buffer.from(content).fill(0, 0, 10)
  await writeFile(file, changed)
  await utimes(file, 1, 1)
  const again = await resume(start.length, headers.etag)
  expect(again.status).toBe(200)
  const files = readZip(Buffer.from(await again.arrayBuffer()))
  expect(files.get('image/disk.img')).toEqual(changed)
})
