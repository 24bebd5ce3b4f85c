import type { AnyStateMachine } from 'xstate'
import { type Item, itemsOf } from '../../tools/statechart/coverage.ts'
import { explore, type Path } from './harness/explore.ts'
import type { AnyModel, Model } from './harness/fixtures.ts'
import { replay } from './harness/replay.ts'

export type { ActorUnderTest } from './harness/actor-under-test.ts'
export { describePath, explore, type Path } from './harness/explore.ts'
export { defineModel, type Model } from './harness/fixtures.ts'
export { replay } from './harness/replay.ts'

/** What the replay of a machine's generated paths reached. */
export interface Reach {
  readonly id: string
  readonly paths: readonly Path[]
  readonly items: readonly Item[]
  readonly missing: readonly Item[]
}

/** Explores the machine, replays every path, and tells what no path reached. */
export async function reach<M extends AnyStateMachine>(of: Model<M>): Promise<Reach> {
  const model = of as unknown as AnyModel
  const paths = explore(model)
  const seen = new Set<string>()
  for (const path of paths) for (const key of await replay(model, path)) seen.add(key)
  const items = itemsOf(model.machine)
  return { id: model.machine.id, paths, items, missing: items.filter(({ key }) => !seen.has(key)) }
}
