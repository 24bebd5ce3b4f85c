import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { realClock } from '../../../platform/clock.ts'
import { createFiles } from '../../../platform/desktop/files/files.ts'
import type { HomeFiles } from '../../../platform/desktop/files/home-files.ts'
import { createLocalFiles } from '../../../platform/desktop/files/local-files.ts'
import { createUploads } from '../../../platform/desktop/files/uploads.ts'
import { createLog } from '../../../platform/log.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { type FilesDesktop, type FilesScene, startFilesScene } from './files-scene.ts'
import { ticketOf } from './rfb.ts'

// `npm run test:docker` runs these rules with desktops that are containers.
let scene: FilesScene
let alice: FilesDesktop
let bob: FilesDesktop
const mb = 2 ** 20

beforeAll(async () => {
  scene = await startFilesScene()
  alice = await scene.desktopOf('alice')
  bob = await scene.desktopOf('bob')
})
afterAll(() => scene.close())

const inDownloads = (name: string) => readFile(join(alice.home, 'Downloads', name))
let uploads = 0
const newUpload = () => `upload-${++uploads}`

test('a file that is sent in parts lies in ~/Downloads when it is whole, and not before', async () => {
  const bytes = randomBytes(3 * mb)
  const upload = newUpload()
  expect(await alice.state(upload, 'capture.pcap', bytes.length)).toEqual({
    status: 200,
    received: 0,
    name: null,
  })
  const half = await alice.put(upload, 'capture.pcap', bytes.length, 0, bytes.subarray(0, mb))
  expect(half).toEqual({ status: 200, received: mb, name: null })
  expect(await readdir(alice.home)).not.toContain('Downloads')
  const whole = await alice.put(upload, 'capture.pcap', bytes.length, mb, bytes.subarray(mb))
  expect(whole).toEqual({ status: 200, received: bytes.length, name: 'capture.pcap' })
  expect((await inDownloads('capture.pcap')).equals(bytes)).toBe(true)
  // The programs of the desktop may run as somebody else.
  expect((await stat(join(alice.home, 'Downloads/capture.pcap'))).mode & 0o777).toBe(0o644)
  // The answer to the last part was lost.
  expect(await alice.state(upload, 'capture.pcap', bytes.length)).toEqual(whole)
  expect(await alice.put(upload, 'capture.pcap', bytes.length, mb, '')).toEqual(whole)
  expect(await readdir(join(alice.home, 'Downloads'))).toEqual(['capture.pcap'])
  expect(await readdir(alice.uploads)).toEqual([])
})

test('the same file again gets a number, and an empty one arrives', async () => {
  for (const text of ['one', 'two', 'three'])
    await alice.put(newUpload(), 'again.tar.gz', text.length, 0, text)
  expect(`${await inDownloads('again (3).tar.gz')}`).toBe('three')
  expect(`${await inDownloads('again.tar.gz')}`).toBe('one')
  expect(await alice.put(newUpload(), 'empty', 0, 0)).toMatchObject({ name: 'empty' })
})

/** Sends the head of a part and some of its bytes, and leaves the connection open. */
async function sendSome(upload: string, size: number, bytes: Buffer) {
  const { hostname, port } = new URL(scene.server.origin)
  const socket = connect(Number(port), hostname)
  // A socket that nobody reads does not notice its end.
  socket.on('error', () => {}).resume()
  const query = new URLSearchParams({ id: upload, name: 'cut', size: `${size}`, offset: '0' })
  socket.write(
    `PUT /desktop/files/upload?${query} HTTP/1.1\r\nhost: x\r\ncontent-length: ${size}\r\n` +
      `authorization: Pass ${alice.pass}\r\n\r\n`,
  )
  socket.write(bytes)
  await eventually(async () => {
    expect((await alice.state(upload, 'cut', size)).received).toBe(bytes.length)
  })
  return socket
}

test('bytes that arrived before the connection was cut are kept, and the rest is sent from there', async () => {
  const bytes = randomBytes(2 * mb)
  const upload = newUpload()
  const socket = await sendSome(upload, bytes.length, bytes.subarray(0, mb))
  socket.destroy()
  expect(await alice.put(upload, 'cut', bytes.length, 0, bytes)).toMatchObject({
    error: 'offset',
  })
  const sent = await alice.put(upload, 'cut', bytes.length, mb, bytes.subarray(mb))
  expect(sent).toMatchObject({ name: 'cut' })
  expect((await inDownloads('cut')).equals(bytes)).toBe(true)
})

