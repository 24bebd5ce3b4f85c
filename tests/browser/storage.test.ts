import { expect, test } from 'vitest'
import { createSafeStorage } from '../../src/browser/storage.ts'

/** The parts of a browser's storage that a test needs. Each can be made to throw. */
function createBrowserStorage() {
  const items = new Map<string, string>()
  const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  const state = { isFull: false, isForbidden: false }
  // As in a browser, each item is a property of the storage itself, and each method one of its prototype.
  const storage: Storage = Object.create({
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (key: string) => items.get(key) ?? null,
    key: (index: number) => [...items.keys()][index] ?? null,
    removeItem(key: string) {
      items.delete(key)
      Reflect.deleteProperty(this, key)
    },
    setItem(key: string, value: string) {
      if (state.isFull) throw full
      items.set(key, value)
      Reflect.set(this, key, value)
    },
  } satisfies Storage)
  const safe = createSafeStorage(() => {
    if (state.isForbidden) throw new DOMException('Access is denied.', 'SecurityError')
    return storage
  })
  return { items, state, safe }
}

test('a text that is written is in the browser’s storage, and is removed from it', () => {
  const { items, safe } = createBrowserStorage()
  safe.setItem('a', '1')
  expect([...items]).toEqual([['a', '1']])
  expect([safe.getItem('a'), safe.length, safe.key(0), safe.keeps('a')]).toEqual([
    '1',
    1,
    'a',
    true,
  ])
  safe.removeItem('a')
  expect([safe.getItem('a'), safe.length, safe.key(0), safe.keeps('a')]).toEqual([
    null,
    0,
    null,
    false,
  ])
})

test('a full storage keeps what was there, and the page remembers what came after', () => {
  const { items, state, safe } = createBrowserStorage()
  safe.setItem('a', '1')
  state.isFull = true
  safe.setItem('b', '2')
  expect([safe.getItem('a'), safe.getItem('b'), safe.length]).toEqual(['1', '2', 2])
  expect([safe.keeps('a'), safe.keeps('b')]).toEqual([true, false])
  safe.removeItem('b')
  expect([safe.getItem('b'), items.size]).toEqual([null, 1])
})

test('an old value does not come back after one that the full storage refused', () => {
  const { items, state, safe } = createBrowserStorage()
  safe.setItem('token', 'old')
  state.isFull = true
  safe.setItem('token', 'new')
  expect(safe.getItem('token')).toBe('new')
  expect(items.has('token')).toBe(false)
})

test('a value is in the browser’s storage again as soon as there is room', () => {
  const { items, state, safe } = createBrowserStorage()
  state.isFull = true
  safe.setItem('a', '1')
  state.isFull = false
  safe.setItem('a', '2')
  expect([safe.getItem('a'), items.get('a'), safe.keeps('a')]).toEqual(['2', '2', true])
})

test('a forbidden storage serves for as long as the page lives', () => {
  const { state, safe } = createBrowserStorage()
  state.isForbidden = true
  safe.setItem('a', '1')
  expect([safe.getItem('a'), safe.key(0), safe.length]).toEqual(['1', 'a', 1])
  safe.clear()
  expect([safe.getItem('a'), safe.length]).toEqual([null, 0])
})
