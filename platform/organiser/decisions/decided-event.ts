import { isDeepStrictEqual } from 'node:util'
import { type Clock, clockCheckMs } from '../../clock.ts'
import type { ChangingEvent } from '../../current-event.ts'
import type { Database } from '../../database/database.ts'
import type { EventDefinition } from '../../event/model.ts'
import { decide, differsBetween, nextChange } from './decide.ts'
import { type Decisions, readDecisions } from './decisions.ts'
import { keepEnd } from './end-lock.ts'

/** The event of the files, with the organisers' decisions. */
export interface DecidedEvent extends ChangingEvent {
  /** The event of the files. */
  readonly base: EventDefinition
  /** The files were read again. */
  replace(base: EventDefinition): void
  /** Reads what was decided. */
  refresh(): Promise<void>
  /** Calls back with the event as it was before. */
  onChange(listener: (before: EventDefinition) => void): void
}

interface DecidedEventOptions {
  database: Pick<Database, 'db'>
  clock: Clock
  base: EventDefinition
  /** Changes the event after each decision. Default: leaves it as it is. */
  adapt?: (event: EventDefinition) => EventDefinition
}

export async function createDecidedEvent(options: DecidedEventOptions): Promise<DecidedEvent> {
  const { database, clock, adapt = event => event } = options
  const listeners: ((before: EventDefinition) => void)[] = []
  let { base } = options
  let decisions: Decisions = await readDecisions(database.db)
  let current = adapt(decide(base, decisions, clock.now()))
  let cancel = () => {}
  let last: Promise<void> = Promise.resolve()

  const update = () => {
    const before = current
    current = adapt(decide(base, decisions, clock.now()))
    schedule()
    for (const listener of listeners) listener(before)
  }
  // A challenge is shown or hidden by its time.
  const schedule = () => {
    cancel()
    if (Object.keys(decisions.challenges).length === 0) return
    const since = clock.now()
    const due = nextChange(decisions, since) ?? Number.POSITIVE_INFINITY
    cancel = clock.after(Math.min(due - since, clockCheckMs), () =>
      differsBetween(decisions, since, clock.now()) ? update() : schedule(),
    )
  }
  schedule()

  return {
    get current() {
      return current
    },
    get base() {
      return base
    },
    replace(next) {
      base = next
      update()
    },
    refresh() {
      // One after the other, so that the newest counts.
      const next = last.then(async () => {
        const read = await readDecisions(database.db)
        if (isDeepStrictEqual(read, decisions)) return
        decisions = read
        update()
      })
      last = next.catch(() => {})
      return next
    },
    async endIn(tx) {
      await keepEnd(tx)
      return decide(base, await readDecisions(tx), clock.now()).end
    },
    onChange: listener => void listeners.push(listener),
  }
}
