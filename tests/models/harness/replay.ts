import { settled } from '../../support/time.ts'
import { describePath, type Path, stateText } from './explore.ts'
import type { AnyModel } from './fixtures.ts'
import { createStage, type Stage } from './stage.ts'

/** A machine that does not do what the graph says. */
export class WrongTurn extends Error {
  constructor(path: Path, at: number, expected: string, found: string) {
    super(`Step ${at} of ${describePath(path)}\n  leads to ${found}\n  and not to ${expected}`)
    this.name = 'WrongTurn'
  }
}

/**
 * Walks a path with a running machine, real promises and simulated time, and holds each state
 * against the graph. `look` is called in each state.
 *
 * @returns the keys of the states and transitions that it went through
 */
export async function replay(
  model: AnyModel,
  path: Path,
  look: (stage: Stage) => void | Promise<void> = () => {},
): Promise<ReadonlySet<string>> {
  const stage = createStage(model, path.input, true)
  const check = async (at: number, expected: string) => {
    await settled()
    if (stage.problem()) throw stage.problem()
    const found = stateText(stage)
    if (found !== expected) throw new WrongTurn(path, at, expected, found)
    await look(stage)
  }
  await check(0, path.start)
  for (const [index, { stimulus, value }] of path.steps.entries()) {
    stimulus.apply(stage)
    await check(index + 1, value)
  }
  stage.actor.stop()
  return stage.seen
}
