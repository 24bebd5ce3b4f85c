import { expect, onTestFinished, test } from 'vitest'
import { createBus } from '../../../platform/bus.ts'
import { accounts } from '../../../platform/database/schema.ts'
import { createLog } from '../../../platform/log.ts'
import { createSolvers } from '../../../platform/scores/solvers.ts'
import { openTestDatabase } from '../test-database.ts'

test('a flag whose message comes while its account is read anew is not lost', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const bus = await createBus(database, createLog('silent'))
  onTestFinished(() => bus.close())
  const now = new Date()
  const alice = { id: 'alice', displayName: 'Alice', createdAt: now }
  await database.db.insert(accounts).values({ ...alice, scoreGroup: 'open', scoreGroupAt: now })
  const solvers = await createSolvers({ database, bus, changed: () => {} })
  const flag = { accountId: 'alice', category: 'web', slug: 'one', flagId: '1' }
  const solve = { ...flag, userId: 'u', username: 'u', solvedAt: now, counts: true }
  // Only the message has it: what is read is from before the flag.
  const count = await database.once(tx => solvers.solved(tx, solve))
  const replace = await database.once(tx => solvers.corrected(tx, ['alice']))
  const replacing = replace()
  count()
  await replacing
  expect(solvers.get('alice')?.challenges.get('web/one')?.has('1')).toBe(true)
  // What nobody reports while it is read, and is not in the database, is gone.
  await (await database.once(tx => solvers.corrected(tx, ['alice'])))()
  expect(solvers.get('alice')?.challenges.size).toBe(0)
})
