import { execFileSync } from 'node:child_process'
import {
  appendFile,
  readdir,
  readlink,
  realpath,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archive } from '../../../platform/event/archive.ts'
import { readZip } from './read-zip.ts'
import { writeFolder } from './write-folder.ts'

const bytes = async ({ body }: Archive) => Buffer.from(await new Response(body).arrayBuffer())
type Archive = Awaited<ReturnType<typeof archive>>
const file = (folder: string, name: string) => ({ path: join(folder, name), name })

test('an archive holds the files below the challenge’s slug', async () => {
  const folder = await writeFolder({ 'b.txt': 'second', 'src/ä.c': 'int x;' })
  const files = [file(folder, 'src/ä.c'), file(folder, 'b.txt')]
  const reply = await archive({ slug: 'night-traffic', files })
  const body = await bytes(reply)
  expect([...readZip(body)].map(([name, data]) => [name, data.toString()])).toEqual([
    ['night-traffic/b.txt', 'second'],
    ['night-traffic/src/ä.c', 'int x;'],
  ])
  expect(reply.headers).toEqual({
    'content-type': 'application/zip',
    'content-disposition': "attachment; filename*=UTF-8''night-traffic.zip",
    'content-length': String(body.length),
  })
})

test('the same files are the same archive, whenever and in whatever order they come', async () => {
  const folder = await writeFolder({ a: 'one', b: 'two' })
  const files = [file(folder, 'a'), file(folder, 'b')]
  const first = await bytes(await archive({ slug: 's', files }))
  await utimes(join(folder, 'a'), 1, 1)
  expect(await bytes(await archive({ slug: 's', files: files.toReversed() }))).toEqual(first)
})

test('its entries have one date in every time zone', async () => {
  const folder = await writeFolder({ a: '' })
  const zip = await bytes(await archive({ slug: 's', files: [file(folder, 'a')] }))
  const newYear = ((2026 - 1980) << 9) | (1 << 5) | 1
  expect([zip.readUInt16LE(10), zip.readUInt16LE(12)]).toEqual([0, newYear])
})

test('an archive is read while it is sent, and a download that ends early closes the file', async () => {
  const folder = await writeFolder({})
  const size = 8 * 1024 * 1024
  const big = file(await realpath(folder), 'big')
  await writeFile(big.path, Buffer.alloc(size))
  const reader = (await archive({ slug: 's', files: [big] })).body.getReader()
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
  await archive({ slug: 's', files: [unread] })
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
  await expect(bytes(before)).rejects.toThrow(`${piped.path} became shorter while it was sent`)
})

test('a file that grows while it is sent is sent as long as the answer said', async () => {
  const folder = await realpath(await writeFolder({ a: 'one', empty: '' }))
  const files = [file(folder, 'a'), file(folder, 'empty')]
  const reply = await archive({ slug: 's', files })
  for (const { path } of files) await appendFile(path, 'more')
  const body = await bytes(reply)
  expect(body).toHaveLength(Number(reply.headers['content-length']))
  expect([...readZip(body)].map(([, data]) => data.toString())).toEqual(['one', ''])
})

test('a file that shrinks while it is sent ends the answer, with its path', async () => {
  const folder = await realpath(await writeFolder({ a: 'one' }))
  const shrunk = file(folder, 'a')
  const { body } = await archive({ slug: 's', files: [shrunk] })
  await truncate(shrunk.path, 1)
  await expect(new Response(body).text()).rejects.toThrow(
    `${shrunk.path} became shorter while it was sent`,
  )
})

/** The paths that this process has open; none if the system does not list them. */
async function openFiles(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const paths = descriptors.map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return Promise.all(paths)
}
