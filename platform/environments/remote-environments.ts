import type { Instance } from '../../src/api/contract.ts'
import type { Bus } from '../bus.ts'
import type { Log } from '../log.ts'
import type { Replicas } from '../replicas/replicas.ts'
import type { EnvironmentRow, EnvironmentStore } from './store.ts'

/** The environments that other replicas run, as the database has them. */
export interface RemoteEnvironments {
  find(
    participantId: string,
    challenge: { categorySlug: string; slug: string },
  ): RemoteEnvironment | undefined
  of(participantId: string): EnvironmentRow[]
  /** Reads those of one account, or all, from the database. */
  load(participantId?: string): Promise<void>
  /** Makes the other replicas load those of an account. */
  changed(participantId: string): Promise<void>
}

interface RemoteEnvironment extends EnvironmentRow {
  instance: Instance
  /** Resolves when its row is gone, or belongs to this replica. */
  released(): Promise<void>
}

interface Options {
  bus: Bus
  replicas: Pick<Replicas, 'id' | 'isAlone'>
  /** A function, since the store is made later. */
  store: () => Pick<EnvironmentStore, 'remote'>
  log: Log
}

const topic = 'environments.changed'

/** Keeps the rows in memory, since every client polls. Loads them again when they change. */
export function createRemoteEnvironments(options: Options): RemoteEnvironments {
  const { bus, replicas, store, log } = options
  let rows = new Map<string, EnvironmentRow[]>()
  let queries = 0
  const listeners = new Set<() => void>()
  /** By account: the number of the newest query that was answered. */
  const answered = new Map<string, number>()
  let allAnswered = 0

  const load = async (participantId?: string) => {
    if (replicas.isAlone) return
    const query = ++queries
    const found = await store().remote(participantId)
    // A newer query was answered first.
    if (query < allAnswered) return
    if (participantId === undefined) {
      allAnswered = query
      answered.clear()
      rows = Map.groupBy(found, row => row.participantId)
    } else if (query > (answered.get(participantId) ?? 0)) {
      answered.set(participantId, query)
      if (found.length > 0) rows.set(participantId, found)
      else rows.delete(participantId)
    }
    for (const listener of [...listeners]) listener()
  }
  const reload = (participantId?: string) =>
    load(participantId).catch(error => log.warn({ err: error }, 'reading what other replicas run'))

  bus.on(topic, payload => {
    const { by, participantId } = payload as { by: string; participantId: string }
    if (by !== replicas.id) void reload(participantId)
  })
  bus.onLoss(() => load())

  const of = (participantId: string) => rows.get(participantId) ?? []

  const released = ({ id, participantId }: EnvironmentRow) =>
    new Promise<void>(resolve => {
      const check = () => {
        if (of(participantId).some(row => row.id === id)) return
        listeners.delete(check)
        resolve()
      }
      listeners.add(check)
      check()
    })

  return {
    of,
    load,
    find(participantId, { categorySlug, slug }) {
      const row = of(participantId).find(one => one.category === categorySlug && one.slug === slug)
      return row && { ...row, instance: instanceOf(row), released: () => released(row) }
    },
    changed: participantId => bus.publish(topic, { by: replicas.id, participantId }),
  }
}

function instanceOf({ state, scheduledStop, endpoints }: EnvironmentRow): Instance {
  if (state !== 'running')
    return {
      state: state === 'queued' ? 'starting' : state,
      scheduledStopTime: null,
      exposedEndpoints: [],
    }
  return {
    state,
    scheduledStopTime: scheduledStop?.toISOString() ?? null,
    exposedEndpoints: endpoints,
  }
}
