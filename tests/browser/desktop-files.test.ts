import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { maxImageSize } from '../../src/api/contract/desktop/files.ts'
import type { MoveEvent } from '../../src/machines/desktop-transfer/events.ts'
import type { MoveInput } from '../../src/machines/desktop-transfer/machine.ts'
import { createFilesAccess } from '../../src/remote-desktop/files/access.ts'
import { download } from '../../src/remote-desktop/files/download.ts'
import { moveContent, takeBack } from '../../src/remote-desktop/files/move.ts'
import { upload } from '../../src/remote-desktop/files/upload.ts'
import { readImage, sendImage } from '../../src/remote-desktop/images/actors.ts'
import { toPng } from '../../src/remote-desktop/images/png.ts'
import { secondScreenOf } from '../../src/remote-desktop/screens/address.ts'
import { neverAborted } from '../support/never-aborted.ts'

afterEach(() => vi.unstubAllGlobals())

type Answer = (request: {
  path: string
  method: string
  headers: Headers
  body: unknown
}) => Response

/** Access to a platform that answers like this. It gives a pass for each ticket. */
function access(answer: Answer) {
  vi.stubGlobal(
    'fetch',
    async (url: string, { method = 'GET', headers, body }: RequestInit = {}) => {
      const path = url.slice('https://ctf.example/desktop/files/'.length)
      const given = new Headers(headers)
      if (path === 'pass')
        return Response.json({ pass: `pass for ${given.get('authorization')?.slice(7)}` })
      return answer({ path, method, headers: given, body })
    },
  )
  const made = createFilesAccess('https://ctf.example')
  made.admit('one')
  return made
}

const input = (more: Partial<MoveInput> = {}): MoveInput => ({
  id: 'u1',
  name: 'flag.bin',
  size: 6,
  moved: 0,
  parts: [],
  tag: null,
  source: { kind: 'download', path: 'flag.bin' },
  ...more,
})

test('a new ticket gets a new pass', async () => {
  const passes: (string | null)[] = []
  const files = access(({ headers }) => {
    passes.push(headers.get('authorization'))
    return Response.json({})
  })
  await files.call('list')
  files.admit('two')
  await files.call('list')
  expect(passes).toEqual(['Pass pass for one', 'Pass pass for two'])
})

test.each([
  [413, '<html>', 'tooLarge'],
  [409, '{"error":"noDownloads"}', 'noDownloads'],
])('a refusal with %i and the body %s is: %s', async (status, body, refusal) => {
  const { call } = access(() => new Response(body, { status }))
  await expect(call('list')).rejects.toMatchObject({ refusal })
})

test.each([
  ['the same file', 'tag 1', ['content.moved', 'content.completed']],
  ['another version', 'tag 2', ['content.began', 'content.moved', 'content.completed']],
])('a download goes on after a cut only if it is of %s', async (_, etag, expected) => {
  const asked: (string | null)[] = []
  const files = access(({ headers }) => {
    asked.push(headers.get('range'), headers.get('if-range'))
    const isSame = etag === 'tag 1'
    const body = isSame ? 'def' : 'uvwxyz'
    return new Response(body, {
      status: isSame ? 206 : 200,
      headers: { etag, 'content-length': `${body.length}` },
    })
  })
  let saved: Blob | undefined
  const link = { download: '', click: () => {} }
  vi.stubGlobal('URL', {
    createObjectURL: (blob: Blob) => {
      saved = blob
      return ''
    },
    revokeObjectURL: () => {},
  })
  vi.stubGlobal('document', { createElement: () => link })
  const begun = input({
    name: 'fl\u202eag.bin',
    moved: 3,
    parts: [new Blob(['abc'])],
    tag: 'tag 1',
  })
  const reported: string[] = []
  await download(files, begun, 'flag.bin', {
    tell: ({ type }) => reported.push(type),
    signal: neverAborted,
  })
  expect(asked).toEqual(['bytes=3-', 'tag 1'])
  expect(reported).toEqual(expected)
  expect(await saved?.text()).toBe(etag === 'tag 1' ? 'abcdef' : 'uvwxyz')
  expect(link.download).toBe('fl\ufffdag.bin')
})

test('a download that ends before its last byte is cut, and not saved', async () => {
  const files = access(() => new Response('abc', { headers: { 'content-length': '6' } }))
  const reported: string[] = []
  const tell = ({ type }: MoveEvent) => reported.push(type)
  await expect(
    download(files, input(), 'flag.bin', { tell, signal: neverAborted }),
  ).rejects.toThrow('The answer ended early.')
  expect(reported).toEqual(['content.began', 'content.moved'])
})

