import { expect, test } from 'vitest'
import { createActor, setup } from 'xstate'
import { follow } from '../../src/api/live/follow.ts'
import { createStream } from '../../src/api/live/stream.ts'
import type { StreamEvent } from '../../src/machines/live/events.ts'

const stream = { 'content-type': 'text/event-stream; charset=utf-8' }

/** Follows a stream whose answer this is. @returns what it says, and how long it asks to wait */
async function followed(response: Response, lastId: string | null = null) {
  const heard: StreamEvent[] = []
  const asked: Request[] = []
  const wait = await follow(
    {
      baseUrl: 'https://ctf.example/',
      token: 'secret',
      lastId,
      signal: new AbortController().signal,
      fetch: async (input, init) => {
        asked.push(new Request(input, init))
        return response
      },
    },
    event => heard.push(event),
  )
  return { heard, asked, wait }
}

/** The stream in pieces that end anywhere, as networks deliver it. */
const inPieces = (text: string, size: number) =>
  new ReadableStream({
    start(controller) {
      const bytes = new TextEncoder().encode(text)
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })

test.each([
  [1, '\n'],
  [3, '\n'],
  [1000, '\n'],
  // The two halves of a line's end come in two pieces.
  [1, '\r\n'],
])(
  'news in pieces of %i bytes with lines that end by %j come with their challenge',
  async (size, end) => {
    const text = (
      'retry: 5000\n\n: still there\n\n' +
      'id: 7\nevent: solve\ndata: {"challenge":{"categorySlug":"wéb","challengeSlug":"one"}}\n\n' +
      'id: 8\nevent: team\ndata: {}\n\n'
    ).replaceAll('\n', end)
    const { heard, asked, wait } = await followed(
      new Response(inPieces(text, size), { headers: stream }),
      '6',
    )
    const challenge = { categorySlug: 'wéb', challengeSlug: 'one' }
    expect(heard.filter(({ type }) => type === 'stream.news')).toEqual([
      { type: 'stream.news', topic: 'solve', challenge },
      { type: 'stream.news', topic: 'team' },
    ])
    expect(heard[0]).toEqual({ type: 'stream.opened' })
    // If the connection is lost after the comment, nothing was received yet.
    const ids = heard.flatMap(one => (one.type === 'stream.received' ? one.lastId : []))
    expect(ids).toEqual(['', '', '7', '8'])
    expect(heard.at(-1)).toEqual({ type: 'stream.received', lastId: '8', retry: 5000 })
    expect(wait).toBe(0)
    const [request] = asked
    expect(request?.url).toBe('https://ctf.example/v1/live')
    expect(request?.headers.get('authorization')).toBe('Bearer secret')
    expect(request?.headers.get('last-event-id')).toBe('6')
  },
)

test.each(['{}', '{"challenge":null}', '{"challenge":"one"}', '{"challenge":{"categorySlug":1}}'])(
  'a topic of a newer backend comes as it is, and %s names no challenge',
  async data => {
    const text = `event: weather\ndata: ${data}\n\n`
    const { heard } = await followed(new Response(text, { headers: stream }))
    expect(heard).toContainEqual({ type: 'stream.news', topic: 'weather' })
  },
)

test('an id with a zero character and a wait that is no number are ignored, as the standard says', async () => {
  const text =
    'id: 7\nevent: team\ndata: {}\n\n' +
    'id: 8\0\nretry: soon\nretry: 99999999999\nevent: team\ndata: {}\n\n'
  const { heard } = await followed(new Response(text, { headers: stream }))
  expect(heard.filter(({ type }) => type === 'stream.received')).toEqual([
    { type: 'stream.received', lastId: '7' },
    { type: 'stream.received', lastId: '7' },
  ])
})

test('news that are no JSON end the stream with an error, so that it is opened again', async () => {
  const response = new Response('event: solve\ndata: {\n\n', { headers: stream })
  await expect(followed(response)).rejects.toThrow()
})

test.each([
  [new Response('busy', { status: 503, headers: { ...stream, 'retry-after': '20' } }), 20_000],
  [new Response('busy', { status: 503, headers: { 'retry-after': '1795989995' } }), 3_600_000],
  [new Response('busy', { status: 503, headers: { 'retry-after': 'Infinity' } }), 3_600_000],
  [new Response('busy', { status: 429 }), 1000],
  [new Response('<p>Sign in</p>', { headers: { 'content-type': 'text/html' } }), 1000],
])('an answer that is no stream opens none, and says how long to wait', async (response, wait) => {
  const followedIt = await followed(response)
  expect(followedIt).toMatchObject({ heard: [], wait })
})

test('the head of an answer alone opens no stream', async () => {
  const { heard } = await followed(new Response('', { headers: stream }))
  expect(heard).toEqual([])
})

test('a new stream resumes after nothing, and no cache keeps it', async () => {
  const { asked } = await followed(new Response('', { headers: stream }))
  expect(asked[0]?.headers.has('last-event-id')).toBe(false)
  expect(asked[0]?.cache).toBe('no-store')
})

test('an answer that is no stream is not read to its end, so that it keeps no connection', async () => {
  let isCancelled = false
  const endless = new ReadableStream({
    cancel() {
      isCancelled = true
    },
  })
  await followed(new Response(endless, { status: 503 }))
  expect(isCancelled).toBe(true)
})

test('an event without an id has that of the event before, where the stream is resumed', async () => {
  const text = 'id: 7\nevent: team\ndata: {}\n\nevent: solve\ndata: {}\n\n'
  const { heard } = await followed(new Response(text, { headers: stream }))
  expect(heard.at(-1)).toEqual({ type: 'stream.received', lastId: '7' })
})

test('the data of an event may have several lines', async () => {
  const text =
    'event: solve\ndata: {"challenge":\ndata: {"categorySlug":"web","challengeSlug":"one"}}\n\n'
  const { heard } = await followed(new Response(text, { headers: stream }))
  const challenge = { categorySlug: 'web', challengeSlug: 'one' }
  expect(heard).toContainEqual({ type: 'stream.news', topic: 'solve', challenge })
})

test.each([
  ['one line', 'x'.repeat(70_000)],
  ['many lines', 'data: xxxxxxxx\n'.repeat(10_000)],
])('an event of %s that never ends is an error, and does not fill the memory', async (_, text) => {
  const response = new Response(inPieces(text, 10_000), { headers: stream })
  await expect(followed(response)).rejects.toThrow('An event never ends.')
})

/** Starts the effect, with this answer to its request. */
function start(answer: Promise<Response>) {
  const heard: string[] = []
  const asked = Promise.withResolvers<AbortSignal | null | undefined>()
  const fetch: typeof globalThis.fetch = async (_, init) => {
    asked.resolve(init?.signal)
    return answer
  }
  const machine = setup({
    actors: { stream: createStream('https://ctf.example', () => 'secret', fetch) },
  }).createMachine({
    initial: 'open',
    on: { '*': { actions: ({ event }) => heard.push(event.type) } },
    states: {
      open: { invoke: { src: 'stream', input: { lastId: null } }, on: { leave: 'left' } },
      left: {},
    },
  })
  return { heard, asked: asked.promise, actor: createActor(machine).start() }
}

test('who leaves the stream closes it, and hears nothing of its end', async () => {
  const answer = Promise.withResolvers<Response>()
  const { heard, asked, actor } = start(answer.promise)
  const signal = await asked
  expect(signal?.aborted).toBe(false)
  actor.send({ type: 'leave' })
  expect(signal?.aborted).toBe(true)
  answer.reject(new Error('left'))
  await answer.promise.catch(() => {})
  expect(heard).toEqual([])
})
