import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCapacity } from '../../../platform/capacity/capacity.ts'
import { defaultMegabytes, describeMemory } from '../../../platform/capacity/memory.ts'

const never = new AbortController().signal
const settled = () => new Promise(resolve => setImmediate(resolve))

test('requests that fit get memory at once; the others wait, and know their position', async () => {
  const capacity = createCapacity(512)
  const [one, two, three, four] = ['a', 'b', 'c', 'd'].map(name => capacity.request(name, 256))
  await one?.allocated(never)
  expect([one, two, three, four].map(request => request?.position())).toEqual([null, null, 1, 2])
  expect([capacity.used(), capacity.waiting()]).toEqual([512, 2])
  two?.release()
  await three?.allocated(never)
  expect([four?.position(), capacity.used(), capacity.waiting()]).toEqual([1, 512, 1])
})

test('an account that asks for many waits behind the first of each other', () => {
  const capacity = createCapacity(256)
  const running = capacity.request('greedy', 256)
  const greedy = Array.from({ length: 3 }, () => capacity.request('greedy', 256))
  const late = ['b', 'c'].map(name => capacity.request(name, 256))
  expect(late.map(request => request.position())).toEqual([1, 2])
  expect(greedy.map(request => request.position())).toEqual([3, 4, 5])
  // The greedy account has no memory any more. Its first request came before the others, and gets the room.
  running.release()
  expect(greedy.map(request => request.position())).toEqual([null, 3, 4])
  expect(late.map(request => request.position())).toEqual([1, 2])
})

test('an account that stops one of two still has the other, and lets those go first who have none', () => {
  const capacity = createCapacity(512)
  const [first] = [capacity.request('greedy', 256), capacity.request('greedy', 256)]
  const third = capacity.request('greedy', 256)
  const late = capacity.request('b', 256)
  first.release()
  expect([third.position(), late.position()]).toEqual([1, null])
})

test('a request that leaves the queue moves the others up, and never gets a room', async () => {
  const capacity = createCapacity(256)
  const first = capacity.request('a', 256)
  const second = capacity.request('b', 256)
  const third = capacity.request('c', 256)
  const stop = new AbortController()
  const waiting = second.allocated(stop.signal)
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  expect([second.position(), third.position()]).toEqual([null, 1])
  first.release()
  await third.allocated(never)
  expect(capacity.used()).toBe(256)
})

test('a large one is not passed by smaller ones, and one larger than all runs alone', async () => {
  const capacity = createCapacity(1000)
  const small = capacity.request('a', 400)
  const huge = capacity.request('b', 5000)
  const other = capacity.request('c', 100)
  expect([huge.position(), other.position()]).toEqual([1, 2])
  small.release()
  await huge.allocated(never)
  expect([capacity.used(), other.position()]).toEqual([1000, 1])
})

test('use that is there already counts, even if it is more than there is', () => {
  const capacity = createCapacity(256)
  const found = [capacity.occupy('a', 256), capacity.occupy('b', 256)]
  const next = capacity.request('c', 256)
  expect([capacity.used(), next.position()]).toEqual([512, 1])
  found[0]?.release()
  expect(next.position()).toBe(1)
  found[1]?.release()
  expect(next.position()).toBe(null)
})

test('who is found running already waits behind those who have nothing', () => {
  const capacity = createCapacity(256)
  capacity.occupy('a', 256)
  const [second, third] = ['b', 'c'].map(name => capacity.request(name, 256))
  expect([second?.position(), third?.position()]).toEqual([1, 2])
  capacity.occupy('b', 256)
  expect([second?.position(), third?.position()]).toEqual([2, 1])
})

test('without a bound nobody waits', () => {
  const capacity = createCapacity(null)
  const all = Array.from({ length: 1000 }, () => capacity.request('a', 4096))
  expect(all.every(request => request.position() === null)).toBe(true)
})

const step = fc.record({
  what: fc.constantFrom('ask', 'ask', 'leave', 'abort'),
  account: fc.constantFrom('a', 'b', 'c'),
  megabytes: fc.integer({ min: 1, max: 400 }),
  which: fc.nat(),
})

test('anyone who asks, leaves and gives up: never more than there is, and nobody is forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
      const capacity = createCapacity(500)
      const live: { release(): void; stop: AbortController; isIn: () => boolean }[] = []
      const ask = (account: string, megabytes: number) => {
        const request = capacity.request(account, megabytes)
        const stop = new AbortController()
        request.allocated(stop.signal).catch(() => {})
        live.push({ release: request.release, stop, isIn: () => request.position() === null })
      }
      for (const { what, account, megabytes, which } of steps) {
        if (what === 'ask') ask(account, megabytes)
        const [one] = what === 'ask' || live.length === 0 ? [] : live.splice(which % live.length, 1)
        if (what === 'leave') one?.release()
        // Twice, as a lease does: memory is given back once.
        if (what === 'leave') one?.release()
        if (what === 'abort') {
          one?.stop.abort()
          await settled()
          one?.release()
        }
        expect(capacity.used()).toBeLessThanOrEqual(500)
        expect(capacity.waiting()).toBe(live.filter(one => !one.isIn()).length)
        expect(capacity.waiting() === 0 || capacity.used() > 0).toBe(true)
      }
      for (const one of live) one.release()
      expect([capacity.used(), capacity.waiting()]).toEqual([0, 0])
    }),
    { numRuns: 300 },
  )
})

test('the usual capacity leaves a quarter of the memory to others', () => {
  expect(defaultMegabytes(16 * 2 ** 30)).toBe(6144)
  expect(defaultMegabytes(2 ** 28)).toBe(256)
  expect(defaultMegabytes()).toBeGreaterThan(255)
  expect(describeMemory(6144, 256)).toBe('6 GB, 24 of 256 MB at once')
  expect(describeMemory(768, 2048)).toBe('768 MB, 1 of 2048 MB at once')
  expect(describeMemory(null, 256)).toBe('as many as are asked for')
})

test.each([
  [null, 'as many as are asked for'],
  [512, '512 MB, 2 of 256 MB at once'],
  [1536, '1.5 GB, 6 of 256 MB at once'],
  [100, '100 MB, 1 of 256 MB at once'],
])('a capacity of %s megabytes is described as %s', (megabytes, text) => {
  expect(describeMemory(megabytes, 256)).toBe(text)
})
