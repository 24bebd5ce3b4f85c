import { createBus } from '../../../platform/bus.ts'
import { realClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createIdentity } from '../../../platform/identity/identity.ts'
import { createLog } from '../../../platform/log.ts'

/** An identity provider for the database of a platform, which gives people tokens without a sign-in. */
export async function openIdentity(database: Database, origin: string) {
  const log = createLog('error')
  const bus = await createBus(database, log)
  const identity = await createIdentity({
    database,
    bus,
    log,
    clock: realClock,
    origin,
    appOrigins: [origin],
    appFiles: [],
    brand: () => ({ name: 'Bench' }),
    terms: () => undefined,
    eventSignInAccounts: () => [],
    registration: () => 'open',
    attempt: async () => null,
    register: async () => null,
    renewal: async () => true,
    visit: async () => {},
  })
  return {
    issueToken: identity.issueToken,
    async close() {
      await identity.close()
      await bus.close()
    },
  }
}
