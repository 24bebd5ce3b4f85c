import { type Stimulus, startActorUnderTest, timed } from './actor-under-test.ts'
import { createChecker, Misbehaviour } from './check.ts'
import { stateText } from './explore.ts'
import type { AnyModel } from './fixtures.ts'
import { createTriedSteps } from './tried-steps.ts'

/** What happened to a machine, in the words of its fixtures; the first is its input. */
export interface Story {
  readonly input: number
  readonly labels: readonly string[]
}

/** A story with a last step that a sentence forbids, as short as possible. */
export interface Finding extends Story {
  readonly machine: string
  readonly sentence: string
  readonly why: string
}

export interface Walked {
  readonly steps: number
  /** How many pairs of a stimulus and the next one were tried, by the state between them. */
  readonly pairs: number
  /** Possible steps that were too many for this walk. */
  readonly untried: number
  /** Sentences about which nothing happened: they may be false. */
  readonly silent: readonly string[]
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

/** The most steps of one run. */
const LONGEST = 60
/** The most steps in a row that may lead to nothing new. */
const MAX_STEPS_IN_VAIN = 30
const STEPS_ASTRAY = 10
/** How often that may happen before pairs are tried. */
const MAX_LOSSES = 4

/**
 * Tells the stories of a model, and walks through its machine. First it tries every step in each state, also those that
 * a guard refuses, or that only a sentence knows. Then it does the same for each value that guards read. Then it tries
 * each step after each one that may come before it. It takes the shortest way to what is not tried yet. If guards bar
 * that, it takes the way on which it first came there.
 *
 * @param most steps in all
 */
export function walk(model: AnyModel, most: number, seed = 1): Walked {
  const random = createRandom(seed)
  const values = createTriedSteps()
  const states = createTriedSteps()
  const pairs = createTriedSteps()
  let steps = 0
  let newAt = 0
  let phase = 0
  let lostUntil = 0
  let losses = 0
  let isDone = false
  const heard = new Set<string>()
  /** The shortest known story to each value. */
  const ways = new Map<string, Story>()
  const wayToUntried = (input: number) => {
    for (const [goal, way] of ways) {
      if (way.input === input && values.untried(goal).length > 0) return { goal, ...way }
    }
    return null
  }
  /** Consecutive runs that found nothing to do: each input has its own runs. */
  let idle = 0
  /** Whether the walk also tries what cannot matter, because nothing else is left. */
  let isWide = false
  const walked = () => ({
    steps,
    pairs: pairs.tried(),
    untried: values.untriedInAll(),
    silent: Object.keys(model.behaviour?.sentences ?? {}).filter(says => !heard.has(says)),
  })
  for (const story of model.stories ?? []) {
    const finding = retell(model, storyOf(model, story), heard)
    if (finding === 'not possible') throw new Error(`This cannot happen: ${story}`)
    if (finding) return { ...walked(), finding }
  }
  for (let run = 0; !isDone && steps < most; run += 1) {
    const input = run % model.inputs.length
    const labels: string[] = []
    const runner = begin(model, input, isWide, heard)
    const start = stateOf(model, runner, input)
    const way = phase > 0 ? wayToUntried(input) : null
    const misbehaviour = attempt(() => {
      runner.check.begin(input)
      let before = ''
      let state = start
      for (let at = 0; at < LONGEST && steps < most; at += 1) {
        const choices = runner.choices()
        const possible = choices.map(({ label }) => label)
        const value = progressOf(runner)
        const pair = `${before} | ${state}`
        values.visit(value, possible)
        values.giveUp(value, possible)
        states.visit(state, possible)
        pairs.visit(pair, possible)
        if ((ways.get(value)?.labels.length ?? LONGEST) > at) {
          ways.set(value, { input, labels: [...labels] })
        }
        if (way && at >= way.labels.length) {
          if (at === way.labels.length && value !== way.goal) values.giveUp(way.goal, [])
          if (values.untried(value).length === 0) return
        }
        if (!way && at > 0 && phase === 1 && isBehind(states, state, start)) return
        if (!way && at > 0 && phase === 2 && isBehind(pairs, pair, ` | ${start}`)) return
        // Guards may now block a known way: then some steps are random.
        if (!way && steps - newAt > MAX_STEPS_IN_VAIN) {
          ;[newAt, lostUntil, losses] = [steps, steps + STEPS_ASTRAY, losses + 1]
          if (losses > MAX_LOSSES && phase < 2) [phase, losses] = [phase + 1, 0]
        }
        const isLost = !way && steps < lostUntil
        const label = way
          ? (way.labels[at] ?? oneOf(values.untried(value), random))
          : isLost
            ? oneOf(possible, random)
            : onward(
                [
                  [values, value],
                  [states, state],
                  [pairs, pair],
                ],
                phase,
                random,
              )
        const stimulus = choices.find(one => one.label === label)
        if (!stimulus) {
          if (way) values.giveUp(way.goal, [])
          if (at > 0) return
          idle += 1
          if (idle < model.inputs.length) return
          idle = 0
          isDone = runner.isWide
          isWide = true
          return
        }
        idle = 0
        labels.push(stimulus.label)
        steps += 1
        runner.do(stimulus)
        const next = stateOf(model, runner, input)
        const isNew = [values.untried(value), states.untried(state), pairs.untried(pair)]
        if (way || isNew[phase]?.includes(stimulus.label)) newAt = steps
        values.took(value, stimulus.label, progressOf(runner))
        states.took(state, stimulus.label, next)
        pairs.took(pair, stimulus.label, `${stimulus.label} | ${next}`)
        ;[before, state] = [stimulus.label, next]
      }
    })
    runner.end()
    if (misbehaviour) {
      const finding = shrink(model, { input, labels })
      return { ...walked(), finding }
    }
  }
  return { ...walked(), finding: null }
}

/** A step that is not tried here, or the first one of the way to such a step, by the first of the lists that knows one. */
function onward(
  places: readonly (readonly [ReturnType<typeof createTriedSteps>, string])[],
  from: number,
  random: () => number,
): string | undefined {
  const untried = places.map(([tried, place]) => oneOf(tried.untried(place), random))
  // Searching for a way takes a long time.
  for (const [index, [tried, place]] of [...places.entries()].slice(from)) {
    const label = untried[index] ?? tried.towardsUntried(place)
    if (label !== null) return label
  }
  return undefined
}

/** Whether the beginning leads to something untried that cannot be reached from here. */
const isBehind = (tried: ReturnType<typeof createTriedSteps>, from: string, start: string) =>
  tried.untried(from).length === 0 &&
  tried.towardsUntried(from) === null &&
  tried.towardsUntried(start) !== null

const oneOf = (labels: readonly string[], random: () => number) =>
  labels[Math.floor(random() * labels.length)] ?? null

/** Repeats these steps. Null: every sentence is true. It ends at a label that is not possible. */
export function retell(
  model: AnyModel,
  { input, labels }: Story,
  heard = new Set<string>(),
): Finding | 'not possible' | null {
  const runner = begin(model, input, true, heard)
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

/** The most steps that are left out at once. */
const MAX_PART_SIZE = 12

/** Leaves out steps as long as the same sentence still fails. */
function shrink(model: AnyModel, story: Story): Finding {
  const first = retell(model, story)
  if (first === null || first === 'not possible') throw new Error('It cannot be told again.')
  let best = first
  const isSame = (found: ReturnType<typeof retell>) =>
    typeof found === 'object' && found?.sentence === first.sentence
  const leaveOut = (size: number, stride: number) => {
    for (let at = 0; at + size <= best.labels.length; ) {
      const found = retell(model, { input: story.input, labels: best.labels.toSpliced(at, size) })
      if (isSame(found)) best = found as Finding
      else at += stride
    }
  }
  for (let size = best.labels.length >> 1; size > MAX_PART_SIZE; size >>= 1) leaveOut(size, size)
  for (let length = Number.POSITIVE_INFINITY; best.labels.length < length; ) {
    length = best.labels.length
    for (let size = Math.min(MAX_PART_SIZE, length); size >= 1; size -= 1) leaveOut(size, 1)
  }
  return best
}

/** @param isWide includes all events that can be sent, even ignored ones that no sentence mentions now */
export function begin(model: AnyModel, input: number, isWide = true, heard = new Set<string>()) {
  const subject = startActorUnderTest(model, input, { isLive: false, isWatched: false })
  const { world } = subject
  const behaviour = model.behaviour ?? { begins: {}, sentences: {} }
  const check = createChecker(model, behaviour, subject, heard)
  /** Advances timer by timer, so that each runs at its time. */
  const passUntil = (time: number) => {
    while (world.now() < time) {
      world.pass(Math.max(1, Math.min(world.untilNext() ?? time, time - world.now())))
    }
  }
  return {
    subject,
    check,
    isWide,
    /** What may happen now; time passes until the next thing happens, or must happen. */
    choices(): readonly Stimulus[] {
      // An ignored event matters if a sentence says that something follows.
      const stimuli = subject
        .stimuli(true)
        .filter(one => one.type !== 'the next timer runs')
        .filter(one => isWide || !one.isIgnored || check.isMeant(one))
      const due = check.due()
      const waits = [world.untilNext(), due === null ? null : due - world.now()]
      const wait = Math.min(...waits.map(one => one ?? Number.POSITIVE_INFINITY))
      if (!Number.isFinite(wait)) return stimuli
      const pass = (share: number) => ({
        apply: () => world.pass(Math.max(0, Math.ceil(wait * share))),
      })
      return [
        ...stimuli,
        { ...timed('time passes'), ...pass(1) },
        ...(wait > 1 ? [{ ...timed('some time passes'), ...pass(0.4) }] : []),
        ...(due !== null && due - world.now() > wait
          ? [{ ...timed('long time passes'), apply: () => passUntil(due) }]
          : []),
      ]
    },
    do(stimulus: Stimulus) {
      stimulus.apply(subject)
      return check.after(stimulus)
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

/** The state and the progress of its timers: a timer that runs too early changes this before anybody sees it. */
function progressOf({ subject, check }: ReturnType<typeof begin>) {
  const { world } = subject
  const isLate = Math.sign((check.due() ?? world.now()) - world.now() - (world.untilNext() ?? 0))
  return `${stateText(subject)} ${world.isUnderWay()} ${isLate}`
}

function stateOf(model: AnyModel, runner: ReturnType<typeof begin>, input: number) {
  const { subject } = runner
  const key = (model.walkKey ?? model.key)?.(subject.snapshot() as never, subject.world)
  return `${input} ${stateText(subject)} ${JSON.stringify(key)}`
}

/** Numbers from 0 to 1, the same for each seed. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
