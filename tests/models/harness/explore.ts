import type { ActorLogic, AnyStateMachine, Snapshot } from 'xstate'
import {
  type AdjacencyMap,
  adjacencyMapToArray,
  getAdjacencyMap,
  getShortestPaths,
} from 'xstate/graph'
import { type ActorUnderTest, type Stimulus, startActorUnderTest } from './actor-under-test.ts'
import type { AnyModel, Model } from './fixtures.ts'

/** One way through a machine: an input, and what happens then, with the state after each step. */
export interface Path {
  readonly input: number
  readonly steps: readonly { readonly stimulus: Stimulus; readonly value: string }[]
  readonly start: string
}

/** A point of the graph: a machine after all steps of a way. */
type Point = Snapshot<unknown> & {
  readonly steps: Path['steps']
  readonly value: string
  readonly key: string
  readonly stimuli: readonly Stimulus[]
  /** States and transitions that the whole way went through. */
  readonly seen: ReadonlySet<string>
  readonly problem: unknown
}

/** A machine ended by an error, since it does not handle what happened. */
export class DeadMachine extends Error {
  constructor(path: Path, problem: unknown) {
    super(`The machine dies of "${String(problem)}" after ${describePath(path)}`)
    this.name = 'DeadMachine'
  }
}

/** The most steps of an exploration. */
const LIMIT = 10_000

class TooManyStates extends Error {
  constructor({ machine: { id } }: AnyModel, cause: unknown) {
    super(
      `The paths of ${id} take more than ${LIMIT} steps. Either the \`key\` of its model has too many values, or the machine has more states than before: then raise LIMIT in tests/models/harness/explore.ts.`,
      { cause },
    )
    this.name = 'TooManyStates'
  }
}

/**
 * The paths that a machine's tests walk: shortest paths, generated with `xstate/graph`, that
 * together reach every state value which can be reached, and take every transition that can be taken.
 *
 * @param isOffered a stimulus that a view offers in this state; each is in some path
 * @param isPossible whether it can be the step of that number, from 0; others are in no path
 */
export function explore<M extends AnyStateMachine>(
  of: Model<M>,
  isOffered: IsOffered = () => false,
  isPossible: IsPossible = () => true,
): readonly Path[] {
  const model = of as unknown as AnyModel
  const candidates = model.inputs.flatMap((_, input) =>
    pathsFrom(model, input, isOffered, isPossible),
  )
  return cover(candidates)
}

type IsOffered = (subject: ActorUnderTest, stimulus: Stimulus) => boolean
type IsPossible = (subject: ActorUnderTest, stimulus: Stimulus, step: number) => boolean

interface Candidate {
  readonly path: Path
  readonly seen: ReadonlySet<string>
}

function pathsFrom(
  model: AnyModel,
  input: number,
  isOffered: IsOffered,
  isPossible: IsPossible,
): Candidate[] {
  const walked = new Map<string, Point>()
  /** The graph continues only from the first point of each state. */
  const goesOn = new Set<string>()
  const pointAfter = (steps: Path['steps'], stimulus: Stimulus | null): Point => {
    const id = JSON.stringify([...steps.map(step => step.stimulus.type), stimulus?.type])
    const known = walked.get(id)
    if (known) return known
    const subject = startActorUnderTest(model, input, { isLive: false })
    for (const step of steps) step.stimulus.apply(subject)
    const offered = stimulus && isOffered(subject, stimulus) ? [`offered ${stimulus.type}`] : []
    stimulus?.apply(subject)
    const value = stateText(subject)
    const walkedSteps = stimulus ? [...steps, { stimulus, value }] : steps
    const key = JSON.stringify([value, model.key?.(subject.snapshot() as never, subject.world)])
    const isFirst = !goesOn.has(key)
    goesOn.add(key)
    const point: Point = {
      status: 'active',
      output: undefined,
      error: undefined,
      steps: walkedSteps,
      value,
      key,
      stimuli: isFirst
        ? subject.stimuli().filter(one => isPossible(subject, one, walkedSteps.length))
        : [],
      seen: new Set([...subject.seen, `value ${value}`, ...offered]),
      problem: subject.problem(),
    }
    subject.actor.stop()
    walked.set(id, point)
    return point
  }
  const start = pointAfter([], null)
  const logic: ActorLogic<Point, Stimulus> = {
    transition: (point, stimulus) => pointAfter(point.steps, stimulus),
    getInitialSnapshot: () => start,
    getPersistedSnapshot: point => point,
  }
  const options = {
    events: ({ stimuli }: Point) => stimuli,
    serializeState: ({ key }: Point) => key,
    serializeEvent: ({ type }: Stimulus) => type,
    limit: LIMIT,
  }
  const states = within(model, () => getShortestPaths(logic, options)).map(path => path.state)
  const graph: AdjacencyMap<Point, Stimulus> = getAdjacencyMap(logic, options)
  const edges = adjacencyMapToArray(graph).map(edge => edge.nextState)
  return [...states, ...edges].map(({ steps, seen, problem }) => {
    const path = { input, steps, start: start.value }
    if (problem) throw new DeadMachine(path, problem)
    return { path, seen }
  })
}

/** XState's own error names neither the machine nor what to do. */
function within<T>(model: AnyModel, explore: () => T): T {
  try {
    return explore()
  } catch (error) {
    if (error instanceof Error && error.message === 'Traversal limit exceeded')
      throw new TooManyStates(model, error)
    throw error
  }
}

/** The state as text, regions in the order of the machine. */
export const stateText = (subject: ActorUnderTest) => JSON.stringify(subject.snapshot().value)

/** A small set of candidates that together see all that any of them sees. The choice is greedy. */
function cover(candidates: readonly Candidate[]): readonly Path[] {
  const missing = new Set(candidates.flatMap(({ seen }) => [...seen]))
  const chosen: Path[] = []
  /** How much of the missing each saw at the last count. Later it never sees more. */
  const counts = candidates.map(({ seen }) => seen.size)
  while (missing.size > 0) {
    let best: Candidate | undefined
    let most = 0
    for (const [index, candidate] of candidates.entries()) {
      if ((counts[index] ?? 0) < most) continue
      let count = 0
      for (const key of candidate.seen) if (missing.has(key)) count += 1
      counts[index] = count
      const isBetter =
        count > most ||
        (count === most && best && candidate.path.steps.length < best.path.steps.length)
      if (count > 0 && isBetter) [best, most] = [candidate, count]
    }
    if (!best) break
    for (const key of best.seen) missing.delete(key)
    chosen.push(best.path)
  }
  return chosen
}

export const describePath = ({ input, steps }: Path) =>
  [`input #${input}`, ...steps.map(step => step.stimulus.type)].join(' → ')
