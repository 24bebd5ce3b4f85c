/** Memory for what runs on this host, in megabytes. What does not fit waits in a queue. */
export interface Capacity {
  /** Null: unlimited. */
  readonly megabytes: number | null
  /** Megabytes that are reserved by what runs or starts. */
  used(): number
  /** The length of the queue. */
  waiting(): number
  /** @param megabytes more than the capacity counts as the capacity: it runs alone */
  request(account: string, megabytes: number): Reservation
  /** For what runs already: it is granted even beyond the capacity. */
  occupy(account: string, megabytes: number): Reservation
}

export interface Reservation {
  /** Its position in the queue, from 1; null: it is granted, or released. */
  position(): number | null
  /** Resolves when it is granted. Rejects with the signal's reason, after it left the queue. */
  granted(signal: AbortSignal): Promise<void>
  /** Gives the memory back, or leaves the queue. */
  release(): void
}

interface Entry {
  account: string
  megabytes: number
  state: 'waiting' | 'granted' | 'released'
  grant: PromiseWithResolvers<void>
}

/**
 * A semaphore with a fair queue. The first environment of each account comes first, then the second
 * of each account, and so on; within these, in the order of arrival. A smaller one never passes the
 * head of the queue, so that a large one does not wait for ever.
 */
export function createCapacity(megabytes: number | null): Capacity {
  /** Reservations that are granted, by account. */
  const granted = new Map<string, number>()
  /** In the order of arrival. */
  let arrivals: Entry[] = []
  let queue: readonly Entry[] | null = null
  let used = 0

  const size = (asked: number) => (megabytes === null ? asked : Math.min(asked, megabytes))

  /** The order in which they are granted. */
  const inOrder = (): readonly Entry[] => {
    if (queue) return queue
    const counts = new Map(granted)
    const ranked = arrivals.map(entry => {
      const rank = counts.get(entry.account) ?? 0
      counts.set(entry.account, rank + 1)
      return { entry, rank }
    })
    queue = ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry)
    return queue
  }

  const grant = (entry: Entry) => {
    entry.state = 'granted'
    used += entry.megabytes
    granted.set(entry.account, (granted.get(entry.account) ?? 0) + 1)
    entry.grant.resolve()
  }

  const grantNext = () => {
    queue = null
    for (;;) {
      const [first] = inOrder()
      if (!first || (megabytes !== null && used + first.megabytes > megabytes)) return
      arrivals = arrivals.filter(entry => entry !== first)
      grant(first)
      queue = null
    }
  }

  const release = (entry: Entry) => {
    if (entry.state === 'granted') {
      used -= entry.megabytes
      const left = (granted.get(entry.account) ?? 1) - 1
      if (left > 0) granted.set(entry.account, left)
      else granted.delete(entry.account)
    }
    if (entry.state === 'waiting') arrivals = arrivals.filter(other => other !== entry)
    entry.state = 'released'
    grantNext()
  }

  const reservationOf = (entry: Entry): Reservation => ({
    position: () => (entry.state === 'waiting' ? inOrder().indexOf(entry) + 1 : null),
    async granted(signal) {
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      const abort = () => reject(signal.reason)
      signal.addEventListener('abort', abort)
      try {
        signal.throwIfAborted()
        await Promise.race([entry.grant.promise, aborted])
        signal.throwIfAborted()
      } catch (error) {
        release(entry)
        throw error
      } finally {
        signal.removeEventListener('abort', abort)
      }
    },
    release: () => release(entry),
  })

  const entryOf = (account: string, asked: number): Entry => ({
    ...{ account, megabytes: size(asked), state: 'waiting' },
    grant: Promise.withResolvers<void>(),
  })

  return {
    megabytes,
    used: () => used,
    waiting: () => arrivals.length,
    request(account, asked) {
      const entry = entryOf(account, asked)
      arrivals.push(entry)
      grantNext()
      return reservationOf(entry)
    },
    occupy(account, asked) {
      const entry = entryOf(account, asked)
      grant(entry)
      queue = null
      return reservationOf(entry)
    },
  }
}
