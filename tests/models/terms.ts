import type { LeaseTerms } from '../../platform/runtime/lease-terms.ts'
import { START } from '../support/time.ts'
import type { World } from './harness/world.ts'

const SECOND = 1000
const NOW_ENDING = START + 45 * SECOND
const LATER = START + 90 * SECOND

const replaced = new WeakSet<World>()

/** The terms of an event that ends in 90 seconds. */
export const firstTerms: LeaseTerms = {
  lifetimeMs: 60 * SECOND,
  extensionMs: 20 * SECOND,
  extendableInLastMs: 30 * SECOND,
  end: LATER,
}
/** The same, ending in 45 seconds. */
export const shorterTerms: LeaseTerms = { ...firstTerms, end: NOW_ENDING }

export const termsIn = (world: World) => () => (replaced.has(world) ? shorterTerms : firstTerms)

/** Changes the terms. The machine notices the change later. */
export const replacement = {
  'the event is replaced by a shorter one': (world: World) => void replaced.add(world),
}

/** The times that guards and the next lease read. All past times count as equal. */
export const timeKey = (world: World, stopAt: number | null) => [
  stopAt === null ? null : Math.max(-1, stopAt - world.now()),
  Math.max(-1, LATER - world.now()),
  replaced.has(world),
]
