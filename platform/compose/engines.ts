import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { settingOr } from '../database/settings.ts'
import { chooseEngines } from '../environments/choose-engines.ts'
import type { ControlGroups } from '../runtime/control-groups.ts'
import { environmentAddresses } from './addresses.ts'
import type { CompositionOptions } from './composition.ts'

/** What runs environments, and its name for the start-up message. */
export async function composeEngines(options: CompositionOptions, groups: ControlGroups | null) {
  const { environmentDriver: driver } = options
  if (driver) return { driver, summary: driver.name }
  return chooseEngines({
    choice: options.environments ?? 'process',
    platform: await platformName(options.database),
    ...environmentAddresses(options),
    range: options.environmentsPorts,
    registry: options.registry ?? null,
    groups,
    log: options.log,
  })
}

/**
 * Marks this platform's containers. It begins with a letter: a JSON column returns a text of digits as a number. Some old
 * names have only digits.
 */
export const platformName = async (database: Database): Promise<string> => {
  const make = () => `p${randomBytes(4).toString('hex')}`
  return String(await settingOr<string | number>(database, 'platform', make))
}
