import { expect, test } from 'vitest'
import { lazyPart } from '../../src/wiring/lazy-part.ts'

test('a part that could not be loaded is requested again, and then stays', async () => {
  let isLost = true
  const part = lazyPart(async () => {
    if (isLost) throw new Error('The network is lost.')
    return { name: 'vpn' }
  })
  await expect(part.load()).rejects.toThrow('The network is lost.')
  expect(part.loaded).toBeUndefined()
  isLost = false
  const loaded = await part.load()
  expect(loaded).toEqual({ name: 'vpn' })
  expect(part.loaded).toBe(loaded)
  expect(await part.load()).toBe(loaded)
})
