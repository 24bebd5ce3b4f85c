import { expect, test } from 'vitest'
import type { Holding } from '../../../platform/environments/environment-actor.ts'
import { createHeld } from '../../../platform/environments/local-environments.ts'

const holding = (id: string) => ({ id, category: 'net', slug: 'bound' }) as Holding

test('an environment that ends takes no other of its challenge with it', () => {
  const held = createHeld()
  const bound = { categorySlug: 'net', slug: 'bound' }
  const [first, second] = [holding('first'), holding('second')]
  held.add('account', first)
  // The place of the first is free again in the database before this process hears that it is gone.
  held.add('account', second)
  held.remove('first')
  expect(held.find('account', bound)).toBe(second)
  expect(held.of('account')).toEqual([second])
  held.remove('second')
  expect(held.find('account', bound)).toBeUndefined()
  expect(held.all()).toEqual([])
})
