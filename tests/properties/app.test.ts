import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depth } from '../support/depth.ts'
import { broken } from './invariants.ts'
import { RUNS, SEED } from './runs.ts'
import { run, type Script } from './script.ts'
import { problemIn, shortened } from './shorten.ts'
import { calm, type Step, startPlaying, take } from './steps.ts'
import { createAppWorld, type World } from './world.ts'

function play(script: Script, happened: (string | null)[] = []): World {
  const { isPlaying, page, steps } = script
  const world = createAppWorld(script)
  if (isPlaying) startPlaying(world, page)
  hold(world)
  for (const one of steps) {
    happened.push(take(world, one))
    hold(world)
  }
  return world
}

/** Without `expect`, which would take most of the time of so many steps. */
function hold(world: World) {
  const problems = broken(world)
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/**
 * Hidden pages also make these calls, to notify of announcements and before an environment stops. The tests of their
 * machines check how often.
 */
const unseen = new Set(['fetchStops', 'announcementList'])

const isSignedIn = ({ app }: World) => app.getSnapshot().matches({ running: 'signedIn' })

/** The calls that came in any run, and those that a server knows. */
const asked = new Set<string>()
let known: readonly string[] = []
/** They need a lost answer to one of few changes. The tests of changes make them. */
const rare = new Set(['fetchDetail', 'fetchStats'])

/** Plays a run to its end. Throws when a rule of the app breaks. */
function check(script: Script, happened: (string | null)[] = []) {
  const world = play(script, happened)
  known = world.server.callNames

  // The network is back: the queue empties, and everything that waited is answered.
  world.show(true)
  calm(world, 12, 2_000)
  const { value, context } = world.app.system.get('network').getSnapshot()
  expect({ value, queue: context.queue, failed: context.failed }).toEqual({
    value: { online: 'clear' },
    queue: [],
    failed: [],
  })
  hold(world)
  if (isSignedIn(world)) {
    expect(world.shownAccepted()).toBe(world.server.accepted.length - world.acceptedUnseen)
  }

  // The page is hidden: requests in flight end, then nothing is read.
  world.show(false)
  calm(world, 3, 30_000)
  for (let minute = 0; minute < 3; minute++) {
    world.time.pass(60_000)
    const polled = [...world.flights].filter(({ id, call }) => id !== null && !unseen.has(call))
    expect(polled.map(({ call }) => call)).toEqual([])
    calm(world, 1, 0)
  }
  for (const call of world.server.asked) asked.add(call)
  world.app.stop()
}

/** The error of a failed run, with few steps and the command that repeats it. */
function failureOf({ steps, ...start }: Script): Error {
  const problemOf = (some: readonly Step[]) => problemIn(check, { ...start, steps: some })
  const short = { ...start, steps: shortened(steps, problemOf) }
  const happened: (string | null)[] = []
  const problem = problemIn(script => check(script, happened), short)
  const story = [
    start.isPlaying ? 'in play' : 'from the start',
    ...happened.filter(one => one !== null),
  ]
  return new Error(
    `${problem}\n  ${story.join(' → ')}\n  GUIDON_RUN='${JSON.stringify(short)}' npx vitest run tests/properties/app.test.ts`,
  )
}

test('whatever happens in whatever order, no rule of the app breaks', () => {
  const again = process.env.GUIDON_RUN
  if (again) return check(JSON.parse(again))
  const property = fc.property(run, script => check(script))
  const { counterexample } = fc.check(property, { numRuns: RUNS, seed: SEED, endOnFailure: true })
  if (counterexample) throw failureOf(counterexample[0])
  // The short runs are too few for all of them.
  if (depth > 1) expect(known.filter(call => !asked.has(call) && !rare.has(call))).toEqual([])
}, 600_000)
