import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { forbiddenSteps } from '../../scripts/replay/steps.ts'
import { FORMAT, type Trace, type TraceEntry, VERSION } from '../../src/diagnostics/trace/entry.ts'
import { createFormatter } from '../../src/diagnostics/trace/format.ts'
import { Recorder } from '../../src/diagnostics/trace/recorder.ts'
import { membershipMachine } from '../../src/machines/membership/machine.ts'
import { networkMachine } from '../../src/machines/network/machine.ts'

/** A trace in which a user leaves a team, and nobody answers. */
function recorded(): Trace {
  const recorder = new Recorder(100)
  const leaveTeam = fromPromise(() => new Promise<never>(() => {}))
  const actor = createActor(membershipMachine.provide({ actors: { leaveTeam } as never }), {
    inspect: recorder,
    input: { parent: { send: () => {} } as never },
  }).start()
  actor.send({ type: 'leave.requested', teamId: 'team', userId: 'user' })
  actor.send({ type: 'leave.cancelled' })
  actor.send({ type: 'leave.requested', teamId: 'team', userId: 'user' })
  actor.send({ type: 'leave.confirmed' })
  const header = { format: FORMAT, version: VERSION, build: 'test', isComplete: true } as const
  return { header, entries: recorder.after(0).map(createFormatter().full) }
}

/** The trace with another entry in place of the first one of that event. */
function changed(type: string, change: (entry: TraceEntry) => Partial<TraceEntry>): Trace {
  const { header, entries } = recorded()
  const at = entries.findIndex(entry => entry.type === type)
  return { header, entries: entries.map((one, i) => (i === at ? { ...one, ...change(one) } : one)) }
}

const problemsOf = (trace: Trace) => forbiddenSteps(trace).map(({ why }) => why)
const stepOf = ({ microsteps: [step] }: TraceEntry) => {
  if (!step) throw new Error('It has no step.')
  return step
}

test('the steps that a machine took are allowed, from its beginning or from the middle', () => {
  const { header, entries } = recorded()
  expect(
    entries.flatMap(({ microsteps }) => microsteps.flatMap(({ taken }) => taken)),
  ).toHaveLength(4)
  expect(problemsOf({ header, entries })).toEqual([])
  expect(problemsOf({ header, entries: entries.slice(2) })).toEqual([])
})

test('a transition that the machine does not have is found', () => {
  const trace = changed('leave.requested', entry => ({
    microsteps: [{ ...stepOf(entry), taken: ['nowhere | 0.0'] }],
  }))
  expect(problemsOf(trace)).toEqual(['its machine has no transition nowhere | 0.0'])
})

test('a transition of another event is found', () => {
  const trace = changed('leave.requested', entry => ({
    microsteps: [{ ...stepOf(entry), event: 'leave.confirmed' }],
  }))
  expect(problemsOf(trace)).toEqual([expect.stringMatching(/ is not for leave\.confirmed$/)])
})

test('a step from a state that was not active is found', () => {
  const { header, entries } = recorded()
  const at = entries.findIndex(({ type }) => type === 'leave.cancelled')
  const without = { header, entries: entries.filter((_, index) => index !== at) }
  expect(problemsOf(without)).toEqual([expect.stringMatching(/ was not active$/)])
})

test('a step to another state than its transition leads to is found', () => {
  const before = recorded().entries.find(({ type }) => type === 'xstate.init')?.value
  const trace = changed('leave.requested', entry => ({
    microsteps: [{ ...stepOf(entry), value: before }],
  }))
  expect(problemsOf(trace)).toEqual([
    expect.stringMatching(/ does not lead to /),
    'its state changes without a step',
  ])
})

test('a state that changes without a step is found', () => {
  const trace = changed('leave.requested', () => ({ microsteps: [] }))
  expect(problemsOf(trace)).toContain('its state changes without a step')
})

test('a state that changes by a transition which leads nowhere is found', () => {
  const recorder = new Recorder(100)
  const actor = createActor(networkMachine, { inspect: recorder }).start()
  actor.send({ type: 'request.opened', id: 1 })
  const [begun, opened] = recorder.after(0).map(createFormatter().full)
  if (!begun || !opened) throw new Error('Nothing was recorded.')
  const entries = [
    begun,
    { ...opened, value: 'offline', microsteps: [{ ...stepOf(opened), value: 'offline' }] },
  ]
  expect(forbiddenSteps({ entries }).map(({ why }) => why)).toEqual([
    'its state changes without a transition that leads elsewhere',
  ])
})

test('a machine that this build does not have is named', () => {
  const [entry] = recorded().entries
  if (!entry) throw new Error('It has no entry.')
  expect(problemsOf({ ...recorded(), entries: [{ ...entry, machine: 'gone' }] })).toEqual([
    'there is no machine gone',
  ])
})
