import { expect, test } from 'vitest'
import type { EnvironmentActor } from '../../../platform/environments/environment-actor.ts'
import { createLocalEnvironments } from '../../../platform/environments/local-environments.ts'

const environment = (id: string) => ({ id, challenge: 'net/bound' }) as EnvironmentActor

test('an environment that ends takes no other of its challenge with it', () => {
  const local = createLocalEnvironments()
  const bound = { category: 'net', slug: 'bound' }
  const [first, second] = [environment('first'), environment('second')]
  local.add('account', first)
  // In the database, the first one's place is free before this process gets the message that it is gone.
  local.add('account', second)
  local.remove('first')
  expect(local.find('account', bound)).toBe(second)
  expect(local.of('account')).toEqual([second])
  local.remove('second')
  expect(local.find('account', bound)).toBeUndefined()
  expect(local.all()).toEqual([])
})
