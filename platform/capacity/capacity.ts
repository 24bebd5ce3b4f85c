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
  /** For what runs already: it gets memory even beyond the capacity. */
  occupy(account: string, megabytes: number): Reservation
}

export interface Reservation {
  /** Its position in the queue, from 1; null: it has memory, or is released. */
  position(): number | null
  /** Resolves when it has memory. Rejects with the signal's reason, after it left the queue. */
  allocated(signal: AbortSignal): Promise<void>
  /** Gives the memory back, or leaves the queue. */
  release(): void
}

interface Entry {
  account: string
  megabytes: number
  state: 'waiting' | 'allocated' | 'released'
  allocation: PromiseWithResolvers<void>
}

/**
 * A semaphore with a fair queue. The first environment of each account comes first, then the second
 * of each account, and so on; within these, in the order of arrival. A smaller one never passes the
 * head of the queue, so that a large one does not wait for ever.
 */
export function createCapacity(megabytes: number | null): Capacity {
  /** Reservations that have memory, by account. */
  const allocated = new Map<string, number>()
  /** In the order of arrival. */
  let arrivals: Entry[] = []
  let queue: readonly Entry[] | null = null
  let used = 0

  const size = (asked: number) => (megabytes === null ? asked : Math.min(asked, megabytes))

  /** The order in which they get memory. */
  const inOrder = (): readonly Entry[] => {
    if (queue) return queue
    const counts = new Map(allocated)
    const ranked = arrivals.map(entry => {
      const rank = counts.get(entry.account) ?? 0
      counts.set(entry.account, rank + 1)
      return { entry, rank }
    })
    queue = ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry)
    return queue
  }

  const allocate = (entry: Entry) => {
    entry.state = 'allocated'
    used += entry.megabytes
    allocated.set(entry.account, (allocated.get(entry.account) ?? 0) + 1)
    entry.allocation.resolve()
  }

  const allocateNext = () => {
    queue = null
    for (;;) {
      const [first] = inOrder()
      if (!first || (megabytes !== null && used + first.megabytes > megabytes)) return
      arrivals = arrivals.filter(entry => entry !== first)
      allocate(first)
      queue = null
    }
  }

  const release = (entry: Entry) => {
    if (entry.state === 'allocated') {
      used -= entry.megabytes
      const left = (allocated.get(entry.account) ?? 1) - 1
      if (left > 0) allocated.set(entry.account, left)
      else allocated.delete(entry.account)
    }
    if (entry.state === 'waiting') arrivals = arrivals.filter(other => other !== entry)
    entry.state = 'released'
    allocateNext()
  }

  const reservationOf = (entry: Entry): Reservation => ({
    position: () => (entry.state === 'waiting' ? inOrder().indexOf(entry) + 1 : null),
    async allocated(signal) {
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      const abort = () => reject(signal.reason)
      signal.addEventListener('abort', abort)
      try {
        signal.throwIfAborted()
        await Promise.race([entry.allocation.promise, aborted])
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
    account,
    megabytes: size(asked),
    state: 'waiting',
    allocation: Promise.withResolvers<void>(),
  })

  return {
    megabytes,
    used: () => used,
    waiting: () => arrivals.length,
    request(account, asked) {
      const entry = entryOf(account, asked)
      arrivals.push(entry)
      allocateNext()
      return reservationOf(entry)
    },
    occupy(account, asked) {
      const entry = entryOf(account, asked)
      allocate(entry)
      queue = null
      return reservationOf(entry)
    },
  }
}
