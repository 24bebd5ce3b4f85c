import type { LeaseTerms } from '../../platform/runtime/lease-terms.ts'
import { START } from '../support/time.ts'
import type { World } from './harness/world.ts'

const SECOND = 1000
const NOW_ENDING = START + 45 * SECOND
const LATER = START + 90 * SECOND

const replaced = new WeakSet<World>()

/** The terms of an event that ends in 90 seconds, or in 45 once it was replaced. */
export const termsIn = (world: World) => (): LeaseTerms => ({
  lifetimeMs: 60 * SECOND,
  extensionMs: 20 * SECOND,
  extendableInLastMs: 30 * SECOND,
  end: replaced.has(world) ? NOW_ENDING : LATER,
})

/** How it comes to other terms, which the machine hears of later. */
export const replacement = {
  'the event is replaced by a shorter one': (world: World) => void replaced.add(world),
}

/** What guards and the next lease look at. What is past is past, however long ago. */
export const timeKey = (world: World, stopAt: number | null) => [
  stopAt === null ? null : Math.max(-1, stopAt - world.now()),
  Math.max(-1, LATER - world.now()),
  replaced.has(world),
]

/** When a lease that was extended now would end; as it is where it cannot be. */
export function extended(world: World, stopAt: number | null): number | null {
  const { extensionMs, extendableInLastMs, end } = termsIn(world)()
  const left = (stopAt ?? 0) - world.now()
  const isGranted = stopAt !== null && left > 0 && left <= extendableInLastMs && stopAt < end
  return isGranted ? Math.min(stopAt + extensionMs, end) : stopAt
}
