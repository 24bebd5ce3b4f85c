import type { AnyStateMachine } from 'xstate'
import { type Item, itemsOf } from '../../tools/statechart/coverage.ts'
import { explore, type Path } from './harness/explore.ts'
import type { AnyModel, Model } from './harness/fixtures.ts'
import { problemOf } from './harness/intervals.ts'
import { replay } from './harness/replay.ts'
import { describeStory, type Finding, walk } from './harness/walk.ts'

export type { ActorUnderTest } from './harness/actor-under-test.ts'
export { describePath, explore, type Path } from './harness/explore.ts'
export { defineModel, type Model } from './harness/fixtures.ts'
export { replay } from './harness/replay.ts'
export { describeStory, retell, storyOf, walk } from './harness/walk.ts'

/** What the replay of a machine's generated paths reached. */
export interface Replayed {
  readonly id: string
  readonly paths: readonly Path[]
  readonly items: readonly Item[]
  readonly missing: readonly Item[]
}

/** Explores the machine, replays every path, and returns what they reached and missed. */
export async function replayPaths<M extends AnyStateMachine>(of: Model<M>): Promise<Replayed> {
  const model = of as unknown as AnyModel
  const paths = explore(model)
  const seen = new Set<string>()
  for (const path of paths) for (const key of await replay(model, path)) seen.add(key)
  const items = itemsOf(model.machine)
  return { id: model.machine.id, paths, items, missing: items.filter(({ key }) => !seen.has(key)) }
}

/** Steps of a walk in `npm test`. */
const STEPS = 1_500

/** One of the machine's sentences is not true. */
export class BrokenSentence extends Error {
  constructor(model: AnyModel, finding: Finding) {
    const story = `${finding.machine}: ${describeStory(model, finding)}`
    super(`${finding.why}\n  ${story}\n  npm run models -- --path '${story}'`)
    this.name = 'BrokenSentence'
  }
}

/**
 * Walks through the machine, and throws at the first step that its sentences do not explain.
 *
 * @param times how many times as far as in `npm test`
 */
export function checkSentences(of: AnyModel, times = 1) {
  if (!of.behaviour) return null
  for (const interval of of.intervals ?? []) {
    const why = problemOf(interval)
    if (why) {
      throw new BrokenSentence(of, {
        machine: of.machine.id,
        input: 0,
        labels: [],
        sentence: interval.after,
        why,
      })
    }
  }
  const walked = walk(of, STEPS * Math.max(times, of.walkLength ?? 1))
  if (walked.finding) throw new BrokenSentence(of, walked.finding)
  return walked
}