test('sending again does not wait for a request that nobody ends', async () => {
  const bytes = randomBytes(mb)
  const upload = newUpload()
  const silent = await sendSome(upload, bytes.length, bytes.subarray(0, 1000))
  const sent = await alice.put(upload, 'silent', bytes.length, 1000, bytes.subarray(1000))
  expect(sent).toMatchObject({ name: 'silent' })
  expect((await inDownloads('silent')).equals(bytes)).toBe(true)
  silent.destroy()
})

/** A home of its own, without a desktop. */
async function localFiles(name: string) {
  const home = join(scene.root, name)
  const parts = join(home, 'parts')
  await mkdir(parts, { recursive: true })
  return { home, parts, files: createLocalFiles({ home, uploads: parts, homeMb: 32, fileMb: 32 }) }
}

test('a page that sends nothing for 30 seconds has sent its part, and sends on from there', async () => {
  const { home, files } = await localFiles('idle')
  const clock = createSimulatedClock(0)
  const { put } = createUploads(clock)
  const asked = { upload: 'upload-idle', name: 'idle', size: 4 }
  const waits = Promise.withResolvers<void>()
  const silent = (async function* () {
    yield Buffer.from('ab')
    waits.resolve()
    await new Promise(() => {})
  })()
  const sent = put('one', files, { ...asked, offset: 0 }, silent)
  await waits.promise
  clock.advance(30_000)
  expect(await sent).toEqual({ received: 2, name: null })
  const rest = (async function* () {
    yield Buffer.from('cd')
  })()
  expect(await put('one', files, { ...asked, offset: 2 }, rest)).toMatchObject({ name: 'idle' })
  expect(`${await readFile(join(home, 'Downloads/idle'))}`).toBe('abcd')
})

const minute = 60_000

/** Uploads of one desktop that has all its places taken; `resting-0` has rested for the longest time. */
async function allPlacesTaken(name: string) {
  const { files, ...places } = await localFiles(name)
  const clock = createSimulatedClock(0)
  const uploads = createUploads(clock)
  const begin = (upload: string, size = 1) =>
    uploads.state('one', files, { upload, name: 'x', size })
  const send = (upload: string, size: number, offset: number, text: string) => {
    const body = (async function* () {
      yield Buffer.from(text)
    })()
    return uploads.put('one', files, { upload, name: upload, size, offset }, body)
  }
  await send('resting-0', 4, 0, 'ab')
  clock.advance(1)
  for (let n = 1; n < 16; n++) await begin(`resting-${n}`)
  return { ...places, files, clock, begin, send, put: uploads.put }
}

test('uploads that rest for an hour make room for others, and nothing of them is left', async () => {
  const { parts, clock, begin } = await allPlacesTaken('resting')
  clock.advance(60 * minute + 1)
  await begin('later')
  expect(await readdir(parts)).toEqual(['later'])
})

test('an upload of which something came within the hour keeps its place', async () => {
  const { parts, clock, begin, send } = await allPlacesTaken('slow')
  clock.advance(30 * minute)
  expect(await send('resting-0', 4, 2, 'c')).toMatchObject({ received: 3 })
  clock.advance(31 * minute)
  await begin('later')
  expect((await readdir(parts)).sort()).toEqual(['later', 'resting-0'])
})

test('when all places are taken, the upload that has rested longest makes room after two minutes', async () => {
  const { parts, clock, begin } = await allPlacesTaken('longest')
  clock.advance(2 * minute - 1)
  await expect(begin('later')).rejects.toMatchObject({ code: 'tooMany' })
  expect(await readdir(parts)).toHaveLength(16)
  clock.advance(1)
  await begin('later')
  // The others rest for two minutes, and not for more.
  await expect(begin('too-many')).rejects.toMatchObject({ code: 'tooMany' })
  const left = Array.from({ length: 15 }, (_, n) => `resting-${n + 1}`)
  expect((await readdir(parts)).sort()).toEqual(['later', ...left].sort())
})

