import {
  type ActorUnderTest,
  type Stimulus,
  startActorUnderTest,
  timed,
} from './actor-under-test.ts'
import { createChecker, Misbehaviour } from './check.ts'
import { stateText } from './explore.ts'
import type { AnyModel } from './fixtures.ts'

/** What happened to a machine, in the words of its fixtures; the first is its input. */
export interface Story {
  readonly input: number
  readonly labels: readonly string[]
}

/** A story whose last step a sentence forbids, as short as it could be made. */
export interface Finding extends Story {
  readonly machine: string
  readonly sentence: string
  readonly why: string
}

export interface Walked {
  readonly steps: number
  /** Pairs of a stimulus and the one after it, by the state between them. */
  readonly pairs: number
  readonly finding: Finding | null
}

/** `start → limit reached → stats change`; before it, how it begins, if there are several ways. */
export const describeStory = (model: AnyModel, { input, labels }: Story) =>
  [...(model.inputs.length > 1 ? [beginningOf(model, input)] : []), ...labels].join(' → ')

const beginningOf = (model: AnyModel, input: number) => model.begins?.[input] ?? `begin #${input}`

/** Reads what `describeStory` wrote. */
export function storyOf(model: AnyModel, text: string): Story {
  const labels = text
    .split('→')
    .map(label => label.trim())
    .filter(label => label !== '')
  const input = model.inputs.findIndex((_, index) => beginningOf(model, index) === labels[0])
  return input < 0 ? { input: 0, labels } : { input, labels: labels.slice(1) }
}

/** Steps of one run, before it begins anew. */
const LONGEST = 40

/**
 * Walks through a machine: at each step, what was done least often after the step before, in the same state. So
 * it comes to every pair of what can happen, also to what a guard refuses.
 *
 * @param most steps in all. It ends before, when a quarter of them brought nothing new
 */
export function walk(model: AnyModel, most: number, seed = 1): Walked {
  const random = createRandom(seed)
  const edges = createCounts()
  const pairs = createCounts()
  let steps = 0
  let newestAt = 0
  const isOver = () => steps >= most || steps - newestAt > most / 4
  for (let run = 0; !isOver(); run += 1) {
    const input = run % model.inputs.length
    const labels: string[] = []
    const runner = begin(model, input)
    const misbehaviour = attempt(() => {
      runner.check.begin(input)
      let before = ''
      for (let at = 0; at < LONGEST && !isOver(); at += 1) {
        const choices = runner.choices()
        if (choices.length === 0) return
        const state = `${input}${stateOf(model, runner.subject)}`
        const rated = choices.map(stimulus => {
          const [pair, edge] = [
            `${before}|${state}|${stimulus.label}`,
            `${state}|${stimulus.label}`,
          ]
          return { stimulus, pair, edge, rate: edges.of(edge) + 10 * pairs.of(pair) + random() }
        })
        const best = rated.reduce((a, b) => (b.rate < a.rate ? b : a))
        if (pairs.of(best.pair) === 0) newestAt = steps
        pairs.add(best.pair)
        edges.add(best.edge)
        before = best.stimulus.label
        labels.push(before)
        steps += 1
        runner.do(best.stimulus)
      }
    })
    runner.end()
    if (misbehaviour) {
      return { steps, pairs: pairs.size(), finding: shrink(model, { input, labels }) }
    }
  }
  return { steps, pairs: pairs.size(), finding: null }
}

/** Does these steps again. Null: every sentence is true. A label that nobody offers ends it. */
export function retell(model: AnyModel, { input, labels }: Story): Finding | 'not possible' | null {
  const runner = begin(model, input)
  const done: string[] = []
  let isPossible = true
  const misbehaviour = attempt(() => {
    runner.check.begin(input)
    for (const label of labels) {
      const stimulus = runner.choices().find(one => one.label === label)
      if (!stimulus) {
        isPossible = false
        return
      }
      done.push(label)
      runner.do(stimulus)
    }
  })
  runner.end()
  if (misbehaviour) {
    const { sentence, message } = misbehaviour
    return { machine: model.machine.id, input, labels: done, sentence, why: message }
  }
  return isPossible ? null : 'not possible'
}

/** Steps that are left out at once, at most. */
const LARGEST_PART = 12

/** Leaves out what the story does without, as long as the same sentence is not true. */
function shrink(model: AnyModel, story: Story): Finding {
  const first = retell(model, story)
  if (first === null || first === 'not possible') throw new Error('It cannot be told again.')
  let best = first
  const isSame = (found: ReturnType<typeof retell>) =>
    typeof found === 'object' && found?.sentence === first.sentence
  for (let length = Number.POSITIVE_INFINITY; best.labels.length < length; ) {
    length = best.labels.length
    for (let size = Math.min(LARGEST_PART, length); size >= 1; size -= 1) {
      for (let at = 0; at + size <= best.labels.length; ) {
        const labels = best.labels.toSpliced(at, size)
        const found = retell(model, { input: story.input, labels })
        if (isSame(found)) best = found as Finding
        else at += 1
      }
    }
  }
  return best
}

function begin(model: AnyModel, input: number) {
  if (!model.behaviour) throw new Error(`Nobody said how ${model.machine.id} behaves.`)
  const subject = startActorUnderTest(model, input, false)
  const check = createChecker(model, model.behaviour, subject)
  return {
    subject,
    check,
    /** What may happen now; time passes until the next thing happens, or must happen. */
    choices(): readonly Stimulus[] {
      const stimuli = subject.stimuli(true).filter(({ type }) => type !== 'the next timer runs')
      const due = check.due()
      const waits = [subject.world.untilNext(), due === null ? null : due - subject.world.now()]
      const wait = Math.min(...waits.map(one => one ?? Number.POSITIVE_INFINITY))
      if (!Number.isFinite(wait) || stimuli.length === 0) return stimuli
      const pass = (share: number) => ({
        apply: () => subject.world.pass(Math.max(0, Math.ceil(wait * share))),
      })
      return [
        ...stimuli,
        { ...timed('time passes'), ...pass(1) },
        ...(wait > 1 ? [{ ...timed('some time passes'), ...pass(0.4) }] : []),
      ]
    },
    do(stimulus: Stimulus) {
      stimulus.apply(subject)
      check.after(stimulus)
    },
    end: () => subject.actor.stop(),
  }
}

function attempt(run: () => void): Misbehaviour | null {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof Misbehaviour) return error
    throw error
  }
}

const stateOf = (model: AnyModel, subject: ActorUnderTest) =>
  stateText(subject) + JSON.stringify(model.key?.(subject.snapshot() as never, subject.world))

function createCounts() {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return { of, add: (key: string) => counts.set(key, of(key) + 1), size: () => counts.size }
}

/** Numbers from 0 to 1, the same for each seed. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
