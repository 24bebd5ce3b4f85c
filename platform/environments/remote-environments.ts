import type { Instance } from '../../src/api/contract.ts'
import type { Bus } from '../bus.ts'
import type { Log } from '../log.ts'
import type { EnvironmentRow, EnvironmentStore } from './store.ts'

/** The environments that other replicas run, as the database has them. */
export interface Elsewhere {
  find(participantId: string, challenge: { categorySlug: string; slug: string }): Found | undefined
  of(participantId: string): EnvironmentRow[]
  /** Reads again: those of one account, or all. */
  load(participantId?: string): Promise<void>
  /** Tells the other replicas that they are to read an account's again. */
  changed(participantId: string): Promise<void>
}

interface Found extends EnvironmentRow {
  instance: Instance
  /** Resolves when the account does not hold it any more, or another replica does. */
  gone(): Promise<void>
}

interface Options {
  bus: Bus
  replica: string
  /** Asked only later. */
  store: () => Pick<EnvironmentStore, 'others'>
  log: Log
}

const topic = 'environments'

/** Kept in memory, since everybody polls, and read again when another replica tells of a change. */
export function createElsewhere({ bus, replica, store, log }: Options): Elsewhere {
  let rows = new Map<string, EnvironmentRow[]>()
  let asked = 0
  const waiting = new Set<() => void>()
  /** Of each account: the number of the question that was answered last. */
  const answered = new Map<string, number>()
  let allAnswered = 0

  const load = async (participantId?: string) => {
    const question = ++asked
    const found = await store().others(participantId)
    // A later question has been answered already, by what is newer.
    if (question < allAnswered) return
    if (participantId === undefined) {
      allAnswered = question
      answered.clear()
      rows = Map.groupBy(found, row => row.participantId)
    } else if (question > (answered.get(participantId) ?? 0)) {
      answered.set(participantId, question)
      if (found.length > 0) rows.set(participantId, found)
      else rows.delete(participantId)
    }
    for (const look of [...waiting]) look()
  }
  const reload = (participantId?: string) =>
    load(participantId).catch(error => log.warn({ err: error }, 'reading what other replicas run'))

  bus.on(topic, payload => {
    const { by, participantId } = payload as { by: string; participantId: string }
    if (by !== replica) void reload(participantId)
  })
  bus.onGap(() => load())

  const of = (participantId: string) => rows.get(participantId) ?? []

  const gone = ({ id, participantId }: EnvironmentRow) =>
    new Promise<void>(resolve => {
      const look = () => {
        if (of(participantId).some(row => row.id === id)) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })

  return {
    of,
    load,
    find(participantId, { categorySlug, slug }) {
      const row = of(participantId).find(one => one.category === categorySlug && one.slug === slug)
      return row && { ...row, instance: instanceOf(row), gone: () => gone(row) }
    },
    changed: participantId => bus.publish(topic, { by: replica, participantId }),
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
