import { join } from 'node:path'
import { createBus } from '../bus.ts'
import { type Clock, realClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import { readAsRun } from '../event/record/as-run.ts'
import { createLog } from '../log.ts'
import { checkServer, plainError } from '../plain-error.ts'
import { createScores } from '../scores/scores.ts'
import { loadSecrets } from '../secret.ts'
import { createDecidedEvent } from './decisions/decided-event.ts'
import { createRecentFailures } from './failures.ts'
import { createLoads } from './loads.ts'
import { lockStopped } from './lock-stopped.ts'
import { createOrganiser, type OpenedOrganiser } from './organiser.ts'
import { createOutputs } from './outputs.ts'

/** With PostgreSQL, where platforms may run. @throws Error in plain words */
export async function openAtUrl(url: string): Promise<OpenedOrganiser> {
  const database = await openDatabase({ url }).catch(cannotOpen(checkServer))
  return organiserOf(database, () => database.close())
}

/** With the database of a platform that is stopped. @throws Error in plain words */
export async function openInFolder(dataFolder: string): Promise<OpenedOrganiser> {
  const release = await lockStopped(dataFolder)
  try {
    const database = await openDatabase({ folder: join(dataFolder, 'database') }).catch(
      cannotOpen(),
    )
    return await organiserOf(database, async () => {
      await database.close()
      await release()
    })
  } catch (error) {
    await release()
    throw error
  }
}

const cannotOpen =
  (help: (error: unknown) => string | null = () => null) =>
  (error: unknown): never => {
    const reasons = [plainError(error), help(error)].filter(text => text !== null)
    throw new Error(`the database cannot be opened: ${reasons.join(': ')}`)
  }

/** The commands on a database that this process opened. */
export async function organiserOf(
  database: Database,
  close: () => Promise<void>,
  clock: Clock = realClock,
): Promise<OpenedOrganiser> {
  try {
    const base = await readAsRun(database)
    if (!base) throw new Error('no event has run with this database yet: start the platform once')
    const bus = await createBus(database, createLog('silent'))
    const event = await createDecidedEvent({ database, clock, base })
    const scores = await createScores({ database, event, bus, clock })
    const secrets = await loadSecrets(database)
    const loads = createLoads(bus, clock)
    const outputs = createOutputs(bus, clock)
    const failures = createRecentFailures(bus, clock)
    const parts = { database, bus, clock, event, scores, secrets, loads, outputs, failures }
    const { run } = createOrganiser({ ...parts, isPlatform: false })
    return {
      run,
      async close() {
        await bus.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