test('an upload that made room begins again, and arrives whole', async () => {
  const { home, clock, begin, send } = await allPlacesTaken('again')
  clock.advance(2 * minute + 1)
  await begin('later')
  await expect(send('resting-0', 4, 2, 'cd')).rejects.toMatchObject({ code: 'offset' })
  expect(await begin('resting-0', 4)).toEqual({ received: 0, name: null })
  expect(await send('resting-0', 4, 0, 'abcd')).toEqual({ received: 4, name: 'resting-0' })
  expect(`${await readFile(join(home, 'Downloads/resting-0'))}`).toBe('abcd')
})

test('an upload that is continued while its part is deleted gets its new part afterwards', async () => {
  const { files, clock, begin } = await allPlacesTaken('meanwhile')
  const removed = Promise.withResolvers<void>()
  const order: string[] = []
  const { openPart, removePart } = files
  Object.assign(files, {
    measure: async () => ({ used: 0, free: 1024 * mb }),
    async removePart(upload) {
      await removed.promise
      order.push(`${upload} is removed`)
      await removePart(upload)
    },
    openPart(upload) {
      order.push(`${upload} is opened`)
      return openPart(upload)
    },
  } satisfies Partial<HomeFiles>)
  clock.advance(2 * minute + 1)
  const begun = Promise.all([begin('later'), begin('resting-0', 4)])
  await setImmediate()
  removed.resolve()
  const nothing = { received: 0, name: null }
  expect(await begun).toEqual([nothing, nothing])
  expect(order.indexOf('resting-0 is removed')).toBe(0)
  expect(order).toContain('resting-0 is opened')
})

