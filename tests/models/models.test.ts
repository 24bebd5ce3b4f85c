import { expect, test } from 'vitest'
import { machineFiles } from '../../tools/statechart/machine-files.ts'
import { depth } from '../support/depth.ts'
import { checkSentences, replayPaths } from './harness.ts'
import { models } from './models.ts'

test.each(models.map(model => [model.machine.id, model] as const))(
  'every state and transition of %s is reached by its generated paths',
  async (_, model) => {
    const { missing } = await replayPaths(model)
    const hint =
      'not reached: add fixtures to the model, or to its `key` what the guards read of the context'
    expect(
      missing.map(({ label }) => label),
      hint,
    ).toEqual([])
  },
)

test.each(
  models.filter(({ behaviour }) => behaviour).map(model => [model.machine.id, model] as const),
)('every step of %s is as its sentences say', (_, model) => {
  const walked = checkSentences(model, depth)
  expect(walked?.untried, 'the walk is too short: raise `walkLength` of the model').toBe(0)
  expect(walked?.silent, 'these sentences say nothing, so they may be false').toEqual([])
})

test('every machine has a model', () => {
  expect(models.map(model => model.machine.id).sort()).toEqual([...machineFiles().keys()].sort())
})
