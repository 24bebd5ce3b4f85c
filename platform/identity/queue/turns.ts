/** A place in the queue for sign-ins. */
export interface Turn {
  /** Resolves to true when the turn begins, and to false if it ends before. */
  readonly begins: Promise<boolean>
  /** How many turns begin before this one; 0: it is next, or has begun. */
  before(): number
  /** Ends this turn, waiting or begun, so that the next one begins. Further calls do nothing. */
  end(): void
}

export interface Turns {
  /** @returns null if too many wait, in all or from this network */
  take(network: string): Turn | null
  /** Ends all that wait, and accepts no more. */
  close(): void
}

interface Waiting {
  network: string
  settle(begins: boolean): void
}

export interface TurnsOptions {
  atOnce: number
  /** How many may wait. One network gets at most half of the places, so that others can always join. */
  maxWaiting?: number
}

/** First come, first served. The queue has room for a minute or two of work: a whole event may sign in at once. */
export function createTurns({ atOnce, maxWaiting = 3000 }: TurnsOptions): Turns {
  const waiting: Waiting[] = []
  const ofNetwork = new Map<string, number>()
  let begun = 0
  let isClosed = false

  const count = (network: string, change: number) => {
    const sum = (ofNetwork.get(network) ?? 0) + change
    if (sum > 0) ofNetwork.set(network, sum)
    else ofNetwork.delete(network)
  }
  const remove = (one: Waiting, begins: boolean) => {
    count(one.network, -1)
    one.settle(begins)
  }
  const next = () => {
    while (begun < atOnce) {
      const first = waiting.shift()
      if (!first) return
      begun += 1
      remove(first, true)
    }
  }

  return {
    take(network) {
      const isFull = waiting.length >= maxWaiting || (ofNetwork.get(network) ?? 0) >= maxWaiting / 2
      if (isClosed || isFull) return null
      const { promise: begins, resolve: settle } = Promise.withResolvers<boolean>()
      const one = { network, settle }
      let isOver = false
      waiting.push(one)
      count(network, 1)
      next()
      return {
        begins,
        before: () => Math.max(0, waiting.indexOf(one)),
        end() {
          if (isOver) return
          isOver = true
          const position = waiting.indexOf(one)
          if (position < 0) begun -= 1
          else {
            waiting.splice(position, 1)
            remove(one, false)
          }
          next()
        },
      }
    },
    close() {
      isClosed = true
      for (const one of waiting.splice(0)) remove(one, false)
    },
  }
}