test('an upload that a page asked for or that is being sent does not make room', async () => {
  const { files, parts, clock, begin, put } = await allPlacesTaken('used')
  const [waits, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const silent = (async function* () {
    waits.resolve()
    await ends.promise
    yield Buffer.from('x')
  })()
  const asked = { upload: 'resting-1', name: 'sent', size: 1, offset: 0 }
  clock.advance(2 * minute + 1)
  await begin('resting-0', 4)
  const sent = put('one', files, asked, silent)
  await waits.promise
  await begin('later')
  expect(await readdir(parts)).toEqual(expect.arrayContaining(['later', 'resting-0', 'resting-1']))
  expect(await readdir(parts)).not.toContain('resting-2')
  ends.resolve()
  expect(await sent).toMatchObject({ name: 'sent' })
})

test('512 MB of the disk are left to the platform', async () => {
  const { files } = await localFiles('disk')
  const full: HomeFiles = { ...files, measure: async () => ({ used: 0, free: 520 * mb }) }
  const { state } = createUploads(realClock)
  const begin = (upload: string, size: number) => state('one', full, { upload, name: 'x', size })
  await expect(begin('too-much', 8 * mb + 1)).rejects.toMatchObject({ code: 'diskFull' })
  expect(await begin('enough', 8 * mb)).toEqual({ received: 0, name: null })
})

/** Files of a home that is measured only when `measured` is called. */
async function slowlyMeasured(name: string) {
  const { files, ...places } = await localFiles(name)
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: HomeFiles = {
    ...files,
    async measure() {
      begun.resolve()
      await over.promise
      return { used: 0, free: 1024 * mb }
    },
  }
  return { ...places, files: slow, begun: begun.promise, measured: over.resolve }
}

test('a page that asks again while the home is measured waits for the same answer', async () => {
  const { files, begun, measured } = await slowlyMeasured('again')
  const { state } = createUploads(realClock)
  const ask = () => state('one', files, { upload: 'upload-again', name: 'again', size: 4 })
  const first = ask()
  await begun
  const second = ask()
  measured()
  expect(await Promise.all([first, second])).toEqual([
    { received: 0, name: null },
    { received: 0, name: null },
  ])
})

test('an upload that is cancelled while the home is measured takes nothing more, and leaves nothing', async () => {
  const { files, parts, begun, measured } = await slowlyMeasured('cancelled')
  const { put, cancel } = createUploads(realClock)
  const asked = { upload: 'upload-gone', name: 'gone', size: 4, offset: 0 }
  const body = (async function* () {
    yield Buffer.from('abcd')
  })()
  const sent = put('one', files, asked, body)
  await begun
  const cancelled = cancel('one', files, asked.upload)
  measured()
  await expect(sent).rejects.toMatchObject({ code: 'invalid' })
  await cancelled
  expect(await readdir(parts)).toEqual([])
})

test('sending again waits for what the request before still writes', async () => {
  const { home, files } = await localFiles('overlap')
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let [open, most] = [0, 0]
  const watched: HomeFiles = {
    ...files,
    async openPart(name) {
      most = Math.max(most, ++open)
      const part = await files.openPart(name)
      return {
        ...part,
        async append(chunk) {
          begun.resolve()
          await release.promise
          await part.append(chunk)
        },
        close: () => part.close().finally(() => open--),
      }
    },
  }
  const { put } = createUploads(realClock)
  const send = (offset: number, text: string) => {
    const body = (async function* () {
      yield Buffer.from(text)
    })()
    return put('one', watched, { upload: 'upload-twice', name: 'twice', size: 4, offset }, body)
  }
  const first = send(0, 'ab')
  await begun.promise
  const second = send(2, 'cd')
  release.resolve()
  expect(await Promise.all([first, second])).toMatchObject([{}, { name: 'twice' }])
  expect(`${await readFile(join(home, 'Downloads/twice'))}`).toBe('abcd')
  expect(most).toBe(1)
})

test('a part with more than was announced is refused, and nothing of it is delivered', async () => {
  const upload = newUpload()
  expect(await alice.put(upload, 'more', 10, 0, 'x'.repeat(2000))).toMatchObject({
    status: 400,
    error: 'invalid',
  })
  expect(await alice.state(upload, 'more', 11)).toMatchObject({ error: 'invalid' })
  expect(await readdir(join(alice.home, 'Downloads'))).not.toContain('more')
})

test.each([
  ['../../../etc/passwd', '.._.._.._etc_passwd'],
  ['..', 'file'],
  ['', 'file (2)'],
  ['a\u0000b\r\nc\u202egnp.exe', 'a_b__c_gnp.exe'],
  ['\ud800.txt', '\ufffd.txt'],
  ['-rf', '-rf'],
  [`${'ü'.repeat(300)}.pcap`, `${'ü'.repeat(117)}.pcap`],
])('the name %j arrives as %j', async (name, arrives) => {
  const upload = newUpload()
  // The platform has already refused a NUL in the query.
  expect((await alice.put(upload, name, 1, 0, 'x')).name).toBe(arrives)
  expect(`${await inDownloads(arrives)}`).toBe('x')
})

test('too large a file is refused before it is sent, and so is one that the home has no room for', async () => {
  expect(await alice.state(newUpload(), 'large', 32 * mb + 1)).toEqual({
    status: 413,
    error: 'tooLarge',
  })
  await writeFile(join(bob.home, 'disk'), Buffer.alloc(31 * mb, 1))
  expect(await bob.state(newUpload(), 'full', 2 * mb)).toEqual({ status: 507, error: 'homeFull' })
  // An admitted upload counts before any of it has arrived.
  const [first, second] = [newUpload(), newUpload()]
  const size = 600_000
  expect(await bob.state(first, 'one', size)).toMatchObject({ received: 0 })
  expect(await bob.state(second, 'two', size)).toMatchObject({ error: 'homeFull' })
  expect(await bob.ask(`upload?id=${first}&name=one&size=0`, { method: 'DELETE' })).toEqual({
    status: 204,
  })
  expect(await bob.state(second, 'two', size)).toMatchObject({ received: 0 })
  await bob.ask(`upload?id=${second}&name=two&size=0`, { method: 'DELETE' })
  await rm(join(bob.home, 'disk'))
})

test('a home that fills up while a file is sent gets no more', async () => {
  const upload = newUpload()
  await bob.put(upload, 'late', 2 * mb, 0, Buffer.alloc(mb))
  await writeFile(join(bob.home, 'disk'), Buffer.alloc(31 * mb, 1))
  expect(await bob.put(upload, 'late', 2 * mb, mb, Buffer.alloc(mb))).toMatchObject({
    error: 'homeFull',
  })
  await rm(join(bob.home, 'disk'))
  // The whole file has arrived, so it is delivered as soon as there is room.
  expect(await bob.put(upload, 'late', 2 * mb, 2 * mb)).toMatchObject({ name: 'late' })
})

test('a file may take more than half of the home: what has arrived of it counts once', async () => {
  const upload = newUpload()
  await bob.put(upload, 'half', 20 * mb, 0, Buffer.alloc(19 * mb))
  const sent = await bob.put(upload, 'half', 20 * mb, 19 * mb, Buffer.alloc(mb))
  expect(sent).toMatchObject({ name: 'half' })
  await rm(join(bob.home, 'Downloads/half'))
})

test('no more than 16 uploads are open at once', async () => {
  const open = Array.from({ length: 16 }, newUpload)
  for (const upload of open) await bob.state(upload, 'x', 1)
  expect(await bob.state(newUpload(), 'x', 1)).toEqual({ status: 429, error: 'tooMany' })
  for (const upload of open) await bob.put(upload, 'x', 1, 0, 'x')
  expect(await bob.state(newUpload(), 'x', 1)).toMatchObject({ received: 0 })
})

test('~/Downloads that is a link or a file gets nothing', async () => {
  const outside = join(scene.root, 'outside')
  await mkdir(outside)
  const folder = join(bob.home, 'Downloads')
  await rename(folder, `${folder}-before`)
  await symlink(outside, folder)
  expect(await bob.put(newUpload(), 'x', 1, 0, 'x')).toEqual({
    status: 409,
    error: 'noDownloads',
  })
  expect(await readdir(outside)).toEqual([])
  await rm(folder)
  await writeFile(folder, 'a file')
  expect(await bob.put(newUpload(), 'x', 1, 0, 'x')).toMatchObject({ error: 'noDownloads' })
  await rm(folder)
})

test('the home is listed, with its use and its limits, and links are named as such', async () => {
  await mkdir(join(bob.home, 'work'))
  await writeFile(join(bob.home, 'notes 10.txt'), 'ten')
  await writeFile(join(bob.home, 'notes 9.txt'), 'nine!')
  await writeFile(join(bob.home, '.profile'), '')
  await symlink('/etc', join(bob.home, 'work/etc'))
  execFileSync('mkfifo', [join(bob.home, 'work/pipe')])
  execFileSync('sh', ['-c', `: >"$(printf 'work/not\\377text')"`], { cwd: bob.home })
  const { entries, used, ...rest } = await bob.ask('list?path=')
  expect(rest).toEqual({ status: 200, isCut: false, limit: 32 * mb, maxFileSize: 32 * mb })
  expect(used).toBeGreaterThan(0)
  const ours = ['work', 'notes 10.txt', 'notes 9.txt', '.profile']
  expect(entries.filter(({ name }: { name: string }) => ours.includes(name))).toEqual([
    { name: 'work', kind: 'folder', bytes: null },
    { name: 'notes 9.txt', kind: 'file', bytes: 5 },
    { name: 'notes 10.txt', kind: 'file', bytes: 3 },
    { name: '.profile', kind: 'file', bytes: 0 },
  ])
  expect((await bob.ask('list?path=work')).entries).toEqual([
    { name: 'etc', kind: 'link', bytes: null },
    { name: 'not\ufffdtext', kind: 'other', bytes: null },
    { name: 'pipe', kind: 'other', bytes: null },
  ])
})

test('of a folder with very many files the first thousand are listed', async () => {
  await mkdir(join(bob.home, 'many'))
  execFileSync('sh', ['-c', 'seq 1001 | xargs touch'], { cwd: join(bob.home, 'many') })
  const { entries, isCut } = await bob.ask('list?path=many')
  expect([entries.length, isCut]).toEqual([1000, true])
  await rm(join(bob.home, 'many'), { recursive: true })
})

test.each(['..', '../..', 'a/../..', '/etc', 'work//x', './x', `${'a/'.repeat(70)}a`])(
  'the path %s is refused',
  async path => {
    for (const call of ['list', 'content'])
      expect(await bob.ask(`${call}?path=${encodeURIComponent(path)}`)).toEqual({
        status: 400,
        error: 'invalid',
      })
  },
)

test('only files of the home are read: no link, nothing behind one, no pipe', async () => {
  await symlink('/etc/passwd', join(bob.home, 'work/passwd'))
  const read = (path: string) => bob.ask(`content?path=${encodeURIComponent(path)}`)
  expect(await read('work/passwd')).toEqual({ status: 403, error: 'unreadable' })
  expect(await read('work/pipe')).toEqual({ status: 403, error: 'unreadable' })
  expect(await read('work')).toEqual({ status: 403, error: 'unreadable' })
  for (const path of ['work/etc/passwd', 'nothing', 'a'.repeat(300), 'notes 9.txt/x'])
    expect((await read(path)).status, path).toBeGreaterThanOrEqual(403)
  expect(await bob.ask('list?path=work/etc')).toMatchObject({ error: 'unreadable' })
})

test('a file is read whole or from a byte on, as long as it is the same', async () => {
  const bytes = randomBytes(mb)
  const path = join(alice.home, 'grün.bin')
  await writeFile(path, bytes)
  const at = `content?path=${encodeURIComponent('grün.bin')}`
  const whole = await alice.call(at)
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  const etag = whole.headers.get('etag') ?? ''
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'cache-control': 'no-store',
    'content-length': `${mb}`,
  })
  const rest = await alice.call(at, { headers: { range: 'bytes=1000-', 'if-range': etag } })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    ...[206, `bytes 1000-${mb - 1}/${mb}`],
  ])
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true)
  const end = await alice.call(at, { headers: { range: `bytes=${mb}-` } })
  expect([end.status, end.headers.get('content-length')]).toEqual([200, '0'])
  const beyond = await alice.call(at, { headers: { range: `bytes=${mb + 1}-` } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${mb}`])

  await appendFile(path, 'more')
  const changed = await alice.call(at, { headers: { range: 'bytes=1000-', 'if-range': etag } })
  expect([changed.status, changed.headers.get('content-length')]).toEqual([200, `${mb + 4}`])
  await changed.body?.cancel()
})

/** Starts the download of a file of this size, and reads its first part. */
async function openLarge(
  name: string,
  size: number,
  page: Pick<FilesDesktop, 'call'> = alice,
  { home } = alice,
) {
  await writeFile(join(home, name), '')
  await truncate(join(home, name), size)
  const response = await page.call(`content?path=${name}`)
  const reader = response.body?.getReader()
  await reader?.read()
  return { response, reader }
}
const readAll = async (reader: ReadableStreamDefaultReader | undefined) => {
  while (!(await reader?.read())?.done);
}

test('a file that shrinks while it is read ends the connection', async () => {
  const { reader } = await openLarge('shrinks', 200 * mb)
  await truncate(join(alice.home, 'shrinks'), 10)
  await expect(readAll(reader)).rejects.toThrow()
  await rm(join(alice.home, 'shrinks'))
})

test('a file that grows while it is read is sent as long as it was', async () => {
  const { response, reader } = await openLarge('grows', 2 * mb)
  await appendFile(join(alice.home, 'grows'), 'more')
  expect(response.headers.get('content-length')).toBe(`${2 * mb}`)
  await readAll(reader)
  await rm(join(alice.home, 'grows'))
})

/** Counts the open files of the home. Sockets also have descriptors, and close later. */
async function openFiles(): Promise<number> {
  const names = await readdir('/proc/self/fd')
  const paths = names.map(name => readlink(`/proc/self/fd/${name}`).catch(() => ''))
  return (await Promise.all(paths)).filter(path => path.startsWith(alice.home)).length
}

test('a reader that goes away leaves no file open, and eight are read at once', async () => {
  const open = await Promise.all(
    Array.from({ length: 8 }, (_, n) => openLarge(`open${n}`, 200 * mb)),
  )
  expect(await alice.ask('content?path=open0')).toEqual({ status: 429, error: 'tooMany' })
  await writeFile(join(bob.home, 'own'), 'of bob')
  expect(await (await bob.call('content?path=own')).text()).toBe('of bob')
  for (const { reader } of open) await reader?.cancel()
  await eventually(async () => {
    const response = await alice.call('content?path=open0')
    await response.body?.cancel()
    expect(response.status).toBe(200)
  })
  for (let n = 0; n < 8; n++) await rm(join(alice.home, `open${n}`))
  await eventually(async () => expect(await openFiles()).toBe(0))
})

test('asking for a missing file takes no place of a download', async () => {
  for (let n = 0; n < 9; n++)
    expect(await alice.ask('content?path=nothing')).toEqual({ status: 404, error: 'notFound' })
})

test('only a pass opens files, and only those of its own desktop', async () => {
  const ticket = ticketOf((await scene.desktops.get('alice')).url)
  const strangers = [`Ticket ${ticket}`, `Pass ${ticket}`, 'Pass forged.pass', '', 'Pass ']
  for (const authorization of strangers) {
    const response = await alice.call('list?path=', { headers: { authorization } })
    expect([response.status, await response.json()]).toEqual([401, { error: 'refused' }])
  }
  for (const authorization of [`Pass ${alice.pass}`, `Ticket ${alice.pass}`, '']) {
    const response = await alice.call('pass', { method: 'POST', headers: { authorization } })
    expect(response.status).toBe(401)
  }
  const upload = newUpload()
  await alice.put(upload, 'mine', 4, 0, 'ab')
  expect(await bob.state(upload, 'mine', 4)).toMatchObject({ received: 0 })
  expect(await alice.state(upload, 'mine', 4)).toMatchObject({ received: 2 })
})

test('a pass is exchanged for a new ticket, and nothing else is', async () => {
  const ticket = ticketOf((await scene.desktops.get('alice')).url)
  for (const authorization of [`Ticket ${ticket}`, `Pass ${ticket}`, 'Pass forged.pass', '']) {
    const response = await alice.call('ticket', { method: 'POST', headers: { authorization } })
    expect([response.status, await response.json()]).toEqual([401, { error: 'refused' }])
  }
  const response = await alice.call('ticket', { method: 'POST' })
  const renewed = (await response.json()) as { ticket: string }
  const headers = { authorization: `Ticket ${renewed.ticket}` }
  expect((await alice.call('pass', { method: 'POST', headers })).status).toBe(200)
  expect((await alice.call('ticket')).status).toBe(405)
})

test('a pass and its tickets are refused once their sign-in has ended', async () => {
  const page = await scene.pageOf('alice', 'ends')
  const { ticket } = await page.ask('ticket', { method: 'POST' })
  expect(await page.ask('list?path=')).toMatchObject({ status: 200 })
  scene.signOut('ends')
  const refused = { status: 401, error: 'refused' }
  expect(await page.ask('list?path=')).toEqual(refused)
  expect(await page.ask('ticket', { method: 'POST' })).toEqual(refused)
  const headers = { authorization: `Ticket ${ticket}` }
  expect(await page.ask('pass', { method: 'POST', headers })).toEqual(refused)
  expect(await alice.ask('list?path=')).toMatchObject({ status: 200 })
})

test('a download ends with its sign-in, and that of another sign-in goes on', async () => {
  const page = await scene.pageOf('alice', 'ends early')
  const { reader } = await openLarge('ends', 200 * mb, page)
  const other = await openLarge('stays', 20 * mb)
  scene.signOut('ends early')
  await expect(readAll(reader)).rejects.toThrow()
  await readAll(other.reader)
  for (const name of ['ends', 'stays']) await rm(join(alice.home, name))
})

test.each([
  ['GET', 'upload?id=short&size=1'],
  ['GET', 'upload?id=upload-../../x&size=1'],
  ['GET', 'upload?id=upload-long&size=-1'],
  ['GET', 'upload?id=upload-long&size=1e9'],
  ['PUT', 'upload?id=upload-long&size=1&offset=x'],
])('%s %s is refused', async (method, path) => {
  expect(await alice.ask(path, { method })).toEqual({ status: 400, error: 'invalid' })
})

test('other methods and calls are not there', async () => {
  const fresh = ticketOf((await scene.desktops.get('alice')).url)
  const calls = [
    ['POST', 'list?path='],
    ['HEAD', 'content?path=x'],
    ['GET', 'nothing'],
  ] as const
  for (const [method, path] of calls)
    expect((await alice.call(path, { method })).status, path).toBe(405)
  const asked = await alice.call('pass', { headers: { authorization: `Ticket ${fresh}` } })
  expect(asked.status).toBe(405)
})

/** Answers calls about one home, whose files are what `change` makes of real ones. */
function createListing(change: (files: HomeFiles) => Partial<HomeFiles>) {
  const local = createLocalFiles({
    home: alice.home,
    uploads: alice.uploads,
    homeMb: 32,
    fileMb: 32,
  })
  const files = createFiles({
    admit: async () => ({ id: 'one', grantId: null, watcher: null }),
    passFor: () => null,
    ticketFor: () => null,
    filesOf: () => ({ ...local, ...change(local) }),
    imagesOf: () => expect.unreachable(),
    clock: realClock,
    log: createLog('silent'),
  })
  return () =>
    files.answer({
      method: 'GET',
      address: 'local',
      body: null,
      header: () => undefined,
      url: new URL('http://platform/desktop/files/list'),
    })
}

test('a page that asks without end has its home measured once at a time', async () => {
  let [running, most, measured] = [0, 0, 0]
  const list = createListing(files => ({
    async measure() {
      measured++
      most = Math.max(most, ++running)
      return files.measure().finally(() => running--)
    },
  }))
  const answers = await Promise.all(Array.from({ length: 15 }, list))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(most).toBe(1)
  expect(measured).toBeLessThan(5)
})

test('its folders are listed one after the other, and too many are refused', async () => {
  let [running, most] = [0, 0]
  const list = createListing(files => ({
    measure: async () => ({ used: 0, free: 0 }),
    async list(...asked) {
      most = Math.max(most, ++running)
      return files.list(...asked).finally(() => running--)
    },
  }))
  const answers = await Promise.all(Array.from({ length: 50 }, list))
  const answered = answers.filter(({ status }) => status === 200)
  expect(most).toBe(1)
  expect(answered.length).toBeGreaterThanOrEqual(16)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(50 - answered.length)
  expect(answered.length).toBeLessThan(50)
  expect((await list()).status).toBe(200)
})

test('a replica that does not run the desktop passes calls on as streams, once', async () => {
  const files = createFiles({
    admit: async () => ({ url: scene.server.origin }),
    passFor: () => null,
    ticketFor: () => null,
    filesOf: () => expect.unreachable(),
    imagesOf: () => expect.unreachable(),
    clock: realClock,
    log: createLog('silent'),
  })
  const ask = (
    method: string,
    path: string,
    given: Record<string, string>,
    body?: Uint8Array[],
  ) => {
    const headers: Record<string, string> = { authorization: `Pass ${bob.pass}`, ...given }
    const chunks =
      body &&
      (async function* () {
        yield* body
      })()
    return files.answer({
      method,
      address: 'local',
      body: chunks ?? null,
      url: new URL(`http://replica/desktop/files/${path}`),
      header: name => headers[name],
    })
  }
  const bytes = randomBytes(300_000)
  const query = `upload?id=${newUpload()}&name=far&size=${bytes.length}&offset=0`
  const sent = await ask('PUT', query, {}, [bytes.subarray(0, 1000), bytes.subarray(1000)])
  expect(await new Response(sent.body as ReadableStream).json()).toMatchObject({ name: 'far' })
  const read = await ask('GET', 'content?path=Downloads/far', { range: 'bytes=1000-' })
  expect(read).toMatchObject({
    status: 206,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      'content-length': `${bytes.length - 1000}`,
      'content-range': `bytes 1000-${bytes.length - 1}/${bytes.length}`,
      etag: expect.stringMatching(/^"[\w-]+"$/),
    },
  })
  const content = await new Response(read.body as ReadableStream).arrayBuffer()
  expect(Buffer.from(content).equals(bytes.subarray(1000))).toBe(true)
  const changed = { range: 'bytes=1000-', 'if-range': '"another"' }
  const whole = await ask('GET', 'content?path=Downloads/far', changed)
  expect(whole.status).toBe(200)
  await (whole.body as ReadableStream).cancel()
  expect((await ask('GET', 'content?path=nothing', {})).status).toBe(404)
  const again = await ask('GET', 'list?path=', { 'x-guidon-replica': '1' })
  expect([again.status, again.body]).toEqual([404, '{"error":"notRunning"}'])
})

test('a desktop that stops ends what goes in and out of it alone, and is asked in vain', async () => {
  const { reader } = await openLarge('leaves', 200 * mb)
  const other = await openLarge('stays', 20 * mb, bob, bob)
  const upload = newUpload()
  const socket = await sendSome(upload, mb, Buffer.alloc(1000))
  const over = new Promise(resolve => socket.once('close', resolve))
  await scene.desktops.stop('alice')
  await expect(readAll(reader)).rejects.toThrow()
  await readAll(other.reader)
  await over
  expect(await alice.ask('list?path=')).toEqual({ status: 404, error: 'notRunning' })
  await eventually(async () => expect((await scene.desktops.get('alice')).status).toBe('stopped'))
  await scene.desktops.start('alice')
  await eventually(async () => expect((await scene.desktops.get('alice')).status).toBe('running'))
  expect(await alice.state(upload, 'cut', mb)).toMatchObject({ received: 0 })
  expect((await alice.ask('list?path=')).status).toBe(200)
})
