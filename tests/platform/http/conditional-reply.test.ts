import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { conditionalReply } from '../../../platform/api/conditional-reply.ts'

const ask = (length: number, accepted?: string) =>
  conditionalReply(
    { method: 'GET', header: name => (name === 'accept-encoding' ? accepted : undefined) },
    { status: 200, headers: {}, body: 'x'.repeat(length) },
  )

test.each([1024, 8 * 1024])('a reply of %d characters is sent compressed', async length => {
  const { headers, body } = await ask(length, 'br, gzip')
  expect(headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(body as Uint8Array).toString()).toBe('x'.repeat(length))
})

test.each([
  [1023, 'gzip'],
  [1024, 'br'],
  [1024, undefined],
])('a reply of %d characters to who accepts %s is sent as it is', async (length, accepted) => {
  const { headers, body } = await ask(length, accepted)
  expect(headers['content-encoding']).toBeUndefined()
  expect(body).toBe('x'.repeat(length))
})

test.each([undefined, 'gzip'])('replies of %s that are long share their bytes', async accepted => {
  const [first, second] = [await ask(8 * 1024, accepted), await ask(8 * 1024, accepted)]
  expect(first.body).toBeInstanceOf(Uint8Array)
  expect(second.body).toBe(first.body)
})

test('the bytes of the newest sixteen long replies are kept, and of no more', async () => {
  const { body: first } = await ask(9000)
  for (let more = 1; more <= 15; more++) await ask(9000 + more)
  expect((await ask(9000)).body).toBe(first)
  await ask(9016)
  expect((await ask(9000)).body).not.toBe(first)
})

test('the tag of a compressed reply is that of the plain one', async () => {
  const [plain, packed] = [await ask(2000), await ask(2000, 'gzip')]
  expect(packed.headers.etag).toBe(plain.headers.etag)
})

test('no shared cache keeps a reply of one person for another, and a browser asks each time', async () => {
  const { headers } = await ask(10)
  expect(headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'authorization, accept-encoding, origin',
  })
})

test('a client that names several tags, as proxies do, is told that one of them still counts', async () => {
  const tag = (await ask(10)).headers.etag
  const { status, body } = await conditionalReply(
    {
      method: 'GET',
      header: name => (name === 'if-none-match' ? `W/"other", ${tag}` : undefined),
    },
    { status: 200, headers: {}, body: 'x'.repeat(10) },
  )
  expect([status, body]).toEqual([304, null])
})
