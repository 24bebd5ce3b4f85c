import { setTimeout as delay } from 'node:timers/promises'

/** Resolves to false if `ms` pass first. Rejects as `what` does. */
export async function isWithin(ms: number, what: Promise<unknown>): Promise<boolean> {
  if (ms <= 0) return false
  const end = new AbortController()
  const late = delay(ms, false, { signal: end.signal }).catch(() => false)
  return Promise.race([what.then(() => true), late]).finally(() => end.abort())
}
