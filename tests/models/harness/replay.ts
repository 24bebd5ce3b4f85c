import { settled } from '../../support/time.ts'
import { type ActorUnderTest, type Stimulus, startActorUnderTest } from './actor-under-test.ts'
import { describePath, type Path, stateText } from './explore.ts'
import type { AnyModel } from './fixtures.ts'

/** A machine does not do what the graph says. */
export class WrongTurn extends Error {
  constructor(path: Path, at: number, expected: string, found: string) {
    super(`Step ${at} of ${describePath(path)}\n  leads to ${found}\n  and not to ${expected}`)
    this.name = 'WrongTurn'
  }
}

/** Takes part in a replay: a view, for example. */
export interface Companion {
  /** Called once, when the machine runs. */
  readonly begin?: (subject: ActorUnderTest) => void
  /** Called in each state. */
  readonly look?: (subject: ActorUnderTest) => void | Promise<void>
  /** Carries out each step; for React, within its `act`. */
  readonly within?: (step: () => Promise<void>) => Promise<void>
  /** Causes a step by itself; false: it leaves that to `replay`. */
  readonly perform?: (subject: ActorUnderTest, stimulus: Stimulus) => Promise<boolean>
}

/**
 * Walks a path with a running machine, real promises and simulated time, and compares each state
 * with the graph.
 *
 * @returns the keys of the states and transitions that it went through
 */
export async function replay(
  model: AnyModel,
  path: Path,
  { begin, look, within = step => step(), perform }: Companion = {},
): Promise<ReadonlySet<string>> {
  const subject = startActorUnderTest(model, path.input, { isLive: true })
  begin?.(subject)
  const step = async (at: number, expected: string, run: () => unknown) => {
    await within(async () => {
      run()
      await settled()
    })
    if (subject.problem()) throw subject.problem()
    const found = stateText(subject)
    if (found !== expected) throw new WrongTurn(path, at, expected, found)
    await look?.(subject)
  }
  await step(0, path.start, () => {})
  for (const [index, { stimulus, value }] of path.steps.entries()) {
    const isDone = (await perform?.(subject, stimulus)) ?? false
    await step(index + 1, value, () => isDone || stimulus.apply(subject))
  }
  subject.actor.stop()
  return subject.seen
}
