import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replay } from '../../scripts/replay/replay.ts'
import { forbiddenSteps } from '../../scripts/replay/steps.ts'
import { traceText } from '../../src/diagnostics/trace/entry.ts'
import { createFormatter } from '../../src/diagnostics/trace/format.ts'
import { readTrace } from '../../src/diagnostics/trace/read.ts'
import { type RawEntry, Recorder } from '../../src/diagnostics/trace/recorder.ts'
import { RUNS, SEED } from './runs.ts'
import { run, type Script } from './script.ts'
import { deliver, released, startPlaying, take } from './steps.ts'
import { createAppWorld, type World } from './world.ts'

/** The effects of the world are no promises. This changes a trace as if promises had ended. */
function asPromise(raw: RawEntry): RawEntry {
  const after = raw.after as Partial<Record<'status' | 'output' | 'error', unknown>> | undefined
  const isOver = after?.status === 'done' || after?.status === 'error'
  if (!isOver || (raw.event.type !== 'settle' && raw.event.type !== 'fail')) return raw
  const event =
    after.status === 'error'
      ? { type: 'xstate.promise.reject', data: after.error }
      : { type: 'xstate.promise.resolve', data: after.output }
  return { ...raw, event }
}

/** Plays something, and returns its trace as read from a file. */
function recorded(play: (world: World) => void, start: Partial<Script> = {}) {
  let now = () => 0
  const recorder = new Recorder(1_000_000, () => now())
  const world = createAppWorld({ ...start, onInspection: event => recorder.next(event) })
  now = world.time.now
  play(world)
  const { full } = createFormatter()
  const entries = recorder.after(0).map(raw => full(asPromise(raw)))
  world.app.stop()
  const header = { build: 'test', isComplete: true }
  const trace = readTrace(traceText({ header, entries }))
  if (!trace.ok) throw new Error(trace.problem)
  return trace.data
}

function playScript(world: World, { isPlaying, page, steps }: Script) {
  if (isPlaying) startPlaying(world, page)
  for (const one of steps) take(world, one)
}

/** Playing, reading and replaying a run takes some 30 ms, so the long tests have a bound. */
const MAX_RUNS = 2_000

test('a trace of whatever happened replays to the same outcome, and has only steps of the machines', () => {
  const property = fc.property(run, script => {
    const trace = recorded(world => playScript(world, script), script)
    expect(forbiddenSteps(trace)).toEqual([])
    expect(replay(trace).difference).toBeNull()
  })
  fc.assert(property, { numRuns: Math.min(RUNS, MAX_RUNS), seed: SEED, endOnFailure: true })
}, 600_000)

function answer(world: World, call: string) {
  const flight = released(world).find(one => one.call === call)
  if (!flight) throw new Error(`Nobody has asked for ${call}.`)
  deliver(world, flight, 'answer')
}

test("an effect's first event comes before those that its machine gets next", () => {
  const trace = recorded(world => {
    startPlaying(world)
    world.show(false)
    world.visit('/flugzeug')
    answer(world, 'fetchFlugzeug')
    world.app.getSnapshot().children.flugzeug?.send({ type: 'flugzeug.start' })
    answer(world, 'createFlugzeug')
    world.visit('/scoreboard')
    // In one step, the resource learns that the page is hidden, and is deactivated.
    answer(world, 'fetchFlugzeug')
  })
  expect(replay(trace).difference).toBeNull()
})
