import type { Instance } from '../../src/api/contract.ts'
import type { Bus } from '../bus.ts'
import type { RowName } from '../event/model.ts'
import type { Log } from '../log.ts'
import type { Replicas } from '../replicas/replicas.ts'
import type { End, Ends } from './ends.ts'
import { instanceOfRow } from './instance.ts'
import type { EnvironmentRow, EnvironmentStore } from './store.ts'

/** The environments that other replicas run, as the database has them. */
export interface RemoteEnvironments {
  find(accountId: string, challenge: RowName): RemoteEnvironment | undefined
  of(accountId: string): EnvironmentRow[]
  /** Reads the environments of one account, or of all, from the database. */
  load(accountId?: string): Promise<void>
  /** Makes the other replicas load the environments of an account, and all replicas keep how one ended. */
  changed(accountId: string, end?: End): Promise<void>
}

interface RemoteEnvironment extends EnvironmentRow {
  instance: Instance
  /** Resolves when its row is gone, or belongs to this replica. */
  released(): Promise<void>
}

interface RemoteEnvironmentsOptions {
  bus: Bus
  replicas: Pick<Replicas, 'id' | 'isAlone'>
  /** A function, because the store is made later. */
  store: () => Pick<EnvironmentStore, 'remote'>
  ends: Ends
  log: Log
}

const topic = 'environments.changed'

/** Keeps the rows in memory, since every client polls. Loads them again when they change. */
export function createRemoteEnvironments(options: RemoteEnvironmentsOptions): RemoteEnvironments {
  const { bus, replicas, store, ends, log } = options
  let rows = new Map<string, EnvironmentRow[]>()
  let queries = 0
  const listeners = new Set<() => void>()
  /** The number of the newest query that was answered, by account. */
  const answered = new Map<string, number>()
  let allAnswered = 0

  const load = async (accountId?: string) => {
    if (replicas.isAlone) return
    const query = ++queries
    const found = await store().remote(accountId)
    // A newer query was answered first.
    if (query < allAnswered) return
    if (accountId === undefined) {
      allAnswered = query
      answered.clear()
      rows = Map.groupBy(found, row => row.accountId)
    } else if (query > (answered.get(accountId) ?? 0)) {
      answered.set(accountId, query)
      if (found.length > 0) rows.set(accountId, found)
      else rows.delete(accountId)
    }
    for (const listener of [...listeners]) listener()
  }
  const reload = (accountId?: string) =>
    load(accountId).catch(error => log.warn({ err: error }, 'reading what other replicas run'))

  bus.on(topic, ({ by, accountId, end }) => {
    if (by === replicas.id) return
    if (end) ends.keep(end)
    return reload(accountId)
  })
  bus.onLoss(() => load())

  const rowsOf = (accountId: string) => rows.get(accountId) ?? []

  const released = ({ id, accountId }: EnvironmentRow) =>
    new Promise<void>(resolve => {
      const check = () => {
        if (rowsOf(accountId).some(row => row.id === id)) return
        listeners.delete(check)
        resolve()
      }
      listeners.add(check)
      check()
    })

  return {
    of: rowsOf,
    load,
    find(accountId, { category, slug }) {
      const row = rowsOf(accountId).find(one => one.category === category && one.slug === slug)
      return row && { ...row, instance: instanceOfRow(row), released: () => released(row) }
    },
    async changed(accountId, end) {
      if (end) ends.keep(end)
      await bus.publish(topic, { by: replicas.id, accountId, ...(end && { end }) })
    },
  }
}
