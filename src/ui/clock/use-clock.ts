import { useSyncExternalStore } from 'react'
import type { ClockRef } from '../../machines/clock/machine.ts'
import { useAppChildren } from '../app-context.tsx'

/**
 * What `read` makes of the clock. Renders when that changes.
 *
 * @param isWatched the clock ticks only while somebody watches it
 */
export function useClock<T>(read: (clock: ClockRef) => T, isWatched = true): T {
  const { clock } = useAppChildren()
  const readClock = () => read(clock)
  return useSyncExternalStore(
    listener => (isWatched ? watch(clock, listener) : nothingToWatch),
    readClock,
    // Used without a browser: the platform renders pages.
    readClock,
  )
}

const nothingToWatch = () => {}

function watch(clock: ClockRef, listener: () => void): () => void {
  clock.send({ type: 'clock.watched' })
  const subscription = clock.subscribe(listener)
  return () => {
    subscription.unsubscribe()
    clock.send({ type: 'clock.unwatched' })
  }
}