test('a folder is no file, and is not sent', async () => {
  const folder = new File(['x'], 'folder')
  vi.spyOn(File.prototype, 'slice').mockReturnValue({
    size: 1,
    arrayBuffer: () => Promise.reject(new Error('It is a folder.')),
  } as unknown as Blob)
  onTestFinished(() => void vi.restoreAllMocks())
  const files = access(() => Response.json({ received: 0, name: null }))
  const reported: MoveEvent[] = []
  const source = { kind: 'upload', file: folder } as const
  await upload(files, input({ source, size: 1 }), folder, {
    tell: event => reported.push(event),
    signal: neverAborted,
  })
  expect(reported).toEqual([{ type: 'content.refused', failure: 'noFile' }])
})

test.each([
  ['upload', ['DELETE upload']],
  ['download', []],
] as const)(
  'of an %s that is not wanted any more, the platform deletes: %j',
  async (kind, expected) => {
    const asked: string[] = []
    const files = access(({ method, path }) => {
      asked.push(`${method} ${path.split('?')[0]}`)
      return Response.json({})
    })
    await files.call('list')
    asked.length = 0
    const source =
      kind === 'upload' ? { kind, file: new File([], 'flag.bin') } : { kind, path: 'flag.bin' }
    takeBack(files)({ context: input({ source }) as never })
    // Calls are made in their order.
    await files.call('list')
    expect(asked).toEqual([...expected, 'GET list'])
  },
)

test('no part of an upload is larger than proxies accept', async () => {
  const mebibyte = 2 ** 20
  const file = new File([new Uint8Array(4 * mebibyte)], 'flag.bin')
  let received = 0
  const parts: number[] = []
  const files = access(({ method, body }) => {
    if (method === 'PUT') {
      parts.push((body as ArrayBuffer).byteLength)
      received += (body as ArrayBuffer).byteLength
    }
    return Response.json({ received, name: received === file.size ? 'flag.bin' : null })
  })
  const source = { kind: 'upload', file } as const
  await upload(files, input({ source, size: file.size }), file, {
    tell() {},
    signal: neverAborted,
  })
  expect(parts.slice(0, 3)).toEqual([mebibyte / 4, mebibyte / 2, mebibyte])
  expect(Math.max(...parts)).toBe(mebibyte)
})

test.each([
  ['offset', 'content.cut'],
  ['unreachable', 'content.cut'],
  ['tooMany', 'content.cut'],
  ['homeFull', 'content.refused'],
  ['notRunning', 'content.refused'],
])('a transfer that is refused with %s ends with %s', async (error, expected) => {
  const files = access(() => Response.json({ error }, { status: 409 }))
  const { promise, resolve } = Promise.withResolvers<MoveEvent>()
  const machine = setup({
    types: { events: {} as MoveEvent },
    actors: { moveContent: moveContent(files) },
  }).createMachine({
    invoke: { src: 'moveContent', input: input() },
    on: { '*': { actions: ({ event }) => resolve(event) } },
  })
  const actor = createActor(machine).start()
  expect((await promise).type).toBe(expected)
  actor.stop()
})

const picture = { width: 80, height: 60, close: () => {} }
/** A browser that draws images of this size. */
function drawing(bytes: number) {
  vi.stubGlobal('createImageBitmap', async () => picture)
  class Canvas {
    getContext = () => ({ drawImage: () => {} })
    convertToBlob = async () => new Blob([new Uint8Array(bytes)])
  }
  vi.stubGlobal('OffscreenCanvas', Canvas)
}
const outputOf = async (logic: never, given?: unknown) => {
  const actor = createActor(logic, { input: given } as never).start()
  return new Promise(resolve =>
    actor.subscribe(snapshot => {
      const { status, output } = snapshot as { status: string; output: unknown }
      if (status === 'done') resolve(output)
    }),
  )
}

test.each([
  [maxImageSize, { ok: true, data: undefined }],
  [maxImageSize + 1, { ok: false, failure: 'tooLarge' }],
])('an image of %i bytes that is pasted: %j', async (bytes, expected) => {
  drawing(bytes)
  const files = access(() => new Response(null, { status: 204 }))
  expect(await outputOf(sendImage(files) as never, new Blob(['x']))).toEqual(expected)
})

test('a clipboard without an image says so', async () => {
  drawing(1)
  const files = access(() => new Response(null, { status: 204 }))
  expect(await outputOf(readImage(files) as never)).toEqual({ ok: false, failure: 'noImage' })
})

test.each([
  [16_384, 1, true],
  [16_385, 1, false],
  [1, 16_385, false],
])('an image of %i × %i pixels is drawn: %s', async (width, height, isDrawn) => {
  drawing(1)
  vi.stubGlobal('createImageBitmap', async () => ({ ...picture, width, height }))
  expect((await toPng(new Blob(['x']))) !== null).toBe(isDrawn)
})

test('the address of the second screen has no ticket', () => {
  expect(secondScreenOf('https://ctf.example/desktop.html?desktop=d1#ticket=secret')).toBe(
    'https://ctf.example/desktop.html?desktop=d1&screen=2',
  )
})
