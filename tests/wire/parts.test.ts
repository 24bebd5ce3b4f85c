import { expect, test, vi } from 'vitest'
import { parts } from '../../src/wiring/parts.ts'

let isLost = true
vi.mock('../../src/wiring/vpn.ts', async importOriginal => {
  if (isLost) throw new Error('The network is lost.')
  return importOriginal()
})

test('a part that could not be loaded is requested again, and then stays', async () => {
  await expect(parts.vpn.load()).rejects.toThrow()
  expect(parts.vpn.loaded).toBeUndefined()
  isLost = false
  const loaded = await parts.vpn.load()
  expect(Object.keys(loaded)).toContain('wireVpn')
  expect(parts.vpn.loaded).toBe(loaded)
  expect(await parts.vpn.load()).toBe(loaded)
})
