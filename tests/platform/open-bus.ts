import { onTestFinished } from 'vitest'
import { type Bus, createBus } from '../../platform/bus.ts'
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

/** The bus for somebody whose messages can get lost. */
export function losing(real: Bus) {
  const losses: Parameters<Bus['onLoss']>[0][] = []
  const bus: Bus = { ...real, onLoss: reload => void losses.push(reload) }
  /** Messages were lost: what is kept in memory is read again. */
  const lose = async () => {
    for (const reload of losses) await reload()
  }
  return { bus, lose }
}
