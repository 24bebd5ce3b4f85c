import { execFileSync } from 'node:child_process'
import {
  appendFile,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archive } from '../../../../platform/event/handouts/archive.ts'
import { writeFolder } from '../write-folder.ts'
import { packed } from './packed.ts'
import { readZip } from './read-zip.ts'

const wholeOf = ({ read, size }: Awaited<ReturnType<typeof archive>>) =>
  new Response(read(0, size)).text()
const file = (folder: string, name: string) => ({ path: join(folder, name), name })

test('an archive holds the files below the challenge’s slug', async () => {
  const folder = await writeFolder({ 'b.txt': 'second', 'src/ä.c': 'int x;' })
  const files = [file(folder, 'src/ä.c'), file(folder, 'b.txt')]
  const { headers, size } = await archive({ slug: 'night-traffic', files })
  const body = await packed({ slug: 'night-traffic', files })
  expect([...readZip(body)].map(([name, data]) => [name, data.toString()])).toEqual([
    ['night-traffic/b.txt', 'second'],
    ['night-traffic/src/ä.c', 'int x;'],
  ])
  expect(size).toBe(body.length)
  expect(headers).toEqual({
    'content-type': 'application/zip',
    'content-disposition': "attachment; filename*=UTF-8''night-traffic.zip",
    'cache-control': 'private, no-cache',
  })
})

test('the same files are the same archive, whenever and in whatever order they come', async () => {
  const folder = await writeFolder({ a: 'one', b: 'two' })
  const files = [file(folder, 'a'), file(folder, 'b')]
  const first = await packed({ slug: 's', files })
  await utimes(join(folder, 'a'), 1, 1)
  expect(await packed({ slug: 's', files: files.toReversed() })).toEqual(first)
})

test('its entries have one date in every time zone', async () => {
  const folder = await writeFolder({ a: '' })
  const zip = await packed({ slug: 's', files: [file(folder, 'a')] })
  const newYear = ((2026 - 1980) << 9) | (1 << 5) | 1
  expect([zip.readUInt16LE(10), zip.readUInt16LE(12)]).toEqual([0, newYear])
})

test('an archive is read while it is sent, and a download that ends early closes the file', async () => {
  const folder = await writeFolder({})
  const size = 8 * 1024 * 1024
  const big = file(await realpath(folder), 'big')
  await writeFile(big.path, Buffer.alloc(size))
  const { read, size: all } = await archive({ slug: 's', files: [big] })
  const reader = read(0, all).getReader()
  let first = 0
  while (first < 1000) first += (await reader.read()).value?.length ?? 1000
  expect(first).toBeLessThan(size)
  if (process.platform === 'linux') expect(await openFiles()).toContain(big.path)
  await reader.cancel()
  await expect.poll(openFiles).not.toContain(big.path)
})

test('an answer whose body nobody reads, as to HEAD, opens no file', async () => {
  const folder = await writeFolder({ a: 'one' })
  const unread = file(await realpath(folder), 'a')
  const { read, size } = await archive({ slug: 's', files: [unread] })
  read(0, size)
  await new Promise(setImmediate)
  expect(await openFiles()).not.toContain(unread.path)
})

test('a file that is gone is reported before anything is sent', async () => {
  const folder = await writeFolder({ a: '' })
  const files = [file(folder, 'a')]
  await rm(join(folder, 'a'))
  await expect(archive({ slug: 's', files })).rejects.toThrow('ENOENT')
})

test('what became a pipe since the event was loaded is never waited for', async () => {
  const folder = await realpath(await writeFolder({ a: 'one' }))
  const piped = file(folder, 'a')
  const before = await archive({ slug: 's', files: [piped] })
  await rm(piped.path)
  execFileSync('mkfifo', [piped.path])
  await expect(archive({ slug: 's', files: [piped] })).rejects.toThrow(`${piped.path} is no file`)
  await expect(wholeOf(before)).rejects.toThrow(`${piped.path} has changed while it was sent`)
})

test.each<[string, (path: string) => Promise<void>]>([
  ['grew', path => appendFile(path, 'more')],
  ['shrank', path => truncate(path, 1)],
  ['got other bytes', path => writeFile(path, 'two')],
])('a file that %s since the answer began ends it, with its path', async (_, change) => {
  const folder = await realpath(await writeFolder({ a: 'one' }))
  const changed = file(folder, 'a')
  const before = await archive({ slug: 's', files: [changed] })
  await change(changed.path)
  // The clock of a file system may stand still for some milliseconds.
  await utimes(changed.path, 1, 1)
  await expect(wholeOf(before)).rejects.toThrow(`${changed.path} has changed while it was sent`)
  expect((await archive({ slug: 's', files: [changed] })).etag).not.toBe(before.etag)
})

test('a file that changes while it is read is not sent to its end', async () => {
  const folder = await realpath(await writeFolder({}))
  const big = file(folder, 'big')
  await writeFile(big.path, Buffer.alloc(1024 * 1024))
  const { read, size } = await archive({ slug: 's', files: [big] })
  const reader = read(0, size).getReader()
  let received = 0
  while (received < 100_000) received += (await reader.read()).value?.length ?? 0
  await utimes(big.path, 1, 1)
  const rest = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      received += value.length
    }
  }
  await expect(rest()).rejects.toThrow(`${big.path} has changed while it was sent`)
  expect(received).toBeLessThan(1024 * 1024)
})

test('each part of an archive is what the whole has there, also if it is read first', async () => {
  const folder = await realpath(await writeFolder({ a: 'first', b: '', 'c/ä.txt': 'third' }))
  const handouts = () => ({
    slug: 's',
    files: ['a', 'b', 'c/ä.txt'].map(name => file(folder, name)),
  })
  const whole = await packed(handouts())
  const known = handouts()
  for (let start = 0; start < whole.length; start++) {
    expect(await packed(known, { start })).toEqual(whole.subarray(start))
    expect(await packed(known, { end: start })).toEqual(whole.subarray(0, start))
    // Nothing of these files is known.
    expect(await packed(handouts(), { start, end: start + 1 })).toEqual(
      whole.subarray(start, start + 1),
    )
  }
})

test('a part of a file is read from its first byte, and the checksum of a file once', async () => {
  const folder = await realpath(await writeFolder({}))
  const big = file(folder, 'big')
  await writeFile(big.path, Buffer.alloc(1024 * 1024, 'guidon'))
  const handouts = { slug: 's', files: [big] }
  const { size } = await archive(handouts)
  const whole = await packed(handouts)
  const before = await bytesRead()
  const last = { start: size - 100_000 }
  expect(await packed(handouts, last)).toEqual(whole.subarray(last.start))
  expect((await bytesRead()) - before).toBeLessThan(200_000)
})

/** The paths that this process has open; none if the system does not list them. */
async function openFiles(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const paths = descriptors.map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return Promise.all(paths)
}

/** What this process has read so far, in bytes; 0 if the system does not count it. */
async function bytesRead(): Promise<number> {
  const counts = await readFile('/proc/self/io', 'utf8').catch(() => '')
  return Number(/^rchar: (\d+)/.exec(counts)?.[1] ?? 0)
}
