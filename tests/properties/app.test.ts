import fc from 'fast-check'
import { expect, test } from 'vitest'
import { broken } from './invariants.ts'
import { calm, released, type Step, startPlaying, stepKinds, take } from './steps.ts'
import { createWorld, type World } from './world.ts'

const RUNS = 2_000
const STEPS = 50

const weights: Record<(typeof stepKinds)[number], number> = {
  user: 14,
  visit: 3,
  answer: 14,
  fail: 2,
  loseRequest: 2,
  loseAnswer: 2,
  time: 5,
  jump: 1,
  look: 2,
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...stepKinds.map(kind => ({ weight: weights[kind], arbitrary: fc.constant(kind) })),
  ),
  pick: fc.nat(9_999),
})
const run = fc.record({
  isPlaying: fc.boolean(),
  steps: fc.array(step, { minLength: STEPS, maxLength: STEPS }),
})

function play({ isPlaying, steps }: { isPlaying: boolean; steps: readonly Step[] }): World {
  const world = createWorld()
  if (isPlaying) startPlaying(world)
  hold(world)
  for (const one of steps) {
    take(world, one)
    hold(world)
  }
  return world
}

/** Not by `expect`, which would take most of the time of so many steps. */
function hold(world: World) {
  const problems = broken(world)
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

const isSignedIn = ({ app }: World) => app.getSnapshot().matches({ running: 'signedIn' })

test('whatever happens in whatever order, no rule of the app breaks', () => {
  fc.assert(
    fc.property(run, script => {
      const world = play(script)

      // The network is back: the queue empties, and everything that waited is answered.
      world.show(true)
      calm(world, 12, 2_000)
      const { value, context } = world.app.system.get('network').getSnapshot()
      expect({ value, queue: context.queue }).toEqual({ value: 'online', queue: [] })
      hold(world)
      if (isSignedIn(world)) {
        expect(world.shownAccepted()).toBe(world.server.accepted.length - world.untold)
      }

      // Nobody looks: what flies lands, and then nothing is read any more.
      world.show(false)
      calm(world, 3, 30_000)
      const before = world.readsStarted()
      calm(world, 6, 30_000)
      expect(world.readsStarted() - before).toBe(0)
      expect(released(world).filter(({ id }) => id !== null)).toEqual([])
      world.app.stop()
    }),
    { numRuns: RUNS },
  )
}, 600_000)
