/**
 * For what others can cause as often as they like, and would fill the log with.
 *
 * @param now monotonic, in milliseconds
 * @returns whether a message may be logged now: each at most once a minute
 */
export function createSeldom(now: () => number): (message: string) => boolean {
  const loggedAt = new Map<string, number>()
  return message => {
    for (const [one, at] of loggedAt) if (now() - at >= everyMs) loggedAt.delete(one)
    if (loggedAt.has(message)) return false
    loggedAt.set(message, now())
    return true
  }
}

const everyMs = 60_000
