import { expect, test } from 'vitest'
import { partialReply } from '../../../platform/http/partial-reply.ts'

const letters = 'abcdefghij'
async function ask(headers: Record<string, string>, method = 'GET', text = letters) {
  const reply = partialReply(
    { method, header: name => headers[name] },
    {
      headers: { 'content-type': 'text/plain' },
      etag: '"one"',
      size: text.length,
      read: (start, end) => new Blob([text.slice(start, end)]).stream(),
    },
  )
  const body = reply.body === null ? null : await new Response(reply.body as BodyInit).text()
  const { 'content-range': range, 'content-length': length } = reply.headers
  return [reply.status, ...[body, range, length].map(value => value ?? '-')]
}
const whole = [200, letters, '-', '10']

test.each([
  ['bytes=0-', [206, letters, 'bytes 0-9/10', '10']],
  ['bytes=7-', [206, 'hij', 'bytes 7-9/10', '3']],
  ['bytes=9-', [206, 'j', 'bytes 9-9/10', '1']],
  ['bytes=0-0', [206, 'a', 'bytes 0-0/10', '1']],
  ['bytes=2-4', [206, 'cde', 'bytes 2-4/10', '3']],
  ['bytes=2-99', [206, 'cdefghij', 'bytes 2-9/10', '8']],
  ['bytes=-3', [206, 'hij', 'bytes 7-9/10', '3']],
  ['bytes=-99', [206, letters, 'bytes 0-9/10', '10']],
  ['Bytes=7-', [206, 'hij', 'bytes 7-9/10', '3']],
])('%s is answered with this range', async (range, expected) => {
  expect(await ask({ range })).toEqual(expected)
})

test.each(['bytes=10-', 'bytes=10-12', 'bytes=999999999999999-', 'bytes=-0'])(
  '%s is behind the end',
  async range => {
    expect(await ask({ range })).toEqual([416, '-', 'bytes */10', '-'])
  },
)

test.each([
  ...['', 'bytes', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=4-2', 'lines=0-1', 'bytes=0-1,4-5'],
  ...['bytes=0-0,-1', 'bytes=1e1-', 'bytes=-1-2', 'bytes=0x1-', 'bytes=9999999999999999-'],
])('what is no single range (%s) is answered with the whole', async range => {
  expect(await ask({ range })).toEqual(whole)
})

test('nothing can be asked of what is empty', async () => {
  expect(await ask({ range: 'bytes=0-' }, 'GET', '')).toEqual([416, '-', 'bytes */0', '-'])
  expect(await ask({}, 'GET', '')).toEqual([200, '', '-', '0'])
})

test('a range counts only for the same bytes', async () => {
  const range = 'bytes=7-'
  expect(await ask({ range, 'if-range': '"one"' })).toEqual([206, 'hij', 'bytes 7-9/10', '3'])
  for (const other of ['"two"', 'W/"one"', 'Mon, 01 Jun 2026 10:00:00 GMT', ''])
    expect(await ask({ range, 'if-range': other })).toEqual(whole)
})

test('a range counts for GET only', async () => {
  expect(await ask({ range: 'bytes=7-' }, 'HEAD')).toEqual(whole)
})

test.each([['"one"'], ['W/"one"'], ['"two", "one"'], ['*']])(
  'a client that knows it (%s) gets nothing',
  async tag => {
    const known = { 'if-none-match': tag, range: 'bytes=7-' }
    expect(await ask(known)).toEqual([304, '-', '-', '-'])
    expect(await ask({ 'if-none-match': '"two"' })).toEqual(whole)
  },
)

test('a client that expects other bytes gets none', async () => {
  expect(await ask({ 'if-match': '"two"', range: 'bytes=7-' })).toEqual([412, '-', '-', '-'])
  expect(await ask({ 'if-match': 'W/"one"' })).toEqual([412, '-', '-', '-'])
  expect(await ask({ 'if-match': '"two", "one"' })).toEqual(whole)
})

test('each answer has its tag, and says that ranges may be asked', () => {
  for (const headers of [{}, { range: 'bytes=7-' }, { range: 'bytes=99-' }] as Record<
    string,
    string
  >[]) {
    const { headers: sent } = partialReply(
      { method: 'GET', header: name => headers[name] },
      { headers: {}, etag: '"one"', size: 10, read: () => new Blob([]).stream() },
    )
    expect(sent).toMatchObject({ etag: '"one"', 'accept-ranges': 'bytes' })
  }
})
