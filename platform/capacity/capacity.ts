/** Room for what runs, in megabytes; who finds none waits in a queue. */
export interface Capacity {
  /** Null: unlimited. */
  readonly megabytes: number | null
  /** Megabytes of what runs or starts. */
  used(): number
  /** How many wait. */
  waiting(): number
  /** @param megabytes more than there is counts as all there is: it runs alone */
  request(account: string, megabytes: number): RoomRequest
  /** Room for what runs already, whether there is any or not. */
  occupy(account: string, megabytes: number): RoomRequest
}

export interface RoomRequest {
  /** Its place in the queue, from 1; null: it has its room, or has left. */
  position(): number | null
  /**
   * Resolves when it has its room. Rejects with the signal's reason, after it left the queue.
   */
  granted(signal: AbortSignal): Promise<void>
  /** Gives the room back, or leaves the queue. */
  leave(): void
}

interface Entry {
  account: string
  megabytes: number
  state: 'waiting' | 'inside' | 'gone'
  room: PromiseWithResolvers<void>
}

/**
 * A semaphore with a fair queue. First come, first served, but for this: an account's second
 * environment waits behind the first of all others, its third behind the second, and so on. The first
 * of the queue is never passed by a smaller one, so that a large one does not wait for ever.
 */
export function createCapacity(megabytes: number | null): Capacity {
  const inside = new Map<string, number>()
  /** In the order of arrival. */
  let arrivals: Entry[] = []
  let queue: readonly Entry[] | null = null
  let used = 0

  const size = (asked: number) => (megabytes === null ? asked : Math.min(asked, megabytes))

  /** The order in which they get their room, as it stands now. */
  const inOrder = (): readonly Entry[] => {
    if (queue) return queue
    const counts = new Map(inside)
    const ranked = arrivals.map(entry => {
      const rank = counts.get(entry.account) ?? 0
      counts.set(entry.account, rank + 1)
      return { entry, rank }
    })
    queue = ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry)
    return queue
  }

  const enter = (entry: Entry) => {
    entry.state = 'inside'
    used += entry.megabytes
    inside.set(entry.account, (inside.get(entry.account) ?? 0) + 1)
    entry.room.resolve()
  }

  const admit = () => {
    queue = null
    for (;;) {
      const [first] = inOrder()
      if (!first || (megabytes !== null && used + first.megabytes > megabytes)) return
      arrivals = arrivals.filter(entry => entry !== first)
      enter(first)
      queue = null
    }
  }

  const leave = (entry: Entry) => {
    if (entry.state === 'inside') {
      used -= entry.megabytes
      const left = (inside.get(entry.account) ?? 1) - 1
      if (left > 0) inside.set(entry.account, left)
      else inside.delete(entry.account)
    }
    if (entry.state === 'waiting') arrivals = arrivals.filter(other => other !== entry)
    entry.state = 'gone'
    admit()
  }

  const requestOf = (entry: Entry): RoomRequest => ({
    position: () => (entry.state === 'waiting' ? inOrder().indexOf(entry) + 1 : null),
    async granted(signal) {
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      const abort = () => reject(signal.reason)
      signal.addEventListener('abort', abort)
      try {
        signal.throwIfAborted()
        await Promise.race([entry.room.promise, aborted])
        signal.throwIfAborted()
      } catch (error) {
        leave(entry)
        throw error
      } finally {
        signal.removeEventListener('abort', abort)
      }
    },
    leave: () => leave(entry),
  })

  const entryOf = (account: string, asked: number): Entry => ({
    ...{ account, megabytes: size(asked), state: 'waiting' },
    room: Promise.withResolvers<void>(),
  })

  return {
    megabytes,
    used: () => used,
    waiting: () => arrivals.length,
    request(account, asked) {
      const entry = entryOf(account, asked)
      arrivals.push(entry)
      admit()
      return requestOf(entry)
    },
    occupy(account, asked) {
      const entry = entryOf(account, asked)
      enter(entry)
      queue = null
      return requestOf(entry)
    },
  }
}
