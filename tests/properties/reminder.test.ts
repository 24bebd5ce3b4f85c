import fc from 'fast-check'
import { test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { ChallengeRef, InstanceState } from '../../src/api/contract.ts'
import type { NotificationChoice, ReportedInstance } from '../../src/machines/reminder/events.ts'
import { reminderMachine } from '../../src/machines/reminder/machine.ts'
import { stats } from '../models/data.ts'
import { createClockActor, createTime, settled } from '../support/time.ts'
import { RUNS, SEED, STEPS } from './runs.ts'

const MINUTE = 60_000
/** Milliseconds between two requests while a stop is near. */
const LONGEST_DELAY = 30_000

const of = <T>(list: readonly T[], pick: number): T => list[pick % list.length] as T

/**
 * The reminder with a server, to which it also sends requests in hidden tabs. Checks each request
 * against the bound that ARCHITECTURE.md states.
 */
function createWorld() {
  const time = createTime()
  const clock = createClockActor(time)
  const problems: string[] = []
  const environments = new Map<string, { state: InstanceState; stop: number }>()
  let running: readonly ChallengeRef[] = []
  let settle: ((isGood: boolean) => void) | null = null
  /** Whether it must ask again, because what runs has changed, or the user acted. */
  let isCalledFor = false
  /** The last answer, with its time by timers and by the clock; null: it failed. */
  let last = { at: 0, now: 0, reported: [] as readonly ReportedInstance[] | null }

  const look = (challenge: ChallengeRef): ReportedInstance => {
    const { state, stop } = environments.get(challenge.challengeSlug) ?? {
      state: 'not-running',
      stop: 0,
    }
    const now = stop > time.now() ? state : 'not-running'
    const scheduledStopTime = now === 'running' ? new Date(stop).toISOString() : null
    return { challenge, instance: { state: now, scheduledStopTime, exposedEndpoints: [] } }
  }

  function assess(asked: readonly ChallengeRef[]) {
    if (asked.length === 0) problems.push('it asks although nothing runs')
    if (isCalledFor) {
      isCalledFor = false
      return
    }
    const { at, now, reported } = last
    const waited = time.clock.now() - at
    const isNearAt = (when: number) =>
      (reported ?? []).some(
        ({ instance }) =>
          instance?.scheduledStopTime != null &&
          Date.parse(instance.scheduledStopTime) - when <= 5 * MINUTE,
      )
    const isOpen =
      reported === null || reported.some(({ instance }) => instance?.state === 'starting')
    if (!isOpen && !isNearAt(time.now())) problems.push('it asks long before a stop')
    if ((isOpen || isNearAt(now)) && waited < LONGEST_DELAY)
      problems.push(`it asks after ${waited} ms`)
  }

  const fetchStops = fromPromise<readonly ReportedInstance[], readonly ChallengeRef[]>(
    ({ input, signal }) => {
      assess(input)
      const { promise, resolve, reject } = Promise.withResolvers<readonly ReportedInstance[]>()
      const answer = (isGood: boolean) => {
        settle = null
        const reported = isGood ? input.map(look) : null
        last = { at: time.clock.now(), now: time.now(), reported }
        if (reported) resolve(reported)
        else reject(new Error('Nobody expected this.'))
      }
      settle = answer
      signal.addEventListener('abort', () => {
        if (settle === answer) settle = null
      })
      return promise
    },
  )
  const reminder = createActor(
    reminderMachine.provide({
      actors: {
        fetchStops,
        readNotificationChoice: fromPromise<NotificationChoice>(async () => 'unsupported'),
      },
    }),
    { clock: time.clock, input: { clock, nameOf: ({ challengeSlug }) => challengeSlug } },
  ).start()
  const tell = (event: Parameters<typeof reminder.send>[0], isNews: boolean) => {
    isCalledFor = isNews
    reminder.send(event)
    isCalledFor = false
  }

  return {
    reminder,
    problems: problems as readonly string[],
    run(slugs: readonly string[], pick: number) {
      const minutes = of([2, 4, 6, 30, 90], pick)
      for (const slug of slugs) {
        const state = pick % 7 === 0 ? 'starting' : 'running'
        environments.set(slug, { state, stop: time.now() + minutes * MINUTE })
      }
      const isNews = slugs.join() !== running.map(one => one.challengeSlug).join()
      const reported = stats(slugs)
      running = reported.runningChallenges.running
      tell({ type: 'stats.changed', stats: reported }, isNews)
    },
    act: () => tell({ type: 'account.changed' }, true),
    answer: (isGood: boolean) => settle?.(isGood),
    pass: time.pass,
    jump: time.jump,
  }
}

type World = ReturnType<typeof createWorld>

const steps: Record<string, { weight: number; take(world: World, pick: number): void }> = {
  run: { weight: 3, take: (world, pick) => world.run(of(sets, pick), pick) },
  act: { weight: 1, take: world => world.act() },
  answer: { weight: 6, take: world => world.answer(true) },
  fail: { weight: 1, take: world => world.answer(false) },
  pass: {
    weight: 8,
    take: (world, pick) => world.pass(of([1, 10, 30, 31, 120, 1_800], pick) * 1_000),
  },
  jump: { weight: 1, take: (world, pick) => world.jump(of([-60, 3, 60], pick) * MINUTE) },
}
const sets = [[], ['one'], ['one', 'two'], ['two'], ['one', 'two', 'three']]

const run = fc.array(
  fc.record({
    kind: fc.oneof(
      ...Object.entries(steps).map(([kind, { weight }]) => ({
        weight,
        arbitrary: fc.constant(kind),
      })),
    ),
    pick: fc.nat(9_999),
  }),
  { minLength: STEPS, maxLength: STEPS },
)

test('the reminder asks only where something runs, near its stop, and every 30 s at most', async () => {
  await fc.assert(
    fc.asyncProperty(run, async script => {
      const world = createWorld()
      for (const { kind, pick } of script) {
        steps[kind]?.take(world, pick)
        await settled()
        if (world.problems.length > 0) throw new Error(world.problems.join('\n'))
      }
      world.reminder.stop()
    }),
    { numRuns: RUNS, seed: SEED },
  )
}, 600_000)
