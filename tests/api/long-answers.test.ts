import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readLongAnswer, readText } from '../../src/api/client/long-answers.ts'
import { share } from '../../src/machines/resource/share.ts'

/** A new schema for each test, because the last answer is kept by its schema. */
const createSchema = () =>
  v.object({
    entries: v.array(
      v.object({ name: v.string(), points: v.number(), more: v.array(v.object({})) }),
    ),
    note: v.nullish(v.string()),
  })

/** So many entries that the answer comes in many pieces. */
const entriesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Participant ${index} ${'x'.repeat(200)}`,
    points: index,
    more: [],
  }))
const read = (schema: ReturnType<typeof createSchema>, data: unknown) =>
  readLongAnswer(schema, JSON.stringify(data)) as Promise<ReturnType<typeof answerOf> | undefined>
const answerOf = (count: number) => ({ entries: entriesOf(count), note: 'as it is' })

test('a long answer is read in pieces to what it says', async () => {
  expect(await read(createSchema(), answerOf(2000))).toEqual(answerOf(2000))
})

test('the same text gives the same data', async () => {
  const schema = createSchema()
  const first = await read(schema, answerOf(1000))
  expect(await read(schema, answerOf(1000))).toBe(first)
})

test('entries that did not change keep their reference', async () => {
  const schema = createSchema()
  const first = await read(schema, answerOf(1000))
  const changed = answerOf(1000)
  // The changed answer has the same length.
  changed.entries[700] = { ...entriesOf(701)[700], points: 701 } as (typeof changed.entries)[0]
  const second = await read(schema, changed)
  expect(second).toEqual(changed)
  const kept = second?.entries.filter((entry, index) => entry === first?.entries[index])
  expect(kept).toHaveLength(999)
})

test('its parts are not compared with the answer before once more', async () => {
  const answer = await read(createSchema(), answerOf(1000))
  expect(share(answerOf(1000), answer)).toBe(answer)
})

test('an answer with fewer, then with more entries is read as it is', async () => {
  const schema = createSchema()
  for (const count of [1000, 400, 1200])
    expect(await read(schema, answerOf(count))).toEqual(answerOf(count))
})

test.each([
  ['one entry that does not fit', { entries: [...entriesOf(1000), { name: 1 }] }],
  ['a field after the list that does not fit', { entries: entriesOf(1000), note: 1 }],
  ['no list at first', { note: 'x', entries: entriesOf(1000) }],
  ['a list of another name', { others: entriesOf(1000) }],
  ['no entries', { entries: [] }],
  ['a list that is an answer', entriesOf(1000)],
])('leaves to others: %s', async (_, data) => {
  expect(await read(createSchema(), data)).toBeUndefined()
})

test('leaves to others an answer that is cut off', async () => {
  const text = JSON.stringify(answerOf(1000))
  for (const length of [text.length - 1, text.length - 30, 60_000, 20])
    expect(await readLongAnswer(createSchema(), text.slice(0, length))).toBeUndefined()
})

test('names that look like the end of an entry, and nested lists, never change what is read', async () => {
  const name = fc
    .array(fc.constantFrom('},{', '}]', '"', '\\', '{', ']', 'x'.repeat(9000)), { maxLength: 8 })
    .map(parts => parts.join(''))
  const entry = fc.record({
    name,
    points: fc.integer(),
    more: fc.array(fc.constant({}), { maxLength: 3 }),
  })
  const answer = fc.record({
    entries: fc.array(entry, { minLength: 1, maxLength: 30 }),
    note: fc.option(name),
  })
  await fc.assert(
    fc.asyncProperty(answer, async data => {
      const answer = await read(createSchema(), data)
      // If a cut is at a wrong place, the reader notices it, and reads the answer as a whole.
      if (answer !== undefined) expect(answer).toEqual(data)
    }),
    { numRuns: 300 },
  )
})

const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

test('a body is decoded to its text, wherever its pieces end', async () => {
  const bytes = new TextEncoder().encode('Größe 🚩 '.repeat(20))
  for (const size of [1, 3, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    )
    expect(await readText(streamOf(chunks))).toBe('Größe 🚩 '.repeat(20))
  }
})

test('a body that is there at once leaves room for other tasks between its pieces', async () => {
  let tasks = 0
  const count = setInterval(() => {
    tasks += 1
  })
  await readText(streamOf(Array.from({ length: 20 }, () => new Uint8Array(10).fill(97))))
  clearInterval(count)
  expect(tasks).toBeGreaterThan(5)
})

test('a body that is cut off is an error', async () => {
  const cut = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new TypeError('network error'))
    },
  })
  await expect(readText(cut)).rejects.toThrow('network error')
})
