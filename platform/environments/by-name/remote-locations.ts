import pLimit from 'p-limit'
import type { Clock } from '../../clock.ts'
import type { EnvironmentStore } from '../store.ts'
import type { EnvironmentLocation } from './by-name.ts'

/** How long an answer of the database is used, in milliseconds. A page asks for many files. */
const keptMs = 5000
const maxKept = 1000
/** How many are looked up at once. Anybody can ask for names that do not exist. */
const lookUpsAtOnce = 8

/** Finds the replicas of environments that other replicas run. */
export function createRemoteLocations({
  store,
  clock,
}: {
  store: Pick<EnvironmentStore, 'replicaOf'>
  clock: Clock
}) {
  const kept = new Map<string, { location: EnvironmentLocation; until: number }>()
  const atOnce = pLimit(lookUpsAtOnce)

  return {
    async find(id: string): Promise<EnvironmentLocation | null> {
      const known = kept.get(id)
      if (known && known.until > clock.monotonic()) return known.location
      kept.delete(id)
      const found = await atOnce(() => store.replicaOf(id))
      if (!found) return null
      if (kept.size >= maxKept) kept.clear()
      const location = { replica: found.url }
      kept.set(id, { location, until: clock.monotonic() + keptMs })
      return location
    },
  }
}
