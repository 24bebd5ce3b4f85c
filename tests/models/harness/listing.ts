import { Misbehaviour } from './check.ts'
import { explore, type Path, stateText } from './explore.ts'
import type { AnyModel } from './fixtures.ts'
import { describeSight, type Sight } from './sights.ts'
import { begin, describeStory, type Story } from './walk.ts'

const storyIn = ({ input, steps }: Path): Story => ({
  input,
  labels: steps.map(({ stimulus }) => stimulus.label),
})

/** What must be seen of a machine from outside. */
export const sentencesOf = ({ behaviour }: AnyModel): readonly string[] => [
  ...Object.keys(behaviour?.sentences ?? {}),
  ...Object.keys(behaviour?.always ?? {}).map(says => `Always: ${says}`),
  ...Object.keys(behaviour?.shows ?? {}).map(name => `It shows ${name}.`),
]

/** The paths that reach all of a machine, as steps. */
export const pathsOf = (model: AnyModel): readonly string[] =>
  explore(model).map(path => `${model.machine.id}: ${describeStory(model, storyIn(path))}`)

/** Sentences and paths, as lines. */
export function* listOf(model: AnyModel): Generator<string> {
  for (const line of [...sentencesOf(model), '', ...pathsOf(model)]) yield line && `  ${line}`
}

/** Walks a path, and yields after each step what the machine did, where it is, and when. */
export function* linesOfStory(model: AnyModel, { input, labels }: Story): Generator<string> {
  const runner = begin(model, input)
  const { subject } = runner
  const start = subject.world.now()
  const line = (label: string, found: readonly Sight[]) => {
    const seconds = ((subject.world.now() - start) / 1000).toFixed(1)
    const state = stateText(subject).replaceAll('"', '')
    return [`${seconds.padStart(8)} s  ${label}`, ...found.map(describeSight), `in ${state}`].join(
      `\n${' '.repeat(14)}`,
    )
  }
  try {
    yield line('it begins', runner.check.begin(input))
    for (const label of labels) {
      const choices = runner.choices()
      const stimulus = choices.find(one => one.label === label)
      if (!stimulus) {
        const possible = choices.map(one => one.label).join(', ')
        throw new Error(`"${label}" cannot happen here. What can: ${possible}`)
      }
      let found: readonly Sight[] = []
      try {
        found = runner.do(stimulus)
      } catch (error) {
        if (error instanceof Misbehaviour) yield line(label, [])
        throw error
      }
      yield line(label, found)
    }
  } finally {
    runner.end()
  }
}
