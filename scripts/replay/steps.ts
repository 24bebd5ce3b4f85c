import { isDeepStrictEqual } from 'node:util'
import type { AnyStateMachine } from 'xstate'
import type { Microstep, Trace, TraceEntry } from '../../src/diagnostics/trace/entry.ts'
import { machines } from '../../src/inspector/machines.ts'
import { activeIn, nodesOf, type Transition, transitionsOf } from '../../tools/statechart/nodes.ts'

/** A step of a trace that its machine does not allow. */
export interface ForbiddenStep {
  readonly entry: TraceEntry
  readonly why: string
}

/**
 * Checks each step by itself: that its machine has the transitions, that they belong to the event, begin in a state
 * that was active, and end in the states that the trace names. So it needs no beginning, unlike `replay`, and sees no
 * wrong guard.
 */
export function forbiddenSteps({ entries }: Trace): readonly ForbiddenStep[] {
  const values = new Map<string, unknown>()
  return entries.flatMap(entry => {
    const { actor, machine: id = '', type, status, value } = entry
    const machine = machines.get(id)
    if (!machine) return []
    // An actor that is invoked again is a new one with the same path.
    let before = type === 'xstate.init' ? undefined : values.get(actor)
    const problems: string[] = []
    for (const step of entry.microsteps) {
      problems.push(...problemsOf(machine, before, step))
      before = step.value
    }
    const isChanged = before !== undefined && !isDeepStrictEqual(before, value)
    if (isChanged && type !== 'machine.loaded') problems.push('its state changes without a step')
    if (status === 'active') values.set(actor, value)
    else values.delete(actor)
    return problems.map(why => ({ entry, why }))
  })
}

function problemsOf(
  machine: AnyStateMachine,
  before: unknown,
  { event, taken, value }: Microstep,
): string[] {
  const known = transitionsIn(machine)
  const were = before === undefined ? null : activeIn(machine, before)
  const are = activeIn(machine, value)
  if (taken.length === 0 && were && !isDeepStrictEqual(before, value))
    return ['its state changes without a transition']
  return taken.flatMap(key => {
    const transition = known.get(key)
    if (!transition) return [`its machine has no transition ${key}`]
    const { source, targets, eventType } = transition
    const missed = targets.filter(({ id }) => !are.has(id))
    return [
      ...(isFor(eventType, event) ? [] : [`${key} is not for ${event}`]),
      ...(were?.has(source.id) === false ? [`${source.id} was not active`] : []),
      ...missed.map(({ id }) => `${key} does not lead to ${id}`),
    ]
  })
}

/** `always` comes after any event. */
const isFor = (eventType: string, event: string) =>
  eventType === '' ||
  eventType === event ||
  eventType === '*' ||
  (eventType.endsWith('.*') && event.startsWith(eventType.slice(0, -1)))

const prepared = new WeakMap<AnyStateMachine, ReadonlyMap<string, Transition>>()

function transitionsIn(machine: AnyStateMachine): ReadonlyMap<string, Transition> {
  const known = prepared.get(machine)
  if (known) return known
  const all = [...nodesOf(machine.root)].flatMap(transitionsOf)
  const found = new Map(all.map(one => [one.key, one]))
  prepared.set(machine, found)
  return found
}
