import crypto from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'

/** The module, and what each hashing of it costs. */
async function watched() {
  const argon2 = vi.spyOn(crypto, 'argon2Sync')
  vi.resetModules()
  onTestFinished(() => {
    argon2.mockRestore()
    vi.resetModules()
  })
  const format = await import('../../../platform/identity/passwords/hash-format.ts')
  const costs = () =>
    argon2.mock.calls.splice(0).map(([kind, { memory, passes, parallelism, tagLength }]) => ({
      kind,
      memory,
      passes,
      parallelism,
      tagLength,
    }))
  return { ...format, costs }
}

test('a wrong password costs the same for a stored hash, for no account, and for one with a link', async () => {
  const { hash, verify, noHash, linkPrefix, costs } = await watched()
  const stored = hash('right')
  const [cost] = costs()
  expect(cost).toMatchObject({ kind: 'argon2id', memory: 19_456, passes: 2, parallelism: 1 })
  for (const one of [stored, noHash, `${linkPrefix}secret`]) {
    expect(verify('wrong', one)).toBe(false)
    expect(costs(), one).toEqual([cost])
  }
})
