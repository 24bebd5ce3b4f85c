import { onTestFinished } from 'vitest'
import { createBus } from '../../platform/bus.ts'
import { createLog } from '../../platform/log.ts'
import { openTestDatabase } from './test-database.ts'

/** A bus on a database of its own; both end with the test. */
export async function openBus() {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const bus = await createBus(database, createLog('silent'))
  onTestFinished(() => bus.close())
  return { database, bus }
}
