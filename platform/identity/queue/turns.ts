/** A place in the queue of those who want to sign in. */
export interface Turn {
  /** When it begins: true. False: it ended before. */
  readonly begins: Promise<boolean>
  /** How many begin before it; 0: it is next, or has begun. */
  before(): number
  /** Lets the next one begin. Also for one who has gone. More than once is as once. */
  end(): void
}

export interface Turns {
  /** @returns null: too many wait, of all or of this network */
  take(network: string): Turn | null
  /** Ends those who wait, and takes no more. */
  close(): void
}

interface Waiting {
  network: string
  settle(begins: boolean): void
}

export interface TurnsOptions {
  atOnce: number
  /** How many may wait. Of one network half of them, so that there is always a place for others. */
  longest?: number
}

/** First come, first served. A minute or two of work: a whole event that signs in at once. */
export function createTurns({ atOnce, longest = 3000 }: TurnsOptions): Turns {
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
      const isFull = waiting.length >= longest || (ofNetwork.get(network) ?? 0) >= longest / 2
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
          const place = waiting.indexOf(one)
          if (place < 0) begun -= 1
          else {
            waiting.splice(place, 1)
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
