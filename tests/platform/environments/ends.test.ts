import { expect, test } from 'vitest'
import { createEnds, type End } from '../../../platform/environments/ends.ts'

const end = (slug: string, reason: End['reason'], at = 0): End => ({
  accountId: 'team-1',
  category: 'net',
  slug,
  reason,
  at,
})
const atStart = '1970-01-01T00:00:00.000Z'

/** Each read of the database is answered by the test. */
function open() {
  const reads: PromiseWithResolvers<End[]>[] = []
  const ends = createEnds(() => {
    const read = Promise.withResolvers<End[]>()
    reads.push(read)
    return read.promise
  })
  const find = (slug: string) => ends.find('team-1', { category: 'net', slug })
  return { ...ends, find, answer: (at: number, rows: End[]) => reads[at]?.resolve(rows) }
}

test('an end that comes while the database is read is newer than what is read', async () => {
  const { load, keep, find, answer } = open()
  const loaded = load()
  keep(end('one', 'memory', 1000))
  keep(end('two', null))
  keep(end('three', 'timeOver'))
  answer(0, [end('one', 'exited'), end('two', 'exited'), end('four', 'exited')])
  await loaded
  expect(find('one')).toEqual({ reason: 'memory', at: '1970-01-01T00:00:01.000Z' })
  expect(find('two')).toBe(undefined)
  expect(find('three')).toEqual({ reason: 'timeOver', at: atStart })
  expect(find('four')).toEqual({ reason: 'exited', at: atStart })
})

test('an end that comes after the first of two reads is not lost by the second', async () => {
  const { load, keep, find, answer } = open()
  const loaded = [load(), load()]
  answer(0, [])
  await loaded[0]
  keep(end('one', 'memory'))
  answer(1, [])
  await loaded[1]
  expect(find('one')).toEqual({ reason: 'memory', at: atStart })
})

test('an older read that is answered last does not bring back what it saw', async () => {
  const { load, keep, find, answer } = open()
  const loaded = [load(), load()]
  keep(end('one', 'memory'))
  answer(1, [])
  await loaded[1]
  answer(0, [])
  await loaded[0]
  expect(find('one')).toEqual({ reason: 'memory', at: atStart })
})

test('an end that the database no longer has is forgotten', async () => {
  const { load, keep, find, answer } = open()
  keep(end('one', 'memory'))
  const loaded = load()
  answer(0, [])
  await loaded
  expect(find('one')).toBe(undefined)
})
