import { isDeepStrictEqual } from 'node:util'
import type { AnyStateMachine } from 'xstate'
import type { EntryHead, Microstep, Trace } from '../../src/diagnostics/trace/entry.ts'
import { machines } from '../../src/inspector/machines.ts'
import { activeIn, nodesOf, type Transition, transitionsOf } from '../../tools/statechart/nodes.ts'

/** A step of a trace that its machine does not allow. */
export interface ForbiddenStep {
  readonly entry: EntryHead
  readonly why: string
}

/** The parts of an entry that are checked. */
export type Step = Pick<EntryHead, 'machine' | 'type' | 'microsteps' | 'value'>

/**
 * Checks each step by itself: its machine must have the transitions. They must belong to the event, begin in an active
 * state, and end in the states that the trace names. Unlike `replay`, this needs no beginning of the trace, and finds
 * no wrong guard.
 */
export const forbiddenSteps = ({ entries }: Pick<Trace, 'entries'>) => createStepCheck()(entries)

/** Like `forbiddenSteps`, for a trace that comes in parts: it remembers the state of each actor. */
export function createStepCheck(): (entries: readonly EntryHead[]) => readonly ForbiddenStep[] {
  const values = new Map<string, unknown>()
  return entries =>
    entries.flatMap(entry => {
      const { actor, type, status, value } = entry
      // An actor that is invoked again is a new one with the same path.
      const before = type === 'xstate.init' ? undefined : values.get(actor)
      if (status === 'active') values.set(actor, value)
      else values.delete(actor)
      return problemsIn(entry, before).map(why => ({ entry, why }))
    })
}

/**
 * What a machine does not allow in a step; empty: it allows the step.
 *
 * @param value the machine's state before; undefined: nobody knows it, or there was none
 */
export function problemsIn(step: Step, value: unknown): string[] {
  if (step.machine === undefined) return []
  const machine = machines.get(step.machine)
  if (!machine) return [`there is no machine ${step.machine}`]
  let before = value
  const problems: string[] = []
  for (const microstep of step.microsteps) {
    problems.push(...problemsOf(machine, before, microstep))
    before = microstep.value
  }
  const isChanged = before !== undefined && !isDeepStrictEqual(before, step.value)
  if (isChanged && step.type !== 'machine.loaded') problems.push('its state changes without a step')
  return problems
}

function problemsOf(
  machine: AnyStateMachine,
  before: unknown,
  { event, taken, value }: Microstep,
): string[] {
  const known = transitionsIn(machine)
  const were = before === undefined ? null : activeIn(machine, before)
  const are = activeIn(machine, value)
  const leadsOn = taken.some(key => (known.get(key)?.targets.length ?? 1) > 0)
  if (!leadsOn && were && !isDeepStrictEqual(before, value))
    return ['its state changes without a transition that leads elsewhere']
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
