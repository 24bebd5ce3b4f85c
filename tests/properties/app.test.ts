import fc from 'fast-check'
import { expect, test } from 'vitest'
import { broken } from './invariants.ts'
import { RUNS, SEED, STEPS } from './runs.ts'
import { calm, type Step, startPlaying, stepKinds, take } from './steps.ts'
import { createWorld, type World } from './world.ts'

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

/** For those who do not look: the warning that an environment stops. reminder.test.ts holds its bound. */
const unseen = new Set(['fetchStops'])

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
      for (let minute = 0; minute < 3; minute++) {
        world.time.pass(60_000)
        const polled = [...world.flights].filter(({ id, call }) => id !== null && !unseen.has(call))
        expect(polled.map(({ call }) => call)).toEqual([])
        calm(world, 1, 0)
      }
      world.app.stop()
    }),
    { numRuns: RUNS, seed: SEED },
  )
}, 600_000)
