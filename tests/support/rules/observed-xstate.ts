// Stands in for `xstate` while the hand-written rules run for `npm run models`: the same library,
// whose actors report their states and transitions.
import { createActor as createActualActor, type InspectionEvent } from 'xstate'
import { seenIn } from '../../../tools/statechart/coverage.ts'

export * from 'xstate'

/** Keys of states and transitions, by the id of their machine. */
export const seenByRules = new Map<string, Set<string>>()

function observe(event: InspectionEvent) {
  const step = seenIn(event)
  if (!step) return
  const keys = seenByRules.get(step.machine.id) ?? new Set()
  for (const key of step.keys) keys.add(key)
  seenByRules.set(step.machine.id, keys)
}

export const createActor: typeof createActualActor = (logic, ...[options]) => {
  const { inspect } = options ?? {}
  const both = (event: InspectionEvent) => {
    observe(event)
    if (typeof inspect === 'function') inspect(event)
    else inspect?.next?.(event)
  }
  return createActualActor(logic, { ...options, inspect: both } as never)
}
